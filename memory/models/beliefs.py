"""What was believed of a record, and when: worked out from the journal, and made anew from it at any time."""

from django.db import models
from django.db.models import Q

from memory.models.embeddings import Space
from memory.models.records import Kind, Record
from memory.models.revisions import Revision
from memory.models.stores import Store


class Belief(models.Model):
    """From `known_from` until `known_until` a state of a record was held true from `valid_from` until `valid_until`.

    Half-open on both axes, null is open. The state is what `revision` left. A record that never changed has no row
    here: its only state is the record itself, known since `updated_at`. `is_present` marks the state a record has now.
    """

    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="beliefs", db_index=False)
    revision = models.ForeignKey(Revision, on_delete=models.CASCADE, related_name="beliefs")
    store = models.ForeignKey(Store, on_delete=models.PROTECT, related_name="+", db_index=False)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    known_from = models.DateTimeField()
    known_until = models.DateTimeField(null=True)
    valid_from = models.DateTimeField(null=True)
    valid_until = models.DateTimeField(null=True)
    is_present = models.BooleanField(default=False)

    class Meta:
        indexes = (
            models.Index(fields=("record", "known_until"), name="belief_of_record"),
            models.Index(fields=("store", "kind", "-record"), name="belief_listing", condition=Q(is_present=False)),
        )

    def __str__(self) -> str:
        return f"{self.record_id}@{self.revision_id}"


class PastVector(models.Model):
    """The vector of one part of a text that was replaced, with its signs; as `Embedding` and `EmbeddingBits`."""

    revision = models.ForeignKey(Revision, on_delete=models.CASCADE, related_name="+", db_index=False)
    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="+")
    space = models.ForeignKey(Space, on_delete=models.CASCADE, related_name="+", db_index=False)
    store = models.ForeignKey(Store, on_delete=models.PROTECT, related_name="+", db_index=False)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    chunk = models.PositiveSmallIntegerField(default=0)
    vector = models.BinaryField()
    bits = models.BinaryField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("revision", "space", "chunk"), name="one_past_vector_per_part_and_space"),
        )
        indexes = (models.Index(fields=("space", "store", "kind"), name="past_vector_scope"),)

    def __str__(self) -> str:
        return f"{self.revision_id}/{self.chunk}"
