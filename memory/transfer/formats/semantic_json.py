"""The memory of the reference system: a semantic and an episodic list, as JSON or read out of its database."""

import re
from collections.abc import Iterator
from typing import Any

from memory.transfer.databases import DATABASE
from memory.transfer.formats import register
from memory.transfer.formats.dates import read_instant
from memory.transfer.formats.json_records import RecordReader
from memory.transfer.formats.json_values import DuplicateKeys, JsonProblem, parse_json
from memory.transfer.formats.lesson_values import KEY_PREFIX, is_everywhere, lesson_record
from memory.transfer.items import Item, Unsupported
from memory.transfer.reasons import Reason
from memory.transfer.sources import SourceFile

_MARK = re.compile(r'"(?:semantic|episodic|semantic_memory|episodic_memories)"\s*:\s*[\[{]')
_LISTS = {"semantic": ("semantic", "semantic_memory"), "episodic": ("episodic", "episodic_memories")}
_EVENTS = ("events", "memory_events")
# Columns of the other database that say nothing about the memory itself. Vectors are made anew: those of another
# model could not be compared, and are far longer than the texts.
_COLUMNS = frozenset(
    "id embedding embeddings vector embedding_model embedding_dim is_deleted last_accessed_at access_count value_json "
    "conversation_id metadata meta record_id workspace".split()
)
_META = frozenset("category subject predicate scope status valid_from valid_until observed_at source_ref".split())
# A row that is a directive holds a rule, whatever its key.
_DIRECTIVE = "directive"


@register
class SemanticEpisodic:
    """Rows of two tables: keys with JSON values, and texts with tags. Events are counted, not imported."""

    name = "semantic-episodic"
    label = "Kiro Crew memory: semantic and episodic rows (JSON, memory.db)"
    lesson_limit = None

    def recognise(self, file: SourceFile) -> int:
        """Sure when one of the two lists is there, or it was read out of a database."""
        if file.encoding == DATABASE:
            return 100
        return 85 if file.suffix == ".json" and _MARK.search(file.text) else 0

    def parse(self, file: SourceFile) -> Iterator[Item]:
        """Yield the facts and lessons, then the episodes."""
        try:
            document = parse_json(file.text)
            if isinstance(document, DuplicateKeys):
                raise JsonProblem(Reason.DUPLICATE_KEYS, "The file has a list twice. Remove one of the two.")
        except JsonProblem as problem:
            yield Unsupported(origin_ref=file.path, reason_code=problem.reason, message=str(problem))
            return
        reader = RecordReader(file.path)
        number = 0
        for name, convert in (("semantic", _from_semantic), ("episodic", _from_episodic)):
            for row in _rows(document, _LISTS[name]):
                number += 1
                yield from _record(reader, number, row, convert)
        yield from reader.closing()
        if events := _count(document):
            message = f"{events:,} events were left out: the journal of another system is not ours."
            yield Unsupported(origin_ref=file.path, reason_code=Reason.EVENTS_IGNORED, message=message)


def _record(reader: RecordReader, number: int, row: Any, convert: Any) -> Iterator[Item]:
    try:
        record = convert(row) if isinstance(row, dict) else row
    except JsonProblem as problem:
        yield reader.refused(number, problem)
    else:
        yield from reader.record(number, record)


def _rows(document: Any, names: tuple[str, ...]) -> list[Any]:
    """The rows of a list, or of an object that has them by their keys."""
    found = next((document[name] for name in names if document.get(name)), None) if isinstance(document, dict) else None
    if isinstance(found, dict):
        return [type(row)({"key": key}) | row if isinstance(row, dict) else row for key, row in found.items()]
    return found if isinstance(found, list) else []


def _count(document: Any) -> int:
    """How many events there are: a list in an export, a number out of a database."""
    found = next((document[name] for name in _EVENTS if document.get(name)), 0) if isinstance(document, dict) else 0
    if isinstance(found, list):
        return len(found)
    return found if isinstance(found, int) else 0


def _from_semantic(row: dict[str, Any]) -> dict[str, Any]:
    record = _shared(row)
    key = str(row.get("key", ""))
    try:
        value = parse_json(row["value_json"]) if isinstance(row.get("value_json"), str) else row["value"]
    except JsonProblem:
        value = row["value_json"]
    except KeyError:
        return record | {"kind": "fact"}
    if not key.startswith(KEY_PREFIX) and row.get("kind") != _DIRECTIVE:
        return record | {"kind": "fact", "value": value}
    common = {name: record[name] for name in record if name not in {"key", "confidence", "value", "kind", "category"}}
    if isinstance(value, str) and value.lstrip().startswith("{"):
        value = _unwrapped(value)
    return common | lesson_record(value, key=key)


def _unwrapped(text: str) -> Any:
    """A mapping that was encoded twice; any other text as it is."""
    try:
        found = parse_json(text)
    except JsonProblem:
        return text
    return found if isinstance(found, dict) and "rule" in found else text


def _from_episodic(row: dict[str, Any]) -> dict[str, Any]:
    return _shared(row) | {"kind": "episode", "conversation": row.get("conversation_id")}


def _shared(row: dict[str, Any]) -> dict[str, Any]:
    record: dict[str, Any] = type(row)({name: item for name, item in row.items() if name not in _COLUMNS})
    for name in ("metadata", "meta"):
        if isinstance(meta := row.get(name), dict):
            record |= {field: meta[field] for field in _META if meta.get(field) not in (None, "")}
    if not record.get("observed_at"):
        created = row.get("created_at")
        # A time that can't be read is no time; the memory itself is not lost with it.
        record["observed_at"] = created if read_instant(created) else None
    if is_everywhere(record.get("scope")):
        record.pop("scope", None)
    if not is_everywhere(row.get("workspace")):
        record["project"] = row["workspace"]
    if row.get("is_deleted"):
        record["status"] = "forgotten"
    return record
