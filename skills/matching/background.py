"""How common words are in skills at large, so that a catalogue of three skills knows "create" for a common word."""

from typing import Final

from skills.matching.trained import BACKGROUND_SKILLS, CONCEPTS_IN, WORDS_IN

__all__ = ["BACKGROUND_SKILLS", "concept_background", "word_background"]

RARE: Final = 1.0
"""Skills of the background that have a word which is not in its list."""

_WORDS: Final = {word: float(count) for count, words in WORDS_IN.items() for word in words.split()}


def word_background(word: str) -> float:
    """In how many skills of the background a word stands."""
    return _WORDS.get(word, RARE)


def concept_background(number: int) -> float:
    """In how many skills of the background a concept is more than mentioned."""
    return float(CONCEPTS_IN[number]) if number < len(CONCEPTS_IN) else RARE
