"""Quotations: how a refused value is found inside other texts, when only its fingerprint is left.

The fingerprints of all rows of units of a text are compared with those of refused values of the same length. A value
that is short or common is quoted by accident all the time, so it counts only near the words it was refused under.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from kirocrew.base.spellings import simplified, spellings
from kirocrew.base.stopwords import ANY_LANGUAGE
from kirocrew.base.text import fold
from memory.gate.units import Unit, joined, units_of, window_forms
from memory.gate.versions import says_version

LONGEST: Final = 12  # units of a text that is looked for as a whole
PART: Final = 8  # words and numbers of the rows in which a longer one is looked for; of single characters LONGEST
EVERY: Final = 4  # units from one such row to the next: eleven words that are quoted one after the other hold one
ROWS: Final = 80  # of one refused text
LONG_WORDS: Final = 4  # words and numbers from which a value is no accident
LONG_LETTERS: Final = 20  # letters from which it is none, however few the words
LONG_SINGLES: Final = 8  # characters of Chinese, Japanese, Korean, Thai and the like from which it is none
RARE_DIGITS: Final = 6  # digits of a number that is no accident: an account, a telephone number
SENTENCE: Final = 6  # units of a sentence of a long text from which it is looked for on its own
SENTENCES: Final = 20  # of one refused text
NEAR: Final = 12  # units before and after a short quotation in which its words may stand
_END: Final = re.compile(r"(?<=[.!?。！？；;\n])\s*")
# Words of more letters than this are compared without their ending.
_STEM: Final = 4
_ENDING: Final = 3
COMMON: Final = frozenset(
    """
    yes no true false on off none null never always maybe ok okay good bad new old high low open closed left right
    ja nein oui non si nao sim an aus da nul verdadero falso wahr falsch vrai faux
    是 否 对 對 错 錯 有 无 無 开 開 关 關 はい いいえ 네 아니요 예 co khong dung sai
    """.split()
)


@dataclass(frozen=True, slots=True)
class Quote:
    """A row of units to be looked for: its forms, its length, and how much must speak for it (`Care`)."""

    forms: tuple[str, ...]
    units: int
    care: int


@dataclass(frozen=True, slots=True)
class Context:
    """The words under which a value was refused, each in its spellings.

    One or all of them must stand near a short quotation.
    """

    words: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, *, key: str, subject: str, predicate: str) -> "Context":
        """The words of a key's last parts, of the subject and of the predicate, without those of no content."""
        last = key.split(".", 1)[-1].replace("_", " ").replace(".", " ")
        words = dict.fromkeys(
            _word_forms(part)
            for text in (last, subject, predicate)
            for part in text.replace("_", " ").split()
            if fold(part) not in ANY_LANGUAGE
        )
        return cls(tuple(word for word in words if word))

    def speaks_for(self, units: Sequence[Unit], start: int, end: int, *, care: int) -> bool:
        """Whether enough of the words stand near the units from `start` to `end` of a text."""
        if care == 0:
            return True
        if not self.words:
            return False
        beside = [*units[max(0, start - NEAR) : start], *units[end : end + NEAR]]
        words = [unit.form for unit in beside]
        run = "".join(words)
        there = [
            any(_is_part(form, run) or any(_same_word(form, word) for word in words) for form in forms)
            for forms in self.words
        ]
        return any(there) if care == 1 else all(there)


def quotes_of(value: Any, *, is_version: bool = False) -> list[Quote]:
    """What is looked for in other texts once this value is refused; `is_version` where its key or subject says so."""
    found: dict[tuple[tuple[str, ...], int], Quote] = {}
    for spelling in spellings(value):
        rows = [row for text, known in _leaves(spelling, is_version) for row in _rows(text, is_version=known)]
        for units in rows[:ROWS]:
            quote = Quote(tuple(window_forms(units)), len(units), care_of(units))
            found.setdefault((quote.forms, quote.units), quote)
    return list(found.values())


def care_of(units: Sequence[Unit]) -> int:
    """How much must speak for a quotation of these units: nothing (0), one word near it (1), or all of them (2)."""
    words = [unit for unit in units if unit.kind in ("word", "number")]
    singles = sum(unit.kind == "single" for unit in units)
    letters = sum(len(unit.form) for unit in words if unit.kind == "word")
    if len(words) >= LONG_WORDS or letters >= LONG_LETTERS or singles >= LONG_SINGLES or any(map(_is_rare, units)):
        return 0
    text = joined([(unit.form, "word") for unit in units])
    return 2 if text in COMMON or (letters + 2 * singles <= 2 and len(units) <= 2) else 1


def windows(units: Sequence[Unit], lengths: Sequence[int]) -> Iterator[tuple[int, int, tuple[Unit, ...]]]:
    """Every row of units of one of the lengths: where it starts, where it ends, and the row."""
    for length in lengths:
        for start in range(len(units) - length + 1):
            yield start, start + length, tuple(units[start : start + length])


def _rows(text: str, *, is_version: bool) -> Iterator[list[Unit]]:
    """The rows of units a text is known by: all of a short one, the beginnings of its sentences, and its parts."""
    whole = units_of(text, is_version=is_version)
    if not whole:
        return
    yield whole[:LONGEST]
    for sentence in _END.split(text)[:SENTENCES] if len(whole) > LONGEST else ():
        units = units_of(sentence, is_version=is_version)
        if len(units) >= SENTENCE:
            yield units[:LONGEST]
    part = LONGEST if 2 * sum(unit.kind == "single" for unit in whole) > len(whole) else PART
    if len(whole) > part:
        yield whole[-part:]
        for start in range(0, len(whole) - part, EVERY):
            yield whole[start : start + part]


def _leaves(value: Any, is_version: bool) -> Iterator[tuple[str, bool]]:
    """The texts in a value, and whether each is a version.

    Of a list or an object only those that are no accident: the rest means little alone.
    """
    if isinstance(value, str):
        yield value, is_version
    elif isinstance(value, bool) or value is None:
        return
    elif isinstance(value, int | float):
        yield str(value), False  # 3.0 may have been meant as 3
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from _telling(item, is_version or says_version(fold(simplified(str(name)))))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _telling(item, is_version)


def _telling(item: Any, is_version: bool) -> Iterator[tuple[str, bool]]:
    for text, known in _leaves(item, is_version):
        if care_of(units_of(text, is_version=known)) == 0:
            yield text, known


def _is_rare(unit: Unit) -> bool:
    return unit.kind == "day" or (unit.kind == "number" and sum(map(str.isdigit, unit.form)) >= RARE_DIGITS)


def _same_word(word: str, other: str) -> bool:
    """Whether two words are the same but for their ending."""
    if word == other:
        return True
    shorter, longer = sorted((word, other), key=len)
    return len(shorter) >= _STEM and longer.startswith(shorter) and len(longer) - len(shorter) <= _ENDING


def _is_part(word: str, run: str) -> bool:
    return not word.isascii() and word in run


def _word_forms(word: str) -> tuple[str, ...]:
    """A word as the units of a text show it: in each of its spellings, and as it was read under the old scheme."""
    units = [units_of(spelling) for spelling in spellings(word)] + [units_of(word, is_old=True)]
    return tuple(dict.fromkeys(form for row in units if (form := "".join(unit.form for unit in row))))
