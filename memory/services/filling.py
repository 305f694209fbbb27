"""Giving what was written its vectors: in the space that is searched, and in those that are kept for going back."""

from collections.abc import Callable
from dataclasses import dataclass, field

from memory.inference.embedding import get_embedder, state
from memory.models import Space
from memory.recall.engine import SearchedSpace
from memory.services.embedding import batch_embed, batches, space_for, waiting
from memory.services.holding import Comparison
from memory.services.spaces import embedder_of, reason_of, spaces_open, state_of

BATCHES_PER_COUNT = 50  # embedded between two counts of what waits, which grows while an import runs


@dataclass(slots=True)
class Filled:
    """What a run did: texts read and embedded over all spaces, changes taken back, and why a space was left out."""

    read: int = 0
    embedded: int = 0
    held: int = 0
    total: int = 0
    reasons: list[str] = field(default_factory=list)
    is_loading: bool = False


def spaces_fill(progress: Callable[[Filled], None], *, wait: float) -> Filled:
    """Embed what waits in every open space, the searched one first. `wait`: seconds a model is waited for.

    `progress` is told after each batch. Where nothing was embedded yet, the settings' model makes the first space.
    """
    done = Filled()
    for space in spaces_open() or _first(done, wait):
        _fill(space, done, progress, wait)
    return done


def _first(done: Filled, wait: float) -> list[SearchedSpace]:
    embedder = get_embedder(wait=wait)
    if embedder is None:
        found = state()
        done.is_loading = found.status == "loading"
        done.reasons.append(found.reason)
        return []
    space_for(embedder.space, source=settings_model())
    return spaces_open()


def settings_model() -> str:
    """The model that KIROCREW_EMBEDDING_MODEL names."""
    from memory.inference.embedding import chosen

    return chosen().model


def _fill(space: SearchedSpace, done: Filled, progress: Callable[[Filled], None], wait: float) -> None:
    embedder = embedder_of(space, wait=wait)
    if embedder is None:
        done.is_loading |= space.is_current and state_of(space).status == "loading"
        done.reasons.append(reason_of(space))
        return
    row = Space.objects.get(pk=space.id)
    # What is refused is compared once, in the space that is searched.
    comparison = Comparison(row, embedder) if space.is_current else None
    for number, batch in enumerate(batches(row, embedder)):
        if number % BATCHES_PER_COUNT == 0:
            done.total = done.read + waiting(row).count()
        done.embedded += batch_embed(batch, row, embedder)
        done.held += comparison.hold(batch.records) if comparison is not None else 0
        done.read += len(batch.records)
        progress(done)
