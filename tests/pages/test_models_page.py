"""The models' page: what there is, how complete it is, the change that runs, and the way back."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from channels_bridge.actors import Actor
from memory.inference import hashing
from memory.inference.base import EmbeddingError
from memory.inference.chat_models import SMOLLM2
from memory.inference.embedding import reset_embedder
from memory.inference.hashing import WideHashEmbedder
from memory.inference.trial import TrialError
from memory.models import ModelChange, Space, Store
from memory.services.settings import settings_all
from tests.memory.changing import TEXTS, states, work, write


@pytest.fixture
def filled(owner: Actor, main_store: Store) -> Store:
    reset_embedder()
    write(owner, main_store, *TEXTS)
    work()
    return main_store


def shown(client: Client) -> str:
    answer = client.get(reverse("admin:settings-models"))
    assert answer.status_code == 200
    return answer.content.decode()


def press(client: Client, act: str, **values: Any) -> str:
    answer = client.post(reverse("admin:settings-models-act", args=[act]), values, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_it_says_what_is_installed_and_the_settings_lead_to_it(client: Client, main_store: Store) -> None:
    page = shown(client)
    for words in (
        "all-MiniLM-L6-v2",
        "multilingual-e5-small",
        "not installed",
        "Apache-2.0",
        "0.42",
        "Nothing is embedded",
    ):
        assert words in page
    assert reverse("admin:settings-models") in client.get(reverse("admin:settings")).content.decode()


def test_a_change_is_watched_paused_resumed_and_given_up(client: Client, filled: Store) -> None:
    page = press(client, "use", model="hash-wide")
    assert "Changing to hash-wide" in page and "search stays as it is" in page and "data-jobs" in page
    assert "Resume" in press(client, "pause")
    assert "Pause" in press(client, "resume")
    assert "given up" in press(client, "discard")
    work()
    assert states() == {"hash@1": "current"}


def test_one_goes_back_and_removes_what_was_kept(client: Client, filled: Store) -> None:
    press(client, "use", model="hash-wide")
    work()
    assert "Go back to hash" in shown(client)
    assert "searched with hash again" in press(client, "rollback")
    kept = Space.objects.get(state="retired")
    assert "are being removed" in press(client, "discard-kept", space=kept.pk)
    work()
    assert states() == {"hash@1": "current"} and "Go back to" not in shown(client)


def test_texts_that_fail_are_listed_and_tried_again(
    client: Client, filled: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Choosy(WideHashEmbedder):
        def embed(self, texts: Sequence[str], *, kind: Any = "passage") -> Any:
            if any("🦊" in text for text in texts):
                raise EmbeddingError("<script>the model failed</script>")
            return super().embed(texts, kind=kind)

    monkeypatch.setitem(hashing.HASHING, "hash-wide", Choosy)
    press(client, "use", model="hash-wide")
    work()
    page = shown(client)
    assert "could not be embedded" in page and "&lt;script&gt;the model failed" in page and "<script>the" not in page
    assert "1 text is tried again" in press(client, "retry", space=Space.objects.get(state="current").pk)


def test_what_cannot_be_done_is_told_and_changes_nothing(client: Client, filled: Store) -> None:
    assert "not installed" in press(client, "use", model="minilm")
    assert "no embedding model of that name" in press(client, "use", model="<script>alert(1)</script>")
    assert "nothing to go back to" in press(client, "rollback")
    assert "no such vectors" in press(client, "discard-kept", space="9" * 30)
    assert client.post(reverse("admin:settings-models-act", args=["burn"])).status_code == 404
    assert states() == {"hash@1": "current"}


def test_a_language_models_file_is_tried_used_and_gone_back_from(
    client: Client, filled: Store, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Path(settings.KIROCREW_HOME) / "models"
    folder.mkdir(exist_ok=True)
    (folder / "talks.gguf").write_bytes(b"GGUF")
    monkeypatch.setattr("memory.services.language_change.try_once", lambda *_, **__: "")
    assert "tried out" in press(client, "language-use", model="talks.gguf")
    work("memory.change_language_model")
    assert settings_all()["language_model"] == "talks.gguf"
    assert "Go back to what the server" in shown(client)
    press(client, "language-rollback")
    assert settings_all()["language_model"] == ""
    assert "Go back to what the server" not in shown(client)


def test_a_language_model_that_does_not_work_is_not_set(
    client: Client, filled: Store, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Path(settings.KIROCREW_HOME) / "models"
    folder.mkdir(exist_ok=True)
    (folder / SMOLLM2.file_name).write_bytes(b"GGUF")

    def fails(*_: Any, **__: Any) -> str:
        raise TrialError("the model answered nothing")

    monkeypatch.setattr("memory.services.language_change.try_once", fails)
    press(client, "language-use", model="smollm2")
    work("memory.change_language_model")
    assert settings_all()["language_model"] == ""
    assert ModelChange.objects.get(kind="language").state == "failed"
    assert "not installed" in press(client, "language-use", model="other.gguf")
    assert "no language model of that name" in press(client, "language-use", model="../../etc/passwd")
