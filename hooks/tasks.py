"""Entry points of the background work of hooks."""

from typing import Final

from channels_bridge.actors import Actor
from channels_bridge.services.schedules import scheduled
from hooks.services.decisions import decisions_prune

DAY: Final = 24 * 60  # minutes


@scheduled("hooks.prune", minutes=DAY)
def prune_decisions() -> None:
    """Remove decisions beyond the owner's limits."""
    decisions_prune(actor=Actor.system("pruning"))
