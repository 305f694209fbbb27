"""Word stems and the guess which language they belong to."""

import re
import threading
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import Stemmer

from kirocrew.base.stopwords import BY_LANGUAGE, ENGLISH, ENGLISH_TOO
from kirocrew.base.text import fold

MAX_STEMMED: Final = 40
"""Letters of the longest word that is stemmed; longer ones are keys and hashes, not words."""
MIN_STEMMED: Final = 3
_HINT_VOTES: Final = 2
_SURE_VOTES: Final = 2

_NO_LETTERS: Final = re.compile(r"[\d_]")
_LATIN: Final = re.compile("[a-z\u00df-\u024f\u1e00-\u1eff]")
_BY_SCRIPT: Final = (
    (re.compile("[\u0400-\u052f]"), "russian"),
    (re.compile("[\u0370-\u03ff\u1f00-\u1fff]"), "greek"),
    (re.compile("[\u0620-\u064a\u0671-\u06d3]"), "arabic"),
    (re.compile("[\u0900-\u0963\u0970-\u097f]"), "hindi"),
    (re.compile("[\u0b80-\u0bff]"), "tamil"),
    (re.compile("[\u0531-\u0587]"), "armenian"),
)
_VIETNAMESE: Final = re.compile("[ơưđ\u1ea1-\u1ef9]")
_HINTS: Final = (
    (re.compile("ß"), "german"),
    (re.compile("[äöü]"), "german"),
    (re.compile("[ñ¿¡]"), "spanish"),
    (re.compile("[ãõ]"), "portuguese"),
    (re.compile("[ğşı]"), "turkish"),
    (re.compile("å"), "swedish"),
    (re.compile("[œèêùû]"), "french"),
    (re.compile("[ìò]"), "italian"),
)


# Endings that many words of one language have and few of the others; a question is often a single noun.
_ENDINGS: Final = (
    (re.compile(r"[a-zäöü]{4}(?:ung|ungen|keit|keiten|heiten|schaft|schaften|ische[nrs]?|liche[nrs]?)\b"), "german"),
    (re.compile(r"[a-z]{3}(?:ciones|idades|amente)\b"), "spanish"),
    (re.compile(r"[a-z]{3}(?:zione|zioni)\b"), "italian"),
    (re.compile(r"[a-z]{3}(?:heid|heden|ingen)\b"), "dutch"),
    (re.compile(r"[a-z]{3}(?:ningar|ningen|heter)\b"), "swedish"),
)


def _electors() -> dict[str, tuple[str, ...]]:
    electors: dict[str, list[str]] = {word: ["english"] for word in ENGLISH | ENGLISH_TOO}
    for language, words in BY_LANGUAGE.items():
        for word in words:
            electors.setdefault(word, []).append(language)
    return {word: tuple(languages) for word, languages in electors.items()}


_ELECTORS: Final = _electors()


class _Stemmers(threading.local):
    """Snowball stemmers of one thread: they keep the word they work on in themselves."""

    def __init__(self) -> None:
        self._made: dict[str, Any] = {}

    def stem(self, word: str, language: str) -> str:
        if language not in self._made:
            self._made[language] = Stemmer.Stemmer(language)
        stemmed: str = self._made[language].stemWord(word)
        return stemmed


_stemmers: Final = _Stemmers()


def language_of(words: Sequence[str]) -> tuple[str, bool]:
    """Return (language, sure) of words in Latin script; ("", False) for English and unknown ones.

    Counts stop words, and letters few other languages have; without any of them, endings of words. One vote is
    enough to try another stem, `sure` needs two.
    """
    votes: Counter[str] = Counter()
    lower = " ".join(words).lower()
    for languages in filter(None, map(_ELECTORS.get, lower.split(" "))):
        for language in languages:
            votes[language] += 1
    letters = "" if lower.isascii() else "".join(word for word in words if not word.isascii()).lower()
    if letters:
        if _VIETNAMESE.search(letters):
            return "vietnamese", True
        votes.update({language: _HINT_VOTES for hint, language in _HINTS if hint.search(letters)})
    if not votes:
        votes.update(language for ending, language in _ENDINGS if ending.search(lower))
    english = votes.pop("english", 0)
    if not votes:
        return "", False
    language, most = votes.most_common(1)[0]
    return (language, most >= _SURE_VOTES) if most > english else ("", False)


def stems(word: str, language: str) -> tuple[str, ...]:
    """Return the folded stems of one lower-case word: by its script, then by the `language` where it differs.

    Latin script always has its English stem, so that a text and a query meet whatever they were taken for.
    """
    folded = fold(word)
    if not MIN_STEMMED <= len(folded) <= MAX_STEMMED or _NO_LETTERS.search(folded):
        return (folded,)
    if not _LATIN.match(folded):
        return (_stem_by_script(word, folded),)
    first = _stemmers.stem(folded, "english") if folded.isascii() else folded
    if not language or language == "vietnamese":
        return (first,)
    # Snowball's rules for other languages look at accents, so the stem comes before the folding.
    other = fold(_stemmers.stem(word, language))
    return (first,) if other == first else (first, other)


def _stem_by_script(word: str, folded: str) -> str:
    for letters, language in _BY_SCRIPT:
        if letters.match(folded):
            stemmed = fold(_stemmers.stem(folded, language))
            return stemmed or folded
    return folded
