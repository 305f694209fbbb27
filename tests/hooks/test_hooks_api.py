"""Rules, decisions and questions over HTTP, as a bot's key and as the owner's browser send them."""

import json
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from channels_bridge.actors import Actor
from channels_bridge.services.bots import bot_create
from hooks.models import Decision, Rule

pytestmark = pytest.mark.django_db
PROBLEM = "urn:kirocrew:problem:"


def client_of(name: str, *permissions: str) -> Client:
    _, key = bot_create(actor=Actor.owner("alice", "1"), name=name, permissions=list(permissions))
    return Client(headers={"Authorization": f"Bearer {key}"})


@pytest.fixture
def harness(db: None) -> Client:
    """A bot that may ask and read."""
    return client_of("botty", "hooks:evaluate", "hooks:read")


@pytest.fixture
def outsider(db: None) -> Client:
    """A bot with every permission but those of hooks."""
    return client_of("mallory", "memory:read", "memory:write", "lessons:write", "import:write", "jobs:read")


@pytest.fixture
def owner(db: None) -> Client:
    user = get_user_model().objects.create_superuser("alice", password="correct horse battery")
    client = Client()
    client.force_login(user)
    return client


def send(client: Client, method: str, path: str, body: Any = None, **headers: str) -> Any:
    return client.generic(method, f"/api/hooks/{path}", json.dumps(body), content_type="application/json",
                          headers=headers)  # fmt: skip


def test_a_tool_call_is_answered_and_written_down(harness: Client) -> None:
    body = {"tool_name": "Bash", "tool_input": {"command": "cat ~/.ssh/id_rsa"}}
    answer = send(harness, "POST", "evaluate", body)
    assert answer.status_code == 200
    row = Decision.objects.get()
    assert answer.json() == {
        "decision": "deny",
        "stage": "sensitive",
        "rule": "always.sensitive-path",
        "reason": row.reason,
        "is_security_denial": True,
        "read_only": False,
        "identity_grant": False,
        "uid": str(row.uid),
    }


def test_what_claude_code_gives_a_hook_may_be_sent_as_it_is(harness: Client) -> None:
    body = {
        "session_id": "abc", "transcript_path": "/home/a/.claude/projects/x.jsonl", "cwd": "/srv/shop",
        "permission_mode": "default", "hook_event_name": "PreToolUse", "tool_use_id": "t1",
        "tool_name": "Bash", "tool_input": {"command": "git status", "description": "Show what changed"},
    }  # fmt: skip
    answer = send(harness, "POST", "evaluate", body)
    assert (answer.status_code, answer.json()["decision"], answer.json()["read_only"]) == (200, "approve", True)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"tool_input": {}},
        {"tool_name": 7},
        {"tool_name": "Bash", "comand": "ls"},
        {"tool_name": "Bash", "mcp": {"server": "x"}},
        {"tool_name": "Bash", "mcp": {"server": "x", "tool": "y", "trusted": True}},
        [],
        "ls",
        None,
    ],
)
def test_a_question_that_is_no_question_is_refused(harness: Client, body: Any) -> None:
    answer = send(harness, "POST", "evaluate", body)
    assert answer.status_code == 422 or answer.status_code == 400
    assert not Decision.objects.exists()


def test_what_is_judged_is_what_came_with_its_odd_characters(harness: Client) -> None:
    answer = send(harness, "POST", "evaluate", {"tool_name": "Bash", "tool_input": {"command": "ls \u202e\x00"}})
    assert answer.json()["decision"] == "ask"


def test_a_message_is_answered_by_the_owners_rules(owner: Client, harness: Client) -> None:
    made = send(owner, "POST", "rules", {"section": "auto_replies", "pattern": "何時", "reply": "木曜日です"})
    assert made.status_code == 201
    answer = send(harness, "POST", "message", {"text": "リリースは何時ですか"})
    assert answer.json() == {
        "outcome": "reply",
        "text": "リリースは何時ですか",
        "reply": "木曜日です",
        "context": "",
        "rules": [made.json()["uid"]],
        "uid": str(Decision.objects.get().uid),
    }


def test_a_rule_is_made_read_changed_moved_and_removed(owner: Client) -> None:
    first = send(owner, "POST", "rules", {"section": "auto_deny_tools", "pattern": "git push*"})
    second = send(owner, "POST", "rules", {"section": "auto_deny_tools", "pattern": "rm *", "note": "careful"})
    path = f"rules/{second.json()['uid']}"
    assert "reply" not in second.json()
    changed = send(owner, "PATCH", path, {"pattern": "rm -r*", "position": 0}, **{"If-Match": second["ETag"]})
    assert (changed.status_code, changed["ETag"], changed.json()["pattern"]) == (200, '"2"', "rm -r*")
    stale = send(owner, "PATCH", path, {"pattern": "x"}, **{"If-Match": '"1"'})
    assert (stale.status_code, stale.json()["type"]) == (412, PROBLEM + "rule-changed")
    listed = send(owner, "GET", "rules?section=auto_deny_tools").json()["entries"]
    assert [entry["uid"] for entry in listed] == [second.json()["uid"], first.json()["uid"]]
    assert send(owner, "DELETE", path).status_code == 204
    assert send(owner, "GET", path).status_code == 404


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"section": "auto_deny_tools"}, None),
        ({"section": "auto_deny_tools", "pattern": "x", "reply": "y"}, "reply"),
        ({"section": "nothing", "pattern": "x"}, "section"),
        ({"pattern": "x"}, "section"),
        ({"section": "auto_replies", "pattern": "x"}, None),
        ({"section": "transforms", "pattern": "x"}, None),
        ({"section": "context_rules", "triggers": [], "context": "x"}, None),
    ],
)
def test_a_rule_that_says_nothing_is_refused(owner: Client, body: Any, field: str | None) -> None:
    answer = send(owner, "POST", "rules", body)
    assert answer.status_code in (400, 422)
    if field:
        assert answer.json()["errors"][0]["field"] == field
    assert not Rule.objects.exists()


def test_a_section_is_imported_and_exported(owner: Client, harness: Client) -> None:
    section = {"hooks": {"auto_deny_tools": ["git push*", 7], "denied_commands": {"user_added": [{"pattern": "dd"}]}}}
    rehearsed = send(owner, "POST", "rules/import?dry_run=true", section)
    assert (rehearsed.status_code, Rule.objects.count()) == (200, 0)
    done = send(owner, "POST", "rules/import", section).json()
    assert done["added"] == {"auto_deny_tools": 1, "denied_commands": 1}
    assert [issue["position"] for issue in done["issues"]] == [1]
    exported = send(harness, "GET", "rules/export").json()["hooks"]
    assert exported["auto_deny_tools"] == ["git push*"]
    assert exported["denied_commands"]["user_added"] == [{"pattern": "dd"}]


def test_protections_are_listed_and_switched_by_the_owner(owner: Client, harness: Client) -> None:
    assert send(owner, "PUT", "protections/deny.power-off", {"is_on": False, "note": "lab"}).status_code == 204
    entries = {entry["id"]: entry for entry in send(harness, "GET", "protections").json()["entries"]}
    assert (entries["deny.power-off"]["is_on"], entries["deny.remove-system"]["is_on"]) == (False, True)
    assert not entries["always.sensitive-path"]["can_be_off"]
    answer = send(owner, "PUT", "protections/always.sensitive-path", {"is_on": False})
    assert answer.json()["type"] == PROBLEM + "protection-fixed"
    assert send(owner, "PUT", "protections/nothing", {"is_on": False}).status_code == 404


def test_decisions_are_listed_a_page_at_a_time(harness: Client) -> None:
    for number in range(5):
        send(harness, "POST", "evaluate", {"tool_name": "Bash", "tool_input": {"command": f"ls {number}"}})
    seen, query = [], "decisions?limit=2&outcome=approve"
    while True:
        page = send(harness, "GET", query).json()
        seen += [entry["snippet"] for entry in page["entries"]]
        if not page["next"]:
            break
        query = f"decisions?limit=2&outcome=approve&cursor={page['next']}"
    assert seen == [f"ls {number}" for number in (4, 3, 2, 1, 0)]
    assert send(harness, "GET", "decisions?outcome=deny").json()["entries"] == []
    lines = b"".join(send(harness, "GET", "decisions/export?q=ls 3")).splitlines()
    assert [json.loads(line)["snippet"] for line in lines] == ["ls 3"]


def test_a_bot_sees_no_decision_of_another(harness: Client, owner: Client) -> None:
    send(owner, "POST", "evaluate", {"tool_name": "Bash", "tool_input": {"command": "ls"}})
    assert send(harness, "GET", "decisions").json()["entries"] == []
    assert len(send(owner, "GET", "decisions").json()["entries"]) == 1


OWNER_ONLY = [
    ("POST", "rules", {"section": "auto_approve_tools", "pattern": "*"}),
    ("POST", "rules/import", {"auto_approve_tools": ["*"]}),
    ("PUT", "protections/deny.power-off", {"is_on": False}),
]
READING = ["rules", "rules/export", "protections", "decisions", "decisions/export"]
ASKING = [("evaluate", {"tool_name": "Read"}), ("message", {"text": "x"})]


@pytest.mark.parametrize(("method", "path", "body"), OWNER_ONLY)
def test_even_a_bot_with_every_permission_changes_no_rule(db: None, method: str, path: str, body: Any) -> None:
    answer = send(client_of("almighty", "admin:*"), method, path, body)
    assert (answer.status_code, answer.json()["type"]) == (403, PROBLEM + "owner-only")
    assert not Rule.objects.exists()


@pytest.mark.parametrize("path", READING)
def test_an_outsider_reads_nothing(outsider: Client, path: str) -> None:
    answer = send(outsider, "GET", path)
    assert (answer.status_code, answer.json()["type"]) == (403, PROBLEM + "missing-permission")
    assert send(Client(), "GET", path).status_code == 401


@pytest.mark.parametrize(("path", "body"), ASKING)
def test_an_outsider_asks_nothing(outsider: Client, path: str, body: Any) -> None:
    answer = send(outsider, "POST", path, body)
    assert (answer.status_code, answer.json()["type"]) == (403, PROBLEM + "missing-permission")
    assert send(Client(), "POST", path, body).status_code == 401
    assert not Decision.objects.exists()


def test_a_rule_made_twice_with_one_key_is_made_once(owner: Client) -> None:
    body = {"section": "auto_deny_tools", "pattern": "x"}
    answers = [send(owner, "POST", "rules", body, **{"Idempotency-Key": "k1"}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert Rule.objects.count() == 1
