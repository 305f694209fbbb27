"""Paragraphs of well-known licences, word for word, which the screen would take for orders.

They say what one must do and what ends when one does not obey. Packages bring them along unread.
"""

import re
from hashlib import sha256
from typing import Final

_WORD: Final = re.compile(r"\w+")
_LENGTH: Final = 16
_KNOWN: Final = frozenset(
    """
    b6f8c70ae414c2b1 0c91fee77771917d 6cd1421844842148 1fb18fdc326175db b304eb4eccc2a9bf c007e65ee8951f27
    6055e3311c73858c ea7b4aa09d092b42 fd1487e6e2280586 28c8492c65585248 d794c2d416bc2ab3 b0b5adcba8c68c6d
    f7a1b562445b4ac9
    """.split()
)
"""The first hex digits of the sha256 of a paragraph's words in lower case;
of Apache-2.0, Artistic, CC BY 3.0, GFDL-1.2, GPL-1, GPL-3, MPL-1.1, MPL-2.0."""


def is_licence(paragraph: str) -> bool:
    """Whether a paragraph is one of a well-known licence, whatever its line breaks and signs; one word more is not."""
    words = " ".join(_WORD.findall(paragraph.lower()))
    return sha256(words.encode("utf-8", "replace")).hexdigest()[:_LENGTH] in _KNOWN
