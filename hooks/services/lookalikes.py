"""One spelling for letters that look alike, so that a text is known again however it was typed."""

import re
from typing import Final

from hooks.screening.folding import fold, unmask

_WORD: Final = re.compile(r"[^\W\d_]+")
_LATIN: Final = re.compile("[A-Za-z]")
_OTHER: Final = re.compile("[\u0370-\u052f]")
# Capitals of Greek and Cyrillic that look like a Latin one, while their small letters look like another or like none.
_CAPITALS: Final = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕКМНОРСТУХІЈЅ", "ABEZHIKMNOPTYXABEKMHOPCTYXIJS")
_SMALL: Final = str.maketrans("н", "h")


def skeleton(text: str) -> str:
    """Return `text` folded as the injection screen folds it, with every Greek and Cyrillic look-alike made Latin.

    Case, accents, width, compatibility forms and invisible characters are gone. Whole words of look-alikes are turned,
    too, so that words of Russian and Greek may come out as the Latin letters they resemble: the result is for
    comparing, never for reading.
    """
    if text.isascii():
        return text.lower()
    return unmask(fold(latin_capitals(text)).text).translate(_SMALL)


def latin_capitals(text: str) -> str:
    """Return `text` with the Greek and Cyrillic capitals in words that hold Latin letters, too, made Latin.

    To be done before anything that changes case: what their small letters look like is another letter or none.
    """
    return text if text.isascii() else _WORD.sub(_capitals, text)


def _capitals(found: re.Match[str]) -> str:
    word = found[0]
    return word.translate(_CAPITALS) if _OTHER.search(word) and _LATIN.search(word) else word
