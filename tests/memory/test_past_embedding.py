"""Replaced texts are found by meaning again after their vectors were lost, and by a model that came after them."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from channels_bridge.actors import Actor
from channels_bridge.models import Job
from channels_bridge.services.jobs import run_job_now
from memory.inference.base import EmbeddingError
from memory.inference.hashing import HashEmbedder
from memory.models import PastVector, Space, Store
from memory.recall.hits import Hit
from memory.services import journal
from memory.services.drafts import EpisodeDraft, FactDraft
from memory.services.embedding import space_for
from memory.services.episodes import episodes_write
from memory.services.erasure import record_erase
from memory.services.facts import facts_write
from memory.services.moments import Moment
from memory.services.past_embedding import past_embed, past_lacking
from memory.services.recall import RecallOptions, recall
from memory.services.records import record_forget
from memory.services.vectors import embedding_request
from tests.memory.recalling import embed_all, vector_of

pytestmark = pytest.mark.django_db

START = datetime(2026, 3, 1, tzinfo=UTC)
TEXTS = [
    "The harbour closes at noon.",
    "港口中午关门。",
    "港は正午に閉まる。",
    "항구는 정오에 닫힌다.",
    "Der Hafen schließt mittags.",
    "Cảng đóng cửa lúc trưa.",
    "⚓ The harbour 🕛",
]


def day(number: int) -> datetime:
    return START + timedelta(days=number)


@pytest.fixture
def on(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int], None]]:
    at = [START]

    def clock() -> datetime:
        at[0] += timedelta(microseconds=1)
        return at[0]

    monkeypatch.setattr(journal, "now", clock)

    def turn(number: int) -> None:
        at[0] = day(number)

    yield turn


def tell_and_forget(alice: Actor, store: Store, on: Callable[[int], None], texts: Sequence[str]) -> None:
    """Texts of the first day, embedded and then forgotten on the third."""
    on(1)
    told = episodes_write(actor=alice, store=store, drafts=[EpisodeDraft(text=text) for text in texts])
    embed_all()
    on(3)
    for outcome in told:
        assert outcome.uid
        record_forget(actor=alice, uid=outcome.uid)


def then(alice: Actor, store: Store, text: str) -> dict[str, Hit]:
    """What a search on the second day would have found, ranked with the text's own vector."""
    options = RecallOptions(moment=Moment(day(2), day(2)), vector=vector_of(text), admit=False)
    return {hit.text: hit for hit in recall(actor=alice, query=text, stores=[store], options=options, limit=20).hits}


def lose_vectors() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM memory_pastvector")


def work() -> list[dict[str, Any]]:
    """Run the jobs that wait for replaced texts to be embedded, and say what they did."""
    waiting = Job.objects.filter(name="memory.embed_past", state="queued")
    return [run_job_now(job).result for job in waiting]


def test_a_rebuild_of_the_past_has_lost_vectors_made_again(
    alice: Actor, main_store: Store, on: Callable[[int], None]
) -> None:
    tell_and_forget(alice, main_store, on, TEXTS)
    kept = {(row.revision_id, row.chunk): (bytes(row.vector), bytes(row.bits)) for row in PastVector.objects.all()}
    assert len(kept) == len(TEXTS)
    before = {text: then(alice, main_store, text)[text].arms.cosine for text in TEXTS}
    assert all(cosine and cosine > 0.9 for cosine in before.values())
    lose_vectors()
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM memory_belief")
        cursor.execute("DELETE FROM memory_past_text")
    assert all(then(alice, main_store, text) == {} for text in TEXTS)
    call_command("verify", rebuild_index=True)
    assert all(then(alice, main_store, text)[text].arms.cosine is None for text in TEXTS[:6])
    assert work() == [{"embedded": len(TEXTS)}]
    rows = PastVector.objects.all()
    assert {(row.revision_id, row.chunk): (bytes(row.vector), bytes(row.bits)) for row in rows} == kept
    assert {text: then(alice, main_store, text)[text].arms.cosine for text in TEXTS} == before


def test_a_rebuild_that_lost_nothing_embeds_nothing(alice: Actor, main_store: Store, on: Callable[[int], None]) -> None:
    tell_and_forget(alice, main_store, on, TEXTS[:2])
    keys = set(PastVector.objects.values_list("pk", flat=True))
    call_command("verify", rebuild_index=True)
    call_command("verify", rebuild_index=True)
    assert work() == [{"embedded": 0}]
    assert set(PastVector.objects.values_list("pk", flat=True)) == keys


def test_facts_keep_each_of_their_replaced_values(alice: Actor, main_store: Store, on: Callable[[int], None]) -> None:
    for number, value in enumerate(("green tea", "black coffee", "cold water"), start=1):
        on(number)
        facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.drink", value=value)])
        embed_all()
    lose_vectors()
    call_command("verify", rebuild_index=True)
    assert work() == [{"embedded": 2}]  # the present value has its vector in the index of the present
    assert past_lacking(Space.objects.get()) == 0


def test_what_was_replaced_before_there_was_a_model_is_embedded_once_there_is_one(
    alice: Actor, main_store: Store, on: Callable[[int], None]
) -> None:
    on(1)
    told = episodes_write(actor=alice, store=main_store, drafts=[EpisodeDraft(text=text) for text in TEXTS[:2]])
    on(3)
    for outcome in told:
        assert outcome.uid
        record_forget(actor=alice, uid=outcome.uid)
    episodes_write(actor=alice, store=main_store, drafts=[EpisodeDraft(text="Something new.")])
    embedding_request()
    assert run_job_now(Job.objects.get(name="memory.embed", state="queued")).result["embedded"] == 1
    assert work() == [{"embedded": 2}]
    assert then(alice, main_store, TEXTS[0])[TEXTS[0]].arms.cosine is not None
    embedding_request()
    run_job_now(Job.objects.get(name="memory.embed", state="queued"))
    assert work() == []


def test_an_erased_text_gets_no_vector(alice: Actor, main_store: Store, on: Callable[[int], None]) -> None:
    on(1)
    told = episodes_write(actor=alice, store=main_store, drafts=[EpisodeDraft(text=text) for text in TEXTS[:2]])
    embed_all()
    on(3)
    for outcome in told:
        assert outcome.uid
        record_forget(actor=alice, uid=outcome.uid)
    lose_vectors()

    class Slow(HashEmbedder):
        """The owner erases a text while the model is at it."""

        def embed(self, texts: Sequence[str], *, kind: Any = "passage") -> Any:
            assert told[0].uid
            record_erase(actor=alice, uid=told[0].uid, confirm=str(told[0].uid), reason="private")
            return super().embed(texts, kind=kind)

    slow = Slow()
    assert past_embed(space_for(slow.space), slow, progress=lambda read, embedded: None) == 1
    assert PastVector.objects.get().record.uid == told[1].uid


def test_a_text_that_the_model_fails_on_does_not_keep_the_others_from_their_vectors(
    alice: Actor, main_store: Store, on: Callable[[int], None]
) -> None:
    tell_and_forget(alice, main_store, on, TEXTS)
    lose_vectors()

    class Choosy(HashEmbedder):
        def embed(self, texts: Sequence[str], *, kind: Any = "passage") -> Any:
            if any("港口" in text for text in texts):
                raise EmbeddingError("the model failed on a text")
            return super().embed(texts, kind=kind)

    choosy = Choosy()
    seen: list[tuple[int, int]] = []
    past_embed(space_for(choosy.space), choosy, progress=lambda read, embedded: seen.append((read, embedded)))
    assert seen == [(len(TEXTS), len(TEXTS) - 1)]
    assert past_lacking(Space.objects.get()) == 1
