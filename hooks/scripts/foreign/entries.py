"""What a hook file holds: entries that could be read, and the others with the reason."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from hooks.scripts.systems import System

ENTRIES_MAX: Final = 500  # of one file
TEXT_MAX: Final = 8_000  # characters of a command or prompt
RUNNABLE: Final = frozenset({"command", "runCommand"})
"""Types whose text is a shell command; others are prompts, requests and calls, which nothing here runs."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One hook as the file has it. `where` is its place, such as `PreToolUse[0].hooks[1]`; `timeout` in seconds."""

    system: System
    event: str
    where: str
    matcher: str | None = None
    type: str = "command"
    text: str = ""
    timeout: int | None = None
    condition: str = ""
    name: str = ""
    enabled: bool = True
    is_regex: bool = False
    """Whether the matcher is a regular expression although the system writes others (Kiro since 1.0)."""
    notes: tuple[str, ...] = ()

    @property
    def is_command(self) -> bool:
        return self.type in RUNNABLE


@dataclass(frozen=True, slots=True)
class Skipped:
    """A part of a file that is no hook, and why."""

    where: str
    reason: str


@dataclass(slots=True)
class Found:
    """Everything one file holds."""

    system: System
    entries: list[Entry] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)

    def skip(self, where: str, reason: str) -> None:
        self.skipped.append(Skipped(where, reason))

    def add(self, entry: Entry) -> None:
        """Keep an entry, or say why not."""
        if len(self.entries) >= ENTRIES_MAX:
            self.skip(entry.where, f"A file may hold {ENTRIES_MAX} hooks.")
        elif len(entry.text) > TEXT_MAX:
            self.skip(entry.where, f"Its text has more than {TEXT_MAX:,} characters.")
        else:
            self.entries.append(entry)


class BadHookFile(ValueError):
    """The file as a whole can't be read as hooks; the message says why."""


def text_of(value: object) -> str:
    """The value when it is text, else nothing."""
    return value if isinstance(value, str) else ""


def matcher_of(value: object) -> str | None:
    """A matcher as text: lists of patterns are joined by `|`, everything that is no text is None."""
    if isinstance(value, list):
        parts = [part for part in value if isinstance(part, str)]
        return "|".join(parts) or None
    return value if isinstance(value, str) else None


def seconds_of(handler: dict[str, Any]) -> int | None:
    """Whole seconds a handler may run, rounded up; None when it says nothing that makes sense."""
    for name, divisor in (("timeout", 1), ("timeoutSec", 1), ("timeout_ms", 1000)):
        value = handler.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 1e9:
            return math.ceil(value / divisor)
    return None


def items_of(found: Found, value: object, where: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The objects of a list with their places; what is none is skipped with the reason."""
    if not isinstance(value, list):
        found.skip(where, "A list of objects belongs here.")
        return
    for number, item in enumerate(value):
        place = f"{where}[{number}]"
        if isinstance(item, dict):
            yield place, item
        else:
            found.skip(place, "An object belongs here.")
