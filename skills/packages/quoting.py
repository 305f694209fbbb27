"""Values as YAML that every reader takes for the same: text always in quotes, on one line."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Final

from skills.packages.diagnostics import PackageRefused

Value = str | bool | int | Sequence[str] | Mapping[str, str]
"""What can be written into a frontmatter."""

_NEVER: Final = re.compile("[\x00\ud800-\udfff]")
_ESCAPED: Final = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\u200b\u202a-\u202e\u2060-\u2064\u2066-\u2069]")


def quoted(value: Value) -> str:
    """Write a value. Raises PackageRefused for NUL and halves of a character, which no file may have."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _quoted_text(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_quoted_text(key)}: {_quoted_text(one)}" for key, one in value.items()) + "}"
    return "[" + ", ".join(_quoted_text(one) for one in value) + "]"


def _quoted_text(text: str) -> str:
    if _NEVER.search(text):
        raise PackageRefused("value_characters", "The value has characters that no text file may have.")
    return _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))
