"""How well candidates answer by their words, counting what was said next to them and in the same session.

A turn of a conversation often answers a question whose words stand in the turn before it. So each query term
counts at a turn by the best of its own occurrence and fading ones of the turns around it. All numbers were
found on the LoCoMo half of the evaluation data; leaving one conversation out of the tuning gave the same
recall, and moving any of them by a third changes it by less than 0.01 (docs/explanation/recall.md).
"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kirocrew.base.analysis import analyse
from memory.recall.engine import Corpus, PoolRow

Floats = NDArray[np.float64]

SATURATION: Final = 1.2  # bm25's k1
LENGTH_WEIGHT: Final = 0.4  # bm25's b; with the usual 0.75 "Yes, sure!" comes before the turn that tells
NEARBY: Final = (0.7, 0.5, 0.3)  # what a term counts that stands 1, 2, 3 turns away
LATER: Final = 0.9  # a turn after tells less about this one than a turn before
ANSWER: Final = 1.3  # the turn before asks something, so this one answers it
SESSION: Final = 0.3  # share of the term's best occurrence in the session, added to every turn of it
OWN: Final = 0.3  # share of the turn's own words, added once more
PHRASE: Final = 0.2  # share of two terms' weights, when the text has them together as the query does
PHRASE_REACH: Final = 3  # tokens from the first to the second of such a pair
NAMED_SPEAKER: Final = 1.1  # the question names who said it
ASKING: Final = 0.8  # a turn that asks holds less than one that tells
TELLING: Final = 0.15  # a turn counts 1 + this x ln(1 + its terms) times, as a share of what one of USUAL_TERMS counts
USUAL_TERMS: Final = 15

_Turn = tuple[int, str, str, int]


@dataclass(frozen=True, slots=True)
class Keywords:
    """Per candidate: the score (0 and up), how many query terms its own text has, and their share, 0 to 1.

    `weight` is their share of the terms' weights: rare words count more, those nobody ever used most.
    """

    scores: Floats
    matched: NDArray[np.int64]
    coverage: Floats
    weight: Floats


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where the candidates' neighbours are among the candidates: an index per row, -1 for none.

    `before[k]` and `after[k]` are k + 1 turns away. `session` numbers the sessions; what belongs to none is
    one of its own.
    """

    before: list[NDArray[np.int64]]
    after: list[NDArray[np.int64]]
    session: NDArray[np.int64]
    factor: Floats
    asks: NDArray[np.bool_]
    is_empty: bool = False
    """Whether no candidate is a turn of a conversation: then nothing stands around any."""


def surroundings(rows: Sequence[PoolRow], terms: Sequence[str]) -> Surroundings:
    """Work out neighbours, sessions and the factors of speaker and question, which both arms use."""
    if not any(row.conversation for row in rows):
        return _nothing_around(rows, terms)
    places: dict[_Turn, int] = {}
    sessions: dict[tuple[object, ...], int] = {}
    session = np.empty(len(rows), np.int64)
    for index, row in enumerate(rows):
        group: tuple[object, ...] = (row.store_id, row.conversation, row.session) if row.conversation else (index,)
        session[index] = sessions.setdefault(group, len(sessions))
        if row.conversation and row.position is not None:
            places[(row.store_id, row.conversation, row.session, row.position)] = index
    asks = np.array([bool(row.conversation) and row.asks for row in rows], bool)
    factor = np.where(asks, ASKING, 1.0) * np.array(_speaker_factors(rows, terms)) * _telling(rows)
    return Surroundings(
        [_shifted(rows, places, -(step + 1)) for step in range(len(NEARBY))],
        [_shifted(rows, places, step + 1) for step in range(len(NEARBY))],
        session,
        factor,
        asks,
    )


def _telling(rows: Sequence[PoolRow]) -> Floats:
    """How much more a turn counts that says much: of two that match alike it is more often the one that answers."""
    said = np.array([len(row.terms) if row.conversation else USUAL_TERMS for row in rows], float)
    return np.asarray((1 + TELLING * np.log1p(said)) / (1 + TELLING * math.log1p(USUAL_TERMS)), dtype=np.float64)


def _nothing_around(rows: Sequence[PoolRow], terms: Sequence[str]) -> Surroundings:
    nobody = [np.full(len(rows), -1, np.int64)] * len(NEARBY)
    factor = np.array(_speaker_factors(rows, terms))
    return Surroundings(nobody, nobody, np.arange(len(rows)), factor, np.zeros(len(rows), bool), is_empty=True)


def keyword_scores(
    rows: Sequence[PoolRow], terms: Sequence[str], corpus: Corpus, around: Surroundings | None = None
) -> Keywords:
    """Score every candidate by the analysed terms of a query, each given once, in the query's order."""
    if not rows or not terms:
        nothing = np.zeros(len(rows))
        return Keywords(nothing, np.zeros(len(rows), np.int64), nothing, nothing)
    around = around or surroundings(rows, terms)
    counts, phrases = _occurrences(rows, terms)
    weights = np.array([term_weight(corpus, term) for term in terms])
    lengths = np.array([len(row.terms) for row in rows], float)
    norm = SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * lengths / max(lengths.mean(), 1.0))
    scored = weights[:, None] * counts * (SATURATION + 1) / (counts + norm)
    present = counts > 0
    matched = present.sum(0)
    together = phrases * (PHRASE * (weights[:-1] + weights[1:]))[:, None]
    scored = np.vstack([scored, together[together.any(1)]])
    if around.is_empty:  # its own words are also the best nearby and the best of its session
        total = (1.0 + SESSION) * scored.sum(0) + OWN * scored.sum(0)
    else:
        total = (_best_nearby(scored, around) + SESSION * _session_best(scored, around.session)).sum(0)
        total += OWN * scored.sum(0)
    return Keywords(total * around.factor, matched, matched / len(terms), weights @ present / weights.sum())


def _best_nearby(scored: Floats, around: Surroundings) -> Floats:
    best = scored + 0.0
    for step, fading in enumerate(NEARBY):
        before = _gathered(scored, around.before[step]) * fading
        if step == 0:
            answers = (around.before[0] >= 0) & around.asks[around.before[0]]
            before = before * np.where(answers, ANSWER, 1.0)
        best = np.maximum(best, np.maximum(before, _gathered(scored, around.after[step]) * (fading * LATER)))
    return best


def term_weight(corpus: Corpus, term: str) -> float:
    """The inverse document frequency of a term; positive also for one that every row has.

    A term nobody used weighs as one used once: in a small store it would outweigh all that was found.
    """
    frequency = max(1, corpus.frequencies.get(term, 0))
    return math.log(1 + (max(corpus.rows - frequency, 0) + 0.5) / (frequency + 0.5))


def nearby_best(values: Floats, around: Surroundings, *, missing: Floats) -> Floats:
    """The better value of the turns right before and after, or that of `missing` where both are unknown."""
    if around.is_empty:
        return missing
    padded = np.append(values, -np.inf)
    best = np.maximum(padded[around.before[0]], padded[around.after[0]])
    return np.where(np.isfinite(best), best, missing)


def _speaker_factors(rows: Sequence[PoolRow], terms: Sequence[str]) -> list[float]:
    speakers = {row.speaker for row in rows} - {""}
    if not speakers:
        return [1.0] * len(rows)
    asked = set(terms)
    named = {speaker for speaker in speakers if asked & set(analyse(speaker))}
    return [NAMED_SPEAKER if row.speaker in named else 1.0 for row in rows]


def _shifted(rows: Sequence[PoolRow], places: dict[_Turn, int], by: int) -> NDArray[np.int64]:
    return np.array(
        [
            places.get((row.store_id, row.conversation, row.session, row.position + by), -1)
            if row.position is not None and row.conversation
            else -1
            for row in rows
        ],
        np.int64,
    )


def _occurrences(rows: Sequence[PoolRow], terms: Sequence[str]) -> tuple[Floats, Floats]:
    """(terms x rows) counts, and (pairs of neighbouring terms x rows) whether they stand together."""
    number = {term: index for index, term in enumerate(terms)}
    counts = np.zeros((len(terms), len(rows)))
    for column, row in enumerate(rows):
        for term in number.keys() & row.terms:
            counts[number[term], column] = row.terms.count(term)
    together = np.zeros((len(terms) - 1, len(rows)))
    for pair, (first, second) in enumerate(itertools.pairwise(terms)):
        for column in np.flatnonzero((counts[pair] > 0) & (counts[pair + 1] > 0)).tolist():
            together[pair, column] = _stand_together(rows[column].terms, first, second)
    return counts, together


def _stand_together(terms: Sequence[str], first: str, second: str) -> bool:
    at = [index for index, term in enumerate(terms) if term == first]
    return any(second in terms[index + 1 : index + 1 + PHRASE_REACH] for index in at)


def _gathered(scored: Floats, index: NDArray[np.int64]) -> Floats:
    return np.where(index >= 0, scored[:, index], 0.0)


def _session_best(scored: Floats, session: NDArray[np.int64]) -> Floats:
    best = np.zeros((int(session.max()) + 1, scored.shape[0]))
    np.maximum.at(best, session, scored.T)
    return np.asarray(best[session].T)
