"""The owner's pages of script hooks."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from channels_bridge.actors import Actor
from hooks.models import ScriptHook
from hooks.scripts.systems import System
from hooks.services.script_runs import scripts_run
from hooks.services.scripts import ScriptDraft, script_hook_create

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _home(settings: LazySettings, tmp_path: Path) -> None:
    settings.KIROCREW_HOME = tmp_path / "home"


@pytest.fixture
def client() -> Client:
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("alice"))
    return client


def guard(alice: Actor, **fields: Any) -> ScriptHook:
    given = {"name": "guard", "event": "PreToolUse", "command": "exit 2", "system": System.CLAUDE_CODE} | fields
    return script_hook_create(actor=alice, draft=ScriptDraft(**given))


def page(client: Client, name: str, *arguments: Any) -> str:
    answer = client.get(reverse(f"admin:{name}", args=arguments))
    assert answer.status_code == 200
    return answer.content.decode()


def post(client: Client, where: str, /, *arguments: Any, **fields: Any) -> Any:
    return client.post(reverse(f"admin:{where}", args=arguments), fields)


FORM = {
    "name": "Push guard",
    "event": "PreToolUse",
    "system": "claude-code",
    "matcher": "Bash",
    "matcher_mode": "glob",
    "command": "exit 2",
    "folder": "",
    "timeout": "5",
}


def test_an_empty_list_says_what_a_hook_is(client: Client) -> None:
    assert "It can say no" in page(client, "hooks-scripts")


def test_a_hook_is_made_in_the_form_and_starts_switched_off(client: Client) -> None:
    answer = post(client, "hooks-script-new", **FORM)
    made = ScriptHook.objects.get()
    assert answer["Location"] == reverse("admin:hooks-script", args=[made.uid])
    assert (made.name, made.matcher, made.timeout, made.enabled) == ("Push guard", "Bash", 5, False)


def test_a_matcher_that_cannot_be_read_comes_back_with_the_reason(client: Client) -> None:
    answer = post(client, "hooks-script-new", **(FORM | {"matcher": "(Read"}))
    assert "regular expression" in answer.content.decode()
    assert not ScriptHook.objects.exists()


def test_the_list_shows_what_is_wrong_and_the_repair_is_one_click(client: Client, alice: Actor) -> None:
    hook = guard(alice, matcher="Bash(git push:*)")
    assert "Write <code>Bash</code>" in page(client, "hooks-scripts")
    assert "Repair it" in page(client, "hooks-script", hook.uid)
    post(client, "hooks-script-act", hook.uid, act="repair", matcher="Bash", revision="1")
    hook.refresh_from_db()
    assert hook.matcher == "Bash"


def test_a_trial_shows_escaped_output(client: Client, alice: Actor) -> None:
    hook = guard(alice, command="echo '<script>alert(1)</script>'; echo '<b>no</b>' >&2; exit 2")
    payload = json.dumps({"tool_name": "Bash"})
    answer = post(client, "hooks-script", hook.uid, **{"try": "1", "payload": payload})
    html = answer.content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html and "&lt;b&gt;no&lt;/b&gt;" in html
    assert "<script>alert(1)" not in html and "<b>no</b>" not in html
    assert "exit code 2" in html
    wrong = post(client, "hooks-script", hook.uid, **{"try": "1", "payload": "[1]"})
    assert "no JSON object" in wrong.content.decode()


def test_switching_failing_open_and_removing(client: Client, alice: Actor) -> None:
    hook = guard(alice, command="exit 9")
    post(client, "hooks-script-act", hook.uid, act="on")
    hook.refresh_from_db()
    assert hook.enabled
    assert "is blocked" in page(client, "hooks-script", hook.uid)
    post(client, "hooks-script-act", hook.uid, act="open", why="a notifier <i>only</i>", back="hook")
    html = page(client, "hooks-script", hook.uid)
    assert "fails open" in html and "&lt;i&gt;only&lt;/i&gt;" in html
    post(client, "hooks-script-act", hook.uid, act="close")
    post(client, "hooks-script-act", hook.uid, act="off")
    hook.refresh_from_db()
    assert not hook.fail_open and not hook.enabled
    post(client, "hooks-script-act", hook.uid, act="remove")
    assert not ScriptHook.objects.exists()


def test_a_change_by_somebody_else_in_between_is_not_overwritten(client: Client, alice: Actor) -> None:
    hook = guard(alice)
    ScriptHook.objects.update(revision=4)
    answer = post(client, "hooks-script", hook.uid, **(FORM | {"revision": "1"}))
    assert "revision 4" in answer.content.decode()


def test_runs_are_counted_and_lead_to_the_decisions(client: Client, alice: Actor) -> None:
    hook = guard(alice)
    post(client, "hooks-script-act", hook.uid, act="on")
    scripts_run(actor=alice, event="PreToolUse", payload={"tool_name": "Bash"})
    assert reverse("admin:hooks-decisions") + f"?rule={hook.uid}" in page(client, "hooks-scripts")
    assert "guard" in page(client, "hooks-decisions")


def test_a_file_is_looked_at_then_stored(client: Client) -> None:
    document = {"hooks": {"PreToolUse": [{"matcher": "mcp__git", "hooks": [{"type": "command", "command": "./x"}]}]}}
    fields = {"name": ".claude/settings.json", "system": "", "text": json.dumps(document)}
    html = post(client, "hooks-scripts-import", **fields).content.decode()
    assert "What would happen" in html and "^mcp__git__.*$" in html
    assert not ScriptHook.objects.exists()
    post(client, "hooks-scripts-import", **fields, apply="1")
    assert not ScriptHook.objects.get().enabled


def test_who_is_no_owner_changes_nothing(alice: Actor) -> None:
    hook = guard(alice)
    bob = Client()
    bob.force_login(get_user_model().objects.create_user("bob"))
    for act in ("on", "open", "remove"):
        bob.post(reverse("admin:hooks-script-act", args=[hook.uid]), {"act": act, "why": "x"})
    hook.refresh_from_db()
    assert not hook.enabled and not hook.fail_open
