"""Fields of IDENTITY.md and USER.md: lines such as `Name: Rex` and `- **Name:** Rex`."""

import re
from typing import Final

from kirocrew.base.text import clean

_COLON: Final = re.compile("[:：]")
_AROUND: Final = " \t*_`"
_BULLETS: Final = " \t-+*_`"
_QUOTES: Final = (("“", "”"), ('"', '"'), ("「", "」"), ("'", "'"))


def field_of(text: str, field: str) -> str | None:
    """The value of a field without the marks of Markdown around it: empty where the line is blank, None without one."""
    for line in text.splitlines():
        if (parts := _parts(line, field)) is not None:
            return _bare(parts[1])
    return None


def field_set(text: str, field: str, value: str) -> str:
    """The text with a field's first line set to a value; where there is none, with a line below the first heading.

    The value is put on one line. A blank one changes nothing.
    """
    value = " ".join(clean(value).split())
    if not value:
        return text
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if (parts := _parts(line, field)) is not None:
            lines[number] = f"{parts[0]} {value}"
            return "\n".join(lines)
    line = f"- **{field}:** {value}"
    heading = next((number for number, one in enumerate(lines) if one.startswith("#")), None)
    if heading is None:
        return f"{line}\n{text}" if text.strip() else line
    after = lines[heading + 1 :]
    return "\n".join([*lines[: heading + 1], "", line, *(after[1:] if after and not after[0].strip() else after)])


def _parts(line: str, field: str) -> tuple[str, str] | None:
    """What stands before the value in a field's line, and the value. Addresses have colons, so the first one counts."""
    colon = _COLON.search(line)
    if colon is None or line[: colon.start()].strip(_BULLETS).casefold() != field.casefold():
        return None
    head, rest = line[: colon.end()], line[colon.end() :]
    for mark in ("**", "__", "`"):
        if head.count(mark) % 2 and rest.startswith(mark):
            return head + mark, rest[len(mark) :]
    return head, rest


def _bare(value: str) -> str:
    value = value.strip().strip(_AROUND)
    for first, last in _QUOTES:
        if len(value) > 1 and value.startswith(first) and value.endswith(last):
            return value[1:-1].strip(_AROUND)
    return value
