"""Whether words that a model says it quotes were said."""

import unicodedata

from channels_bridge.models import Turn
from kirocrew.base.text import fold, normal_form
from memory.consolidation.limits import QUOTE_WEIGHT
from memory.consolidation.prompting import said


def is_quoted(quote: str, text: str) -> bool:
    """Whether the words stand in the text, whatever their case, spacing and width."""
    wanted = _squashed(quote)
    return _weight(wanted) >= QUOTE_WEIGHT and wanted in _squashed(text)


def is_quoted_in(quote: str, turn: Turn) -> bool:
    """Whether the words stand in the turn, as it was said or as the model was shown it: on one line, without marks."""
    return is_quoted(quote, turn.text) or is_quoted(quote, said(turn.text, len(turn.text)))


def _squashed(text: str) -> str:
    return "".join(normal_form(text.replace("’", "'")).casefold().split())


def _weight(text: str) -> int:
    letters = [char for char in fold(text) if char.isalnum()]
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in letters)
