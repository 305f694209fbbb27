"""Values the owner refused for good: what, why, how often they came back, and lifting a refusal."""

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST, require_safe

from channels_bridge.admin.filters import chosen, filter_links
from channels_bridge.admin.pages import owner_page, page
from channels_bridge.admin.paging import in_order, key_page
from channels_bridge.api.authentication import actor_of
from kirocrew.base.problems import Problem
from memory.admin.choosing import back_to, store_chosen
from memory.services.refusals import refusal_lift, refusals_of

SHOW: Final = {"": "refused", "lifted": "lifted"}


@require_safe
@owner_page
def refused(request: HttpRequest) -> HttpResponse:
    """What is refused, newest first; or what was, and may be written again."""
    show = chosen(request, "show", SHOW)
    rows = refusals_of(actor=actor_of(request), store=store_chosen(request))
    found = key_page([rows.filter(lifted_at__isnull=not show)], request.GET)
    return page(
        request,
        "memory/refused.html",
        title="Refused values",
        rows=in_order(rows, found.ids),
        pages=found,
        show=filter_links("show", "Show", SHOW, show),
        is_lifted=bool(show),
    )


@require_POST
@owner_page
def lift(request: HttpRequest, number: int) -> HttpResponse:
    """Let a value be written again; a reason is asked for."""
    try:
        refusal_lift(actor=actor_of(request), number=number, reason=request.POST.get("reason", ""))
    except Problem as problem:
        messages.error(request, problem.detail)
    else:
        messages.success(request, "Lifted. The value can be written again; nothing was written by this.")
    return back_to(request, "review-refused")
