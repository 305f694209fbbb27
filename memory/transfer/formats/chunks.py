"""Cut long text where a reader would: between paragraphs, lines or sentences, never inside a character."""

import re
from collections.abc import Iterator
from unicodedata import east_asian_width

from kirocrew.base.text import cut

# The episode limits of the gate, in characters.
EPISODE_MIN_CHARS = 10
EPISODE_MAX_CHARS = 2_000

# From the best place to the worst: after a blank line, a line, a sentence, a clause, a word.
_BREAKS = tuple(
    re.compile(pattern)
    for pattern in (
        r"\n\s*\n",
        r"\n",
        r"(?<=[.!?…])\s+|(?<=[。！？])(?![」』）】”’])",
        r"(?<=[;:,])\s+|(?<=[；：，、])",
        r"\s+",
    )
)
# A piece shorter than this share of the limit is not worth a better breaking place.
_SMALLEST_SHARE = 0.4


def weight(text: str) -> int:
    """How much a text can say, in Latin letters: a character of Chinese, Japanese or Korean, or an emoji, is two."""
    return len(text) + sum(_is_wide(char) for char in text)


def _is_wide(char: str) -> bool:
    """As the gate counts, and half-width letters of these scripts as well."""
    return "\u1100" <= char <= "\u11ff" or "\u2e80" <= char <= "\uffdc" or east_asian_width(char) in "WF"


def split_text(text: str, limit: int = EPISODE_MAX_CHARS) -> Iterator[str]:
    """Yield `text` in stripped pieces of at most `limit` characters; only white space between them is lost."""
    text, at = text.strip(), 0
    while len(text) - at > limit:
        window = text[at : at + limit + 1]
        end = _end(window, limit)
        if piece := window[:end].strip():
            yield piece
        at += end
    if piece := text[at:].strip():
        yield piece


def _end(window: str, limit: int) -> int:
    for pattern in _BREAKS:
        ends = [match.end() for match in pattern.finditer(window, 0, limit)]
        if ends and ends[-1] >= limit * _SMALLEST_SHARE:
            return _boundary(window, ends[-1])
    return _boundary(window, limit)


def _boundary(window: str, end: int) -> int:
    # A single character can be longer than any limit when marks are piled on it; it is cut then.
    return len(cut(window, end)) or end
