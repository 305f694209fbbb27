"""Differences of two texts, word by word."""

import re
from collections import Counter
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

TOKENS_MAX: Final = 4_000
"""Tokens of both texts together that are compared by word."""
PAIRS_MAX: Final = 300_000
"""Pairs of equal tokens, one of each text, that are compared by word: difflib looks at all of them, again and again."""

# A run of letters and digits of a script that puts spaces between words, one ideograph, kana or Hangul syllable,
# a run of spaces, or one other character.
_TOKEN: Final = re.compile(r"[぀-ヿ㐀-䶿一-鿿가-힯豈-﫿]|[^\W぀-ヿ㐀-䶿一-鿿가-힯豈-﫿]+|\s+|.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text that is the `same`, was taken out (`del`), put in (`ins`), or is a `mark` of the gate."""

    kind: str
    text: str


def word_diff(old: str, new: str) -> list[Piece]:
    """Return the pieces of old and new in reading order; texts too long to compare come whole, old before new."""
    if old == new:
        return [Piece("same", new)] if new else []
    if not old or not new:
        return [Piece("ins", new)] if new else [Piece("del", old)]
    first, second = _TOKEN.findall(old), _TOKEN.findall(new)
    if len(first) + len(second) > TOKENS_MAX or _pairs(first, second) > PAIRS_MAX:
        return [Piece("del", old), Piece("ins", new)]
    pieces: list[Piece] = []
    for kind, a1, a2, b1, b2 in SequenceMatcher(None, first, second, autojunk=False).get_opcodes():
        if kind == "equal":
            pieces.append(Piece("same", "".join(first[a1:a2])))
            continue
        pieces += [Piece("del", "".join(first[a1:a2]))] if a2 > a1 else []
        pieces += [Piece("ins", "".join(second[b1:b2]))] if b2 > b1 else []
    return pieces


def _pairs(first: list[str], second: list[str]) -> int:
    counts = Counter(second)
    return sum(number * counts[token] for token, number in Counter(first).items())
