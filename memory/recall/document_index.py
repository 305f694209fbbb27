"""The full-text index of documents and history: one FTS5 row each, written in the transaction of the text.

Terms come from the analyser, as those of records. Documents have even row numbers, entries of the history odd ones.
"""

# ruff: noqa: S608
# Statements are put together from constants and placeholders; every value is a parameter.

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from django.db import connection

from kirocrew.base.analysis import analyse
from memory.models.documents import Document, HistoryEntry
from memory.recall.match import any_of, terms_expression
from memory.recall.scope import NO_PROJECT, project_token

TABLE: Final = "memory_document_text"
HISTORY: Final = "history"


class Row(NamedTuple):
    """One text in the index."""

    number: int
    terms: str
    scope: str


class Found(NamedTuple):
    """A row that was found: whether it is a document, its primary key, and its score (higher is better)."""

    is_document: bool
    pk: int
    score: float


def row_of(item: Document | HistoryEntry) -> Row:
    """The row of a document or an entry, by its text as it is in memory."""
    kind = item.kind if isinstance(item, Document) else HISTORY
    words = f"{item.text} {item.path}" if isinstance(item, Document) else f"{item.text} {item.conversation}"
    project = project_token(item.project) if item.project else NO_PROJECT
    scope = f"s{item.store_id} s{item.store_id}{kind} {project}"
    return Row(_number(item.pk, is_document=isinstance(item, Document)), " ".join(analyse(words)), scope)


def rows_write(items: Sequence[Document | HistoryEntry]) -> None:
    """Put texts in, replacing what stood there. A text without terms has no row."""
    rows_remove(items)
    rows = [row_of(item) for item in items if not (isinstance(item, Document) and item.removed_at)]
    rows = [row for row in rows if row.terms]
    with connection.cursor() as cursor:
        cursor.executemany(f"INSERT INTO {TABLE}(rowid, terms, scope) VALUES (%s, %s, %s)", rows)


def rows_remove(items: Iterable[Document | HistoryEntry]) -> None:
    """Take the rows of these out."""
    numbers = [(_number(item.pk, is_document=isinstance(item, Document)),) for item in items]
    with connection.cursor() as cursor:
        cursor.executemany(f"DELETE FROM {TABLE} WHERE rowid = %s", numbers)


def rows_clear() -> None:
    """Take all rows out, before the index is made anew."""
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {TABLE}")


def rows_find(
    terms: Sequence[str], *, stores: Iterable[int], kinds: Iterable[str], project: str | None, limit: int
) -> list[Found]:
    """The best rows that hold any of the analysed terms, in those stores and kinds, best first.

    `project` narrows to that project or none; None means every project. Nothing is found without a term, a store or a
    kind.
    """
    base = [f"s{store}{kind}" for store in sorted(stores) for kind in sorted(kinds)]
    if not terms or not base:
        return []
    groups = [f"scope : ({any_of(base)})"]
    if project is not None:
        groups.append(f"scope : ({any_of([NO_PROJECT, *([project_token(project)] if project else [])])})")
    match = " AND ".join([*groups, terms_expression(terms)])
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT rowid, bm25({TABLE}, 1.0, 0.0) AS worth FROM {TABLE} WHERE {TABLE} MATCH %s"
            " ORDER BY worth LIMIT %s",
            [match, limit],
        )
        return [Found(number % 2 == 0, number // 2, -worth) for number, worth in cursor.fetchall()]


def _number(pk: int, *, is_document: bool) -> int:
    return 2 * pk + (0 if is_document else 1)
