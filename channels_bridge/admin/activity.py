"""Activity: jobs newest first, moving by themselves; cancel and retry."""

from collections.abc import Mapping
from uuid import UUID

from django.contrib import messages
from django.db.models import Max, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST, require_safe

from channels_bridge.admin.filters import chosen, filter_links
from channels_bridge.admin.pages import owner_page, page
from channels_bridge.admin.paging import in_order, key_page
from channels_bridge.api.authentication import actor_of
from channels_bridge.models import JobEvent
from channels_bridge.models.jobs import Job, JobState
from channels_bridge.services.heartbeats import worker_is_alive
from channels_bridge.services.job_registry import kind_words
from channels_bridge.services.jobs import job_cancel, job_get, job_retry, jobs_count, jobs_visible_to
from kirocrew.base.problems import Conflict

STATES = {"": "all"} | {state.value: state.label.lower() for state in JobState}
STEPS_SHOWN = 200


@require_safe
@owner_page
def activity(request: HttpRequest) -> HttpResponse:
    """Jobs newest first, a page at a time, of one state and kind or of all."""
    jobs = jobs_visible_to(actor_of(request))
    counts = jobs_count(jobs)
    state = chosen(request, "state", STATES)
    kinds = {"": "all"} | {name: kind_words(name) for name in sorted({name for name, _ in counts}, key=kind_words)}
    kind = chosen(request, "kind", kinds)
    found = key_page(_streams(jobs, state, kind), request.GET)
    is_first = "before" not in request.GET and "after" not in request.GET
    return page(
        request,
        "channels_bridge/activity.html",
        title="Activity",
        jobs=in_order(jobs, found.ids),
        found=found,
        # New jobs appear at the top of the whole list alone; elsewhere those that are shown move.
        live="all" if is_first and not state and not kind else "shown",
        is_narrowed=bool(state or kind),
        filters=[
            filter_links("state", "Show", _counted(STATES, counts, kind=kind), state),
            filter_links("kind", "Kind", _counted(kinds, counts, state=state), kind),
        ],
        last_event=last_event(),
        worker=worker_is_alive(),
    )


@require_safe
@owner_page
def job(request: HttpRequest, uid: UUID) -> HttpResponse:
    """One job with its steps, newest first."""
    row = job_get(actor=actor_of(request), uid=uid)
    return page(
        request,
        "channels_bridge/job.html",
        title=row.title,
        job=row,
        result=sorted((name, value) for name, value in row.result.items() if isinstance(value, str | int | float)),
        steps=row.events.order_by("-id")[:STEPS_SHOWN],
        last_event=last_event(),
    )


@require_safe
@owner_page
def job_row(request: HttpRequest, uid: UUID) -> HttpResponse:
    """One job as it stands in the list: what the live page fetches for a job it has not seen, or that ended."""
    row = job_get(actor=actor_of(request), uid=uid)
    return render(request, "channels_bridge/job_row.html", {"job": row})


@require_POST
@owner_page
def cancel(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Stop a job."""
    actor = actor_of(request)
    row = job_get(actor=actor, uid=uid)
    try:
        job_cancel(actor=actor, job=row)
    except Conflict as conflict:
        messages.warning(request, conflict.detail)
    return redirect(_back(request, row))


@require_POST
@owner_page
def retry(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Put a failed or cancelled job back in the queue."""
    actor = actor_of(request)
    row = job_get(actor=actor, uid=uid)
    try:
        job_retry(actor=actor, job=row)
    except Conflict as conflict:
        messages.warning(request, conflict.detail)
    return redirect(_back(request, row))


def _streams(jobs: QuerySet[Job], state: str, kind: str) -> list[QuerySet[Job]]:
    """The jobs of a state and kind as lists that an index has in their order."""
    if kind:
        states = [state] if state else [each.value for each in JobState]
        return [jobs.filter(name=kind, state=each) for each in states]
    return [jobs.filter(state=state) if state else jobs]


def _counted(
    choices: Mapping[str, str], counts: Mapping[tuple[str, str], int], *, state: str = "", kind: str = ""
) -> dict[str, str]:
    """The choices of one filter with how many jobs each would show beside the other filter's."""
    kept = {key: number for key, number in counts.items() if kind in ("", key[0]) and state in ("", key[1])}
    named = {value: sum(number for key, number in kept.items() if value in ("", *key)) for value in choices}
    return {value: f"{words} {named[value]:,}" for value, words in choices.items()}


def last_event() -> int:
    """The newest step this page already shows; the socket goes on after it."""
    return JobEvent.objects.aggregate(newest=Max("id"))["newest"] or 0


def _back(request: HttpRequest, row: Job) -> str:
    """The page the button was on, when it is one of ours."""
    next_page = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(next_page, allowed_hosts=None):
        return next_page
    return reverse("admin:activity-job", args=[row.uid])
