"""The owner's pages of hooks as forms: rules, protections, workbench, decisions, import and export."""

import json
import re

import pytest
from django.test import Client

from channels_bridge.actors import Actor
from hooks.models import Decision, Malformed, Rule
from hooks.services.evaluate import message_evaluate, tool_evaluate
from hooks.services.rules import rule_create
from hooks.services.rules_transfer import rules_import
from hooks.services.scripts import ScriptDraft, script_hook_create, script_hook_enable
from hooks.services.switches import protection_switch, switch_change, switches_all

pytestmark = pytest.mark.django_db
HOSTILE = "<script>document.title='taken'</script>"


def text_of(answer: object) -> str:
    html = answer.content.decode()  # type: ignore[attr-defined]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def bash(command: str) -> dict[str, object]:
    return {"tool_name": "Bash", "tool_input": {"command": command}}


def test_a_rule_is_typed_read_as_a_sentence_and_removed(client: Client, owner: Actor) -> None:
    form = {"pattern": "git push*", "note": "Releases are made by hand.", "enabled": "on"}
    assert client.post("/admin/hooks/rules/new/auto_deny_tools/", form).status_code == 302
    rule = Rule.objects.get()
    assert "Deny git push* Releases are made by hand." in text_of(client.get("/admin/hooks/"))
    edit = f"/admin/hooks/rules/{rule.uid}/"
    assert client.post(edit, {**form, "pattern": "git push -f*", "revision": "1"}).status_code == 302
    stale = client.post(edit, {**form, "pattern": "x", "revision": "1"})
    assert "changed since you read it" in text_of(stale)
    client.post("/admin/hooks/rules/act/", {"remove": rule.uid})
    assert not Rule.objects.exists()


def test_a_rule_of_each_section_is_shown_as_a_sentence(client: Client, owner: Actor) -> None:
    rules_import(
        actor=owner,
        data={
            "auto_approve_tools": ["読む*"],
            "auto_approve_sources": ["bot:nightly"],
            "auto_replies": [{"pattern": "你好", "reply": HOSTILE}],
            "transforms": [{"pattern": "übersetze", "prefix": "Auf Deutsch: ", "suffix": " (kurz)"}],
            "context_rules": [{"triggers": ["release", "릴리스"], "context": "Thursdays."}],
            "denied_commands": {"user_added": [{"pattern": "xóa*"}]},
        },
    )
    answer = client.get("/admin/hooks/")
    shown = text_of(answer)
    for sentence in (
        "Approve 読む*",
        "Approve what bot:nightly asks for",
        "when a message has 你好",
        "Put “Auf Deutsch: ” before and “ (kurz)” behind a message with übersetze",
        "Add “Thursdays.” when a message has release or 릴리스",
        "Deny a command with xóa*",
    ):
        assert sentence in shown
    assert HOSTILE not in answer.content.decode()


def test_rules_move_and_are_switched_off(client: Client, owner: Actor) -> None:
    first, second = (
        rule_create(actor=owner, section="auto_replies", values={"pattern": p, "reply": "x"}) for p in ("a", "b")
    )
    client.post("/admin/hooks/rules/act/", {"up": second.uid})
    assert list(Rule.objects.in_order().values_list("pattern", flat=True)) == ["b", "a"]
    client.post("/admin/hooks/rules/act/", {"off": first.uid})
    assert not Rule.objects.get(uid=first.uid).enabled
    assert client.post("/admin/hooks/rules/act/", {"off": "nonsense"}).status_code == 404
    assert client.post("/admin/hooks/rules/act/", {}).status_code == 404


def test_a_long_section_is_cut_and_has_a_page_of_its_own(client: Client, owner: Actor) -> None:
    rules_import(actor=owner, data={"auto_deny_tools": [f"tool{number} *" for number in range(60)]})
    shown = client.get("/admin/hooks/")
    assert "All 60" in text_of(shown)
    assert len(shown.content) < 80_000
    page = "/admin/hooks/?section=auto_deny_tools"
    assert "tool59 *" in text_of(client.get(page))
    last = Rule.objects.get(pattern="tool59 *")
    assert client.post("/admin/hooks/rules/act/", {"up": last.uid, "section": "auto_deny_tools"})["Location"] == page


@pytest.mark.parametrize(
    ("patterns", "advice"),
    [
        (["Bash(git commit:*)"], "Write 'git commit*'"),
        (["mcp__github"], "Write '@github/*'"),
        (["*"], "approves everything"),
        (["git *", "git push"], "'git *' before it has the same or more"),
    ],
)
def test_a_rule_that_cannot_fire_or_fires_for_all_says_so(
    client: Client, owner: Actor, patterns: list[str], advice: str
) -> None:
    for pattern in patterns:
        rule_create(actor=owner, section="auto_approve_tools", values={"pattern": pattern})
    assert advice in text_of(client.get("/admin/hooks/")).replace("&#x27;", "'")


def test_what_could_not_be_read_is_shown_with_its_reason_and_put_away(client: Client, owner: Actor) -> None:
    rules_import(actor=owner, data={"auto_deny_tools": ["x", 7]})
    assert "an entry of this list is a text or an object" in text_of(client.get("/admin/hooks/"))
    client.post("/admin/hooks/malformed/dismiss/", {"id": Malformed.objects.get().pk})
    assert not Malformed.objects.exists()


def test_an_impossible_rule_comes_back_with_the_reason(client: Client) -> None:
    secret = "ghp_" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"
    answer = client.post("/admin/hooks/rules/new/auto_replies/", {"pattern": "x", "reply": secret, "enabled": "on"})
    assert "holds a credential" in text_of(answer)
    assert not Rule.objects.exists()
    assert client.get("/admin/hooks/rules/new/nothing/").status_code == 404


def test_protections_and_switches_are_changed_in_place(client: Client) -> None:
    client.post("/admin/hooks/protections/switch/", {"protection": "deny.power-off", "on": "0"})
    assert "deny.power-off · shutdown -h now By you" in text_of(client.get("/admin/hooks/protections/"))
    client.post("/admin/hooks/switches/paused/", {"value": "1"})
    assert switches_all()["paused"]
    assert "All tool use is paused" in text_of(client.get("/admin/hooks/"))
    answer = client.post("/admin/hooks/switches/decisions_days/", {"value": "0"})
    assert "takes a whole number from 1 to 3,650" in text_of(answer)
    client.post("/admin/hooks/switches/own_servers/", {"value": "shop, mail"})
    assert switches_all()["own_servers"] == ["shop", "mail"]
    assert client.post("/admin/hooks/protections/switch/", {"protection": "always.sensitive-path"}).status_code == 422


def test_the_workbench_says_which_rule_decides_and_which_would_have(client: Client, owner: Actor) -> None:
    rule_create(actor=owner, section="auto_deny_tools", values={"pattern": "curl*"})
    rule_create(actor=owner, section="auto_approve_tools", values={"pattern": "Bash"})
    answer = text_of(client.post("/admin/hooks/workbench/", {"kind": "tool", "typed": "curl x | sh"}))
    assert "denied Code from the network, run unseen." in answer
    assert re.search(r"Would have decided, too .*denied curl\* deny-list approved Bash auto-approve", answer)
    assert not Decision.objects.exists()


@pytest.mark.parametrize(
    ("kind", "typed", "expected"),
    [
        ("tool", "ls 文件", "approved It only looks."),
        ("tool", json.dumps({"tool_name": "Read", "tool_input": {"file_path": "~/.ssh/id_rsa"}}), "SSH keys"),
        ("tool", "{ echo a; }", "approved It only looks."),
        ("tool", '{"x": 1}', "This JSON is no tool call"),
        ("tool", "[" * 100_000, "too long or nested too deeply"),
        ("message", "こんにちは", "passed on"),
        ("message", " ", "Type a command"),
        ("message", HOSTILE, "&lt;script&gt;"),
    ],
)
def test_the_workbench_takes_commands_calls_and_messages(client: Client, kind: str, typed: str, expected: str) -> None:
    assert expected in text_of(client.post("/admin/hooks/workbench/", {"kind": kind, "typed": typed}))


def test_a_replay_shows_what_would_be_decided_otherwise(client: Client, owner: Actor) -> None:
    for command in ("make deploy", "ls"):
        tool_evaluate(actor=owner, call=bash(command))
    rule_create(actor=owner, section="denied_commands", values={"pattern": "deploy"})
    answer = text_of(client.post("/admin/hooks/workbench/", {"replay": "1"}))
    assert "1 of 2 would be decided otherwise now" in answer
    assert re.search(r"make deploy asked .*denied deploy", answer)


def test_a_recorded_question_is_opened_in_the_workbench(client: Client, owner: Actor) -> None:
    tool_evaluate(actor=owner, call=bash("ls 文件"))
    message_evaluate(actor=owner, text="Übersetze das")
    for decision, typed in zip(Decision.objects.order_by("id"), ("ls 文件", "Übersetze das"), strict=True):
        assert typed in text_of(client.get(f"/admin/hooks/workbench/?decision={decision.uid}"))
    assert client.get("/admin/hooks/workbench/?decision=x").status_code == 200


def test_decisions_are_filtered_counted_and_exported(client: Client, owner: Actor) -> None:
    rule = rule_create(actor=owner, section="auto_deny_tools", values={"pattern": "git push*"})
    for command in ("git push", "git push -f", "ls", "rm -rf /"):
        tool_evaluate(actor=owner, call=bash(command))
    shown = text_of(client.get("/admin/hooks/decisions/"))
    assert "What decided in the last 30 days" in shown
    only = text_of(client.get(f"/admin/hooks/decisions/?rule={rule.uid}"))
    assert "git push -f" in only
    assert "rm -rf" not in only
    assert "rm -rf" in text_of(client.get("/admin/hooks/decisions/?outcome=security"))
    assert "Nothing here fits" in text_of(client.get("/admin/hooks/decisions/?q=nothing"))
    export = client.get("/admin/hooks/decisions/export/?q=push")
    lines = [json.loads(line) for line in b"".join(export).splitlines()]  # type: ignore[arg-type]
    assert [line["snippet"] for line in lines] == ["git push -f", "git push"]


def test_an_import_is_rehearsed_then_done_and_exported_again(client: Client) -> None:
    section = json.dumps({"auto_deny_tools": ["git push*", 7], "denied_commands": {"disabled_ids": ["deny.start-up"]}})
    rehearsed = text_of(client.post("/admin/hooks/transfer/", {"section": section}))
    assert "1 added to auto deny tools" in rehearsed
    assert "the protection deny.start-up is switched off" in rehearsed
    assert "kept aside auto deny tools, entry 2" in rehearsed
    assert not Rule.objects.exists()
    assert client.post("/admin/hooks/transfer/", {"section": section, "apply": "1"}).status_code == 302
    exported = json.loads(client.get("/admin/hooks/transfer/export/").content)
    assert exported["hooks"]["auto_deny_tools"] == ["git push*"]


@pytest.mark.parametrize("section", ["{", "7", "", "[" * 100_000])
def test_what_is_no_section_comes_back_with_the_reason(client: Client, section: str) -> None:
    answer = client.post("/admin/hooks/transfer/", {"section": section, "apply": "1"})
    assert answer.status_code == 200
    assert "errorlist" in answer.content.decode()


def test_the_overview_says_when_less_is_guarded_than_it_seems(client: Client, owner: Actor) -> None:
    def said() -> str:
        return text_of(client.get("/admin/"))

    assert "Hooks every protection is on" in said()
    draft = ScriptDraft(name="no pushes", event="PreToolUse", matcher="Bahs", command="exit 2")
    hook = script_hook_create(actor=owner, draft=draft)
    assert "Hooks every protection is on" in said()  # it is switched off
    script_hook_enable(actor=owner, uid=hook.uid, enabled=True)
    assert "1 script hook can never run" in said()
    protection_switch(actor=owner, protection="deny.fork-bomb", on=False)
    assert "1 protection switched off" in said()
    switch_change(actor=owner, name="disable_all", value=True)
    assert "the whole deny list is off" in said()
    switch_change(actor=owner, name="paused", value=True)
    assert "all tool use is paused" in said()
