"""What must happen after a hook ran: in its own system, and here."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hooks.scripts.outcomes import Effect, Failure, Ran, UnknownEvent, outcome_of, own_outcome
from hooks.scripts.systems import PERMISSION_EVENTS, System

CLAUDE, KIRO, CURSOR, CODEX = System.CLAUDE_CODE, System.KIRO_CLI, System.CURSOR, System.CODEX


def permission(decision: str, reason: str = "") -> str:
    """What Claude Code's hooks print to decide about a tool."""
    said = {"hookEventName": "PreToolUse", "permissionDecision": decision}
    return json.dumps({"hookSpecificOutput": said | ({"permissionDecisionReason": reason} if reason else {})})


def json_text(**members: object) -> str:
    return json.dumps(members)


PUBLISHED = [
    # system, event, exit code, stdout, stderr, what must be among the outcome
    (CLAUDE, "PreToolUse", 0, "", "", {"tool": "normal_permission_flow", "to_user_warning": None}),
    (CLAUDE, "PreToolUse", 1, "", "careful", {"tool": "normal_permission_flow", "to_user_warning": "careful"}),
    (CLAUDE, "PreToolUse", 127, "", "not found", {"tool": "normal_permission_flow", "to_user_warning": "not found"}),
    (CLAUDE, "PreToolUse", 2, permission("allow"), "no", {"tool": "blocked", "to_model": "no"}),
    (CLAUDE, "PreToolUse", 0, permission("deny", "secret"), "", {"tool": "blocked", "to_model": "secret"}),
    (CLAUDE, "PreToolUse", 1, permission("deny", "secret"), "", {"tool": "blocked", "to_model": "secret"}),
    (CLAUDE, "PreToolUse", 0, permission("ask"), "", {"tool": "ask_user"}),
    (CLAUDE, "PreToolUse", 0, permission("defer"), "", {"tool": "deferred"}),
    (CLAUDE, "PreToolUse", 0, permission("allow"), "", {"tool": "allowed"}),
    (CLAUDE, "PreToolUse", 0, permission("deny")[:-3], "", {"tool": "normal_permission_flow"}),
    (CLAUDE, "PreToolUse", 0, json_text(decision="block", reason="old"), "", {"tool": "blocked", "to_model": "old"}),
    (CLAUDE, "PostToolUse", 2, "", "unformatted", {"tool": "already_ran", "to_model": "unformatted"}),
    (CLAUDE, "UserPromptSubmit", 2, "", "password", {"prompt": "blocked_and_erased", "to_user_warning": "password"}),
    (CLAUDE, "UserPromptSubmit", 0, "今日は日曜日", "", {"context_added": "今日は日曜日"}),
    (CLAUDE, "SessionStart", 0, "likes tabs", "", {"context_added": "likes tabs"}),
    (CLAUDE, "SessionStart", 2, "", "down", {"session": "proceeds", "to_user_warning": "down"}),
    (CLAUDE, "Stop", 0, json_text(decision="block", reason="lint"), "", {"stop": "prevented", "to_model": "lint"}),
    (CLAUDE, "Stop", 2, "", "lint", {"stop": "prevented", "to_model": "lint"}),
    (KIRO, "preToolUse", 0, "", "", {"tool": "allowed"}),
    (KIRO, "preToolUse", 2, "", "outside", {"tool": "blocked", "to_model": "outside"}),
    (KIRO, "preToolUse", 1, "", "crashed", {"tool": "allowed", "to_user_warning": "crashed"}),
    (KIRO, "postToolUse", 2, "", "late", {"tool": "already_ran", "to_user_warning": "late"}),
    (KIRO, "agentSpawn", 0, "branch: main", "", {"context_added": "branch: main"}),
    (KIRO, "userPromptSubmit", 2, "", "no", {"context_added": None, "to_user_warning": "no"}),
    (KIRO, "stop", 1, "", "failed", {"to_user_warning": "failed"}),
    (CURSOR, "beforeShellExecution", 2, "", "no", {"tool": "blocked", "to_model": "no"}),
    (CURSOR, "beforeShellExecution", 1, "", "oops", {"tool": "normal_permission_flow", "to_user_warning": "oops"}),
    (
        CURSOR,
        "preToolUse",
        0,
        json_text(permission="deny", agent_message="x"),
        "",
        {"tool": "blocked", "to_model": "x"},
    ),
    (CURSOR, "preToolUse", 0, json_text(permission="ask"), "", {"tool": "ask_user"}),
    (CURSOR, "beforeSubmitPrompt", 0, json_text(**{"continue": False}), "", {"prompt": "blocked"}),
    (CURSOR, "stop", 0, json_text(followup_message="go on"), "", {"stop": "prevented", "to_model": "go on"}),
    (CODEX, "PreToolUse", 2, "", "no", {"tool": "blocked", "to_model": "no"}),
    (CODEX, "PreToolUse", 2, "", "", {"tool": "normal_permission_flow"}),
    (System.GOCLAW, "pre_tool_use", 0, "", "", {"tool": "allowed"}),
    (System.GOCLAW, "pre_tool_use", 2, "", "no", {"tool": "blocked", "to_model": "no"}),
]


@pytest.mark.parametrize(("system", "event", "code", "stdout", "stderr", "expected"), PUBLISHED)
def test_an_end_means_what_its_system_documents(
    system: System, event: str, code: int, stdout: str, stderr: str, expected: dict[str, str | None]
) -> None:
    found = outcome_of(system, event, Ran(code, stdout, stderr)).as_dict()
    assert {name: found[name] for name in expected} == expected


LATE = Ran(None, failure=Failure.TIMEOUT, error="It did not end.")
CRASHED = Ran(None, failure=Failure.CRASH, error="Ended by signal 11.")
MISSING = Ran(127, stderr="not found", failure=Failure.NOT_RUNNABLE)
ODD = Ran(3, stderr="three")
UNREADABLE = Ran(0, stdout='{"hookSpecificOutput": ')


def test_a_timeout_is_decided_by_the_policy_where_there_is_one() -> None:
    assert outcome_of(System.GOCLAW, "pre_tool_use", LATE, on_timeout="allow").effect is Effect.ALLOWED
    assert outcome_of(System.GOCLAW, "pre_tool_use", LATE, on_timeout="block").effect is Effect.BLOCKED
    assert outcome_of(CURSOR, "preToolUse", LATE, fail_closed=True).effect is Effect.BLOCKED
    assert outcome_of(CURSOR, "preToolUse", LATE).effect is Effect.NORMAL


@pytest.mark.parametrize("system", list(System))
@pytest.mark.parametrize("ran", [LATE, CRASHED, MISSING, ODD, UNREADABLE])
@pytest.mark.parametrize("event", sorted(PERMISSION_EVENTS))
def test_here_a_gate_that_failed_says_no_whatever_its_system(system: System, ran: Ran, event: str) -> None:
    closed = own_outcome(system, event, ran)
    assert closed.is_stopping and closed.is_failure and closed.to_model
    opened = own_outcome(system, event, ran, fail_open=True)
    assert not opened.is_stopping and opened.is_failure and opened.to_user_warning


def test_a_hook_that_may_fail_open_still_says_no_when_it_means_it() -> None:
    assert own_outcome(CLAUDE, "PreToolUse", Ran(2, stderr="no"), fail_open=True).effect is Effect.BLOCKED
    denied = Ran(1, stdout=permission("deny", "secret"))
    assert own_outcome(CLAUDE, "PreToolUse", denied, fail_open=True).to_model == "secret"
    assert own_outcome(System.KIROCREW, "PreToolUse", denied, fail_open=True).is_stopping


def test_an_allow_that_came_with_an_odd_exit_code_is_no_allow() -> None:
    found = own_outcome(CLAUDE, "PreToolUse", Ran(1, stdout=permission("allow"), stderr="odd"))
    assert found.effect is Effect.BLOCKED


@pytest.mark.parametrize("event", ["PostToolUse", "Stop", "SessionStart", "UserPromptSubmit"])
def test_a_failure_elsewhere_is_a_warning(event: str) -> None:
    found = own_outcome(CLAUDE, event, LATE)
    assert not found.is_stopping
    assert found.to_user_warning == "It did not end."


def test_what_an_own_gate_prints_becomes_context() -> None:
    assert own_outcome(System.KIROCREW, "PreToolUse", Ran(0, "read-only today\n")).context_added == "read-only today"
    assert own_outcome(System.KIROCREW, "AgentSpawn", Ran(0, "hallo")).context_added == "hallo"


def test_an_answer_can_end_everything_and_change_the_input() -> None:
    stop = own_outcome(CLAUDE, "PostToolUse", Ran(0, json_text(**{"continue": False, "stopReason": "enough"})))
    assert stop.is_stopping and stop.to_user_warning == "enough"
    inner = {"permissionDecision": "allow", "updatedInput": {"command": "ls"}, "additionalContext": "short"}
    changed = own_outcome(CLAUDE, "PreToolUse", Ran(0, json_text(hookSpecificOutput=inner)))
    assert (changed.updated_input, changed.context_added) == ({"command": "ls"}, "short")


def test_the_reason_is_the_error_then_stderr_then_the_code() -> None:
    assert Ran(1, stderr="words", error="late").said == "late"
    assert Ran(1, stderr="words").said == "words"
    assert "exit code 9" in Ran(9).said


def test_an_event_nobody_has_is_named() -> None:
    with pytest.raises(UnknownEvent, match="beforeLunch"):
        outcome_of(CLAUDE, "beforeLunch", Ran())


@given(st.sampled_from(list(System)), st.integers(-5, 300), st.text(max_size=60), st.text(max_size=20))
def test_only_exit_0_and_2_leave_a_gate_undecided_or_open(system: System, code: int, out: str, err: str) -> None:
    found = own_outcome(system, "PreToolUse", Ran(code, out, err))
    if code not in (0, 2):
        assert found.effect is Effect.BLOCKED
    for deep in ("[" * 5000, "{" * 5000, '{"a":' * 5000):
        own_outcome(system, "PreToolUse", Ran(code, deep, err))
