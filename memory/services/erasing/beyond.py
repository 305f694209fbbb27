"""What stands above memory and takes the texts of erased records out of its own tables.

Memory knows nothing of it, so its app says at the start what is to be called, inside the transaction of an erase.
"""

from collections.abc import Sequence
from typing import Protocol

from channels_bridge.actors import Actor
from memory.models import Record
from memory.services.erasing.sought import Sought


class Redact(Protocol):
    """Takes what is sought out of what belongs to the stores of the targets."""

    def __call__(self, *, actor: Actor, targets: Sequence[Record], sought: Sought) -> None: ...


_known: list[Redact] = []


def redact_register(redact: Redact) -> None:
    """Have this called by every erase."""
    if redact not in _known:
        _known.append(redact)


def beyond_redact(*, actor: Actor, targets: Sequence[Record], sought: Sought) -> None:
    """Call all that is registered, inside a transaction."""
    for redact in _known:
        redact(actor=actor, targets=targets, sought=sought)
