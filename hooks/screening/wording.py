"""What the model looks at: short pieces of a folded text, their terms, and the concepts spoken of in them.

A piece is about a sentence. Pieces are cut from the front, so that text added behind leaves the earlier ones as they
were, and a window is a piece alone or with the next: a short order in a long text is judged by itself.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from .concepts import NAMES
from .lexicon import GLUED, Hit

MAX_PIECE = 220  # characters; a longer sentence is cut at a blank
WINDOW_PIECES = 2
WINDOW_REACH = 250  # characters a window of several pieces may have
LONGEST_TOKEN = 24  # letters of a word that count
GRAM = 4  # letters of the parts a word is cut into
DENSE_GRAMS = (1, 2, 3)  # characters of the parts where no blanks stand between words
MAX_DIGITS = 4

BREAK = re.compile(r"[.!?]+(?=[\s\"'»”)\]*]|$)|[。！？；।؟]+|\n+")
TOKEN = re.compile(rf"[^\W{GLUED}]+|[{GLUED}]+|[^\w\s]")
DENSE = re.compile(f"[{GLUED}]")
EDGE = "^"  # stands before the first word
GLUED_EDGE = "~"  # stands for a run without blanks

Span = tuple[int, int]


def pieces_of(text: str) -> list[Span]:
    """Where the pieces of a folded text begin and end; pieces without a visible character are left out."""
    spans: list[Span] = []
    at = 0
    for found in BREAK.finditer(text):
        spans += cut(text, at, found.end())
        at = found.end()
    return spans + cut(text, at, len(text))


def cut(text: str, start: int, end: int) -> list[Span]:
    parts: list[Span] = []
    while end - start > MAX_PIECE:
        blank = text.rfind(" ", start + MAX_PIECE // 2, start + MAX_PIECE) + 1
        stop = blank or start + MAX_PIECE
        parts.append((start, stop))
        start = stop
    if text[start:end].strip():
        parts.append((start, end))
    return parts


def windows_of(spans: list[Span]) -> Iterator[tuple[int, int]]:
    """First and last piece of every window."""
    for first, (start, _) in enumerate(spans):
        for last in range(first, min(first + WINDOW_PIECES, len(spans))):
            if last > first and spans[last][1] - start > WINDOW_REACH:
                break
            yield first, last


def terms_of(piece: str) -> Iterator[str]:
    """The terms of a piece: ``w:`` a word, ``c:`` a part of one, ``b:`` and ``s:`` words after each other, ``d:``
    characters of scripts without blanks."""
    before, last = EDGE, EDGE
    for token in tokens_of(piece):
        if DENSE.match(token):
            yield from dense_terms(token)
            before, last = last, GLUED_EDGE
            continue
        yield from word_terms(token)
        yield f"b:{last} {token}"
        yield f"s:{before} * {token}"
        before, last = last, token


def tokens_of(piece: str) -> Iterator[str]:
    """Words, runs of scripts without blanks, and signs; a number is as many zeros as it has digits, four at most."""
    is_spaced = piece.isascii()
    for token in TOKEN.findall(piece):
        if token.isdigit():
            yield "0" * min(len(token), MAX_DIGITS)
        else:
            yield token[:LONGEST_TOKEN] if is_spaced or not DENSE.match(token) else token


def word_terms(token: str) -> list[str]:
    terms = [f"w:{token}"]
    if token.isalpha():
        padded = f"_{token}_"
        terms += [f"c:{padded[at : at + GRAM]}" for at in range(len(padded) - GRAM + 1)]
    return terms


def dense_terms(run: str) -> list[str]:
    return [f"d:{run[at : at + size]}" for size in DENSE_GRAMS for at in range(len(run) - size + 1)]


@lru_cache(maxsize=4096)
def concept_terms(mask: int) -> tuple[str, ...]:
    """``k:`` terms of the concepts behind a mask, alone and two by two."""
    names = [name for name, bit in NAMES.items() if mask & bit]
    pairs = [f"k:{one}+{other}" for at, one in enumerate(names) for other in names[at + 1 :]]
    return tuple([f"k:{name}" for name in names] + pairs)


def masks_of(spans: list[Span], hits: list[Hit]) -> list[int]:
    """The concepts that begin in each piece."""
    masks = [0] * len(spans)
    at = 0
    for hit in sorted(hits):
        while at < len(spans) and spans[at][1] <= hit.start:
            at += 1
        if at == len(spans):
            break
        masks[at] |= hit.mask
    return masks
