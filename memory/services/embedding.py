"""Filling in vectors: what waits is embedded in batches after the commit, survives restarts, and loses nothing."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

import numpy as np
from django.db import transaction
from django.db.models import Exists, OuterRef

from kirocrew.base.clock import now
from kirocrew.db.functions import bit_blob, float_blob
from memory.inference.base import Embedder, EmbeddingError
from memory.inference.chunks import passages
from memory.inference.models import SpaceKey
from memory.models import Embedding, EmbeddingBits, EmbeddingFailure, Fact, Lesson, Record, Space, Status
from memory.models.records import RecordQuerySet
from memory.recall.text_index import leaves

BATCH: Final = 32  # records per transaction; more gains nothing on two cores and holds the lock longer
FIRST_RETRY: Final = timedelta(minutes=1)
LAST_RETRY: Final = timedelta(days=1)


@dataclass(slots=True)
class Batch:
    """Records read for embedding, with the parts of each record's text."""

    records: list[Record]
    parts: list[list[str]]


def space_for(key: SpaceKey, *, source: str = "") -> Space:
    """Return the space of that model, made when missing. The first one is searched at once, a later one when a change
    of models has filled it. `source` is what loads the model.
    """
    with transaction.atomic():
        space = Space.objects.filter(model=key.model, dimension=key.dimension, normalisation=key.normalisation).first()
        if space is not None:
            return space
        first = not Space.objects.filter(state=Space.State.CURRENT).exists()
        return Space.objects.create(
            model=key.model,
            dimension=key.dimension,
            normalisation=key.normalisation,
            source=source,
            state=Space.State.CURRENT if first else Space.State.BUILDING,
        )


def waiting(space: Space) -> RecordQuerySet:
    """Active records without a vector in the space whose next attempt is due."""
    embedded = Embedding.objects.filter(record=OuterRef("pk"), space=space)
    put_off = EmbeddingFailure.objects.filter(record=OuterRef("pk"), space=space, next_attempt_at__gt=now())
    return Record.objects.filter(~Exists(embedded), ~Exists(put_off), status=Status.ACTIVE)


def batches(space: Space, embedder: Embedder) -> Iterator[Batch]:
    """Read what waits, newest first, until nothing does.

    Each pass goes on below the last record it saw, so a long backlog is read once and not from its start for
    every batch; what was written meanwhile is found by the next pass.
    """
    below = None
    while True:
        rows = waiting(space) if below is None else waiting(space).filter(pk__lt=below)
        records = list(rows.with_content().order_by("-id")[:BATCH])
        if records:
            below = records[-1].pk
            yield Batch(records, [text_parts(record, embedder) for record in records])
        elif below is None:
            return
        else:
            below = None


def text_parts(record: Record, embedder: Embedder) -> list[str]:
    """What is embedded of a record, in parts that fit the model's window; the best part counts in a search.

    A turn carries its date and speaker, which is worth 24 points of hit@10 with the embedded default
    (docs/explanation/embeddings.md); a lesson is its rule, never what not to do.
    """
    content = record.content
    window, count = embedder.window, embedder.count_tokens
    if isinstance(content, Fact):
        text = f"{record.key.replace('.', ' ').replace('_', ' ')}: {' '.join(leaves(content.value))}"
        return passages(text, window=window, count=count)
    if isinstance(content, Lesson):
        return passages(content.rule, window=window, count=count)
    said = bool(content.speaker or content.conversation)
    return passages(
        content.text,
        date=record.observed_at if said else None,
        speaker=content.speaker or None,
        window=window,
        count=count,
    )


def batch_embed(batch: Batch, space: Space, embedder: Embedder) -> int:
    """Embed and store one batch; returns how many records got a vector. Inference comes before the transaction."""
    for record in [record for record, parts in _pairs(batch) if not parts]:
        _note_failure(record, space, "There is no text to embed.")
    texts = [part for parts in batch.parts for part in parts]
    if not texts:
        return 0
    try:
        vectors = embedder.embed(texts)
    except EmbeddingError:
        return sum(_embed_alone(record, parts, space, embedder) for record, parts in _pairs(batch))
    rows, start = [], 0
    for record, parts in _pairs(batch):
        if not parts:
            continue
        rows.append((record, parts, vectors[start : start + len(parts)]))
        start += len(parts)
    return _store(rows, space)


def embedded_count(space: Space) -> int:
    """How many active records have a vector in the space."""
    return Record.objects.filter(
        Exists(Embedding.objects.filter(record=OuterRef("pk"), space=space)), status=Status.ACTIVE
    ).count()


def _pairs(batch: Batch) -> Iterator[tuple[Record, list[str]]]:
    return zip(batch.records, batch.parts, strict=True)


def _embed_alone(record: Record, parts: list[str], space: Space, embedder: Embedder) -> int:
    if not parts:
        return 0
    try:
        vectors = embedder.embed(parts)
    except EmbeddingError as error:
        _note_failure(record, space, str(error))
        return 0
    return _store([(record, parts, vectors)], space)


def _note_failure(record: Record, space: Space, error: str) -> None:
    """Put the text off, twice as long each time; it stays listed until it is embedded."""
    with transaction.atomic():
        failure, made = EmbeddingFailure.objects.get_or_create(
            record=record, space=space, defaults={"next_attempt_at": now() + FIRST_RETRY, "error": error[:300]}
        )
        if not made:
            delay = min(FIRST_RETRY * 2 ** min(failure.attempts, 11), LAST_RETRY)
            EmbeddingFailure.objects.filter(pk=failure.pk).update(
                attempts=failure.attempts + 1, next_attempt_at=now() + delay, error=error[:300]
            )


def _store(rows: Sequence[tuple[Record, list[str], np.ndarray]], space: Space) -> int:
    """Store vectors of those records that are still as they were read."""
    with transaction.atomic():
        unchanged = dict(
            Record.objects.filter(pk__in=[record.pk for record, _, _ in rows], status=Status.ACTIVE).values_list(
                "pk", "revision"
            )
        )
        # Another run may have been at the same records.
        there = set(Embedding.objects.filter(space=space, record__in=unchanged).values_list("record_id", flat=True))
        kept = [row for row in rows if unchanged.get(row[0].pk) == row[0].revision and row[0].pk not in there]
        embeddings = [
            Embedding(
                record=record,
                space=space,
                chunk=index,
                text_hash=hashlib.sha256(part.encode()).hexdigest(),
                vector=float_blob(vector),
            )
            for record, parts, vectors in kept
            for index, (part, vector) in enumerate(zip(parts, vectors, strict=True))
        ]
        Embedding.objects.bulk_create(embeddings)
        bits = [bit_blob(vector) for _, _, vectors in kept for vector in vectors]
        EmbeddingBits.objects.bulk_create(
            EmbeddingBits(
                embedding=row,
                record_id=row.record_id,
                space=space,
                store_id=row.record.store_id,
                kind=row.record.kind,
                bits=signs,
            )
            for row, signs in zip(embeddings, bits, strict=True)
        )
        EmbeddingFailure.objects.filter(space=space, record__in=[record for record, _, _ in kept]).delete()
    return len(kept)
