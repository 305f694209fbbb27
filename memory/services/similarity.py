"""Which stored rules a new one is near to in meaning, where vectors are there to tell."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from django.db import connection

from memory.inference.embedding import embed_query
from memory.inference.models import SpaceKey, same_rule, suits
from memory.models import Embedding, Kind, Status, Store
from memory.services.spaces import Searched, searched, space_model, spaces_open

DEADLINE_SECONDS = 0.5  # a rule waits this long for the model, then does without
BUDGET_SECONDS = 2.0  # all rules of one write together wait this long


@dataclass(frozen=True, slots=True)
class Likeness:
    """Primary keys of the records whose rule is near enough to say the same; empty where vectors don't tell."""

    near: frozenset[int] = frozenset()

    @classmethod
    def unknown(cls) -> "Likeness":
        return cls()


@dataclass(frozen=True, slots=True)
class StoredVectors:
    """The vectors of one store's active rules in the embedder's space, one row for each part of a rule."""

    space: SpaceKey
    model: str
    record_ids: list[int]
    rules: list[str]
    matrix: np.ndarray

    def near(self, vector: np.ndarray) -> frozenset[int]:
        """Records all of whose parts are near enough in this space, and whose text the model knows how to read."""
        enough = same_rule(self.space)
        cosines = self.matrix @ vector
        near: set[int] = set()
        far: set[int] = set()
        for record_id, rule, cosine in zip(self.record_ids, self.rules, cosines, strict=True):
            is_near = cosine > enough and suits(self.space, rule)
            (near if is_near else far).add(record_id)
        return frozenset(near - far)


def likenesses_of(rules: Sequence[str], *, store: Store) -> list[Likeness]:
    """Compare rules with the vectors of the store's active lessons; one answer per rule, in order.

    Reads the vectors once. Does inference, so inside a transaction it answers "unknown": the write lock is not held
    while a model thinks.
    """
    unknown = [Likeness.unknown() for _ in rules]
    if not rules or connection.in_atomic_block:
        return unknown
    found = searched(spaces_open())
    stored = _stored(store, found) if found is not None else None
    if stored is None:
        return unknown
    until = time.monotonic() + BUDGET_SECONDS
    return [_likeness(rule, stored, until) for rule in rules]


def _likeness(rule: str, stored: StoredVectors, until: float) -> Likeness:
    patience = min(DEADLINE_SECONDS, until - time.monotonic())
    vector = (
        embed_query(rule, deadline=patience, model=stored.model) if patience > 0 and suits(stored.space, rule) else None
    )
    if vector is None or vector.shape != stored.matrix.shape[1:]:
        return Likeness.unknown()
    return Likeness(stored.near(vector))


def _stored(store: Store, found: Searched) -> StoredVectors | None:
    """The store's vectors in the space that this process searches."""
    key = found.space.key
    rows = Embedding.objects.filter(
        space=found.space.id, record__store=store, record__kind=Kind.LESSON, record__status=Status.ACTIVE
    ).values_list("record_id", "record__lesson__rule", "vector")
    usable = [row for row in rows if len(row[2]) == 4 * key.dimension]  # bytes of float32
    if not usable:
        return None
    matrix = np.frombuffer(b"".join(bytes(row[2]) for row in usable), dtype="<f4").reshape(-1, key.dimension)
    return StoredVectors(key, space_model(found.space), [row[0] for row in usable], [row[1] for row in usable], matrix)
