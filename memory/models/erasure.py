"""Records that were erased: that it happened, who did it, and marks by which their text is known again."""

from django.db import models

from kirocrew.base.clock import now
from memory.models.records import Kind
from memory.models.stores import Store


class Erasure(models.Model):
    """One erased record. `marks` are pairs of a number of words and the keyed hash of that many words.

    `refused` are the keyed fingerprints of its values, so that a database restored from an older backup refuses them
    again. Neither can be read back.
    """

    record_uid = models.UUIDField(unique=True)
    store = models.ForeignKey(Store, on_delete=models.PROTECT, related_name="erasures")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    at = models.DateTimeField(default=now)
    by = models.CharField(max_length=200)
    reason = models.CharField(max_length=500, blank=True)
    marks = models.JSONField(default=list)
    refused = models.JSONField(default=list)
    report = models.JSONField(default=dict)
    """The certificate as it was when the record was erased: names, counts and places, never text."""

    def __str__(self) -> str:
        return str(self.record_uid)
