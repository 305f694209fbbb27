"""Numbers of consolidation, with their units. What the owner tunes is in memory/services/settings.py."""

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

FACTS_MAX: Final = 20
EPISODES_MAX: Final = 10
LESSONS_MAX: Final = 10
"""Items of each kind that one pass takes from a model (§5.2)."""
ENTRY_CHARACTERS: Final = 2_000
QUOTE_WEIGHT: Final = 4
"""Least weight of the words quoted, wide characters counted twice: fewer stand in any turn."""
QUOTE_CHARACTERS: Final = 300

ANSWER_TOKENS: Final = 4_096
"""Most tokens of an answer; at most a third of the model's window."""

RULE_CONFIDENCE: Final = Decimal("0.9")
"""Of what the rules read."""
MODEL_CONFIDENCE: Final = Decimal("0.95")
"""The most that a model's claim counts: 1.0 is the owner's own."""

ATTEMPTS: Final = 5
FIRST_RETRY: Final = timedelta(seconds=900)
LAST_RETRY: Final = timedelta(seconds=86_400)
"""The first wait after a failed attempt, doubled each time up to the last (§5.4)."""
LEASE: Final = timedelta(minutes=15)
"""How long a run without a job holds its pass."""


def retry_after(attempts: int) -> timedelta:
    """How long to wait after so many failed attempts, one or more."""
    return min(FIRST_RETRY * (1 << max(0, min(attempts, 20) - 1)), LAST_RETRY)
