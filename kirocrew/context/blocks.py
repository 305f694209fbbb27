"""Blocks of a context: whole items in at most so many characters, and what was left out."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from kirocrew.context.markers import TRUNCATED

JOINT: Final = "\n\n"
"""Between two blocks."""


class Group(StrEnum):
    """What can be withheld from a sub-agent as a whole. CONDUCT always goes along."""

    CONDUCT = "conduct"
    MEMORY = "memory"
    LESSONS = "lessons"
    PROJECT = "project"


SWITCHABLE: Final = (Group.MEMORY, Group.LESSONS, Group.PROJECT)


@dataclass(frozen=True, slots=True)
class Item:
    """One thing in a block: the id of a record, turn or skill, the revision shown, and why it is there."""

    id: str
    kind: str
    why: str = ""
    revision: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """An item with the text it takes; without an item it is part of the frame."""

    text: str
    item: Item | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """One part of a context. `text` is empty when there is nothing, `why` says the reason.

    `total` is how many items there are, `left_out` names those that did not fit; a withheld block has neither.
    """

    name: str
    group: Group
    text: str = ""
    items: tuple[Item, ...] = ()
    total: int = 0
    left_out: tuple[str, ...] = ()
    withheld: bool = False
    why: str = ""

    @property
    def chars(self) -> int:
        return len(self.text)


@dataclass(slots=True)
class Pool:
    """What all blocks of a context share, in characters; joints between blocks count."""

    left: int
    taken: bool = field(default=False)

    def room(self, cap: int) -> int:
        """Characters the next block may have."""
        return max(0, min(cap, self.left - (len(JOINT) if self.taken else 0)))

    def take(self, block: Block) -> Block:
        """Count a block; one that is empty takes nothing."""
        if block.text:
            self.left -= block.chars + (len(JOINT) if self.taken else 0)
            self.taken = True
        return block


def whole(name: str, group: Group, text: str, *, room: int, why: str = "", items: Sequence[Item] = ()) -> Block:
    """A block that is there as a whole or not at all."""
    if not text:
        return Block(name, group, why=why or "There is nothing to say.")
    if len(text) > room:
        return Block(name, group, total=max(1, len(items)), left_out=(name,), why=f"It needs {len(text):,} characters.")
    return Block(name, group, text, tuple(items), len(items), why=why)


def of_items(  # noqa: PLR0913  (what a block is made of)
    name: str, group: Group, header: str, lines: Iterable[Line], *, room: int, why: str = "", mark: str = TRUNCATED
) -> Block:
    """A block of whole items: one that does not fit is left out, and the next is tried.

    `mark` stands on a line of its own at the end where something is left out, and only there.
    """
    lines = list(lines)
    size = len(header) + sum(len(line.text) + 1 for line in lines)
    mark = mark if size > room else ""
    kept, items, left_out = [header], list[Item](), list[str]()
    free = room - len(header) - (len(mark) + 1 if mark else 0)
    for line in lines:
        if len(line.text) + 1 <= free:
            kept.append(line.text)
            free -= len(line.text) + 1
            items += [line.item] if line.item else []
        elif line.item:
            left_out.append(line.item.id)
    if len(kept) == 1:
        return Block(name, group, total=len(lines), left_out=tuple(left_out), why=why or _nothing(len(lines)))
    text = "\n".join([*kept, mark] if mark else kept)
    return Block(name, group, text, tuple(items), len(lines), tuple(left_out), why=why)


def from_the_head(  # noqa: PLR0913  (what a block is made of)
    name: str,
    group: Group,
    lines: Sequence[str],
    items: Sequence[Item],
    *,
    room: int,
    frame: int,
    mark: str = TRUNCATED,
) -> Block:
    """Documents from their head on, line by line; what is missing is told at the end by the mark.

    The first `frame` lines are no text of a document: with nothing below them the block says nothing.
    """
    text = "\n".join(lines)
    if len(text) <= room:
        return Block(name, group, text, tuple(items), len(items))
    kept, free = list[str](), room - len(mark)
    for line in lines:
        if len(line) + 1 > free:
            break
        kept.append(line)
        free -= len(line) + 1
    missing = (f"{len(lines) - len(kept)} lines",)
    if len(kept) <= frame:
        return Block(name, group, total=len(items), left_out=missing, why="No line fits.")
    return Block(name, group, "\n".join([*kept, mark]), tuple(items), len(items), missing)


def withheld(name: str, group: Group, why: str) -> Block:
    """A block of a group that is kept back: not a word of it, nor how much there is."""
    return Block(name, group, withheld=True, why=why)


def _nothing(total: int) -> str:
    return "No item fits." if total else "There is nothing."
