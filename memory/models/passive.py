"""What is learned from channels in which the bot only listens: runs over what was overheard, and what they found."""

from django.db import models

from channels_bridge.models import Channel
from kirocrew.base.clock import now
from kirocrew.base.ids import new_uid
from memory.models.stores import Store

SUMMARY_LIMIT = 500  # characters


class PassiveTrigger(models.TextChoices):
    COUNT = "count", "So many messages"
    INTERVAL = "interval", "So much time"
    HAND = "hand", "By hand"


class PassiveState(models.TextChoices):
    PENDING = "pending", "Waiting"
    RUNNING = "running", "Running"
    COMPLETED = "completed", "Done"
    FAILED = "failed", "Failed"


class PassiveType(models.TextChoices):
    """What an item is about."""

    PEOPLE = "people", "People"
    PROJECTS = "projects", "Projects"
    DECISIONS = "decisions", "Decisions"
    TODOS = "todos", "To do"
    PREFERENCES = "preferences", "Preferences"
    EVENTS = "events", "Events"


class ItemState(models.TextChoices):
    """An item that is approved but not written waits for another decision: its text is doubtful."""

    PENDING_REVIEW = "pending_review", "Waits"
    APPROVED = "approved", "Approved"
    REJECTED = "rejected", "Rejected"
    WRITTEN = "written", "Written"
    DELETED = "deleted", "Deleted"


class PassiveRun(models.Model):
    """One reading of the messages with ids from `start_entry` to `end_entry`.

    `messages` is how many there were, `used` how many of them the model saw; `redactions` and `categories` say what was
    taken out of those. A completed run is what the next one begins after.
    """

    uid = models.UUIDField(default=new_uid, unique=True, editable=False)
    channel = models.ForeignKey(Channel, on_delete=models.CASCADE, related_name="passive_runs")
    store = models.ForeignKey(Store, on_delete=models.PROTECT, related_name="passive_runs")
    state = models.CharField(max_length=10, choices=PassiveState.choices, default=PassiveState.PENDING)
    trigger = models.CharField(max_length=10, choices=PassiveTrigger.choices)
    start_entry = models.PositiveBigIntegerField()
    end_entry = models.PositiveBigIntegerField()
    messages = models.PositiveIntegerField(default=0)
    used = models.PositiveIntegerField(default=0)
    redactions = models.PositiveIntegerField(default=0)
    categories = models.JSONField(default=list)
    model = models.CharField(max_length=100, blank=True)
    error = models.CharField(max_length=200, blank=True)
    requested_by = models.CharField(max_length=200)
    started_at = models.DateTimeField(default=now)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-id",)
        constraints = (
            models.UniqueConstraint(fields=("channel", "start_entry", "end_entry"), name="passive_run_once"),
            models.CheckConstraint(condition=models.Q(state__in=PassiveState.values), name="passive_run_state_known"),
        )

    def __str__(self) -> str:
        return f"{self.channel_id}:{self.start_entry}-{self.end_entry}"


class PassiveItem(models.Model):
    """Something a run found. `hash` is SHA-256 of channel, type and summary; `record_uid` the episode it became."""

    uid = models.UUIDField(default=new_uid, unique=True, editable=False)
    run = models.ForeignKey(PassiveRun, on_delete=models.CASCADE, related_name="items")
    hash = models.CharField(max_length=64)
    type = models.CharField(max_length=20, choices=PassiveType.choices)
    summary = models.CharField(max_length=SUMMARY_LIMIT)
    topics = models.JSONField(default=list)
    entities = models.JSONField(default=list)
    confidence = models.FloatField(default=0.0)
    state = models.CharField(max_length=20, choices=ItemState.choices, default=ItemState.PENDING_REVIEW)
    record_uid = models.UUIDField(null=True, editable=False)
    note = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(default=now)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("-id",)
        constraints = (
            models.UniqueConstraint(fields=("run", "hash"), name="passive_item_once_in_a_run"),
            models.CheckConstraint(condition=models.Q(state__in=ItemState.values), name="passive_item_state_known"),
        )
        indexes = (models.Index(fields=("state", "id"), name="passive_item_by_state"),)

    def __str__(self) -> str:
        return f"{self.type} {self.uid}"
