"""Who may use a skill: visibility, grants, and what comes of it for one bot."""

from typing import Any, Final
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from channels_bridge.actors import Actor
from channels_bridge.admin.pages import owner_page
from channels_bridge.api.authentication import actor_of
from kirocrew.base.problems import NotFound, Problem
from skills.admin.skill import skill_page, skill_shown
from skills.admin.who import WhoForm, bot_actor, bot_names
from skills.models import Skill, Visibility
from skills.services.access import Access, Reason, effective_access
from skills.services.grants import grant_give, grant_revoke, grants_list, visibility_set

REASONS: Final[dict[str, str]] = {
    Reason.OWNER: "it brought the skill",
    Reason.BUILTIN: "built-in skills are for all",
    Reason.PUBLIC: "the skill is for all agents",
    Reason.GRANT: "it was given the skill",
    Reason.INACTIVE: "the skill is archived, unreadable or switched off",
    Reason.NO_PERMISSION: "its key lacks the permission skills:read",
    Reason.OTHER_PROJECT: "the skill is for another project, or its folder is not read",
    Reason.NOT_ALLOWED: "its allow list does not name the skill",
    Reason.SHADOWED: "another skill of this name stands above it",
    Reason.NONE: "nobody gave it the skill",
}
"""Why somebody may use a skill, or may not, in words."""


class GrantForm(WhoForm):
    """Who is given the skill, and which version."""

    pinned_version = forms.IntegerField(
        required=False, min_value=1, label="Version", help_text="Empty: always the newest."
    )
    can_manage = forms.BooleanField(required=False, label="It may change the skill, too")


@require_safe
@owner_page
def access(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Who may use it, and why a chosen bot may or may not."""
    return _page(request, skill_shown(actor_of(request), uid))


@require_POST
@owner_page
def visibility(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Say who may use it."""
    row = skill_shown(actor_of(request), uid)
    try:
        visibility_set(actor=actor_of(request), skill=row, visibility=request.POST.get("visibility", ""))
    except Problem as problem:
        messages.error(request, problem.detail)
    else:
        messages.success(request, "Who may use it is changed.")
    return redirect("admin:skills-access", uid=uid)


@require_POST
@owner_page
def grant(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Give it to somebody."""
    row, form = skill_shown(actor_of(request), uid), GrantForm(request.POST)
    if form.is_valid():
        try:
            given = grant_give(actor=actor_of(request), skill=row, **form.cleaned_data)
        except Problem as problem:
            form.add_error(None, problem.detail)
        else:
            messages.success(request, f"“{given.name}” may use it.")
            return redirect("admin:skills-access", uid=uid)
    return _page(request, row, form)


@require_POST
@owner_page
def revoke(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Take a grant back."""
    row, kind, _, name = skill_shown(actor_of(request), uid), *request.POST.get("who", "").partition(":")
    grant_revoke(actor=actor_of(request), skill=row, kind=kind, name=name)
    messages.success(request, f"Taken back from “{name}”.")
    return redirect("admin:skills-access", uid=uid)


def access_words(found: Access) -> str:
    """Why somebody may use a skill, or may not."""
    return REASONS[found.reason]


def _page(request: HttpRequest, row: Skill, form: GrantForm | None = None) -> HttpResponse:
    actor, bot = actor_of(request), request.GET.get("bot", "")
    project = request.GET.get("project", "").strip()
    return skill_page(
        request,
        row,
        "access.html",
        tab="skills-access",
        visibilities=Visibility.choices,
        grants=grants_list(actor=actor, skill=row),
        form=form or GrantForm(),
        bots=bot_names(),
        bot=bot,
        project=project,
        **_effective(row, bot, project),
    )


def _effective(row: Skill, bot: str, project: str) -> dict[str, Any]:
    """What a bot gets, for the template; nothing while none is chosen."""
    if not bot:
        return {}
    try:
        asked: Actor = bot_actor(bot)
    except NotFound as problem:
        return {"trouble": problem.detail}
    found = effective_access(actor=asked, skill=row, project=project)
    return {"found": found, "why": access_words(found)}
