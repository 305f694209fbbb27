"""Script hooks over HTTP."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.auth import get_user_model
from django.test import Client

from channels_bridge.actors import Actor
from channels_bridge.services.bots import bot_create
from hooks.models import ScriptHook

pytestmark = pytest.mark.django_db
Ask = Callable[..., Any]
GUARD = {"name": "guard", "event": "preToolUse", "matcher": "Bash", "system": "claude-code", "command": "exit 2"}


def asks(client: Client) -> Ask:
    def ask(method: str, path: str, body: Any = None, **headers: str) -> Any:
        data = "" if body is None else json.dumps(body)
        return client.generic(method.upper(), f"/api/hooks/{path}", data, "application/json", headers=headers)

    return ask


@pytest.fixture(autouse=True)
def _home(settings: LazySettings, tmp_path: Path) -> None:
    settings.KIROCREW_HOME = tmp_path / "home"


@pytest.fixture
def owner() -> Ask:
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("alice"))
    return asks(client)


def bot(name: str, *permissions: str) -> Ask:
    _, key = bot_create(actor=Actor.owner("alice", "1"), name=name, permissions=permissions)
    return asks(Client(headers={"Authorization": f"Bearer {key}"}))


def make(owner: Ask, **fields: Any) -> str:
    answer = owner("post", "scripts", GUARD | fields)
    assert answer.status_code == 201, answer.content
    return str(answer.json()["uid"])


def problem(answer: Any) -> str:
    return str(answer.json()["type"].rpartition(":")[2])


def test_the_owner_makes_tries_switches_and_removes_a_hook(owner: Ask) -> None:
    uid = make(owner, matcher="Bash(git:*)")
    listed = owner("get", "scripts").json()["entries"]
    assert [(one["name"], one["enabled"], one["event"]) for one in listed] == [("guard", False, "PreToolUse")]
    assert [hint["repair"] for hint in listed[0]["hints"]] == ["Bash"]
    tried = owner("post", f"scripts/{uid}/try", {"payload": {"tool_name": "Bash"}}).json()
    assert (tried["is_matched"], tried["exit_code"], tried["result"]["action"]) == (False, 2, "deny")
    answer = owner("patch", f"scripts/{uid}", {"matcher": "Bash", "enabled": True})
    assert (answer.json()["enabled"], answer.json()["hints"]) == (True, [])
    assert owner("delete", f"scripts/{uid}").status_code == 204
    assert owner("get", f"scripts/{uid}").status_code == 404


def test_a_change_holds_for_the_revision_that_was_seen(owner: Ask) -> None:
    uid = make(owner)
    tag = owner("get", f"scripts/{uid}").headers["ETag"]
    assert owner("patch", f"scripts/{uid}", {"timeout": 5}, **{"If-Match": tag}).status_code == 200
    late = owner("patch", f"scripts/{uid}", {"timeout": 6}, **{"If-Match": tag})
    assert late.status_code == 412
    assert ScriptHook.objects.get().timeout == 5


def test_a_bot_asks_and_the_hook_answers(owner: Ask) -> None:
    uid = make(owner, command="echo 'not on main' >&2; exit 2")
    owner("patch", f"scripts/{uid}", {"enabled": True})
    ask = bot("botty", "hooks:evaluate")
    body = {"event": "PreToolUse", "payload": {"tool_name": "Bash", "tool_input": {"command": "git push"}}}
    answer = ask("post", "run", body).json()
    assert (answer["action"], answer["reason"]) == ("deny", "not on main")
    assert [one["status"] for one in answer["results"]] == ["blocked"]
    assert ask("post", "run", body | {"payload": {"tool_name": "Read"}}).json()["action"] == "pass"


def test_letting_a_hook_fail_open_takes_a_reason(owner: Ask) -> None:
    uid = make(owner, command="exit 9")
    owner("patch", f"scripts/{uid}", {"enabled": True})
    opened = owner("put", f"scripts/{uid}/fail-open", {"why": "only a notifier"}).json()
    assert (opened["fail_open"], opened["fail_open_why"], opened["fail_open_by"]) == (
        True,
        "only a notifier",
        "user_explicit",
    )
    said = owner("post", "run", {"event": "PreToolUse", "payload": {"tool_name": "Bash"}}).json()
    assert said["action"] == "pass"
    assert owner("put", f"scripts/{uid}/fail-open", {"why": ""}).json()["fail_open"] is False


PLACES = [
    ("get", "scripts", None),
    ("post", "scripts", GUARD),
    ("post", "scripts/import", {"files": []}),
    ("get", "scripts/{uid}", None),
    ("patch", "scripts/{uid}", {"timeout": 3}),
    ("put", "scripts/{uid}/fail-open", {"why": "x"}),
    ("post", "scripts/{uid}/try", {"payload": {}}),
    ("delete", "scripts/{uid}", None),
]


@pytest.mark.parametrize(("method", "path", "body"), PLACES)
def test_no_key_of_a_bot_opens_script_hooks(owner: Ask, method: str, path: str, body: Any) -> None:
    uid = make(owner, name="other")
    for ask in (bot("root", "admin:*"), bot("mallory", "hooks:read", "hooks:evaluate")):
        answer = ask(method, path.format(uid=uid), body)
        assert answer.status_code == 403
        assert problem(answer) == "owner-only"
    assert ScriptHook.objects.count() == 1


@pytest.mark.parametrize(("method", "path", "body"), [*PLACES, ("post", "run", {}), ("post", "scripts/lint", {})])
def test_nobody_is_answered_without_a_key(owner: Ask, method: str, path: str, body: Any) -> None:
    uid = make(owner, name="other")
    assert asks(Client())(method, path.format(uid=uid), body).status_code == 401


def test_running_needs_its_permission() -> None:
    answer = bot("reader", "memory:read")("post", "run", {"event": "Stop", "payload": {}})
    assert (answer.status_code, problem(answer)) == (403, "missing-permission")


@pytest.mark.parametrize(
    ("body", "slug"),
    [
        (GUARD | {"event": "beforeLunch"}, "unknown-hook-event"),
        (GUARD | {"matcher": "(Read"}, "unreadable-matcher"),
        (GUARD | {"folder": "here"}, "invalid-script-hook"),
        (GUARD | {"timeout": 301}, "invalid"),
        (GUARD | {"skills": []}, "invalid"),
    ],
)
def test_what_cannot_be_used_is_said_with_its_type(owner: Ask, body: Any, slug: str) -> None:
    answer = owner("post", "scripts", body)
    assert (answer.status_code, problem(answer)) == (422, slug)


def test_a_matcher_is_looked_at_without_a_hook() -> None:
    ask = bot("botty", "hooks:read")
    answer = ask("post", "scripts/lint", {"system": "claude-code", "matcher": "mcp__memory"}).json()
    assert [(hint["code"], hint["repair"]) for hint in answer["entries"]] == [("server-prefix", "^mcp__memory__.*$")]


def test_files_are_looked_at_then_stored_as_drafts(owner: Ask) -> None:
    document = {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "./x.sh"}]}]}}
    body = {"files": [{"name": ".claude/settings.json", "text": json.dumps(document)}]}
    looked = owner("post", "scripts/import", body).json()
    assert ([item["fate"] for item in looked["items"]], looked["created"]) == (["draft"], [])
    stored = owner("post", "scripts/import", body | {"apply": True}).json()
    assert [str(hook.uid) for hook in ScriptHook.objects.all()] == stored["created"]
    assert not ScriptHook.objects.get().enabled
