"""Vectors kept in the memory of the process, because reading 100,000 of them for every question takes 40 ms.

They only propose candidates. The engine reads the records again through the scope before it ranks them, so a stale
entry can cost a hit and never shows a record it must not. That vectors were written since is told by a mark of their
space, which triggers renew; what was added by count, sum and last key of the rows, stores included.
"""

import threading
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from kirocrew.db.functions import bit_blob
from memory.models.records import Kind
from memory.recall.engine import Vector
from memory.recall.scope import Scope

FLOATS_UP_TO: Final = 20_000  # vectors kept whole; 31 MB at 384 dimensions
SHORTLIST: Final = 1_000
"""Least candidates by signs that are compared exactly where the vectors are resident; an eighth of all, if that is
more. Of 3,479 vectors of MiniLM 400 candidates held the best 50 to 0.994, 800 to 0.999."""
SHORTLIST_SHARE: Final = 8
READ_LEAST: Final = 400  # candidates by signs where the vectors must be read from the database
READ_SURPLUS: Final = 4  # and for each one wanted, if that is more
SPARE: Final = 2  # exact candidates for each one wanted: some are parts of one record, some may be gone
MASKS: Final = 16  # scopes of which it is remembered which vectors are theirs
SIGN_WORD: Final = 64  # bits compared at once
KIND_CODES: Final = {kind: code for code, kind in enumerate(Kind.values)}


class Source(NamedTuple):
    """Where vectors are kept: statements for rows (key, owner, store, kind, signs) and for (key, vector) of a space
    above a key, and for how many rows there are, the last key and the sum of keys times stores."""

    name: str
    rows: str
    vectors: str
    signature: str


PRESENT: Final = Source(
    "present",
    "SELECT embedding_id, record_id, store_id, kind, bits FROM memory_embeddingbits"
    " WHERE space_id = %s AND embedding_id > %s AND LENGTH(bits) = %s ORDER BY embedding_id",
    "SELECT b.embedding_id, v.vector FROM memory_embeddingbits b JOIN memory_embedding v"
    " ON v.id = b.embedding_id WHERE b.space_id = %s AND b.embedding_id > %s AND LENGTH(v.vector) = %s"
    " ORDER BY b.embedding_id",
    "SELECT COUNT(*), COALESCE(MAX(embedding_id), 0), COALESCE(SUM(embedding_id * store_id), 0)"
    " FROM memory_embeddingbits WHERE space_id = %s",
)
PAST: Final = Source(
    "past",
    "SELECT id, revision_id, store_id, kind, bits FROM memory_pastvector"
    " WHERE space_id = %s AND id > %s AND LENGTH(bits) = %s ORDER BY id",
    "SELECT id, vector FROM memory_pastvector WHERE space_id = %s AND id > %s AND LENGTH(vector) = %s ORDER BY id",
    "SELECT COUNT(*), COALESCE(MAX(id), 0), COALESCE(SUM(id * store_id), 0) FROM memory_pastvector WHERE space_id = %s",
)
"""Vectors of replaced texts; their owner is the journal entry that left the text."""

Ids = NDArray[np.int64]
Positions = NDArray[np.intp]
Floats = NDArray[np.float64]
Signature = tuple[int, int, int]
"""(rows, largest key, sum of keys times stores): equal for equal sets of rows but for rare accidents."""


@dataclass(frozen=True)
class Shelf:
    """The vectors of one space, never changed once made.

    `signs` has a row for every 64 dimensions and a column for every vector, which is read four times as fast
    as the other way round. `floats` is None above FLOATS_UP_TO vectors.
    """

    space_id: int
    signature: Signature
    embedding_ids: Ids
    record_ids: Ids
    store_ids: Ids
    kinds: NDArray[np.uint8]
    signs: NDArray[np.uint64]
    floats: Vector | None
    source: Source = PRESENT
    _masks: dict[tuple[frozenset[int], frozenset[str]], NDArray[np.bool_]] = field(default_factory=dict, repr=False)

    def propose(
        self,
        vector: Vector,
        scope: Scope,
        *,
        limit: int,
        without: Sequence[int] = (),
        among: NDArray[np.bool_] | None = None,
    ) -> tuple[Positions, Floats | None]:
        """Positions likely to hold the `limit` nearest of the scope, and their cosines where the shelf has `floats`.

        `without` are records left out; `among` has a truth value for each position, where more than the scope decides.
        """
        allowed = self._allowed(scope)
        if among is not None:
            allowed = allowed & among
        if without:
            allowed = allowed & ~np.isin(self.record_ids, np.array(without, np.int64))
        if self.floats is None:
            return self._by_signs(vector, allowed, max(READ_LEAST, READ_SURPLUS * limit)), None
        wanted = max(SHORTLIST, len(allowed) // SHORTLIST_SHARE, SPARE * limit)
        listed = np.sort(self._by_signs(vector, allowed, wanted))  # in the order in which the vectors lie
        cosines = self.cosines(listed, vector)
        best = np.argsort(-cosines, kind="stable")[: SPARE * limit]
        return listed[best], cosines[best]

    def _allowed(self, scope: Scope) -> NDArray[np.bool_]:
        """Of each position, whether it is of the stores and kinds of the scope; remembered for the last few scopes."""
        asked = scope.store_ids, scope.kinds
        known = self._masks.get(asked)
        if known is None:
            if len(self._masks) >= MASKS:
                self._masks.clear()
            codes = [KIND_CODES[kind] for kind in scope.kinds]
            known = _any_of(self.store_ids, scope.store_ids) & _any_of(self.kinds, codes)
            known.flags.writeable = False
            self._masks[asked] = known
        return known

    def places(self, record_ids: Sequence[int]) -> Positions:
        """Positions of the vectors of these records."""
        order, ordered = self._by_record
        wanted = np.unique(np.array(record_ids, np.int64))
        first, last = np.searchsorted(ordered, wanted), np.searchsorted(ordered, wanted, "right")
        if np.all(last - first <= 1):  # hardly any record has several parts
            return np.sort(order[first[last > first]])
        found = [order[start:end] for start, end in zip(first.tolist(), last.tolist(), strict=True) if end > start]
        return np.sort(np.concatenate(found)) if found else np.empty(0, np.intp)

    @cached_property
    def _by_record(self) -> tuple[Positions, Ids]:
        """The positions in the order of their records, and those records: looking through all takes a millisecond."""
        order = np.argsort(self.record_ids, kind="stable")
        return order, self.record_ids[order]

    def cosines(self, positions: Positions, vector: Vector) -> Floats:
        """Exact cosines at these positions, of a shelf with `floats`."""
        if self.floats is None:
            raise ValueError("this shelf keeps signs only")
        # Not BLAS: its threads wait for each other for tens of milliseconds on a busy machine.
        return np.asarray(np.einsum("ij,j->i", self.floats.take(positions, axis=0), vector), dtype=np.float64)

    def _by_signs(self, vector: Vector, allowed: NDArray[np.bool_], wanted: int) -> Positions:
        if np.count_nonzero(allowed) <= wanted:
            return np.flatnonzero(allowed)
        asked = np.frombuffer(bit_blob(vector), dtype="<u8")
        differing = np.zeros(len(self.embedding_ids), np.uint16)
        for word, signs in zip(asked, self.signs, strict=True):
            differing += np.bitwise_count(signs ^ word)
        if not allowed.all():
            differing[~allowed] = np.iinfo(np.uint16).max
        return np.argpartition(differing, wanted - 1)[:wanted]


def _any_of(values: NDArray[Any], wanted: Collection[int]) -> NDArray[np.bool_]:
    found = np.zeros(len(values), bool)
    for value in wanted:
        found |= values == value
    return found


_lock = threading.Lock()
_shelves: dict[tuple[str, str, int], tuple[int, Shelf]] = {}
"""With the mark of the space that each was read under."""


def shelf(space_id: int, dimension: int, *, least: int, source: Source = PRESENT) -> Shelf | None:
    """Return the current vectors of the space, or None when it has fewer than `least` or an odd dimension.

    Call it outside a transaction, so that nothing that is undone later gets in.
    """
    if dimension % SIGN_WORD:
        return None
    key, mark = (str(connection.settings_dict["NAME"]), source.name, space_id), _mark(space_id)
    read, known = _shelves.get(key, (None, None))
    if known is not None and read == mark:
        return known
    signature = _signature(source, space_id)
    if signature[0] < least:
        return None
    with _lock:
        read, known = _shelves.get(key, (None, None))
        if known is None or known.signature != signature:
            known = _renewed(known, source, space_id, dimension, signature)
        _shelves[key] = mark, known
    return known


def forget() -> None:
    """Drop everything, after a restore of the database and in tests."""
    with _lock:
        _shelves.clear()


def forget_others(space_id: int) -> None:
    """Drop the vectors of spaces this database has besides one: after a change of models nobody searches them."""
    name = str(connection.settings_dict["NAME"])
    if any(key[0] == name and key[2] != space_id for key in list(_shelves)):
        with _lock:
            for key in [key for key in _shelves if key[0] == name and key[2] != space_id]:
                del _shelves[key]


def held(record_ids: Sequence[int]) -> int:
    """How many vectors of these records this process keeps, in whatever space."""
    return sum(len(known.places(record_ids)) for _, known in list(_shelves.values()) if known.source is PRESENT)


def _mark(space_id: int) -> int:
    """What stands in the space's row. Read before the vectors: what changes in between is read again next time."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT vectors_mark FROM memory_space WHERE id = %s", [space_id])
        row = cursor.fetchone()
        return int(row[0]) if row else 0


def _signature(source: Source, space_id: int) -> Signature:
    with connection.cursor() as cursor:
        cursor.execute(source.signature, [space_id])
        rows, largest, total = cursor.fetchone()
        return int(rows), int(largest), int(total)


def _renewed(known: Shelf | None, source: Source, space_id: int, dimension: int, signature: Signature) -> Shelf:
    """Add what is new; read everything again when that does not explain the difference."""
    if known is not None:
        added = _read(source, space_id, dimension, above=known.signature[1])
        total = known.signature[0] + added.signature[0], known.signature[2] + added.signature[2]
        if total == (signature[0], signature[2]):
            return _joined(known, added, dimension)
    whole = _read(source, space_id, dimension, above=0)
    return _with_floats(whole, dimension)


def _read(source: Source, space_id: int, dimension: int, *, above: int) -> Shelf:
    with connection.cursor() as cursor:
        cursor.execute(source.rows, [space_id, above, dimension // 8])
        rows = cursor.fetchall()
    ids = np.array([row[0] for row in rows], np.int64)
    stores = np.array([row[2] for row in rows], np.int64)
    words = np.frombuffer(b"".join(row[4] for row in rows), dtype="<u8").reshape(len(rows), dimension // SIGN_WORD)
    return Shelf(
        space_id,
        (len(rows), int(ids.max(initial=0)), int((ids * stores).sum())),
        ids,
        np.array([row[1] for row in rows], np.int64),
        stores,
        np.array([KIND_CODES[row[3]] for row in rows], np.uint8),
        np.ascontiguousarray(words.T),
        None,
        source,
    )


def _joined(known: Shelf, added: Shelf, dimension: int) -> Shelf:
    whole = Shelf(
        known.space_id,
        (
            known.signature[0] + added.signature[0],
            max(known.signature[1], added.signature[1]),
            known.signature[2] + added.signature[2],
        ),
        np.concatenate([known.embedding_ids, added.embedding_ids]),
        np.concatenate([known.record_ids, added.record_ids]),
        np.concatenate([known.store_ids, added.store_ids]),
        np.concatenate([known.kinds, added.kinds]),
        np.concatenate([known.signs, added.signs], axis=1),
        None,
        known.source,
    )
    return _with_floats(whole, dimension, known=known.floats, from_id=known.signature[1])


def _with_floats(whole: Shelf, dimension: int, *, known: Vector | None = None, from_id: int = 0) -> Shelf:
    """Read the vectors themselves as well while there are few enough of them."""
    if len(whole.embedding_ids) > FLOATS_UP_TO:
        return whole
    start = 0 if known is None else from_id
    with connection.cursor() as cursor:
        cursor.execute(whole.source.vectors, [whole.space_id, start, dimension * 4])
        vectors = dict(cursor.fetchall())
    fresh = [int(pk) for pk in whole.embedding_ids if pk > start]
    if any(pk not in vectors for pk in fresh):
        return whole
    read = np.frombuffer(b"".join(vectors[pk] for pk in fresh), dtype="<f4").reshape(len(fresh), dimension)
    floats = read if known is None else np.concatenate([known, read])
    return Shelf(
        whole.space_id,
        whole.signature,
        whole.embedding_ids,
        whole.record_ids,
        whole.store_ids,
        whole.kinds,
        whole.signs,
        np.ascontiguousarray(floats, dtype=np.float32),
        whole.source,
    )
