"""This process's embedder: which one, when it is there, and what happens when it is not."""

import multiprocessing
import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from memory.inference import embedding
from memory.inference.embedding import HashEmbedder, embed_query, get_embedder, reset_embedder, state
from memory.inference.models import MINILM

ROOT = Path(__file__).resolve().parent.parent.parent
MODEL = ROOT / ".cache" / "models" / MINILM.file_name


@pytest.fixture(autouse=True)
def fresh(settings: Any, tmp_path: Path) -> Iterator[Any]:
    """A home of its own with no model in it, and no embedder from another test."""
    settings.KIROCREW_HOME = tmp_path
    settings.KIROCREW_EMBEDDING_THREADS = 1
    (tmp_path / "models").mkdir()
    reset_embedder()
    yield settings
    reset_embedder()


PATIENT = 30.0  # seconds


def test_the_hash_embedder_is_there_at_once(settings: Any) -> None:
    settings.KIROCREW_EMBEDDING_MODEL = "hash"
    embedder = get_embedder()
    assert embedder is not None
    assert embedder.space == HashEmbedder().space
    assert (state().status, state().space) == ("ready", embedder.space)


@pytest.mark.parametrize("off", ["none", ""])
def test_switched_off_is_a_state_with_a_reason(settings: Any, off: str) -> None:
    settings.KIROCREW_EMBEDDING_MODEL = off
    assert get_embedder(wait=5) is None
    assert embed_query("anything", deadline=PATIENT) is None
    assert state().status == "absent"
    assert "switched off" in state().reason


def test_a_missing_model_is_absent_and_the_reason_says_how_to_get_it(settings: Any) -> None:
    settings.KIROCREW_EMBEDDING_MODEL = "minilm"
    assert get_embedder(wait=30) is None
    assert state().status == "absent"
    assert "kirocrew model install minilm" in state().reason or "llama_wheel.py" in state().reason


def test_a_path_that_leads_nowhere_is_named(settings: Any, tmp_path: Path) -> None:
    settings.KIROCREW_EMBEDDING_MODEL = str(tmp_path / "none.gguf")
    assert get_embedder(wait=30) is None
    assert "none.gguf" in state().reason or "llama_wheel.py" in state().reason


def test_a_question_is_embedded_once_and_remembered(settings: Any) -> None:
    settings.KIROCREW_EMBEDDING_MODEL = "hash"
    first = embed_query("Wo wohnt Maya?", deadline=PATIENT)
    assert first is not None
    np.testing.assert_array_equal(first, HashEmbedder().embed(["Wo wohnt Maya?"])[0])
    # No time to embed: only a remembered question is answered.
    assert embed_query("Wo wohnt Maya?", deadline=0) is first
    assert embed_query("Wo wohnt Jonas?", deadline=0) is None


def test_the_oldest_of_more_than_128_questions_is_forgotten(settings: Any) -> None:
    settings.KIROCREW_EMBEDDING_MODEL = "hash"
    for number in range(129):
        embed_query(f"question {number}", deadline=PATIENT)
    assert embed_query("question 1", deadline=0) is not None
    assert embed_query("question 0", deadline=0) is None


def test_a_remembered_vector_cannot_be_changed(settings: Any) -> None:
    settings.KIROCREW_EMBEDDING_MODEL = "hash"
    vector = embed_query("hello", deadline=PATIENT)
    assert vector is not None
    with pytest.raises(ValueError, match="read-only"):
        vector[0] = 9


def test_another_setting_means_another_embedder(settings: Any) -> None:
    settings.KIROCREW_EMBEDDING_MODEL = "hash"
    assert get_embedder() is not None
    settings.KIROCREW_EMBEDDING_MODEL = "none"
    assert get_embedder() is None


def child(connection: Any) -> None:
    embedder = get_embedder(wait=60)
    vector = embedder.embed(["The cat sleeps."]) if embedder else None
    connection.send((os.getpid(), vector))
    connection.close()


def in_a_fork() -> tuple[int, Any]:
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    process = context.Process(target=child, args=(theirs,))
    process.start()
    answered = ours.poll(60)
    process.join(1 if not answered else 60)
    if not answered:
        process.kill()
    assert answered
    pid, vector = ours.recv()
    return pid, vector


@pytest.mark.model
class TestWithMiniLM:
    @pytest.fixture(autouse=True)
    def installed(self, settings: Any, tmp_path: Path) -> None:
        shutil.copy(MODEL, tmp_path / "models")
        settings.KIROCREW_EMBEDDING_MODEL = "minilm"

    def test_the_first_ask_starts_loading_and_does_not_wait(self) -> None:
        assert embed_query("hello", deadline=PATIENT) is None
        assert state().status in ("loading", "ready")
        assert get_embedder(wait=60) is not None
        assert state().space == MINILM.space
        assert embed_query("hello", deadline=PATIENT) is not None

    def test_many_threads_asking_at_once_get_one_object(self) -> None:
        found: list[int] = []
        threads = [threading.Thread(target=lambda: found.append(id(get_embedder(wait=60)))) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=90)
        assert len(found) == 8
        assert len(set(found)) == 1
        assert get_embedder() is not None

    @pytest.mark.filterwarnings("ignore:.*use of fork:DeprecationWarning")
    def test_a_fork_of_a_process_with_a_model_loads_its_own_and_does_not_hang(self, settings: Any) -> None:
        settings.KIROCREW_EMBEDDING_THREADS = 2
        embedder = get_embedder(wait=60)
        assert embedder is not None
        embedder.embed(["a batch that starts the native threads"])
        pid, vector = in_a_fork()
        assert pid != os.getpid()
        assert float(vector[0] @ embedder.embed(["The cat sleeps."])[0]) > 0.999

    def test_a_model_that_appears_later_is_taken_up(
        self, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(embedding, "ABSENT_RETRY_S", 0.0)
        file = tmp_path / "models" / MINILM.file_name
        file.rename(tmp_path / "aside")
        assert get_embedder(wait=60) is None
        (tmp_path / "aside").rename(file)
        assert get_embedder(wait=60) is not None

    def test_a_damaged_file_has_failed_with_a_reason_and_is_not_tried_again_at_once(self, tmp_path: Path) -> None:
        (tmp_path / "models" / MINILM.file_name).write_bytes(b"GGUF, the rest is missing")
        assert get_embedder(wait=60) is None
        assert state().status == "failed"
        assert "damaged" in state().reason
        shutil.copy(MODEL, tmp_path / "models")
        assert get_embedder(wait=1) is None

    def test_a_question_in_a_script_the_model_never_learned_goes_by_keywords(self) -> None:
        assert get_embedder(wait=60) is not None
        assert embed_query("我住在哪里？", deadline=PATIENT) is None
        assert embed_query("Where do I live?", deadline=PATIENT) is not None

    def test_a_question_that_cannot_be_answered_in_time_goes_by_keywords(self) -> None:
        embedder = get_embedder(wait=60)
        assert embedder is not None
        assert embed_query("word " * 500, deadline=0.001) is None
