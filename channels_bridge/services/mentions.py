"""Whether a message addresses the bot, in every script."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from kirocrew.base.scripts import EMOJI, HAN, HANGUL, KANA, UNSPACED
from kirocrew.base.text import fold

NAMES_LIMIT: Final = 20
NAME_LIMIT: Final = 100

_SPACED: Final = rf"[^\W{HAN}{KANA}{HANGUL}{UNSPACED}{EMOJI}]"
"""A letter or digit of a script with spaces between its words. The others go on without one after a name."""
_ONE_SPACED: Final = re.compile(_SPACED)
_LETTER: Final = re.compile(r"[^\W\d_]")
_CALLS: Final = "[,:;!?、،؛؟…。]"
"""What follows a name that is called; `fold` has made the full-width ones plain by then. A full stop calls nobody."""
_HONORIFICS: Final = "(?:さん|ちゃん|くん|君|さま|様|氏|씨|님|야|아)?"
_SHORTEST: Final = 2
"""Letters of a name in a script with spaces that is recognised without an at sign."""


def is_mentioned(text: str, names: Iterable[str]) -> bool:
    """Whether one of the names is called: `@name` anywhere, or the name before a comma, colon, `!` or `?`, or alone.

    `@` may be full-width, the name in any case and with or without accents. A longer word is another name: `@botty2`,
    `mail@botty`. A script without spaces goes on right after the name.
    """
    plain = fold(text)
    return any(pattern.search(plain) for name in names if (pattern := _pattern(fold(name).strip().lstrip("@"))))


@lru_cache(maxsize=1024)
def _pattern(name: str) -> re.Pattern[str] | None:
    if not name:
        return None
    written = r"\s+".join(map(re.escape, name.split()))
    ends = rf"(?!{_SPACED}|[.-]{_SPACED})" if _ONE_SPACED.fullmatch(name[-1]) else ""
    forms = [rf"(?<!{_SPACED})@[!&]?{written}{ends}", rf"^\W*{written}\W*$"]
    if not _ONE_SPACED.fullmatch(name[-1]) and _LETTER.search(name):
        forms.append(rf"^\W*{written}\s")
    if _is_called_bare(name):
        before = rf"(?<!{_SPACED})(?<![@.\-/])" if _ONE_SPACED.fullmatch(name[0]) else "(?<!@)"
        forms.append(rf"{before}{written}{_HONORIFICS}\s*{_CALLS}(?!//)")
    return re.compile("|".join(forms))


def _is_called_bare(name: str) -> bool:
    """A number is an id that a surface gave, no name that people call."""
    return bool(_LETTER.search(name)) and (len(name) >= _SHORTEST or not _ONE_SPACED.fullmatch(name))
