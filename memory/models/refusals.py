"""Values a person refused for good, known again by fingerprints, and the keys the fingerprints are made with."""

from django.db import models

from kirocrew.base.clock import now
from memory.models.records import KEY_LIMIT, TEXT_FIELD_LIMIT, Kind, Record
from memory.models.revisions import Revision
from memory.models.stores import Store


class RefusalKey(models.Model):
    """A secret that fingerprints are made with. It is kept in the database, so that a backup holds what it needs.

    `scheme` says how a value is folded before: 1 is the first release's way, whose key follows from the server's
    secret key; 2 took versions for amounts, and the spellings of a Chinese or German word for several; 3 is the present
    one. The newest key of the present scheme makes new fingerprints, all are looked under.
    """

    class Scheme(models.IntegerChoices):
        FIRST = 1, "First release"
        UNITS = 2, "Words, numbers and days"
        SPELLINGS = 3, "Versions and spellings as well"

    scheme = models.PositiveSmallIntegerField(choices=Scheme.choices, default=Scheme.SPELLINGS)
    secret = models.BinaryField(help_text="32 bytes; empty means the server's secret key, of the first scheme only")
    made_at = models.DateTimeField(default=now)

    def __str__(self) -> str:
        return f"key {self.pk} of {self.made_at:%Y-%m-%d}"


class RefusedValue(models.Model):
    """A value a person rejected. The value is not here; `revision` is the journal entry that holds it, if any does."""

    store = models.ForeignKey(Store, on_delete=models.PROTECT, related_name="refused_values")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    key = models.CharField(max_length=KEY_LIMIT, blank=True)
    subject = models.CharField(max_length=TEXT_FIELD_LIMIT, blank=True)
    predicate = models.CharField(max_length=TEXT_FIELD_LIMIT, blank=True)
    record = models.ForeignKey(Record, null=True, on_delete=models.SET_NULL, related_name="refused_values")
    revision = models.ForeignKey(Revision, null=True, on_delete=models.SET_NULL, related_name="refused_values")
    reason = models.CharField(max_length=500, blank=True)
    refused_by = models.CharField(max_length=200)
    refused_at = models.DateTimeField(default=now)
    lifted_at = models.DateTimeField(null=True, blank=True)
    lifted_by = models.CharField(max_length=200, blank=True)
    lifted_reason = models.CharField(max_length=500, blank=True)
    hits = models.PositiveIntegerField(default=0)
    last_hit_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = (models.Index(fields=("store", "-id"), name="refused_of_store"),)

    def __str__(self) -> str:
        return f"{self.key or self.kind} refused"


class RefusedFingerprint(models.Model):
    """One way in which a refused value is known again. They go when the refusal is lifted.

    `units` is the length of a quotation in units (words, numbers, days, single characters), 0 for a whole value;
    `care` says what must stand near a quotation for it to count.
    """

    class Care(models.IntegerChoices):
        NONE = 0, "Long or rare: counts wherever it stands"
        ONE_WORD = 1, "Short: counts near a word of its key, subject or predicate"
        ALL_WORDS = 2, "Common: counts near all of them"

    refused = models.ForeignKey(RefusedValue, on_delete=models.CASCADE, related_name="fingerprints")
    store = models.ForeignKey(Store, on_delete=models.PROTECT, related_name="refused_fingerprints")
    made_with = models.ForeignKey(RefusalKey, on_delete=models.PROTECT, related_name="fingerprints")
    fingerprint = models.CharField(max_length=64)
    units = models.PositiveSmallIntegerField(default=0)
    care = models.PositiveSmallIntegerField(choices=Care.choices, default=Care.NONE)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("store", "made_with", "fingerprint", "refused"), name="fingerprint_once_per_refusal"
            ),
        )

    def __str__(self) -> str:
        return self.fingerprint[:12]
