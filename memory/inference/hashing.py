"""An embedder without a model: words hashed into a vector. It knows spelling only, no meaning; for tests and
trials."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Sequence

import numpy as np

from .base import Kind, Vectors, normalised
from .models import SpaceKey

DIMENSION = 256
WINDOW = 4096  # words; hashing has no real limit
# Scripts written without spaces: their words are taken as pairs of neighbouring characters.
UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u0e00-\u0e7f\U00020000-\U0003ffff]+")
PIECE = re.compile(rf"{UNSPACED.pattern}|\w+|[^\w\s]", re.UNICODE)


def features(text: str) -> Iterator[str]:
    """Case-folded words; pairs of characters in scripts without spaces; single signs and emoji."""
    for piece in PIECE.findall(unicodedata.normalize("NFKC", text).casefold()):
        if UNSPACED.fullmatch(piece) and len(piece) > 1:
            yield from (piece[at : at + 2] for at in range(len(piece) - 1))
        else:
            yield piece


class HashEmbedder:
    """Signed feature hashing; the same text gives the same vector on every machine."""

    space = SpaceKey("hash@1", DIMENSION)
    ready = True
    window = WINDOW

    def count_tokens(self, text: str) -> int:
        return sum(1 for _ in features(text))

    def embed(self, texts: Sequence[str], *, kind: Kind = "passage") -> Vectors:
        dimension = self.space.dimension
        vectors = np.zeros((len(texts), dimension), np.float32)
        for row, text in zip(vectors, texts, strict=True):
            for feature in features(text):
                number = int.from_bytes(hashlib.blake2b(feature.encode("utf-8", "replace"), digest_size=8).digest())
                row[number % dimension] += 1 if number >> 63 else -1
            if not row.any():  # nothing but spaces, or words that cancel each other
                row[0] = 1
        return normalised(vectors) if len(texts) else vectors


class WideHashEmbedder(HashEmbedder):
    """The same into twice as many dimensions: another space, to try a change of models without one."""

    space = SpaceKey("hash-wide@1", 2 * DIMENSION)


HASHING: dict[str, type[HashEmbedder]] = {"hash": HashEmbedder, "hash-wide": WideHashEmbedder}
"""The embedders without a file, by the names they are asked for by."""
