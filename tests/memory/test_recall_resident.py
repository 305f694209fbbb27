"""Vectors kept in memory find what a scan finds, notice every change, and never show what the tables do not."""

from collections.abc import Iterator
from datetime import timedelta

import numpy as np
import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from kirocrew.base.clock import now
from kirocrew.db.functions import bit_blob, float_blob
from memory.models import Embedding, EmbeddingBits, Record, Space, Store
from memory.recall import resident, vectors
from memory.recall.engine import Candidate, Vector
from memory.recall.scope import Scope
from memory.recall.sqlite import SqliteEngine
from memory.services.recall import RecallOptions, recall
from memory.services.records import record_forget, record_restore
from memory.services.vectors import vectors_show
from tests.memory.recalling import OWNER, embed_all, remember, scope_of, vector_of

pytestmark = pytest.mark.django_db(transaction=True)
PARTS = ("frame", "bell", "lock", "seat", "rack")


@pytest.fixture(autouse=True)
def _resident_from_the_first_row(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(vectors, "RESIDENT_FROM", 1)
    resident.forget()
    yield
    resident.forget()


@pytest.fixture
def main_store() -> Store:
    return Store.objects.get_or_create(slug="main", defaults={"name": "Main"})[0]


def near(query: str, scope: Scope, space: int, limit: int = 10) -> list[int]:
    return [hit.record_id for hit in SqliteEngine().semantic(vector_of(query), scope, space_id=space, limit=limit)]


def scanned(vector: Vector, scope: Scope, space: int, limit: int) -> list[Candidate]:
    """The same question inside a transaction, where nothing resident is used."""
    with transaction.atomic():
        return SqliteEngine().semantic(vector, scope, space_id=space, limit=limit)


def test_what_is_written_forgotten_and_restored_is_noticed(main_store: Store) -> None:
    scope = scope_of(main_store)
    first = remember(main_store, "The blue bicycle is in the shed")[0]
    space = embed_all()
    assert near("blue bicycle", scope, space) == [first.pk]
    second = remember(main_store, "The blue bicycle of Priya was sold")[0]
    embed_all()
    assert set(near("blue bicycle", scope, space)) == {first.pk, second.pk}
    record_forget(actor=OWNER, uid=first.uid)
    assert near("blue bicycle", scope, space) == [second.pk]
    record_restore(actor=OWNER, uid=first.uid)
    assert set(near("blue bicycle", scope, space)) == {first.pk, second.pk}


def test_a_stale_entry_never_shows_a_record_it_must_not(main_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, gone = remember(main_store, "The blue bicycle is in the shed", "A blue bicycle was sold to Priya")
    space = embed_all()
    stale = resident.shelf(space, 256, least=1)
    record_forget(actor=OWNER, uid=gone.uid)
    monkeypatch.setattr(resident, "shelf", lambda *args, **kwargs: stale)
    options = RecallOptions(vector=vector_of("blue bicycle"), admit=False)
    found = recall(actor=OWNER, query="blue bicycle", stores=[main_store], options=options)
    assert [hit.id for hit in found.hits] == [kept.uid]


def test_a_record_that_moved_to_another_store_is_found_there(main_store: Store) -> None:
    moved = remember(main_store, "The blue bicycle is in the shed")[0]
    other = Store.objects.create(slug="bob", name="Bob's", policy="private")
    space = embed_all()
    assert near("blue bicycle", scope_of(main_store), space) == [moved.pk]
    EmbeddingBits.objects.filter(record_id=moved.pk).update(store=other)
    assert near("blue bicycle", scope_of(other), space) == [moved.pk]
    assert near("blue bicycle", scope_of(main_store), space) == []


def test_stores_kinds_and_windows_hold_here_too(main_store: Store) -> None:
    other = Store.objects.create(slug="bob", name="Bob's", policy="private")
    mine = remember(main_store, "The blue bicycle is in the shed")[0]
    theirs = remember(other, "The blue bicycle belongs to Bob")[0]
    over = remember(main_store, "The blue bicycle was lent out", valid_until=now() - timedelta(days=1))[0]
    space = embed_all()
    assert near("blue bicycle", scope_of(main_store), space) == [mine.pk]
    assert near("blue bicycle", scope_of(other), space) == [theirs.pk]
    assert near("blue bicycle", scope_of(main_store, kinds=frozenset({"fact"})), space) == []
    past = scope_of(main_store, instant=now() - timedelta(days=2))
    assert set(near("blue bicycle", past, space)) == {mine.pk, over.pk}
    narrow = scope_of(main_store, conversation="nobody said anything")
    assert near("blue bicycle", narrow, space) == []


def test_a_narrow_scope_gets_its_share_of_many(main_store: Store) -> None:
    crowd = [f"Ticket {n}: the blue bicycle of customer {n} needs tyres {n * 7}" for n in range(120)]
    remember(main_store, *crowd)
    few = remember(main_store, *(f"The {part} is loose again, {part} by {part}" for part in PARTS), project="apollo")
    free = scope_of(main_store, project="apollo")
    only = scope_of(main_store, tags=frozenset({"x"}))
    space = embed_all()
    assert len(near("blue bicycle", free, space, limit=100)) == 100
    assert near("blue bicycle", only, space, limit=3) == []
    tagged = remember(main_store, *(f"A {part} was replaced in the workshop" for part in PARTS), tags=("x",))
    embed_all()
    assert set(near("blue bicycle", only, space, limit=5)) == {record.pk for record in tagged}
    assert not {record.pk for record in few} & set(near("blue bicycle", only, space, limit=5))


def fill(store: Store, space: Space, made: Vector) -> None:
    """Records with the given vectors, written past the services: they say nothing."""
    with transaction.atomic():
        records = Record.objects.bulk_create(
            [Record(store=store, kind="episode", content_hash="x", source="test") for _ in made]
        )
        rows = Embedding.objects.bulk_create(
            [
                Embedding(record=record, space=space, text_hash="x", vector=float_blob(vector))
                for record, vector in zip(records, made, strict=True)
            ]
        )
        EmbeddingBits.objects.bulk_create(
            [
                EmbeddingBits(
                    embedding=row, record_id=row.record_id, space=space, store=store, kind="episode", bits=bit_blob(v)
                )
                for row, v in zip(rows, made, strict=True)
            ]
        )


def topics(count: int, seed: int) -> Vector:
    """Vectors of length 1 around 40 topics, shape (count, 128)."""
    generator = np.random.default_rng(seed)
    centres = np.random.default_rng(1).normal(size=(40, 128))
    vectors = centres[generator.integers(0, 40, count)] + 0.8 * generator.normal(size=(count, 128))
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), dtype=np.float32)


@pytest.mark.parametrize("floats_up_to", [20_000, 0])
def test_it_finds_what_a_scan_finds(main_store: Store, monkeypatch: pytest.MonkeyPatch, floats_up_to: int) -> None:
    monkeypatch.setattr(resident, "FLOATS_UP_TO", floats_up_to)
    space = Space.objects.create(model="made-up", dimension=128)
    fill(main_store, space, topics(1_500, seed=2))
    scope = scope_of(main_store)
    agreed = []
    for vector in topics(10, seed=3):
        exact = scanned(vector, scope, space.pk, 10)
        found = SqliteEngine().semantic(vector, scope, space_id=space.pk, limit=10)
        agreed.append(len({hit.record_id for hit in exact} & {hit.record_id for hit in found}) / 10)
        assert found[0].score == pytest.approx(exact[0].score, abs=1e-5)
    assert np.mean(agreed) >= 0.95


def test_many_writes_in_a_row_are_added_and_not_read_again(main_store: Store) -> None:
    space = Space.objects.create(model="made-up", dimension=128)
    scope = scope_of(main_store)
    for seed in range(3):
        fill(main_store, space, topics(50, seed=10 + seed))
        vector = topics(1, seed=99)[0]
        assert [hit.record_id for hit in SqliteEngine().semantic(vector, scope, space_id=space.pk, limit=5)] == [
            hit.record_id for hit in scanned(vector, scope, space.pk, 5)
        ]


def test_few_vectors_odd_dimensions_and_transactions_do_without(main_store: Store) -> None:
    remember(main_store, "The blue bicycle is in the shed")
    space = embed_all()
    assert resident.shelf(space, 256, least=2) is None
    assert resident.shelf(space, 100, least=1) is None
    assert resident.shelf(space, 256, least=1) is not None


def test_vectors_are_not_counted_again_until_one_of_them_changes(main_store: Store) -> None:
    remember(main_store, "The blue bicycle is in the shed")
    space = embed_all()
    first = resident.shelf(space, 256, least=1)
    remember(main_store, "What is written and waits for its vector changes none")
    with CaptureQueriesContext(connection) as captured:
        assert resident.shelf(space, 256, least=1) is first
    assert len(captured) == 1
    assert "memory_embeddingbits" not in captured[0]["sql"]
    embed_all()
    assert resident.shelf(space, 256, least=1) is not first


def test_a_space_is_marked_anew_by_each_change_of_its_vectors(main_store: Store) -> None:
    def mark() -> int:
        return Space.objects.get().vectors_mark

    moved = remember(main_store, "The blue bicycle is in the shed")[0]
    other = Store.objects.create(slug="bob", name="Bob's", policy="private")
    embed_all()
    seen = [mark()]
    for change in (
        lambda: EmbeddingBits.objects.filter(record_id=moved.pk).update(store=other),
        lambda: EmbeddingBits.objects.all().delete(),
        lambda: vectors_show([moved.pk]),
    ):
        change()
        seen.append(mark())
    assert len(set(seen)) == len(seen)
