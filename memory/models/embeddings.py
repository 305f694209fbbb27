"""Vectors of records, the space they belong to, and the texts that could not be embedded."""

from django.db import models

from kirocrew.base.clock import now
from memory.models.records import Kind, Record
from memory.models.stores import Store


class Space(models.Model):
    """The vector space of one embedding model. Vectors of two spaces are never compared."""

    class State(models.TextChoices):
        BUILDING = "building", "Being filled"
        CURRENT = "current", "Searched"
        RETIRED = "retired", "Kept for going back"
        DISCARDED = "discarded", "Being removed"

    model = models.CharField(max_length=200, help_text="Name and digest of the model's file")
    dimension = models.PositiveIntegerField()
    normalisation = models.CharField(max_length=10, default="l2")
    source = models.CharField(
        max_length=300, blank=True, help_text="What loads its model: a known model's name or the path of its file"
    )
    state = models.CharField(max_length=10, choices=State.choices, default=State.BUILDING)
    created_at = models.DateTimeField(default=now)
    retired_at = models.DateTimeField(null=True, blank=True, help_text="Since when another one is searched")
    vectors_mark = models.BigIntegerField(
        default=0,
        editable=False,
        help_text="Another number after every change of the space's vectors; kept by triggers",
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("model", "dimension", "normalisation"), name="space_identity"),
            models.UniqueConstraint(fields=("state",), condition=models.Q(state="current"), name="one_current_space"),
        )

    def __str__(self) -> str:
        return f"{self.model} ({self.dimension})"


class Embedding(models.Model):
    """The vector of one part of a record's text: little-endian float32, length of the space's dimension."""

    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="embeddings")
    space = models.ForeignKey(Space, on_delete=models.PROTECT, related_name="embeddings")
    chunk = models.PositiveSmallIntegerField(default=0)
    text_hash = models.CharField(max_length=64)
    vector = models.BinaryField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("record", "space", "chunk"), name="one_vector_per_part_and_space"),
        )

    def __str__(self) -> str:
        return f"{self.record_id}/{self.chunk}"


class EmbeddingBits(models.Model):
    """The signs of a vector, in a narrow row of their own with what a search filters on.

    Rows are only here while the record is active, so a search need not look at the record at all.
    """

    embedding = models.OneToOneField(Embedding, on_delete=models.CASCADE, primary_key=True, related_name="bits_row")
    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="+", db_index=True)
    space = models.ForeignKey(Space, on_delete=models.PROTECT, related_name="+", db_index=False)
    store = models.ForeignKey(Store, on_delete=models.PROTECT, related_name="+", db_index=False)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    bits = models.BinaryField()

    class Meta:
        indexes = (models.Index(fields=("space", "store", "kind"), name="bits_scope"),)

    def __str__(self) -> str:
        return str(self.embedding_id)


class ModelChange(models.Model):
    """A change of the embedding or the language model, from when it was asked for to its end. One of each is open at
    most.

    The row is the truth; a job does what it says and may be killed at any moment. `after` is unknown until the model
    was loaded. `seconds` is how long embedding took so far, pauses not counted, and `embedded` how many records it gave
    vectors in that time. `previous` is what the owner's setting for the language model was.
    """

    class Kind(models.TextChoices):
        EMBEDDING = "embedding", "Embedding model"
        LANGUAGE = "language", "Language model"

    class State(models.TextChoices):
        RUNNING = "running", "Running"
        PAUSED = "paused", "Paused"
        DONE = "done", "Done"
        FAILED = "failed", "Failed"
        DISCARDED = "discarded", "Given up"

    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.EMBEDDING)
    model = models.CharField(max_length=300, help_text="A known model's name or the path of its file")
    previous = models.CharField(max_length=300, blank=True)
    before = models.ForeignKey(Space, null=True, on_delete=models.SET_NULL, related_name="+")
    after = models.ForeignKey(Space, null=True, on_delete=models.SET_NULL, related_name="+")
    state = models.CharField(max_length=10, choices=State.choices, default=State.RUNNING)
    open_slot = models.BooleanField(null=True, default=True, editable=False)
    is_rollback = models.BooleanField(default=False)
    asked_by = models.CharField(max_length=200)
    started_at = models.DateTimeField(default=now)
    ended_at = models.DateTimeField(null=True, blank=True)
    total = models.PositiveBigIntegerField(default=0)
    done = models.PositiveBigIntegerField(default=0)
    embedded = models.PositiveBigIntegerField(default=0)
    seconds = models.FloatField(default=0.0)
    error = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ("-id",)
        constraints = (models.UniqueConstraint(fields=("kind", "open_slot"), name="one_open_model_change"),)

    def __str__(self) -> str:
        return f"{self.model} ({self.state})"


class EmbeddingFailure(models.Model):
    """A text that could not be embedded: when it is tried again, and why it failed."""

    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="embedding_failures")
    space = models.ForeignKey(Space, on_delete=models.CASCADE, related_name="failures")
    attempts = models.PositiveIntegerField(default=1)
    next_attempt_at = models.DateTimeField()
    error = models.CharField(max_length=300)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("record", "space"), name="one_failure_per_record_and_space"),)

    def __str__(self) -> str:
        return f"{self.record_id}: {self.error}"
