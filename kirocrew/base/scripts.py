"""Character classes of the world's scripts, spelled out as the standard `re` module needs them."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

HAN: Final = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
KANA: Final = "\u3041-\u3096\u3099\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\U0001b000-\U0001b16f"
HANGUL: Final = "\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7fb"
UNSPACED: Final = "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u0edc-\u0edf\u1000-\u103f\u1050-\u109d\u1780-\u17d3\u17dc"
"""Thai, Lao, Myanmar and Khmer letters with their marks: written without spaces between words."""

EMOJI: Final = "\u231a-\u23ff\u25aa-\u25fe\u2600-\u27bf\u2934\u2935\u2b05-\u2b55\U0001f000-\U0001faff"
SKIN_TONES: Final = "\U0001f3fb-\U0001f3ff"
FLAG_LETTERS: Final = "\U0001f1e6-\U0001f1ff"

HIRAGANA_PARTICLES: Final = "はがをにでとのもへや"
HANGUL_PARTICLES: Final = "은는이가을를의에도와과로만"

# Zero-width space and non-joiner, soft hyphen, word joiner, direction marks, variation selectors, byte-order
# mark; the joiner where it stands beside a letter and not between two emoji.
_INVISIBLE: Final = re.compile(
    "[\u00ad\u034f\u061c\u180b-\u180f\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f"
    "\ufeff\U000e0100-\U000e01ef]|\u200d(?=\\w)|(?<=\\w)\u200d"
)

# Accents of Latin, Greek and Cyrillic, Hebrew points, Arabic vowel signs and tatweel. Cyrillic й, ў and ї are
# letters of their own, Japanese voicing marks and Indic vowel signs carry meaning: these stay.
_DIACRITICS: Final = re.compile(
    "(?<![иу])\u0306|(?<!і)\u0308|[\u0300-\u0305\u0307\u0309-\u036f\u0483-\u0487\u1ab0-\u1aff\u1dc0-\u1dff"
    "\u20d0-\u20ff\ufe20-\ufe2f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f"
    "\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]"
)

_ZEROS: Final = (
    0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xE50, 0xED0, 0xF20,
    0x1040, 0x17E0, 0x1810,
)  # fmt: skip
_DIGITS: Final = {zero + value: str(value) for zero in _ZEROS for value in range(10)}
_ARABIC: Final = {ord("ٱ"): "ا", ord("ى"): "ي", ord("ی"): "ي", ord("ک"): "ك", ord("ة"): "ه"}
_FOLDED: Final = _DIGITS | _ARABIC

_BLOCKS_OF_WORDS: Final = (
    range(0x30, 0x3100), range(0x3105, 0x3130), range(0xA000, 0xAC00), range(0xFB00, 0x10000),
    range(0x10000, 0x1B000), range(0x1BC00, 0x1F000), range(0x1FBF0, 0x1FBFA),
)  # fmt: skip
"""Blocks that hold letters, digits and marks beside Han and Hangul."""


def drop_invisible(text: str) -> str:
    """Return `text` without characters nobody sees; the joiner stays between emoji only."""
    return text if text.isascii() else _INVISIBLE.sub("", text)


def fold_diacritics(text: str) -> str:
    """Return lower-case `text` in NFC without accents and vowel points; Arabic letters and digits unified."""
    bare = _DIACRITICS.sub("", unicodedata.normalize("NFD", text))
    return unicodedata.normalize("NFC", bare).translate(_FOLDED)


def is_extender(char: str) -> bool:
    """Return whether `char` belongs to the one before: combining mark, joiner, selector, skin tone, tag."""
    if char < "\u0300":
        return False
    return (
        unicodedata.category(char) in {"Mn", "Mc", "Me"}
        or char in "\u200c\u200d\u0e33\u0eb3\uff9e\uff9f"
        or "\U0001f3fb" <= char <= "\U0001f3ff"
        or "\U000e0020" <= char <= "\U000e007f"
    )


def _ranges(codes: Iterable[int]) -> str:
    """Return increasing code points as the inside of a character class."""
    spans: list[list[int]] = []
    for code in codes:
        if spans and spans[-1][1] == code - 1:
            spans[-1][1] = code
        else:
            spans.append([code, code])
    return "".join(chr(first) if first == last else f"{chr(first)}-{chr(last)}" for first, last in spans)


_OTHER_RUNS: Final = re.compile(f"[{KANA}{HANGUL}{UNSPACED}{EMOJI}]")
_MARK_CODES: Final = [
    code
    for block in _BLOCKS_OF_WORDS
    for code in block
    if code >= 0x300 and unicodedata.category(chr(code)).startswith("M")
]
MARKS: Final = _ranges(_MARK_CODES)
r"""Combining marks, which `\w` leaves out although Indic words contain them."""

LETTERS: Final = _ranges(
    sorted(
        {
            ord("_"),
            *_MARK_CODES,
            *(code for block in _BLOCKS_OF_WORDS for code in block if chr(code).isalnum()),
        }
        - {code for block in _BLOCKS_OF_WORDS for code in block if _OTHER_RUNS.match(chr(code))}
    )
)
"""What words are made of in scripts with spaces: letters, digits, marks and the underscore."""
