"""Vector search in SQLite: exact where there is little to compare, proposed from memory where there is much."""

# ruff: noqa: S608
# Statements are put together from constants and placeholders; every value is a parameter.

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from django.db import connection

from kirocrew.db.functions import float_blob
from memory.recall import resident
from memory.recall.ages import known_by
from memory.recall.engine import Candidate, Vector
from memory.recall.match import scope_expression
from memory.recall.point import held_row
from memory.recall.scope import Scope
from memory.recall.statements import DATED, GIVEN, fetch_all, given, marks, stored, token_condition
from memory.recall.text_index import TABLE

RESIDENT_FROM: Final = 2_000  # vectors of a space, or records of a narrow scope; below, SQL compares each one
WIDER: Final = 4  # times as many proposals when too few of them were in a narrow scope
FLOAT_BYTES: Final = 4
GIVEN_ROWS: Final = "json_each(%s) g CROSS JOIN memory_embeddingbits b ON b.embedding_id = g.value"
"""The given rows first (CROSS keeps that order): left to itself SQLite reads the whole scope and looks each one up."""
SCOPED_ROWS: Final = f"{TABLE} t CROSS JOIN memory_embeddingbits b ON b.record_id = t.rowid"


class VectorSearch:
    """One question's vector search. Remembers the resident vectors it used, for cosines asked for afterwards."""

    def __init__(self) -> None:
        self._shelf: resident.Shelf | None = None

    def nearest(self, vector: Vector, scope: Scope, *, space_id: int, limit: int, shown: int) -> list[Candidate]:
        """At most `limit` records nearest to the vector; `shown` is at most how many the scope holds."""
        if not connection.in_atomic_block and (not scope.is_narrow or shown >= RESIDENT_FROM):
            self._shelf = resident.shelf(space_id, vector.size, least=RESIDENT_FROM)
            if self._shelf is not None:
                return _proposed(self._shelf, vector, scope, limit)
        condition, params = _condition(scope, space_id, by_index=not scope.is_narrow)
        if not scope.is_narrow:
            return _compared(vector, "memory_embeddingbits b", condition, params, limit)
        condition, params = f"{TABLE} MATCH %s AND {condition}", [scope_expression(scope), *params]
        return _compared(vector, SCOPED_ROWS, condition, params, limit)

    def cosines(self, record_ids: Sequence[int], vector: Vector, space_id: int) -> dict[int, float]:
        """Cosines of the records' best parts, from memory where that holds them."""
        shelf = self._shelf
        if shelf is None or shelf.space_id != space_id or shelf.floats is None:
            return _read_cosines(record_ids, vector, space_id)
        places = shelf.places(record_ids)
        return best_parts(shelf.record_ids[places].tolist(), shelf.cosines(places, vector).tolist())


def _proposed(shelf: resident.Shelf, vector: Vector, scope: Scope, limit: int) -> list[Candidate]:
    """Let the resident vectors propose, and keep of them what the tables show in the scope.

    Proposes more until enough are in the scope or there are no more, so a narrow scope gets its share as well. A wide
    one needs no look at the tables here: its stores, kinds and windows are known, and whoever ranks reads them again.
    """
    moment = stored(scope.instant)
    dated = [pk for (pk,) in fetch_all(DATED, [moment, moment])]
    known = known_by(shelf, scope.point.known_at) if scope.point else None
    if shelf.floats is not None and known is None and not scope.is_narrow:
        places, cosines = shelf.propose(vector, scope, limit=limit, without=dated)
        if cosines is not None:
            return _nearest(shelf.record_ids[places].tolist(), cosines.tolist(), limit)
    wanted, last = limit, -1
    while True:
        places, cosines = shelf.propose(vector, scope, limit=wanted, without=dated, among=known)
        found = _verified(shelf, places, cosines, vector, scope, limit)
        if len(found) >= limit or len(places) == last or (known is None and not scope.is_narrow):
            return found
        wanted, last = wanted * WIDER, len(places)


def _verified(
    shelf: resident.Shelf,
    places: resident.Positions,
    cosines: resident.Floats | None,
    vector: Vector,
    scope: Scope,
    limit: int,
) -> list[Candidate]:
    ids = shelf.embedding_ids[places].tolist()
    condition, params = _condition(scope, shelf.space_id)
    source = GIVEN_ROWS
    if scope.is_narrow:
        tokens, values = token_condition(scope, "t.c1")
        source += f" JOIN {TABLE}_content t ON t.id = b.record_id"
        condition, params = f"{condition} AND {tokens}", [*params, *values]
    if cosines is None:
        return _compared(vector, source, condition, [given(ids), *params], limit)
    statement = f"SELECT b.embedding_id FROM {source} WHERE {condition}"
    shown = {pk for (pk,) in fetch_all(statement, [given(ids), *params])}
    scored = zip(ids, shelf.record_ids[places].tolist(), cosines.tolist(), strict=True)
    kept = [(record, cosine) for pk, record, cosine in scored if pk in shown]
    return _nearest([record for record, _ in kept], [cosine for _, cosine in kept], limit)


def _nearest(record_ids: Sequence[int], cosines: Sequence[float], limit: int) -> list[Candidate]:
    ordered = sorted(best_parts(record_ids, cosines).items(), key=lambda item: (-item[1], -item[0]))
    return [Candidate(record, cosine) for record, cosine in ordered[:limit]]


def _condition(scope: Scope, space_id: int, *, by_index: bool = False) -> tuple[str, list[Any]]:
    """The scope's condition on `b`. The plus signs keep SQLite from reading the whole scope for each row at hand."""
    moment, plus = stored(scope.instant), "" if by_index else "+"
    then, instants = held_row(scope.point, "b.record_id")
    return (
        f"{plus}b.space_id = %s AND {plus}b.store_id IN ({marks(scope.store_ids)})"
        f" AND {plus}b.kind IN ({marks(scope.kinds)}) AND b.record_id NOT IN ({DATED}){then}",
        [space_id, *sorted(scope.store_ids), *sorted(scope.kinds), moment, moment, *instants],
    )


def _compared(vector: Vector, source: str, condition: str, params: Sequence[Any], limit: int) -> list[Candidate]:
    """Compare exactly; a record's best part counts. `params` are those of the source, then of the condition.

    Vectors of another length are left out, as are those that are no numbers.
    """
    blob = float_blob(vector)
    rows = fetch_all(
        f"SELECT b.record_id, MIN(vec_distance_cosine(v.vector, %s)) AS distance FROM {source}"
        f" CROSS JOIN memory_embedding v ON v.id = b.embedding_id WHERE {condition} AND LENGTH(v.vector) = %s"
        " GROUP BY b.record_id HAVING distance IS NOT NULL ORDER BY distance, b.record_id DESC LIMIT %s",
        [blob, *params, len(blob), limit],
    )
    return [Candidate(pk, 1.0 - distance) for pk, distance in rows]


def _read_cosines(record_ids: Sequence[int], vector: Vector, space_id: int) -> dict[int, float]:
    rows = fetch_all(
        f"SELECT record_id, vector FROM memory_embedding WHERE record_id IN ({GIVEN})"
        " AND space_id = %s AND LENGTH(vector) = %s",
        [given(record_ids), space_id, vector.size * FLOAT_BYTES],
    )
    if not rows:
        return {}
    vectors = np.frombuffer(b"".join(blob for _, blob in rows), dtype="<f4").reshape(len(rows), vector.size)
    return best_parts([pk for pk, _ in rows], np.einsum("ij,j->i", vectors, vector).tolist())


def best_parts(record_ids: Sequence[int], cosines: Sequence[float]) -> dict[int, float]:
    best: dict[int, float] = {}
    for pk, cosine in zip(record_ids, cosines, strict=True):
        if cosine == cosine:  # not NaN
            best[pk] = max(cosine, best.get(pk, -1.0))
    return best
