"""Memory as it stood: two points in time, the records of that moment, a search there, and what is different now."""

from dataclasses import dataclass
from datetime import datetime, time
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from channels_bridge.actors import Actor
from channels_bridge.admin.filters import chosen, filter_links
from channels_bridge.admin.pages import owner_page, page
from channels_bridge.api.authentication import actor_of
from kirocrew.base.clock import now
from kirocrew.base.diffs import Piece
from kirocrew.base.problems import Invalid
from memory.admin.choosing import store_chosen
from memory.admin.showing import record_words, words_between
from memory.models import Kind, Revision, Store
from memory.services.moments import DAY_LENGTH, Moment, moment_named
from memory.services.recall import ALL_KINDS, RecallOptions, recall
from memory.services.timeline import PastPage, Wanted, records_at
from memory.services.timeline_changes import Difference, compare_with_now

SHOWN: Final = 50  # records or hits of a page
QUERY_CHARACTERS: Final = 500
EXCERPT: Final = 400  # characters of a text
KINDS: Final = {"": "all", **{kind.value: f"{kind.label.lower()}s" for kind in Kind}}


@dataclass(frozen=True, slots=True)
class Slider:
    """One axis: its name in the address, what it says, and the seconds it can be moved over."""

    name: str
    label: str
    help: str
    value: datetime
    first: int
    last: int

    @property
    def text(self) -> str:
        """As a field for date and time takes it, in the owner's zone."""
        return f"{timezone.localtime(self.value):%Y-%m-%dT%H:%M:%S}"

    @property
    def at(self) -> int:
        return min(max(int(self.value.timestamp()), self.first), self.last)


@dataclass(frozen=True, slots=True)
class Row:
    """A difference as it is shown."""

    difference: Difference
    pieces: list[Piece]


@require_safe
@owner_page
def timeline(request: HttpRequest) -> HttpResponse:
    """The page; without an instant it shows the present, from which one goes back."""
    actor, store = actor_of(request), store_chosen(request)
    stores = [store] if store else list(Store.objects.visible_to(actor))
    kind = chosen(request, "kind", KINDS)
    query = request.GET.get("q", "").strip()[:QUERY_CHARACTERS]
    moment, problem = _moment(request)
    context: dict[str, Any] = {
        "sliders": _sliders(moment),
        "moment": moment,
        "is_past": _is_past(request),
        "problem": problem,
        "kinds": filter_links("kind", "Kind", KINDS, kind),
        "compare": "compare" in request.GET,
        "words": query,
    }
    if problem:
        return page(request, "memory/timeline.html", title="Timeline", status=422, **context)
    if context["compare"]:
        context |= _compared(actor, stores, moment)
    elif query:
        options = RecallOptions(admit=False, moment=moment)
        kinds = {kind} if kind else ALL_KINDS
        context["found"] = recall(actor=actor, query=query, stores=stores, kinds=kinds, limit=SHOWN, options=options)
    else:
        past = _listed(request, actor, stores, moment, kind)
        entries = [(then, record_words(then.record)[:EXCERPT]) for then in past.entries]
        context |= {"past": past, "entries": entries}
    return page(request, "memory/timeline.html", title="Timeline", **context)


def _listed(request: HttpRequest, actor: Actor, stores: list[Store], moment: Moment, kind: str) -> PastPage:
    before = request.GET.get("before", "")
    below = int(before) if before.isascii() and before.isdigit() and len(before) < 19 else None
    return records_at(actor=actor, stores=stores, moment=moment, wanted=Wanted(kind=kind), limit=SHOWN, below=below)


def _compared(actor: Actor, stores: list[Store], moment: Moment) -> dict[str, Any]:
    compared = compare_with_now(actor=actor, stores=stores, moment=moment, limit=SHOWN)
    rows = []
    for difference in compared.differences:
        then, current = difference.then, difference.now
        if then and current:
            pieces = words_between(then.record, current.record)
        else:  # what is all new, or gone, is told by how it begins
            pieces = [Piece("ins" if current else "del", record_words(difference.record)[:EXCERPT])]
        rows.append(Row(difference, pieces))
    return {"rows": rows, "more": compared.more}


def _is_past(request: HttpRequest) -> bool:
    return bool(request.GET.get("true") or request.GET.get("known"))


def _moment(request: HttpRequest) -> tuple[Moment, str]:
    """The point the address names, or the present with what is wrong with it."""
    present = now()
    try:
        named = moment_named(_typed(request, "true"), _typed(request, "known"))
    except Invalid as problem:
        return Moment(present, present), problem.detail
    return named or Moment(present, present), ""


def _typed(request: HttpRequest, name: str) -> datetime | str | None:
    """What a field for date and time sends is in the owner's zone; a text that names its own zone is read as it is."""
    text = request.GET.get(name, "").strip()
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return text
    if len(text) == DAY_LENGTH:  # a day is its end, as everywhere, or now for today
        moment = datetime.combine(moment, time.max)
    aware = moment if moment.tzinfo else timezone.make_aware(moment)
    return min(aware, now()) if len(text) == DAY_LENGTH and f"{timezone.localtime():%Y-%m-%d}" == text else aware


def _sliders(moment: Moment) -> list[Slider]:
    oldest = Revision.objects.order_by("pk").values_list("recorded_at", flat=True).first() or now()
    first, last = int(min(oldest, moment.as_of, moment.known_at).timestamp()), int(now().timestamp()) + 1
    return [
        Slider("true", "True at", "What held at this moment.", moment.as_of, first, last),
        Slider("known", "Known at", "As it was believed at this moment.", moment.known_at, first, last),
    ]
