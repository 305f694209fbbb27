"""What nobody looks after any more: jobs of dead workers, lost deliveries, old rows."""

import logging
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet

from channels_bridge.models import IdempotencyKey, Job, JobState
from channels_bridge.models.jobs import FINISHED
from channels_bridge.services.job_events import event_add
from channels_bridge.services.job_runs import backoff
from channels_bridge.services.jobs import job_deliver
from channels_bridge.services.worker_identity import worker_is_gone
from kirocrew.base.clock import now

logger = logging.getLogger(__name__)

STALE_AFTER: Final = timedelta(seconds=60)
"""Without a heartbeat for so long a run counts as dead. Workers send one every 15 s."""
DELIVER_AGAIN_AFTER: Final = timedelta(minutes=10)
"""A job that waits so long is put in the queue again: its delivery may be lost, by a new secret key for example."""
KEEP_FINISHED: Final = timedelta(days=30)
PRUNE_BATCH: Final = 500


def jobs_reap(at: datetime | None = None) -> int:
    """Take running jobs back from dead workers: to the queue, or to their end. Return how many."""
    instant = at or now()
    reaped = 0
    stale = Q(heartbeat_at__lt=instant - STALE_AFTER) | Q(heartbeat_at__isnull=True)
    for job in Job.objects.filter(state=JobState.RUNNING).order_by("id"):
        dead = worker_is_gone(job.worker)
        held = Job.objects.filter(pk=job.pk, state=JobState.RUNNING, claim=job.claim)
        reaped += _reap(job, held if dead else held.filter(stale), instant)
    return reaped


def _reap(job: Job, held: QuerySet[Job], instant: datetime) -> int:
    if job.cancel_requested:
        values = {"state": JobState.CANCELLED, "finished_at": instant}
        kind = "cancelled"
    elif job.attempts >= job.max_attempts:
        error = f"The worker died {job.attempts} times at the same place."
        values = {"state": JobState.FAILED, "finished_at": instant, "error": error}
        kind = "failed"
    else:
        # The first death is most often a restart of the server: go on at once.
        wait = backoff(job.attempts - 1) if job.attempts > 1 else timedelta(0)
        values = {"state": JobState.QUEUED, "not_before": instant + wait, "delivered_at": None}
        kind = "retrying"
    with transaction.atomic():
        if not held.update(claim=None, **values):
            return 0
        job.refresh_from_db()
        event_add(job, kind, {"reason": "worker died"})
    logger.warning("Job %s lost its worker and is %s now.", job.uid, job.state)
    return 1


def jobs_deliver_due(at: datetime | None = None) -> int:
    """Put waiting jobs in the queue that are due and not in it, or were not picked up for long. Return how many."""
    instant = at or now()
    undelivered = Q(delivered_at__isnull=True) | Q(delivered_at__lt=instant - DELIVER_AGAIN_AFTER)
    due = Job.objects.filter(undelivered, state=JobState.QUEUED, not_before__lte=instant).order_by("id")
    jobs = list(due[:PRUNE_BATCH])
    for job in jobs:
        job_deliver(job)
    return len(jobs)


def jobs_prune(at: datetime | None = None) -> int:
    """Remove jobs that ended more than 30 days ago, with their events. Return how many."""
    ended = Job.objects.filter(state__in=FINISHED, finished_at__lt=(at or now()) - KEEP_FINISHED)
    removed = 0
    while uids := list(ended.values_list("pk", flat=True)[:PRUNE_BATCH]):
        Job.objects.filter(pk__in=uids).delete()
        removed += len(uids)
    return removed


def answers_prune(at: datetime | None = None) -> int:
    """Remove the answers kept for idempotency keys that have expired. Return how many."""
    removed, _ = IdempotencyKey.objects.filter(expires_at__lte=at or now()).delete()
    return removed
