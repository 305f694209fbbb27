"""What is learned from a channel, over the API and in the browser."""

import re
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from channels_bridge.actors import Actor
from channels_bridge.models import Channel, Job
from channels_bridge.services.bots import bot_create
from channels_bridge.services.jobs import run_job_now
from memory.models import BotStore, PassiveItem, Record, Status, Store
from tests.channels_bridge.channel_people import channel_of, server_of
from tests.memory.consolidating import Script
from tests.memory.test_passive_channels import BIRTHDAY, RELEASE, chat

pytestmark = pytest.mark.django_db(transaction=True)

ROOM = "/api/channels/room-1/memory"
UID = "0198c0de-0000-7000-8000-000000000000"
ENDPOINTS = [
    ("get", ROOM),
    ("put", ROOM),
    ("post", f"{ROOM}/run"),
    ("get", f"{ROOM}/items"),
    ("delete", f"{ROOM}/items/{UID}"),
    ("post", f"{ROOM}/items/{UID}/approve"),
    ("post", f"{ROOM}/items/{UID}/reject"),
]


@pytest.fixture
def server(main_store: Store) -> Actor:
    actor = server_of()
    BotStore.objects.create(bot_id=actor.ident, store=main_store, is_default=True)
    return actor


@pytest.fixture
def channel(server: Actor) -> Channel:
    return channel_of(server, activation="observe", rate_per_minute=600)


@pytest.fixture
def model(settings: Any) -> Script:
    script = Script({"items": [RELEASE, BIRTHDAY]})
    settings.KIROCREW_LANGUAGE_MODEL, settings.KIROCREW_LANGUAGE_SCRIPT = "scripted", script
    return script


@pytest.fixture
def client() -> Client:
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("alice", password="alice's long password"))
    return client


def ask(client: Client, method: str, path: str, body: Any = None) -> Any:
    return getattr(client, method)(
        path, body or {}, **({} if method == "get" else {"content_type": "application/json"})
    )


def text_of(answer: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def found(client: Client, server: Actor, channel: Channel) -> list[Any]:
    chat(server, channel, *(f"message {n}" for n in range(5)))
    answer = client.post(f"{ROOM}/run")
    assert answer.status_code == 202
    run_job_now(Job.objects.get(uid=answer.json()["uid"]))
    items: list[Any] = client.get(f"{ROOM}/items").json()["items"]
    return items


@pytest.mark.parametrize(("method", "path"), ENDPOINTS)
def test_nobody_but_the_owner_gets_in(channel: Channel, method: str, path: str) -> None:
    bob = Client()
    bob.force_login(get_user_model().objects.create_user("bob", password="bob's long password"))
    assert ask(Client(), method, path).status_code == 401
    assert ask(bob, method, path).status_code == 403
    for name, permissions in (("serving", ["channels:serve"]), ("everything", ["admin:*"])):
        _, key = bot_create(actor=Actor.owner("alice", "1"), name=name, permissions=permissions)
        assert ask(Client(headers={"Authorization": f"Bearer {key}"}), method, path).status_code == 403


def test_the_owner_sets_it_and_is_told_what_was_not_taken(client: Client, channel: Channel) -> None:
    before = client.get(ROOM).json()
    assert (before["enabled"], before["message_cap"], before["waiting"], before["last_run"]) == (False, 100, 0, None)
    body = {"enabled": True, "message_cap": 5, "min_messages": 0, "allowed_types": ["events", "gossip"]}
    after = ask(client, "put", ROOM, body).json()
    assert (after["enabled"], after["message_cap"], after["min_messages"]) == (True, 10, 5)
    assert after["allowed_types"] == ["events"] and len(after["notes"]) == 2
    assert client.get(ROOM).json()["notes"] == []
    assert ask(client, "put", ROOM, {"colour": 1}).status_code == 422


def test_the_owner_has_it_read_and_decides(client: Client, server: Actor, channel: Channel, model: Script) -> None:
    second, first = found(client, server, channel)
    approve, reject = f"{ROOM}/items/{first['uid']}/approve", f"{ROOM}/items/{second['uid']}/reject"
    assert client.post(approve).json()["state"] == client.post(approve).json()["state"] == "written"
    assert client.post(reject).json()["state"] == "rejected"
    assert client.post(f"{ROOM}/items/{second['uid']}/approve").status_code == 409
    assert client.post(f"{ROOM}/items/{first['uid']}/reject").json()["type"].endswith("channel-item-decided")
    assert Record.objects.get().status == Status.ACTIVE
    assert [item["uid"] for item in client.get(f"{ROOM}/items?status=written").json()["items"]] == [first["uid"]]
    assert client.delete(f"{ROOM}/items/{first['uid']}").json()["state"] == "deleted"
    assert Record.objects.get().status == Status.FORGOTTEN
    assert client.get(ROOM).json()["last_run"]["used"] == 5


def test_an_item_is_reached_through_its_own_channel_alone(
    client: Client, server: Actor, channel: Channel, model: Script
) -> None:
    uid = found(client, server, channel)[0]["uid"]
    channel_of(server, key="other")
    for method, end in (("post", "/approve"), ("post", "/reject"), ("delete", "")):
        answer = ask(client, method, f"/api/channels/other/memory/items/{uid}{end}")
        assert answer.json()["type"].endswith("unknown-channel-item")
    assert client.post(f"{ROOM}/items/{UID}/approve").status_code == 404


def test_without_a_model_it_says_so(client: Client, channel: Channel) -> None:
    answer = client.post(f"{ROOM}/run")
    assert (answer.status_code, answer.json()["type"]) == (409, "urn:kirocrew:problem:no-language-model")


# ---- in the browser ----


def test_what_was_found_is_decided_in_review(client: Client, server: Actor, channel: Channel, model: Script) -> None:
    found(client, server, channel)
    page = client.get("/admin/review/")
    assert "Found in channels" in text_of(page) and BIRTHDAY["summary"] in text_of(page)
    first, second = PassiveItem.objects.order_by("id")
    answer = client.post(
        f"/admin/channels/items/{first.uid}/", {"decision": "approve", "next": "/admin/review/"}, follow=True
    )
    assert answer.redirect_chain[-1][0] == "/admin/review/"
    assert RELEASE["summary"] not in text_of(answer) and BIRTHDAY["summary"] in text_of(answer)
    answer = client.post(f"/admin/channels/items/{second.uid}/", {"decision": "reject"}, follow=True)
    assert answer.redirect_chain[-1][0] == f"/admin/channels/{channel.uid}/"
    assert "Nothing waits for you" in text_of(client.get("/admin/review/"))
    assert "written" in text_of(client.get(f"/admin/channels/{channel.uid}/"))
    client.post(f"/admin/channels/items/{first.uid}/", {"decision": "delete"})
    assert Record.objects.get().status == Status.FORGOTTEN
    assert "This item is deleted" in text_of(
        client.post(f"/admin/channels/items/{first.uid}/", {"decision": "approve"}, follow=True)
    )


def test_a_decision_leads_to_no_foreign_address(client: Client, server: Actor, channel: Channel, model: Script) -> None:
    found(client, server, channel)
    item = PassiveItem.objects.latest("id")
    answer = client.post(f"/admin/channels/items/{item.uid}/", {"decision": "?", "next": "https://evil.example/"})
    assert answer["Location"] == f"/admin/channels/{channel.uid}/"
    item.refresh_from_db()
    assert item.state == "pending_review"


def test_the_channels_page_sets_it_and_has_it_read(
    client: Client, server: Actor, channel: Channel, model: Script
) -> None:
    path = f"/admin/channels/{channel.uid}/"
    assert "It is switched off" in text_of(client.get(path))
    form = {
        "memory-enabled": "on",
        "memory-review_mode": "on",
        "memory-interval_minutes": "1",
        "memory-message_cap": "20",
        "memory-min_messages": "3",
        "memory-retention_hours": "0",
        "memory-allowed_types": ["events", "people"],
        "memory-exclude_users": "eve\n\nmallory",
        "memory-exclude_patterns": "lunch\n(",
    }
    said = text_of(client.post(f"{path}memory/", form, follow=True))
    assert "nterval_minutes is 15" in said and "it is no regular expression" in said
    channel.refresh_from_db()
    stored = channel.settings["passive_memory"]
    assert (stored["enabled"], stored["exclude_users"], stored["exclude_patterns"]) == (
        True,
        ["eve", "mallory"],
        ["lunch"],
    )
    assert stored["allowed_types"] == ["people", "events"] and stored["retention_hours"] == 168
    chat(server, channel, "one", "two", "three")
    answer = client.post(f"{path}memory/run/")
    assert answer["Location"].startswith("/admin/activity/")
    run_job_now(Job.objects.latest("id"))
    assert "Last read" in text_of(client.get(path)) and BIRTHDAY["summary"] in text_of(client.get(path))


def test_a_number_that_is_none_comes_back_beside_the_form(client: Client, channel: Channel) -> None:
    answer = client.post(f"/admin/channels/{channel.uid}/memory/", {"memory-message_cap": "many"})
    assert "Enter a whole number" in text_of(answer)


def test_without_a_model_the_page_says_so(client: Client, channel: Channel) -> None:
    said = text_of(client.post(f"/admin/channels/{channel.uid}/memory/run/", follow=True))
    assert "A language model reads channels, and none is configured" in said
