"""Differences of two texts, word by word."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

from kirocrew.base.text import cut

TOKENS_MAX: Final = 4_000
"""Tokens of both texts together that are compared by word."""
PAIRS_MAX: Final = 300_000
"""Pairs of equal tokens, one of each text, that are compared by word: difflib looks at all of them, again and again."""

STAYS_SHOWN: Final = 120
"""Characters that are shown of a long stretch that stays, on each side of what changes."""
STAYS_WHOLE: Final = 3 * STAYS_SHOWN

# A run of letters and digits of a script that puts spaces between words, with their accents, one ideograph, kana or
# Hangul syllable, a run of spaces, a flag, or one other character with all that is joined to it: a family is one emoji.
_TOKEN: Final = re.compile(
    r"[぀-ヿ㐀-䶿一-鿿가-힯豈-﫿]|(?:[^\W぀-ヿ㐀-䶿一-鿿가-힯豈-﫿]|(?<=\w)[\u0300-\u036f])+|\s+"
    r"|[\U0001f1e6-\U0001f1ff]{2}"
    r"|.(?:[\ufe0e\ufe0f\u20e3\u0300-\u036f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]|\u200d.)*",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text that is the `same`, was taken out (`del`), put in (`ins`), is a `mark` of the gate, or `fold`:
    it stands for a long stretch that stays."""

    kind: str
    text: str


def word_diff(old: str, new: str) -> list[Piece]:
    """Return the pieces of old and new in reading order; where the two differ in more than can be compared, that comes
    whole, old before new."""
    if old == new:
        return [Piece("same", new)] if new else []
    if not old or not new:
        return [Piece("ins", new)] if new else [Piece("del", old)]
    first, second = _TOKEN.findall(old), _TOKEN.findall(new)
    start = _shared(first, second)
    end = _shared(first[start:][::-1], second[start:][::-1])
    middle = _middle(first[start : len(first) - end], second[start : len(second) - end])
    around = (Piece("same", "".join(first[:start])), *middle, Piece("same", "".join(first[len(first) - end :])))
    return [piece for piece in around if piece.text]


def shortened(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces with long stretches that stay folded, so that a change far down in a long text is seen at once."""
    if all(piece.kind == "same" for piece in pieces):
        return list(pieces)
    found: list[Piece] = []
    for number, piece in enumerate(pieces):
        if piece.kind != "same" or len(piece.text) <= STAYS_WHOLE:
            found.append(piece)
            continue
        head = cut(piece.text, STAYS_SHOWN) if number else ""
        kept = cut(piece.text, len(piece.text) - STAYS_SHOWN) if number < len(pieces) - 1 else piece.text
        tail = piece.text[len(kept) :]
        gone = len(piece.text) - len(head) - len(tail)
        around = (Piece("same", head), Piece("fold", f" … {gone:,} characters stay … "), Piece("same", tail))
        found += [part for part in around if part.text]
    return found


def _shared(first: Sequence[str], second: Sequence[str]) -> int:
    """How many tokens the two begin with alike."""
    pairs = zip(first, second, strict=False)
    return next((number for number, (one, other) in enumerate(pairs) if one != other), min(len(first), len(second)))


def _middle(first: list[str], second: list[str]) -> list[Piece]:
    if len(first) + len(second) > TOKENS_MAX or _pairs(first, second) > PAIRS_MAX:
        return [Piece("del", "".join(first)), Piece("ins", "".join(second))]
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
