"""How many tokens a text takes: by the model's own vocabulary where it is here, else roughly. An estimate says so."""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from kirocrew.base.scripts import EMOJI, HAN, HANGUL, KANA, UNSPACED
from memory.inference.vocabulary import vocabulary_for

METHOD: Final = "estimate"
LETTERS_A_TOKEN: Final = 4.0
"""Characters of a script with blanks between words."""
DENSE_A_TOKEN: Final = 1.5
"""Characters of a script without blanks, and emoji: vocabularies hold one or two of them in a token."""

_DENSE: Final = re.compile(f"[{HAN}{KANA}{HANGUL}{UNSPACED}{EMOJI}]")


@dataclass(frozen=True, slots=True)
class Counter:
    """Counts tokens. `method` is `estimate`, or says whose vocabulary it was counted by."""

    method: str
    count: Callable[[str], int]


def tokens_of(text: str) -> int:
    """An estimate of the tokens of a text, 0 for an empty one; a script without blanks takes more of them."""
    dense = 0 if text.isascii() else len(_DENSE.findall(text))
    return math.ceil((len(text) - dense) / LETTERS_A_TOKEN + dense / DENSE_A_TOKEN)


ESTIMATE: Final = Counter(METHOD, tokens_of)


def counter_for(model: str, owners: Mapping[str, Any] | None = None) -> Counter:
    """By the vocabulary of the local model of this name, if it is the one that is set up here; else an estimate.

    `owners` are the owner's settings. The vocabulary is read when it is first asked for (about 0.1 s), and no model
    runs. One that can't be read is never an error: then it is an estimate.
    """
    vocabulary = vocabulary_for(model, owners) if model else None
    return ESTIMATE if vocabulary is None else Counter(f"counted by {vocabulary.name}", vocabulary.count)
