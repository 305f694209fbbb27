"""BM25 over short texts, for looking skills up by words."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Final

from kirocrew.base.analysis import analyse, query_terms

K1: Final = 1.2
B: Final = 0.75


class Bm25:
    """Texts to search in; made once, never changed."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._counts = [Counter(analyse(text)) for text in texts]
        self._lengths = [counts.total() for counts in self._counts]
        self._usual = max(sum(self._lengths) / max(len(texts), 1), 1.0)
        having: Counter[str] = Counter()
        for counts in self._counts:
            having.update(counts.keys())
        total = len(texts)
        self._rarity = {word: math.log((total - n + 0.5) / (n + 0.5) + 1) for word, n in having.items()}

    def scores(self, query: str) -> list[float]:
        """Return the score of each text, 0 where no word of the query stands in it."""
        words = [word for word in query_terms(query) if word in self._rarity]
        return [self._score(words, at) for at in range(len(self._counts))]

    def _score(self, words: list[str], at: int) -> float:
        counts, norm = self._counts[at], K1 * (1 - B + B * self._lengths[at] / self._usual)
        return sum(
            self._rarity[word] * counts[word] * (K1 + 1) / (counts[word] + norm) for word in words if counts[word]
        )
