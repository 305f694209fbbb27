"""Vectors of skills: "name: description" in the space of the model in use, filled in by a job."""

import hashlib
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from django.db import transaction
from numpy.typing import NDArray

from channels_bridge.actors import Actor
from channels_bridge.services.jobs import JobRetryLater, JobRun, job_enqueue
from kirocrew.db.functions import float_blob
from memory.inference.base import Embedder, EmbeddingError
from memory.inference.embedding import get_embedder, state
from memory.inference.models import MINILM, SpaceKey
from skills.models import Skill, SkillVector
from skills.services.compiled import vectors_forget
from skills.services.events import catalogue_touch

EMBED_JOB: Final = "skills.embed"
MODEL_WAIT_S: Final = 120.0
BATCH: Final = 32
TEXT_CHARACTERS: Final = 1_200
"""Characters that are embedded; the model's window holds about as many."""


def embedded_text(name: str, description: str) -> str:
    """What is embedded of a skill."""
    return f"{name}: {description}"[:TEXT_CHARACTERS]


def text_hash(name: str, description: str) -> str:
    return hashlib.sha256(embedded_text(name, description).encode("utf-8", "replace")).hexdigest()


def has_meaning(space: SpaceKey) -> bool:
    """Whether matching was measured with this space's cosines. Others are not used: their scale is another one."""
    return space == MINILM.space


def vectors_missing(space: SpaceKey) -> list[Skill]:
    """Live skills without a vector of their present text."""
    known = dict(SkillVector.objects.filter(space=space.model).values_list("skill", "text_hash"))
    rows = Skill.objects.live().only("pk", "name", "description")
    return [skill for skill in rows if known.get(skill.pk) != text_hash(skill.name, skill.description)]


def vectors_fill(embedder: Embedder) -> int:
    """Embed what is missing, in batches; returns how many skills got a vector. Inference comes before the transaction.

    Raises EmbeddingError when the model fails; what was stored before stays.
    """
    missing = vectors_missing(embedder.space)
    done = 0
    for at in range(0, len(missing), BATCH):
        batch = missing[at : at + BATCH]
        vectors = embedder.embed([embedded_text(skill.name, skill.description) for skill in batch])
        done += _store(batch, vectors, embedder.space)
    vectors_forget()
    return done


def _store(batch: Sequence[Skill], vectors: NDArray[np.float32], space: SpaceKey) -> int:
    """Store the vectors of those skills whose text is still the same."""
    with transaction.atomic():
        present = {
            pk: text_hash(name, description)
            for pk, name, description in Skill.objects.filter(pk__in=[skill.pk for skill in batch]).values_list(
                "pk", "name", "description"
            )
        }
        stored = 0
        for skill, vector in zip(batch, vectors, strict=True):
            digest = text_hash(skill.name, skill.description)
            if present.get(skill.pk) == digest:
                SkillVector.objects.update_or_create(
                    skill=skill, space=space.model, defaults={"text_hash": digest, "vector": float_blob(vector)}
                )
                stored += 1
        if stored:
            catalogue_touch()
    return stored


def embedding_request() -> bool:
    """Ask for the vectors that are missing; False where there is no model, or nothing is missing."""
    space = state().space
    if space is None or not has_meaning(space) or not vectors_missing(space):
        return False
    job_enqueue(actor=Actor.system("embedding"), name=EMBED_JOB, args={}, dedupe_key=EMBED_JOB)
    return True


def embedding_perform(run: JobRun) -> dict[str, Any]:
    """Fill in what is missing. Raises JobRetryLater while the model is loading or when it fails."""
    embedder = get_embedder(wait=MODEL_WAIT_S)
    if embedder is None:
        if state().status == "loading":
            raise JobRetryLater("The embedding model is still loading.")
        return {"embedded": 0, "reason": state().reason}
    if not has_meaning(embedder.space):
        return {"embedded": 0, "reason": "Matching was not measured with this model; words alone decide."}
    try:
        return {"embedded": vectors_fill(embedder)}
    except EmbeddingError as error:
        raise JobRetryLater(str(error)) from error
