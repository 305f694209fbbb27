"""Records: one row owns identity, status, window and scope; fact, lesson and episode hang on it one to one."""

from datetime import datetime
from decimal import Decimal
from typing import Self

from django.db import models
from django.db.models import Q

from channels_bridge.actors import Actor
from kirocrew.base.clock import now
from kirocrew.base.ids import new_uid
from memory.models.encoding import ReadableJSON
from memory.models.stores import Store

KEY_LIMIT = 100  # characters
TEXT_FIELD_LIMIT = 1024  # characters of subject, predicate, scope, source_ref


class Kind(models.TextChoices):
    FACT = "fact", "Fact"
    LESSON = "lesson", "Lesson"
    EPISODE = "episode", "Episode"


class Status(models.TextChoices):
    ACTIVE = "active", "Active"
    PROPOSED = "proposed", "Waits for review"
    SUPERSEDED = "superseded", "Superseded"
    EXPIRED = "expired", "Expired"
    FORGOTTEN = "forgotten", "Forgotten"
    ERASED = "erased", "Erased"


class Category(models.TextChoices):
    """What a lesson is about."""

    TOOL = "tool", "Tool"
    PREFERENCE = "preference", "Preference"
    KNOWLEDGE = "knowledge", "Knowledge"


class RecordQuerySet(models.QuerySet["Record"]):
    def visible_to(self, actor: Actor) -> Self:
        """Records of the actor's stores and, for one bound to a project, of that project or of none."""
        records = self.filter(store__in=Store.objects.visible_to(actor))
        if actor.project:
            records = records.filter(project__in=("", actor.project))
        return records

    def live(self, at: datetime | None = None) -> Self:
        """Active records whose half-open window holds the instant (now, when none is given)."""
        instant = at or now()
        return self.filter(
            Q(valid_from__isnull=True) | Q(valid_from__lte=instant),
            Q(valid_until__isnull=True) | Q(valid_until__gt=instant),
            status=Status.ACTIVE,
        )

    def with_content(self) -> Self:
        return self.select_related("store", "fact", "lesson", "episode")


class Record(models.Model):
    """Identity and metadata of one memory. Changed only through the services, which journal it."""

    uid = models.UUIDField(default=new_uid, unique=True, editable=False)
    # Without an index of its own, here and where else it says so: another one begins with the column, and every index
    # is a page more that a write changes.
    store = models.ForeignKey(Store, on_delete=models.PROTECT, related_name="records", db_index=False)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    key = models.CharField(max_length=KEY_LIMIT, blank=True)
    revision = models.PositiveIntegerField(default=1)
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.ACTIVE)
    category = models.CharField(max_length=TEXT_FIELD_LIMIT, blank=True)
    subject = models.CharField(max_length=TEXT_FIELD_LIMIT, blank=True)
    predicate = models.CharField(max_length=TEXT_FIELD_LIMIT, blank=True)
    scope = models.CharField(max_length=TEXT_FIELD_LIMIT, blank=True)
    project = models.CharField(max_length=200, blank=True)
    valid_from = models.DateTimeField(null=True, blank=True)
    valid_until = models.DateTimeField(null=True, blank=True)
    observed_at = models.DateTimeField(default=now)
    source = models.CharField(max_length=200)
    source_ref = models.CharField(max_length=TEXT_FIELD_LIMIT, blank=True)
    content_hash = models.CharField(max_length=64)
    chain_hash = models.CharField(max_length=64, blank=True)
    email_addresses = models.JSONField(encoder=ReadableJSON, default=list, blank=True)
    superseded_by = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="supersedes", db_index=False
    )
    created_at = models.DateTimeField(default=now)
    updated_at = models.DateTimeField(default=now)

    objects = RecordQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("store", "kind", "key"),
                condition=Q(status="active") & ~Q(key=""),
                name="one_live_record_per_key",
            ),
            models.UniqueConstraint(
                fields=("store", "scope", "subject", "predicate"),
                condition=Q(status="active", kind="fact") & ~Q(subject="") & ~Q(predicate=""),
                name="one_active_fact_per_identity",
            ),
            models.CheckConstraint(condition=Q(kind__in=Kind.values), name="record_kind_known"),
            models.CheckConstraint(condition=Q(status__in=Status.values), name="record_status_known"),
            models.CheckConstraint(
                condition=Q(valid_from__isnull=True)
                | Q(valid_until__isnull=True)
                | Q(valid_until__gt=models.F("valid_from")),
                name="record_window_forward",
            ),
        )
        indexes = (
            models.Index(fields=("store", "kind", "status", "-id"), name="record_listing"),
            models.Index(fields=("kind", "status", "-id"), name="record_listing_all"),
            models.Index(fields=("store", "key"), name="record_by_key"),
            models.Index(
                fields=("valid_from", "valid_until"),
                condition=Q(status="active") & (Q(valid_from__isnull=False) | Q(valid_until__isnull=False)),
                name="record_dated",
            ),
            models.Index(fields=("status",), condition=Q(status="proposed"), name="record_waiting"),
            models.Index(
                fields=("superseded_by",), condition=Q(superseded_by__isnull=False), name="record_superseded_by"
            ),
        )

    def __str__(self) -> str:
        return self.key or str(self.uid)

    @property
    def content(self) -> "Fact | Lesson | Episode":
        """The row of its kind."""
        match self.kind:
            case Kind.FACT:
                return self.fact
            case Kind.LESSON:
                return self.lesson
            case _:
                return self.episode


def confidence_text(confidence: Decimal) -> str:
    """The stored form of a confidence, three decimals, whether read from the database or not."""
    return f"{confidence:.3f}"


class Fact(models.Model):
    """Semantic memory: a JSON value under the record's key."""

    record = models.OneToOneField(Record, on_delete=models.CASCADE, primary_key=True, related_name="fact")
    value = models.JSONField(encoder=ReadableJSON, null=True)
    confidence = models.DecimalField(max_digits=4, decimal_places=3)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(confidence__gte=0) & Q(confidence__lte=1), name="fact_confidence_in_unit_interval"
            ),
        )

    def __str__(self) -> str:
        return self.record.key

    def snapshot(self) -> dict[str, object]:
        return {"value": self.value, "confidence": confidence_text(self.confidence)}


class Lesson(models.Model):
    """A learned correction. `repo_scope` is a relative path that must exist in a repository for it to apply."""

    record = models.OneToOneField(Record, on_delete=models.CASCADE, primary_key=True, related_name="lesson")
    rule = models.TextField()
    negative = models.TextField(blank=True)
    category = models.CharField(max_length=12, choices=Category.choices, default=Category.KNOWLEDGE)
    repo_scope = models.CharField(max_length=TEXT_FIELD_LIMIT, blank=True)
    applies = models.CharField(max_length=10, blank=True, choices=(("always", "Always"), ("on_topic", "When on topic")))
    confidence = models.DecimalField(max_digits=4, decimal_places=3)

    def __str__(self) -> str:
        return self.rule[:80]

    def snapshot(self) -> dict[str, object]:
        return {
            "rule": self.rule,
            "negative": self.negative,
            "category": self.category,
            "repo_scope": self.repo_scope,
            "applies": self.applies,
            "confidence": confidence_text(self.confidence),
        }


class Episode(models.Model):
    """Episodic memory: a fragment of what happened, 10 to 2,000 characters.

    `position` is the turn's ordinal in its conversation; `text_hash` finds exact duplicates of the text in
    its normal form, `words_hash` those that differ in case, punctuation or articles only, or of a
    short text in case and punctuation.
    """

    record = models.OneToOneField(Record, on_delete=models.CASCADE, primary_key=True, related_name="episode")
    text = models.TextField()
    tags = models.JSONField(encoder=ReadableJSON, default=list, blank=True)
    importance = models.FloatField(default=0.5)
    conversation = models.CharField(max_length=200, blank=True)
    session = models.CharField(max_length=200, blank=True)
    position = models.PositiveIntegerField(null=True, blank=True)
    speaker = models.CharField(max_length=200, blank=True)
    text_hash = models.CharField(max_length=64)
    words_hash = models.CharField(max_length=64)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(importance__gte=0) & Q(importance__lte=1), name="episode_importance_in_unit_interval"
            ),
        )
        indexes = (
            models.Index(fields=("text_hash",), name="episode_text"),
            models.Index(fields=("words_hash",), name="episode_words"),
            models.Index(fields=("conversation", "position"), condition=~Q(conversation=""), name="episode_turn"),
        )

    def __str__(self) -> str:
        return self.text[:80]

    def snapshot(self) -> dict[str, object]:
        return {
            "text": self.text,
            "tags": self.tags,
            "importance": self.importance,
            "conversation": self.conversation,
            "session": self.session,
            "position": self.position,
            "speaker": self.speaker,
        }
