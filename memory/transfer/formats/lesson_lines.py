"""`lessons.jsonl` of the reference system: one lesson a line."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from memory.transfer.formats import register
from memory.transfer.formats.dates import read_instant
from memory.transfer.formats.json_records import RecordReader
from memory.transfer.formats.json_values import JsonProblem, lines, parse_json
from memory.transfer.formats.lesson_values import lesson_record
from memory.transfer.items import Item, Unsupported
from memory.transfer.sources import SourceFile

_SUFFIXES = frozenset({".jsonl", ".ndjson"})
_NAME = "lessons.jsonl"
_LINES_LOOKED_AT = 5
_TIMES = ("observed_at", "created_at", "timestamp", "ts", "date", "updated_at")
_NOTED = ("source", "source_ref")


@register
class LessonLines:
    """Each line is a lesson. Whoever wrote it there has no authority here, however sure the line says they were."""

    name = "lessons"
    label = "Lessons (lessons.jsonl)"
    lesson_limit = None

    def recognise(self, file: SourceFile) -> int:
        """Sure when one of the first lines is an object with a rule, or of the file's usual name."""
        if file.suffix not in _SUFFIXES:
            return 0
        if any(_is_lesson(line) for _, line in islice(lines(file.text), _LINES_LOOKED_AT)):
            return 89
        return 50 if file.name.lower() == _NAME else 0

    def parse(self, file: SourceFile) -> Iterator[Item]:
        """Yield the lessons in their order; a broken line is named and the rest go on."""
        yield from lessons_of(file)


def lessons_of(file: SourceFile) -> Iterator[Item]:
    """The lessons of a file of lines."""
    reader = RecordReader(file.path, noun="Line")
    for number, line in lines(file.text):
        try:
            record = _record(parse_json(line))
        except JsonProblem as problem:
            origin, message = f"{file.path}#{number}", f"Line {number}: {problem}"
            yield Unsupported(origin_ref=origin, reason_code=problem.reason, message=message)
        else:
            yield from reader.record(number, record)
    yield from reader.closing()


def _record(raw: Any) -> Any:
    if not isinstance(raw, dict | str):
        return raw
    record = lesson_record(raw)
    if isinstance(raw, dict):
        record |= {name: raw[name] for name in _NOTED if isinstance(raw.get(name), str)}
        if raw.get("is_deleted") or raw.get("deleted"):
            record["status"] = "forgotten"
        # A time that can't be read decides nothing for a lesson, so it is only left out.
        record["observed_at"] = next((raw[name] for name in _TIMES if read_instant(raw.get(name))), None)
    return record


def _is_lesson(line: str) -> bool:
    try:
        value = parse_json(line)
    except JsonProblem:
        return False
    return isinstance(value, dict) and isinstance(value.get("rule"), str) and "kind" not in value
