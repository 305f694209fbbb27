"""Changing the language model's local file: it is tried out in a child process first, then the setting follows, and the
one before is a click away. An endpoint is set as it is, on the page of the language model.
"""

from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from channels_bridge.actors import Actor
from channels_bridge.services.jobs import JobRun, job_enqueue
from kirocrew.base.problems import Conflict, Forbidden, Invalid
from memory.inference.chat_choice import chat_chosen
from memory.inference.chat_local import SELFTEST, file_version
from memory.inference.chat_models import KNOWN_CHAT
from memory.inference.models import KNOWN
from memory.inference.trial import TrialError, try_once
from memory.models import ModelChange
from memory.services.model_change import GGUF, change_end, change_note
from memory.services.settings import settings_all, settings_change

LANGUAGE_JOB: Final = "memory.change_language_model"
State = ModelChange.State


def language_changes() -> QuerySet[ModelChange]:
    """Every change of the language model's file, the last first."""
    return ModelChange.objects.filter(kind=ModelChange.Kind.LANGUAGE)


def language_files(folder: Path) -> list[Path]:
    """GGUF files in the home's models/ that are no known embedding model's."""
    known = {spec.file_name for spec in KNOWN.values()}
    return [path for path in sorted(folder.glob(f"*{GGUF}")) if path.name not in known] if folder.is_dir() else []


def language_use(*, actor: Actor, model: str) -> ModelChange:
    """Try a language model's file out, and read conversations with it if it works: a known name, or a file in models/.

    Raises Forbidden, Invalid for what is no model, Conflict when it is not installed or another is being tried.
    """
    if not actor.is_owner:
        raise Forbidden("Only the owner changes settings.", type="owner-only")
    name, path = _asked_for(model.strip())
    with transaction.atomic():
        if (tried := language_changes().filter(open_slot=True).first()) is not None:
            raise Conflict(f"{tried.model} is being tried out already.", type="model-change-open")
        previous = settings_all()["language_model"]
        if (previous or chat_chosen().model) == name:
            raise Conflict(f"{path.name} is the language model already.", type="model-in-use")
        change = ModelChange.objects.create(
            kind=ModelChange.Kind.LANGUAGE, model=name, previous=previous, asked_by=actor.source
        )
        change_note(actor.source, "language_use", change)
        job_enqueue(
            actor=actor,
            name=LANGUAGE_JOB,
            args={"change": change.pk},
            title=f"Change the language model to {name}",
            dedupe_key=LANGUAGE_JOB,
        )
    return change


def language_rollback(*, actor: Actor) -> str:
    """Read conversations with what was set before the last change; returns the setting's value.

    Raises Forbidden, Conflict when there was no change, or something else was set since.
    """
    if not actor.is_owner:
        raise Forbidden("Only the owner changes settings.", type="owner-only")
    with transaction.atomic():
        last = language_to_undo()
        if last is None:
            raise Conflict("The language model was not changed here, or was set anew since.", type="none-kept")
        settings_change(actor=actor, values={"language_model": last.previous})
        made = ModelChange.objects.create(
            kind=ModelChange.Kind.LANGUAGE,
            model=last.previous,
            previous=last.model,
            asked_by=actor.source,
            is_rollback=True,
        )
        change_end(made, State.DONE)
        change_note(actor.source, "language_rollback", made)
    return last.previous


def language_to_undo() -> ModelChange | None:
    """The last change of the language model, if it is still in force."""
    last = language_changes().filter(state=State.DONE).order_by("-id").first()
    return last if last is not None and settings_all()["language_model"] == last.model else None


def language_change_perform(run: JobRun, number: int) -> dict[str, Any]:
    """Try the file in a child process, then set it; killed on the way, it is tried again."""
    change = language_changes().filter(pk=number, open_slot=True).first()
    if change is None:
        return {"changed": False, "reason": "It is at its end."}
    models = Path(settings.KIROCREW_HOME) / "models"
    try:
        _, path = _asked_for(change.model)
        run.progress(0, None, "Trying it out")
        try_once(path, digest=file_version(path), marks=models, module=SELFTEST)
    except (TrialError, OSError, Conflict, Invalid) as error:
        with transaction.atomic():
            change_end(change, State.FAILED, error=getattr(error, "detail", "") or str(error))
            change_note(change.asked_by, "language_failed", change)
        return {"changed": False, "reason": change.error}
    with transaction.atomic():
        settings_change(actor=run.actor, values={"language_model": change.model})
        change_end(change, State.DONE)
        change_note(change.asked_by, "language_switched", change)
    return {"changed": True}


def _asked_for(model: str) -> tuple[str, Path]:
    """The setting's value and the file of a model."""
    folder = Path(settings.KIROCREW_HOME) / "models"
    if model in KNOWN_CHAT:
        path = folder / KNOWN_CHAT[model].file_name
    elif model.endswith(GGUF) and model == Path(model).name:
        path = folder / model
    else:
        raise Invalid(
            f"There is no language model of that name. Known: {', '.join(KNOWN_CHAT)}; or the name of a {GGUF} file in "
            "the home's models folder.",
            type="unknown-model",
        )
    if not path.is_file():
        how = f" Run `kirocrew model install {model}`." if model in KNOWN_CHAT else ""
        raise Conflict(f"{path.name} is not installed.{how}", type="model-not-installed")
    return model, path
