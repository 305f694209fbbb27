"""Pure ranking: fusing the two arms, admission, policies, fading with age, and variety. Nothing here reads a table."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from statistics import median
from typing import Final

import numpy as np
from numpy.typing import NDArray

from memory.inference.models import SHORT_TEXT_CHARACTERS, UNMEASURED, Admission
from memory.recall.engine import PoolRow
from memory.recall.keywords import Floats, Keywords, Surroundings, nearby_best

SEMANTIC_SHARE: Final = 0.4
"""Weight of the cosine against that of the words where a question has both; measured on LoCoMo with MiniLM, where
0.7 (right for plain bm25) falls below words alone."""
NEIGHBOUR_SHARE: Final = 0.3  # what the better neighbour's cosine counts beside the turn's own
USUAL_NEIGHBOUR: Final = 0.6  # a neighbour's cosine as a share of the turn's own, where it is not known
VARIETY: Final = 0.6  # MMR's lambda: relevance against difference from what is already picked
VARIETY_POOL: Final = 1_000  # candidates considered for variety
DEFAULT_DECAY: Final = 0.03  # per day; half is left after 23 days
MAX_DECAY: Final = 10.0  # per day
DECAY_FLOOR: Final = 0.5  # of an episode's weight is left however old it is
SECONDS_PER_DAY: Final = 86_400
BACKGROUND: Final = 30  # nearest memories above whose middle one stands out; fewer are no background
NEIGHBOUR_REACH: Final = 2  # turns; what surrounds an admitted turn this closely is admitted with it


class Reason(StrEnum):
    """Why a record was admitted, or `insufficient_relevance` for one that was not."""

    SEMANTIC_AND_KEYWORD = "semantic_and_keyword"
    SEMANTIC = "semantic_match"
    KEYWORD = "keyword_match"
    NEIGHBOUR = "neighbour_of_match"
    NO_VECTOR = "not_embedded"
    UNFILTERED = "unfiltered"
    INSUFFICIENT = "insufficient_relevance"


@dataclass(frozen=True, slots=True)
class RankingPolicy:
    """How a store ranks. `stricter_short` and `stricter_long` are added to the model's thresholds, times its spread.

    A record's weight is `weight_base` + `weight_importance` x importance (0 to 1).
    """

    name: str
    stricter_short: float
    stricter_long: float
    weight_base: float
    weight_importance: float
    fades: bool
    admits_unembedded: bool


@dataclass(frozen=True, slots=True)
class Fading:
    """How age weighs: `rate` per day, `rates` per day of tags, and the share of the weight that age never takes.

    Without a floor, 100 days outweigh any relevance, and a question about last year is answered with whatever was
    said last week.
    """

    rate: float = DEFAULT_DECAY
    rates: Mapping[str, float] = field(default_factory=dict)
    floor: float = DECAY_FLOOR


SHARED: Final = RankingPolicy("shared", 0.0, 0.0, 0.7, 0.3, fades=True, admits_unembedded=True)
PRIVATE: Final = RankingPolicy("private", 0.07, 0.15, 0.85, 0.15, fades=False, admits_unembedded=False)

MATCHED_TERMS: Final = 2  # query terms a text must have to be admitted by its words, or all if there are fewer
MATCHED_SHARE: Final = 0.5  # and their least share of the query's terms
FAINT: Final = 0.25
"""Least weight of the words found, as a share of all asked, that counts at all where no cosine can tell. On LoCoMo
2 % of the answerable questions stay below it, and 19 of 20 about something else entirely."""


def relevance(
    rows: Sequence[PoolRow], keywords: Keywords, around: Surroundings, *, thresholds: Admission = UNMEASURED
) -> Floats:
    """Fuse both arms: cosine, as the model spreads them, against the keyword score as a share of the best one.

    Where one arm has nothing to say about any row the other counts alone: cosines as they are, or keyword
    scores as a share of the best.
    """
    top = float(keywords.scores.max()) if len(rows) else 0.0
    words = keywords.scores / top if top > 0 else np.zeros(len(rows))
    if all(row.cosine is None for row in rows):
        return words
    cosines = np.array([max(0.0, thresholds.strength(row.cosine)) if row.cosine is not None else 0.0 for row in rows])
    if top <= 0:
        return cosines
    return SEMANTIC_SHARE * semantic_strength(cosines, around) + (1 - SEMANTIC_SHARE) * words


def semantic_strength(cosines: Floats, around: Surroundings) -> Floats:
    """Cosines with the better neighbour's share, times the factors of speaker and question."""
    nearby = nearby_best(cosines, around, missing=USUAL_NEIGHBOUR * cosines)
    return (cosines + NEIGHBOUR_SHARE * nearby) / (1 + NEIGHBOUR_SHARE) * around.factor


def admissions(
    rows: Sequence[PoolRow],
    keywords: Keywords,
    *,
    terms: int,
    thresholds: Admission,
    policy: RankingPolicy,
) -> list[Reason]:
    """Say of each row why it is relevant enough, or that it is not.

    Words admit under both policies: a model that doesn't know the question's language must not hide a text
    that has every word of it.
    """
    needed = min(MATCHED_TERMS, terms)
    said = [
        terms > 0 and matched >= needed and coverage >= MATCHED_SHARE
        for matched, coverage in zip(keywords.matched, keywords.coverage, strict=True)
    ]
    ceiling = math.inf if any(said) else standing_out(rows, thresholds)
    reasons = []
    for row, by_words, weight in zip(rows, said, keywords.weight, strict=True):
        floor = min(cosine_floor(row.characters, thresholds, policy), ceiling)
        near = row.cosine is not None and row.cosine >= floor
        unembedded = row.cosine is None and weight >= FAINT and policy.admits_unembedded
        reasons.append(_reason(near, by_words, unembedded))
    return _with_neighbours(rows, reasons)


def standing_out(rows: Sequence[PoolRow], thresholds: Admission) -> float:
    """The cosine from which a memory stands out among the nearest ones; infinite where that says nothing.

    A question in another language than its answer lies further from everything, so its cosine alone tells little.
    """
    if thresholds.stands_out is None:
        return math.inf
    nearest = sorted((row.cosine for row in rows if row.cosine is not None), reverse=True)[:BACKGROUND]
    return median(nearest) + thresholds.stands_out if len(nearest) == BACKGROUND else math.inf


def cosine_floor(characters: int, thresholds: Admission, policy: RankingPolicy) -> float:
    """The least raw cosine that admits a text of that length."""
    stricter = policy.stricter_short if characters <= SHORT_TEXT_CHARACTERS else policy.stricter_long
    floor = thresholds.threshold(characters) + stricter * thresholds.spread
    return round(floor, 6)  # 0.55 + 0.07 is a little more than 0.62


def _reason(near: bool, by_words: bool, unembedded: bool) -> Reason:
    if near:
        return Reason.SEMANTIC_AND_KEYWORD if by_words else Reason.SEMANTIC
    if by_words:
        return Reason.KEYWORD
    return Reason.NO_VECTOR if unembedded else Reason.INSUFFICIENT


def _with_neighbours(rows: Sequence[PoolRow], reasons: list[Reason]) -> list[Reason]:
    admitted = {
        (row.store_id, row.conversation, row.session, row.position)
        for row, reason in zip(rows, reasons, strict=True)
        if reason is not Reason.INSUFFICIENT and row.conversation and row.position is not None
    }
    steps = [step for step in range(-NEIGHBOUR_REACH, NEIGHBOUR_REACH + 1) if step]
    return [
        Reason.NEIGHBOUR
        if reason is Reason.INSUFFICIENT
        and row.position is not None
        and any((row.store_id, row.conversation, row.session, row.position + step) in admitted for step in steps)
        else reason
        for row, reason in zip(rows, reasons, strict=True)
    ]


def final_scores(
    rows: Sequence[PoolRow],
    fused: Floats,
    *,
    policy: RankingPolicy,
    instant: datetime,
    fading: Fading,
) -> Floats:
    """Weigh relevance by importance and, where the policy says so, age. Never rounded: old records would tie."""
    weights = np.array([policy.weight_base + policy.weight_importance * row.importance for row in rows])
    if policy.fades:
        now = instant.timestamp()
        days = np.array([days_old(row.observed, now) for row in rows], float)
        rates = np.array([decay_rate(row.tags, fading.rates, fading.rate) for row in rows])
        weights = weights * (fading.floor + (1.0 - fading.floor) * np.exp(-rates * days))
    return np.asarray(fused * weights, dtype=np.float64)


def decay_rate(tags: Iterable[str], rates: Mapping[str, float], default: float = DEFAULT_DECAY) -> float:
    """The rate per day of a record: the smallest of its tags' own rates, else that of `default`; 0 to 10.

    `rates` has lower-case tags as keys. Its entry "default" replaces `default`.
    """
    own = [rates[tag.lower()] for tag in tags if tag.lower() in rates] if rates else []
    return min(MAX_DECAY, max(0.0, min(own) if own else rates.get("default", default)))


def days_old(observed: float, instant: float) -> int:
    """Whole days from one instant to the other, both in seconds; 0 for what lies ahead."""
    return max(0, int((instant - observed) // SECONDS_PER_DAY))


def diverse(
    scores: Sequence[float] | NDArray[np.float64],
    words: Sequence[frozenset[str]],
    *,
    limit: int,
    variety: float = VARIETY,
) -> list[int]:
    """Pick at most `limit` indexes, each time the one of most use beside those picked (MMR, Jaccard of words)."""
    order = sorted(range(len(scores)), key=lambda index: (-scores[index], index))[:VARIETY_POOL]
    top = max((scores[index] for index in order), default=0.0)
    scale = top if top > 0 else 1.0
    alike = dict.fromkeys(order, 0.0)
    picked: list[int] = []
    while alike and len(picked) < limit:
        best = max(alike, key=lambda index: variety * scores[index] / scale - (1 - variety) * alike[index])
        picked.append(best)
        del alike[best]
        for index in alike:
            alike[index] = max(alike[index], jaccard(words[best], words[index]))
    return picked


def jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    """Shared words as a share of all, 0 to 1; 0 for two empty texts."""
    shared = len(one & other)
    return shared / (len(one) + len(other) - shared) if shared else 0.0
