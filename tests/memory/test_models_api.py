"""`/api/memory/models`: what there is, how complete it is, and changing it, for the owner alone."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from channels_bridge.actors import Actor
from memory.inference import hashing
from memory.inference.base import EmbeddingError
from memory.inference.embedding import reset_embedder
from memory.inference.hashing import WideHashEmbedder
from memory.models import Store
from tests.memory.changing import TEXTS, states, work, write

MODELS = "/api/memory/models"


@pytest.fixture
def owner(db: None, alice: Actor, main_store: Store) -> Client:
    """The owner's browser, and a store whose texts have vectors."""
    reset_embedder()
    write(alice, main_store, *TEXTS)
    work()
    client = Client(headers={"accept": "application/json"})
    client.force_login(User.objects.create_superuser("alice", password="a long enough one"))
    return client


def post(client: Client, path: str, body: Any = None) -> Any:
    return client.post(f"{MODELS}/{path}", body or {}, content_type="application/json")


def test_the_model_is_changed_watched_and_gone_back_from(owner: Client) -> None:
    answer = post(owner, "change", {"model": "hash-wide"})
    assert answer.status_code == 202 and answer.json()["state"] == "running"
    assert owner.get(MODELS).json()["change"]["model"] == "hash-wide"
    assert post(owner, "change/pause").json()["state"] == "paused"
    assert post(owner, "change/resume").json()["state"] == "running"
    work("memory.change_model")
    shown = owner.get(MODELS).json()
    assert shown["change"] is None
    assert [(space["state"], space["embedded"], space["waiting"]) for space in shown["spaces"]] == [
        ("current", 7, 0),
        ("retired", 7, 0),
    ]
    assert shown["spaces"][0]["coverage"][0] == {
        "store": "main",
        "kind": "episode",
        "total": 7,
        "embedded": 7,
        "waiting": 0,
        "failed": 0,
    }
    assert {model["name"]: model["role"] for model in shown["models"]}["hash-wide"] == "current"
    assert post(owner, "rollback").json()["state"] == "done"
    assert states() == {"hash@1": "current", "hash-wide@1": "retired"}
    kept = next(space["id"] for space in owner.get(MODELS).json()["spaces"] if space["state"] == "retired")
    assert post(owner, f"spaces/{kept}/discard").status_code == 202
    work()
    assert states() == {"hash@1": "current"}


def test_a_change_may_be_given_up(owner: Client) -> None:
    post(owner, "change", {"model": "hash-wide"})
    assert post(owner, "change/discard").json()["state"] == "discarded"
    again = post(owner, "change/discard")
    assert again.status_code == 409 and again.json()["type"].endswith("no-model-change")


def test_texts_that_fail_are_listed_without_their_words(owner: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    class Choosy(WideHashEmbedder):
        def embed(self, texts: Sequence[str], *, kind: Any = "passage") -> Any:
            if any("🦊" in text or "数据库" in text for text in texts):
                raise EmbeddingError("the model failed on a text")
            return super().embed(texts, kind=kind)

    monkeypatch.setitem(hashing.HASHING, "hash-wide", Choosy)
    post(owner, "change", {"model": "hash-wide"})
    work("memory.change_model")
    space = next(space for space in owner.get(MODELS).json()["spaces"] if space["state"] == "current")
    assert (space["embedded"], space["failed"], space["waiting"]) == (5, 2, 0)
    first = owner.get(f"{MODELS}/failures?limit=1").json()
    second = owner.get(f"{MODELS}/failures?limit=1&space={space['id']}&cursor={first['next']}").json()
    assert first["entries"][0]["error"] == "the model failed on a text" and second["next"] == ""
    assert "fox" not in str(first) and "fox" not in str(second)
    assert post(owner, f"spaces/{space['id']}/retry").json() == {"retried": 2}
    assert owner.get(f"{MODELS}/failures?space=999").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        *("change", "change/pause", "change/resume", "change/discard", "rollback"),
        *("spaces/1/discard", "spaces/1/retry"),
    ],
)
def test_a_bot_neither_sees_nor_changes_models(owner: Client, bots_key: str, path: str) -> None:
    client = Client(headers={"authorization": f"Bearer {bots_key}", "accept": "application/json"})
    answer = post(client, path, {"model": "hash-wide"} if path == "change" else None)
    assert answer.status_code == 403 and answer["Content-Type"] == "application/problem+json"
    assert client.get(MODELS).status_code == client.get(f"{MODELS}/failures").status_code == 403
    assert Client().get(MODELS).status_code in (401, 403)


@pytest.fixture
def bots_key(main_store: Store) -> str:
    """The key of a bot that may do all a bot may."""
    from channels_bridge.services.bots import bot_create

    return bot_create(actor=Actor.owner("alice", "1"), name="botty", permissions=["admin:*"])[1]


def test_a_name_that_is_no_model_is_refused(owner: Client) -> None:
    answer = post(owner, "change", {"model": "gpt-9"})
    assert answer.status_code == 422 and answer.json()["type"].endswith("unknown-model")
    assert post(owner, "change", {}).status_code == 422
