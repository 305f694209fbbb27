"""Read the memory database of the reference system out of a private copy that nobody else can touch.

The file is somebody else's, and may be made to harm whoever opens it. So it is copied first, opened read-only without
trusting its schema, looked through, and then asked for nothing but columns of four plain tables. What comes out is
JSON as its export writes it, which the format for that reads and distrusts as any other file.
"""

import json
import math
import os
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from kirocrew.base.text import cut
from kirocrew.db.backends.sqlite3.base import Database
from memory.transfer.items import Unsupported
from memory.transfer.reasons import Reason
from memory.transfer.sources import MIB, SourceFile, refuse

DATABASE: Final = "sqlite"  # the encoding of what was read out of a database
MAGIC: Final = b"SQLite format 3\x00"
ROWS: Final = 10_000  # of one table (facts of the reference system)
VALUE_BYTES: Final = 65_536  # of one value, in UTF-8
OBJECTS: Final = 200  # tables and indexes of a schema
SCHEMA_BYTES: Final = 20_000  # of the statement that made one
LARGEST_BYTES: Final = 16 * MIB  # of a whole row, which may hold a vector
STEPS: Final = 20_000  # times 10,000 instructions of SQLite, after which a question is broken off
SAID_CHARS: Final = 120  # of what SQLite says about a damaged file
_INSTRUCTIONS: Final = 10_000
_FILE_MODE: Final = 0o600

_SEMANTIC = ("key", "value_json", "confidence", "source", "created_at", "updated_at", "is_deleted")
_EPISODIC = ("id", "conversation_id", "text", "tags", "importance", "created_at", "is_deleted")
_META = (
    "record_id", "kind", "category", "subject", "predicate", "scope", "status", "valid_from", "valid_until",
    "observed_at", "source_ref",
)  # fmt: skip
_REQUIRED: Final = {"semantic_memory": ("key", "value_json"), "episodic_memories": ("text",)}
_COLUMNS: Final = {"semantic_memory": _SEMANTIC, "episodic_memories": _EPISODIC, "memory_record_meta": _META}
_EVENTS: Final = "memory_events"
_COUNT_EVENTS: Final = "SELECT count(*) FROM memory_events"
_SCHEMA: Final = "SELECT type, name, substr(CAST(sql AS BLOB), 1, 20), length(sql) > ? FROM sqlite_master LIMIT ?"
# No function of its schema acts, no check of its tables is computed, nothing is written.
_GUARDS: Final = (
    "trusted_schema=OFF", "query_only=ON", "ignore_check_constraints=ON", "cell_size_check=ON", "mmap_size=0",
    "temp_store=MEMORY",
)  # fmt: skip
_NAMES: Final = {"semantic_memory": "semantic", "episodic_memories": "episodic"}


class DatabaseRefused(Exception):
    """The database is not read. The message says why, and what helps."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The bytes of a database and of its write-ahead log, read when neither changed."""

    data: bytes
    log: bytes = b""


def is_database(data: bytes) -> bool:
    """Whether bytes are those of a SQLite database."""
    return data.startswith(MAGIC)


def read_database(path: str, snapshot: Snapshot) -> Iterator[SourceFile | Unsupported]:
    """Yield the memory of a database as one file, and an `Unsupported` for each part of it that can't be read."""
    try:
        with tempfile.TemporaryDirectory(prefix="kirocrew-import-") as folder:
            found = _Reading(path).read(_copy(Path(folder), snapshot), has_log=bool(snapshot.log))
    except DatabaseRefused as refused:
        yield refuse(path, Reason.DATABASE_REFUSED, str(refused))
        return
    except (Database.Error, UnicodeDecodeError) as error:
        # What SQLite says may quote the file, even where it is no UTF-8.
        said = cut(str(error), SAID_CHARS) if isinstance(error, Database.Error) else "its schema is no text"
        yield refuse(path, Reason.DATABASE_REFUSED, f"The database is damaged: {said}. Copy it with `VACUUM INTO`.")
        return
    except OSError as error:
        yield refuse(path, Reason.UNREADABLE, f"No private copy can be made: {error.strerror or error}.")
        return
    yield from found


def _copy(folder: Path, snapshot: Snapshot) -> Path:
    file = folder / "memory.db"
    for name, data in ((file, snapshot.data), (folder / "memory.db-wal", snapshot.log)):
        if data:
            with os.fdopen(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _FILE_MODE), "wb") as handle:
                handle.write(data)
    return file


@dataclass
class _Reading:
    """Reads one copy once."""

    path: str
    _told: list[Unsupported] = field(default_factory=list)
    _steps: int = 0

    def read(self, file: Path, *, has_log: bool) -> list[SourceFile | Unsupported]:
        # Without a log nothing will change, so not even a lock is taken; with one SQLite reads it into the copy's view.
        mode = "mode=ro" if has_log else "mode=ro&immutable=1"
        connection = Database.connect(f"file:{quote(str(file))}?{mode}", uri=True, isolation_level=None)
        try:
            document = self._document(connection)
        finally:
            connection.close()
        text = json.dumps(document, ensure_ascii=False)
        return [SourceFile(path=self.path, text=text, encoding=DATABASE), *self._told]

    def _document(self, connection: Any) -> dict[str, Any]:
        connection.text_factory = bytes
        connection.set_progress_handler(self._step, _INSTRUCTIONS)
        if hasattr(connection, "setlimit"):
            connection.setlimit(Database.SQLITE_LIMIT_LENGTH, LARGEST_BYTES)
        for command in _GUARDS:
            connection.execute(f"PRAGMA {command}")
        tables = _plain_tables(connection)
        columns = {name: _readable(connection, name, wanted) for name, wanted in _COLUMNS.items() if name in tables}
        for name in columns.keys() & _REQUIRED:
            if missing := set(_REQUIRED[name]) - set(columns[name]):
                raise DatabaseRefused(f"The table {name} has no column {', '.join(sorted(missing))}.")
        if not columns.keys() & _REQUIRED:
            raise DatabaseRefused("It holds no memory: neither semantic_memory nor episodic_memories is there.")
        (answer,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if answer != b"ok":
            raise DatabaseRefused("Its pages are damaged or used twice. Copy it with `VACUUM INTO`, import the copy.")
        connection.set_authorizer(_allowed)
        return self._rows(connection, columns, has_events=_EVENTS in tables)

    def _rows(self, connection: Any, columns: dict[str, list[str]], *, has_events: bool) -> dict[str, Any]:
        meta: dict[str, dict[str, Any]] = {}
        if "memory_record_meta" in columns:
            rows = self._table(connection, "memory_record_meta", columns["memory_record_meta"])
            meta = {str(row.pop("record_id", "")): row for row in rows}
        document: dict[str, Any] = {}
        for name, key in _NAMES.items():
            if name in columns:
                document[key] = [_with_meta(row, meta) for row in self._table(connection, name, columns[name])]
        if has_events:
            document["events"] = connection.execute(_COUNT_EVENTS).fetchone()[0]
        return document

    def _table(self, connection: Any, name: str, columns: list[str]) -> Iterator[dict[str, Any]]:
        """Yield the rows of a table as far as its limit goes; one that can't be read is told of by its number."""
        parts = [f'typeof("{column}"), length(CAST("{column}" AS BLOB)), {_short(column)}' for column in columns]
        order = 'ORDER BY "is_deleted"' if "is_deleted" in columns else ""
        cursor = connection.execute(f"SELECT {', '.join(parts)} FROM {name} {order} LIMIT {ROWS + 1}")  # noqa: S608
        for number, cells in enumerate(cursor, start=1):
            if number > ROWS:
                message = f"The first {ROWS:,} rows of {name} were read. Export the rest as JSON."
                self._told.append(refuse(self.path, Reason.LIMIT_ITEMS, message))
                return
            try:
                yield {column: _cell(cells, place) for place, column in enumerate(columns)}
            except ValueError as problem:
                message = f"Row {number} of {name}: {problem}"
                self._told.append(refuse(f"{self.path}#{name}.{number}", Reason.BAD_RECORD, message))

    def _step(self) -> int:
        self._steps += 1
        return int(self._steps > STEPS)


def _plain_tables(connection: Any) -> set[str]:
    """The names of the tables. Raises DatabaseRefused for a schema with anything but plain tables and indexes."""
    found = connection.execute(_SCHEMA, (SCHEMA_BYTES, OBJECTS + 1)).fetchall()
    if len(found) > OBJECTS:
        raise DatabaseRefused(f"Its schema has more than {OBJECTS} parts; no memory has so many.")
    tables = set()
    for kind, name, made_by, is_long in found:
        sort = kind.decode("ascii", "replace") if isinstance(kind, bytes) else ""
        if sort not in {"table", "index"} or is_long or (made_by or b"").upper().startswith(b"CREATE VIRTUAL"):
            raise DatabaseRefused(
                "Its schema has views, triggers or virtual tables, which act when they are read. Export it as JSON."
            )
        if sort == "table" and isinstance(name, bytes):
            tables.add(name.decode("utf-8", "replace"))
    return tables


def _readable(connection: Any, table: str, wanted: Sequence[str]) -> list[str]:
    """Those of the wanted columns the table has. Raises DatabaseRefused when one is computed."""
    there = {}
    for row in connection.execute(f"PRAGMA table_xinfo({table})"):
        there[row[1].decode("utf-8", "replace").lower()] = row[6]
    if any(there.get(column) for column in wanted):
        raise DatabaseRefused(f"The table {table} has computed columns, which act when they are read.")
    return [column for column in wanted if column in there]


def _allowed(action: int, first: str | None, second: str | None, database: str | None, source: str | None) -> int:
    """SQLite asks before each part of a question: columns of the known tables may be read, and nothing else."""
    tables = {*_COLUMNS, _EVENTS}
    is_allowed = (
        action == Database.SQLITE_SELECT
        or (action == Database.SQLITE_READ and first in tables and source is None)
        or (action == Database.SQLITE_FUNCTION and second in {"length", "typeof", "count"})
    )
    return int(Database.SQLITE_OK if is_allowed else Database.SQLITE_DENY)


def _short(column: str) -> str:
    return f'CASE WHEN length(CAST("{column}" AS BLOB)) <= {VALUE_BYTES} THEN "{column}" END'


def _cell(cells: Sequence[Any], place: int) -> Any:
    """The value of a column. Raises ValueError for what no memory holds: bytes, infinities, bad or endless text."""
    kind, size, value = cells[place * 3 : place * 3 + 3]
    if kind == b"blob":
        raise ValueError("it holds bytes where a text belongs.")
    if size is not None and size > VALUE_BYTES:
        raise ValueError(f"a value is longer than {VALUE_BYTES:,} bytes.")
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError("a number is no number.")
    try:
        return value.decode("utf-8") if isinstance(value, bytes) else value
    except UnicodeDecodeError:
        raise ValueError("a text is no UTF-8.") from None


def _with_meta(row: dict[str, Any], meta: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """A row with what the table beside it says about it: by the id of an episode, or by the key of anything else."""
    found = meta.get(str(row.get("id", ""))) or meta.get(f"key:{row.get('key', '')}")
    if not found:
        return row
    kept = {name: value for name, value in found.items() if value not in (None, "")}
    kind = kept.pop("kind", None)
    return row | {"metadata": kept} | ({"kind": kind} if kind == "directive" else {})
