"""Script hooks: made, changed, switched and judged by the owner, each change on record."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from channels_bridge.actors import Actor
from hooks.models import McpServer, ScriptHook
from hooks.models.scripts import MATCHER_LIMIT, NAME_LIMIT, WHY_LIMIT
from hooks.reading.sensitive import is_sensitive
from hooks.redaction.engine import redact
from hooks.redaction.walk import snippet
from hooks.scripts.lint import NEVER_RUNS, Hint, matcher_lint
from hooks.scripts.matchers import BadMatcher, Mode, matcher_test
from hooks.scripts.runner import COMMAND_MAX, TIMEOUT_DEFAULT, TIMEOUT_RANGE
from hooks.scripts.systems import System, event_named
from hooks.services.events import event_write, require_owner
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, Invalid, NotFound, PreconditionFailed
from kirocrew.base.text import clean

ENABLED_PER_EVENT_MAX: Final = 10
ENABLED_MAX: Final = 20
"""The reference system's limits on the hooks of an agent; all that match run for every call."""
KNOWN_MAX: Final = 2_000
"""Names of tools a matcher is held against."""
FOLDER_MODE: Final = 0o700
EXFILTRATION: Final = "exfiltration_url"
_REVISED: Final = ("name", "event", "command", "system", "matcher", "matcher_mode", "folder", "timeout")


@dataclass(frozen=True, slots=True)
class ScriptDraft:
    """What a script hook is made of. `timeout` in seconds; `folder` empty: the home's `hooks`."""

    name: str
    event: str
    command: str
    system: System = System.KIROCREW
    matcher: str = ""
    matcher_mode: Mode = Mode.GLOB
    folder: str = ""
    timeout: int = TIMEOUT_DEFAULT
    origin: str = ""


def script_hooks_list(*, actor: Actor) -> QuerySet[ScriptHook]:
    """Every script hook, by event and name. Raises Forbidden for others than the owner."""
    require_owner(actor)
    return ScriptHook.objects.in_order()


def script_hook_get(*, actor: Actor, uid: UUID) -> ScriptHook:
    """One script hook. Raises Forbidden, NotFound."""
    require_owner(actor)
    hook = ScriptHook.objects.filter(uid=uid).first()
    if hook is None:
        raise NotFound("There is no script hook of this id.", type="unknown-script-hook")
    return hook


def script_hook_create(*, actor: Actor, draft: ScriptDraft) -> ScriptHook:
    """Make a hook, switched off. Raises Forbidden, Invalid for what can't be used, Conflict for a taken name."""
    require_owner(actor)
    checked = draft_checked(draft)
    hook = ScriptHook(**asdict(checked), made_by=actor.source)
    with transaction.atomic():
        _saved(hook)
        event_write(
            actor=actor, code="script_created", key=hook.name, new=f"{hook.event} {hook.matcher or '*'}: {hook.command}"
        )
    return hook


def script_hook_change(
    *, actor: Actor, uid: UUID, changes: Mapping[str, Any], expected_revision: int | None = None
) -> ScriptHook:
    """Change fields of a draft by name. An enabled hook stays enabled. Raises as `script_hook_create`.

    PreconditionFailed when the hook is not at the revision the caller saw.
    """
    require_owner(actor)
    with transaction.atomic():
        hook = _locked(actor, uid, expected_revision)
        before = {name: getattr(hook, name) for name in _REVISED}
        draft = draft_checked(replace(_draft_of(hook), **changes))
        after = {name: getattr(draft, name) for name in _REVISED}
        changed = [name for name in _REVISED if str(before[name]) != str(after[name])]
        if not changed:
            return hook
        for name in changed:
            setattr(hook, name, after[name])
        if hook.enabled and "event" in changed:
            _require_room(hook)
        _revise(hook, *changed)
        old, new = (", ".join(f"{name}={values[name]}" for name in changed) for values in (before, after))
        event_write(actor=actor, code="script_changed", key=hook.name, old=old, new=new)
    return hook


def script_hook_enable(*, actor: Actor, uid: UUID, enabled: bool, expected_revision: int | None = None) -> ScriptHook:
    """Switch a hook on or off. Raises Forbidden, NotFound, Invalid for one that could not run, Conflict when too many
    are on."""
    require_owner(actor)
    with transaction.atomic():
        hook = _locked(actor, uid, expected_revision)
        if hook.enabled == enabled:
            return hook
        if enabled:
            draft_checked(_draft_of(hook))
            _require_room(hook)
        hook.enabled = enabled
        _revise(hook, "enabled")
        event_write(actor=actor, code="script_enabled" if enabled else "script_disabled", key=hook.name)
    return hook


def script_hook_fail_open(*, actor: Actor, uid: UUID, why: str, expected_revision: int | None = None) -> ScriptHook:
    """Let the tool run when this hook itself fails; an empty reason takes that back. Kept with who, when and why."""
    require_owner(actor)
    reason = clean(why).strip()
    if len(reason) > WHY_LIMIT:
        raise Invalid(f"A reason has at most {WHY_LIMIT} characters.", type="invalid-script-hook")
    with transaction.atomic():
        hook = _locked(actor, uid, expected_revision)
        if hook.fail_open == bool(reason) and hook.fail_open_why == reason:
            return hook
        hook.fail_open, hook.fail_open_why = bool(reason), reason
        hook.fail_open_by = actor.source if reason else ""
        hook.fail_open_at = now() if reason else None
        _revise(hook, "fail_open", "fail_open_why", "fail_open_by", "fail_open_at")
        event_write(
            actor=actor, code="script_fails_open" if reason else "script_fails_closed", key=hook.name, new=reason
        )
    return hook


def script_hook_delete(*, actor: Actor, uid: UUID) -> None:
    """Remove a hook; what it decided stays in the history. Raises Forbidden, NotFound."""
    require_owner(actor)
    with transaction.atomic():
        hook = _locked(actor, uid, None)
        event_write(
            actor=actor, code="script_deleted", key=hook.name, old=f"{hook.event} {hook.matcher or '*'}: {hook.command}"
        )
        hook.delete()


def script_hook_hints(hook: ScriptHook, known_tools: Iterable[str] | None = None) -> list[Hint]:
    """What is wrong with a hook's matcher. `known_tools` beside the built-in ones are those of the MCP registry."""
    return matcher_lint(
        System(hook.system),
        hook.matcher or None,
        mcp_tool_names() if known_tools is None else known_tools,
        event=hook.event,
        mode=Mode(hook.matcher_mode),
    )


def script_hook_is_dead(hook: ScriptHook, known_tools: Iterable[str] | None = None) -> bool:
    """Whether the hook's matcher means no tool there is, so that it never runs."""
    return any(hint.code in NEVER_RUNS for hint in script_hook_hints(hook, known_tools))


def mcp_tool_names() -> list[str]:
    """The tools MCP servers had when they were last asked, as Claude Code and as Kiro call them."""
    names: list[str] = []
    for server, tools in McpServer.objects.values_list("name", "tools"):
        for tool in tools:
            names += (f"mcp__{server}__{tool['name']}", f"@{server}/{tool['name']}")
    return names[:KNOWN_MAX]


def script_folder(hook: ScriptHook) -> Path:
    """Where a hook runs: its own folder, else the home's `hooks`, which is made private when it is missing."""
    return Path(hook.folder) if hook.folder else hooks_folder(settings.KIROCREW_HOME)


def hooks_folder(home: str | Path) -> Path:
    """The home's folder `hooks`, made and private."""
    folder = Path(home).resolve() / "hooks"
    folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    return folder


def draft_checked(draft: ScriptDraft) -> ScriptDraft:
    """The draft as it is stored. Raises Invalid."""
    name = " ".join(clean(draft.name).split())
    if not 1 <= len(name) <= NAME_LIMIT:
        raise Invalid(f"A name has 1 to {NAME_LIMIT} characters.", type="invalid-script-hook")
    event = event_named(draft.event)
    if event is None:
        raise Invalid(f"No system has an event '{snippet(draft.event, 60)}'.", type="unknown-hook-event")
    if len(draft.matcher) > MATCHER_LIMIT:
        raise Invalid(f"A matcher has at most {MATCHER_LIMIT:,} characters.", type="unreadable-matcher")
    try:
        matcher_test(draft.system, draft.matcher or None, event=event.name, mode=draft.matcher_mode)
    except BadMatcher as error:
        raise Invalid(f"{error} Change the matcher.", type="unreadable-matcher") from error
    if any(redact(text).findings for text in (name, draft.matcher)):
        message = "The name or matcher is shown everywhere, and it holds a credential. Choose another."
        raise Invalid(message, type="invalid-script-hook")
    _check_command(draft.command)
    _check_folder(draft.folder)
    low, high = TIMEOUT_RANGE
    if not low <= draft.timeout <= high:
        raise Invalid(f"The time limit is {low} to {high} seconds.", type="invalid-script-hook")
    return replace(draft, name=name, event=event.name, command=draft.command.strip(), origin=draft.origin[:300])


def _check_command(command: str) -> None:
    if not command.strip() or len(command) > COMMAND_MAX or "\0" in command:
        raise Invalid(f"A command has 1 to {COMMAND_MAX:,} characters and no NUL.", type="invalid-script-hook")
    if any(finding.kind != EXFILTRATION for finding in redact(command).findings):
        raise Invalid(
            "The command holds a credential. Let the script read it from a file instead.", type="credential-in-command"
        )


def _check_folder(folder: str) -> None:
    if not folder:
        return
    if not Path(folder).is_absolute() or not Path(folder).is_dir():
        raise Invalid("The folder to run in is an absolute path of a folder that is there.", type="invalid-script-hook")
    if is_sensitive(folder):
        raise Invalid("The folder to run in is one that secrets are kept in. Name another.", type="invalid-script-hook")


def _in_short(hook: ScriptHook) -> str:
    return f"{hook.event} {hook.matcher or '*'}: {hook.command}"


def _draft_of(hook: ScriptHook) -> ScriptDraft:
    return ScriptDraft(
        name=hook.name,
        event=hook.event,
        command=hook.command,
        system=System(hook.system),
        matcher=hook.matcher,
        matcher_mode=Mode(hook.matcher_mode),
        folder=hook.folder,
        timeout=hook.timeout,
        origin=hook.origin,
    )


def _locked(actor: Actor, uid: UUID, expected_revision: int | None) -> ScriptHook:
    hook = script_hook_get(actor=actor, uid=uid)
    if expected_revision is not None and hook.revision != expected_revision:
        raise PreconditionFailed(f"The hook is at revision {hook.revision} by now. Read it again, then decide.")
    return hook


def _require_room(hook: ScriptHook) -> None:
    others = ScriptHook.objects.filter(enabled=True).exclude(pk=hook.pk)
    if others.count() >= ENABLED_MAX:
        raise Conflict(f"{ENABLED_MAX} hooks are on. Switch one off first.", type="too-many-script-hooks")
    if others.filter(event=hook.event).count() >= ENABLED_PER_EVENT_MAX:
        raise Conflict(
            f"{ENABLED_PER_EVENT_MAX} hooks are on for {hook.event}. Switch one off first.",
            type="too-many-script-hooks",
        )


def _revise(hook: ScriptHook, *fields: str) -> None:
    hook.revision += 1
    hook.changed_at = now()
    _saved(hook, *fields, "revision", "changed_at")


def _saved(hook: ScriptHook, *fields: str) -> None:
    """Write the hook, or its fields that are named. Raises Conflict for a name that is taken."""
    try:
        with transaction.atomic():
            hook.save(update_fields=fields or None, force_insert=hook.pk is None)
    except IntegrityError as error:
        raise Conflict("A hook of this name exists. Choose another name.", type="script-hook-exists") from error
