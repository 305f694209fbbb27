"""The catalogue: which skills there are, and acting on several at once."""

from collections.abc import Mapping
from typing import Final

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from channels_bridge.admin.filters import Filter, chosen, filter_links
from channels_bridge.admin.pages import owner_page
from channels_bridge.admin.paging import in_order
from channels_bridge.api.authentication import actor_of
from kirocrew.base.problems import Problem
from skills.admin.acts import ACTS
from skills.admin.listing import ORIGINS, STATES, TIERS, Choice, counted, narrowed, rows_of, skills_listed
from skills.admin.paging import name_page
from skills.admin.tabs import skills_page
from skills.models import Skill

WORDS_LIMIT: Final = 200  # characters
ACTED_MOST: Final = 500
"""Skills that one press of a button acts on."""
PROBLEMS_TOLD: Final = 5


@require_safe
@owner_page
def catalogue(request: HttpRequest) -> HttpResponse:
    """Skills by name, a page at a time, of the chosen filters."""
    choice = _choice(request)
    listed = skills_listed()
    counts = counted(narrowed(listed, Choice(words=choice.words)), choice)
    pages = name_page(narrowed(listed, choice), request.GET)
    return skills_page(
        request,
        "catalogue.html",
        tab="skills",
        rows=rows_of(in_order(listed.defer("body", "frontmatter"), pages.ids)),
        pages=pages,
        words=choice.words,
        total=counts["state"][choice.state],
        acted_most=ACTED_MOST,
        filters=[
            _filter("state", "Show", STATES, counts, choice.state),
            _filter("tier", "Tier", TIERS, counts, choice.tier),
            _filter("origin", "Origin", ORIGINS, counts, choice.origin),
        ],
        is_filtered=choice.is_any,
    )


@require_POST
@owner_page
def act(request: HttpRequest) -> HttpResponse:
    """Switch, archive, restore or pin the chosen skills, or all that the filters show."""
    wanted, reason = request.POST.get("act", ""), request.POST.get("reason", "").strip()
    rows = _meant(request)[:ACTED_MOST] if wanted in ACTS else []
    if not rows:
        messages.error(request, "Nothing was changed: choose at least one skill.")
        return _back(request)
    do, done = ACTS[wanted]
    good, problems = 0, []
    for row in rows:
        try:
            do(actor_of(request), row, reason)
            good += 1
        except Problem as problem:
            problems.append(f"“{row.slug}” stays as it is. {problem.detail}")
    if good:
        messages.success(request, f"{good} skill{'' if good == 1 else 's'} {done}.")
    for words in problems[:PROBLEMS_TOLD]:
        messages.error(request, words)
    if len(problems) > PROBLEMS_TOLD:
        messages.error(request, f"{len(problems) - PROBLEMS_TOLD} more stay as they are.")
    return _back(request)


def _meant(request: HttpRequest) -> QuerySet[Skill]:
    """The skills that were ticked, or all of the filters in the address."""
    if "all" in request.POST:
        return narrowed(skills_listed(), _choice(request)).order_by("slug", "tier", "id")
    ticked = [text for text in request.POST.getlist("skill") if text.isascii() and text.isdigit() and len(text) < 19]
    return Skill.objects.kept().filter(pk__in=ticked[:ACTED_MOST])


def _back(request: HttpRequest) -> HttpResponse:
    """To the catalogue with the filters it had."""
    query = request.GET.urlencode()
    return redirect(reverse("admin:skills") + (f"?{query}" if query else ""))


def _choice(request: HttpRequest) -> Choice:
    return Choice(
        state=chosen(request, "state", STATES),
        tier=chosen(request, "tier", TIERS),
        origin=chosen(request, "origin", ORIGINS),
        words=request.GET.get("q", "").strip()[:WORDS_LIMIT],
    )


def _filter(
    name: str, label: str, choices: Mapping[str, str], counts: Mapping[str, Mapping[str, int]], at: str
) -> Filter:
    """The filter's links with their counts; what would show nothing is left out, unless it is chosen."""
    shown = {
        value: f"{words} {counts[name][value]:,}"
        for value, words in choices.items()
        if counts[name][value] or value in ("", at)
    }
    return filter_links(name, label, shown, at)
