"""Numbers of learning skills, with their units (facts/kirocrew.md §6.5-6.9)."""

import re
from datetime import timedelta
from typing import Final

TURNS: Final = 200
"""The last turns of a conversation that are looked at."""
TOOL_TURNS_FLOOR: Final = 2
"""Fewer turns with tools are never worth a skill, whatever the owner sets."""
TRANSCRIPT_CHARACTERS: Final = 48_000
"""Characters of all turns that a model is shown; less for one with a small window."""
TURN_CHARACTERS: Final = 2_000
CALL_CHARACTERS: Final = 300
"""Characters of one tool call's arguments that a model is shown."""
CALLS_SHOWN: Final = 5

SLUG: Final = re.compile(r"[a-z0-9][a-z0-9-]{1,62}[a-z0-9]")
SLUG_NUMBERS: Final = range(2, 51)
"""What is put behind a slug that is taken: `-2` to `-50`."""
UPDATE_SUFFIX: Final = "-update"
UPDATE_STEM: Final = 54
"""Characters of the target's slug in the slug of a candidate for its next version."""

DESCRIPTION: Final = 150
TRIGGERS_LEAST: Final = 3
TRIGGERS_MOST: Final = 8
"""Of one answer; what is merged holds TRIGGERS_MERGED."""
TRIGGERS_MERGED: Final = 12
TRIGGER: Final = 80
PROCEDURE: Final = 8_000
"""Characters of a procedure in an answer."""
STAGED: Final = 10_240
"""Characters of a procedure that may wait, also by a bot's or an owner's hand."""
SECTIONS: Final = ("When", "Steps", "Gotchas")
SCRIPTS: Final = 3
SCRIPT_BYTES: Final = 4_096
SCRIPT_PATH: Final = re.compile(r"scripts/[A-Za-z0-9_][A-Za-z0-9_-]{0,63}\.py")

SAME_WORDS: Final = 0.85
"""Share of words of two descriptions that makes them one skill: those in both, of those in either."""
SIMILAR_LEAST: Final = 0.15
SIMILAR_MOST: Final = 5
LISTED: Final = 200
"""Skills that a judge is shown."""

ANSWER_TOKENS: Final = 6_000
JUDGE_TOKENS: Final = 64
JUDGE_SECONDS: Final = 60.0
MERGE_TOKENS: Final = 6_000
MERGE_SECONDS: Final = 90.0

ATTEMPTS: Final = 3
"""Answers in vain after which a conversation is passed over."""
RETRY: Final = timedelta(minutes=15)
"""The first wait after one, doubled each time."""
