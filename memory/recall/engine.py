"""What every search engine does, and the values it gives back."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Protocol
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from memory.inference.models import SpaceKey
from memory.recall.scope import Scope
from memory.recall.text_index import IndexRow

Vector = NDArray[np.float32]
Progress = Callable[[int, int], None]
"""Called with (rows done, rows in all)."""
NOTHING: Final[Mapping[int, float]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class SearchedSpace:
    """A vector space that can be searched, by its primary key, which model's it is and what loads that."""

    id: int
    key: SpaceKey
    source: str = ""
    is_current: bool = True


class Candidate(NamedTuple):
    """A record one arm proposes. `score` is larger for a better match: bm25 above 0, or a cosine, -1 to 1."""

    record_id: int
    score: float


@dataclass(frozen=True, slots=True)
class Corpus:
    """Statistics of the whole text index: its rows, and in how many of them each term asked for occurs.

    `shown` is at most which share of the rows the scope shows, 0 to 1.
    """

    rows: int
    frequencies: Mapping[str, int]
    shown: float = 1.0


class PoolRow(NamedTuple):
    """What ranking needs to know of a candidate. `terms` are those of the index, in order.

    `observed` and `updated` are seconds since 1970, exact to a millisecond. `asks` is whether the text ends with a
    question mark, `announces` whether it has a word of change, `characters` its length; `cosine` is its best part's to
    the question, None without a vector.
    """

    record_id: int
    kind: str
    terms: tuple[str, ...]
    characters: int
    observed: float
    updated: float
    importance: float = 0.5
    tags: tuple[str, ...] = ()
    store_id: int = 0
    conversation: str = ""
    session: str = ""
    position: int | None = None
    speaker: str = ""
    asks: bool = False
    announces: bool = False
    cosine: float | None = None


class Content(NamedTuple):
    """A record as it is shown. `text` is the episode, the rule, or the fact's value in words; `value` a fact's JSON."""

    uid: UUID
    store: str
    key: str
    source: str
    source_ref: str
    observed_at: datetime
    valid_from: datetime | None
    valid_until: datetime | None
    revision: int
    text: str
    value: Any


@dataclass(frozen=True, slots=True)
class IndexCheck:
    """How the indexes differ from the records: primary keys, at most some hundreds of each."""

    missing_text: tuple[int, ...] = ()
    orphaned_text: tuple[int, ...] = ()
    orphaned_vectors: tuple[int, ...] = ()
    problems: tuple[str, ...] = field(default=())

    @property
    def is_sound(self) -> bool:
        return not (self.missing_text or self.orphaned_text or self.orphaned_vectors or self.problems)


class SearchEngine(Protocol):
    """Finds candidates inside a scope. Ranking is nothing it knows of."""

    def upsert(self, rows: Sequence[IndexRow]) -> None:
        """Put index rows in, replacing those of the same records."""

    def remove(self, record_ids: Iterable[int]) -> None:
        """Take the index rows of these records out."""

    def spaces(self) -> list[SearchedSpace]:
        """The space that is searched, then those kept for going back, the last one first; empty when nothing has been
        embedded."""

    def corpus(self, terms: Sequence[str], scope: Scope) -> Corpus:
        """Statistics for weighting `terms` and for searching them in a scope."""

    def lexical(
        self, terms: Sequence[str], scope: Scope, *, limit: int, corpus: Corpus | None = None
    ) -> list[Candidate]:
        """At most `limit` records that hold any of the analysed `terms`, best first."""

    def semantic(self, vector: Vector, scope: Scope, *, space_id: int, limit: int) -> list[Candidate]:
        """At most `limit` records whose vectors in that space are nearest to a normalised vector, best first."""

    def newest(self, scope: Scope, *, limit: int) -> list[Candidate]:
        """At most `limit` records of the scope, newest first, all with score 0."""

    def neighbours(self, record_ids: Sequence[int], *, reach: int) -> list[int]:
        """Turns at most `reach` positions away from these in a session of that name; not narrowed to a scope."""

    def pool(
        self,
        record_ids: Sequence[int],
        scope: Scope,
        *,
        vector: Vector | None = None,
        space_id: int | None = None,
        known: Mapping[int, float] = NOTHING,
    ) -> list[PoolRow]:
        """Those of the records that the scope shows, with what ranking needs, in the order of their keys.

        `known` are cosines that need not be worked out again.
        """

    def contents(self, record_ids: Sequence[int]) -> dict[int, Content]:
        """What a person would see of the records that are active."""

    def rebuild(self, progress: Progress | None = None) -> int:
        """Write the text index anew from the records; returns the rows written."""

    def check(self) -> IndexCheck:
        """Compare the indexes with the records."""
