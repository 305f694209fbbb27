"""The catalogue compiled for matching: made once when it changes, never changed, so that threads may share it."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from kirocrew.base.analysis import analyse, query_terms
from skills.matching.background import BACKGROUND_SKILLS, concept_background, word_background
from skills.matching.glossary import glossary
from skills.matching.texts import BODY, DESCRIPTION, HEADING, NAME, TRIGGER, SkillText

Floats = NDArray[np.float64]
Positions = NDArray[np.intp]
_Item = TypeVar("_Item")

K1: Final = 1.2
"""How soon a word that comes again stops to count, as in BM25."""


@dataclass(frozen=True, slots=True)
class FieldWeight:
    """How much a word of a field counts, how much the field's length takes off it (0 to 1), and the usual length in
    terms. Fixed and not the catalogue's average: a catalogue of three skills is judged as one of a thousand.
    """

    words: float
    concepts: float
    length: float
    usual: float
    usual_concepts: float


# Found by `manage.py train_triggers` trials on 338 public skills; usual lengths are their means.
FIELD_WEIGHTS: Final = {
    NAME: FieldWeight(4.0, 3.0, 0.2, 2.4, 1.0),
    TRIGGER: FieldWeight(3.0, 2.5, 0.3, 2.1, 1.0),
    DESCRIPTION: FieldWeight(2.0, 2.0, 0.5, 45.0, 11.0),
    HEADING: FieldWeight(0.6, 0.6, 0.6, 65.0, 18.0),
    BODY: FieldWeight(0.25, 0.0, 0.7, 515.0, 1.0),
}


@dataclass(frozen=True, slots=True)
class CompiledSkill:
    """One skill's words and concepts with their weighted counts, its name's words, its phrases."""

    key: str
    digest: str
    words: dict[str, float]
    concepts: dict[int, float]
    name: tuple[str, ...]
    phrases: tuple[tuple[str, ...], ...]
    phrase_texts: tuple[str, ...]
    negatives: tuple[tuple[str, ...], ...]
    negative_texts: tuple[str, ...]
    always: bool


def skill_compile(text: SkillText) -> CompiledSkill:
    """Analyse one skill. This is the slow part (about 4 ms), so it is kept as long as the skill's digest stays."""
    words: dict[str, float] = {}
    concepts: dict[int, float] = {}
    name: tuple[str, ...] = ()
    for field, content in text.fields().items():
        weight = FIELD_WEIGHTS[field]
        terms = analyse(content)
        if field == NAME:
            name = tuple(dict.fromkeys(terms))
        _add(words, Counter(terms), weight.words, weight.length, weight.usual)
        if not weight.concepts:
            continue
        meant = Counter(glossary().concepts_of(content))
        _add(concepts, meant, weight.concepts, weight.length, weight.usual_concepts)
    phrases = [(phrase, tuple(query_terms(phrase))) for phrase in text.triggers]
    negatives = [(phrase, tuple(query_terms(phrase))) for phrase in text.negative_triggers]
    return CompiledSkill(
        key=text.key,
        digest=text.digest,
        words=words,
        concepts=concepts,
        name=name,
        phrases=tuple(terms for _, terms in phrases if terms),
        phrase_texts=tuple(phrase for phrase, terms in phrases if terms),
        negatives=tuple(terms for _, terms in negatives if terms),
        negative_texts=tuple(phrase for phrase, terms in negatives if terms),
        always=text.always,
    )


def _add(into: dict[_Item, float], counts: Counter[_Item], weight: float, length: float, usual: float) -> None:
    norm = 1 - length + length * counts.total() / usual
    for item, count in counts.items():
        into[item] = into.get(item, 0.0) + weight * count / norm


class Index:
    """The compiled skills as tables: for each word the skills that have it, and how strongly (0 to K1 + 1)."""

    __slots__ = ("concept_rarity", "concepts", "live", "names", "phrases", "positions", "rarity", "skills", "words")

    def __init__(self, skills: Sequence[CompiledSkill]) -> None:
        self.skills: Final = tuple(skills)
        self.positions: Final = {skill.key: at for at, skill in enumerate(self.skills)}
        self.live: Final = np.array([not skill.always for skill in self.skills], dtype=bool)
        self.rarity: Final = _rarity(self.skills)
        self.words: Final = _postings(self.skills)
        self.concept_rarity, self.concepts = _concept_table(self.skills)
        self.names: Final = self._name_shares()
        self.phrases: Final = self._phrase_table()

    def __len__(self) -> int:
        return len(self.skills)

    def rarity_of(self, word: str) -> float:
        """How much a word says, 0 for one that every skill has; a word nobody has counts as the rarest."""
        return self.rarity.get(word) or rarity(word_background(word), len(self))

    def _name_shares(self) -> dict[str, tuple[Positions, Floats]]:
        """For each word of names: the skills, and which share of what their name says it makes (0 to 1)."""
        found: dict[str, list[tuple[int, float]]] = {}
        for at, skill in enumerate(self.skills):
            total = sum(self.rarity_of(word) for word in skill.name)
            for word in skill.name:
                found.setdefault(word, []).append((at, self.rarity_of(word) / total))
        return {word: _columns(rows) for word, rows in found.items()}

    def _phrase_table(self) -> dict[str, list[tuple[int, int]]]:
        """For each word: (skill, phrase) where it stands."""
        found: dict[str, list[tuple[int, int]]] = {}
        for at, skill in enumerate(self.skills):
            for number, terms in enumerate(skill.phrases):
                for word in terms:
                    found.setdefault(word, []).append((at, number))
        return found


def rarity(having: float, skills: int) -> float:
    """BM25's IDF over the catalogue and the background together."""
    total = skills + BACKGROUND_SKILLS
    return math.log(max(total - having + 0.5, 0.5) / (having + 0.5) + 1)


def _rarity(skills: Sequence[CompiledSkill]) -> dict[str, float]:
    having: Counter[str] = Counter()
    for skill in skills:
        having.update(skill.words.keys())
    return {word: rarity(count + word_background(word), len(skills)) for word, count in having.items()}


def _postings(skills: Sequence[CompiledSkill]) -> dict[str, tuple[Positions, Floats]]:
    found: dict[str, list[tuple[int, float]]] = {}
    for at, skill in enumerate(skills):
        for word, count in skill.words.items():
            found.setdefault(word, []).append((at, count * (K1 + 1) / (K1 + count)))
    return {word: _columns(rows) for word, rows in found.items()}


def _columns(rows: list[tuple[int, float]]) -> tuple[Positions, Floats]:
    return np.array([at for at, _ in rows], dtype=np.intp), np.array([value for _, value in rows], dtype=np.float64)


def _concept_table(skills: Sequence[CompiledSkill]) -> tuple[Floats, Floats]:
    """Rarity of each concept, and for each concept and skill how strongly it stands there."""
    table = np.zeros((len(glossary().concepts), len(skills)))
    for at, skill in enumerate(skills):
        for number, count in skill.concepts.items():
            table[number, at] = count
    having = (table > _INCIDENTAL).sum(axis=1)
    values = [rarity(float(count) + concept_background(at), len(skills)) for at, count in enumerate(having)]
    return np.array(values), table * (K1 + 1) / (K1 + table)


_INCIDENTAL: Final = 0.5
"""Weighted count up to which a concept is only mentioned in a body."""
