"""The JSON of a memory with a semantic and an episodic list, as agents of the same family export it."""

import re
from collections.abc import Iterator
from typing import Any

from memory.transfer.formats import register
from memory.transfer.formats.json_records import RecordReader
from memory.transfer.formats.json_values import JsonProblem, parse_json
from memory.transfer.items import Item, Unsupported
from memory.transfer.reasons import Reason
from memory.transfer.sources import SourceFile

_MARK = re.compile(r'"(?:semantic|episodic)"\s*:\s*\[')
_LESSON_PREFIX = "lesson."
# Columns of the other database that say nothing about the memory itself.
_COLUMNS = ("id", "embedding", "is_deleted", "last_accessed_at", "access_count", "value_json", "conversation_id")


@register
class SemanticEpisodic:
    """Rows of two tables: keys with JSON values, and texts with tags. Events are counted, not imported."""

    name = "semantic-episodic"
    label = "Semantic and episodic rows (JSON)"
    lesson_limit = None

    def recognise(self, file: SourceFile) -> int:
        """Sure when one of the two lists is there."""
        return 85 if file.suffix == ".json" and _MARK.search(file.text) else 0

    def parse(self, file: SourceFile) -> Iterator[Item]:
        """Yield the facts and lessons, then the episodes."""
        try:
            document = parse_json(file.text)
        except JsonProblem as problem:
            yield Unsupported(origin_ref=file.path, reason_code=problem.reason, message=str(problem))
            return
        reader = RecordReader(file.path)
        number = 0
        for name, convert in (("semantic", _from_semantic), ("episodic", _from_episodic)):
            for row in _rows(document, name):
                number += 1
                yield from reader.record(number, convert(row) if isinstance(row, dict) else row)
        yield from reader.closing()
        if events := _rows(document, "events"):
            message = f"{len(events)} events were left out: the journal of another system is not ours."
            yield Unsupported(origin_ref=file.path, reason_code=Reason.EVENTS_IGNORED, message=message)


def _rows(document: Any, name: str) -> list[Any]:
    rows = document.get(name) if isinstance(document, dict) else None
    return rows if isinstance(rows, list) else []


def _from_semantic(row: dict[str, Any]) -> dict[str, Any]:
    record = _shared(row)
    try:
        value = parse_json(row["value_json"]) if isinstance(row.get("value_json"), str) else row["value"]
    except JsonProblem:
        value = row["value_json"]
    except KeyError:
        return record | {"kind": "fact"}
    if not str(row.get("key", "")).startswith(_LESSON_PREFIX):
        return record | {"kind": "fact", "value": value}
    record = {name: record[name] for name in record if name not in {"key", "confidence", "value"}}
    if isinstance(value, dict):
        wanted = ("rule", "negative", "category", "repo_scope", "applies")
        return record | {name: value[name] for name in wanted if name in value} | {"kind": "lesson"}
    return record | {"kind": "lesson", "rule": value}


def _from_episodic(row: dict[str, Any]) -> dict[str, Any]:
    return _shared(row) | {"kind": "episode", "conversation": row.get("conversation_id")}


def _shared(row: dict[str, Any]) -> dict[str, Any]:
    record = type(row)({name: item for name, item in row.items() if name not in _COLUMNS})
    record.setdefault("observed_at", row.get("created_at"))
    if row.get("is_deleted"):
        record["status"] = "forgotten"
    return record
