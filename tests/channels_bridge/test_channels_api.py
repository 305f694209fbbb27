"""Channels over the API: bots, the owner, outsiders."""

from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from channels_bridge.actors import Actor
from channels_bridge.models import Bot, Channel, ChannelEntry, ChannelEvent, Conversation, IdempotencyKey, Turn
from channels_bridge.services.bots import bot_create
from channels_bridge.services.channel_buffers import mentions_buffer
from memory.models import BotStore, Store
from tests.channels_bridge.channel_people import ALICE, BOB, MALLORY, SECRET
from tests.channels_bridge.conftest import client_with
from tests.security.ways import tables

pytestmark = pytest.mark.django_db(transaction=True)

ROOM = {"surface": "slack", "key": "C0123", "name": "Kitchen"}
ONE = "/api/channels/C0123"
ENDPOINTS = [
    ("get", "/api/channels"),
    ("post", "/api/channels"),
    ("get", ONE),
    ("patch", ONE),
    ("get", f"{ONE}/senders"),
    ("put", f"{ONE}/senders"),
    ("get", f"{ONE}/context"),
    ("get", f"{ONE}/events"),
    ("post", f"{ONE}/messages"),
    ("get", "/api/channels/surfaces/slack/senders"),
    ("put", "/api/channels/surfaces/slack/senders"),
]


def key_of(store: Store, name: str, *permissions: str) -> str:
    bot, key = bot_create(actor=Actor.owner("alice", "1"), name=name, permissions=permissions)
    BotStore.objects.create(bot=bot, store=store, is_default=True)
    return key


@pytest.fixture
def botty_api(main_store: Store) -> APIClient:
    return client_with(key_of(main_store, "botty", "channels:serve", "memory:write", "memory:read"))


@pytest.fixture
def room(botty_api: APIClient, owner_client: Client) -> Channel:
    assert botty_api.post("/api/channels", ROOM, format="json").status_code == 201
    senders = {"senders": [BOB], "owners": [ALICE]}
    assert owner_client.put(f"{ONE}/senders", senders, content_type="application/json").status_code == 200
    channel = Channel.objects.get()
    mentions_buffer().drop(channel.pk)
    return channel


def say(api: APIClient, sender: str, text: str, **more: Any) -> Any:
    return api.post(f"{ONE}/messages", {"sender": sender, "text": text, **more}, format="json")


def ask(client: Any, method: str, path: str, body: Any = None) -> Any:
    if isinstance(client, APIClient):
        return getattr(client, method)(path, body or {}, **({"format": "json"} if method != "get" else {}))
    extra = {} if method == "get" else {"content_type": "application/json"}
    return getattr(client, method)(path, body or {}, **extra)


# ---- who may ----


@pytest.mark.parametrize(("method", "path"), ENDPOINTS)
def test_who_is_nobody_gets_nothing(room: Channel, method: str, path: str) -> None:
    assert ask(APIClient(), method, path).status_code == 401


@pytest.mark.parametrize(("method", "path"), ENDPOINTS)
def test_a_user_who_is_not_the_owner_gets_nothing(room: Channel, bob_client: Client, method: str, path: str) -> None:
    assert ask(bob_client, method, path).status_code == 403


@pytest.mark.parametrize(("method", "path"), ENDPOINTS)
def test_a_key_without_the_permission_gets_nothing(room: Channel, main_store: Store, method: str, path: str) -> None:
    outsider = client_with(key_of(main_store, "mallory", "memory:read", "memory:write", "turns:record", "jobs:read"))
    assert ask(outsider, method, path).status_code == 403


@pytest.mark.parametrize(("method", "path"), [entry for entry in ENDPOINTS if ONE in entry[1]])
def test_another_bots_channel_is_not_there(room: Channel, main_store: Store, method: str, path: str) -> None:
    other = client_with(key_of(main_store, "other", "channels:serve"))
    body = {"post": {"sender": BOB, "text": "hi"}, "put": {"senders": ["*"], "owners": []}}.get(method, {})
    answer = ask(other, method, path, body)
    assert (answer.status_code, answer.json()["type"]) == (404, "urn:kirocrew:problem:unknown-channel")
    assert ask(other, "get", "/api/channels").json()["results"] == []


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("patch", ONE, {"activation": "always"}),
        ("get", f"{ONE}/senders", {}),
        ("put", f"{ONE}/senders", {"senders": ["*"], "owners": []}),
        ("get", f"{ONE}/events", {}),
        ("get", "/api/channels/surfaces/slack/senders", {}),
        ("put", "/api/channels/surfaces/slack/senders", {"senders": ["U1"], "owners": []}),
    ],
)
def test_the_bot_that_serves_a_channel_decides_nothing_about_it(
    room: Channel, botty_api: APIClient, method: str, path: str, body: dict[str, Any]
) -> None:
    assert ask(botty_api, method, path, body).status_code == 403
    room.refresh_from_db()
    assert room.activation == "mention" and not room.senders.filter(sender="*").exists()


# ---- registering and changing ----


def test_registering_twice_changes_nothing(room: Channel, botty_api: APIClient) -> None:
    again = botty_api.post("/api/channels", ROOM | {"name": "Cellar"}, format="json")
    assert (again.status_code, again.json()["name"]) == (200, "Kitchen")
    assert Channel.objects.count() == 1


def test_the_owner_registers_for_a_bot_they_name(botty_api: APIClient, owner_client: Client) -> None:
    for bot, status in (("botty", 201), ("nobody", 404), (None, 422)):
        body = ROOM | ({"bot": bot} if bot else {})
        assert owner_client.post("/api/channels", body, content_type="application/json").status_code == status


def test_the_owner_changes_a_channel_and_sees_what_was_done(room: Channel, owner_client: Client) -> None:
    body = {"activation": "observe", "names": ["小助手"], "rate_per_minute": 5, "is_direct": False}
    changed = owner_client.patch(ONE, body, content_type="application/json").json()
    assert {name: changed[name] for name in body} == body
    codes = [event["code"] for event in owner_client.get(f"{ONE}/events").json()["events"]]
    assert codes == ["settings_changed", "activation_changed", "senders_changed", "registered"]


@pytest.mark.parametrize("body", [{"activation": "loud"}, {"activation": None}, {"rate": 3}, {"rate_per_minute": 0}])
def test_what_is_no_change_is_refused(room: Channel, owner_client: Client, body: dict[str, Any]) -> None:
    assert owner_client.patch(ONE, body, content_type="application/json").status_code == 422


def test_channels_are_listed_a_page_at_a_time_and_filtered(room: Channel, botty_api: APIClient) -> None:
    for number in range(4):
        botty_api.post("/api/channels", {"surface": "telegram", "key": f"T{number}"}, format="json")
    page = botty_api.get("/api/channels?page_size=3").json()
    rest = botty_api.get(page["next"]).json()
    assert [len(page["results"]), len(rest["results"])] == [3, 2]
    assert len(botty_api.get("/api/channels?surface=telegram").json()["results"]) == 4
    assert botty_api.get("/api/channels?activation=off").json()["results"] == []
    assert botty_api.get("/api/channels?activation=loud").status_code == 422


def test_a_key_that_two_surfaces_have_needs_the_surface(room: Channel, botty_api: APIClient) -> None:
    botty_api.post("/api/channels", ROOM | {"surface": "telegram"}, format="json")
    assert botty_api.get(ONE).json()["type"].endswith("channel-ambiguous")
    assert botty_api.get(f"{ONE}?surface=telegram").json()["surface"] == "telegram"
    assert botty_api.get(f"/api/channels/{room.uid}").json()["surface"] == "slack"


# ---- messages ----


def test_a_message_is_delivered_with_what_was_overheard(room: Channel, botty_api: APIClient) -> None:
    assert say(botty_api, BOB, "the kettle is red", author="Bob").json()["verdict"] == "buffered"
    seen = botty_api.get(f"{ONE}/context").json()
    assert seen["lines"][0].endswith("Bob: the kettle is red")
    decision = say(botty_api, BOB, "@botty which colour?").json()
    assert (decision["verdict"], decision["reason"], decision["turn"]) == ("deliver", "addressed", None)
    assert decision["context"] == seen["text"]
    assert botty_api.get(f"{ONE}/context").json() == {"lines": [], "text": ""}


def test_an_owners_command_is_handled_and_anothers_is_not(room: Channel, botty_api: APIClient) -> None:
    handled = say(botty_api, ALICE, "/activation off").json()
    assert (handled["verdict"], handled["activation"]) == ("handled", "off") and "'off'" in handled["reply"]
    assert say(botty_api, BOB, "/activation always").json()["reason"] == "off"


def test_a_stranger_is_denied_whatever_comes_with_it(room: Channel, botty_api: APIClient) -> None:
    words = "quagmire-tangerine"
    headers = {"HTTP_IDEMPOTENCY_KEY": "abc"}
    body = {"sender": MALLORY, "text": words, "author": words, "key": words, "conversation": words}
    answer = botty_api.post(f"{ONE}/messages", body, format="json", **headers)
    denied = answer.json()
    assert (denied["verdict"], denied["context"], denied["turn"]) == ("denied", "", None)
    assert 20 <= denied["reply_after"] <= 60
    assert [place for place, text in tables() if words in text] == []
    assert not Conversation.objects.exists()
    botty_api.post(f"{ONE}/messages", body, format="json", **headers)
    assert not IdempotencyKey.objects.exists(), "not even a digest of what they said"
    assert ChannelEvent.objects.get(code="denied").times == 2


def test_a_message_sent_again_under_its_idempotency_key_gets_the_same_answer(
    room: Channel, botty_api: APIClient
) -> None:
    say(botty_api, BOB, "the kettle is red")
    body = {"sender": BOB, "text": "@botty hi"}
    first, again = (
        botty_api.post(f"{ONE}/messages", body, format="json", HTTP_IDEMPOTENCY_KEY="once") for _ in range(2)
    )
    assert first.json() == again.json() and first.json()["context"]
    assert again["Idempotent-Replay"] == "true"


@pytest.mark.parametrize("body", [{}, {"sender": BOB}, {"sender": "", "text": "hi"}, {"sender": BOB, "text": 7}])
def test_a_message_without_its_parts_is_refused(room: Channel, botty_api: APIClient, body: dict[str, Any]) -> None:
    assert botty_api.post(f"{ONE}/messages", body, format="json").status_code == 422


def test_a_refusal_of_a_broken_message_repeats_and_keeps_nothing(room: Channel, botty_api: APIClient) -> None:
    words = "quagmire-tangerine"
    answer = say(botty_api, MALLORY, words, said_at=words, source=words)
    assert answer.status_code == 422 and words not in answer.content.decode()
    assert [place for place, text in tables() if words in text] == []


# ---- turns ----


def test_what_is_delivered_becomes_a_turn_of_the_conversation_that_is_named(
    room: Channel, botty_api: APIClient
) -> None:
    turn = say(botty_api, BOB, "@botty we use pnpm", author="Bob", key="m1", conversation="talk").json()["turn"]
    assert (turn["status"], turn["role"], turn["position"]) == ("recorded", "user", 0)
    again = say(botty_api, BOB, "@botty we use pnpm", author="Bob", key="m1", conversation="talk").json()["turn"]
    assert again["status"] == "unchanged"
    conversation = Conversation.objects.get()
    assert (conversation.surface, conversation.channel, conversation.turns.count()) == ("slack", "C0123", 1)


def test_what_is_only_overheard_becomes_no_turn_and_begins_no_conversation(room: Channel, botty_api: APIClient) -> None:
    assert say(botty_api, BOB, "among us", conversation="talk").json()["verdict"] == "buffered"
    assert not Turn.objects.exists() and not Conversation.objects.exists()


def test_the_owners_words_count_as_the_owners_only_by_a_key_that_may_say_so(
    room: Channel, botty_api: APIClient
) -> None:
    assert say(botty_api, ALICE, "@botty remember", conversation="a").json()["turn"]["role"] == "user"
    bot = Bot.objects.get(name="botty")
    bot.permissions = [*bot.permissions, "turns:record"]
    bot.save(update_fields=["permissions"])
    assert say(botty_api, ALICE, "@botty remember", conversation="b").json()["turn"]["role"] == "owner"
    assert say(botty_api, BOB, "@botty remember", conversation="b").json()["turn"]["role"] == "user"


def test_a_key_that_may_not_write_memory_records_no_turn(room: Channel, main_store: Store) -> None:
    Bot.objects.filter(name="botty").update(permissions=["channels:serve"])
    bare = client_with(key_of(main_store, "bare", "channels:serve"))
    bare.post("/api/channels", ROOM, format="json")
    assert say(bare, BOB, "@bare hi", conversation="talk").status_code == 403


def test_a_temporary_conversation_keeps_nothing_not_even_the_request(room: Channel, botty_api: APIClient) -> None:
    botty_api.post("/api/conversations", {"key": "talk", "mode": "temporary"}, format="json")
    body = {"sender": BOB, "text": "@botty quagmire-tangerine", "conversation": "talk"}
    answer = botty_api.post(f"{ONE}/messages", body, format="json", HTTP_IDEMPOTENCY_KEY="once")
    assert answer.json()["turn"]["status"] == "not_kept"
    assert not IdempotencyKey.objects.exists()


def test_a_secret_is_neither_in_a_buffer_nor_in_a_turn(
    room: Channel, botty_api: APIClient, owner_client: Client
) -> None:
    say(botty_api, BOB, f"the token is {SECRET}")
    assert SECRET not in botty_api.get(f"{ONE}/context").content.decode()
    delivered = say(botty_api, BOB, f"@botty use {SECRET}", conversation="talk")
    assert SECRET not in delivered.content.decode()
    owner_client.patch(ONE, {"activation": "observe"}, content_type="application/json")
    say(botty_api, BOB, f"the token is {SECRET}")
    assert ChannelEntry.objects.exists() and Turn.objects.exists()
    assert [place for place, text in tables() if SECRET in text] == []
