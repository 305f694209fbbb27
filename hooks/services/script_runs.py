"""Running script hooks for an event, and trying one; every run is on record."""

import logging
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

from django.db import DatabaseError, transaction
from django.db.models import F

from channels_bridge.actors import Actor, Permission
from hooks.models import Decision, Outcome, ScriptHook, Subject
from hooks.redaction.engine import redact
from hooks.redaction.walk import snippet
from hooks.screening.engine import screen
from hooks.screening.verdict import Origin
from hooks.scripts.matchers import BadMatcher, Mode, matcher_test
from hooks.scripts.outcomes import STOP_BLOCKS_MAX, Effect, Failure, Ran, own_outcome
from hooks.scripts.outcomes import Outcome as Meant
from hooks.scripts.patterns import PatternTimeout
from hooks.scripts.runner import Job, Run, run_script
from hooks.scripts.systems import Event, Role, System, event_named
from hooks.services.decisions import Made, content_hash, decision_record
from hooks.services.events import event_write, require_owner
from hooks.services.scripts import script_folder, script_hook_get
from kirocrew.base.canonical import canonical_json
from kirocrew.base.problems import Invalid
from kirocrew.base.text import clean

AT_ONCE_MAX: Final = 8
"""Scripts this process runs at the same time; the others wait as long as they may run, then count as timed out."""
BESIDE_MAX: Final = 4  # scripts of one event side by side
TEXT_MAX: Final = 2_000  # characters of a message to the model or a warning
CONTEXT_MAX: Final = 8_000  # characters a hook may put into a conversation
OUTPUT_SHOWN_MAX: Final = 8_000  # characters of stdout and stderr a trial shows
DEPTH_MAX: Final = 100  # levels of a payload
FAILED: Final = "failed"
_SHOWN: Final = ("tool_name", "tool_input", "prompt", "command", "file_path", "source", "session_id")
UNRECORDED: Final = "The decision could not be written down. Look at the server's log and its disk."
logger = logging.getLogger(__name__)
_slots: Final = threading.BoundedSemaphore(AT_ONCE_MAX)


class Action(StrEnum):
    """What all hooks of an event say together, strongest first."""

    DENY = "deny"
    ASK = "ask"
    ALLOW = "allow"
    PASS = "pass"  # noqa: S105  (no secret: nothing was said)


@dataclass(frozen=True, slots=True)
class ScriptResult:
    """What one hook said. Texts are redacted and cut. `status` is its effect, or `failed:` and why."""

    hook: ScriptHook
    action: Action
    status: str
    duration_ms: int
    to_model: str = ""
    warning: str = ""
    context: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ScriptsDecision:
    """What becomes of the event: the strongest action, its reason, and every hook's result in order."""

    event: str
    action: Action
    reason: str = ""
    results: list[ScriptResult] = field(default_factory=list)

    @property
    def contexts(self) -> list[str]:
        """What hooks add to the conversation."""
        return [one.context for one in self.results if one.context]

    @property
    def warnings(self) -> list[str]:
        """What the person should see."""
        return [one.warning for one in self.results if one.warning]


@dataclass(frozen=True, slots=True)
class ScriptTrial:
    """A hook run by hand: whether its matcher means the payload, its end, its output (redacted) and what it means."""

    hook: ScriptHook
    is_matched: bool
    run: Run
    stdout: str
    stderr: str
    result: ScriptResult


def scripts_run(*, actor: Actor, event: str, payload: dict[str, Any]) -> ScriptsDecision:
    """Run every enabled hook of an event whose matcher means the payload; deny beats ask beats allow.

    Raises Forbidden without `hooks:evaluate`, Invalid for an event nothing fires. What a hook does never raises.
    """
    actor.require(Permission.HOOKS_EVALUATE)
    found = _firing(event)
    hooks = list(ScriptHook.objects.live(found.name))
    _require_shallow(payload)
    given = payload | {"hook_event_name": event}
    results = _results(hooks, found, given)
    if found.role is Role.STOP:
        results = _released(actor, found, given, results)
    try:
        _record(actor, found, given, results)
    except DatabaseError:
        logger.exception("What script hooks decided could not be written down.")
        action = Action.DENY if found.role is Role.TOOL_GATE else Action.PASS
        return ScriptsDecision(found.name, action, UNRECORDED, results if action is Action.DENY else [])
    order = list(Action)
    decisive = min(results, key=lambda one: order.index(one.action), default=None)
    action = decisive.action if decisive else Action.PASS
    reason = (decisive.to_model or decisive.warning) if decisive and action is not Action.PASS else ""
    return ScriptsDecision(found.name, action, reason, results)


def script_hook_try(*, actor: Actor, uid: UUID, payload: dict[str, Any]) -> ScriptTrial:
    """Run one hook, enabled or not, with a payload, and show all of its output. Raises Forbidden, NotFound."""
    require_owner(actor)
    hook = script_hook_get(actor=actor, uid=uid)
    event = event_named(hook.event)
    if event is None:
        raise Invalid(f"No system has an event '{hook.event}'.", type="unknown-hook-event")
    _require_shallow(payload)
    given = {"hook_event_name": hook.event} | payload
    run = _run(hook, given)
    result = _result(hook, event, run)
    event_write(actor=actor, code="script_tried", key=hook.name, new=result.status)
    return ScriptTrial(
        hook=hook,
        is_matched=_is_meant(hook, event, given) is not False,
        run=run,
        stdout=_shown(run.ran.stdout, OUTPUT_SHOWN_MAX),
        stderr=_shown(run.ran.stderr, OUTPUT_SHOWN_MAX),
        result=result,
    )


def _firing(event: str) -> Event:
    found = event_named(event)
    if found is None or not found.fires:
        raise Invalid(
            f"Nothing here fires on '{snippet(event, 60)}'. docs/reference/script-hooks.md lists the events that do.",
            type="unknown-hook-event",
        )
    return found


def _require_shallow(payload: dict[str, Any]) -> None:
    """Raise Invalid for what nests deeper than anything that walks it may go."""
    layer: list[Any] = [payload]
    for _ in range(DEPTH_MAX):
        layer = [
            item
            for value in layer
            for item in (value.values() if isinstance(value, dict) else value if isinstance(value, list) else ())
        ]
        if not layer:
            return
    raise Invalid(f"The payload nests deeper than {DEPTH_MAX} levels.", type="payload-too-deep")


def _results(hooks: Sequence[ScriptHook], event: Event, payload: dict[str, Any]) -> list[ScriptResult]:
    chosen: list[tuple[ScriptHook, ScriptResult | None]] = []
    for hook in hooks:
        meant = _is_meant(hook, event, payload)
        if meant is None:
            chosen.append((hook, _undecided(hook, event)))
        elif meant:
            chosen.append((hook, None))
    waiting = [hook for hook, result in chosen if result is None]
    if not waiting:
        return [result for _, result in chosen if result is not None]
    # the threads only start processes and read pipes; the database is this thread's alone
    folders = {hook.pk: script_folder(hook) for hook in waiting}
    with ThreadPoolExecutor(max_workers=min(BESIDE_MAX, len(waiting))) as pool:
        runs = dict(
            zip((hook.pk for hook in waiting), pool.map(lambda hook: _run(hook, payload), waiting), strict=True)
        )
    del folders
    return [result or _result(hook, event, runs[hook.pk]) for hook, result in chosen]


def _is_meant(hook: ScriptHook, event: Event, payload: dict[str, Any]) -> bool | None:
    """Whether the hook's matcher means the payload; None when that can't be decided. Nothing to compare means yes."""
    value = payload.get(event.compared) if event.compared else None
    if event.compared == "command" and value is None:
        inner = payload.get("tool_input")
        value = inner.get("command") if isinstance(inner, dict) else None
    if not isinstance(value, str) or not value:
        return True
    try:
        test = matcher_test(System(hook.system), hook.matcher or None, event=event.name, mode=Mode(hook.matcher_mode))
        return test(value)
    except (BadMatcher, PatternTimeout):
        return None


def _undecided(hook: ScriptHook, event: Event) -> ScriptResult:
    ran = Ran(None, failure=Failure.NOT_RUNNABLE, error="The hook's matcher could not be decided for this name.")
    return _result(hook, event, Run(ran, 0))


def _run(hook: ScriptHook, payload: dict[str, Any]) -> Run:
    if not _slots.acquire(timeout=hook.timeout):
        error = f"{AT_ONCE_MAX} other hooks were running all the time."
        return Run(Ran(None, failure=Failure.TIMEOUT, error=error), hook.timeout * 1000)
    try:
        job = Job(hook.command, hook.event, script_folder(hook), System(hook.system), hook.timeout)
        return run_script(job, payload)
    finally:
        _slots.release()


def _result(hook: ScriptHook, event: Event, run: Run) -> ScriptResult:
    meant = own_outcome(System(hook.system), event.name, run.ran, fail_open=hook.fail_open)
    context, notes = _context_of(meant)
    if meant.updated_input is not None:
        notes = (*notes, "It wanted to change the tool's input; that is not done here.")
    if run.truncated:
        notes = (*notes, "It wrote more than is kept.")
    failure = run.ran.failure or (f"exit {run.ran.exit_code}" if meant.is_failure else "")
    return ScriptResult(
        hook=hook,
        action=_action(hook, meant),
        status=f"{FAILED}: {failure}" if failure else meant.effect.value,
        duration_ms=run.duration_ms,
        to_model=_shown(meant.to_model or "", TEXT_MAX),
        warning=_shown(meant.to_user_warning or "", TEXT_MAX),
        context=context,
        notes=notes,
    )


def _action(hook: ScriptHook, meant: Meant) -> Action:
    """An exit code 0 of Kiro's or goclaw's lets the tool pass, but says nothing in its favour; JSON does."""
    if meant.is_stopping:
        return Action.DENY
    if meant.effect is Effect.ASK:
        return Action.ASK
    speaks = System(hook.system) not in (System.KIRO_CLI, System.KIRO_IDE, System.GOCLAW)
    return Action.ALLOW if meant.effect is Effect.ALLOWED and speaks else Action.PASS


def _context_of(meant: Meant) -> tuple[str, tuple[str, ...]]:
    """What may enter the conversation: a script's output is a tool's text, so only what the screen finds clear."""
    text = _shown(meant.context_added or "", CONTEXT_MAX)
    if text and screen(text, origin=Origin.TOOL).level != "clear":
        return "", ("Its context was held back: the injection screen did not find it clear.",)
    return text, ()


def _shown(text: str, limit: int) -> str:
    return redact(clean(text)).text.strip()[:limit]


def _released(actor: Actor, event: Event, payload: dict[str, Any], results: list[ScriptResult]) -> list[ScriptResult]:
    """Let an agent stop that hooks have kept from it so often in this session that it would go on for ever."""
    if not any(one.action is Action.DENY for one in results):
        return results
    earlier = Decision.objects.filter(
        source=actor.source, kind=Subject.SCRIPT, subject_hash=content_hash(_question(event, payload))
    ).order_by("-id")
    last = list(earlier.values_list("outcome", flat=True)[: STOP_BLOCKS_MAX * len(results)])
    if last.count(Outcome.DENY) < STOP_BLOCKS_MAX or any(outcome != Outcome.DENY for outcome in last[:STOP_BLOCKS_MAX]):
        return results
    return [
        ScriptResult(
            hook=one.hook,
            action=Action.PASS,
            status="released",
            duration_ms=one.duration_ms,
            warning=f"It kept the agent from stopping {STOP_BLOCKS_MAX} times in a row and was passed over.",
            notes=one.notes,
        )
        if one.action is Action.DENY
        else one
        for one in results
    ]


def _question(event: Event, payload: dict[str, Any]) -> dict[str, Any]:
    """What the decision is about. A stop is told by its session: what was said last would differ every time."""
    if event.role is not Role.STOP:
        return payload
    return {"hook_event_name": event.name, "session_id": str(payload.get("session_id", ""))}


_OUTCOMES: Final = {
    Action.DENY: Outcome.DENY,
    Action.ASK: Outcome.ASK,
    Action.ALLOW: Outcome.ALLOW,
    Action.PASS: Outcome.PASS,
}


def _record(actor: Actor, event: Event, payload: dict[str, Any], results: Sequence[ScriptResult]) -> None:
    """One decision for each hook that ran, and the hooks' own counts. Raises DatabaseError."""
    question = _question(event, payload)
    shown = canonical_json({name: payload[name] for name in _SHOWN if name in payload})
    with transaction.atomic():
        for one in results:
            made = Made(
                kind=Subject.SCRIPT,
                outcome=Outcome.CONTEXT if one.context and one.action is Action.PASS else _OUTCOMES[one.action],
                call=question,
                shown=shown,
                tool=str(payload.get("tool_name", "")),
                stage=event.name[:30],
                rules=(str(one.hook.uid),),
                reason=one.to_model or one.warning or one.status,
                is_security_denial=one.action is Action.DENY and not one.status.startswith(FAILED),
            )
            decision = decision_record(actor=actor, made=made)
            ScriptHook.objects.filter(pk=one.hook.pk).update(
                last_run_at=decision.at,
                last_status=one.status[:30],
                last_duration_ms=one.duration_ms,
                run_count=F("run_count") + 1,
            )
