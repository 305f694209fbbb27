"""Turns for tests of what people plainly say."""

from datetime import UTC, datetime

from channels_bridge.models import Role
from memory.consolidation.explicit import Item, Said, statements_extract

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)


def said(text: str, *, role: Role = Role.OWNER, speaker: str = "alice", at: datetime | None = MONDAY) -> Said:
    return Said(0, role, text, at, speaker)


def items_of(text: str, *, role: Role = Role.OWNER, at: datetime | None = MONDAY) -> list[Item]:
    return statements_extract([said(text, role=role, at=at)])


def item_of(text: str, *, at: datetime | None = MONDAY) -> Item:
    """The only item of a turn."""
    (item,) = items_of(text, at=at)
    return item
