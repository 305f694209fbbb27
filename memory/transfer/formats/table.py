"""Plain tables: CSV and TSV as spreadsheets and databases write them, one memory a row."""

import re
from collections.abc import Iterator
from typing import Any

from memory.transfer.formats import register
from memory.transfer.formats.chunks import EPISODE_MIN_CHARS, weight
from memory.transfer.formats.credentials import marked
from memory.transfer.formats.json_records import RecordReader
from memory.transfer.formats.keys import fact_key, fact_value
from memory.transfer.formats.people import person
from memory.transfer.formats.table_columns import field_of
from memory.transfer.formats.table_rows import Row, Rows, table_rows
from memory.transfer.formats.table_values import (
    DAY_LEFT,
    cell_instant,
    cell_number,
    cell_text,
    says_day_first,
    says_day_only,
)
from memory.transfer.items import Item, Origins, Unsupported
from memory.transfer.reasons import Reason
from memory.transfer.sources import SourceFile

TAG = "table"
COLUMNS_HELP = (
    "No column says what is to be remembered. Call one `text` (or `memory`, `content`), or one `rule`, or two `key` "
    "and `value`."
)
_SUFFIXES = {".csv": "", ".tsv": "\t", ".tab": "\t"}
_SUBSTANCE = frozenset({"text", "rule", "value"})
_TIMES = ("observed_at", "valid_from", "valid_until")
_NUMBERS = ("importance", "confidence", "position")
_KINDS = {
    "fact": "fact", "facts": "fact", "semantic": "fact", "attribute": "fact",
    "lesson": "lesson", "lessons": "lesson", "rule": "lesson", "directive": "lesson", "instruction": "lesson",
    "episode": "episode", "episodes": "episode", "episodic": "episode", "memory": "episode", "note": "episode",
    "event": "episode", "observation": "episode",
}  # fmt: skip
_OWN_KEY = re.compile(r"(?:pref|project|user)\.[a-z0-9_.]*[a-z0-9]")
_ACTIVE = frozenset({"", "active", "aktiv", "0", "false", "no", "nein", "current", "enabled"})
_DIVIDED = re.compile(r"[,;|]")
_FROM_NOBODY = frozenset({"status", "user", "agent", "kind", "tags", *_TIMES, *_NUMBERS})


@register
class Table:
    """A row is a lesson when it has a rule, a fact when it has a key and a value, else an episode."""

    name = "table"
    label = "Table (CSV, TSV)"
    lesson_limit = None

    def recognise(self, file: SourceFile) -> int:
        """By the ending alone: what its columns mean is found out while it is read."""
        return 80 if file.suffix in _SUFFIXES else 0

    def parse(self, file: SourceFile) -> Iterator[Item]:
        """Yield the rows in their order; a broken one is named by its line and the rest go on."""
        rows = table_rows(file.text, delimiter=_SUFFIXES.get(file.suffix, ""))
        yield from marked(_Reader(file, rows).items())


class _Reader:
    """Reads the rows of one table."""

    def __init__(self, file: SourceFile, rows: Rows) -> None:
        self._path, self._rows = file.path, rows
        self._day_first = says_day_first(file.text)
        self._reader = RecordReader(file.path, noun="Line")
        self._origins = Origins(file.path)
        self._fields: tuple[str, ...] = ()
        self._header: tuple[str, ...] = ()

    def items(self) -> Iterator[Item]:
        for row in self._rows:
            if row.problem:
                yield self._left(Reason.BAD_LINE, row, f"The row cannot be read ({row.problem}).")
            elif not self._header:
                self._header = tuple(cell.strip() for cell in row.cells)
                self._fields = tuple(map(field_of, row.cells))
                if not _SUBSTANCE.intersection(self._fields):
                    if len(row.cells) > 1:
                        yield self._left(Reason.UNKNOWN_FORMAT, row, COLUMNS_HELP)
                        return
                    # A list without a heading: its only column is the text.
                    self._fields = ("text",)
                    yield from self._row(row)
            elif tuple(cell.strip() for cell in row.cells) != self._header:
                yield from self._row(row)
        yield from self._reader.closing()

    def _row(self, row: Row) -> Iterator[Item]:
        if any(cell.strip() for cell in row.cells[len(self._fields) :]):
            message = f"It has {len(row.cells)} cells, and there are {len(self._fields)} columns."
            yield self._left(Reason.BAD_LINE, row, message)
            return
        cells: dict[str, str] = {}
        unknown: dict[str, str] = {}
        for place, written in enumerate(row.cells):
            text = cell_text(written)
            if not text:
                continue
            if field := self._fields[place]:
                cells.setdefault(field, text)  # of two columns that mean the same the first one with a text counts
            else:
                unknown[self._header[place] or f"column {place + 1}"] = text
        if not _SUBSTANCE.intersection(cells):
            yield self._left(Reason.EMPTY, row, "There is no text in this row.")
            return
        record = unknown | {name: text for name, text in cells.items() if name not in _FROM_NOBODY}
        yield from self._measures(row, cells, record)
        record["kind"] = _kind(cells)
        self._shape(cells, record)
        yield from self._reader.record(row.line, record)

    def _measures(self, row: Row, cells: dict[str, str], record: dict[str, Any]) -> Iterator[Item]:
        for name in _NUMBERS:
            if name in cells:
                number = cell_number(cells[name])
                record[name] = int(number) if name == "position" and number is not None else number
        for name in _TIMES:
            if name not in cells:
                continue
            instant = cell_instant(cells[name], day_first=self._day_first)
            if instant is None and name == "observed_at":
                yield self._left(Reason.BAD_DATE, row, f"The time {cells[name][:40]!r} can't be read; it gets none.")
            else:
                if instant and name == "valid_until" and says_day_only(cells[name]):
                    instant += DAY_LEFT
                # A window that can't be read refuses its row, as everywhere.
                record[name] = instant.isoformat() if instant else cells[name]

    def _shape(self, cells: dict[str, str], record: dict[str, Any]) -> None:
        """Bring what the cells say into the fields of a record of its kind."""
        unwanted: tuple[str, ...]
        if cells.get("status", "").lower() not in _ACTIVE:
            record["status"] = cells["status"]
        owner = person(cells.get("user", ""), cells.get("agent", ""))
        if owner.scope and "scope" not in record:
            record["scope"] = owner.scope
        match record["kind"]:
            case "lesson":
                record["rule"] = cells.get("rule") or cells.get("text", "")
                unwanted = ("text", "key", "value", "importance", "position")
            case "fact":
                _name_fact(cells, record)
                unwanted = ("text", "rule", "importance", "position")
            case _:
                record["text"] = _episode_text(cells)
                tags = [tag.strip().lstrip("#") for tag in _DIVIDED.split(cells.get("tags", ""))]
                named = [cells["category"]] if "category" in cells else []
                record["tags"] = ["imported", TAG, *(tag for tag in [*tags, *named] if tag), *owner.tags]
                record.setdefault("speaker", owner.name)
                unwanted = ("rule", "key", "value", "confidence", "category")
        for name in unwanted:
            record.pop(name, None)

    def _left(self, reason: Reason, row: Row, message: str) -> Unsupported:
        origin = self._origins.ref(reason, str(row.line))
        return Unsupported(origin_ref=origin, reason_code=reason, message=f"Line {row.line}: {message}")


def _kind(cells: dict[str, str]) -> str:
    """What a row says it is, if it has what that needs; else what it has."""
    has_fact = "key" in cells and "value" in cells
    match _KINDS.get(cells.get("kind", "").strip().lower()):
        case "lesson":
            return "lesson" if "rule" in cells or "text" in cells else "episode"
        case "fact" if has_fact:
            return "fact"
        case "episode" if "text" in cells:
            return "episode"
    if "rule" in cells:
        return "lesson"
    return "fact" if has_fact else "episode"


def _name_fact(cells: dict[str, str], record: dict[str, Any]) -> None:
    """A key as it is when it is one of ours; else the label becomes one, and stands beside the value if need be."""
    label = cells["key"]
    if not _OWN_KEY.fullmatch(label):
        record["key"] = fact_key("user", (label,))
        record["value"] = fact_value((label,), cells["value"])


def _episode_text(cells: dict[str, str]) -> str:
    text = cells.get("text") or cells.get("rule") or cells.get("value", "")
    if "key" in cells and "value" in cells and "text" in cells:
        return f"{text} ({cells['key']}: {cells['value']})"
    text = f"{cells['key']}: {text}" if "key" in cells else text
    # A short memory is introduced, so that it can be kept.
    return text if weight(text) >= EPISODE_MIN_CHARS else f"Memory: {text}"
