"""What a record rests on, what was retired because something else changed, and what contradicts each other."""

from django.db import models
from django.db.models import F, Q

from kirocrew.base.clock import now
from memory.models.records import Record

TURN_LIMIT = 300  # characters of a reference to a turn


class EvidenceKind(models.TextChoices):
    """How a record came out of its source; docs/explanation/deletion.md says what becomes of it without the source."""

    EXTRACTED = "extracted", "Taken from it"
    SUMMARISED = "summarised", "Sums it up, among others"
    QUOTED = "quoted", "Quotes it"
    SUPPORTS = "supports", "Confirmed by it"


class EvidenceLink(models.Model):
    """One source of a record: another record, or a turn of a conversation; `said` is the turn where it was recorded.

    `gone` says what became of the source, if it is not there any more; then the record is marked by it.
    """

    class Gone(models.TextChoices):
        NO = "", "There"
        FORGOTTEN = "forgotten", "Forgotten"
        ERASED = "erased", "Erased"

    record = models.ForeignKey(Record, on_delete=models.PROTECT, related_name="evidence")
    source = models.ForeignKey(Record, null=True, on_delete=models.PROTECT, related_name="derived")
    turn = models.CharField(max_length=TURN_LIMIT, blank=True)
    said = models.ForeignKey("channels_bridge.Turn", null=True, on_delete=models.SET_NULL, related_name="learned")
    kind = models.CharField(max_length=10, choices=EvidenceKind.choices)
    made_by = models.CharField(max_length=200)
    made_at = models.DateTimeField(default=now)
    gone = models.CharField(max_length=10, choices=Gone.choices, blank=True, default=Gone.NO)
    gone_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("record", "source"), condition=Q(source__isnull=False), name="evidence_once_per_source"
            ),
            models.UniqueConstraint(fields=("record", "turn"), condition=~Q(turn=""), name="evidence_once_per_turn"),
            models.CheckConstraint(
                condition=Q(source__isnull=False, turn="") | Q(source__isnull=True) & ~Q(turn=""),
                name="evidence_is_a_record_or_a_turn",
            ),
            models.CheckConstraint(
                condition=Q(source__isnull=True) | ~Q(source=F("record")), name="evidence_is_another_record"
            ),
        )

    def __str__(self) -> str:
        return f"{self.record_id} {self.kind} {self.source_id or self.turn}"


class Retirement(models.Model):
    """A record that was taken out of memory because of what happened to another one. It can be restored."""

    class Cause(models.TextChoices):
        VALUE_CHANGED = "value_changed", "A fact it asserts was changed"
        SOURCE_FORGOTTEN = "source_forgotten", "What it was taken from was forgotten"

    record = models.ForeignKey(Record, on_delete=models.PROTECT, related_name="retirements")
    cause = models.CharField(max_length=20, choices=Cause.choices)
    by = models.ForeignKey(Record, on_delete=models.PROTECT, related_name="retired")
    at = models.DateTimeField(default=now)
    revision = models.PositiveIntegerField()
    """The record's revision that retired it: while it still stands there, nobody has decided otherwise."""

    class Meta:
        indexes = (models.Index(fields=("cause", "-id"), name="retirement_by_cause"),)

    def __str__(self) -> str:
        return f"{self.record_id} {self.cause}"


class Contradiction(models.Model):
    """Two live records that cannot both hold, until somebody decides or one of them changes.

    Where an episode says otherwise the fact is the first, and the episode the second.
    """

    class Cause(models.TextChoices):
        TWO_VALUES = "two_values", "Two values for one thing"
        OPPOSITE_RULES = "opposite_rules", "Two rules that say the opposite"
        TOLD_OTHERWISE = "told_otherwise", "A newer episode says otherwise"

    class Verdict(models.TextChoices):
        OPEN = "", "Open"
        BOTH_HOLD = "both_hold", "Both hold"
        ONE_KEPT = "one_kept", "One was kept"
        GONE = "gone", "Gone by itself"

    first = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="+")
    cause = models.CharField(max_length=20, choices=Cause.choices)
    first_revision = models.PositiveIntegerField()
    second_revision = models.PositiveIntegerField()
    found_at = models.DateTimeField(default=now)
    verdict = models.CharField(max_length=10, choices=Verdict.choices, blank=True, default=Verdict.OPEN)
    decided_at = models.DateTimeField(null=True)
    decided_by = models.CharField(max_length=200, blank=True)
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("first", "second", "cause"), name="contradiction_once_per_pair"),
        )
        indexes = (models.Index(fields=("id",), condition=Q(verdict=""), name="contradiction_open"),)

    def __str__(self) -> str:
        return f"{self.first_id} {self.cause} {self.second_id}"
