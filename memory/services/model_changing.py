"""The work of a change of embedding models: fill the second space, and switch when nothing waits. Killed at any moment
it goes on where it was, since what has a vector is no longer waiting.
"""

import time
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import F

from channels_bridge.models import Job, JobState
from channels_bridge.services.jobs import JobCancelled, JobRetryLater, JobRun
from kirocrew.base.clock import now
from memory.inference.base import Embedder
from memory.inference.embedding import get_embedder, state
from memory.models import Embedding, EmbeddingBits, EmbeddingFailure, ModelChange, PastVector, Space
from memory.services.embedding import batch_embed, batches, embedded_count, space_for, waiting
from memory.services.filling import BATCHES_PER_COUNT, Filled, spaces_fill
from memory.services.model_change import (
    CHANGE_JOB,
    change_end,
    change_request,
    change_stop,
    change_switch,
    changes,
    discard_request,
    shown_name,
)
from memory.services.past_embedding import past_embed, past_lacking
from memory.services.vectors import EMBED_JOB

MODEL_WAIT_SECONDS: Final = 120.0
OVERDUE: Final = timedelta(seconds=2)
"""New texts that no worker embeds for so long are embedded between two batches: search comes first."""
DELETED_AT_ONCE: Final = 2_000  # rows in one transaction


class _Rested(Exception):
    """The change was paused or given up."""


def change_perform(run: JobRun, number: int) -> dict[str, Any]:
    """Go on with a change until it is complete, paused or given up. Raises JobRetryLater while the model is loading."""
    change = ModelChange.objects.select_related("after").filter(pk=number, state=ModelChange.State.RUNNING).first()
    if change is None:
        return {"switched": False, "reason": "It is paused, or at its end."}
    if Job.objects.filter(name=CHANGE_JOB, state=JobState.RUNNING).exclude(pk=run.job.pk).exists():
        return {"switched": False, "reason": "Another run is at it."}
    embedder = get_embedder(change.model, wait=MODEL_WAIT_SECONDS)
    if embedder is None:
        found = state(change.model)
        if found.status == "loading":
            raise JobRetryLater("The embedding model is still loading.")
        change_stop(change, found.reason)
        return {"switched": False, "reason": found.reason}
    space = _space_taken(change, embedder)
    if space is None:
        return {"switched": False, "reason": change.error}
    try:
        return _Change(run, change, space, embedder).complete()
    except _Rested:
        return {"switched": False, "reason": "It was paused or given up."}
    except JobCancelled:  # by the button of its job: the same as to pause it
        ModelChange.objects.filter(pk=change.pk, state=ModelChange.State.RUNNING).update(state=ModelChange.State.PAUSED)
        raise


def _space_taken(change: ModelChange, embedder: Embedder) -> Space | None:
    """Find or make the space that is filled; None when the model turns out to be the one that is searched."""
    with transaction.atomic():
        space = space_for(embedder.space, source=change.model)
        if space.state == Space.State.DISCARDED:
            raise JobRetryLater("What this model had embedded earlier is still being removed.")
        if space.state == Space.State.CURRENT or (change.after is not None and change.after != space):
            change_end(change, ModelChange.State.FAILED, error=f"{change.model} is the model that is searched with.")
            return None
        if not space.source:
            Space.objects.filter(pk=space.pk).update(source=change.model)
        if change.after is None:
            change.after = space
            change.save(update_fields=("after",))
    return space


class _Change:
    """One run over a change."""

    def __init__(self, run: JobRun, change: ModelChange, space: Space, embedder: Embedder) -> None:
        self._run, self._change, self._space, self._embedder = run, change, space, embedder
        self._done, self._total = 0, 0

    def complete(self) -> dict[str, Any]:
        """Fill the space and switch to it."""
        while True:
            self._embed_present()
            self._embed_past()
            if self._switch():
                failed = EmbeddingFailure.objects.filter(space=self._space).count()
                return {"switched": True, "embedded": self._done, "failed": failed}

    def _embed_present(self) -> None:
        for number, batch in enumerate(batches(self._space, self._embedder)):
            self._look()
            if number % BATCHES_PER_COUNT == 0:
                self._done = embedded_count(self._space)
                self._total = self._done + waiting(self._space).count()
            began = time.monotonic()
            embedded = batch_embed(batch, self._space, self._embedder)
            self._done += embedded
            self._tell(embedded, time.monotonic() - began)

    def _embed_past(self) -> None:
        """Replaced texts, so that the past is searched as well as before."""
        lacking = past_lacking(self._space)
        if not lacking:
            return

        def progress(read: int, embedded: int) -> None:
            self._look()
            self._run.progress(read, max(lacking, read), f"{embedded:,} replaced texts embedded")

        past_embed(self._space, self._embedder, progress=progress)

    def _switch(self) -> bool:
        """Switch unless something was written meanwhile: the transaction holds the write lock, so nothing slips in."""
        with transaction.atomic():
            change = ModelChange.objects.filter(pk=self._change.pk, state=ModelChange.State.RUNNING).first()
            if change is None:
                raise _Rested
            if waiting(self._space).exists():
                return False
            change_switch(change, self._space)
        return True

    def _look(self) -> None:
        self._run.raise_if_cancelled()
        if not ModelChange.objects.filter(pk=self._change.pk, state=ModelChange.State.RUNNING).exists():
            raise _Rested
        if Job.objects.filter(name=EMBED_JOB, state=JobState.QUEUED, created_at__lt=now() - OVERDUE).exists():
            spaces_fill(self._alive, wait=0)

    def _alive(self, _: Filled) -> None:
        self._run.heartbeat()

    def _tell(self, embedded: int, seconds: float) -> None:
        ModelChange.objects.filter(pk=self._change.pk).update(
            done=self._done,
            total=max(self._total, self._done),
            embedded=F("embedded") + embedded,
            seconds=F("seconds") + seconds,
        )
        # A place that moved shows that the job gets on, however often its worker is killed.
        self._run.checkpoint["done"] = self._done
        self._run.progress(self._done, max(self._total, self._done), f"{self._done:,} embedded")


def discard_perform(run: JobRun, number: int) -> dict[str, Any]:
    """Remove the rows of a discarded space, a few at a time, and the space itself at last."""
    removed = 0
    for model in (EmbeddingBits, EmbeddingFailure, Embedding, PastVector):
        rows = model._default_manager.filter(space=number, space__state=Space.State.DISCARDED)
        total = removed + rows.count()
        while keys := list(rows.values_list("pk", flat=True)[:DELETED_AT_ONCE]):
            run.raise_if_cancelled()
            with transaction.atomic():
                model._default_manager.filter(pk__in=keys).delete()
            removed += len(keys)
            run.checkpoint["removed"] = removed
            run.progress(removed, max(total, removed), f"{removed:,} rows removed")
    with transaction.atomic():
        Space.objects.filter(pk=number, state=Space.State.DISCARDED).delete()
    return {"removed": removed}


def changes_resume() -> None:
    """Ask again for what a running change or a discarded space needs, should its job be lost."""
    change = changes().filter(state=ModelChange.State.RUNNING).first()
    if change is not None and not Job.objects.filter(name=CHANGE_JOB, state=JobState.RUNNING).exists():
        change_request(change)
    for space in Space.objects.filter(state=Space.State.DISCARDED):
        discard_request(space.pk, shown_name(space.source or space.model))
