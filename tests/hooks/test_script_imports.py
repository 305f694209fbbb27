"""Hook files of other systems become drafts, switched off; what can't is listed with the reason."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from channels_bridge.actors import Actor, Permission
from hooks.models import HookEvent, ScriptHook
from hooks.scripts.systems import System
from hooks.services.script_imports import Fate, HookFile, Item, scripts_import
from kirocrew.base.problems import Forbidden
from tests.conftest import make_bot

pytestmark = pytest.mark.django_db
TOKEN = "ghp_" + "aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA3bC5"


def handler(command: str, **more: Any) -> dict[str, Any]:
    return {"type": "command", "command": command, **more}


CLAUDE = {
    "hooks": {
        "PreToolUse": [
            {"matcher": "Bash(git push:*)", "hooks": [handler("./guard.sh", timeout=600)]},
            {"matcher": "(Read|Grep", "hooks": [handler("./read.sh")]},
            {"matcher": "Edit", "hooks": [{"type": "prompt", "prompt": "sure?"}, handler(f"curl -H 'X: {TOKEN}'")]},
            {"matcher": "Write", "hooks": [handler("echo 保存"), handler("echo 保存")]},
        ],
        "preBash": [{"hooks": [handler("./old.sh")]}],
        "WorktreeCreate": [{"hooks": [handler("./tree.sh")]}],
        "Stop": [{"hooks": [handler('curl "https://api.telegram.org/bot$TELEGRAM_BOT_TOKEN/sendMessage"')]}],
    }
}


def looked_at(actor: Actor, document: Any, name: str = ".claude/settings.json", **options: Any) -> list[Item]:
    return scripts_import(actor=actor, files=[HookFile(name, json.dumps(document))], **options).items


def test_looking_says_what_would_become_of_each_hook_and_writes_nothing(alice: Actor) -> None:
    items = {item.where: item for item in looked_at(alice, CLAUDE)}
    fates = {where: item.fate.value for where, item in items.items()}
    assert fates == {
        "PreToolUse[0].hooks[0]": "draft",
        "PreToolUse[1].hooks[0]": "listed",
        "PreToolUse[2].hooks[0]": "listed",
        "PreToolUse[2].hooks[1]": "listed",
        "PreToolUse[3].hooks[0]": "draft",
        "PreToolUse[3].hooks[1]": "duplicate",
        "preBash[0].hooks[0]": "listed",
        "WorktreeCreate[0].hooks[0]": "draft",
        "Stop[0].hooks[0]": "draft",
    }
    first = items["PreToolUse[0].hooks[0]"]
    assert [hint.repair for hint in first.hints] == ["Bash"]
    assert any("300 seconds" in note for note in first.notes)
    assert "regular expression" in items["PreToolUse[1].hooks[0]"].reason
    assert "credential" in items["PreToolUse[2].hooks[1]"].reason
    assert TOKEN not in items["PreToolUse[2].hooks[1]"].text
    assert any("another machine" in note for note in items["Stop[0].hooks[0]"].notes)
    assert any("Nothing here fires" in note for note in items["WorktreeCreate[0].hooks[0]"].notes)
    assert not ScriptHook.objects.exists() and not HookEvent.objects.exists()


def test_drafts_are_stored_switched_off_and_a_second_time_nothing_is(alice: Actor) -> None:
    file = HookFile(".claude/settings.json", json.dumps(CLAUDE))
    report = scripts_import(actor=alice, files=[file], apply=True)
    assert len(report.created) == ScriptHook.objects.count() == 4
    assert not ScriptHook.objects.filter(enabled=True).exists()
    assert not ScriptHook.objects.filter(fail_open=True).exists()
    assert set(ScriptHook.objects.values_list("system", flat=True)) == {"claude-code"}
    assert ScriptHook.objects.filter(origin__contains="PreToolUse[0]").get().timeout == 300
    assert HookEvent.objects.filter(code="scripts_imported").count() == 1
    again = scripts_import(actor=alice, files=[file], apply=True)
    assert again.count(Fate.DRAFT) == 0
    assert ScriptHook.objects.count() == 4


def test_an_enabled_hook_of_kiros_editor_comes_switched_off(alice: Actor) -> None:
    document = {
        "name": "lint",
        "enabled": True,
        "when": {"type": "preToolUse", "toolTypes": ["write", "shell"]},
        "then": {"type": "runCommand", "command": "./lint.sh"},
    }
    scripts_import(actor=alice, files=[HookFile("a.kiro.hook", json.dumps(document))], apply=True)
    made = ScriptHook.objects.get()
    assert (made.name, made.matcher, made.enabled, made.system) == ("lint", "write|shell", False, "kiro-ide")


def test_the_expressions_of_kiro_1_stay_expressions(alice: Actor) -> None:
    hooks = [{"name": "n", "trigger": "PreToolUse", "matcher": "^fs_", "action": {"type": "command", "command": "x"}}]
    scripts_import(actor=alice, files=[HookFile("h.json", json.dumps({"version": "v1", "hooks": hooks}))], apply=True)
    made = ScriptHook.objects.get()
    assert (made.system, made.matcher_mode, made.matcher) == ("kirocrew", "regex", "^fs_")


def test_what_else_an_agent_brings_along_is_listed_only(alice: Actor) -> None:
    agent = {
        "name": "dev",
        "skills": ["deploy"],
        "resources": ["skill://x"],
        "mcpServers": {"a": {"command": "b"}},
        "hooks": {"agentSpawn": [{"command": "git status"}]},
    }
    items = looked_at(alice, agent, "dev.json", apply=True)
    assert {item.where for item in items if item.fate is Fate.LISTED} == {"skills", "resources", "mcpServers"}
    assert ScriptHook.objects.get().event == "SessionStart"


def test_a_kiro_hooks_section_is_checked_and_merged(alice: Actor, tmp_path: Path) -> None:
    script = tmp_path / "guard.sh"
    script.write_text("exit 0")
    section = {"preToolUse": [{"command": str(script), "matcher": "fs_*"}, {"command": "rm -rf /"}]}
    items = looked_at(alice, {"agent": {"kiro_hooks": section}}, "config.json")
    assert [(item.where, item.fate.value) for item in items] == [
        ("preToolUse[0]", "draft"),
        ("preToolUse[1]", "listed"),
    ]


def test_equal_names_are_told_apart(alice: Actor) -> None:
    document = {"hooks": {"Stop": [{"hooks": [handler("a"), handler("b"), handler("c")]}]}}
    scripts_import(actor=alice, files=[HookFile("hooks.json", json.dumps(document))], apply=True)
    names = set(ScriptHook.objects.values_list("name", flat=True))
    assert names == {"claude-code Stop hooks", "claude-code Stop hooks 2", "claude-code Stop hooks 3"}


def test_who_imports_may_say_whose_the_file_is(alice: Actor) -> None:
    (item,) = looked_at(alice, {"hooks": {"Stop": [{"hooks": [handler("a")]}]}}, "h.json", system=System.CODEX)
    assert item.system == "codex"


def test_a_broken_file_stands_beside_a_sound_one(alice: Actor) -> None:
    files = [HookFile("a.json", "{"), HookFile("b.json", json.dumps({"hooks": {"Stop": [{"hooks": [handler("a")]}]}}))]
    report = scripts_import(actor=alice, files=files)
    assert [item.fate.value for item in report.items] == ["listed", "draft"]


def test_nobody_but_the_owner_imports() -> None:
    with pytest.raises(Forbidden):
        scripts_import(actor=make_bot("botty", Permission.ADMIN), files=[])


def test_the_command_looks_first_and_stores_when_told(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text(json.dumps(CLAUDE), encoding="utf-8")
    out = StringIO()
    call_command("hooks", "import", str(file), stdout=out)
    assert "Nothing was written" in out.getvalue() and "arguments" in out.getvalue()
    assert not ScriptHook.objects.exists()
    call_command("hooks", "import", str(file), "--apply", stdout=StringIO())
    assert ScriptHook.objects.count() == 4
    out = StringIO()
    call_command("hooks", "list", stdout=out)
    assert "off PreToolUse Bash(git push:*)" in out.getvalue()
    out = StringIO()
    call_command("hooks", "list", "--json", stdout=out)
    assert len(json.loads(out.getvalue())) == 4


def test_the_command_takes_a_folder_of_scripts(tmp_path: Path) -> None:
    (tmp_path / "guard.sh").write_text("#!/bin/sh\n# event: preToolUse\n# matcher: fs_*\nexit 2\n")
    (tmp_path / "tidy.stop.sh").write_text("#!/bin/sh\nexit 0\n")
    (tmp_path / "notes.sh").write_text("#!/bin/sh\n")
    out = StringIO()
    call_command("hooks", "import", str(tmp_path), "--apply", "--json", stdout=out)
    assert {item["fate"] for item in json.loads(out.getvalue())["items"]} == {"draft", "listed"}
    assert set(ScriptHook.objects.values_list("event", "matcher")) == {("PreToolUse", "fs_*"), ("Stop", "")}


def test_the_command_ends_with_3_when_there_is_no_hook(tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    file.write_text("{}")
    with pytest.raises(CommandError) as raised:
        call_command("hooks", "import", str(file), stdout=StringIO())
    assert raised.value.returncode == 3
    with pytest.raises(CommandError):
        call_command("hooks", "import", str(tmp_path / "missing.json"), stdout=StringIO())
