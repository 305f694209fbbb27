"""What a source file yields: lessons, episodes and facts for the gate to judge, and what was left out and why.

An item is a wish, not a write. It never carries an authority: whatever a file says about who wrote it
ends in `note`, for people to read.
"""

import hashlib
from collections import Counter
from dataclasses import dataclass, fields
from datetime import datetime
from decimal import Decimal
from functools import cached_property
from typing import TypeAlias

from kirocrew.base.canonical import canonical_json
from memory.transfer.reasons import Reason

JsonValue: TypeAlias = "bool | int | float | str | list[JsonValue] | dict[str, JsonValue] | None"

# What files that state none are given; the confidence lies above the gate's threshold of 0.8.
DEFAULT_CONFIDENCE = Decimal("0.85")
DEFAULT_IMPORTANCE = 0.5
# Hex digits of the content hash inside an origin reference: 64 bits, far beyond the rows of any one file.
ORIGIN_HASH_DIGITS = 16

# Not part of a fingerprint: told to people, or the wording of a message that may be improved.
_UNFINGERPRINTED = frozenset({"note", "message"})


@dataclass(frozen=True, kw_only=True)
class _Item:
    """`origin_ref` names the place in the source and stays the same as long as that place's text does."""

    origin_ref: str

    @cached_property
    def fingerprint(self) -> str:
        """The sha256 (64 hex digits) of the item's kind, content and origin: what a ledger remembers."""
        content: dict[str, object] = {
            field.name: _plain(getattr(self, field.name))
            for field in fields(self)
            if field.name not in _UNFINGERPRINTED
        }
        content["item"] = type(self).__name__
        return hashlib.sha256(canonical_json(content).encode()).hexdigest()


@dataclass(frozen=True, kw_only=True)
class _Record(_Item):
    """`observed_at` is the source's own time (aware, UTC) or None; the time of the import is never put there."""

    observed_at: datetime | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    scope: str = ""
    project: str = ""
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class LessonItem(_Record):
    """A rule of 10 to 500 characters. `repo_scope` is an admissible relative path fragment, or empty: everywhere."""

    rule: str
    negative: str = ""
    category: str = "preference"
    repo_scope: str = ""
    applies: str = ""


@dataclass(frozen=True, kw_only=True)
class EpisodeItem(_Record):
    """A fragment of what happened: 10 to 2,000 characters, importance 0 to 1, position counted from 0."""

    text: str
    tags: tuple[str, ...] = ()
    importance: float = DEFAULT_IMPORTANCE
    conversation: str = ""
    session: str = ""
    position: int | None = None
    speaker: str = ""


@dataclass(frozen=True, kw_only=True)
class FactItem(_Record):
    """A key with a JSON value; confidence 0 to 1."""

    key: str
    value: JsonValue
    confidence: Decimal = DEFAULT_CONFIDENCE
    category: str = ""
    subject: str = ""
    predicate: str = ""


@dataclass(frozen=True, kw_only=True)
class DocumentItem(_Item):
    """A whole text of a store: `kind` is preferences, projects, or file, which has a `path`."""

    kind: str
    text: str
    project: str = ""
    path: str = ""


@dataclass(frozen=True, kw_only=True)
class HistoryItem(_Item):
    """An entry of the history; `at` is aware, in UTC. A citation names a turn's position, with its conversation."""

    at: datetime
    text: str
    project: str = ""
    conversation: str = ""
    positions: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, kw_only=True)
class Unsupported(_Item):
    """A part of the source that became no record. `message` tells the person why, and what helps."""

    reason_code: Reason
    message: str


Record: TypeAlias = LessonItem | EpisodeItem | FactItem
Text: TypeAlias = DocumentItem | HistoryItem
Item: TypeAlias = Record | Text | Unsupported


class Origins:
    """Hands out the references of one file: its path, the hash of the content, and which of the equal ones it is.

    Counting only equal contents keeps every other reference as it was when a line is added above.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._seen: Counter[str] = Counter()

    def ref(self, *content: str) -> str:
        """The reference for this content; each further call with the same content counts one up."""
        joined = "\x00".join(content).encode("utf-8", "surrogatepass")
        digest = hashlib.sha256(joined).hexdigest()[:ORIGIN_HASH_DIGITS]
        self._seen[digest] += 1
        return f"{self._path}#{digest}.{self._seen[digest]}"


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, tuple):
        return list(value)
    return value
