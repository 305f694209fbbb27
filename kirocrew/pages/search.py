"""Searching all memory from the field on top, with the engine the agents use."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from channels_bridge.admin.filters import chosen, filter_links
from channels_bridge.admin.pages import owner_page, page
from channels_bridge.api.authentication import actor_of
from memory.admin.choosing import store_chosen
from memory.models import Kind, Store
from memory.services.recall import ALL_KINDS, RecallOptions, recall

SHOWN: Final = 50  # hits
QUERY_CHARACTERS: Final = 500
KINDS: Final = {"": "all", **{kind.value: f"{kind.label.lower()}s" for kind in Kind}}


@require_safe
@owner_page
def search(request: HttpRequest) -> HttpResponse:
    """What memory answers to the words, best first: everything found, also what an agent would not be given."""
    query = request.GET.get("q", "").strip()[:QUERY_CHARACTERS]
    kind = chosen(request, "kind", KINDS)
    context: dict[str, Any] = {"query": query, "kinds": filter_links("kind", "Kind", KINDS, kind)}
    if not query:
        return page(request, "kirocrew/search.html", title="Search", **context)
    actor, store = actor_of(request), store_chosen(request)
    found = recall(
        actor=actor,
        query=query,
        stores=[store] if store else list(Store.objects.visible_to(actor)),
        kinds={kind} if kind else ALL_KINDS,
        limit=SHOWN,
        options=RecallOptions(admit=False),
    )
    return page(request, "kirocrew/search.html", title="Search", found=found, **context)
