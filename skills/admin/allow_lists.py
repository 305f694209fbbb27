"""Allow lists: bots, members and people that are limited to some skills."""

from typing import Final

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from channels_bridge.actors import Actor
from channels_bridge.admin.pages import owner_page
from channels_bridge.api.authentication import actor_of
from kirocrew.base.problems import Problem
from skills.admin.tabs import skills_page
from skills.admin.who import WhoForm, bot_names
from skills.models import Skill, SkillAllowList
from skills.services.grants import allow_list_set, allow_lists

TEXT_LIMIT: Final = 100_000  # characters


class AllowForm(WhoForm):
    """Who is limited, and to what."""

    slugs = forms.CharField(
        required=False,
        max_length=TEXT_LIMIT,
        label="May use only",
        widget=forms.Textarea(attrs={"rows": 6, "class": "mono", "spellcheck": "false", "dir": "auto"}),
        help_text="Names of skills, one a line. Empty: none at all.",
    )


@require_http_methods(["GET", "POST"])
@owner_page
def lists(request: HttpRequest) -> HttpResponse:
    """Who is limited to which skills; a list is set whole, or lifted."""
    actor = actor_of(request)
    form = AllowForm(request.POST or None, initial=_initial(actor, request.GET.get("who", "")))
    if request.method == "POST" and "lift" in request.POST:
        kind, _, name = request.POST["lift"].partition(":")
        allow_list_set(actor=actor, kind=kind, name=name, slugs=None)
        messages.success(request, f"“{name}” may use every skill it may see.")
        return redirect("admin:skills-lists")
    if request.method == "POST" and form.is_valid() and _set(actor, form):
        messages.success(request, f"“{form.cleaned_data['name']}” is limited to these skills.")
        return redirect("admin:skills-lists")
    rows = list(allow_lists(actor=actor))
    named = {slug for row in rows for slug in row.slugs}
    known = set(Skill.objects.live().filter(slug__in=named).values_list("slug", flat=True))
    return skills_page(
        request,
        "lists.html",
        tab="skills-lists",
        form=form,
        bots=bot_names(),
        rows=[(row, [(slug, slug in known) for slug in row.slugs]) for row in rows],
    )


def _set(actor: Actor, form: AllowForm) -> bool:
    data = form.cleaned_data
    slugs = [line.strip() for line in data["slugs"].splitlines() if line.strip()]
    try:
        allow_list_set(actor=actor, kind=data["kind"], name=data["name"], slugs=slugs)
    except Problem as problem:
        form.add_error(None, problem.detail)
        return False
    return True


def _initial(actor: Actor, who: str) -> dict[str, str]:
    """The list that the address names, to be changed."""
    kind, _, name = who.partition(":")
    row: SkillAllowList | None = allow_lists(actor=actor).filter(principal_kind=kind, name=name).first()
    return {"kind": kind, "name": name, "slugs": "\n".join(row.slugs)} if row else {}
