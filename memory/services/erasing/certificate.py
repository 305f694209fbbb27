"""What an erase comes to, place by place, as it is shown, printed and kept."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from memory.services.erasing.places import PLACES

CLEAR: Final = "clear"
FOUND: Final = "found"
NOT_LOOKED: Final = "not_looked"
PENDING: Final = "pending"
"""A job looks through it, which was not done yet."""
FAILED: Final = "failed"
"""It could not be looked through, or not be rewritten; the note says why."""
STATES: Final = (CLEAR, FOUND, NOT_LOOKED, PENDING, FAILED)
SHOWN: Final = 20  # hits that are named in a line


@dataclass(slots=True)
class Line:
    """One place: whether the text is there, where exactly, and what has to be said about it."""

    place: str
    title: str
    state: str = CLEAR
    hits: list[str] = field(default_factory=list)
    note: str = ""
    unnamed: int = 0
    """Hits beyond those that are named, of a line that was kept."""

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Line":
        """A line as it was kept."""
        hits = list(value["hits"])
        return cls(value["place"], value["title"], value["state"], hits, value["note"], value["count"] - len(hits))

    def found(self, hit: str) -> None:
        """Note a hit."""
        self.state = FOUND
        self.hits.append(hit)

    def as_json(self) -> dict[str, Any]:
        """The line as JSON values; at most SHOWN hits are named."""
        return {
            "place": self.place,
            "title": self.title,
            "state": self.state,
            "count": len(self.hits) + self.unnamed,
            "hits": self.hits[:SHOWN],
            "note": self.note,
        }


@dataclass(frozen=True, slots=True)
class Remaining:
    """The job that looks through the slow files: its id, and how far it is; `worker` is whether one is alive."""

    job: UUID
    state: str
    done: int = 0
    total: int | None = None
    message: str = ""
    error: str = ""
    worker: bool = True

    def as_json(self) -> dict[str, Any]:
        """As JSON values."""
        return asdict(self) | {"job": str(self.job)}


@dataclass(frozen=True, slots=True)
class Certificate:
    """The result of an erase or of looking for one.

    `copies` are other records that say the same and were kept, `mentions` those that hold it as a part of their text,
    `emptied` those that stay and of whose history entries that said the same were emptied.
    """

    record: UUID
    kind: str
    store: str
    at: datetime
    by: str
    reason: str
    lines: tuple[Line, ...]
    erased: tuple[UUID, ...] = ()
    marked: tuple[UUID, ...] = ()
    copies: tuple[UUID, ...] = ()
    mentions: tuple[UUID, ...] = ()
    emptied: tuple[UUID, ...] = ()
    changed: tuple[str, ...] = ()
    """Files and rows of others that were rewritten."""
    remaining: Remaining | None = None

    @property
    def is_clear(self) -> bool:
        """Whether every place was looked at and none has it."""
        return bool(self.lines) and all(line.state == CLEAR for line in self.lines)

    @property
    def is_pending(self) -> bool:
        """Whether a job has to look through some of the places yet."""
        return any(line.state == PENDING for line in self.lines)

    def state_of(self, place: str) -> str:
        """What one place was found to be."""
        return next(line.state for line in self.lines if line.place == place)

    def as_json(self) -> dict[str, Any]:
        """The certificate as JSON values. There is no text of the record in it."""
        return {
            "record": str(self.record),
            "kind": str(self.kind),
            "store": self.store,
            "at": self.at.isoformat(),
            "by": self.by,
            "reason": self.reason,
            "clear": self.is_clear,
            "lines": [line.as_json() for line in self.lines],
            "erased": [str(uid) for uid in self.erased],
            "marked": [str(uid) for uid in self.marked],
            "copies": [str(uid) for uid in self.copies],
            "mentions": [str(uid) for uid in self.mentions],
            "emptied": [str(uid) for uid in self.emptied],
            "changed": list(self.changed),
            "remaining": self.remaining.as_json() if self.remaining else None,
        }


def blank_lines() -> dict[str, Line]:
    """A line for every place, all clear."""
    return {place.name: Line(place.name, place.title) for place in PLACES}


def lines_joined(first: tuple[Line, ...], second: tuple[Line, ...]) -> tuple[Line, ...]:
    """Two looks at the same places as one: found where either found it, looked at where either looked."""
    lines = []
    for one, other in zip(first, second, strict=True):
        states = {one.state, other.state}
        state = next(state for state in (FOUND, CLEAR, FAILED, PENDING, NOT_LOOKED) if state in states)
        hits = list(dict.fromkeys([*one.hits, *other.hits]))
        note = other.note if one.state == NOT_LOOKED else one.note or other.note
        lines.append(Line(one.place, one.title, state, hits, note))
    return tuple(lines)
