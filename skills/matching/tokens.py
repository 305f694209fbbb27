"""`$name` in a message: a skill asked for outright."""

import re
from typing import Final

TOKENS_MOST: Final = 5
"""Different names that one message may ask for."""

_TOKEN: Final = re.compile(r"(?<![\w$])\$([a-z0-9][a-z0-9/_-]*)", re.IGNORECASE)


def tokens_of(text: str) -> list[str]:
    """Return the last segments of the names a message asks for, in lower case, each once, at most TOKENS_MOST.

    A price is a token, too (`$5`): who looks it up finds no such skill, and leaves it as it stands.
    """
    found: dict[str, None] = {}
    for match in _TOKEN.finditer(text):
        name = match[1].rstrip("/-_").rsplit("/", 1)[-1].casefold()
        if name:
            found[name] = None
        if len(found) == TOKENS_MOST:
            break
    return list(found)


def is_number(token: str) -> bool:
    """Whether a token is only a number, which nobody would call a skill that is missing."""
    return token.isdigit()
