"""What must happen after a hook ran, from its exit code and output, as its own system has it and as we have it."""

import json
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final

from hooks.scripts.systems import Event, Role, System, event_named

EXIT_BLOCK: Final = 2
NOT_RUNNABLE: Final = frozenset({126, 127})
"""What a shell ends with when the command can't be executed or isn't there."""
STOP_BLOCKS_MAX: Final = 8
"""How often in a row a Stop hook may keep an agent working before it is let go (Claude Code's cap)."""


class Failure(StrEnum):
    """Why a run has no exit code of its own."""

    TIMEOUT = "timeout"
    CRASH = "crash"
    NOT_RUNNABLE = "not-runnable"


@dataclass(frozen=True, slots=True)
class Ran:
    """How a hook ended: an exit code, or a failure with what is known about it in `error`."""

    exit_code: int | None = 0
    stdout: str = ""
    stderr: str = ""
    failure: Failure | None = None
    error: str = ""

    @property
    def said(self) -> str:
        """What to tell about an end that was no success: the error, else stderr, else the exit code."""
        return self.error or self.stderr.strip() or f"The hook ended with exit code {self.exit_code}."


class Effect(StrEnum):
    """What becomes of the tool, prompt, turn or session a hook ran for."""

    ALLOWED = "allowed"
    BLOCKED = "blocked"
    ASK = "ask_user"
    DEFERRED = "deferred"
    NORMAL = "normal_permission_flow"
    ALREADY_RAN = "already_ran"
    ERASED = "blocked_and_erased"
    PREVENTED = "prevented"
    PROCEEDS = "proceeds"


STOPPING: Final = frozenset({Effect.BLOCKED, Effect.ERASED, Effect.PREVENTED})
_SUBJECTS: Final = {
    Role.TOOL_GATE: "tool",
    Role.AFTER_TOOL: "tool",
    Role.PROMPT: "prompt",
    Role.STOP: "stop",
    Role.START: "session",
    Role.NOTICE: "session",
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What must happen. Texts are as the hook wrote them; who shows or stores them cleans and cuts them first."""

    role: Role
    effect: Effect
    to_model: str | None = None
    to_user_warning: str | None = None
    context_added: str | None = None
    updated_input: dict[str, Any] | None = None
    stops_all: bool = False
    is_failure: bool = False
    """Whether the hook itself went wrong, whatever became of the tool."""
    notes: tuple[str, ...] = field(default_factory=tuple)

    @property
    def is_stopping(self) -> bool:
        return self.effect in STOPPING or self.stops_all

    def as_dict(self) -> dict[str, Any]:
        """Keys as in published tables of outcomes: the subject (`tool`, `prompt`, `stop`, `session`) and the texts."""
        return {
            _SUBJECTS[self.role]: self.effect,
            "to_model": self.to_model,
            "to_user_warning": self.to_user_warning,
            "context_added": self.context_added,
        }


class UnknownEvent(ValueError):
    """No system here calls an event so."""


def outcome_of(
    system: System, event: str, ran: Ran, *, on_timeout: str = "block", fail_closed: bool = False
) -> Outcome:
    """What the hook's own system does after it.

    `on_timeout` (block or allow) is goclaw's, `fail_closed` Cursor's option of a hook. Raises UnknownEvent.
    """
    found = _event(event)
    if system is System.KIROCREW:
        return _reference(found, ran)
    if system in (System.KIRO_CLI, System.KIRO_IDE):
        return _kiro(found, ran)
    if system is System.GOCLAW:
        return _goclaw(found, ran, blocks=on_timeout != "allow")
    if system is System.CURSOR:
        return _cursor(found, ran, fail_closed=fail_closed)
    return _claude(found, ran, is_codex=system is System.CODEX)


def own_outcome(system: System, event: str, ran: Ran, *, fail_open: bool = False) -> Outcome:
    """What our runner does: what the hook's system would, but a gate that failed says no.

    A time-out, a crash, a command that can't run, an exit code that is neither 0 nor 2 and an answer that can't be
    read all block a tool that has not run yet, unless the hook was let fail open. Raises UnknownEvent.
    """
    found = _event(event)
    meant = outcome_of(system, event, ran)
    if found.role is not Role.TOOL_GATE:
        return meant
    broken = _broken(ran)
    if not broken:
        return meant
    if fail_open:
        denies = _answer(ran) is not None and _claude(found, ran).is_stopping
        return replace(meant if denies else _idle(found, warning=broken), is_failure=True)
    reason = meant.to_model if meant.is_stopping and meant.to_model else broken
    return Outcome(found.role, Effect.BLOCKED, to_model=reason, is_failure=True, notes=("fails closed",))


def _event(name: str) -> Event:
    found = event_named(name)
    if found is None:
        raise UnknownEvent(f"No system calls an event '{name[:60]}'.")
    return found


def _broken(ran: Ran) -> str:
    """What went wrong with the hook itself; empty when it answered as agreed."""
    if ran.failure or ran.exit_code not in (0, EXIT_BLOCK):
        return ran.said
    if ran.exit_code == 0 and ran.stdout.lstrip().startswith("{") and _answer(ran) is None:
        return "The hook's answer is no JSON that can be read."
    return ""


def _answer(ran: Ran) -> dict[str, Any] | None:
    """The JSON object on stdout; None when there is none or it can't be read."""
    text = ran.stdout.strip()
    if not text.startswith("{"):
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _idle(event: Event, *, warning: str | None = None, allows: bool = False) -> Outcome:
    """Nothing is stopped."""
    effects = {
        Role.TOOL_GATE: Effect.ALLOWED if allows else Effect.NORMAL,
        Role.AFTER_TOOL: Effect.ALREADY_RAN,
    }
    return Outcome(event.role, effects.get(event.role, Effect.PROCEEDS), to_user_warning=warning)


def _reference(event: Event, ran: Ran) -> Outcome:
    """Our own hooks: exit 0 passes and its stdout is context, exit 2 blocks a tool, all else is a failure."""
    if event.role is Role.TOOL_GATE:
        if ran.failure is None and ran.exit_code == 0 and _answer(ran) is not None:
            return _claude(event, ran)
        if ran.failure is None and ran.exit_code == 0:
            return replace(_idle(event), context_added=_text(ran.stdout.strip()))
        return Outcome(event.role, Effect.BLOCKED, to_model=ran.said)
    return _claude(event, ran)


def _kiro(event: Event, ran: Ran) -> Outcome:
    if ran.failure is None and ran.exit_code == 0:
        adds = event.role in (Role.START, Role.PROMPT)
        return replace(_idle(event, allows=True), context_added=_text(ran.stdout) if adds else None)
    if ran.exit_code == EXIT_BLOCK and event.role is Role.TOOL_GATE:
        return Outcome(event.role, Effect.BLOCKED, to_model=ran.stderr)
    return replace(_idle(event, warning=ran.said, allows=True), is_failure=True)


def _goclaw(event: Event, ran: Ran, *, blocks: bool) -> Outcome:
    if event.role not in (Role.TOOL_GATE, Role.PROMPT):
        return _idle(event, warning=None if ran.exit_code == 0 and not ran.failure else ran.said)
    if ran.failure is None and ran.exit_code == 0:
        return _idle(event, allows=True)
    if ran.exit_code == EXIT_BLOCK or blocks:
        return Outcome(event.role, Effect.BLOCKED, to_model=ran.said, is_failure=ran.exit_code != EXIT_BLOCK)
    return replace(_idle(event, warning=ran.said, allows=True), is_failure=True)


def _cursor(event: Event, ran: Ran, *, fail_closed: bool) -> Outcome:
    """Exit 2 denies; JSON says `permission` with one message for the user and one for the model."""
    is_gate = event.role in (Role.TOOL_GATE, Role.PROMPT)
    if ran.failure is None and ran.exit_code == EXIT_BLOCK and is_gate:
        return Outcome(event.role, Effect.BLOCKED, to_model=ran.said)
    answer = _answer(ran)
    if ran.failure is not None or ran.exit_code != 0 or (answer is None and ran.stdout.strip()):
        if fail_closed and is_gate:
            return Outcome(event.role, Effect.BLOCKED, to_model=ran.said, is_failure=True)
        return replace(_idle(event, warning=ran.said), is_failure=True)
    if answer is None:
        return _idle(event)
    effects = {"allow": Effect.ALLOWED, "deny": Effect.BLOCKED, "ask": Effect.ASK}
    effect = effects.get(str(answer.get("permission")))
    if answer.get("continue") is False:
        effect = Effect.BLOCKED
    told = Outcome(
        event.role,
        effect if effect and is_gate else _idle(event).effect,
        to_model=_text(answer.get("agent_message")) or _text(answer.get("followup_message")),
        to_user_warning=_text(answer.get("user_message")),
        context_added=_text(answer.get("additional_context")),
        updated_input=_mapping(answer.get("updated_input")),
    )
    if event.role is Role.STOP and answer.get("followup_message"):
        return replace(told, effect=Effect.PREVENTED)
    return told


def _mapping(value: object) -> dict[str, Any] | None:
    return value if isinstance(value, dict) else None


_PLAIN_CONTEXT: Final = frozenset({"UserPromptSubmit", "UserPromptExpansion", "SessionStart"})


def _claude(event: Event, ran: Ran, *, is_codex: bool = False) -> Outcome:
    """Exit 2 blocks and no JSON undoes it; else JSON decides, whatever the exit code; else only 0 is no warning."""
    if ran.failure is None and ran.exit_code == EXIT_BLOCK and not (is_codex and not ran.stderr.strip()):
        return _claude_blocked(event, ran.stderr)
    answer = None if ran.failure else _answer(ran)
    if answer is not None:
        return _claude_answer(event, answer)
    if ran.failure is None and ran.exit_code == 0:
        context = _text(ran.stdout) if event.name in _PLAIN_CONTEXT else None
        return replace(_idle(event), context_added=context)
    return replace(_idle(event, warning=ran.said), is_failure=True)


def _claude_blocked(event: Event, reason: str) -> Outcome:
    if event.role is Role.TOOL_GATE:
        return Outcome(event.role, Effect.BLOCKED, to_model=reason)
    if event.role is Role.PROMPT:
        return Outcome(event.role, Effect.ERASED, to_user_warning=reason)
    if event.role is Role.STOP:
        return Outcome(event.role, Effect.PREVENTED, to_model=reason)
    if event.role is Role.AFTER_TOOL:
        return Outcome(event.role, Effect.ALREADY_RAN, to_model=reason)
    return Outcome(event.role, Effect.PROCEEDS, to_user_warning=reason)


_PERMISSIONS: Final = {
    "allow": Effect.ALLOWED,
    "approve": Effect.ALLOWED,
    "deny": Effect.BLOCKED,
    "block": Effect.BLOCKED,
    "ask": Effect.ASK,
    "defer": Effect.DEFERRED,
}


def _claude_answer(event: Event, answer: dict[str, Any]) -> Outcome:
    inner = _mapping(answer.get("hookSpecificOutput")) or {}
    nested = _mapping(inner.get("decision")) or {}
    reason = _text(answer.get("reason"))
    told = replace(
        _idle(event, warning=_text(answer.get("systemMessage"))),
        context_added=_text(inner.get("additionalContext")),
        stops_all=answer.get("continue") is False,
        updated_input=_mapping(inner.get("updatedInput")) or _mapping(nested.get("updatedInput")),
    )
    if told.stops_all:
        told = replace(told, to_user_warning=_text(answer.get("stopReason")) or told.to_user_warning)
    if event.role is Role.TOOL_GATE:
        said = inner.get("permissionDecision") or nested.get("behavior") or answer.get("decision")
        why = _text(inner.get("permissionDecisionReason")) or _text(nested.get("message")) or reason
        effect = _PERMISSIONS.get(str(said), told.effect)
        return replace(told, effect=effect, to_model=why if effect is Effect.BLOCKED else None)
    if answer.get("decision") != "block":
        return told
    blocked = _claude_blocked(event, reason or "")
    return replace(
        told,
        effect=blocked.effect,
        to_model=blocked.to_model,
        to_user_warning=blocked.to_user_warning or told.to_user_warning,
    )
