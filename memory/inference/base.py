"""What every embedder is, and the checks its vectors pass before anyone compares them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from .models import SpaceKey

Vectors = NDArray[np.float32]
Kind = Literal["query", "passage"]


class EmbeddingError(Exception):
    """No usable vectors could be made; the message says why. Keyword recall is not touched by it."""


class ModelAbsentError(EmbeddingError):
    """The library or the model's file is not there; the message says how to get it."""


class Embedder(Protocol):
    """Turns texts into vectors of one space. Safe to use from several threads."""

    @property
    def space(self) -> SpaceKey:
        """The space its vectors belong to."""

    @property
    def ready(self) -> bool:
        """Whether ``embed`` answers now."""

    @property
    def window(self) -> int:
        """Tokens of one text that the model was trained to take in; split longer texts (see ``chunks``)."""

    def count_tokens(self, text: str) -> int:
        """How many tokens of the window ``text`` takes, markers included."""

    def embed(self, texts: Sequence[str], *, kind: Kind = "passage") -> Vectors:
        """Vectors of length 1, float32, shape ``(len(texts), dimension)``; ``(0, dimension)`` for no texts.

        Raises EmbeddingError when the model fails or its vectors are not numbers."""


def normalised(vectors: Vectors) -> Vectors:
    """Rows scaled to length 1. Raises EmbeddingError for a row that is not finite or has no direction."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    if not np.isfinite(vectors).all() or not (lengths > 0).all():
        raise EmbeddingError("the model returned a vector that is not a number or has no direction")
    return np.ascontiguousarray(vectors / lengths, dtype=np.float32)
