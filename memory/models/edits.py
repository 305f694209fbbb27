"""Receipts of edits in bulk: what was done with which preview, so that it is done once and can be undone as one."""

from django.db import models

from kirocrew.base.clock import now
from kirocrew.base.ids import new_uid
from memory.models.encoding import ReadableJSON
from memory.models.revisions import Revision


class Edit(models.Model):
    """An applied edit. `token_hash` is the sha256 (hex) of the preview that was applied; no text of memory is here."""

    uid = models.UUIDField(default=new_uid, unique=True, editable=False)
    token_hash = models.CharField(max_length=64, unique=True)
    operation = models.CharField(max_length=20)
    fields = models.JSONField(encoder=ReadableJSON, default=list)
    matched = models.PositiveIntegerField()
    changed = models.PositiveIntegerField()
    reason = models.CharField(max_length=500, blank=True)
    applied_by = models.CharField(max_length=200)
    applied_at = models.DateTimeField(default=now)
    undone_by = models.CharField(max_length=200, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.operation} of {self.changed}"


class EditedRevision(models.Model):
    """An entry of the journal that an edit made."""

    edit = models.ForeignKey(Edit, on_delete=models.CASCADE, related_name="entries")
    revision = models.OneToOneField(Revision, on_delete=models.CASCADE, related_name="edited_by")

    def __str__(self) -> str:
        return f"{self.edit_id}: {self.revision_id}"
