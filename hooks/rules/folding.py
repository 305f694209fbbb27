"""One spelling for what is compared: strict where something is allowed, generous where it is forbidden."""

import re
import unicodedata
from fnmatch import translate
from functools import lru_cache
from typing import Final

from hooks.screening.folding import CONFUSABLES
from hooks.screening.folding import fold as fold_marked
from kirocrew.base.text import clean, normal_form

TITLE: Final = re.compile(r"^\s*(?:running|reading)\s*:?\s+", re.IGNORECASE)
"""What harnesses put before a command or a path when they show it."""
_BLANKS: Final = re.compile(r"\s+")
_LOOKALIKES: Final = str.maketrans(CONFUSABLES)


def strip_title(text: str) -> str:
    """Return the command or path behind `Running: ` or `Reading `."""
    return TITLE.sub("", text, count=1).strip()


def for_deny(text: str) -> str:
    """Return the form in which something forbidden is looked for.

    NFKC, case folded, accents and invisible characters gone, Cyrillic and Greek look-alikes as the Latin letters
    they pass for, runs of blanks as one. Both the pattern and the text go through it.
    """
    return _BLANKS.sub(" ", fold_marked(text).text.translate(_LOOKALIKES)).strip()


def for_command(text: str) -> str:
    """As `for_deny`, with line breaks kept: they end commands."""
    return "\n".join(for_deny(line) for line in text.splitlines()) if not text.isascii() else text


def for_approve(text: str) -> str:
    """Return the form in which something allowed is compared: its own letters, without regard to case."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())


def for_message(text: str) -> str:
    """Return the form in which messages are searched: NFKC, without case, blanks as one, accents kept."""
    return normal_form(clean(text)).casefold()


@lru_cache(maxsize=4096)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(translate(pattern))


def glob_match(pattern: str, text: str) -> bool:
    """Whether a pattern (`*`, `?`, `[…]`) is the whole text; both folded by the caller."""
    return bool(_compiled(pattern).match(text))
