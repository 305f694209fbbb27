"""What a recall answers with."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple
from uuid import UUID

from memory.recall.qualifiers import Qualifier


class Mode(StrEnum):
    HYBRID = "hybrid"
    KEYWORD = "keyword"


class ArmScores(NamedTuple):
    """What each arm said: `keyword` 0 and up, `cosine` -1 to 1 (None without a vector), `relevance` of both."""

    keyword: float
    cosine: float | None
    relevance: float


@dataclass(frozen=True, slots=True)
class Hit:
    """One record found, with where it comes from and why it is here.

    `text` is what a person would read: the episode's text, the lesson's rule, the fact's value as text. `value`
    is the fact's JSON value, None for the other kinds. `qualifiers` say what keeps it from being simply so.
    """

    id: UUID
    kind: str
    store: str
    text: str
    source: str
    source_ref: str
    observed_at: datetime
    valid_from: datetime | None
    valid_until: datetime | None
    revision: int
    score: float
    arms: ArmScores
    why: str
    key: str = ""
    value: Any = None
    tags: tuple[str, ...] = ()
    conversation: str = ""
    session: str = ""
    position: int | None = None
    speaker: str = ""
    qualifiers: tuple[Qualifier, ...] = ()


@dataclass(frozen=True, slots=True)
class RecallResult:
    """Hits, best first. Nothing relevant is an answer too: then there are none and `note` says so.

    `considered` is how many candidates were ranked. `mode_reason` tells why there was no hybrid search, `doubt`
    is "other_speaker" when the hits seem to be about another person than the question names.
    """

    hits: tuple[Hit, ...]
    mode: Mode
    mode_reason: str = ""
    considered: int = 0
    doubt: str = ""
    note: str = ""

    @property
    def abstained(self) -> bool:
        return not self.hits
