"""Vectors of records: kept in line with them by the journal, filled in by a job after the commit."""

import time
from collections.abc import Sequence

import numpy as np

from channels_bridge.actors import Actor
from channels_bridge.services.jobs import job_enqueue
from kirocrew.db.functions import bit_blob
from memory.models import Embedding, EmbeddingBits, EmbeddingFailure

EMBED_JOB = "memory.embed"
EMBED_PAST_JOB = "memory.embed_past"
ASKED_SECONDS = 0.2  # below the half second after which a worker looks for jobs
EMBEDDER = Actor.system("embedding")


def vectors_drop(record_ids: Sequence[int]) -> None:
    """Delete the vectors of records whose text changed: they say what the text no longer does."""
    if record_ids:
        EmbeddingBits.objects.filter(record_id__in=record_ids).delete()
        Embedding.objects.filter(record_id__in=record_ids).delete()
        EmbeddingFailure.objects.filter(record_id__in=record_ids).delete()


def vectors_hide(record_ids: Sequence[int]) -> None:
    """Take records out of vector search and keep their vectors, so that they can come back."""
    if record_ids:
        EmbeddingBits.objects.filter(record_id__in=record_ids).delete()


def vectors_show(record_ids: Sequence[int]) -> None:
    """Put the kept vectors of records that are active again back into search."""
    if not record_ids:
        return
    rows = Embedding.objects.filter(record_id__in=record_ids).select_related("record")
    EmbeddingBits.objects.bulk_create(
        [
            EmbeddingBits(
                embedding=row,
                record_id=row.record_id,
                space_id=row.space_id,
                store_id=row.record.store_id,
                kind=row.record.kind,
                bits=bit_blob(np.frombuffer(row.vector, dtype="<f4")),
            )
            for row in rows
        ],
        ignore_conflicts=True,
    )


class _Asked:
    """When this process last asked for an embedding run, in seconds of the monotonic clock."""

    at = float("-inf")


def embedding_request_soon() -> None:
    """Ask for what was just written to be embedded, unless this process asked a moment ago.

    A run that was asked for within ASKED_SECONDS either waits still or is only starting, and sees what was
    written since; if ever it does not, the schedule asks within a minute.
    """
    moment = time.monotonic()
    if moment - _Asked.at >= ASKED_SECONDS:
        embedding_request()
        _Asked.at = moment


def asked_forget() -> None:
    """Let the next write ask whenever it comes."""
    _Asked.at = float("-inf")


def embedding_request() -> None:
    """Ask for what waits to be embedded. One waiting job serves any number of writes."""
    job_enqueue(actor=EMBEDDER, name=EMBED_JOB, args={}, title="Embed new memories", dedupe_key=EMBED_JOB)


def past_embedding_request() -> None:
    """Ask for replaced texts without a vector to be embedded, so that the past is searched by meaning as well."""
    job_enqueue(actor=EMBEDDER, name=EMBED_PAST_JOB, args={}, dedupe_key=EMBED_PAST_JOB)
