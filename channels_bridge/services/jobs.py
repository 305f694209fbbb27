"""Background work: ask for it, stop it, try it again, see it. Running it is in job_runs, repairing in job_repairs."""

import json
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import Count, QuerySet
from django_q.tasks import async_task

from channels_bridge.actors import Actor
from channels_bridge.models import Job, JobState
from channels_bridge.services.job_events import event_add
from channels_bridge.services.job_registry import UnknownJob, job_handler, job_kind, job_kinds
from channels_bridge.services.job_runs import JobCancelled, JobLost, JobRetryLater, JobRun, run_job_now
from channels_bridge.services.texts import text_redacted
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, NotFound
from kirocrew.db.rows import rows_read

__all__ = [
    "JobCancelled",
    "JobLost",
    "JobRetryLater",
    "JobRun",
    "UnknownJob",
    "job_cancel",
    "job_deliver",
    "job_enqueue",
    "job_get",
    "job_handler",
    "job_kind",
    "job_kinds",
    "job_retry",
    "jobs_count",
    "jobs_visible_to",
    "run_job_now",
]

RUN_TASK: Final = "channels_bridge.tasks.run_job"
ASKED_AGAIN_AFTER: Final = timedelta(minutes=1)
"""A job that is asked for again is delivered again when its last delivery is so old."""
_WAITING: Final = (
    "WHERE t.name = %s AND t.dedupe_key = %s AND t.state = %s AND NOT t.cancel_requested ORDER BY t.id DESC LIMIT 1"
)


def job_enqueue(*, actor: Actor, name: str, args: dict[str, Any], title: str = "", dedupe_key: str = "") -> Job:
    """Ask for a piece of background work and return its row.

    With a `dedupe_key`, a job of the same name and key that still waits is returned instead of a second one; one whose
    delivery is a minute old is put in the queue again, as a worker that was killed takes deliveries along. Inside a
    transaction, job and delivery roll back with it. Raises UnknownJob for a name without handler and TypeError for
    arguments that are not JSON values.
    """
    kind = job_kind(name)
    _require_json(args)
    if dedupe_key and (waiting := _waiting(name, dedupe_key)):
        return _delivered_again(waiting)
    with transaction.atomic():
        # Looked for again: another process may have asked between the look and the lock.
        if dedupe_key and (waiting := _waiting(name, dedupe_key)):
            return waiting
        job = Job.objects.create(
            name=name,
            title=text_redacted(title) or kind.title,
            args=args,
            dedupe_key=dedupe_key,
            max_attempts=kind.max_attempts,
            requested_by=actor.source,
            requested_ident=actor.ident,
        )
        event_add(job, "queued")
        job_deliver(job)
    return job


def job_deliver(job: Job) -> None:
    """Put a waiting job in the queue. Twice does no harm: one delivery claims it, the other finds nothing."""
    with transaction.atomic():
        job.delivered_at = now()
        Job.objects.filter(pk=job.pk).update(delivered_at=job.delivered_at)
        async_task(RUN_TASK, str(job.uid), task_name=job.name[:100])


def jobs_visible_to(actor: Actor) -> QuerySet[Job]:
    """The jobs an actor may see, newest first."""
    return Job.objects.visible_to(actor)


def jobs_count(jobs: QuerySet[Job]) -> dict[tuple[str, str], int]:
    """How many jobs there are by name and state. Read from an index alone: about 10 ms for 100,000 jobs."""
    rows = jobs.order_by().values_list("name", "state").annotate(number=Count("pk"))
    return {(name, state): number for name, state, number in rows}


def job_get(*, actor: Actor, uid: UUID | str) -> Job:
    """Return a job the actor may see. Raises NotFound."""
    job = jobs_visible_to(actor).filter(uid=uid).first()
    if job is None:
        raise NotFound("There is no such job, or it belongs to someone else.", type="job-not-found")
    return job


def job_cancel(*, actor: Actor, job: Job) -> Job:
    """Stop a job: a waiting one at once, a running one at its next step. Cancelling again changes nothing.

    Raises NotFound for a job the actor may not see, Conflict for one that has ended otherwise.
    """
    job_get(actor=actor, uid=job.uid)
    with transaction.atomic():
        stopped = Job.objects.filter(pk=job.pk, state=JobState.QUEUED).update(
            state=JobState.CANCELLED, finished_at=now(), cancel_requested=True
        )
        asked = Job.objects.filter(pk=job.pk, state=JobState.RUNNING, cancel_requested=False).update(
            cancel_requested=True
        )
        job.refresh_from_db()
        if stopped:
            event_add(job, "cancelled", {"by": actor.source})
        elif asked:
            event_add(job, "cancel_requested", {"by": actor.source})
    if job.state in (JobState.DONE, JobState.FAILED):
        raise Conflict(f"This job has ended ({job.state}); there is nothing to stop.", type="job-ended")
    return job


def job_retry(*, actor: Actor, job: Job) -> Job:
    """Put a failed or cancelled job back in the queue; it goes on from its checkpoint.

    Raises NotFound for a job the actor may not see, Conflict for one that is not failed or cancelled.
    """
    job_get(actor=actor, uid=job.uid)
    with transaction.atomic():
        again = Job.objects.filter(pk=job.pk, state__in=(JobState.FAILED, JobState.CANCELLED)).update(
            state=JobState.QUEUED,
            attempts=0,
            error="",
            cancel_requested=False,
            finished_at=None,
            not_before=now(),
        )
        job.refresh_from_db()
        if not again:
            raise Conflict(
                f"This job is {job.state}; only a failed or cancelled one is tried again.", type="job-active"
            )
        event_add(job, "queued", {"by": actor.source})
        job_deliver(job)
    return job


def _delivered_again(job: Job) -> Job:
    """A waiting job whose time has come and whose delivery is old: it may be lost, and twice does no harm."""
    moment = now()
    if job.delivered_at is not None and max(job.delivered_at, job.not_before) < moment - ASKED_AGAIN_AFTER:
        job_deliver(job)
    return job


def _waiting(name: str, dedupe_key: str) -> Job | None:
    found = rows_read(Job, _WAITING, [name, dedupe_key, str(JobState.QUEUED)])
    return found[0] if found else None


def _require_json(args: dict[str, Any]) -> None:
    """Arguments outlive the code that made them, so they are plain JSON, never objects."""
    if json.loads(json.dumps(args, allow_nan=False)) != args:
        raise TypeError("Arguments of a job are JSON values with text keys: no tuples, dates, decimals or objects")
