"""How many characters each block of a context may have, from the size of the model's window.

The numbers are those of the reference specification: 165,000 characters at a window of 1,000,000 tokens, less in
proportion for a smaller window, never less than a fifth. A window nobody knows gets the whole: nothing is left out
because a model's name was not recognised.
"""

from dataclasses import dataclass
from typing import Final

REFERENCE: Final = 165_000
"""Characters at the reference window."""
REFERENCE_WINDOW: Final = 1_000_000
"""Tokens."""
FLOOR: Final = REFERENCE // 5
"""Characters that are there for the smallest window, as for one of 200,000 tokens."""

COMPRESSED: Final = 270
LESSONS: Final = 226
RAW: Final = 210
HISTORY: Final = 160
SKILLS: Final = 150
STEERING: Final = 100
FACTS: Final = 77
EPISODES: Final = 77
PROJECTS: Final = 39
PREFERENCES: Final = 26
PREAMBLE: Final = 30
"""Shares, in thousandths of the base."""

EPISODES_BLOCK: Final = 3_000
"""Characters the block of episodes never exceeds, whatever its share."""
MESSAGE: Final = 8_000
"""Characters of one turn among those that are given word for word."""
REPLAY: Final = 80_000
"""Characters of a replayed conversation at the reference window; it stands outside the other blocks."""


@dataclass(frozen=True, slots=True)
class Caps:
    """Characters of each block. `base` is what all of them share; `compressed` and `raw` are of the same turns."""

    base: int
    compressed: int
    lessons: int
    raw: int
    history: int
    skills: int
    steering: int
    facts: int
    episodes: int
    projects: int
    preferences: int
    preamble: int
    replay: int
    message: int

    @property
    def total(self) -> int:
        """The sum of the shares, in which a conversation counts once. More than the base: they compete for it."""
        shares = COMPRESSED + LESSONS + HISTORY + SKILLS + STEERING + FACTS + EPISODES + PROJECTS + PREFERENCES
        return _share(self.base, shares + PREAMBLE)


def caps_for(window: int | None) -> Caps:
    """The caps for a window of so many tokens; None is one nobody knows. Raises ValueError for less than 1."""
    if window is not None and window < 1:
        raise ValueError("a window has at least one token")
    base = REFERENCE if window is None else max(FLOOR, REFERENCE * window // REFERENCE_WINDOW)
    raw = _share(base, RAW)
    return Caps(
        base=base,
        compressed=_share(base, COMPRESSED),
        lessons=_share(base, LESSONS),
        raw=raw,
        history=_share(base, HISTORY),
        skills=_share(base, SKILLS),
        steering=_share(base, STEERING),
        facts=_share(base, FACTS),
        episodes=min(_share(base, EPISODES), EPISODES_BLOCK),
        projects=_share(base, PROJECTS),
        preferences=_share(base, PREFERENCES),
        preamble=_share(base, PREAMBLE),
        replay=REPLAY * base // REFERENCE,
        message=min(MESSAGE, raw),
    )


def _share(base: int, thousandths: int) -> int:
    # In whole numbers: 0.077 has no exact binary form, and a cap is a character off where it is rounded down.
    return base * thousandths // 1000
