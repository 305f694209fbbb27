"""Hook files of other systems are read into entries, each fault beside the rest."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from hooks.scripts.foreign.documents import document_of, hooks_read, system_of
from hooks.scripts.foreign.entries import ENTRIES_MAX, BadHookFile, Entry
from hooks.scripts.foreign.merging import merge_kiro_hooks, script_header
from hooks.scripts.systems import System

GUARD = {"type": "command", "command": "./guard.sh"}
CLAUDE_FILE = {
    "permissions": {},
    "hooks": {
        "PreToolUse": [
            {
                "matcher": "Bash",
                "hooks": [{**GUARD, "timeout": 5, "if": "Bash(rm:*)"}, {"type": "prompt", "prompt": "ok?"}],
            }
        ],
        "Stop": [{"hooks": [{"type": "command", "command": "echo fertig ✅"}]}],
    },
}
KIRO_FILE = {
    "name": "a",
    "hooks": {
        "agentSpawn": [{"command": "git status"}],
        "preToolUse": [{"matcher": "fs_*", "command": "x", "timeout_ms": 1500}],
    },
}
CURSOR_FILE = {"version": 1, "hooks": {"beforeShellExecution": [{"command": "./a.sh", "matcher": "curl"}]}}
COPILOT_FILE = {
    "version": 1,
    "hooks": {"sessionStart": [{"type": "command", "bash": "./s.sh", "powershell": "s.ps1", "timeoutSec": 25}]},
}
KIRO_HOOK = {
    "name": "tests",
    "enabled": False,
    "when": {"type": "fileEdited", "patterns": ["*.ts", "*.tsx"]},
    "then": {"type": "runCommand", "command": "npm test", "timeout": 30},
}
KIRO_V1 = {
    "version": "v1",
    "hooks": [{"name": "n", "trigger": "PreToolUse", "matcher": "write", "action": {"type": "agent", "prompt": "p"}}],
}


def facts(entry: Entry) -> tuple[Any, ...]:
    return (entry.event, entry.matcher, entry.type, entry.text, entry.timeout)


@pytest.mark.parametrize(
    ("document", "name", "system", "expected"),
    [
        (
            CLAUDE_FILE,
            "settings.json",
            System.CLAUDE_CODE,
            [
                ("PreToolUse", "Bash", "command", "./guard.sh", 5),
                ("PreToolUse", "Bash", "prompt", "ok?", None),
                ("Stop", None, "command", "echo fertig ✅", None),
            ],
        ),
        (
            KIRO_FILE,
            "agents/dev.json",
            System.KIRO_CLI,
            [("agentSpawn", None, "command", "git status", None), ("preToolUse", "fs_*", "command", "x", 2)],
        ),
        (CURSOR_FILE, "hooks.json", System.CURSOR, [("beforeShellExecution", "curl", "command", "./a.sh", None)]),
        (COPILOT_FILE, "hooks.json", System.COPILOT_CLI, [("sessionStart", None, "command", "./s.sh", 25)]),
        (KIRO_HOOK, "t.kiro.hook", System.KIRO_IDE, [("fileEdited", "*.ts|*.tsx", "runCommand", "npm test", 30)]),
        (KIRO_V1, "x.json", System.KIRO_IDE, [("PreToolUse", "write", "agent", "p", None)]),
    ],
)
def test_a_file_is_recognised_and_read(
    document: dict[str, Any], name: str, system: System, expected: list[tuple[Any, ...]]
) -> None:
    assert system_of(document, name=name) is system
    found = hooks_read(document, system)
    assert [facts(entry) for entry in found.entries] == expected
    assert found.skipped == []


@pytest.mark.parametrize(
    ("path", "system"),
    [
        ("repo/.claude/settings.json", System.CLAUDE_CODE),
        ("C:\\repo\\.cursor\\hooks.json", System.CURSOR),
        ("plugin/codex-hooks.json", System.CODEX),
        (".github/hooks/guard.json", System.COPILOT_CLI),
    ],
)
def test_the_path_says_whose_a_file_is_before_its_shape(path: str, system: System) -> None:
    assert system_of({"hooks": {"PreToolUse": []}}, name=path) is system


def test_codex_keeps_its_hooks_in_toml_too() -> None:
    text = "model = 'x'\n[[hooks.PreToolUse]]\nmatcher = '^Bash$'\n[[hooks.PreToolUse.hooks]]\ntype = 'command'\n"
    document = document_of(text + "command = 'guard'\n[hooks.state]\na = 1\n", name=".codex/config.toml")
    found = hooks_read(document, system_of(document, name=".codex/config.toml"))
    assert [facts(entry) for entry in found.entries] == [("PreToolUse", "^Bash$", "command", "guard", None)]


def test_a_malformed_part_is_listed_and_its_neighbours_stay() -> None:
    section = {"PreToolUse": [7, {"hooks": [{"type": "command"}, GUARD, "x"]}, {"hooks": "y"}], "Stop": {"hooks": []}}
    found = hooks_read({"hooks": section}, System.CLAUDE_CODE)
    assert [entry.where for entry in found.entries] == ["PreToolUse[1].hooks[1]"]
    assert {one.where for one in found.skipped} == {
        "PreToolUse[0]",
        "PreToolUse[1].hooks[0]",
        "PreToolUse[1].hooks[2]",
        "PreToolUse[2].hooks",
        "Stop",
    }


def test_what_changes_by_moving_here_is_noted() -> None:
    (entry, *_) = hooks_read(CLAUDE_FILE, System.CLAUDE_CODE).entries
    assert entry.condition == "Bash(rm:*)"
    assert any("'if'" in note for note in entry.notes)
    (loose,) = hooks_read({"hooks": {"Stop": [GUARD]}}, System.CLAUDE_CODE).entries
    assert any("does not run it" in note for note in loose.notes)


def test_a_file_has_at_most_so_many_entries() -> None:
    found = hooks_read({"hooks": {"Stop": [{"hooks": [GUARD] * (ENTRIES_MAX + 2)}]}}, System.CLAUDE_CODE)
    assert (len(found.entries), len(found.skipped)) == (ENTRIES_MAX, 2)


@pytest.mark.parametrize("text", ["", "[]", "{", '{"hooks": 3}', '{"a": 1}', "[" * 100_000])
def test_what_is_no_hook_file_is_said(text: str) -> None:
    with pytest.raises(BadHookFile):
        document = document_of(text)
        hooks_read(document, system_of(document))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["hooks", "matcher", "command", "type", "when", "then", "Stop"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


@given(JSON)
def test_any_document_is_read_or_refused(value: Any) -> None:
    document = {"hooks": value}
    for system in System:
        try:
            found = hooks_read(document, system)
        except BadHookFile:
            continue
        assert all(isinstance(entry.text, str) and entry.where for entry in found.entries)


@pytest.fixture
def script(tmp_path: Path) -> str:
    path = tmp_path / "guard.sh"
    path.write_text("exit 0\n")
    return str(path)


def test_bundled_hooks_come_first_and_a_pair_counts_once(script: str) -> None:
    bundled = {"preToolUse": [{"command": "/usr/bin/true", "matcher": "*"}]}
    user = {"preToolUse": [{"command": script, "matcher": "fs_*", "extra": 1}, {"command": script, "matcher": "fs_*"}]}
    merged = merge_kiro_hooks(bundled, user)
    assert merged.hooks == {"preToolUse": [*bundled["preToolUse"], {"command": script, "matcher": "fs_*"}]}
    assert [one.where for one in merged.rejected] == ["preToolUse[1]"]


@pytest.mark.parametrize(
    "hook",
    [
        {"command": "relative.sh"},
        {"command": "/bin/sh -c x"},
        {"command": "/bin/sh;x"},
        {"command": "/no/such/file"},
        {"command": "/etc"},
        {"command": 7},
        {},
        {"command": "/bin/ls", "matcher": "a b"},
        {"command": "/bin/ls", "matcher": "x" * 201},
        {"command": "/bin/ls", "matcher": 3},
    ],
)
def test_a_kiro_hook_that_is_no_plain_path_with_a_plain_matcher_is_turned_down(hook: dict[str, Any]) -> None:
    merged = merge_kiro_hooks({}, {"preToolUse": [hook]})
    assert merged.total == 0
    assert len(merged.rejected) == 1


def test_a_link_to_a_secret_is_turned_down(tmp_path: Path) -> None:
    (tmp_path / ".ssh").mkdir()
    (tmp_path / ".ssh" / "id_rsa").write_text("x")
    link = tmp_path / "guard.sh"
    link.symlink_to(tmp_path / ".ssh" / "id_rsa")
    assert merge_kiro_hooks({}, {"stop": [{"command": str(link)}]}).total == 0


def test_ten_of_an_event_and_twenty_in_all(tmp_path: Path) -> None:
    paths = []
    for number in range(12):
        path = tmp_path / f"s{number}.sh"
        path.write_text("")
        paths.append({"command": str(path)})
    merged = merge_kiro_hooks({}, [{"preToolUse": paths}, {"postToolUse": paths, "stop": paths, "lunch": paths}])
    assert {event: len(pairs) for event, pairs in merged.hooks.items()} == {"preToolUse": 10, "postToolUse": 10}
    assert len(merged.rejected) == 2 + 2 + 12 + 1


def test_a_script_says_its_event_in_its_header_or_its_name() -> None:
    assert script_header("a.sh", ["#!/bin/sh", "# event: preToolUse", "# matcher: fs_*"]) == {
        "event": "preToolUse",
        "matcher": "fs_*",
    }
    assert script_header("lint.stop.sh", ["#!/bin/sh"]) == {"event": "stop"}
    assert script_header("lint.sh", []) == {}


def write_rows(folder: Path, name: str, *rows: dict[str, Any]) -> None:
    (folder / name).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def test_the_measuring_command_counts_and_lists_what_differs(tmp_path: Path) -> None:
    matcher = {"system": "claude-code", "matcher": "Bash", "valid": True, "matches": ["Bash"], "not_matches": ["Read"]}
    write_rows(tmp_path, "matchers.jsonl", {"id": "a", **matcher}, {"id": "b", **matcher, "matches": ["bash"]})
    end = {"system": "kiro-cli", "event": "stop", "exit_code": 1, "stdout": "", "stderr": "no"}
    write_rows(tmp_path, "outcomes.jsonl", {"id": "c", **end, "expect": {"to_user_warning": "no"}})
    entry = {"event": "agentSpawn", "matcher": None, "type": "command", "command": "git status", "timeout": None}
    row = {"system": "kiro-cli", "raw": {"hooks": {"agentSpawn": [{"command": "git status"}]}}, "entries": [entry]}
    write_rows(tmp_path, "hooks.jsonl", {"id": "d", **row}, {"id": "e", **row, "entries": []})
    out = StringIO()
    call_command("measure_hooks", str(tmp_path), stdout=out)
    text = out.getvalue()
    assert "matchers.jsonl: 1 of 2" in text and "different: b" in text
    assert "outcomes.jsonl: 1 of 1" in text
    assert "hooks.jsonl: 1 of 2" in text and "different: e" in text
    with pytest.raises(CommandError):
        call_command("measure_hooks", str(tmp_path / "nowhere"))
