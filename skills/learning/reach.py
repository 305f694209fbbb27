"""Which messages the phrases of a skill that is not live yet would match (facts/kirocrew.md §6.2)."""

from collections.abc import Sequence
from typing import Final

from kirocrew.base.analysis import content_words

THRESHOLD: Final = 0.7


def reaches(phrases: Sequence[str], messages: Sequence[str]) -> list[str]:
    """For each message the phrase that fits best, or an empty text where none does."""
    known = [(phrase, content_words(phrase)) for phrase in phrases]
    return [_best(known, content_words(message)) for message in messages]


def _best(known: Sequence[tuple[str, set[str]]], words: set[str]) -> str:
    scored = [(len(phrase & words) / len(phrase), text) for text, phrase in known if phrase]
    score, best = max(scored, key=lambda pair: pair[0], default=(0.0, ""))
    return best if score >= THRESHOLD else ""
