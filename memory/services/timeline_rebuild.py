"""Making the index of the past anew from the journal: what was believed, and the text of what was replaced.

Reads columns by name in plain statements, so that a migration can call it whatever is added to the tables later.
"""

# ruff: noqa: S608
# Statements are put together from constants and placeholders; every value is a parameter.

import json
from collections.abc import Callable, Sequence
from typing import Any, Final

from django.db import connection, transaction

from memory.recall.past_index import PAST_TABLE, past_rows_write
from memory.recall.scope import scope_tokens
from memory.recall.statements import GIVEN, fetch_all, given
from memory.recall.text_index import IndexRow, index_terms
from memory.services.timeline_keeping import beliefs_remake
from memory.services.timeline_states import record_then

RECORDS: Final = 500  # in one transaction: the write lock is never held long

_PLACES: Final = (
    "SELECT record_id FROM memory_revision WHERE number > 0 AND record_id > %s"
    " GROUP BY record_id HAVING COUNT(*) > 1 ORDER BY record_id LIMIT %s"
)
_PAST: Final = (
    "SELECT DISTINCT v.id, v.after, r.id, r.store_id FROM memory_belief b"
    " JOIN memory_revision v ON v.id = b.revision_id"
    f" JOIN memory_record r ON r.id = b.record_id WHERE b.record_id IN ({GIVEN}) AND NOT b.is_present"
)
_STRAY_TEXT: Final = (
    f"DELETE FROM {PAST_TABLE} WHERE rowid NOT IN (SELECT revision_id FROM memory_belief WHERE NOT is_present)"
)
_STRAY_VECTORS: Final = (
    "DELETE FROM memory_pastvector"
    " WHERE revision_id NOT IN (SELECT revision_id FROM memory_belief WHERE NOT is_present)"
)
_UNSAID: Final = (
    f"SELECT COUNT(*) FROM memory_belief WHERE NOT is_present AND revision_id NOT IN (SELECT rowid FROM {PAST_TABLE})"
)
_STRAY: Final = (
    f"SELECT COUNT(*) FROM {PAST_TABLE} WHERE rowid NOT IN (SELECT revision_id FROM memory_belief WHERE NOT is_present)"
)
_UNKEPT: Final = (
    "SELECT COUNT(*) FROM (SELECT record_id FROM memory_revision WHERE number > 0 AND after LIKE '%%\"active\"%%'"
    " GROUP BY record_id HAVING COUNT(*) > 1) v WHERE record_id NOT IN (SELECT record_id FROM memory_belief)"
    " AND record_id NOT IN (SELECT id FROM memory_record WHERE status = 'erased')"
)


def past_rebuild(progress: Callable[[int], None] | None = None) -> int:
    """Work out beliefs and past texts of every record that has more than one state; returns how many records.

    Vectors of replaced texts are kept where they still belong to one; `past_embedding_request` has the others made.
    """
    done, last = 0, 0
    while records := [pk for (pk,) in fetch_all(_PLACES, [last, RECORDS])]:
        with transaction.atomic():
            beliefs_remake(records)
            past_rows_write([_index_row(*row) for row in fetch_all(_PAST, [given(records)])])
        last, done = records[-1], done + len(records)
        if progress:
            progress(done)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_STRAY_TEXT)
        cursor.execute(_STRAY_VECTORS)
    return done


def past_check() -> Sequence[str]:
    """How the index of the past differs from the journal, one sentence each."""
    counts = {
        "replaced states are not in the index of the past": _UNSAID,
        "texts of the index of the past belong to no replaced state": _STRAY,
        "records with a past have none in the index": _UNKEPT,
    }
    found = {words: int(fetch_all(statement, [])[0][0]) for words, statement in counts.items()}
    return [f"{count} {words}" for words, count in found.items() if count]


def _index_row(entry: int, after: Any, record_id: int, store_id: int) -> IndexRow:
    snapshot = json.loads(after) if isinstance(after, str) else after
    record = record_then(snapshot, pk=record_id, store_id=store_id)
    return IndexRow(entry, index_terms(record, record.content), scope_tokens(record, record.content))
