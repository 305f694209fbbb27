"""Take the words out of a message, whatever its tool wraps them in: texts, lists of parts, blocks with a type."""

import re
from collections.abc import Iterator
from typing import Any, Final

# Where an answer cites a page, as characters only the web page of the tool can show.
_CITATION: Final = re.compile("\ue200.*?\ue201|【\\d+(?::\\d+)?†[^】]{0,80}】", re.DOTALL)
_PRIVATE: Final = re.compile("[\ue000-\uf8ff]")
_NESTING: Final = 6


def words_of(value: Any, depth: int = 0) -> Iterator[str]:
    """Yield the texts of a part, block or list of them; pictures and sounds give none."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list) and depth < _NESTING:
        for part in value:
            yield from words_of(part, depth + 1)
    elif isinstance(value, dict) and depth < _NESTING:
        for name in ("text", "transcript", "parts"):
            if isinstance(value.get(name), str | list):
                yield from words_of(value[name], depth + 1)
                return


def mark(value: Any) -> str:
    """A word that says what something is, such as a role or a type; nothing for what is no text."""
    return value.strip().lower() if isinstance(value, str) else ""


def joined(texts: Iterator[str]) -> str:
    """The texts as paragraphs, without marks of citations."""
    text = "\n\n".join(part.strip() for part in texts if part.strip())
    return _PRIVATE.sub("", _CITATION.sub("", text)).strip()
