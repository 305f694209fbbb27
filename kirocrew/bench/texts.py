"""Made-up memories: the same ones on every machine, with words as unevenly frequent as in a language."""

import random
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

SEED = 20_261_129
VOCABULARY = 8_000  # words
WORDS = (12, 28)  # of one memory
CLUSTERS = 200  # topics the vectors gather around
SPREAD = 0.8  # how far a memory's vector is from its topic, in lengths of the topic's vector
DIMENSION = 384

_SYLLABLES = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "an", "er", "in", "ol", "us")]


class Texts:
    """Memories and questions about them, from one seed."""

    def __init__(self, seed: int = SEED) -> None:
        self._random = random.Random(seed)
        self._words = sorted({self._word() for _ in range(VOCABULARY * 2)})[:VOCABULARY]
        self._random.shuffle(self._words)
        self._weights = [1 / (rank + 8) for rank in range(len(self._words))]

    def memories(self, count: int, *, start: int = 0) -> Iterator[str]:
        """Texts of 12 to 28 words; the number in each makes it one of its kind."""
        for index in range(start, start + count):
            words = self._random.choices(self._words, self._weights, k=self._random.randint(*WORDS))
            yield f"{' '.join(words).capitalize()} {index}."

    def question(self, memory: str) -> str:
        """Six words of a memory, in another order."""
        words = memory.rstrip(".").lower().split()[:-1]
        return " ".join(self._random.sample(words, min(6, len(words))))

    def _word(self) -> str:
        return "".join(self._random.choice(_SYLLABLES) for _ in range(self._random.randint(2, 4)))


class Vectors:
    """Vectors of length 1 around topics, shape (n, 384), float32."""

    def __init__(self, seed: int = SEED) -> None:
        self._generator = np.random.default_rng(seed)
        self._topics = self._generator.normal(size=(CLUSTERS, DIMENSION)) / np.sqrt(DIMENSION)

    def draw(self, count: int) -> NDArray[np.float32]:
        topics = self._topics[self._generator.integers(0, CLUSTERS, count)]
        noise = self._generator.normal(size=(count, DIMENSION)) * SPREAD / np.sqrt(DIMENSION)
        vectors = topics + noise
        scaled: NDArray[np.float32] = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
        return scaled
