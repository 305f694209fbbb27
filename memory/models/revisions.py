"""The journal of every accepted, proposed, rejected or undone change."""

from django.db import models

from kirocrew.base.clock import now
from memory.models.encoding import ReadableJSON
from memory.models.records import Record

ERASE = "erase"
"""The operation of an entry that names, by their hashes, the entries whose content was erased."""


class Revision(models.Model):
    """One entry of the journal: append-only, complete, chained per record by hashes.

    A decision on a proposal is an entry of its own that `answers` it, so that no entry is ever changed.
    `number` is the record's revision after the change, or 0 for a proposal.
    """

    class Status(models.TextChoices):
        ACCEPTED = "accepted", "Accepted"
        PROPOSED = "proposed", "Proposed"
        REJECTED = "rejected", "Rejected"
        UNDONE = "undone", "Undone"

    record = models.ForeignKey(Record, on_delete=models.PROTECT, related_name="revisions", db_index=False)
    number = models.PositiveIntegerField()
    base_revision = models.PositiveIntegerField()
    status = models.CharField(max_length=10, choices=Status.choices)
    operation = models.CharField(max_length=20)
    source = models.CharField(max_length=200)
    reason = models.CharField(max_length=500, blank=True)
    before = models.JSONField(encoder=ReadableJSON, null=True)
    after = models.JSONField(encoder=ReadableJSON, null=True)
    metadata = models.JSONField(encoder=ReadableJSON, default=dict)
    answers = models.OneToOneField("self", null=True, on_delete=models.PROTECT, related_name="answer")
    recorded_at = models.DateTimeField(default=now)
    erased_at = models.DateTimeField(null=True)
    """When what it held was erased; its hash stays, and a later entry of the record names it."""
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        indexes = (
            models.Index(fields=("record", "id"), name="revision_of_record"),
            models.Index(fields=("id",), condition=models.Q(status="proposed"), name="revision_proposed"),
            models.Index(fields=("record",), condition=models.Q(status="proposed"), name="revision_disputing"),
        )

    def __str__(self) -> str:
        return f"{self.record_id}@{self.number}"
