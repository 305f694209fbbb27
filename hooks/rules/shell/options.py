"""Looking for options as programs do: clusters of letters, beginnings of long names."""

import re
from collections.abc import Iterable, Sequence

from hooks.rules.shell.model import Word

LONG_MIN = 3  # characters of `--x`: shorter ones mean no long option


def has_option(args: Iterable[Word], letters: str = "", names: Sequence[str] = ()) -> bool:
    """Whether one of the options may be among the words.

    Any cluster holding one of the letters counts, and any beginning of a long name: programs take `--outp` for
    `--output`. What stands behind `--` counts, too, so the answer may be yes too often, and never too seldom.
    """
    return any(_is_option(word.text, letters, names) for word in args)


def _is_option(text: str, letters: str, names: Sequence[str]) -> bool:
    if text.startswith("--"):
        given = text.split("=", 1)[0]
        return len(given) >= LONG_MIN and any(name.startswith(given) for name in names)
    if text.startswith("-") and len(text) > 1:
        return any(letter in text[1:] for letter in letters) or text.split("=", 1)[0] in names
    return False


def plain(args: Iterable[Word]) -> list[Word]:
    """The words that are no options."""
    return [word for word in args if not (word.text.startswith("-") and len(word.text) > 1)]


def has_word(args: Iterable[Word], pattern: str) -> bool:
    """Whether an expression fits one of the words from end to end."""
    return any(re.fullmatch(pattern, word.text) for word in args)
