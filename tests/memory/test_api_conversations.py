"""Conversations and turns as a bot sends and reads them."""

import json
from typing import Any

import pytest

from channels_bridge.actors import Actor
from channels_bridge.models import Conversation, IdempotencyKey, Turn
from memory.models import BotStore, Store
from tests.memory.test_api import Ask, asker

ROOT = "/api/conversations"
LANGUAGES = (
    "我们下周五把服务器搬到新机房。",
    "来週の金曜日にサーバーを移行します。",
    "다음 주 금요일에 서버를 옮깁니다.",
    "Größer wird er auch, der neue Server.",
    "Thứ sáu tuần sau chúng ta chuyển máy chủ.",
    "🚚 → 🏢 👩🏽‍💻",
)


@pytest.fixture
def ask(main_store: Store) -> Ask:
    return asker("botty", main_store, "memory:read", "memory:write")


@pytest.fixture
def mallory_asks(db: None) -> Ask:
    return asker("mallory", None, "memory:read", "memory:write")


def begin(ask: Ask, key: str = "chat-1", **more: Any) -> Any:
    answer = ask("post", ROOT, {"key": key, **more})
    assert answer.status_code == 200, answer.content
    return answer.json()


def say(ask: Ask, *texts: str, key: str = "chat-1", **more: Any) -> Any:
    return ask("post", f"{ROOT}/{key}/turns", {"turns": [{"role": "user", "text": text, **more} for text in texts]})


PATHS = [
    ("get", ROOT, None),
    ("post", ROOT, {"key": "chat-1"}),
    ("get", f"{ROOT}/chat-1", None),
    ("get", f"{ROOT}/chat-1/turns", None),
    ("post", f"{ROOT}/chat-1/turns", {"role": "user", "text": "Hello there"}),
    ("post", f"{ROOT}/chat-1/end", None),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("method", "path", "body"), PATHS)
def test_nobody_is_answered_without_a_key(client: Any, method: str, path: str, body: Any) -> None:
    assert client.generic(method.upper(), path, json.dumps(body), content_type="application/json").status_code == 401


@pytest.mark.parametrize(("method", "path", "body"), PATHS)
def test_an_outsider_finds_no_conversation_and_begins_none(
    ask: Ask, mallory_asks: Ask, method: str, path: str, body: Any
) -> None:
    begin(ask)
    say(ask, "The launch code is in the drawer.")
    answer = mallory_asks(method, path, body)
    assert answer.status_code == 404 or answer.json()["entries"] == []
    assert b"drawer" not in answer.content
    assert (Conversation.objects.count(), Turn.objects.count()) == (1, 1)


def test_a_bot_of_the_same_store_finds_nothing_of_another_bots(ask: Ask, main_store: Store) -> None:
    conversation = begin(ask)
    say(ask, "The launch code is in the drawer.")
    bob = asker("bob", main_store, "memory:read", "memory:write", "admin:*")
    for path in (f"{ROOT}/chat-1", f"{ROOT}/{conversation['uid']}", f"{ROOT}/{conversation['uid']}/turns"):
        assert bob("get", path).status_code == 404
    assert bob("post", f"{ROOT}/{conversation['uid']}/end").status_code == 404
    assert bob("get", ROOT).json()["entries"] == []


@pytest.mark.parametrize(
    ("permission", "refused"),
    [("memory:read", {"post"}), ("memory:write", {"get"}), ("hooks:read", {"get", "post"})],
)
def test_a_key_without_the_permission_is_refused(main_store: Store, permission: str, refused: set[str]) -> None:
    begin(asker("first", main_store, "memory:read", "memory:write"))
    limited = asker("botty", main_store, permission)
    Conversation.objects.update(started_by="bot:botty", started_ident=BotStore.objects.latest("id").bot_id)
    for method, path, body in PATHS:
        status = limited(method, path, body).status_code
        assert (status in (403, 404)) is (method in refused), (method, path, status)


def test_a_conversation_is_begun_filled_read_and_ended(ask: Ask) -> None:
    assert begin(ask, surface="cli", member="bob") | {"uid": 0, "created_at": 0, "last_turn_at": 0} == {
        "uid": 0,
        "key": "chat-1",
        "store": "main",
        "surface": "cli",
        "channel": "",
        "project": "",
        "agent": "",
        "member": "bob",
        "mode": "normal",
        "started_by": "bot:botty",
        "turns": 0,
        "created_at": 0,
        "last_turn_at": 0,
        "ended_at": None,
    }
    answer = say(ask, *LANGUAGES)
    assert answer.json()["kept"] is True
    assert [result["position"] for result in answer.json()["results"]] == list(range(6))
    read = ask("get", f"{ROOT}/chat-1/turns").json()
    assert tuple(entry["text"] for entry in read["entries"]) == LANGUAGES
    assert read["next"] == ""
    assert ask("post", f"{ROOT}/chat-1/end").json()["ended_at"] is not None
    assert ask("get", f"{ROOT}/chat-1").json()["turns"] == 6


def test_one_turn_needs_no_list(ask: Ask) -> None:
    begin(ask)
    answer = ask("post", f"{ROOT}/chat-1/turns", {"role": "assistant", "text": "Done.", "tool_calls": [{"name": "ls"}]})
    assert answer.json()["results"][0]["status"] == "recorded"
    assert "Done." not in answer.content.decode()
    assert Turn.objects.get().tool_calls == [{"name": "ls"}]


def test_turns_are_read_page_by_page(ask: Ask) -> None:
    begin(ask)
    say(ask, *(f"Turn number {number}" for number in range(25)))
    seen, cursor = [], ""
    while True:
        page = ask("get", f"{ROOT}/chat-1/turns?limit=10{cursor}").json()
        seen += [entry["position"] for entry in page["entries"]]
        if not page["next"]:
            break
        cursor = f"&cursor={page['next']}"
    assert seen == list(range(25))


def test_conversations_are_read_page_by_page_the_latest_first(ask: Ask) -> None:
    for number in range(7):
        begin(ask, f"chat-{number}", surface="cli" if number % 2 else "web")
    say(ask, "This one is the latest now.", key="chat-2")
    seen, cursor = [], ""
    while True:
        page = ask("get", f"{ROOT}?limit=3{cursor}").json()
        seen += [entry["key"] for entry in page["entries"]]
        if not page["next"]:
            break
        cursor = f"&cursor={page['next']}"
    assert seen == ["chat-2", "chat-6", "chat-5", "chat-4", "chat-3", "chat-1", "chat-0"]
    assert {entry["key"] for entry in ask("get", f"{ROOT}?surface=cli").json()["entries"]} == {
        "chat-1",
        "chat-3",
        "chat-5",
    }
    ask("post", f"{ROOT}/chat-1/end")
    assert [entry["key"] for entry in ask("get", f"{ROOT}?ended=true").json()["entries"]] == ["chat-1"]


@pytest.mark.parametrize("cursor", ["x", "1", "-", "9" * 18 + "-1", "1-1-1"])
def test_a_cursor_that_is_none_is_a_typed_error(ask: Ask, cursor: str) -> None:
    answer = ask("get", f"{ROOT}?cursor={cursor}")
    assert (answer.status_code, answer.json()["type"]) == (422, "urn:kirocrew:problem:invalid-cursor")


def test_a_turn_sent_again_is_answered_with_the_same_turn(ask: Ask) -> None:
    begin(ask)
    first = say(ask, "We use pnpm.", **{"author": "Bob"}).json()
    body = {"role": "user", "text": "We use pnpm, not npm.", "key": "m1"}
    sent = [ask("post", f"{ROOT}/chat-1/turns", body).json()["results"][0] for _ in range(2)]
    assert [one["status"] for one in sent] == ["recorded", "unchanged"]
    assert sent[0]["uid"] == sent[1]["uid"] != first["results"][0]["uid"]
    other = ask("post", f"{ROOT}/chat-1/turns", body | {"text": "We use yarn."})
    assert (other.status_code, other.json()["type"]) == (409, "urn:kirocrew:problem:turn-key-taken")
    assert (other.json()["position"], other.json()["index"]) == (1, 0)


def test_a_request_sent_again_under_its_key_records_nothing_twice(ask: Ask) -> None:
    begin(ask)
    body = {"turns": [{"role": "user", "text": "No keys of their own."}] * 3}
    answers = [ask("post", f"{ROOT}/chat-1/turns", body, **{"Idempotency-Key": "batch-1"}) for _ in range(2)]
    assert answers[0].json() == answers[1].json()
    assert answers[1]["Idempotent-Replay"] == "true"
    assert Turn.objects.count() == 3


@pytest.mark.parametrize("mode", ["incognito", "temporary"])
def test_of_what_is_not_to_be_kept_not_even_the_request_is_remembered(ask: Ask, mode: str) -> None:
    begin(ask, "hush", mode=mode)
    body = {"role": "user", "text": "My pin is 4711.", "key": "m1"}
    answer = ask("post", f"{ROOT}/hush/turns", body, **{"Idempotency-Key": "once"}).json()
    assert (answer["kept"], answer["mode"]) == (False, mode)
    assert answer["results"][0] == {
        "status": "not_kept",
        "kept": False,
        "uid": None,
        "key": "",
        "position": None,
        "role": None,
        "origin": None,
        "is_suspicious": False,
        "redacted": [],
    }
    assert not Turn.objects.exists()
    assert not IdempotencyKey.objects.exists()
    assert ask("get", f"{ROOT}/hush").json()["turns"] == 0


def test_a_mode_is_made_stricter_by_opening_again_and_stays(ask: Ask) -> None:
    begin(ask)
    assert begin(ask, mode="temporary")["mode"] == "temporary"
    looser = ask("post", ROOT, {"key": "chat-1", "mode": "incognito"})
    assert (looser.status_code, looser.json()["type"]) == (409, "urn:kirocrew:problem:mode-not-looser")


def test_the_owners_role_needs_the_permission(ask: Ask, main_store: Store) -> None:
    begin(ask)
    refused = ask("post", f"{ROOT}/chat-1/turns", {"role": "owner", "text": "I live in Bonn."})
    assert (refused.status_code, refused.json()["type"]) == (403, "urn:kirocrew:problem:owner-role-not-yours")
    gateway = asker("gateway", main_store, "memory:write", "turns:record")
    begin(gateway)
    assert gateway("post", f"{ROOT}/chat-1/turns", {"role": "owner", "text": "I live in Bonn."}).status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"turns": []},
        {"turns": [{"role": "user", "text": "x"}] * 501},
        {"turns": [{"role": "god", "text": "x"}]},
        {"role": "user", "text": ""},
        {"role": "user", "text": 5},
        {"role": "user", "text": "x", "said": "today"},
        {"role": "user", "text": "x", "said_at": "0001-01-01T00:00:00Z"},
        {"role": "user", "text": "x" * 65_537},
        {"role": "user", "text": "x", "origin": "dream"},
        [],
        "words",
        None,
    ],
)
def test_what_is_no_turn_is_refused_with_a_problem(ask: Ask, body: Any) -> None:
    begin(ask)
    answer = ask("post", f"{ROOT}/chat-1/turns", body)
    assert answer.status_code in (400, 413, 422), answer.content
    assert answer["Content-Type"] == "application/problem+json"
    assert not Turn.objects.exists()


def test_a_conversation_that_was_not_begun_takes_no_turn(ask: Ask) -> None:
    answer = say(ask, "Is anybody there?", key="nowhere")
    assert (answer.status_code, answer.json()["type"]) == (404, "urn:kirocrew:problem:unknown-conversation")


def test_a_key_that_is_no_path_is_reached_by_its_uid(ask: Ask) -> None:
    uid = begin(ask, "cron/nightly #1 größe 日本")["uid"]
    assert say(ask, "All went well.", key=uid).json()["results"][0]["role"] == "machine"
    assert ask("get", f"{ROOT}/{uid}").json()["key"] == "cron/nightly #1 größe 日本"


def test_a_bot_of_a_project_reads_only_its_own(main_store: Store) -> None:
    apollo = asker("apollo", main_store, "memory:read", "memory:write", project="apollo")
    assert begin(apollo, project="gemini")["project"] == "apollo"
    Conversation.objects.update(project="gemini")
    assert apollo("get", f"{ROOT}/chat-1").status_code == 404
    assert apollo("get", ROOT).json()["entries"] == []


def test_another_store_than_a_bots_is_unknown(ask: Ask, private_store: Store) -> None:
    answer = ask("post", ROOT, {"key": "chat-1", "store": "bob"})
    assert (answer.status_code, answer.json()["type"]) == (404, "urn:kirocrew:problem:unknown-memory-store")
    assert ask("get", f"{ROOT}?store=bob").status_code == 404


def test_the_owner_reads_what_any_bot_recorded(ask: Ask, alice: Actor) -> None:
    from memory.services.conversation_reading import Wanted, conversations_page

    begin(ask)
    found, _ = conversations_page(actor=alice, wanted=Wanted(), limit=10)
    assert [one.key for one in found] == ["chat-1"]
