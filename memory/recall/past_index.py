"""The text of states that were replaced: one FTS5 row per state, under the key of the journal entry that left it.

Rows are copied from the present text index when a state is replaced, so they say exactly what was searched then.
"""

# ruff: noqa: S608
# Statements are put together from constants and placeholders; every value is a parameter.

from collections.abc import Iterable, Sequence
from typing import Final

from django.db import connection

from memory.recall.text_index import TABLE, IndexRow

PAST_TABLE: Final = "memory_past_text"

_COPY_TEXT: Final = (
    f"INSERT OR REPLACE INTO {PAST_TABLE}(rowid, terms, scope) SELECT %s, c0, c1 FROM {TABLE}_content WHERE id = %s"
)
_COPY_VECTORS: Final = (
    "INSERT OR IGNORE INTO memory_pastvector"
    " (revision_id, record_id, space_id, store_id, kind, chunk, vector, bits)"
    " SELECT %s, e.record_id, e.space_id, b.store_id, b.kind, e.chunk, e.vector, b.bits"
    " FROM memory_embedding e JOIN memory_embeddingbits b ON b.embedding_id = e.id WHERE e.record_id = %s"
)
_FORGET_TEXT: Final = f"DELETE FROM {PAST_TABLE} WHERE rowid IN (SELECT id FROM memory_revision WHERE record_id = %s)"


def states_keep(states: Sequence[tuple[int, int]]) -> None:
    """Copy text and vectors of records, as they are searched now, to the keys of entries: (entry, record)."""
    with connection.cursor() as cursor:
        cursor.executemany(_COPY_TEXT, states)
        cursor.executemany(_COPY_VECTORS, states)


def past_rows_write(rows: Sequence[IndexRow]) -> None:
    """Put rows in, under the keys of entries, replacing those of the same entries."""
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT OR REPLACE INTO {PAST_TABLE}(rowid, terms, scope) VALUES (%s, %s, %s)",
            rows,
        )


def past_states_remove(entries: Iterable[int]) -> None:
    """Remove text and vectors of replaced states, named by their entries."""
    keys = [(entry,) for entry in entries]
    with connection.cursor() as cursor:
        cursor.executemany(f"DELETE FROM {PAST_TABLE} WHERE rowid = %s", keys)
        cursor.executemany("DELETE FROM memory_pastvector WHERE revision_id = %s", keys)


def past_remove(record_ids: Iterable[int]) -> None:
    """Remove everything that is kept for searching the past of these records: beliefs, text and vectors."""
    keys = [(record_id,) for record_id in record_ids]
    with connection.cursor() as cursor:
        cursor.executemany(_FORGET_TEXT, keys)
        cursor.executemany("DELETE FROM memory_pastvector WHERE record_id = %s", keys)
        cursor.executemany("DELETE FROM memory_belief WHERE record_id = %s", keys)
