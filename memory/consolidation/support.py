"""Whether a summary is about what it claims to sum up, told by its words: no model is asked to judge another."""

from collections.abc import Sequence
from typing import Final

from channels_bridge.models import Turn
from kirocrew.base.analysis import analyse, content_terms

LEAST_SHARE: Final = 0.2
"""Of a summary's terms that stand in the turns. A faithful one in the turns' language has half or more of them there;
one that repeats its instructions, or makes things up, a tenth."""


def is_about(entry: str, turns: Sequence[Turn]) -> bool:
    """Whether enough of the words of an entry were said in these turns, or name who spoke in them."""
    words = set(content_terms(entry))
    if not words:
        return False
    said = {term for turn in turns for term in analyse(f"{turn.author} {turn.text}")}
    return len(words & said) >= LEAST_SHARE * len(words)
