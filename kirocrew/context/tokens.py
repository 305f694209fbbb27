"""How many tokens a text takes, roughly. It says so: an estimate is no count."""

import math
import re
from typing import Final

from kirocrew.base.scripts import EMOJI, HAN, HANGUL, KANA, UNSPACED

METHOD: Final = "estimate"
LETTERS_A_TOKEN: Final = 4.0
"""Characters of a script with blanks between words."""
DENSE_A_TOKEN: Final = 1.5
"""Characters of a script without blanks, and emoji: vocabularies hold one or two of them in a token."""

_DENSE: Final = re.compile(f"[{HAN}{KANA}{HANGUL}{UNSPACED}{EMOJI}]")


def tokens_of(text: str) -> int:
    """An estimate of the tokens of a text, 0 for an empty one; a script without blanks takes more of them."""
    dense = 0 if text.isascii() else len(_DENSE.findall(text))
    return math.ceil((len(text) - dense) / LETTERS_A_TOKEN + dense / DENSE_A_TOKEN)
