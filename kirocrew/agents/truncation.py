"""Cutting context files to what a prompt has room for. Everything is counted in code points."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

PER_FILE: Final = 20_000
"""Characters of one file, without the mark that says something was cut out."""
TOTAL: Final = 24_000
"""Characters of all files together, marks included."""
LEAST: Final = 64
"""With less room than this left, no further file is begun."""
HEAD: Final = 0.7
TAIL: Final = 0.2
ELLIPSIS: Final = "…"
RAW_CUT: Final = 3
"""A room this small has no place for an ellipsis."""


@dataclass(frozen=True, slots=True)
class ContextFile:
    """A file as a prompt has it. `person` is whose copy it is, empty for the agent's; `revision` 0 was never stored."""

    name: str
    text: str
    person: str = ""
    is_virtual: bool = False
    revision: int = 0


def files_fitted(files: Iterable[ContextFile], *, per_file: int = PER_FILE, total: int = TOTAL) -> list[ContextFile]:
    """The files in their order, long ones cut in the middle, until `total` characters are used up. Blank ones go.

    A text of more than `per_file` keeps seven tenths of that from its head and two from its tail, with a mark between.
    What then is more than the room left is cut at its end. Together they never exceed `total`.
    """
    room, fitted = total, []
    for file in files:
        if room < LEAST:
            break
        if not file.text.strip():
            continue
        text = clamped(shortened(file.name, file.text, per_file), room)
        if text:
            fitted.append(replace(file, text=text))
            room -= len(text)
    return fitted


def shortened(name: str, text: str, limit: int) -> str:
    """Head and tail of a text with more than `limit` characters, and a mark between them that says how to read it."""
    if len(text) <= limit:
        return text
    head, tail = int(limit * HEAD), int(limit * TAIL)
    hint = f"[...truncated, read {name} for full content...]"
    mark = f"\n\n{hint}\n...({name}: kept {head}+{tail} chars of {len(text)})...\n\n"
    return text[:head] + mark + text[len(text) - tail :]


def clamped(text: str, room: int) -> str:
    """At most `room` characters of a text, the last of them an ellipsis where something was cut off."""
    if len(text) <= room:
        return text
    return text[:room] if room <= RAW_CUT else text[: room - 1] + ELLIPSIS
