"""One batch through a model, in a process of its own: ``python -m memory.inference.selftest MODEL.gguf``.

A library built for another processor does not raise, it dies. Here it takes only this process along."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

SENTENCES = (
    "The cat sleeps on the warm windowsill.",
    "A kitten is dozing in the sunshine by the window.",
    "The committee postponed the vote on the new budget.",
    "Parliament delayed its decision about next year's spending.",
)
# Pairs that mean the same must beat pairs that do not by this much cosine; MiniLM reaches about 0.5.
LEAST_MARGIN = 0.1


def margin(vectors: np.ndarray) -> float:
    """Lowest cosine of the two pairs that belong together, less the highest of the four that do not."""
    cosine = vectors @ vectors.T
    return float(min(cosine[0, 1], cosine[2, 3]) - cosine[:2, 2:].max())


def main(path: str) -> int:
    from .llama import LlamaEmbedder

    embedder = LlamaEmbedder(Path(path), threads=1)
    found = margin(embedder.embed(SENTENCES))
    answer = {"dimension": embedder.space.dimension, "margin": round(found, 3)}
    sys.stdout.write(json.dumps(answer) + "\n")
    return 0 if found >= LEAST_MARGIN else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
