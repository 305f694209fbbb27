"""Running a job: claim it, tell how far it is, survive being killed, end it.

Every write of a run names the claim it holds. A run that was taken for dead and replaced matches no row any more
and stops with JobLost, so two runs of one job never both write.
"""

import json
import logging
import time
from copy import deepcopy
from datetime import timedelta
from typing import Any, Final
from uuid import uuid4

from django.db import OperationalError, transaction
from django.db.models import F
from django_q.exceptions import TimeoutException

from channels_bridge.actors import OWNER_SOURCE, Actor
from channels_bridge.models import Bot, Job, JobState
from channels_bridge.models.jobs import MESSAGE_LIMIT
from channels_bridge.services.job_events import event_add
from channels_bridge.services.job_registry import UnknownJob, job_kind
from channels_bridge.services.worker_identity import this_worker
from kirocrew.base.clock import now
from kirocrew.base.problems import Forbidden, Problem

logger = logging.getLogger(__name__)

PROGRESS_INTERVAL: Final = 0.25
"""Seconds between two progress events of one job, and between two looks whether it was cancelled."""
FIRST_BACKOFF: Final = timedelta(seconds=30)
LONGEST_BACKOFF: Final = timedelta(minutes=30)


class JobCancelled(Exception):
    """The owner asked the job to stop. Handlers let it pass."""


class JobLost(Exception):
    """Another run has taken the job over. Handlers let it pass; nothing more may be written."""


class JobRetryLater(Exception):
    """A handler can't go on now, for a reason that passes; the job waits and goes on from its checkpoint.

    Its message is shown to the owner. `seconds` is how long it waits; None for as long as usual after so many attempts.
    """

    def __init__(self, message: str, *, seconds: float | None = None) -> None:
        super().__init__(message)
        self.seconds = seconds


class JobRun:
    """What a handler is given: the job, its arguments' owner, and the means to report, save its place and stop."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self._claim = job.claim
        self._checkpoint: dict[str, Any] = deepcopy(job.checkpoint)
        self._saved: dict[str, Any] = deepcopy(job.checkpoint)
        self._told_at = 0.0
        self._looked_at = 0.0
        self._untold = False

    @property
    def actor(self) -> Actor:
        """Who asked for the job, with today's permissions. Raises Forbidden if it is a bot that lost its key."""
        ident, source = self.job.requested_ident, self.job.requested_by
        if source == OWNER_SOURCE:
            return Actor.owner("owner", ident)
        if source.startswith("member:"):
            raise Forbidden("Members don't ask for jobs themselves.", type="bot-gone")
        if not source.startswith("bot:"):
            return Actor.system(source)
        bot = Bot.objects.live().filter(pk=ident).first()
        if bot is None:
            raise Forbidden("The bot that asked for this job has no valid key any more.", type="bot-gone")
        return bot.actor

    @property
    def checkpoint(self) -> dict[str, Any]:
        """Where the job stands, a dict of JSON values. Assigning saves it, in the caller's transaction if there is
        one; changes inside it are saved with the next progress()."""
        return self._checkpoint

    @checkpoint.setter
    def checkpoint(self, value: dict[str, Any]) -> None:
        self._checkpoint = deepcopy(value)
        self._save_checkpoint()

    def save_checkpoint(self, **values: Any) -> None:
        """Set some members of the checkpoint and save it."""
        self.checkpoint = self._checkpoint | values

    def progress(self, done: int, total: int | None = None, message: str = "") -> None:
        """Say how far the job is: `done` of `total` (None: unknown). Told to the watchers at most four times a second.

        Raises JobLost when another run has taken over.
        """
        self.job.done, self.job.total = max(0, done), total
        self.job.message = message[:MESSAGE_LIMIT]
        self._untold = True
        complete = total is not None and done >= total
        if time.monotonic() - self._told_at >= PROGRESS_INTERVAL or complete:
            self._tell()
        if self._checkpoint != self._saved:
            self._save_checkpoint()

    def event(self, kind: str, data: dict[str, Any] | None = None) -> None:
        """Append a step of any kind, `log` for a line to be read. Raises JobLost."""
        with transaction.atomic():
            self._write(heartbeat_at=now())
            event_add(self.job, kind, data)

    def heartbeat(self) -> None:
        """Say that the job lives, without progress. Raises JobLost."""
        self._write(heartbeat_at=now())

    def raise_if_cancelled(self) -> None:
        """Raise JobCancelled if the owner asked to stop; call it once per item or batch, it is cheap."""
        if time.monotonic() - self._looked_at < PROGRESS_INTERVAL:
            return
        self._looked_at = time.monotonic()
        if Job.objects.filter(pk=self.job.pk, claim=self._claim, cancel_requested=True).exists():
            raise JobCancelled

    def _tell(self) -> None:
        job = self.job
        with transaction.atomic():
            self._write(done=job.done, total=job.total, message=job.message, heartbeat_at=now())
            event_add(job, "progress")
        self._told_at, self._untold = time.monotonic(), False

    def _save_checkpoint(self) -> None:
        """A checkpoint that moved proves that the job gets on, so the count of attempts starts again."""
        moved = {"attempts": 1} if self._checkpoint != self._saved else {}
        self._write(checkpoint=self._checkpoint, heartbeat_at=now(), **moved)
        self._saved = deepcopy(self._checkpoint)

    def _write(self, **values: Any) -> None:
        held = Job.objects.filter(pk=self.job.pk, claim=self._claim, state=JobState.RUNNING)
        if not held.update(**values):
            raise JobLost(f"Job {self.job.uid} was taken over")
        for name, value in values.items():
            setattr(self.job, name, value)

    def finish(self, state: JobState, *, error: str = "", result: dict[str, Any] | None = None) -> None:
        """End the job. Raises JobLost."""
        job = self.job
        progress = {"done": job.done, "total": job.total, "message": job.message} if self._untold else {}
        with transaction.atomic():
            self._write(
                state=state,
                error=error[:1000],
                result=result or {},
                checkpoint=self._checkpoint,
                finished_at=now(),
                **progress,
            )
            event_add(job, state.value, {"error": error} if error else {"result": result or {}})

    def put_back(self, reason: str, seconds: float | None = None) -> None:
        """Let the job wait (`seconds`, or by its attempts) and try again, or fail it when it was tried often enough.
        Raises JobLost.

        One that the owner asked to stop meanwhile is stopped: it would be asked for its next step only after the wait.
        """
        if Job.objects.filter(pk=self.job.pk, claim=self._claim, cancel_requested=True).exists():
            self.finish(JobState.CANCELLED)
            return
        if self.job.attempts >= self.job.max_attempts:
            self.finish(JobState.FAILED, error=f"Tried {self.job.attempts} times. {reason}")
            return
        with transaction.atomic():
            self._write(
                state=JobState.QUEUED,
                message=reason[:MESSAGE_LIMIT],
                checkpoint=self._checkpoint,
                not_before=now() + (backoff(self.job.attempts) if seconds is None else timedelta(seconds=seconds)),
                delivered_at=None,
            )
            event_add(self.job, "retrying", {"reason": reason, "not_before": self.job.not_before.isoformat()})


def backoff(attempts: int) -> timedelta:
    """How long to wait after so many attempts without getting further: 30 s, doubled each time, at most 30 min."""
    doublings = max(0, min(attempts, 10) - 1)
    return min(FIRST_BACKOFF * (1 << doublings), LONGEST_BACKOFF)


def job_claim(uid: str) -> JobRun | None:
    """Take a waiting job that is due. Return None if somebody else has it, it has ended, or it must wait."""
    instant = now()
    claim = uuid4()
    with transaction.atomic():
        taken = Job.objects.filter(uid=uid, state=JobState.QUEUED, not_before__lte=instant).update(
            state=JobState.RUNNING,
            claim=claim,
            worker=this_worker(),
            attempts=F("attempts") + 1,
            started_at=instant,
            heartbeat_at=instant,
            error="",
        )
        if not taken:
            return None
        job = Job.objects.get(uid=uid)
        event_add(job, "started", {"attempt": job.attempts})
    return JobRun(job)


def run_claimed(run: JobRun) -> None:
    """Do a claimed job to its end, whatever that is. Raises nothing a handler did wrong; the row says it."""
    try:
        _handle(run)
    except JobLost:
        logger.warning("Job %s was taken over by another run; this one stops.", run.job.uid)


def _handle(run: JobRun) -> None:
    try:
        result = job_kind(run.job.name).handler(run, **run.job.args)
        json.dumps(result, allow_nan=False)  # a result that can't be kept is the handler's error
    except JobLost:
        raise
    except JobCancelled:
        run.finish(JobState.CANCELLED)
    except JobRetryLater as later:
        logger.warning("Job %s waits and tries again.", run.job.uid, exc_info=later)
        run.put_back(str(later), later.seconds)
    except OperationalError as error:
        logger.warning("Job %s waits and tries again.", run.job.uid, exc_info=error)
        run.put_back("The database was busy.")
    except TimeoutException:
        # The queue's time for one delivery is over. This process ends now; the next one goes on from the checkpoint.
        run.put_back("It took longer than one run may take; it goes on from where it was.")
        raise
    except Problem as error:
        run.finish(JobState.FAILED, error=f"{error.title}. {error.detail}")
    except UnknownJob as error:
        run.finish(JobState.FAILED, error=str(error))
    except Exception as error:
        # A handler may raise anything, and a job must not stay `running` for it. Its text may hold what it worked
        # on, so the row names the kind and the log, which is redacted, has the rest.
        logger.exception("Job %s (%s) failed.", run.job.uid, run.job.name)
        run.finish(JobState.FAILED, error=f"{type(error).__name__}: see the server's log for {run.job.uid}.")
    else:
        run.finish(JobState.DONE, result=result)


def run_job_now(job: Job) -> Job:
    """Run a waiting job in this process and return its row afterwards; unchanged if somebody else has it."""
    run = job_claim(str(job.uid))
    if run is not None:
        run_claimed(run)
    job.refresh_from_db()
    return job
