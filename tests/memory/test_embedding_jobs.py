"""Filling in vectors: all of them, once, after any interruption, and no text lost to one that fails."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import numpy as np
import pytest

from channels_bridge.actors import Actor
from channels_bridge.models import Job
from channels_bridge.services.jobs import run_job_now
from kirocrew.base.clock import now
from memory.inference.base import EmbeddingError
from memory.inference.embedding import HashEmbedder
from memory.inference.models import SpaceKey
from memory.models import Embedding, EmbeddingBits, EmbeddingFailure, Record, Space, Store
from memory.services.drafts import EpisodeDraft, FactDraft, LessonDraft
from memory.services.embedding import BATCH, batch_embed, batches, space_for, waiting
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write
from memory.services.lessons import lessons_write
from memory.services.recall import RecallOptions, recall
from memory.services.records import record_forget, record_restore
from memory.services.statistics import embedding_status
from memory.services.vectors import embedding_request


class Choosy(HashEmbedder):
    """An embedder that can't take texts with a certain word, as a model may fail on one text."""

    refused = "unembeddable"

    def embed(self, texts: Sequence[str], *, kind: Any = "passage") -> Any:
        if any(self.refused in text for text in texts):
            raise EmbeddingError("the model failed on a text")
        return super().embed(texts, kind=kind)


class Renamed(HashEmbedder):
    """The same vectors under another model's name."""

    @property
    def space(self) -> SpaceKey:
        return SpaceKey("another model", super().space.dimension)


def fill(embedder: Any) -> tuple[Space, int]:
    space = space_for(embedder.space)
    return space, sum(batch_embed(batch, space, embedder) for batch in batches(space, embedder))


def write(actor: Actor, store: Store, *texts: str) -> list[Record]:
    outcomes = episodes_write(actor=actor, store=store, drafts=[EpisodeDraft(text=text) for text in texts])
    return [Record.objects.get(uid=outcome.uid) for outcome in outcomes]


def test_each_kind_gets_its_vector_and_the_counts_say_so(alice: Actor, main_store: Store) -> None:
    write(alice, main_store, "The release went out on Friday.")
    facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.city", value={"name": "Lisbon"})])
    lessons_write(
        actor=alice, store=main_store, drafts=[LessonDraft(rule="Prefer small commits", negative="huge ones")]
    )
    _, embedded = fill(HashEmbedder())
    assert embedded == 3
    kinds = embedding_status(actor=alice)["kinds"]
    assert {kind: (row["embedded"], row["waiting"]) for kind, row in kinds.items()} == {
        "fact": (1, 0),
        "lesson": (1, 0),
        "episode": (1, 0),
    }


def test_a_backlog_of_several_batches_is_embedded_once(alice: Actor, main_store: Store) -> None:
    write(alice, main_store, *(f"Report number {n} about harbour {n}" for n in range(2 * BATCH + 5)))
    space, embedded = fill(HashEmbedder())
    assert embedded == Embedding.objects.count() == EmbeddingBits.objects.count() == 2 * BATCH + 5
    assert not waiting(space).exists()
    assert fill(HashEmbedder())[1] == 0


def test_one_text_that_fails_is_listed_and_put_off_and_the_others_are_embedded(alice: Actor, main_store: Store) -> None:
    write(
        alice,
        main_store,
        "The first report is fine.",
        "This one is unembeddable for good.",
        "The third report is fine.",
    )
    space, embedded = fill(Choosy())
    assert embedded == 2
    failure = EmbeddingFailure.objects.get()
    assert failure.error == "the model failed on a text" and failure.next_attempt_at > now()
    assert embedding_status(actor=alice)["kinds"]["episode"]["failed"] == 1
    EmbeddingFailure.objects.update(next_attempt_at=now() - timedelta(seconds=1))
    assert fill(Choosy())[1] == 0
    assert EmbeddingFailure.objects.get().attempts == 2
    EmbeddingFailure.objects.update(next_attempt_at=now() - timedelta(seconds=1))
    assert fill(HashEmbedder())[1] == 1
    assert not EmbeddingFailure.objects.exists() and not waiting(space).exists()


def test_a_changed_text_loses_its_vector_and_gets_a_new_one(alice: Actor, main_store: Store) -> None:
    facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.city", value="Lisbon")])
    fill(HashEmbedder())
    old = bytes(Embedding.objects.get().vector)
    facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.city", value="Porto")])
    assert not Embedding.objects.exists() and not EmbeddingBits.objects.exists()
    fill(HashEmbedder())
    assert bytes(Embedding.objects.get().vector) != old


def test_what_is_forgotten_leaves_vector_search_and_comes_back_with_its_vector(alice: Actor, main_store: Store) -> None:
    (record,) = write(alice, main_store, "The release went out on Friday.")
    fill(HashEmbedder())
    signs = bytes(EmbeddingBits.objects.get().bits)
    record_forget(actor=alice, uid=record.uid)
    assert not EmbeddingBits.objects.exists()
    record_restore(actor=alice, uid=record.uid)
    assert bytes(EmbeddingBits.objects.get().bits) == signs


def test_a_record_changed_while_it_was_embedded_keeps_no_stale_vector(alice: Actor, main_store: Store) -> None:
    facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.city", value="Lisbon")])
    embedder = HashEmbedder()
    space = space_for(embedder.space)
    batch = next(batches(space, embedder))
    facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.city", value="Porto")])
    assert batch_embed(batch, space, embedder) == 0
    assert waiting(space).count() == 1


def test_vectors_of_another_model_are_kept_apart(alice: Actor, main_store: Store) -> None:
    write(alice, main_store, "The release went out on Friday.", "The index was rebuilt on Monday.")
    first, _ = fill(HashEmbedder())
    second, embedded = fill(Renamed())
    assert embedded == 2 and not waiting(second).exists()
    assert {space.pk: space.state for space in Space.objects.all()} == {first.pk: "current", second.pk: "building"}


def test_a_vector_of_another_length_or_without_numbers_is_never_compared(alice: Actor, main_store: Store) -> None:
    records = write(alice, main_store, "The release went out on Friday.", "The release party was on Saturday.")
    fill(HashEmbedder())
    broken = Embedding.objects.get(record=records[0])
    Embedding.objects.filter(pk=broken.pk).update(vector=np.full(len(broken.vector) // 4, np.nan, "<f4").tobytes())
    result = recall(actor=alice, query="release", options=RecallOptions(admit=False))
    cosines = {hit.id: hit.arms.cosine for hit in result.hits}
    assert cosines[records[0].uid] is None and cosines[records[1].uid] is not None
    Embedding.objects.filter(pk=broken.pk).update(vector=b"\0" * 8)
    result = recall(actor=alice, query="release", options=RecallOptions(admit=False))
    assert len(result.hits) == 2


def test_two_runs_over_the_same_records_embed_them_once(alice: Actor, main_store: Store) -> None:
    write(alice, main_store, "The release went out on Friday.")
    embedder = HashEmbedder()
    space = space_for(embedder.space)
    batch = next(batches(space, embedder))
    assert (batch_embed(batch, space, embedder), batch_embed(batch, space, embedder)) == (1, 0)
    assert Embedding.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_write_asks_for_one_job_however_many_writes_there_are(alice: Actor) -> None:
    store = Store.objects.get_or_create(slug="main", defaults={"name": "Main"})[0]
    for text in ("The release went out on Friday.", "The index was rebuilt on Monday."):
        write(alice, store, text)
    embedding_request()
    job = Job.objects.get(name="memory.embed")
    done = run_job_now(job)
    assert done.state == "done" and done.result["embedded"] == 2
