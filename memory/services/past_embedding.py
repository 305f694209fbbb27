"""Vectors of texts that were replaced, made anew where they are lost: after the index of the past was rebuilt, with
another model, or where a model came later than the texts.

A replaced text usually takes its vectors along when it is replaced (memory/recall/past_index.py).
"""

# ruff: noqa: S608
# Statements are put together from constants and placeholders; every value is a parameter.

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from django.db import transaction

from kirocrew.db.functions import bit_blob, float_blob
from memory.inference.base import Embedder, EmbeddingError
from memory.models import PastVector, Space
from memory.recall.statements import GIVEN, fetch_all, given
from memory.services.embedding import BATCH, text_parts
from memory.services.timeline_states import record_then

_LACKING: Final = (
    " FROM memory_belief b JOIN memory_revision v ON v.id = b.revision_id JOIN memory_record r ON r.id = b.record_id"
    " WHERE NOT b.is_present AND v.erased_at IS NULL AND NOT EXISTS"
    " (SELECT 1 FROM memory_pastvector p WHERE p.revision_id = b.revision_id AND p.space_id = %s)"
)
_COUNT: Final = f"SELECT COUNT(DISTINCT b.revision_id){_LACKING}"
_NEXT: Final = (
    f"SELECT DISTINCT v.id, v.after, r.id, r.store_id, r.kind{_LACKING} AND b.revision_id < %s"
    " ORDER BY b.revision_id DESC LIMIT %s"
)
_STILL: Final = (
    "SELECT DISTINCT b.revision_id FROM memory_belief b JOIN memory_revision v ON v.id = b.revision_id"
    f" WHERE b.revision_id IN ({GIVEN}) AND NOT b.is_present AND v.erased_at IS NULL"
)
_ABOVE_ALL: Final = 2**63 - 1


@dataclass(frozen=True, slots=True)
class _Past:
    """A replaced text: the entry that left it, where it belongs, and its parts as they are embedded."""

    entry: int
    record_id: int
    store_id: int
    kind: str
    parts: list[str]


def past_is_unembedded(space: Space) -> bool:
    """Whether there are replaced texts and none of them has a vector in the space, as when a model came later."""
    return not PastVector.objects.filter(space=space).exists() and bool(fetch_all(_NEXT, [space.pk, _ABOVE_ALL, 1]))


def past_lacking(space: Space) -> int:
    """How many replaced texts have no vector in the space."""
    return int(fetch_all(_COUNT, [space.pk])[0][0])


def past_embed(space: Space, embedder: Embedder, *, progress: Callable[[int, int], None]) -> int:
    """Give every replaced text that lacks them its vectors, newest first; returns how many got them.

    `progress` is told after each batch how many were looked at and how many got vectors. A text that the model fails
    on is left out until the next time. Inference comes before each transaction.
    """
    read = embedded = 0
    for texts in _batches(space, embedder):
        embedded += _store(_embedded(texts, embedder), space)
        read += len(texts)
        progress(read, embedded)
    return embedded


def _batches(space: Space, embedder: Embedder) -> Iterator[list[_Past]]:
    below = _ABOVE_ALL
    while rows := fetch_all(_NEXT, [space.pk, below, BATCH]):
        below = rows[-1][0]
        yield [_read(row, embedder) for row in rows]


def _read(row: Sequence[Any], embedder: Embedder) -> _Past:
    entry, after, record_id, store_id, kind = row
    record = record_then(json.loads(after) if isinstance(after, str) else after, pk=record_id, store_id=store_id)
    return _Past(entry, record_id, store_id, kind, text_parts(record, embedder))


def _embedded(texts: Sequence[_Past], embedder: Embedder) -> list[tuple[_Past, np.ndarray]]:
    """The vectors of each text's parts; together where the model can, else one by one, without those it fails on."""
    said = [text for text in texts if text.parts]
    if not said:
        return []
    try:
        vectors = embedder.embed([part for text in said for part in text.parts])
    except EmbeddingError:
        return [pair for text in said for pair in _embedded([text], embedder)] if len(said) > 1 else []
    ends = np.cumsum([len(text.parts) for text in said])
    return list(zip(said, np.split(vectors, ends[:-1]), strict=True))


def _store(embedded: Sequence[tuple[_Past, np.ndarray]], space: Space) -> int:
    """Store the vectors of texts that are still in the past; one may have been erased meanwhile."""
    with transaction.atomic():
        still = {entry for (entry,) in fetch_all(_STILL, [given([text.entry for text, _ in embedded])])}
        kept = [(text, vectors) for text, vectors in embedded if text.entry in still]
        PastVector.objects.bulk_create(
            [
                PastVector(
                    revision_id=text.entry,
                    record_id=text.record_id,
                    space=space,
                    store_id=text.store_id,
                    kind=text.kind,
                    chunk=number,
                    vector=float_blob(vector),
                    bits=bit_blob(vector),
                )
                for text, vectors in kept
                for number, vector in enumerate(vectors)
            ],
            ignore_conflicts=True,
        )
    return len(kept)
