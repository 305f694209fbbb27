"""The history of decisions, with counts by rule."""

from datetime import timedelta
from typing import Final

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from channels_bridge.admin.filters import chosen, filter_links
from channels_bridge.admin.pages import owner_page
from channels_bridge.admin.paging import in_order, key_page
from channels_bridge.api.authentication import actor_of
from hooks.admin.naming import rule_names
from hooks.admin.tabs import hooks_page
from hooks.models import Decision, Outcome, Subject
from hooks.services.decisions import DecisionFilter, decision_counts, decisions_export, decisions_visible
from kirocrew.base.clock import now

OUTCOMES: Final = {"": "all", "security": "security denials", **{o.value: o.label for o in Outcome}}
KINDS: Final = {"": "all", **{kind.value: f"{kind.label.lower()}s" for kind in Subject}}
PERIODS: Final = {"": "any time", "1": "today", "7": "7 days", "30": "30 days"}
COUNTED: Final = timedelta(days=30)
COUNTS_SHOWN: Final = 12


@require_safe
@owner_page
def decisions(request: HttpRequest) -> HttpResponse:
    """Decisions, newest first, by outcome, kind, rule, who asked and words."""
    actor = actor_of(request)
    wanted = _wanted(request)
    found = key_page([decisions_visible(actor=actor, wanted=wanted)], request.GET)
    filtered = wanted != DecisionFilter()
    counted = {} if filtered else decision_counts(actor=actor, since=now() - COUNTED)
    counts = sorted(counted.items(), key=lambda pair: -pair[1][0])
    names = rule_names(actor)
    return hooks_page(
        request,
        "decisions.html",
        tab="hooks-decisions",
        rows=[(row, names.get(row.rule, row.rule)) for row in in_order(Decision.objects.all(), found.ids)],
        pages=found,
        filters=[
            filter_links("outcome", "Outcome", OUTCOMES, chosen(request, "outcome", OUTCOMES)),
            filter_links("kind", "About", KINDS, chosen(request, "kind", KINDS)),
            filter_links("days", "When", PERIODS, chosen(request, "days", PERIODS)),
        ],
        rule=wanted.rule,
        rule_name=names.get(wanted.rule, wanted.rule),
        words=wanted.text,
        counts=[(rule, names.get(rule, rule), number, last) for rule, (number, last) in counts[:COUNTS_SHOWN]],
        filtered=filtered,
    )


@require_safe
@owner_page
def export(request: HttpRequest) -> HttpResponseBase:
    """What the filters show, all of it, as JSON lines."""
    answer = StreamingHttpResponse(
        decisions_export(actor=actor_of(request), wanted=_wanted(request)), content_type="application/x-ndjson"
    )
    answer["Content-Disposition"] = 'attachment; filename="decisions.jsonl"'
    return answer


def _wanted(request: HttpRequest) -> DecisionFilter:
    outcome, days = chosen(request, "outcome", OUTCOMES), chosen(request, "days", PERIODS)
    return DecisionFilter(
        outcome="" if outcome == "security" else outcome,
        security=True if outcome == "security" else None,
        kind=chosen(request, "kind", KINDS),
        rule=request.GET.get("rule", "")[:80],
        source=request.GET.get("source", "")[:200],
        text=request.GET.get("q", "").strip()[:200],
        since=now() - timedelta(days=int(days)) if days else None,
    )
