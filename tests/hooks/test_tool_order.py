"""The order in which a tool call is decided; a refusal beats every approval."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from channels_bridge.actors import Actor
from hooks.rules.calls import call_from
from hooks.rules.folding import for_approve, for_deny, glob_match, strip_title
from hooks.rules.order import Verdict, decide
from hooks.rules.protections import DENY_LIST, PROTECTIONS, SHAPES
from hooks.rules.ruleset import Entry, Ruleset, command_denied, fold_pattern

EVERYTHING = Ruleset(approve=(Entry("all", "*"),), sources=(Entry("who", "*"),), own_servers=("mine",))
"""Rules of an owner who approves all there is."""


NOTHING = Ruleset()


def ask(call: dict[str, Any], rules: Ruleset = NOTHING, source: str = "bot:botty") -> Verdict:
    return decide(call_from(call), rules, source)


def bash(command: str, **more: Any) -> dict[str, Any]:
    return {"tool_name": "Bash", "tool_input": {"command": command}, **more}


DENIED = Ruleset(
    deny=(Entry("tool", "git push*"), Entry("server", "@shop/*")),
    denied_commands=(Entry("piece", "npm publish"), Entry("chinese", "删除数据库")),
    paused=True,
    approve=EVERYTHING.approve,
    sources=EVERYTHING.sources,
    own_servers=("mine",),
)

ORDER: list[tuple[dict[str, Any], str, str]] = [
    ({"tool_name": "Bash", "tool_input": {"note": "cat ~/.ssh/id_rsa"}}, "command", "always.command-unknown"),
    (bash("cat ~/.ssh/id_rsa; rm -rf /"), "sensitive", "always.sensitive-path"),
    (bash("curl x | sh; rm -rf /; git push"), "sensitive", "shape.download-run"),
    ({"tool_name": "Read", "tool_input": {"file_path": "/home/a/.aws/credentials"}}, "paths", "always.sensitive-path"),
    (bash("echo x >> ~/.bashrc; git push"), "paths", "always.protected-config"),
    (bash("rm -rf /; git push"), "deny-list", "deny.remove-system"),
    (bash("npm publish; git push"), "deny-list", "piece"),
    (bash("git push"), "deny-list", "tool"),
    (bash("ls"), "policy", "policy.paused"),
]


@pytest.mark.parametrize(("call", "stage", "rule"), ORDER)
def test_each_stage_comes_before_those_behind_it(call: dict[str, Any], stage: str, rule: str) -> None:
    verdict = ask(call, DENIED)
    assert (verdict.outcome, verdict.stage, verdict.rule) == ("deny", stage, rule)


def test_the_later_stages_follow_in_their_order() -> None:
    own = {"mcp": {"server": "mine", "tool": "x", "verified": True}, "tool_input": {}}
    approved = ask(own, EVERYTHING)
    assert (approved.outcome, approved.stage, approved.identity_grant) == ("approve", "own-server", True)
    looking = ask(bash("ls"), EVERYTHING)
    assert (looking.outcome, looking.stage, looking.rule, looking.read_only) == (
        "approve",
        "auto-approve",
        "all",
        False,
    )
    looking = ask(bash("ls"))
    assert (looking.outcome, looking.stage, looking.read_only) == ("approve", "read-only", True)
    assert ask(bash("make")).outcome == "ask"


@pytest.mark.parametrize("protection", [*SHAPES, *DENY_LIST], ids=lambda protection: protection.id)
def test_every_protection_refuses_its_example_whatever_is_approved(protection: Any) -> None:
    verdict = ask(bash(protection.example), EVERYTHING)
    assert (verdict.outcome, verdict.is_security_denial) == ("deny", True)


@pytest.mark.parametrize("protection", [*SHAPES, *DENY_LIST], ids=lambda protection: protection.id)
def test_every_protection_can_be_switched_off_by_its_id(protection: Any) -> None:
    verdict = ask(bash(protection.example), Ruleset(switched_off=frozenset((protection.id,))))
    assert verdict.rule != protection.id


def test_disabling_all_reaches_the_deny_list_and_no_shape_and_no_path() -> None:
    rules = Ruleset(disable_all=True)
    assert [p.id for p in PROTECTIONS.values() if rules.protects(p.id)] == [shape.id for shape in SHAPES]
    assert ask(bash("cat ~/.ssh/id_rsa"), rules).rule == "always.sensitive-path"
    assert ask(bash("shutdown now"), rules).outcome == "ask"


@given(st.text(max_size=30), st.sampled_from([call for call, _, _ in ORDER]))
def test_no_pattern_of_approval_beats_a_refusal(pattern: str, call: dict[str, Any]) -> None:
    rules = Ruleset(approve=(Entry("a", pattern or "*"),), sources=(Entry("s", "*"),), paused=True)
    assert ask(call, rules).outcome == "deny"


def test_a_pause_is_no_security_denial() -> None:
    verdict = ask(bash("ls"), Ruleset(paused=True))
    assert (verdict.outcome, verdict.is_security_denial) == ("deny", False)


@pytest.mark.parametrize(
    "call",
    [
        {"tool_name": "Bash"},
        {"tool_name": "Bash", "tool_input": None},
        {"tool_name": "Bash", "tool_input": {"command": "  "}},
        {"tool_name": "execute_bash", "tool_input": {"command": 7}},
        {"tool_name": "shell", "tool_input": {"command": ["ls", 1]}},
        {"tool_name": "run_terminal_cmd", "tool_input": {"text": "ls"}},
        {"tool_name": "write_stdin", "tool_input": {"session_id": 1, "chars": ["rm", 1]}},
        {"title": "Running: ls", "kind": "execute"},
        {"title": "Running: ls"},
        {"mcp": {"server": "shell", "tool": "execute_command", "verified": True}, "tool_input": {"x": 1}},
    ],
)
def test_a_command_that_cannot_be_recovered_is_denied(call: dict[str, Any]) -> None:
    verdict = ask(call, EVERYTHING)
    assert (verdict.outcome, verdict.stage, verdict.is_security_denial) == ("deny", "command", True)


@pytest.mark.parametrize(
    "tool_input",
    [
        {"command": ["bash", "-lc", "cat /etc/shadow"]},
        {"action": {"type": "exec", "command": ["cat", "/etc/shadow"]}},
        {"arguments": '{"command": "cat /etc/shadow"}'},
        {"cmd": "ls", "command": "cat /etc/shadow"},
        {"commandLine": "cat /etc/shadow"},
        "cat /etc/shadow",
    ],
)
def test_a_command_is_found_where_harnesses_put_it(tool_input: Any) -> None:
    assert ask({"tool_name": "shell", "tool_input": tool_input}).rule == "always.sensitive-path"


def test_a_title_never_approves() -> None:
    rules = Ruleset(
        approve=(Entry("git", "git *"), Entry("server", "@github/*"), Entry("running", "Running: npm test"))
    )
    running = {"title": "Running: git status", "kind": "execute", "tool_input": {"command": "make"}}
    assert ask(running, rules).outcome == "ask"
    assert ask({"tool_name": "x", "title": "@github/create_issue", "tool_input": {}}, rules).outcome == "ask"
    assert ask({"title": "git log", "kind": "other", "tool_input": {}}, rules).outcome == "ask"
    assert ask(bash("npm test"), rules).rule == "running"


def test_a_title_may_refuse() -> None:
    rules = Ruleset(deny=(Entry("push", "Running: git push*"),))
    assert ask(bash("make release", title="Running: git push origin"), rules).rule == "push"
    assert (
        ask({"tool_name": "Read", "title": "Reading ~/.ssh/config", "tool_input": {}}).rule == "always.sensitive-path"
    )


@pytest.mark.parametrize(
    ("mcp", "outcome"),
    [
        ({"server": "github", "tool": "create_issue", "verified": True}, "approve"),
        ({"server": "GitHub", "tool": "create_issue", "verified": True}, "approve"),
        ({"server": "github", "tool": "create_issue"}, "ask"),
        ({"server": "github", "tool": "create_issue", "verified": "true"}, "ask"),
        ({"server": "gіthub", "tool": "create_issue", "verified": True}, "ask"),  # a Cyrillic letter
        ({"server": "evil", "tool": "@github/create_issue", "verified": True}, "ask"),
        ({"server": "x/../github", "tool": "create_issue", "verified": True}, "ask"),
        ({"server": "github x", "tool": "y", "verified": True}, "ask"),
    ],
)
def test_a_tool_of_a_server_is_approved_by_its_verified_identity_alone(mcp: dict[str, Any], outcome: str) -> None:
    verdict = ask({"mcp": mcp, "tool_input": {}}, Ruleset(approve=(Entry("gh", "@github/*"),)))
    assert (verdict.outcome, verdict.identity_grant) == (outcome, outcome == "approve")


@pytest.mark.parametrize("server", ["github", "gіthub", "ｇｉｔｈｕｂ", "git\u200bhub", "GITHUB"])
def test_a_denied_server_is_denied_however_it_is_written(server: str) -> None:
    rules = Ruleset(deny=(Entry("gh", "@github/*"),), approve=(Entry("all", "*"),))
    for verified in (True, False):
        call = {"mcp": {"server": server, "tool": "x", "verified": verified}, "tool_input": {}}
        assert ask(call, rules).rule == "gh"


def test_a_name_like_that_of_a_server_is_denied_as_its_identity() -> None:
    rules = Ruleset(deny=(Entry("gh", "@github/*"),))
    assert ask({"tool_name": "mcp__github__create_issue", "tool_input": {}}, rules).rule == "gh"


@pytest.mark.parametrize(
    ("command", "outcome"),
    [
        ("git commit -m x", "approve"),
        ("cd a && git add . && git commit -m 'x; y'", "approve"),
        ("git commit -m x && rm y", "ask"),
        ("git commit -m x; make", "ask"),
        ('git commit -m "$(make)"', "ask"),
        ("git log > x", "ask"),
        ("git commit -m x & make", "ask"),
        ("git commit -m 'unclosed", "ask"),
        ("sudo git commit", "ask"),
        ("GIT_SSH_COMMAND=x git fetch", "ask"),
        ("git commit\u202e -m x", "ask"),
    ],
)
def test_a_pattern_for_one_command_lets_no_second_one_through(command: str, outcome: str) -> None:
    assert ask(bash(command), Ruleset(approve=(Entry("git", "git *"),))).outcome == outcome


@pytest.mark.parametrize(
    "command",
    ["git push", "GIT PUSH -f", "cd x && git push", "sudo git push", "bash -c 'git push'", "git  push", 
     "g\u200bit push",
     "gіt push", "ｇｉｔ push", "\"git\" push", "g=git; $g push", "git\tpush origin", "echo $(git push)"],
)  # fmt: skip
def test_a_denied_command_is_found_behind_wrappers_and_disguises(command: str) -> None:
    assert ask(bash(command), DENIED).rule == "tool"


@pytest.mark.parametrize(
    ("pattern", "text", "hit"),
    [
        ("rm", "rm x", True),
        ("rm", "format x", False),
        ("npm publish", "cd a && npm publish --tag x", True),
        ("drop*table", "psql -c 'drop old table'", True),
        ("删除数据库", "请删除数据库吧", True),
        ("パスワード", "echo パスワードを送る", True),
        ("비밀번호", "echo 내비밀번호를", True),
        ("xóa hết", "echo XÓA HẾT", True),
        ("Löschen", "echo loeschen", False),
        ("löschen", "echo LÖSCHEN", True),
        ("🔥", "echo a🔥b", True),
        ("-rf", "rm -rf x", True),
    ],
)
def test_denied_commands_are_found_in_every_script(pattern: str, text: str, hit: bool) -> None:
    assert command_denied(fold_pattern(pattern), for_deny(text)) is hit


@pytest.mark.parametrize(
    ("pattern", "text", "hit"),
    [("bash", "Bash", True), ("b*", "Bash", True), ("*sh", "Bash", True), ("*as*", "Bash", True), ("*", "", True),
     ("bash", "Bash2", False), ("工具*", "工具箱", True), ("STRASSE*", "straße 1", True), ("a?c", "abc", True)],
)  # fmt: skip
def test_patterns_match_the_whole_name_without_regard_to_case(pattern: str, text: str, hit: bool) -> None:
    assert glob_match(for_approve(pattern), for_approve(text)) is hit


@pytest.mark.parametrize("title", ["Running: ls", "running: ls", "Reading ls", "ls", " Running:  ls "])
def test_what_harnesses_put_before_a_command_is_taken_off(title: str) -> None:
    assert strip_title(title) == "ls"


@given(st.text(max_size=60))
def test_folding_for_denying_is_stable_and_every_text_matches_itself(text: str) -> None:
    folded = for_deny(text)
    assert for_deny(folded) == folded
    assert glob_match("*", folded)


@pytest.mark.parametrize(
    ("call", "outcome"),
    [
        ({"tool_name": "Read", "tool_input": {"file_path": "/srv/a/x.py"}}, "approve"),
        ({"tool_name": "Grep", "tool_input": {"pattern": "x", "path": "/srv/a"}}, "approve"),
        ({"tool_name": "Grep", "tool_input": {"pattern": ".env", "path": "/srv/a"}}, "approve"),
        ({"tool_name": "Grep", "tool_input": {"pattern": "x", "path": "/"}}, "ask"),
        ({"tool_name": "Grep", "tool_input": {"pattern": "x", "path": "~"}}, "ask"),
        ({"kind": "read", "title": "Reading x", "tool_input": {"path": "/srv/a/x.py"}}, "approve"),
        ({"kind": "read", "tool_name": "Weird", "tool_input": {"path": "/srv/a/x.py"}}, "ask"),
        ({"mcp": {"server": "fs", "tool": "read_file", "verified": True}, "tool_input": {"path": "/srv/a"}}, "ask"),
        ({"tool_name": "Write", "tool_input": {"file_path": "/srv/a/x.py", "content": "~/.ssh/id_rsa"}}, "ask"),
        ({"tool_name": "TodoWrite", "tool_input": {"todos": []}}, "allow"),
        ({"tool_name": "write_stdin", "tool_input": {"session_id": 1, "chars": ""}}, "ask"),
        ({"tool_name": "write_stdin", "tool_input": {"session_id": 1, "chars": "rm -rf /"}}, "deny"),
        ({"tool_name": "WebFetch", "tool_input": {"url": "https://example.org"}}, "ask"),
        ({"tool_name": "Task", "tool_input": {"prompt": "look around"}}, "ask"),
        (bash("cat <<'EOF' > notes.md\nkeep out of ~/.ssh\nEOF"), "ask"),
        (bash("grep -rn id_rsa src"), "approve"),
        (bash("echo never touch ~/.ssh"), "approve"),
    ],
)
def test_what_only_looks_is_approved_and_the_rest_asked_about(call: dict[str, Any], outcome: str) -> None:
    assert ask(call).outcome == outcome


@pytest.mark.parametrize(
    "call",
    [
        {"tool_name": "fs_read", "tool_input": {"operations": [{"mode": "Line", "path": "/home/alice/.ssh/x"}]}},
        {"mcp": {"server": "fs", "tool": "read_file", "verified": True}, "tool_input": {"anything": "~/.ssh/config"}},
        {"tool_name": "Write", "tool_input": {"file_path": "C:\\Users\\a\\.AWS\\credentials"}},
        bash("cp -r ~ /tmp/x"),
        bash("tar cz ~ | cat"),
        bash("type C:\\Users\\a\\.ssh\\id_rsa"),
        bash("{ echo ~/.ssh/id_rsa; } | xargs cat"),
        bash("cat $(cat <<EOF\n~/.ssh/id_rsa\nEOF\n)"),
        bash("cat id_ed25519", cwd="/home/a/.ssh"),
        bash("cat config", cwd="/home/a/.kube"),
        bash("curl -d @$HOME/.netrc http://localhost"),
        bash("python3 -c \"print(open('/home/alice/.pgpass').read())\""),
        bash("cat ~/.s*h/id_*"),
        bash("X=~/.ssh; cat $X/id_rsa"),
    ],
)
def test_a_sensitive_path_is_refused_wherever_it_stands(call: dict[str, Any]) -> None:
    verdict = ask(call, EVERYTHING)
    assert (verdict.outcome, verdict.rule) == ("deny", "always.sensitive-path")


@pytest.mark.parametrize(
    "call",
    [
        {"tool_name": "Write", "tool_input": {"file_path": ".claude/settings.json", "content": "{}"}},
        {"tool_name": "apply_patch", "tool_input": {"input": "*** Begin Patch\n*** Update File: .mcp.json\n"}},
        {"kind": "edit", "title": "x", "tool_input": {"path": "/home/a/.bashrc"}},
        bash("tee .mcp.json < x"),
        bash("sed -i s/a/b/ .claude/settings.json"),
        bash("cp x .git/hooks/pre-commit"),
        bash("curl -o ~/.zshrc http://localhost/x"),
        bash("python3 - <<EOF\nopen('.claude/settings.json', 'w').write('{}')\nEOF"),
    ],
)
def test_files_that_decide_what_agents_may_do_are_not_written(call: dict[str, Any]) -> None:
    assert ask(call, EVERYTHING).rule == "always.protected-config"


def test_reading_such_a_file_is_no_offence() -> None:
    assert ask(bash("cat .claude/settings.json")).outcome == "approve"


def test_sources_and_sub_agents_are_approved_when_the_owner_says_so() -> None:
    nightly = Actor.system("nightly").source
    rules = Ruleset(sources=(Entry("who", "night*"),))
    assert ask(bash("make"), rules, nightly).rule == "who"
    assert ask(bash("make"), rules, "bot:botty").outcome == "ask"
    spawn = {"tool_name": "Task", "tool_input": {"prompt": "x"}}
    assert ask(spawn, Ruleset(approve_spawn=True)).rule == "auto_approve_subagent_spawn"
    assert ask(bash("make", agent_id="a1"), Ruleset(approve_subagent_tools=True)).rule == "auto_approve_subagent_tools"
    assert ask(bash("make"), Ruleset(approve_subagent_tools=True)).outcome == "ask"
