"""Looking for skills in a registry, reading one, and installing it."""

from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST

from channels_bridge.admin.pages import owner_page
from channels_bridge.api.authentication import actor_of
from kirocrew.base.problems import Problem
from skills.admin.tabs import skills_page
from skills.models import Origin, Skill
from skills.services.discovering import Found, Preview, providers, skill_install, skill_preview, skills_discover

QUERY_CHARACTERS: Final = 200
ID_CHARACTERS: Final = 200
NAME_CHARACTERS: Final = 200
SHOWN: Final = 30


@require_http_methods(["GET", "POST"])
@owner_page
def discover(request: HttpRequest) -> HttpResponse:
    """Search a registry. Only what is sent from the form leaves the machine; a link to this page asks nobody."""
    query = request.POST.get("q", "").strip()[:QUERY_CHARACTERS]
    hits: list[Found] = []
    trouble = ""
    if query:
        try:
            hits = skills_discover(actor=actor_of(request), query=query, limit=SHOWN)
        except Problem as problem:
            trouble = problem.detail or problem.title
    return _page(request, "discover.html", query=query, hits=_marked(hits), trouble=trouble, is_asked=bool(query))


@require_POST
@owner_page
def preview(request: HttpRequest) -> HttpResponse:
    """What a skill says, before anything of it is kept."""
    ident = request.POST.get("id", "").strip()[:ID_CHARACTERS]
    shown: Preview | None = None
    trouble = ""
    try:
        shown = skill_preview(actor=actor_of(request), ident=ident)
    except Problem as problem:
        trouble = problem.detail or problem.title
    return _page(request, "discovered.html", preview=shown, ident=ident, trouble=trouble)


@require_POST
@owner_page
def install(request: HttpRequest) -> HttpResponse:
    """Fetch it anew and write it as a skill of ours."""
    ident = request.POST.get("id", "").strip()[:ID_CHARACTERS]
    name = request.POST.get("name", "").strip()[:NAME_CHARACTERS]
    try:
        written = skill_install(actor=actor_of(request), ident=ident, name=name)
    except Problem as problem:
        trouble = problem.detail or problem.title
        return _page(request, "discovered.html", preview=None, ident=ident, trouble=trouble)
    if written.changed:
        messages.success(request, f"“{written.skill.slug}” is installed, version {written.skill.version}.")
    else:
        messages.info(request, f"“{written.skill.slug}” is installed already, and the same.")
    return redirect("admin:skills-one", uid=written.skill.uid)


def _page(request: HttpRequest, template: str, **context: Any) -> HttpResponse:
    return skills_page(request, template, tab="skills-discover", registries=list(providers().values()), **context)


def _marked(hits: list[Found]) -> list[tuple[Found, Skill | None]]:
    """The hits, each with the skill it was installed as."""
    rows = Skill.objects.kept().filter(origin=Origin.DISCOVERED)
    ours = {row.origin_detail.partition(":")[2]: row for row in rows.only("uid", "slug", "origin_detail")}
    return [(hit, ours.get(hit.id)) for hit in hits]
