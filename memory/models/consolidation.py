"""Passes of consolidation: which turns each read, what became of every item, and what it cost. No text of memory."""

from typing import Self

from django.db import models
from django.db.models import Q

from channels_bridge.actors import Actor
from channels_bridge.models import Conversation
from kirocrew.base.clock import now
from kirocrew.base.ids import new_uid
from memory.models.encoding import ReadableJSON
from memory.models.stores import Store


class PassPath(models.TextChoices):
    """What a pass reads turns for. Each has its own trigger, and its own mark of how far it has read."""

    FACTS = "facts", "Facts"
    HISTORY = "history", "History"


class PassState(models.TextChoices):
    """FAILED is tried again at `retry_at`; SET_ASIDE only when the owner asks for it; ABORTED wrote nothing."""

    WAITING = "waiting", "Waiting"
    RUNNING = "running", "Running"
    FAILED = "failed", "Failed, is tried again"
    DONE = "done", "Done"
    SET_ASIDE = "set_aside", "Set aside"
    ABORTED = "aborted", "Aborted"
    UNDONE = "undone", "Undone"


UNFINISHED = (PassState.WAITING, PassState.RUNNING, PassState.FAILED)


class PassQuerySet(models.QuerySet["ConsolidationPass"]):
    def visible_to(self, actor: Actor) -> Self:
        """Those of the conversations the actor may see."""
        return self.filter(
            conversation__in=Conversation.objects.visible_to(actor), store__in=Store.objects.visible_to(actor)
        )

    def unfinished(self) -> Self:
        return self.filter(state__in=UNFINISHED)


class ConsolidationPass(models.Model):
    """One reading of a span of turns, from `first` up to, not including, `last`, and the receipt of what it came to.

    `read_to` is the position the next turn would have got when the span was read: a later one is new. `turns_hash` is
    the sha256 (hex) of what was read. `claim` names the run that is at it. `items` holds one entry per item: kind, key,
    code, record, revision, proposal and evidence turn, never words. `revisions` and `links` are the primary keys of the
    journal entries and the evidence links it made. `seconds` is what the model took, `cost` in the owner's currency.
    """

    uid = models.UUIDField(default=new_uid, unique=True, editable=False)
    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="passes")
    store = models.ForeignKey(Store, on_delete=models.PROTECT, related_name="passes")
    path = models.CharField(max_length=10, choices=PassPath.choices)
    first = models.PositiveIntegerField()
    last = models.PositiveIntegerField()
    read_to = models.PositiveIntegerField()
    turns_hash = models.CharField(max_length=64)
    turns_read = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=10, choices=PassState.choices, default=PassState.WAITING)
    reason = models.CharField(max_length=500, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    put_off = models.PositiveSmallIntegerField(default=0)
    """How often it waited in a row for what was not its fault: an endpoint that is down, a spent budget."""
    retry_at = models.DateTimeField(null=True, blank=True)
    claim = models.UUIDField(null=True, editable=False)
    claimed_at = models.DateTimeField(null=True, blank=True)
    job_uid = models.UUIDField(null=True, editable=False)
    job_claim = models.UUIDField(null=True, editable=False)
    model = models.CharField(max_length=200, blank=True)
    prompt_tokens = models.PositiveIntegerField(default=0)
    answer_tokens = models.PositiveIntegerField(default=0)
    seconds = models.FloatField(default=0.0)
    cost = models.FloatField(null=True, blank=True)
    items = models.JSONField(encoder=ReadableJSON, default=list)
    counts = models.JSONField(encoder=ReadableJSON, default=dict)
    churn = models.PositiveIntegerField(default=0)
    revisions = models.JSONField(default=list)
    links = models.JSONField(default=list)
    history_entry = models.UUIDField(null=True, blank=True)
    created_at = models.DateTimeField(default=now)
    finished_at = models.DateTimeField(null=True, blank=True)
    set_aside_at = models.DateTimeField(null=True, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.CharField(max_length=200, blank=True)
    left = models.JSONField(encoder=ReadableJSON, default=list)
    """What an undo could not take back, since it was changed or decided on later: uids and keys of records."""

    objects = PassQuerySet.as_manager()

    class Meta:
        ordering = ("-id",)
        constraints = (
            models.UniqueConstraint(
                fields=("conversation", "path"), condition=Q(state__in=UNFINISHED), name="one_unfinished_pass_per_path"
            ),
            models.CheckConstraint(condition=Q(path__in=PassPath.values), name="pass_path_known"),
            models.CheckConstraint(condition=Q(state__in=PassState.values), name="pass_state_known"),
            models.CheckConstraint(condition=Q(last__gt=models.F("first")), name="pass_span_forward"),
        )
        indexes = (
            models.Index(fields=("conversation", "path", "-id"), name="pass_of_conversation"),
            models.Index(
                fields=("state", "retry_at"), condition=Q(state__in=(*UNFINISHED, "set_aside")), name="pass_unfinished"
            ),
        )

    def __str__(self) -> str:
        return f"{self.conversation_id} {self.path} {self.first}-{self.last}"

    @property
    def is_unfinished(self) -> bool:
        return self.state in UNFINISHED

    @property
    def tokens(self) -> int:
        return self.prompt_tokens + self.answer_tokens
