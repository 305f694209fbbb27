"""Which skills a message asks for, how surely, and why; or none, when it only talks.

Every skill gets a value out of five arms, and "none" gets one out of what the message is like. What is returned as a
score is how likely the skill is against "none": above 0.5 it is offered. The weights are in `trained.py`.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kirocrew.base.analysis import analyse, query_terms
from kirocrew.base.stems import language_of
from skills.matching.glossary import ACT, CHAT, glossary
from skills.matching.index import Floats, Index
from skills.matching.trained import WEIGHTS, WEIGHTS_WITH_MEANING, Weights

MESSAGE_CHARACTERS: Final = 4_000
"""Characters of a message that are looked at: what is asked stands at its start, what is pasted after it."""
PHRASE_SHARE: Final = 0.7
"""Least share of a trigger phrase, by how much its words say, that a message must hold."""
PHRASE_RARITY: Final = 8.0
"""How much a phrase must say in all to count in full: two words that few skills have."""
ENGLISH_LETTERS: Final = 0.9
"""Share of ASCII letters from which on a message may be English."""
SURE_PHRASE: Final = 0.6
"""Strength from which on a trigger phrase that is said in full brings its skill by itself."""
SURE_SCORE: Final = 0.9
ENGLISH_NAMES: Final = 2
"""English names of a concept that are looked for when a message is in another language."""
CHAT_MOST: Final = 2
SCALE: Final = 10.0
"""Sums of rarities are divided by it, so that all weights are of one order."""

_ARMS: Final = ("words", "concepts", "phrase", "name", "meaning")

_QUESTION: Final = re.compile(r"\W*(?:who|what|why|when|how|where|which|is|are|does|do|did)\b", re.IGNORECASE)
_LATIN_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9.+#-]{2,}")
_WORD: Final = re.compile(r"\w+")
_ACCENTED: Final = re.compile("[\u00c0-\u024f\u1e00-\u1eff]")


@dataclass(frozen=True, slots=True)
class Reading:
    """A message, analysed. `english` is what it says in English words, for comparing meanings."""

    terms: tuple[str, ...]
    words: frozenset[str]
    concepts: tuple[int, ...]
    chat: int
    is_question: bool
    has_act: bool
    english: str


@dataclass(frozen=True, slots=True)
class Match:
    """A skill that a message asks for. `score` is from 0 to 1.

    `arm` is what says most for it: phrase, name, words, concepts or meaning. `phrase` is the trigger that was said,
    `words` and `concepts` what the message shares with it, those that say most first.
    """

    key: str
    score: float
    arm: str
    phrase: str = ""
    words: tuple[str, ...] = ()
    concepts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Denied:
    """A skill that would have come, had the message not held one of its negative phrases."""

    key: str
    score: float
    phrase: str


def message_read(text: str) -> Reading:
    """Analyse a message."""
    text = text[:MESSAGE_CHARACTERS]
    book = glossary()
    numbers = book.concepts_of(text)
    meant = tuple(dict.fromkeys(number for number in numbers if book.kind_of(number) != CHAT))
    english = _is_english(text)
    terms = query_terms(text)
    if not english:  # most skills are described in English, so its words are looked for as well
        terms += [term for term in query_terms(book.english_of(list(meant), ENGLISH_NAMES)) if term not in terms]
    return Reading(
        terms=tuple(terms),
        words=frozenset(analyse(text)),
        concepts=meant,
        chat=min(sum(book.kind_of(number) == CHAT for number in numbers), CHAT_MOST),
        is_question=bool(_QUESTION.match(text)),
        has_act=any(book.kind_of(number) == ACT for number in meant),
        english=text if english else _in_english(text, list(meant)),
    )


def _is_english(text: str) -> bool:
    letters = [char for char in text if char.isalpha()]
    if sum(char.isascii() for char in letters) < ENGLISH_LETTERS * len(letters):
        return False
    return not language_of(_WORD.findall(text))[0]


def _in_english(text: str, concepts: list[int]) -> str:
    """The names in Latin letters inside another script, and the concepts in English; the text itself for neither."""
    names = [] if text.isascii() or _ACCENTED.search(text) else _LATIN_NAME.findall(text)
    return " ".join([*names, glossary().english_of(concepts)]).strip() or text


@dataclass(slots=True)
class Arms:
    """Values of every skill: columns words, concepts, phrase, name, meaning, and the strength of a phrase said in full;
    and which phrase it is."""

    values: Floats
    phrases: dict[int, int]


def arms_of(index: Index, reading: Reading, cosines: NDArray[np.floating] | None = None) -> Arms:
    """Return the values of all arms, shape (skills, 6). `cosines` are of the message with each skill."""
    values = np.zeros((len(index), len(_ARMS) + 1))
    for term in reading.terms:
        if term in index.words:
            at, strength = index.words[term]
            values[at, 0] += index.rarity_of(term) * strength
    if reading.concepts:
        numbers = list(reading.concepts)
        values[:, 1] = index.concept_rarity[numbers] @ index.concepts[numbers]
    values[:, :2] /= SCALE
    phrases = _phrases(index, reading, values)
    for word in reading.words:
        if word in index.names:
            at, share = index.names[word]
            values[at, 3] += share
    if cosines is not None:
        values[:, 4] = cosines
    return Arms(values, phrases)


def _phrases(index: Index, reading: Reading, values: Floats) -> dict[int, int]:
    """Fill in the best phrase of each skill; return which one it is."""
    touched = {place for word in reading.words for place in index.phrases.get(word, ())}
    best: dict[int, int] = {}
    for at, number in touched:
        terms = index.skills[at].phrases[number]
        total = sum(index.rarity_of(word) for word in terms)
        share = sum(index.rarity_of(word) for word in terms if word in reading.words) / total
        strength = share * min(1.0, total / PHRASE_RARITY) if share >= PHRASE_SHARE - 1e-9 else 0.0
        if share > 1 - 1e-9:
            values[at, 5] = max(values[at, 5], strength)
        if strength > values[at, 2]:
            values[at, 2] = strength
            best[at] = number
    return best


def none_of(index: Index, reading: Reading) -> tuple[float, ...]:
    """What speaks for no skill: 1, how much the message says, how much of it is chat, whether it asks, whether
    nothing is to be done."""
    says = sum(index.rarity_of(term) for term in reading.terms)
    return 1.0, math.log(says + 1) - 3, float(reading.chat), float(reading.is_question), float(not reading.has_act)


def scores_of(index: Index, reading: Reading, arms: Arms, *, with_meaning: bool) -> Floats:
    """Return how likely each skill is against none, 0 to 1."""
    weights = WEIGHTS_WITH_MEANING if with_meaning else WEIGHTS
    return with_sure_phrases(likelihood(arms.values, none_of(index, reading), weights), arms.values)


def with_sure_phrases(scores: Floats, values: Floats) -> Floats:
    """An author's phrase that is said in full counts as a request, unless its words are common ones."""
    return np.where(values[..., 5] >= SURE_PHRASE, np.maximum(scores, SURE_SCORE), scores)


def likelihood(values: Floats, none: Sequence[float], weights: Weights) -> Floats:
    """The likelihood that a linear value and that of "none" come to."""
    value = values[..., : len(weights.arms)] @ np.array(weights.arms) - float(np.dot(none, weights.none))
    return np.asarray(1 / (1 + np.exp(-np.clip(value, -50, 50))))


def match(
    index: Index,
    reading: Reading,
    *,
    threshold: float,
    most: int,
    cosines: NDArray[np.floating] | None = None,
    among: NDArray[np.bool_] | None = None,
) -> tuple[list[Match], list[Denied]]:
    """Return up to `most` skills from `threshold` on, the likeliest first, and those a negative phrase kept away.

    `among` leaves out skills; equally likely ones keep the order of the catalogue.
    """
    if not len(index) or most < 1:
        return [], []
    arms = arms_of(index, reading, cosines)
    scores = scores_of(index, reading, arms, with_meaning=cosines is not None)
    chosen = (scores >= threshold) & index.live
    if among is not None:
        chosen &= among
    found: list[Match] = []
    denied: list[Denied] = []
    for at in sorted(np.flatnonzero(chosen), key=lambda at: -scores[at]):
        if phrase := _denial(index, int(at), reading):
            denied.append(Denied(index.skills[at].key, float(scores[at]), phrase))
        elif len(found) < most:
            found.append(_explained(index, int(at), reading, arms, float(scores[at]), cosines is not None))
    return found, denied


def _denial(index: Index, at: int, reading: Reading) -> str:
    skill = index.skills[at]
    for terms, text in zip(skill.negatives, skill.negative_texts, strict=True):
        if all(word in reading.words for word in terms):
            return text
    return ""


SHOWN: Final = 5
"""Words and concepts that a reason names."""


def _explained(index: Index, at: int, reading: Reading, arms: Arms, score: float, with_meaning: bool) -> Match:
    weights = WEIGHTS_WITH_MEANING if with_meaning else WEIGHTS
    skill = index.skills[at]
    parts = arms.values[at, : len(weights.arms)] * np.array(weights.arms)
    book = glossary()
    words = sorted((term for term in reading.terms if term in skill.words), key=index.rarity_of, reverse=True)
    concepts = [number for number in reading.concepts if number in skill.concepts]
    concepts.sort(key=lambda number: -index.concept_rarity[number])
    number = arms.phrases.get(at)
    return Match(
        key=skill.key,
        score=round(score, 4),
        arm=_ARMS[int(parts.argmax())],
        phrase="" if number is None else skill.phrase_texts[number],
        words=tuple(words[:SHOWN]),
        concepts=tuple(book.concepts[number].name for number in concepts[:SHOWN]),
    )
