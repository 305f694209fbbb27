"""Changing the embedding model: beside the old one, at the owner's pace, back at once, and nothing found worse."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError

from channels_bridge.actors import Actor
from channels_bridge.models import Job
from channels_bridge.services.jobs import job_cancel
from kirocrew.base.problems import Conflict, Forbidden, Invalid, NotFound
from memory.inference import embedding, hashing
from memory.inference.base import EmbeddingError
from memory.inference.embedding import HashEmbedder, loaded_embedder, reset_embedder
from memory.inference.hashing import WideHashEmbedder
from memory.models import Embedding, EmbeddingBits, EmbeddingFailure, Event, ModelChange, PastVector, Space, Store
from memory.recall.hits import Mode
from memory.services import model_changing
from memory.services.drafts import FactDraft
from memory.services.embedding import waiting
from memory.services.facts import facts_write
from memory.services.model_change import (
    change_open,
    failures_retry,
    model_discard,
    model_pause,
    model_resume,
    model_rollback,
    model_use,
    space_discard,
)
from memory.services.question_vector import question_vector
from memory.services.recall import RecallOptions, recall
from memory.services.records import record_forget
from memory.services.spaces import searched, spaces_open, state_now
from memory.services.vectors import embedding_request
from tests.memory.changing import TEXTS, states, work, write

HASH, WIDE = HashEmbedder.space.model, WideHashEmbedder.space.model
PATIENT = 30.0


@pytest.fixture(autouse=True)
def fresh() -> Any:
    reset_embedder()
    yield
    reset_embedder()


@pytest.fixture
def filled(alice: Actor, main_store: Store) -> Store:
    """A store whose texts have vectors of the first model."""
    write(alice, main_store, *TEXTS)
    work()
    assert states() == {HASH: "current"}
    return main_store


def found(actor: Actor, question: str) -> list[str]:
    result = recall(actor=actor, query=question, options=RecallOptions(embed_seconds=PATIENT, admit=False))
    assert result.mode == Mode.HYBRID, result.mode_reason
    return [hit.text for hit in result.hits]


def test_a_second_space_is_filled_beside_the_first_and_searched_when_it_is_complete(
    filled: Store, alice: Actor
) -> None:
    change = model_use(actor=alice, model="hash-wide")
    assert states() == {HASH: "current"} and found(alice, "When did the release go out?")[0] == TEXTS[0]
    (job,) = work("memory.change_model")
    assert job.state == "done" and job.result["switched"] and job.title == "Change the embedding model to hash-wide"
    assert states() == {HASH: "retired", WIDE: "current"}
    assert not waiting(Space.objects.get(model=WIDE)).exists()
    change.refresh_from_db()
    assert change.state == "done" and change.ended_at and change.done == len(TEXTS) and change_open() is None
    questions = ("release noon", "Hafen Lübeck", "数据库备份", "コーヒー", "회의 화요일", "Huế tàu", "🦊")
    for number, question in enumerate(questions):
        assert found(alice, question)[0] == TEXTS[number]


def test_what_is_written_meanwhile_has_a_vector_before_the_switch(
    filled: Store, alice: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    model_use(actor=alice, model="hash-wide")
    written = 0

    class Interrupted(WideHashEmbedder):
        def embed(self, texts: Sequence[str], *, kind: Any = "passage") -> Any:
            nonlocal written
            if written < 3:
                written += 1
                write(alice, filled, f"Written while the model is changed, number {written}.")
            return super().embed(texts, kind=kind)

    monkeypatch.setitem(hashing.HASHING, "hash-wide", Interrupted)
    work("memory.change_model")
    assert written == 3
    assert states()[WIDE] == "current" and not waiting(Space.objects.get(model=WIDE)).exists()


def test_new_texts_are_embedded_for_the_search_of_today_before_the_change_goes_on(
    filled: Store, alice: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_changing, "OVERDUE", model_changing.OVERDUE * 0)
    (record,) = write(alice, filled, "The kettle is red.")
    embedding_request()
    model_use(actor=alice, model="hash-wide")
    seen: list[bool] = []

    class Looking(WideHashEmbedder):
        def embed(self, texts: Sequence[str], *, kind: Any = "passage") -> Any:
            seen.append(Embedding.objects.filter(record=record, space__model=HASH).exists())
            return super().embed(texts, kind=kind)

    monkeypatch.setitem(hashing.HASHING, "hash-wide", Looking)
    work("memory.change_model")
    assert seen[0] is True


def test_pause_resume_and_give_up(filled: Store, alice: Actor) -> None:
    model_use(actor=alice, model="hash-wide")
    model_pause(actor=alice)
    (job,) = work("memory.change_model")
    assert job.result["switched"] is False and states() == {HASH: "current"}
    with pytest.raises(Conflict) as twice:
        model_pause(actor=alice)
    assert twice.value.type == "no-model-change"
    model_resume(actor=alice)
    model_pause(actor=alice)
    model_discard(actor=alice)
    work()
    assert states() == {HASH: "current"} and change_open() is None
    assert ModelChange.objects.get().state == "discarded"
    assert [event.key for event in Event.objects.filter(code="model_change").order_by("id")] == [
        "use",
        "pause",
        "resume",
        "pause",
        "discard",
    ]


def test_giving_up_removes_what_was_embedded_and_nothing_else(
    filled: Store, alice: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    change = model_use(actor=alice, model="hash-wide")

    class Pausing(WideHashEmbedder):
        def embed(self, texts: Sequence[str], *, kind: Any = "passage") -> Any:
            vectors = super().embed(texts, kind=kind)
            model_pause(actor=alice)
            return vectors

    monkeypatch.setitem(hashing.HASHING, "hash-wide", Pausing)
    (job,) = work("memory.change_model")
    assert job.result["switched"] is False
    change.refresh_from_db()
    assert (change.state, change.done, states()[WIDE]) == ("paused", len(TEXTS), "building")
    model_discard(actor=alice)
    (gone,) = work("memory.discard_space")
    assert gone.result["removed"] == 2 * len(TEXTS)
    assert states() == {HASH: "current"}
    assert Embedding.objects.count() == EmbeddingBits.objects.count() == len(TEXTS)


def test_the_button_of_the_job_pauses_the_change(filled: Store, alice: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    model_use(actor=alice, model="hash-wide")

    class Stopped(WideHashEmbedder):
        def embed(self, texts: Sequence[str], *, kind: Any = "passage") -> Any:
            job_cancel(actor=alice, job=Job.objects.get(name="memory.change_model"))
            return super().embed(texts, kind=kind)

    monkeypatch.setitem(hashing.HASHING, "hash-wide", Stopped)
    monkeypatch.setattr("channels_bridge.services.job_runs.PROGRESS_INTERVAL", 0.0)
    write(alice, filled, *(f"Report number {n} about harbour {n}" for n in range(40)))
    (job,) = work("memory.change_model")
    change = change_open()
    assert job.state == "cancelled" and change is not None and change.state == "paused"


def test_one_goes_back_with_one_word_and_finds_everything_new(filled: Store, alice: Actor) -> None:
    model_use(actor=alice, model="hash-wide")
    work()
    write(alice, filled, "The kettle on the balcony is red.")
    work()
    change = model_rollback(actor=alice)
    assert change.state == "done" and change.is_rollback
    assert states() == {HASH: "current", WIDE: "retired"}
    assert found(alice, "kettle balcony")[0] == "The kettle on the balcony is red."
    write(alice, filled, "The lamp in the cellar is broken.")
    work()
    assert {space.model: waiting(space).count() for space in Space.objects.all()} == {HASH: 0, WIDE: 0}
    model_rollback(actor=alice)  # and forth again
    assert states() == {HASH: "retired", WIDE: "current"}
    assert found(alice, "lamp cellar")[0] == "The lamp in the cellar is broken."


def test_going_back_waits_until_the_kept_vectors_are_complete(filled: Store, alice: Actor) -> None:
    model_use(actor=alice, model="hash-wide")
    work()
    write(alice, filled, "The kettle on the balcony is red.")  # nobody has embedded it yet
    change = model_rollback(actor=alice)
    assert change.state == "running" and states() == {HASH: "retired", WIDE: "current"}
    work("memory.change_model")
    assert states() == {HASH: "current", WIDE: "retired"}
    assert found(alice, "kettle balcony")[0] == "The kettle on the balcony is red."


def test_a_process_without_the_new_model_goes_on_with_the_kept_one(
    filled: Store, alice: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert found(alice, "release noon")[0] == TEXTS[0]  # this process has the first model
    model_use(actor=alice, model="hash-wide")
    work()
    write(alice, filled, "The kettle on the balcony is red.")
    work()
    host = embedding._host("hash-wide")
    monkeypatch.setattr(host, "_embedder", None)  # as in a process that only begins to load it
    monkeypatch.setattr(host, "_due", lambda: False)
    held = searched(spaces_open())
    assert held is not None and held.space.key == HashEmbedder.space and not held.space.is_current
    assert found(alice, "kettle balcony")[0] == "The kettle on the balcony is red."
    made = question_vector("release noon", deadline=PATIENT)
    assert made.key == HashEmbedder.space
    given = recall(actor=alice, query="release noon", options=RecallOptions(vector=made.vector, space=made.key))
    assert given.mode == Mode.HYBRID and given.hits[0].text == TEXTS[0]
    reset_embedder()
    assert loaded_embedder("hash") is None and found(alice, "release noon")[0] == TEXTS[0]


def test_a_vector_of_a_space_that_is_not_searched_is_not_compared(filled: Store, alice: Actor) -> None:
    vector = WideHashEmbedder().embed(["release noon"], kind="query")[0]
    options = RecallOptions(vector=vector, space=WideHashEmbedder.space)
    result = recall(actor=alice, query="release noon", options=options)
    assert result.mode == Mode.KEYWORD and "model" in result.mode_reason


def test_a_text_that_fails_is_listed_and_does_not_hold_up_the_switch(
    filled: Store, alice: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Choosy(WideHashEmbedder):
        def embed(self, texts: Sequence[str], *, kind: Any = "passage") -> Any:
            if any("🦊" in text for text in texts):
                raise EmbeddingError("the model failed on a text")
            return super().embed(texts, kind=kind)

    monkeypatch.setitem(hashing.HASHING, "hash-wide", Choosy)
    model_use(actor=alice, model="hash-wide")
    (job,) = work("memory.change_model")
    assert job.result == {"switched": True, "embedded": len(TEXTS) - 1, "failed": 1}
    failure = EmbeddingFailure.objects.get()
    assert failure.space.model == WIDE and failure.error == "the model failed on a text"
    assert found(alice, "fox mascot")[0] == TEXTS[-1]  # by its words
    monkeypatch.undo()
    reset_embedder()
    assert failures_retry(actor=alice, number=failure.space_id) == 1
    work()
    assert not EmbeddingFailure.objects.exists()


def test_replaced_texts_are_embedded_before_the_switch(filled: Store, alice: Actor) -> None:
    for city in ("Lisbon", "Porto", "Faro"):
        facts_write(actor=alice, store=filled, drafts=[FactDraft(key="user.city", value=city)])
        work()
    assert PastVector.objects.filter(space__model=HASH).count() == 2
    model_use(actor=alice, model="hash-wide")
    work("memory.change_model")
    assert PastVector.objects.filter(space__model=WIDE).count() == 2


def test_what_is_forgotten_leaves_both_spaces(filled: Store, alice: Actor) -> None:
    model_use(actor=alice, model="hash-wide")
    work()
    (record,) = write(alice, filled, "The kettle on the balcony is red.")
    work()
    assert EmbeddingBits.objects.filter(record=record).count() == 2
    record_forget(actor=alice, uid=record.uid)
    assert not EmbeddingBits.objects.filter(record=record).exists()


def test_vectors_in_use_are_not_removed_and_kept_ones_are(filled: Store, alice: Actor) -> None:
    model_use(actor=alice, model="hash-wide")
    work()
    current, kept = Space.objects.get(model=WIDE), Space.objects.get(model=HASH)
    with pytest.raises(Conflict) as used:
        space_discard(actor=alice, number=current.pk)
    assert used.value.type == "space-in-use"
    space_discard(actor=alice, number=kept.pk)
    with pytest.raises(NotFound):
        space_discard(actor=alice, number=kept.pk)
    with pytest.raises(Conflict) as none:
        model_rollback(actor=alice)
    assert none.value.type == "none-kept"
    work()
    assert states() == {WIDE: "current"} and found(alice, "release noon")[0] == TEXTS[0]


def test_what_makes_no_sense_is_refused_with_what_to_do(filled: Store, alice: Actor, settings: Any) -> None:
    def refused(model: str) -> str:
        with pytest.raises((Conflict, Invalid)) as error:
            model_use(actor=alice, model=model)
        return error.value.type

    assert refused("hash") == "model-in-use"
    assert refused("gpt-9") == "unknown-model"
    assert refused("minilm") == refused("../../etc/passwd.gguf") == "model-not-installed"
    model_use(actor=alice, model="hash-wide")
    assert refused("hash-wide") == "model-change-open"
    settings.KIROCREW_EMBEDDING_MODEL = "none"
    assert refused("hash-wide") == "embeddings-off"


def test_only_the_owner_changes_models(filled: Store, botty: Actor, mallory: Actor) -> None:
    for actor in (botty, mallory):
        for act in (model_pause, model_resume, model_discard, model_rollback):
            with pytest.raises(Forbidden):
                act(actor=actor)
        with pytest.raises(Forbidden):
            model_use(actor=actor, model="hash-wide")
        with pytest.raises(Forbidden):
            space_discard(actor=actor, number=1)
        with pytest.raises(Forbidden):
            failures_retry(actor=actor, number=1)


def test_a_model_that_cannot_be_loaded_fails_before_anything_is_touched(
    filled: Store, alice: Actor, settings: Any
) -> None:
    broken = Path(settings.KIROCREW_HOME) / "models" / "broken.gguf"
    broken.parent.mkdir(exist_ok=True)
    broken.write_bytes(b"no model at all")
    change = model_use(actor=alice, model="broken.gguf")
    (job,) = work("memory.change_model")
    change.refresh_from_db()
    assert job.state == "done" and change.state == "failed" and change.error
    assert states() == {HASH: "current"} and change_open() is None


def test_the_setting_is_a_fresh_homes_first_choice_only(filled: Store, alice: Actor, settings: Any) -> None:
    settings.KIROCREW_EMBEDDING_MODEL = "hash-wide"
    write(alice, filled, "The kettle on the balcony is red.")
    work()
    assert states() == {HASH: "current"} and state_now().space == HashEmbedder.space
    assert found(alice, "kettle balcony")[0] == "The kettle on the balcony is red."


def test_the_database_holds_one_current_space_and_one_open_change(filled: Store, alice: Actor) -> None:
    model_use(actor=alice, model="hash-wide")
    with pytest.raises(IntegrityError):
        ModelChange.objects.create(model="other", asked_by="test")


def test_the_database_refuses_a_second_current_space(filled: Store) -> None:
    with pytest.raises(IntegrityError):
        Space.objects.create(model="other", dimension=3, state=Space.State.CURRENT)
