"""Activity: jobs newest first, moving by themselves; cancel and retry."""

from uuid import UUID

from django.contrib import messages
from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST, require_safe

from channels_bridge.admin.filters import chosen, filter_links
from channels_bridge.admin.pages import owner_page, page
from channels_bridge.api.authentication import actor_of
from channels_bridge.models import JobEvent
from channels_bridge.models.jobs import Job, JobState
from channels_bridge.services.heartbeats import worker_is_alive
from channels_bridge.services.jobs import job_cancel, job_get, job_retry, jobs_visible_to
from kirocrew.base.problems import Conflict

PAGE_SIZE = 50
STATES = {"": "all"} | {state.value: state.label.lower() for state in JobState}
STEPS_SHOWN = 200


@require_safe
@owner_page
def activity(request: HttpRequest) -> HttpResponse:
    """The newest jobs; `before` in the address goes on to older ones."""
    jobs = jobs_visible_to(actor_of(request)).order_by("-id")
    state = chosen(request, "state", STATES)
    if state:
        jobs = jobs.filter(state=state)
    before = request.GET.get("before", "")
    if before.isascii() and before.isdigit() and len(before) < 19:
        jobs = jobs.filter(pk__lt=int(before))
    rows = list(jobs[: PAGE_SIZE + 1])
    older = rows[PAGE_SIZE - 1].pk if len(rows) > PAGE_SIZE else None
    return page(
        request,
        "channels_bridge/activity.html",
        title="Activity",
        jobs=rows[:PAGE_SIZE],
        older=older,
        newest=not before,
        live="" if before or state else "all",
        states=filter_links("state", "Show", STATES, state),
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


def last_event() -> int:
    """The newest step this page already shows; the socket goes on after it."""
    return JobEvent.objects.aggregate(newest=Max("id"))["newest"] or 0


def _back(request: HttpRequest, row: Job) -> str:
    """The page the button was on, when it is one of ours."""
    next_page = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(next_page, allowed_hosts=None):
        return next_page
    return reverse("admin:activity-job", args=[row.uid])
