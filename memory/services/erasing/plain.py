"""Text as it is meant, however a file writes it: escapes, composed letters and line breaks make no difference."""

import html
import re
import unicodedata
from typing import Final

_ESCAPED: Final = re.compile(r"(?:\\u[0-9a-fA-F]{4})+")
_BACKSLASH: Final = re.compile(r"\\([ntr\"'/\\])")
_MEANT: Final = {"n": " ", "t": " ", "r": " "}


def plain_text(text: str) -> str:
    r"""The text without JSON's escapes (`\u00e0`, `\n`) and HTML's entities, in NFC, with single spaces."""
    if "\\" in text:
        text = _BACKSLASH.sub(lambda found: _MEANT.get(found[1], found[1]), _ESCAPED.sub(_characters, text))
    if "&" in text:
        text = html.unescape(text)
    return collapsed(text)


def collapsed(text: str) -> str:
    """The text in NFC with single spaces."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def _characters(found: re.Match[str]) -> str:
    """The characters of a run of escapes, two of which may make one."""
    return bytes.fromhex(found[0].replace("\\u", "")).decode("utf-16-be", "replace")
