"""Vectors of replaced texts: compared exactly where there are few, proposed from memory where there are many."""

# ruff: noqa: S608
# Statements are put together from constants and placeholders; every value is a parameter.

from collections.abc import Sequence
from typing import Final

import numpy as np
from django.db import connection

from kirocrew.db.functions import float_blob
from memory.recall import resident
from memory.recall.engine import Candidate, Vector
from memory.recall.past_index import PAST_TABLE
from memory.recall.point import Point, believed
from memory.recall.scope import Scope
from memory.recall.statements import GIVEN, fetch_all, given, marks, token_condition
from memory.recall.vectors import FLOAT_BYTES, RESIDENT_FROM, WIDER, best_parts

_OWNERS: Final = (
    "JOIN memory_belief b ON b.revision_id = v.revision_id JOIN memory_record r ON r.id = b.record_id"
    f" JOIN {PAST_TABLE}_content t ON t.id = v.revision_id"
)
_ALL_ROWS: Final = f"memory_pastvector v {_OWNERS}"
PROPOSED_MOST: Final = 4_000
"""Replaced texts looked at for a question. Where hardly any near one was true at the point, words find the rest."""


def past_nearest(vector: Vector, scope: Scope, point: Point, *, space_id: int, limit: int) -> list[Candidate]:
    """At most `limit` replaced states nearest to the vector, by the keys of their entries."""
    shelf = None
    if not connection.in_atomic_block:
        shelf = resident.shelf(space_id, vector.size, least=RESIDENT_FROM, source=resident.PAST)
    if shelf is None:
        return _compared(vector, scope, point, space_id=space_id, limit=limit)
    wanted, last = limit, -1
    while True:
        places, _ = shelf.propose(vector, scope, limit=wanted)
        shown = _shown(shelf.record_ids[places].tolist(), scope, point)
        enough = len(shown) >= limit or len(places) in (last, len(shelf.record_ids))
        if enough or len(places) >= PROPOSED_MOST:
            break
        wanted, last = wanted * WIDER, len(places)
    cosines = past_cosines(shown, vector, space_id)
    best = sorted(cosines.items(), key=lambda item: (-item[1], -item[0]))
    return [Candidate(entry, cosine) for entry, cosine in best[:limit]]


def _shown(entries: Sequence[int], scope: Scope, point: Point) -> list[int]:
    """Those of the entries whose state was known and true at the point, in the scope."""
    (then, instants), source, narrowed, values = believed(point), "", "", list[str]()
    if scope.is_narrow:
        tokens, values = token_condition(scope, "t.c1")
        source, narrowed = f" JOIN {PAST_TABLE}_content t ON t.id = b.revision_id", f" AND {tokens}"
    rows = fetch_all(
        "SELECT DISTINCT b.revision_id FROM json_each(%s) g CROSS JOIN memory_belief b ON b.revision_id = g.value"
        f" JOIN memory_record r ON r.id = b.record_id{source} WHERE {then}{narrowed}",
        [given(entries), *instants, *values],
    )
    return [entry for (entry,) in rows]


def past_cosines(entries: Sequence[int], vector: Vector, space_id: int) -> dict[int, float]:
    """Cosines of the best parts of these entries' texts."""
    rows = fetch_all(
        f"SELECT revision_id, vector FROM memory_pastvector WHERE revision_id IN ({GIVEN})"
        " AND space_id = %s AND LENGTH(vector) = %s",
        [given(entries), space_id, vector.size * FLOAT_BYTES],
    )
    if not rows:
        return {}
    vectors = np.frombuffer(b"".join(blob for _, blob in rows), dtype="<f4").reshape(len(rows), vector.size)
    return best_parts([pk for pk, _ in rows], np.einsum("ij,j->i", vectors, vector).tolist())


def _compared(vector: Vector, scope: Scope, point: Point, *, space_id: int, limit: int) -> list[Candidate]:
    """Compare every replaced text of the scope, where there are few."""
    blob, (then, instants), (tokens, values) = float_blob(vector), believed(point), token_condition(scope, "t.c1")
    rows = fetch_all(
        f"SELECT v.revision_id, MIN(vec_distance_cosine(v.vector, %s)) AS distance FROM {_ALL_ROWS}"
        f" WHERE +v.space_id = %s AND +v.store_id IN ({marks(scope.store_ids)}) AND +v.kind IN ({marks(scope.kinds)})"
        f" AND {tokens} AND {then} AND LENGTH(v.vector) = %s"
        " GROUP BY v.revision_id HAVING distance IS NOT NULL ORDER BY distance, v.revision_id DESC LIMIT %s",
        [
            *(blob, space_id, *sorted(scope.store_ids), *sorted(scope.kinds)),
            *(*values, *instants, len(blob), limit),
        ],
    )
    return [Candidate(pk, 1.0 - distance) for pk, distance in rows]
