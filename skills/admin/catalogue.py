"""The catalogue: which skills there are, and acting on several at once."""

from collections.abc import Mapping
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from channels_bridge.admin.filters import Filter, chosen, filter_links
from channels_bridge.admin.pages import owner_page
from channels_bridge.admin.paging import in_order
from skills.admin.listing import ORIGINS, STATES, TIERS, Choice, counted, narrowed, rows_of, skills_listed
from skills.admin.paging import name_page
from skills.admin.tabs import skills_page

WORDS_LIMIT: Final = 200  # characters


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
        filters=[
            _filter("state", "Show", STATES, counts, choice.state),
            _filter("tier", "Tier", TIERS, counts, choice.tier),
            _filter("origin", "Origin", ORIGINS, counts, choice.origin),
        ],
        is_filtered=choice.is_any,
    )


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
