"""Ranking facts: words of the key weigh three times those of the value."""

from collections.abc import Sequence
from typing import Final

from memory.inference.models import UNMEASURED, Admission
from memory.recall.engine import PoolRow
from memory.recall.text_index import FIELD_MARK

KEY_WEIGHT: Final = 3
FULL_SCORE: Final = 10  # weighted shared words that make a keyword score of 1
SEMANTIC_SHARE: Final = 0.6  # of the cosine, when the question has a vector; the rest is the words'


def fact_keyword_score(stored: Sequence[str], asked: frozenset[str]) -> float:
    """min((3 x shared words of the key + shared words of the value) / 10, 1)."""
    mark = stored.index(FIELD_MARK) if FIELD_MARK in stored else 0
    key, value = asked.intersection(stored[:mark]), asked.intersection(stored[mark:])
    return min((KEY_WEIGHT * len(key) + len(value)) / FULL_SCORE, 1.0)


def fact_score(row: PoolRow, asked: frozenset[str], *, has_vector: bool, thresholds: Admission = UNMEASURED) -> float:
    """0.6 x cosine + 0.4 x keyword score when the question has a vector, else the keyword score alone; 0 to about 1.

    A fact without a vector has a cosine of 0.
    """
    keyword = fact_keyword_score(row.terms, asked)
    if not has_vector:
        return keyword
    cosine = 0.0 if row.cosine is None else max(0.0, thresholds.strength(row.cosine))
    return SEMANTIC_SHARE * cosine + (1 - SEMANTIC_SHARE) * keyword


def rank_facts(
    rows: Sequence[PoolRow], terms: Sequence[str], *, has_vector: bool, thresholds: Admission = UNMEASURED
) -> list[tuple[PoolRow, float]]:
    """Facts with a score above 0, best first, of equal ones the one that stood longest first."""
    asked = frozenset(terms)
    scored = [(row, fact_score(row, asked, has_vector=has_vector, thresholds=thresholds)) for row in rows]
    return sorted(
        (pair for pair in scored if pair[1] > 0), key=lambda pair: (-pair[1], pair[0].updated, pair[0].record_id)
    )
