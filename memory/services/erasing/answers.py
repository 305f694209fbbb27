"""Short texts in what was asked and answered: jobs, kept answers, decisions of hooks; by the record's id and key."""

# ruff: noqa: S608  (names of tables and columns come from the database's own catalogue)

from collections.abc import Iterator
from typing import Any, Final

from django.db import connection

from memory.services.erasing.files import text_clean
from memory.services.erasing.places import place_named
from memory.services.erasing.rows import Hit, text_columns
from memory.services.erasing.sought import Sought

TABLES: Final = tuple(table for name in ("jobs", "answers", "decisions") for table in place_named(name).tables)
"""Tables whose texts may be JSON about any record; others are bound to their record by a column."""


def answers_hits(sought: Sought) -> list[Hit]:
    """Rows that say something of one of the records, or a short text beside a key."""
    looked = sought.sparing
    hits = []
    for table, row, texts in _rows(sought):
        found = tuple(name for name, text in texts.items() if looked.beside.in_text(text))
        if found:
            hits.append(Hit(table, row, found))
    return hits


def answers_clean(sought: Sought) -> None:
    """Take them out, in the caller's transaction."""
    looked = sought.sparing
    for table, row, texts in list(_rows(sought)):
        for name, text in texts.items():
            if looked.beside.in_text(text):
                with connection.cursor() as cursor:
                    cursor.execute(
                        f'UPDATE "{table}" SET "{name}" = %s WHERE rowid = %s', [text_clean(text, looked), row]
                    )


def _rows(sought: Sought) -> Iterator[tuple[str, Any, dict[str, str]]]:
    """Rows that name a record or a key, with their texts by column."""
    asked = sorted(sought.uids | (sought.beside.names if sought.needles.short else frozenset()))
    columns = text_columns()
    for table in TABLES:
        names = columns.get(table, [])
        for name in names if asked else []:
            condition = " OR ".join([f'instr(lower("{name}"), %s)'] * len(asked))
            with connection.cursor() as cursor:
                cursor.execute(f'SELECT rowid, "{name}" FROM "{table}" WHERE {condition}', asked)
                rows = cursor.fetchall()
            yield from ((table, row, {name: str(text)}) for row, text in rows)
