"""The full-text index: one FTS5 row per active record, written in the transaction of the record.

Triggers can't keep it: Django rebuilds tables when a field is altered and drops their triggers on the way.
Terms come from the analyser and hold no space, so the tokenizer only has to split on spaces.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db import connection

from kirocrew.base.analysis import analyse
from memory.models.records import Episode, Fact, Lesson, Record

TABLE = "memory_text"
FIELD_MARK = "|"
"""Stands between the terms of a fact's key and of its value, which weigh differently; no query has it as a term."""
MONTHS = (
    "January February March April May June July August September October November December".split()
)  # strftime's names follow the server's locale


class IndexRow(NamedTuple):
    """A record's place in the index: its primary key, analysed terms, and scope tokens."""

    record_id: int
    terms: str
    scope: str


def index_terms(record: Record, content: Fact | Lesson | Episode) -> str:
    """Return the analysed terms of a record, joined by spaces."""
    if isinstance(content, Fact):
        return " ".join((*analyse(fact_name(record)), FIELD_MARK, *analyse(" ".join(leaves(content.value)))))
    return " ".join(analyse(index_text(record, content)))


def index_text(record: Record, content: Lesson | Episode) -> str:
    """Return what can be searched of a record: words a person would look for it by.

    A turn of a conversation is also found by its day: worth 0.02 of recall on LoCoMo.
    """
    if isinstance(content, Lesson):
        return f"{content.rule} {content.negative}"
    said = f"{content.speaker}: {content.text}" if content.speaker else content.text
    day = record.observed_at
    when = f"{day.day} {MONTHS[day.month - 1]} {day.year}" if content.conversation else ""
    return f"{said} {' '.join(content.tags)} {when}"


def fact_name(record: Record) -> str:
    """The words of a fact's key and identity."""
    return f"{record.key.replace('.', ' ').replace('_', ' ')} {record.subject} {record.predicate}"


def leaves(value: object) -> list[str]:
    """Every scalar of a JSON value as text, keys of objects included."""
    if isinstance(value, dict):
        return [text for key, item in value.items() for text in (str(key), *leaves(item))]
    if isinstance(value, list):
        return [text for item in value for text in leaves(item)]
    return [] if value is None else [str(value)]


def rows_write(rows: Sequence[IndexRow]) -> None:
    """Put rows in, replacing those of the same records."""
    if not rows:
        return
    rows_remove([row.record_id for row in rows])
    with connection.cursor() as cursor:
        cursor.executemany(f"INSERT INTO {TABLE}(rowid, terms, scope) VALUES (%s, %s, %s)", rows)  # noqa: S608


def rows_add(rows: Sequence[IndexRow]) -> None:
    """Put in rows of records that are known to be new."""
    if rows:
        with connection.cursor() as cursor:
            cursor.executemany(f"INSERT INTO {TABLE}(rowid, terms, scope) VALUES (%s, %s, %s)", rows)  # noqa: S608


def rows_remove(record_ids: Iterable[int]) -> None:
    """Take the rows of these records out."""
    with connection.cursor() as cursor:
        cursor.executemany(
            f"DELETE FROM {TABLE} WHERE rowid = %s",  # noqa: S608
            [(record_id,) for record_id in record_ids],
        )
