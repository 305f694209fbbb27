"""Go through the parts of a JSON file one at a time: the elements of a list, the lines of JSON lines, or the whole.

A file of many conversations is never taken apart as a whole; only the part at hand is. A file that breaks off gives
what stands before the break.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from memory.transfer.formats.json_values import JsonProblem, lines, parse_json, parse_json_at
from memory.transfer.reasons import Reason
from memory.transfer.sources import SourceFile

LINE_SUFFIXES = frozenset({".jsonl", ".ndjson"})
# How often a text that holds JSON is taken for that JSON: some tools write theirs as a JSON text.
_WRAPPED_AT_MOST = 2
_SPACE = re.compile(r"\s*")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a file. `where` names it for people; `problem` says why it has no value."""

    where: str
    value: Any = None
    problem: JsonProblem | None = None


@dataclass(frozen=True, slots=True)
class Unwrapped:
    """The JSON of a file, and whether it stood in there as a text."""

    text: str
    double_encoded: bool = False


def unwrap(text: str) -> Unwrapped:
    """Take JSON out of the JSON text it is written in, if it is."""
    double = False
    for _ in range(_WRAPPED_AT_MOST):
        start = _after_space(text, 0)
        if text[start : start + 1] != '"':
            break
        try:
            inner = parse_json(text)
        except JsonProblem:
            break
        if not isinstance(inner, str):
            break
        text, double = inner, True
    return Unwrapped(text, double)


def parts(file: SourceFile, text: str | None = None) -> Iterator[Part]:
    """Yield the parts of a file, or of its `text` when that was taken out of a wrapping."""
    text = file.text if text is None else text
    if file.suffix in LINE_SUFFIXES:
        yield from _lines(text)
        return
    start = _after_space(text, 0)
    if text[start : start + 1] == "[":
        yield from _elements(text, start + 1)
        return
    try:
        value, end = parse_json_at(text, start)
    except JsonProblem as problem:
        yield Part("The file", problem=problem)
        return
    if _after_space(text, end) < len(text):
        # Several values in one file: JSON lines under another name.
        yield from _lines(text)
    else:
        yield Part("The file", value)


def _elements(text: str, at: int) -> Iterator[Part]:
    number, at = 0, _after_space(text, at)
    while at < len(text) and text[at] != "]":
        number += 1
        try:
            value, end = parse_json_at(text, at)
        except JsonProblem as problem:
            # Where the next element begins can't be known any more.
            message = f"{problem} What follows was not read."
            yield Part(f"Element {number}", problem=JsonProblem(problem.reason, message))
            return
        yield Part(f"Element {number}", value)
        at = _after_space(text, end)
        if at < len(text) and text[at] == ",":
            at = _after_space(text, at + 1)
        elif text[at : at + 1] != "]":
            break
    if text[at : at + 1] != "]":
        message = f"The list breaks off after element {number}. Export it again."
        yield Part("The file", problem=JsonProblem(Reason.BAD_LINE, message))


def _lines(text: str) -> Iterator[Part]:
    for number, line in lines(text):
        try:
            yield Part(f"Line {number}", parse_json(line, line=number))
        except JsonProblem as problem:
            yield Part(f"Line {number}", problem=problem)


def _after_space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at
