"""Changing the embedding model: a second space is filled beside the one that is searched, and takes its place when it
is complete.

The row of the change says what shall happen, a job does it. The owner may pause, go on, give up, and go back: the space
that was searched before is kept, and gets vectors of everything new, until it is discarded.
"""

from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from channels_bridge.actors import Actor
from channels_bridge.services.jobs import job_enqueue
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, Forbidden, Invalid, NotFound
from memory.inference.embedding import OFF, chosen, model_of
from memory.inference.hashing import HASHING
from memory.inference.models import KNOWN, SpaceKey
from memory.models import EmbeddingFailure, Event, ModelChange, Space
from memory.services.embedding import waiting

CHANGE_JOB: Final = "memory.change_model"
DISCARD_JOB: Final = "memory.discard_space"
GGUF: Final = ".gguf"
EVENT: Final = "model_change"
State = ModelChange.State


def changes() -> QuerySet[ModelChange]:
    """Every change of the embedding model, the last first."""
    return ModelChange.objects.select_related("before", "after").filter(kind=ModelChange.Kind.EMBEDDING)


def change_open() -> ModelChange | None:
    """The change that is running or paused."""
    return changes().filter(open_slot=True).first()


def spaces_kept() -> list[Space]:
    """Spaces one can go back to, the one that was searched last first."""
    return list(Space.objects.filter(state=Space.State.RETIRED).order_by("-retired_at", "-id"))


def space_current() -> Space | None:
    """The space that is searched."""
    return Space.objects.filter(state=Space.State.CURRENT).first()


def key_of(space: Space) -> SpaceKey:
    return SpaceKey(space.model, space.dimension, space.normalisation)


def space_model_name(space: Space) -> str:
    """What loads the model of a space; that of the settings where nothing else says it."""
    return model_of(key_of(space), space.source) or chosen().model


def model_use(*, actor: Actor, model: str) -> ModelChange:
    """Begin to change to a model: a known one's name, or a GGUF file in the home's models/ (operators: any path).

    Search stays as it is until everything has a vector of the new model. Raises Forbidden, Invalid for a name that is
    none, Conflict when the model is not installed, is searched already, or another change is open.
    """
    require_owner(actor)
    asked = _asked_for(actor, model)
    with transaction.atomic():
        return _begin(actor, asked)


def _begin(actor: Actor, model: str, *, is_rollback: bool = False) -> ModelChange:
    """Open a change, within a transaction, and ask for its job."""
    if (running := change_open()) is not None:
        raise Conflict(
            f"Memory is being changed to {running.model} already. Give that up first, or let it finish.",
            type="model-change-open",
        )
    before = space_current()
    if before is not None and space_model_name(before) == model:
        raise Conflict(f"Memory is searched with {model} already.", type="model-in-use")
    going = Space.objects.filter(source=model, state=Space.State.DISCARDED)
    if going.exists():
        raise Conflict(f"What {model} had embedded is just being removed. Try again in a moment.", type="space-removed")
    change = ModelChange.objects.create(model=model, before=before, asked_by=actor.source, is_rollback=is_rollback)
    change_note(actor.source, "rollback" if is_rollback else "use", change)
    change_request(change)
    return change


def change_request(change: ModelChange) -> None:
    """Ask for the job that goes on with a change. One waiting job serves any number of requests."""
    job_enqueue(
        actor=Actor.system("embedding"),
        name=CHANGE_JOB,
        args={"change": change.pk},
        title=f"Change the embedding model to {shown_name(change.model)}",
        dedupe_key=f"{CHANGE_JOB}:{change.pk}",
    )


def model_pause(*, actor: Actor) -> ModelChange:
    """Let the change rest after the batch it is at. Raises Forbidden, Conflict when none is running."""
    return _turn(actor, State.RUNNING, State.PAUSED, "pause")


def model_resume(*, actor: Actor) -> ModelChange:
    """Go on with a paused change. Raises Forbidden, Conflict when none is paused."""
    with transaction.atomic():
        change = _turn(actor, State.PAUSED, State.RUNNING, "resume")
        change_request(change)
    return change


def _turn(actor: Actor, old: ModelChange.State, new: ModelChange.State, word: str) -> ModelChange:
    require_owner(actor)
    with transaction.atomic():
        if not changes().filter(open_slot=True, state=old).update(state=new, error=""):
            raise Conflict(f"No change of the embedding model is {old.label.lower()}.", type="no-model-change")
        change = changes().get(open_slot=True)
        change_note(actor.source, word, change)
    return change


def model_discard(*, actor: Actor) -> ModelChange:
    """Give the open change up and remove what it embedded. Search was never touched. Raises Forbidden, Conflict."""
    require_owner(actor)
    with transaction.atomic():
        change = change_open()
        if change is None:
            raise Conflict("The embedding model is not being changed.", type="no-model-change")
        change_end(change, State.DISCARDED)
        change_note(actor.source, "discard", change)
        if change.after is not None and change.after.state == Space.State.BUILDING:
            _remove(change.after)
    return change


def model_rollback(*, actor: Actor) -> ModelChange:
    """Go back to the space that was searched before, at once when it holds everything, else as soon as it does.

    Raises Forbidden, Conflict when none is kept or a change is open.
    """
    require_owner(actor)
    with transaction.atomic():
        kept = next(iter(spaces_kept()), None)
        if kept is None:
            raise Conflict("No earlier model's vectors are kept, so there is nothing to go back to.", type="none-kept")
        change = _begin(actor, space_model_name(kept), is_rollback=True)
        change.after = kept
        change.save(update_fields=("after",))
        if not waiting(kept).exists():
            change_switch(change, kept)
    return change


def space_discard(*, actor: Actor, number: int) -> Space:
    """Remove the vectors of a space that is kept for going back. Raises Forbidden, NotFound, Conflict."""
    require_owner(actor)
    with transaction.atomic():
        space = Space.objects.filter(pk=number).exclude(state=Space.State.DISCARDED).first()
        if space is None:
            raise NotFound("There are no such vectors, or they are being removed already.", type="unknown-space")
        is_wanted = changes().filter(open_slot=True, after=space).exists()
        if space.state != Space.State.RETIRED or is_wanted:
            raise Conflict(
                "Only vectors that are kept for going back can be removed; these are in use.", type="space-in-use"
            )
        _remove(space)
        Event.objects.create(code=EVENT, key="discard_kept", new_value=space.model[:200], source=actor.source)
    return space


def failures_retry(*, actor: Actor, number: int) -> int:
    """Try the failed texts of a space again now, returns how many. Raises Forbidden, NotFound."""
    require_owner(actor)
    space = Space.objects.filter(pk=number).first()
    if space is None:
        raise NotFound("There are no such vectors.", type="unknown-space")
    with transaction.atomic():
        due = EmbeddingFailure.objects.filter(space=space).update(next_attempt_at=now())
    return due


def change_switch(change: ModelChange, space: Space) -> None:
    """Search that space from now on and keep the present one; within the caller's transaction."""
    Space.objects.filter(state=Space.State.CURRENT).update(state=Space.State.RETIRED, retired_at=now())
    Space.objects.filter(pk=space.pk).update(state=Space.State.CURRENT, retired_at=None)
    space.state = Space.State.CURRENT
    change_end(change, State.DONE)
    change_note("embedding", "switched", change)


def change_end(change: ModelChange, state: ModelChange.State, *, error: str = "") -> None:
    """Close a change."""
    change.state, change.open_slot, change.ended_at, change.error = state, None, now(), error[:500]
    change.save(update_fields=("state", "open_slot", "ended_at", "error"))


def change_stop(change: ModelChange, error: str) -> None:
    """The model can't be had: a change that has begun waits for the owner, one that has not has failed."""
    with transaction.atomic():
        if change.after is None:
            change_end(change, State.FAILED, error=error)
        else:
            change.state, change.error = State.PAUSED, error[:500]
            change.save(update_fields=("state", "error"))
        change_note("embedding", "failed", change)


def shown_name(model: str) -> str:
    """A model as people call it: its title, or its file's name."""
    return KNOWN[model].title if model in KNOWN else Path(model).name


def _remove(space: Space) -> None:
    """Mark a space as going, within a transaction; a job removes its rows."""
    Space.objects.filter(pk=space.pk).update(state=Space.State.DISCARDED)
    space.state = Space.State.DISCARDED
    discard_request(space.pk, shown_name(space.source or space.model))


def discard_request(number: int, name: str) -> None:
    """Ask for the rows of a discarded space to be removed."""
    job_enqueue(
        actor=Actor.system("embedding"),
        name=DISCARD_JOB,
        args={"space": number},
        title=f"Remove the vectors of {name}",
        dedupe_key=f"{DISCARD_JOB}:{number}",
    )


def _asked_for(actor: Actor, model: str) -> str:
    name = model.strip()
    asked = chosen().model
    if asked == OFF:
        raise Conflict("Embeddings are switched off: KIROCREW_EMBEDDING_MODEL is 'none'.", type="embeddings-off")
    if name in HASHING and asked in HASHING:  # a home that tries things out without a model
        return name
    if name in KNOWN:
        path = chosen(name).path
    elif name.endswith(GGUF):
        folder = Path(settings.KIROCREW_HOME) / "models"
        path = Path(name).expanduser() if actor.is_system else folder / Path(name).name
        path = path if path.is_absolute() else folder / path
        name = str(path)
    else:
        raise Invalid(
            f"There is no embedding model of that name. Known: {', '.join(KNOWN)}; or the name of a {GGUF} file in the "
            "home's models folder.",
            type="unknown-model",
        )
    if not path.is_file():
        how = f" Run `kirocrew model install {name}`, or install it on the Models page." if name in KNOWN else ""
        raise Conflict(f"{shown_name(name)} is not installed.{how}", type="model-not-installed")
    return name


def require_owner(actor: Actor) -> None:
    """Raises Forbidden for bots: models are the owner's and the operator's."""
    if not (actor.is_owner or actor.is_system):
        raise Forbidden("Only the owner changes the models.", type="owner-only")


def change_note(source: str, word: str, change: ModelChange) -> None:
    """An audit entry: who did what to which change."""
    Event.objects.create(code=EVENT, key=word, new_value=shown_name(change.model)[:200], source=source)
