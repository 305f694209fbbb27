"""A database of its own that an archive is read into, before anything of this home is touched.

It holds rows as the database keeps them, and the rows of the search indexes, so that a restore has only to copy.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, Final

from kirocrew.archive.codec import Column, columns_of
from kirocrew.archive.errors import ArchiveError
from kirocrew.archive.tables import TABLES
from kirocrew.db.backends.sqlite3.base import Database
from kirocrew.db.instances import instance_new
from memory.models import Document, Episode, Fact, HistoryEntry, Lesson, Record
from memory.recall import document_index
from memory.recall.scope import scope_tokens
from memory.recall.text_index import IndexRow, index_terms
from memory.services.timeline_states import record_then

ROWS: Final = 500
INDEXES: Final = ("memory_text", "memory_past_text", "memory_document_text")


class Staging:
    """The database an archive was read into; a `Sink` of its reading."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self._inserts: dict[str, str] = {}
        for table in TABLES:
            columns = columns_of(table.name)
            names = ", ".join(f'"{column.name}"' for column in columns)
            connection.execute(f"CREATE TABLE {table.name} ({', '.join(map(_declared, columns))})")
            marks = ", ".join("?" * len(columns))
            self._inserts[table.name] = f"INSERT INTO {table.name} ({names}) VALUES ({marks})"  # noqa: S608
        for name in INDEXES:
            connection.execute(f"CREATE TABLE {name} (number INTEGER PRIMARY KEY, terms, scope)")

    def rows(self, table: str, rows: Sequence[Sequence[Any]]) -> None:
        """Keep rows. Raises ArchiveError for a key that stands there twice."""
        try:
            self._connection.executemany(self._inserts[table], rows)
        except Database.IntegrityError as error:
            raise ArchiveError(f"Two rows of {table} have the same key. Nothing was imported.") from error

    def read(self, statement: str, values: Sequence[Any] = ()) -> Iterator[tuple[Any, ...]]:
        """Rows of a question, some hundred at a time."""
        cursor = self._connection.execute(statement, values)
        while page := cursor.fetchmany(ROWS):
            yield from page

    def index(self, report: Callable[[], None] | None = None) -> None:
        """Work out what the search indexes will hold: the long part of a restore, and done without a lock.

        Raises ArchiveError for a state in the journal that no record ever had.
        """
        try:
            for name, rows in (
                ("memory_text", _present(self)),
                ("memory_past_text", _past(self)),
                ("memory_document_text", _documents(self)),
            ):
                insert = f"INSERT INTO {name} (number, terms, scope) VALUES (?, ?, ?)"  # noqa: S608  (our own names)
                while page := [tuple(row) for row in islice(rows, ROWS)]:
                    self._connection.executemany(insert, page)
                    if report is not None:
                        report()
        except (KeyError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
            raise ArchiveError(f"A state in the archive is none that a record can have: {error!r}.") from error


def _declared(column: Column) -> str:
    """A column without a type, so that values stay as they are, but for a key that is a number."""
    if not column.field.primary_key:
        return f'"{column.name}"'
    return (
        f'"{column.name}" {"PRIMARY KEY" if column.field.get_internal_type() == "CharField" else "INTEGER PRIMARY KEY"}'
    )


@contextmanager
def staging_open(file: Path) -> Iterator[Staging]:
    """A staging database in this file, which is removed at the end. It is never needed again, so nothing is synced."""
    connection = Database.connect(str(file), isolation_level=None)
    try:
        file.chmod(0o600)
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA cache_size = -16000")
        connection.execute("PRAGMA temp_store = FILE")
        connection.execute("BEGIN")
        yield Staging(connection)
    finally:
        connection.close()
        file.unlink(missing_ok=True)


def moment(stored: Any) -> datetime | None:
    """An instant as the database keeps it."""
    return datetime.fromisoformat(stored).replace(tzinfo=UTC) if stored else None


_PRESENT: Final = """
    SELECT r.id, r.kind, r.store_id, r.key, r.subject, r.predicate, r.scope, r.project, r.category, r.observed_at,
        f.value, l.rule, l.negative, l.repo_scope, l.category, e.text, e.tags, e.conversation, e.session, e.speaker,
        e.position
    FROM memory_record r LEFT JOIN memory_fact f ON f.record_id = r.id LEFT JOIN memory_lesson l ON l.record_id = r.id
        LEFT JOIN memory_episode e ON e.record_id = r.id
    WHERE r.status = 'active' ORDER BY r.id
"""
_PAST: Final = """
    SELECT DISTINCT v.id, v.after, r.id, r.store_id FROM memory_belief b JOIN memory_revision v ON v.id = b.revision_id
        JOIN memory_record r ON r.id = b.record_id WHERE NOT b.is_present ORDER BY v.id
"""


def _present(staging: Staging) -> Iterator[IndexRow]:
    for row in staging.read(_PRESENT):
        record, content = record_of(row)
        yield IndexRow(record.pk, index_terms(record, content), scope_tokens(record, content))


def record_of(row: Sequence[Any]) -> tuple[Record, Fact | Lesson | Episode]:
    """The record of a row of `_PRESENT`, with its content, as far as it is searched."""
    names = ("id", "kind", "store_id", "key", "subject", "predicate", "scope", "project", "category")
    record = instance_new(Record, dict(zip(names, row[:9], strict=True)) | {"observed_at": moment(row[9])})
    value, rule, negative, repo_scope, category, text, tags, conversation, session, speaker, position = row[10:]
    if record.kind == "fact":
        return record, instance_new(Fact, {"record": record, "value": json.loads(value) if value else None})
    if record.kind == "lesson":
        said = {"rule": rule, "negative": negative, "repo_scope": repo_scope, "category": category}
        return record, instance_new(Lesson, {"record": record} | said)
    told = {"text": text, "tags": json.loads(tags or "[]"), "conversation": conversation, "session": session}
    return record, instance_new(Episode, {"record": record, "speaker": speaker, "position": position} | told)


def _past(staging: Staging) -> Iterator[IndexRow]:
    for entry, after, record_id, store_id in staging.read(_PAST):
        if after:
            record = record_then(json.loads(after), pk=record_id, store_id=store_id)
            yield IndexRow(entry, index_terms(record, record.content), scope_tokens(record, record.content))


def _documents(staging: Staging) -> Iterator[document_index.Row]:
    documents = "SELECT id, kind, store_id, project, path, text FROM memory_document WHERE removed_at IS NULL"
    for key, kind, store, project, path, text in staging.read(documents):
        item = Document(pk=key, kind=kind, store_id=store, project=project, path=path, text=text)
        if (row := document_index.row_of(item)).terms:
            yield row
    entries = "SELECT id, store_id, project, text, conversation FROM memory_historyentry WHERE removed_at IS NULL"
    for key, store, project, text, conversation in staging.read(entries):
        entry = HistoryEntry(pk=key, store_id=store, project=project, text=text, conversation=conversation)
        if (row := document_index.row_of(entry)).terms:
            yield row
