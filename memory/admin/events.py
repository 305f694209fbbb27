"""The audit log, refusals included."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from channels_bridge.admin.filters import chosen, filter_links
from channels_bridge.admin.pages import owner_page, page
from channels_bridge.admin.paging import in_order, key_page
from channels_bridge.api.authentication import actor_of
from memory.admin.choosing import store_chosen
from memory.gate.outcomes import RefusalCode
from memory.models import Event, Store
from memory.services.statistics import rejections

SHOW: Final = {"": "all", "refusals": "refusals", "security": "security"}
REFUSALS: Final = frozenset(code.value for code in RefusalCode)


@require_safe
@owner_page
def events(request: HttpRequest) -> HttpResponse:
    """What happened, newest first; of all, of refusals, or of one code."""
    actor, store = actor_of(request), store_chosen(request)
    show = chosen(request, "show", SHOW)
    code = request.GET.get("code", "")[:40]
    rows = Event.objects.all()
    if store is not None:
        rows = rows.filter(store=store)
    if show or code:
        rows = rows.filter(is_refusal=True) if show == "refusals" or code in REFUSALS else rows
        rows = rows.filter(is_security=True) if show == "security" else rows
        rows = rows.filter(code=code) if code else rows
    found = key_page([rows], request.GET)
    return page(
        request,
        "memory/events.html",
        title="Audit log",
        rows=in_order(Event.objects.select_related("store"), found.ids),
        pages=found,
        show=filter_links("show", "Show", SHOW, show),
        code=code,
        codes=sorted(rejections(actor=actor, store=store).items(), key=lambda pair: -pair[1]),
        stores=Store.objects.all(),
    )
