"""An archive as lines: a header, each table with its rows, and a manifest that says what there has to be.

The same state gives the same bytes: there is no time in it, no name of a machine, and rows are in the order of their
keys.
"""

import hashlib
from collections.abc import Callable, Iterator
from typing import Any, Final

from django.db import connection

from kirocrew.archive.codec import columns_of, encode
from kirocrew.archive.errors import ArchiveError
from kirocrew.archive.tables import TABLES, Table

FORMAT: Final = "kirocrew-archive"
VERSION: Final = 1
APPS: Final = ("channels_bridge", "hooks", "kirocrew", "memory", "skills")
ROWS: Final = 500  # read and written at once

Report = Callable[[int, int], None]


class ArchiveWriting:
    """The archive of what `reader` sees. Once all pieces were taken, `rows` and `digest` say what is in it."""

    def __init__(self, reader: Any, report: Report | None = None) -> None:
        self._reader, self._report = reader, report
        self._whole = hashlib.sha256()
        self.rows = 0
        self.digest = ""

    def pieces(self) -> Iterator[bytes]:
        """The file in pieces of some hundred rows; `report` is told rows done and rows there are.

        Raises ArchiveError where a row can't be said.
        """
        totals = {table.name: _counted(self._reader, table) for table in TABLES}
        total = sum(totals.values())
        manifest: dict[str, dict[str, Any]] = {}
        schema, space = schema_of(self._reader), _space(self._reader)
        yield self._kept(_line({"format": FORMAT, "version": VERSION, "schema": schema, "space": space}))
        for table in TABLES:
            yield self._kept(_line({"table": table.name, "columns": table.columns}))
            rows, digest = 0, hashlib.sha256()
            for number, piece in _pages(self._reader, table):
                digest.update(piece)
                yield self._kept(piece)
                rows += number
                if self._report is not None:
                    self._report(self.rows + rows, total)
            self.rows += rows
            manifest[table.name] = {"rows": rows, "sha256": digest.hexdigest()}
        self.digest = self._whole.hexdigest()
        yield _line({"manifest": {"tables": manifest, "rows": self.rows, "sha256": self.digest}})

    def _kept(self, piece: bytes) -> bytes:
        self._whole.update(piece)
        return piece


def schema_of(reader: Any) -> dict[str, list[str]]:
    """The migrations of each app that the database has."""
    with reader.cursor() as cursor:
        cursor.execute("SELECT app, name FROM django_migrations ORDER BY app, name")
        found = cursor.fetchall()
    return {app: [name for of, name in found if of == app] for app in APPS}


def _space(reader: Any) -> dict[str, Any] | None:
    """The vector space that is searched, by name: its vectors are made anew."""
    with reader.cursor() as cursor:
        cursor.execute("SELECT model, dimension, normalisation FROM memory_space WHERE state = 'current'")
        row = cursor.fetchone()
    return dict(zip(("model", "dimension", "normalisation"), row, strict=True)) if row else None


def _counted(reader: Any, table: Table) -> int:
    with reader.cursor() as cursor:
        cursor.execute(f"SELECT COUNT(*) FROM {table.name} WHERE {table.where}")  # noqa: S608
        return int(cursor.fetchone()[0])


def _pages(reader: Any, table: Table) -> Iterator[tuple[int, bytes]]:
    """Rows in the order of their keys, as lines, with their number."""
    columns = columns_of(table.name)
    quote = connection.ops.quote_name
    key = next(column.name for column in columns if column.field.primary_key)
    names = ", ".join(quote(column.name) for column in columns)
    converters = _converters(columns, table.name)
    with reader.cursor() as cursor:
        cursor.execute(f"SELECT {names} FROM {table.name} WHERE {table.where} ORDER BY {quote(key)}")  # noqa: S608
        while page := cursor.fetchmany(ROWS):
            yield len(page), b"".join(_row(row, converters, table, reader) for row in page)


def _converters(columns: Any, table: str) -> list[tuple[int, Callable[..., Any], Any]]:
    found = []
    for place, column in enumerate(columns):
        expression = column.field.get_col(table)
        for convert in (*connection.ops.get_db_converters(expression), *column.field.get_db_converters(connection)):
            found.append((place, convert, expression))
    return found


def _row(found: Any, converters: list[tuple[int, Callable[..., Any], Any]], table: Table, reader: Any) -> bytes:
    row = list(found)
    for place, convert, expression in converters:
        row[place] = convert(row[place], expression, reader)
    try:
        return _line(row)
    except (TypeError, ValueError) as error:
        raise ArchiveError(
            f"Row {row[0]} of {table.name} can't be said in JSON: {error}.", type="not-exportable"
        ) from error


def _line(value: Any) -> bytes:
    return encode(value).encode() + b"\n"
