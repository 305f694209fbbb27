"""What was imported from where, so that a second import of the same file changes nothing."""

from django.db import models

from kirocrew.base.clock import now
from kirocrew.base.ids import new_uid
from memory.models.records import Record
from memory.models.stores import Store


class ImportRun(models.Model):
    """One import: the files it was given and how far it came. `job_uid` names the job that applies it."""

    uid = models.UUIDField(default=new_uid, unique=True, editable=False)
    store = models.ForeignKey(Store, on_delete=models.PROTECT, related_name="import_runs")
    paths = models.JSONField(default=list)
    format = models.CharField(max_length=40, blank=True)
    requested_by = models.CharField(max_length=200)
    job_uid = models.UUIDField(null=True)
    counts = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=now)
    finished_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return str(self.uid)


class ImportedItem(models.Model):
    """The provenance ledger: one item of a source, and what became of it in a store."""

    store = models.ForeignKey(Store, on_delete=models.PROTECT, related_name="+")
    fingerprint = models.CharField(max_length=64)
    origin = models.CharField(max_length=500)
    outcome = models.CharField(max_length=20)
    code = models.CharField(max_length=40, blank=True)
    record = models.ForeignKey(Record, null=True, on_delete=models.SET_NULL, related_name="imported_from")
    run = models.ForeignKey(ImportRun, null=True, on_delete=models.SET_NULL, related_name="items")
    at = models.DateTimeField(default=now)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("store", "fingerprint"), name="item_imported_once_per_store"),)

    def __str__(self) -> str:
        return self.origin
