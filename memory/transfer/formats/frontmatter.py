"""Read the flat head of a rule file or note.

Rule files write `globs: **/*.py` and `description: a: b`, which are no YAML; a strict reader would lose them. So
this reads the flat subset that is in use: scalars, one-line lists, dash lists and folded text. Nested maps are left.
"""

import re

from kirocrew.base.text import clean

FrontmatterValue = str | list[str]

_MAX_HEAD_LINES = 200
_MAX_VALUE_CHARS = 4_000
_FENCE = re.compile(r"^---[ \t]*$")
_PAIR = re.compile(r"^([A-Za-z_][\w.-]*)[ \t]*:(?:[ \t]+(.*))?$")
_DASH = re.compile(r"^[ \t]*-[ \t]+(.*)$")
_FOLDED = re.compile(r"^[|>][+-]?$")


def split_frontmatter(text: str) -> tuple[dict[str, FrontmatterValue], str]:
    """The head's values, keys in lower case, and the text below it; an empty dict when there is no closed head."""
    lines = re.split(r"\r\n|\r|\n", text)
    start = next((number for number, line in enumerate(lines) if line.strip()), None)
    if start is None or not _FENCE.match(lines[start]):
        return {}, text
    for number in range(start + 1, min(len(lines), start + _MAX_HEAD_LINES)):
        if _FENCE.match(lines[number]):
            return _pairs(lines[start + 1 : number]), "\n".join(lines[number + 1 :])
    return {}, text


def as_list(value: FrontmatterValue | None) -> list[str]:
    """A value as a list: a text is split at commas outside braces, so `*.{ts,tsx}` stays whole."""
    if value is None:
        return []
    parts = value if isinstance(value, list) else re.split(r",(?![^{]*\})", value)
    return [part.strip() for part in parts if part.strip()]


def as_text(value: FrontmatterValue | None) -> str:
    """A value as one line of text."""
    return ", ".join(value) if isinstance(value, list) else (value or "")


def _pairs(lines: list[str]) -> dict[str, FrontmatterValue]:
    found: dict[str, FrontmatterValue] = {}
    key = ""
    for line in lines:
        if match := _PAIR.match(line):
            key = match[1].lower()
            found[key] = _value((match[2] or "")[:_MAX_VALUE_CHARS])
        elif key and (match := _DASH.match(line)):
            earlier = found[key]
            found[key] = [*(earlier if isinstance(earlier, list) else []), _scalar(match[1])]
        elif key and line[:1].isspace() and isinstance(found[key], str):
            found[key] = f"{found[key]} {line.strip()}".strip()
    return found


def _value(written: str) -> FrontmatterValue:
    written = written.strip()
    if _FOLDED.match(written):
        return ""
    if written.startswith("[") and written.endswith("]"):
        return [_scalar(part) for part in as_list(written[1:-1])]
    return _scalar(written)


def _scalar(written: str) -> str:
    written = clean(written.strip())
    if len(written) >= 2 and written[0] == written[-1] and written[0] in "\"'":
        return written[1:-1]
    return written
