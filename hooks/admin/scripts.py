"""Script hooks: the list with what is wrong, one hook with its trial, and files of other systems."""

import json
from dataclasses import replace
from typing import Any, Final
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from channels_bridge.actors import Actor
from channels_bridge.admin.pages import owner_page
from channels_bridge.api.authentication import actor_of
from hooks.admin.tabs import hooks_page
from hooks.models import ScriptHook
from hooks.models.scripts import MATCHER_LIMIT, NAME_LIMIT, WHY_LIMIT
from hooks.scripts.matchers import Mode
from hooks.scripts.runner import COMMAND_MAX, PAYLOAD_MAX, TIMEOUT_DEFAULT, TIMEOUT_RANGE
from hooks.scripts.systems import EVENTS, Role, System
from hooks.services.script_imports import FILE_BYTES_MAX, HookFile, scripts_import
from hooks.services.script_runs import ScriptTrial, script_hook_try
from hooks.services.scripts import (
    ScriptDraft,
    mcp_tool_names,
    script_hook_change,
    script_hook_create,
    script_hook_delete,
    script_hook_enable,
    script_hook_fail_open,
    script_hook_get,
    script_hook_hints,
    script_hooks_list,
)
from kirocrew.base.problems import Problem

LINE: Final = {"dir": "auto", "autocomplete": "off", "spellcheck": "false"}
MODE_LABELS: Final = {
    Mode.GLOB: "the whole name, with * and ?",
    Mode.REGEX: "a regular expression",
    Mode.CONTAINS: "parts of the name, with | between them",
}
_LEAST, _MOST = TIMEOUT_RANGE


class ScriptForm(forms.Form):
    """The fields of a hook."""

    name = forms.CharField(max_length=NAME_LIMIT, widget=forms.TextInput(attrs=LINE))
    event = forms.ChoiceField(
        choices=[
            ("Runs here", [(one.name, one.name) for one in EVENTS.values() if one.fires]),
            ("Only tried", [(one.name, one.name) for one in EVENTS.values() if not one.fires]),
        ],
        initial="PreToolUse",
    )
    system = forms.ChoiceField(
        choices=[(one.value, one.value) for one in System],
        label="Written for",
        help_text="Whose rules its matcher and its answers follow.",
    )
    matcher = forms.CharField(
        required=False,
        max_length=MATCHER_LIMIT,
        strip=False,
        widget=forms.TextInput(attrs=LINE),
        help_text="Which tools it is about. Empty: all.",
    )
    matcher_mode = forms.ChoiceField(
        choices=[(mode.value, label) for mode, label in MODE_LABELS.items()],
        label="The matcher is",
        help_text="For hooks of kirocrew; other systems have one way.",
    )
    command = forms.CharField(
        max_length=COMMAND_MAX,
        widget=forms.Textarea(attrs={"rows": 4, "class": "mono", "spellcheck": "false"}),
        help_text="For a POSIX shell. It gets the event as JSON on stdin; exit code 2 says no.",
    )
    folder = forms.CharField(
        required=False, max_length=1000, widget=forms.TextInput(attrs=LINE), help_text="Empty: hooks in the home."
    )
    timeout = forms.IntegerField(min_value=_LEAST, max_value=_MOST, initial=TIMEOUT_DEFAULT, label="Seconds it may run")

    def values(self) -> dict[str, Any]:
        """What the services take."""
        data = dict(self.cleaned_data)
        return data | {"system": System(data["system"]), "matcher_mode": Mode(data["matcher_mode"])}


@require_safe
@owner_page
def scripts(request: HttpRequest) -> HttpResponse:
    """All script hooks, dead and broad matchers with the repair."""
    hooks, known = script_hooks_list(actor=actor_of(request)), mcp_tool_names()
    rows = [(hook, script_hook_hints(hook, known), EVENTS[hook.event].fires) for hook in hooks]
    return hooks_page(request, "scripts.html", tab="hooks-scripts", title="Script hooks", rows=rows)


@require_http_methods(["GET", "POST"])
@owner_page
def script_new(request: HttpRequest) -> HttpResponse:
    """Make a hook, switched off."""
    form = ScriptForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            hook = script_hook_create(actor=actor_of(request), draft=ScriptDraft(**form.values()))
        except Problem as problem:
            form.add_error(None, problem.detail)
        else:
            messages.success(request, "The hook is there, switched off. Try it, then switch it on.")
            return redirect("admin:hooks-script", hook.uid)
    return hooks_page(request, "script_form.html", tab="hooks-scripts", title="New script hook", form=form)


@require_http_methods(["GET", "POST"])
@owner_page
def script_edit(request: HttpRequest, uid: UUID) -> HttpResponse:
    """One hook: change it, try it, let it fail open, remove it."""
    actor = actor_of(request)
    hook = script_hook_get(actor=actor, uid=uid)
    if "try" in request.POST:
        return _tried(request, actor, hook)
    form = ScriptForm(request.POST or None, initial=_initial(hook))
    if request.method == "POST" and form.is_valid():
        try:
            script_hook_change(actor=actor, uid=uid, changes=form.values(), expected_revision=_revision(request))
        except Problem as problem:
            form.add_error(None, problem.detail)
        else:
            messages.success(request, "The hook is changed.")
            return redirect("admin:hooks-script", uid)
    return _edit_page(request, hook, form)


def _initial(hook: ScriptHook) -> dict[str, Any]:
    return {name: getattr(hook, name) for name in ScriptForm.base_fields}


def _tried(request: HttpRequest, actor: Actor, hook: ScriptHook) -> HttpResponse:
    """The page with what the hook did for the payload that was typed."""
    form, typed = ScriptForm(initial=_initial(hook)), request.POST.get("payload", "")[:PAYLOAD_MAX]
    try:
        payload = json.loads(typed or "{}")
    except (ValueError, RecursionError):
        payload = None
    if not isinstance(payload, dict):
        return _edit_page(request, hook, form, typed=typed, trouble="The payload is no JSON object.")
    try:
        trial = script_hook_try(actor=actor, uid=hook.uid, payload=payload)
    except Problem as problem:
        return _edit_page(request, hook, form, typed=typed, trouble=problem.detail)
    return _edit_page(request, hook, form, typed=typed, trial=trial)


def _edit_page(
    request: HttpRequest,
    hook: ScriptHook,
    form: ScriptForm,
    *,
    typed: str = "",
    trial: ScriptTrial | None = None,
    trouble: str = "",
) -> HttpResponse:
    event = EVENTS[hook.event]
    return hooks_page(
        request,
        "script_form.html",
        tab="hooks-scripts",
        title=hook.name,
        form=form,
        hook=hook,
        hints=script_hook_hints(hook),
        fires=event.fires,
        is_gate=event.role is Role.TOOL_GATE,
        why_limit=WHY_LIMIT,
        typed=typed or _example(hook),
        trial=trial,
        trouble=trouble,
    )


def _example(hook: ScriptHook) -> str:
    """A payload to start from."""
    event = EVENTS[hook.event]
    payload: dict[str, Any] = {"hook_event_name": hook.event, "session_id": "trial"}
    if event.role in (Role.TOOL_GATE, Role.AFTER_TOOL):
        payload |= {"tool_name": "Bash", "tool_input": {"command": "git status"}}
    elif event.role is Role.PROMPT:
        payload |= {"prompt": "When is the release?"}
    return json.dumps(payload, ensure_ascii=False, indent=2)


@require_POST
@owner_page
def script_act(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Switch a hook, repair its matcher, let it fail open or take that back, or remove it."""
    actor, act = actor_of(request), request.POST.get("act", "")
    if act in ("on", "off"):
        script_hook_enable(actor=actor, uid=uid, enabled=act == "on")
    elif act == "repair":
        changes = {"matcher": request.POST.get("matcher", "")}
        script_hook_change(actor=actor, uid=uid, changes=changes, expected_revision=_revision(request))
        messages.success(request, "The matcher is repaired.")
    elif act == "open":
        script_hook_fail_open(actor=actor, uid=uid, why=request.POST.get("why", ""))
    elif act == "close":
        script_hook_fail_open(actor=actor, uid=uid, why="")
    elif act == "remove":
        script_hook_delete(actor=actor, uid=uid)
        messages.success(request, "The hook is removed. What it decided stays in the history.")
        return redirect("admin:hooks-scripts")
    return (
        redirect("admin:hooks-script", uid) if request.POST.get("back") == "hook" else redirect("admin:hooks-scripts")
    )


def _revision(request: HttpRequest) -> int | None:
    text = request.POST.get("revision", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


class ImportForm(forms.Form):
    """A hook file, pasted."""

    name = forms.CharField(
        max_length=1000,
        label="Where it lies",
        initial=".claude/settings.json",
        widget=forms.TextInput(attrs=LINE),
        help_text="Its path says whose it is: .claude, .cursor, .codex, .github …",
    )
    system = forms.ChoiceField(
        required=False,
        choices=[("", "path and shape say it"), *((one.value, one.value) for one in System)],
        label="Written for",
    )
    text = forms.CharField(
        max_length=FILE_BYTES_MAX,
        strip=False,
        label="Its text",
        widget=forms.Textarea(attrs={"rows": 10, "class": "mono", "spellcheck": "false"}),
    )


@require_http_methods(["GET", "POST"])
@owner_page
def script_import(request: HttpRequest) -> HttpResponse:
    """Look at a file of another system, then store what it holds as drafts."""
    form, report = ImportForm(request.POST or None), None
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        file = HookFile(data["name"], data["text"])
        system = System(data["system"]) if data["system"] else None
        apply = "apply" in request.POST
        report = scripts_import(actor=actor_of(request), files=[file], system=system, apply=apply)
        report.items = [replace(item, text=item.text[:500]) for item in report.items]
        if apply:
            messages.success(request, f"{len(report.created)} drafts are stored, switched off. Try each before use.")
            return redirect("admin:hooks-scripts")
    return hooks_page(
        request, "script_import.html", tab="hooks-scripts", title="Import hooks", form=form, report=report
    )
