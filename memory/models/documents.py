"""Whole texts about a person and their projects, and the history of days."""

from typing import Final, Self

from django.db import models
from django.db.models import Q

from channels_bridge.actors import Actor
from kirocrew.base.clock import now
from kirocrew.base.ids import new_uid
from memory.models.encoding import ReadableJSON
from memory.models.records import Record
from memory.models.stores import Store

PROJECT_LIMIT = 200  # characters, as of a record's project
PATH_LIMIT = 300  # characters of a file's path


class DocumentKind(models.TextChoices):
    PREFERENCES = "preferences", "Preferences"
    PROJECTS = "projects", "Projects"


FILE: Final = "file"
"""The kind of a free file of the memory directory; the others there are one of each."""
KINDS: Final = (*DocumentKind.choices, (FILE, "File"))


class DocumentQuerySet(models.QuerySet["Document"]):
    def visible_to(self, actor: Actor) -> Self:
        """Those of the actor's stores and, for one bound to a project, of that project or of none."""
        rows = self.filter(store__in=Store.objects.visible_to(actor), removed_at__isnull=True)
        return rows.filter(project__in=("", actor.project)) if actor.project else rows


class HistoryQuerySet(models.QuerySet["HistoryEntry"]):
    def visible_to(self, actor: Actor) -> Self:
        """Those of the actor's stores and, for one bound to a project, of that project or of none."""
        rows = self.filter(store__in=Store.objects.visible_to(actor))
        return rows.filter(project__in=("", actor.project)) if actor.project else rows

    def kept(self) -> Self:
        """Those that nobody removed."""
        return self.filter(removed_at__isnull=True)


class Document(models.Model):
    """A store's preferences or projects, as a whole or of one project, or a file: the text of its newest revision.

    Only a file has a `path`, and only a file can be removed: then its text is empty and its revisions stay.
    """

    uid = models.UUIDField(default=new_uid, unique=True, editable=False)
    store = models.ForeignKey(Store, on_delete=models.PROTECT, related_name="documents")
    kind = models.CharField(max_length=12, choices=KINDS)
    project = models.CharField(max_length=PROJECT_LIMIT, blank=True)
    path = models.CharField(max_length=PATH_LIMIT, blank=True)
    text = models.TextField(blank=True)
    revision = models.PositiveIntegerField(default=1)
    source = models.CharField(max_length=200)
    chain_hash = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField(default=now)
    updated_at = models.DateTimeField(default=now)
    removed_at = models.DateTimeField(null=True, blank=True)

    objects = DocumentQuerySet.as_manager()

    class Meta:
        ordering = ("store", "kind", "project", "path")
        constraints = (
            models.UniqueConstraint(
                fields=("store", "kind", "project", "path"),
                condition=Q(removed_at__isnull=True),
                name="one_document_per_place",
            ),
            models.CheckConstraint(condition=Q(kind__in=[kind for kind, _ in KINDS]), name="document_kind_known"),
            models.CheckConstraint(condition=Q(kind=FILE) ^ Q(path=""), name="only_files_have_paths"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.project} {self.path}".strip()


class DocumentRevision(models.Model):
    """One whole text a document had: append-only, chained by hashes. What it was before is the revision before it."""

    document = models.ForeignKey(Document, on_delete=models.PROTECT, related_name="revisions")
    number = models.PositiveIntegerField()
    base_revision = models.PositiveIntegerField()
    operation = models.CharField(max_length=20)
    source = models.CharField(max_length=200)
    reason = models.CharField(max_length=500, blank=True)
    text = models.TextField(blank=True)
    metadata = models.JSONField(encoder=ReadableJSON, default=dict)
    recorded_at = models.DateTimeField(default=now)
    erased_at = models.DateTimeField(null=True)
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ("document", "number")
        constraints = (models.UniqueConstraint(fields=("document", "number"), name="document_revision_once"),)

    def __str__(self) -> str:
        return f"{self.document_id}@{self.number}"


class HistoryEntry(models.Model):
    """What happened, in a few sentences, under a day of the owner's calendar. Never rewritten; it can be removed.

    `day` is the day of `at` in `zone`, the owner's zone when it was written. A removed entry keeps its day and who
    removed it, not its text.
    """

    uid = models.UUIDField(default=new_uid, unique=True, editable=False)
    store = models.ForeignKey(Store, on_delete=models.PROTECT, related_name="history")
    project = models.CharField(max_length=PROJECT_LIMIT, blank=True)
    day = models.DateField()
    at = models.DateTimeField()
    zone = models.CharField(max_length=60)
    text = models.TextField(blank=True)
    text_hash = models.CharField(max_length=64)
    conversation = models.CharField(max_length=200, blank=True)
    citations = models.JSONField(encoder=ReadableJSON, default=list)
    source = models.CharField(max_length=200)
    source_ref = models.CharField(max_length=1024, blank=True)
    recorded_at = models.DateTimeField(default=now)
    removed_at = models.DateTimeField(null=True, blank=True)
    removed_by = models.CharField(max_length=200, blank=True)
    removed_why = models.CharField(max_length=500, blank=True)

    objects = HistoryQuerySet.as_manager()

    class Meta:
        ordering = ("-day", "at", "id")
        indexes = (
            models.Index(fields=("store", "-day", "at", "id"), name="history_of_store"),
            models.Index(fields=("store", "day", "text_hash"), name="history_text"),
        )

    def __str__(self) -> str:
        return f"{self.day} {self.text[:60]}"


class DocumentProposal(models.Model):
    """A whole text that a reading of a conversation would give a document, and that waits for the owner.

    `base_revision` is the revision it was made from, 0 for none. `why` is a code. Once it is decided its text is gone:
    it stands in the document, or nowhere.
    """

    class State(models.TextChoices):
        PENDING = "pending", "Waits"
        ACCEPTED = "accepted", "Accepted"
        REJECTED = "rejected", "Rejected"

    store = models.ForeignKey(Store, on_delete=models.PROTECT, related_name="document_proposals")
    kind = models.CharField(max_length=12, choices=DocumentKind.choices)
    project = models.CharField(max_length=PROJECT_LIMIT, blank=True)
    text = models.TextField(blank=True)
    text_hash = models.CharField(max_length=64)
    base_revision = models.PositiveIntegerField(default=0)
    source = models.CharField(max_length=200)
    why = models.CharField(max_length=40)
    citations = models.JSONField(encoder=ReadableJSON, default=list)
    recorded_at = models.DateTimeField(default=now)
    state = models.CharField(max_length=8, choices=State.choices, default=State.PENDING)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.CharField(max_length=200, blank=True)
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("store", "kind", "project", "text_hash", "base_revision"), name="document_asked_once"
            ),
            models.CheckConstraint(condition=Q(kind__in=DocumentKind.values), name="asked_document_kind_known"),
        )
        indexes = (
            models.Index(fields=("store", "id"), condition=Q(state="pending"), name="document_proposals_waiting"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.project} {self.state}".replace("  ", " ")


class DocumentContradiction(models.Model):
    """A line "key: value" of a document that a live fact contradicts, until somebody decides or it is gone."""

    class Verdict(models.TextChoices):
        OPEN = "open", "Open"
        BOTH = "both", "Both may stay"
        GONE = "gone", "No longer so"

    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="contradictions")
    fact = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="document_contradictions")
    line = models.TextField()
    line_hash = models.CharField(max_length=64)
    fact_hash = models.CharField(max_length=64)
    found_at = models.DateTimeField(default=now)
    verdict = models.CharField(max_length=4, choices=Verdict.choices, default=Verdict.OPEN)
    decided_at = models.DateTimeField(null=True)
    decided_by = models.CharField(max_length=200, blank=True)
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ("-id",)
        constraints = (
            models.UniqueConstraint(
                fields=("document", "fact", "line_hash", "fact_hash"), name="document_contradiction_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.document_id}: {self.line[:60]}"


class MirrorFile(models.Model):
    """A file that mirrors a document or a day: what was last written or taken in, so that a person's edit is seen."""

    store = models.ForeignKey(Store, on_delete=models.PROTECT, related_name="mirror_files")
    path = models.CharField(max_length=400)
    document = models.ForeignKey(Document, null=True, on_delete=models.CASCADE, related_name="mirror_files")
    day = models.DateField(null=True)
    file_hash = models.CharField(max_length=64, blank=True)
    revision = models.PositiveIntegerField(default=0)
    conflict = models.CharField(max_length=400, blank=True)
    problem = models.CharField(max_length=500, blank=True)
    seen_at = models.DateTimeField(default=now)

    class Meta:
        ordering = ("store", "path")
        constraints = (models.UniqueConstraint(fields=("store", "path"), name="mirror_file_once"),)

    def __str__(self) -> str:
        return self.path


class Flush(models.Model):
    """That a conversation's memory was saved before its compaction of this number: once for each."""

    store = models.ForeignKey(Store, on_delete=models.PROTECT, related_name="flushes")
    conversation = models.CharField(max_length=200)
    source = models.CharField(max_length=200)
    compaction = models.PositiveIntegerField()
    at = models.DateTimeField(default=now)
    outcome = models.CharField(max_length=20)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("store", "source", "conversation", "compaction"), name="flush_once_per_compaction"
            ),
        )

    def __str__(self) -> str:
        return f"{self.conversation}@{self.compaction}"
