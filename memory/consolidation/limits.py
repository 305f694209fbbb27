"""Numbers of consolidation, with their units. What the owner tunes is in memory/services/settings.py."""

from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Final

SPAN_TURNS: Final = 200
"""Turns that one pass reads; what is left waits for the next."""
SPAN_CHARACTERS: Final = 24_000
"""Characters of all turns that one pass reads, less for a model with a small window."""
TURN_CHARACTERS: Final = 4_000
"""Characters of one turn that a model is shown. Whether a turn holds the words quoted is asked of the whole turn."""
KNOWN_CHARACTERS: Final = 65_536
"""Characters of what is known already that a model is shown, newest first (facts/kirocrew.md §5.2)."""

QUOTE_WEIGHT: Final = 4
"""Least weight of the words quoted, wide characters counted twice: fewer stand in any turn."""


@dataclass(frozen=True, slots=True)
class Caps:
    """The most that one answer holds: items of each kind, and characters of their parts."""

    facts: int
    episodes: int
    lessons: int
    value: int
    text: int
    rule: int
    quote: int
    entry: int
    tags: int


FULL: Final = Caps(facts=20, episodes=10, lessons=10, value=500, text=600, rule=300, quote=300, entry=2_000, tags=5)
"""facts/kirocrew.md §5.2."""
SMALL: Final = Caps(facts=5, episodes=3, lessons=2, value=200, text=300, rule=200, quote=120, entry=600, tags=3)
"""For a small window: a small model fills whatever it may, and an answer that is cut off is lost."""
SMALL_WINDOW: Final = 16_384
"""Tokens of a window below which the small caps hold."""

ANSWER_TOKENS: Final = 4_096
"""Most tokens of an answer; at most a third of the model's window."""

DOCUMENT_TOKENS: Final = 2_048
"""Tokens more where documents are asked for."""
DOCUMENT_CHARACTERS: Final = 3_000
"""Characters of a document that a model is asked to keep up to date; a longer one is left to people."""
EVIDENCE_MOST: Final = 5
"""Turns that the new lines of a document may name."""

RULE_CONFIDENCE: Final = Decimal("0.9")
"""Of what the rules read."""
MODEL_CONFIDENCE: Final = Decimal("0.95")
"""The most that a model's claim counts: 1.0 is the owner's own."""

ATTEMPTS: Final = 5
FIRST_RETRY: Final = timedelta(seconds=900)
LAST_RETRY: Final = timedelta(seconds=86_400)
"""The first wait after a failed attempt, doubled each time up to the last (§5.4)."""
PAUSE: Final = timedelta(minutes=10)
LAST_PAUSE: Final = timedelta(minutes=80)
"""How long nothing is asked by itself of a path whose last reading a person talked into, doubled with each in a row up
to the last: the next may end so, too. Where nobody has said anything for the first, it is asked for at once."""
SHORTEST_SPAN: Final = 2_000
"""Characters below which a span is not made shorter because people talked into its reading."""
LEASE: Final = timedelta(minutes=15)
"""How long a run without a job holds its pass."""


def retry_after(attempts: int) -> timedelta:
    """How long to wait after so many failed attempts, one or more."""
    return min(FIRST_RETRY * (1 << max(0, min(attempts, 20) - 1)), LAST_RETRY)


def pause_after(times: int) -> timedelta:
    """How long to wait after people talked into so many readings in a row, one or more."""
    return min(PAUSE * (1 << max(0, min(times, 20) - 1)), LAST_PAUSE)


def shortened(characters: int, times: int) -> int:
    """Characters of a span after people talked into so many readings in a row: half as many for each."""
    return max(min(characters, SHORTEST_SPAN), characters >> min(times, 20))


def caps_of(window: int) -> Caps:
    """The caps for a model with a window of so many tokens."""
    return SMALL if window < SMALL_WINDOW else FULL
