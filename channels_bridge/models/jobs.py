"""Background work with progress, and the steps of it."""

from typing import Self

from django.db import models

from channels_bridge.actors import Actor, ActorKind, Permission
from kirocrew.base.clock import now
from kirocrew.base.ids import new_uid

MESSAGE_LIMIT = 500  # characters
DEFAULT_ATTEMPTS = 5


class JobState(models.TextChoices):
    QUEUED = "queued", "Waiting"
    RUNNING = "running", "Running"
    DONE = "done", "Done"
    FAILED = "failed", "Failed"
    CANCELLED = "cancelled", "Cancelled"


FINISHED = (JobState.DONE, JobState.FAILED, JobState.CANCELLED)


class JobQuerySet(models.QuerySet["Job"]):
    def visible_to(self, actor: Actor) -> Self:
        """All jobs for the owner and the system; a bot with `jobs:read` sees those it asked for."""
        if actor.kind in (ActorKind.OWNER, ActorKind.SYSTEM):
            return self
        if actor.may(Permission.JOBS_READ) and actor.ident:
            return self.filter(requested_by=actor.source, requested_ident=actor.ident)
        return self.none()

    def unfinished(self) -> Self:
        return self.filter(state__in=(JobState.QUEUED, JobState.RUNNING))


class Job(models.Model):
    """A piece of background work. Its row is the truth; the queue only says that somebody should look at it.

    `claim` names one run: whoever holds another claim has lost the job and may not write to it any more.
    `attempts` counts the runs since the checkpoint last moved. `delivered_at` is when it was last put in the queue.
    """

    uid = models.UUIDField(default=new_uid, unique=True, editable=False)
    name = models.CharField(max_length=100)
    title = models.CharField(max_length=200)
    args = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=JobState.choices, default=JobState.QUEUED)
    dedupe_key = models.CharField(max_length=200, blank=True)
    done = models.PositiveBigIntegerField(default=0)
    total = models.PositiveBigIntegerField(null=True, blank=True)
    message = models.CharField(max_length=MESSAGE_LIMIT, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    max_attempts = models.PositiveSmallIntegerField(default=DEFAULT_ATTEMPTS)
    not_before = models.DateTimeField(default=now)
    delivered_at = models.DateTimeField(null=True, blank=True)
    heartbeat_at = models.DateTimeField(null=True, blank=True)
    claim = models.UUIDField(null=True, editable=False)
    worker = models.CharField(max_length=200, blank=True)
    checkpoint = models.JSONField(default=dict)
    result = models.JSONField(default=dict)
    error = models.CharField(max_length=1000, blank=True)
    requested_by = models.CharField(max_length=200)
    requested_ident = models.CharField(max_length=60, blank=True)
    cancel_requested = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=now)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = JobQuerySet.as_manager()

    class Meta:
        ordering = ("-id",)
        constraints = (models.CheckConstraint(condition=models.Q(state__in=JobState.values), name="job_state_known"),)
        indexes = (
            models.Index(
                fields=("state", "not_before"),
                name="job_unfinished",
                condition=models.Q(state__in=("queued", "running")),
            ),
            models.Index(fields=("requested_by", "requested_ident"), name="job_by_requester"),
            models.Index(fields=("finished_at",), name="job_finished"),
            # The lists of the Activity page, by state and by kind, and how many there are of each.
            models.Index(fields=("state", "id"), name="job_by_state"),
            models.Index(fields=("name", "state", "id"), name="job_by_kind"),
        )

    def __str__(self) -> str:
        return self.title

    @property
    def is_finished(self) -> bool:
        return self.state in FINISHED

    @property
    def is_put_off(self) -> bool:
        """Whether it waits for its next try."""
        return self.state == JobState.QUEUED and self.started_at is not None and self.not_before > now()

    @property
    def percent(self) -> int | None:
        """Progress from 0 to 100, None while the total is unknown."""
        if not self.total:
            return None
        return min(100, self.done * 100 // self.total)


class JobEvent(models.Model):
    """One step of a job, with the state and progress of the job at that moment. Ids only ever grow."""

    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="events")
    at = models.DateTimeField(default=now)
    kind = models.CharField(max_length=40)
    state = models.CharField(max_length=10, choices=JobState.choices)
    done = models.PositiveBigIntegerField(default=0)
    total = models.PositiveBigIntegerField(null=True)
    message = models.CharField(max_length=MESSAGE_LIMIT, blank=True)
    data = models.JSONField(default=dict)

    class Meta:
        ordering = ("id",)
        indexes = (models.Index(fields=("job", "id"), name="event_of_job"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.job_id}"


class Heartbeat(models.Model):
    """When a named part of the server last said that it lives."""

    name = models.CharField(max_length=60, primary_key=True)
    at = models.DateTimeField(default=now)
    detail = models.JSONField(default=dict)

    def __str__(self) -> str:
        return self.name
