"""Find what the notes of a workspace state in two ways, as far as plain sentences and labels show it.

Both statements are imported, each with its own time; this only counts them.
"""

import re
from collections.abc import Iterable
from typing import Final

from kirocrew.base.text import fold
from memory.transfer.formats.inline import plain
from memory.transfer.formats.pairs import read_pairs

_SUBJECT: Final = r"(?:(?:the|my|our|der|die|das|mein|meine) )?(?P<subject>[^\W\d_][\w'-]*(?: [\w'-]+){0,2}?)"
_PLACE: Final = r"(?:(?:on|in|at|to|from|with|auf|an|bei) )?"
_NOW: Final = r"(?:(?:now|currently|jetzt) )?"
_STATES: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"^{_SUBJECT} {_NOW}(?:is|are|was|were|lives|stays|sits|works|runs|ist|war|liegt|wohnt) {_NOW}"
        rf"{_PLACE}(?P<value>.+)$",
        rf"^\w+ (?:has )?(?:moved|changed|switched|renamed) {_SUBJECT}(?: from .+?)? to (?P<value>.+)$",
        rf"^{_SUBJECT} (?:has )?(?:moved|changed|switched|went)(?: .+?)? to (?P<value>.+)$",
        rf"^{_SUBJECT} {_NOW}(?:prefers|likes best|uses|bevorzugt|nutzt) {_NOW}(?P<value>.+)$",
    )
)
_LIST_MARK: Final = re.compile(r"^[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+")
_WHEN: Final = re.compile(r"\s*(?:\(.*\)|(?:in|on|since|seit|am)?\s*\d{4}-\d{2}(?:-\d{2})?)\s*$")
MAX_LINES: Final = 20_000  # of one workspace that are looked at


def told_twice(lines: Iterable[str]) -> int:
    """How many subjects have two values that are not parts of one another."""
    values: dict[str, list[str]] = {}
    for number, line in enumerate(lines):
        if number == MAX_LINES:
            break
        for subject, value in _statements(plain(_LIST_MARK.sub("", line))):
            values.setdefault(subject, []).append(value)
    return sum(_differ(found) for found in values.values())


def _statements(line: str) -> Iterable[tuple[str, str]]:
    if found := read_pairs(line):
        return [(fold(pair.label), _bare(pair.value)) for pair in found if pair.value]
    folded = fold(line[:300]).rstrip(".!")
    matches = (pattern.match(folded) for pattern in _STATES)
    return [(match["subject"], _bare(match["value"])) for match in matches if match][:1]


def _bare(value: str) -> str:
    return _WHEN.sub("", fold(value)).strip(" .!")


def _differ(values: list[str]) -> bool:
    longest = max(values, key=len)
    return any(value not in longest for value in values)
