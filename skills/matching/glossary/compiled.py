"""The glossary as tables to look words up in."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Final

from kirocrew.base.scripts import HAN, HANGUL, KANA
from kirocrew.base.stems import language_of, stems
from kirocrew.base.text import fold, normal_form
from skills.matching.glossary.acts import ACTS
from skills.matching.glossary.business import PAPERS
from skills.matching.glossary.chat import TALK
from skills.matching.glossary.home import HOME
from skills.matching.glossary.science import MEDIA, RESEARCH
from skills.matching.glossary.software import AI, MAKING, QUALITY, RUNNING, SURFACE
from skills.matching.glossary.things import AGENTS, CODE, DATA, LIFE, MONEY, OFFICE, WEB

_THINGS: Final = (
    OFFICE, WEB, CODE, DATA, MONEY, LIFE, AGENTS,
    MAKING, QUALITY, RUNNING, AI, SURFACE, PAPERS, RESEARCH, MEDIA, HOME,
)  # fmt: skip

LANGUAGES: Final = ("en", "de", "es", "pt", "fr", "it", "zh", "ja", "ko", "vi", "id", "ru", "ar", "tr", "hi")
"""The columns of the glossary, in this order."""

ACT: Final = "act"
THING: Final = "thing"
CHAT: Final = "chat"

_BY_GUESS: Final = {
    "german": {"de"},
    "french": {"fr"},
    "spanish": {"es", "pt", "it"},
    "portuguese": {"es", "pt", "it"},
    "italian": {"es", "pt", "it"},
    "turkish": {"tr"},
    "vietnamese": {"vi"},
}
_LATIN: Final = frozenset({"de", "es", "pt", "fr", "it", "tr"})
_ACCENTED: Final = re.compile("[\u00c0-\u024f]")
_ALWAYS: Final = frozenset({"id", "ru", "ar", "hi"})
"""Languages whose words look like no English ones, or that the guess does not know."""
_STEM: Final = 5
"""Letters from which on a name is a stem: longer words that begin with it are meant, too."""
_SHORT_STEM: Final = 4
_ENDING: Final = 6
"""Letters a longer word may have beyond a stem; German words are compounds and may go on."""
_SHORT_ENDING: Final = 2
_WHOLE_WORDS: Final = frozenset({"vi", "id"})
"""Languages whose words do not change."""
_RUNS: Final = re.compile(f"[{HAN}{KANA}{HANGUL}]+")
_WORDS: Final = re.compile(r"[^\W_]+(?:[+#]+)?")
_GERMAN_ENDINGS: Final = ("", "en", "n", "s", "er", "e")
_ARTICLE: Final = "ال"
_LONGEST: Final = 5
"""Words of the longest phrase."""


@dataclass(frozen=True, slots=True)
class Concept:
    """A number, what kind of thing it is, and its English names, the first of which stands for it."""

    number: int
    kind: str
    names: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.names[0]


@dataclass(slots=True)
class Glossary:
    """Names by how they are looked up; phrases are tuples of words."""

    concepts: list[Concept] = field(default_factory=list)
    english: dict[tuple[str, ...], list[int]] = field(default_factory=dict)
    whole: dict[tuple[str, tuple[str, ...]], list[int]] = field(default_factory=dict)
    stems: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    stem_phrases: dict[str, dict[str, list[tuple[tuple[str, ...], int]]]] = field(default_factory=dict)
    unspaced: dict[str, list[int]] = field(default_factory=dict)
    longest_unspaced: int = 1

    def concepts_of(self, text: str) -> list[int]:
        """Return the numbers of the concepts named in `text`, in order, with repeats."""
        folded = fold(text)
        words = _WORDS.findall(folded)
        columns = self._columns(text)
        found = list(self._of_words(words, columns))
        if "vi" in columns:
            found += self._of_vietnamese(_WORDS.findall(normal_form(text)))
        if not text.isascii():
            for run in _RUNS.findall(folded):
                found += self._of_run(run)
        return found

    def english_of(self, numbers: list[int], most: int = 1) -> str:
        """Return up to `most` English names of each concept, each once, as one text."""
        return " ".join(dict.fromkeys(name for number in numbers for name in self.concepts[number].names[:most]))

    def kind_of(self, number: int) -> str:
        return self.concepts[number].kind

    def _columns(self, text: str) -> frozenset[str]:
        words = re.findall(r"[^\W\d_]+(?:'\w+)?", text[:2000])
        guess, _ = language_of(words)
        if not guess and _ACCENTED.search(text):  # too short to tell, and hardly English
            return _ALWAYS | _LATIN
        return _ALWAYS | _BY_GUESS.get(guess, set())

    def _of_words(self, words: list[str], columns: frozenset[str]) -> Iterator[int]:
        stemmed = [_english_stem(word) for word in words]
        at = 0
        while at < len(words):
            length, numbers = self._longest_at(words, stemmed, at, columns)
            yield from numbers
            at += max(length, 1)

    def _of_vietnamese(self, words: list[str]) -> Iterator[int]:
        """Its tones make other words (nhắc, nhạc), so here they count."""
        at = 0
        while at < len(words):
            for length in range(min(_LONGEST, len(words) - at), 0, -1):
                if numbers := self.whole.get(("vi", tuple(words[at : at + length]))):
                    yield from numbers
                    at += length
                    break
            else:
                at += 1

    def _longest_at(
        self, words: list[str], stemmed: list[str], at: int, columns: frozenset[str]
    ) -> tuple[int, list[int]]:
        for length in range(min(_LONGEST, len(words) - at), 0, -1):
            numbers = list(self.english.get(tuple(stemmed[at : at + length]), ()))
            phrase = tuple(words[at : at + length])
            for column in columns - {"vi"}:
                numbers += self.whole.get((column, phrase), ())
            for column in columns - _WHOLE_WORDS:
                numbers += self._by_stem(words[at], column) if length == 1 else self._by_stems(phrase, column)
            if numbers:
                return length, list(dict.fromkeys(numbers))
        return 0, []

    def _by_stem(self, word: str, column: str) -> list[int]:
        table = self.stems.get(column, {})
        found: list[int] = []
        shortest = len(word) - (len(word) if column == "de" else _ENDING)
        for length in range(len(word), max(shortest, _SHORT_STEM) - 1, -1):
            if length < _STEM and len(word) - length > _SHORT_ENDING:
                break
            if numbers := table.get(word[:length]):
                found += numbers
                break
        if column == "de":
            found += _last_part(word, table)
        elif column == "ar" and not found and word.startswith(_ARTICLE):
            found += table.get(word.removeprefix(_ARTICLE), ())
        return found

    def _by_stems(self, phrase: tuple[str, ...], column: str) -> Iterator[int]:
        """Phrases of stems: "язык модел" is meant by "языковые модели", too."""
        for names, number in self.stem_phrases.get(column, {}).get(_key(phrase[0], column), ()):
            if len(names) == len(phrase) and all(
                _begins(word, name, column) for word, name in zip(phrase, names, strict=True)
            ):
                yield number

    def _of_run(self, run: str) -> Iterator[int]:
        at = 0
        while at < len(run):
            for length in range(min(self.longest_unspaced, len(run) - at), 0, -1):
                if numbers := self.unspaced.get(run[at : at + length]):
                    yield from numbers
                    at += length
                    break
            else:
                at += 1


def _key(word: str, column: str) -> str:
    """What phrases of stems are found by: the beginning of their first word."""
    bare = word.removeprefix(_ARTICLE) if column == "ar" else word
    return bare[:_SHORT_STEM]


def _begins(word: str, stem: str, column: str) -> bool:
    """Whether a word is a stem with an ending."""
    if word == stem:
        return True
    if column == "ar":
        word = word.removeprefix(_ARTICLE)
    if len(stem) < _SHORT_STEM or not word.startswith(stem):
        return word == stem
    return len(word) - len(stem) <= (_ENDING if len(stem) >= _STEM else _SHORT_ENDING)


def _last_part(word: str, table: dict[str, list[int]]) -> list[int]:
    """What the last part of a German compound means, with or without an ending."""
    for start in range(_SHORT_STEM, len(word) - _STEM + 1):
        for ending in _GERMAN_ENDINGS:
            if word.endswith(ending) and (numbers := table.get(word[start : len(word) - len(ending)])):
                return numbers
    return []


@lru_cache(maxsize=16_384)
def _english_stem(word: str) -> str:
    return stems(word, "")[0] if word else word


@cache
def glossary() -> Glossary:
    """The glossary, compiled once in a process. Raises ValueError for a row with a missing column."""
    made = Glossary()
    for kind, rows in (
        (ACT, ACTS),
        *((THING, part) for part in _THINGS),
        (CHAT, TALK),
    ):
        for row in rows.strip().splitlines():
            _add(made, kind, row)
    return made


def _add(made: Glossary, kind: str, row: str) -> None:
    columns = [[name.strip() for name in column.split(",") if name.strip()] for column in row.split("|")]
    if len(columns) > len(LANGUAGES) or not columns[0]:
        raise ValueError(f"a row of the glossary has {len(columns)} columns: {row[:60]}")
    number = len(made.concepts)
    made.concepts.append(Concept(number, kind, tuple(columns[0])))
    for language, names in zip(LANGUAGES, columns, strict=False):
        for name in names:
            _add_name(made, number, language, normal_form(name) if language == "vi" else fold(name))


def _add_name(made: Glossary, number: int, language: str, name: str) -> None:
    words = tuple(_WORDS.findall(name))
    if language == "en":
        made.english.setdefault(tuple(_english_stem(word) for word in words), []).append(number)
    elif language in ("zh", "ja", "ko"):
        if any(_RUNS.search(word) for word in words):
            joined = "".join(words)
            made.unspaced.setdefault(joined, []).append(number)
            made.longest_unspaced = max(made.longest_unspaced, len(joined))
    else:
        made.whole.setdefault((language, words), []).append(number)
        if len(words) == 1 and len(name) >= _SHORT_STEM:
            made.stems.setdefault(language, {}).setdefault(name, []).append(number)
        elif len(words) > 1 and language not in _WHOLE_WORDS:
            by_start = made.stem_phrases.setdefault(language, {})
            by_start.setdefault(_key(words[0], language), []).append((words, number))
