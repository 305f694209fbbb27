"""Changing one skill: its text, one field of it, when it comes, and going back to an earlier version."""

from typing import Any, Final
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST

from channels_bridge.actors import Actor
from channels_bridge.admin.pages import owner_page
from channels_bridge.api.authentication import actor_of
from kirocrew.base.problems import Problem
from skills.admin.acts import ACTS
from skills.admin.skill import files_of, skill_page, skill_shown
from skills.models import Skill, Tier
from skills.packages.package import skill_file_of, skill_text
from skills.services.bench import PhraseTrial, phrases_try
from skills.services.catalogue import skill_change, skill_delete, skill_inject_set
from skills.services.versions import version_rollback

BODY_LIMIT: Final = 200_000  # characters
TRIED_CHARACTERS: Final = 4_000
LONG: Final = {"class": "mono", "spellcheck": "false", "dir": "auto"}


class EditForm(forms.Form):
    """SKILL.md as a whole, made on one revision of the skill."""

    content = forms.CharField(
        max_length=BODY_LIMIT,
        strip=False,
        label="SKILL.md",
        widget=forms.Textarea(attrs=LONG | {"rows": 24}),
        help_text="With its frontmatter. It is checked as any upload, and becomes the next version.",
    )
    reason = forms.CharField(max_length=500, required=False, label="Why")
    revision = forms.IntegerField(widget=forms.HiddenInput)


class TriggersForm(forms.Form):
    """When it comes."""

    description = forms.CharField(
        max_length=1024,
        widget=forms.Textarea(attrs={"rows": 3, "dir": "auto"}),
        help_text="What it does and when to use it: skills without phrases are found by this.",
    )
    triggers = forms.CharField(
        required=False,
        label="Comes at these phrases",
        widget=forms.Textarea(attrs={"rows": 6, "dir": "auto"}),
        help_text="One a line, in any language. A phrase with ! before it keeps the skill away.",
    )
    always = forms.BooleanField(required=False, label="Always on: its text goes into every new session")
    inject_on_trigger = forms.BooleanField(
        required=False, label="A message that fits brings its text, not only a line about it"
    )
    reason = forms.CharField(max_length=500, required=False, label="Why")
    revision = forms.IntegerField(widget=forms.HiddenInput)


@require_POST
@owner_page
def act(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Switch, archive, restore, pin or delete it."""
    actor, wanted = actor_of(request), request.POST.get("act", "")
    row, reason = skill_shown(actor, uid), request.POST.get("reason", "").strip()
    try:
        if wanted == "delete":
            skill_delete(actor=actor, skill=row, reason=reason)
            messages.success(request, f"“{row.slug}” is deleted with all its versions.")
            return redirect("admin:skills")
        if wanted in ACTS:
            do, done = ACTS[wanted]
            do(actor, row, reason)
            messages.success(request, f"“{row.slug}” is {done}.")
    except Problem as problem:
        messages.error(request, problem.detail)
    return redirect("admin:skills-one", uid=uid)


@require_http_methods(["GET", "POST"])
@owner_page
def edit(request: HttpRequest, uid: UUID) -> HttpResponse:
    """SKILL.md in a field; what is saved is the next version."""
    actor = actor_of(request)
    row = skill_shown(actor, uid)
    form = EditForm(request.POST or None, initial={"content": _text(row), "revision": row.revision})
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        # Browsers send line ends as CR LF, and the file may have had them.
        content = data["content"] if "\r\n" in _text(row) else data["content"].replace("\r\n", "\n")
        try:
            changed = skill_change(
                actor=actor, skill=row, content=content, reason=data["reason"], revision=data["revision"]
            )
        except Problem as problem:
            form.add_error(None, problem.detail)
        else:
            _tell(request, row, changed)
            return redirect("admin:skills-one", uid=uid)
    return skill_page(request, row, "edit.html", tab="skills-one", form=form)


@require_http_methods(["GET", "POST"])
@owner_page
def triggers(request: HttpRequest, uid: UUID) -> HttpResponse:
    """When it comes: its phrases and switches; each field that differs is set alone, and no other byte."""
    actor = actor_of(request)
    row = skill_shown(actor, uid)
    initial = _fields(row)
    form = TriggersForm(request.POST or None, initial=initial | {"revision": row.revision})
    message = request.POST.get("message", "")[:TRIED_CHARACTERS]
    if request.method == "POST" and form.is_valid() and "try" in request.POST:
        trial = _try(actor, row, message, form.cleaned_data) if message.strip() else None
        return skill_page(request, row, "triggers.html", tab="skills-triggers", form=form, message=message, trial=trial)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        differing = {name: data[name] for name in initial if _same(data[name]) != _same(initial[name])}
        try:
            changed = _change(actor_of(request), row, differing, data)
        except Problem as problem:
            form.add_error(None, problem.detail)
        else:
            _tell(request, row, changed)
            return redirect("admin:skills-triggers", uid=uid)
    return skill_page(request, row, "triggers.html", tab="skills-triggers", form=form)


@require_POST
@owner_page
def rollback(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Make a new version with the files of an earlier one."""
    actor, number = actor_of(request), request.POST.get("number", "")
    row = skill_shown(actor, uid)
    if number.isascii() and number.isdigit() and len(number) < 10:
        try:
            changed = version_rollback(
                actor=actor, skill=row, number=int(number), reason=request.POST.get("reason", "").strip()
            )
        except Problem as problem:
            messages.error(request, problem.detail)
        else:
            _tell(request, row, changed)
    return redirect("admin:skills-versions", uid=uid)


def _try(actor: Actor, row: Skill, message: str, data: dict[str, Any]) -> PhraseTrial:
    """What a message would come to, were the phrases those that are typed."""
    phrases = _lines(data["triggers"])
    return phrases_try(
        actor=actor,
        skill=row,
        message=message,
        triggers=[phrase for phrase in phrases if not phrase.startswith("!")],
        negative_triggers=[phrase[1:].strip() for phrase in phrases if phrase.startswith("!")],
        description=data["description"],
    )


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _tell(request: HttpRequest, before: Skill, after: Skill) -> None:
    if after.version == before.version:
        messages.info(request, "Nothing differs, so there is no new version.")
    elif after.enabled or not before.enabled:
        messages.success(request, f"Version {after.version} is in use.")
    else:
        messages.warning(request, f"Version {after.version} is kept switched off: {after.state_reason}")


def _change(actor: Actor, row: Skill, differing: dict[str, Any], data: dict[str, Any]) -> Skill:
    fields = dict(differing)
    if "triggers" in fields:
        fields["triggers"] = _lines(fields["triggers"])
    if set(fields) == {"inject_on_trigger"}:
        inject = fields["inject_on_trigger"]
        return skill_inject_set(actor=actor, skill=row, inject=inject, revision=data["revision"])
    if not fields:
        return row
    return skill_change(actor=actor, skill=row, fields=fields, reason=data["reason"], revision=data["revision"])


def _fields(row: Skill) -> dict[str, Any]:
    phrases = [*row.triggers, *(f"!{phrase}" for phrase in row.negative_triggers)]
    return {
        "description": row.description,
        "triggers": "\n".join(phrases),
        "always": row.always,
        "inject_on_trigger": row.inject_on_trigger,
    }


def _same(value: Any) -> Any:
    """A value as it is compared: line ends and outer space of a text do not count."""
    return value.replace("\r\n", "\n").strip() if isinstance(value, str) else value


def _text(row: Skill) -> str:
    """SKILL.md of the version in use, empty for a skill in a folder."""
    if row.tier != Tier.MANAGED:
        return ""
    files = files_of(row)
    return skill_text(files[skill_file_of(files)])
