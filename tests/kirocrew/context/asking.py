"""Contexts asked for in tests."""

from typing import Any

from channels_bridge.actors import Actor
from kirocrew.context.asking import Asked
from kirocrew.context.build import Built, session_build
from kirocrew.context.caps import caps_for
from memory.models import Store


def asked(actor: Actor, store: Store, window: int | None = None, **more: Any) -> Asked:
    return Asked(actor=actor, store=store, caps=caps_for(window), window=window, **more)


def session(actor: Actor, store: Store, window: int | None = None, **more: Any) -> Built:
    return session_build(asked(actor, store, window, **more))


def names(built: Built) -> list[str]:
    """The blocks that have a text."""
    return [block.name for block in built.blocks if block.text]
