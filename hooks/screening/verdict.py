"""What the screen says about a text."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

Level = Literal["clear", "suspicious", "hostile"]


class Origin(StrEnum):
    """Who put the text before us. Proved by the caller, never read from the text."""

    OWNER = "owner"
    AGENT = "agent"
    SYSTEM = "system"
    TOOL = "tool"
    FILE = "file"
    PAGE = "page"
    OTHER_PERSON = "other_person"


@dataclass(frozen=True, slots=True)
class Signal:
    """One rule that fired.

    ``points`` is its weight, ``start`` and ``end`` are code points of the screened text.
    """

    code: str
    points: float
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """``reasons`` are rule codes, strongest first; ``spans`` are code-point ranges of the given text."""

    level: Level
    reasons: tuple[str, ...] = ()
    spans: tuple[tuple[int, int], ...] = ()


CLEAR = Verdict("clear")
