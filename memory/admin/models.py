"""The models: what is installed, what it costs, how complete each one's vectors are, and changing to another."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from channels_bridge.actors import Actor
from channels_bridge.admin.activity import last_event
from channels_bridge.admin.pages import owner_page, page
from channels_bridge.api.authentication import actor_of
from channels_bridge.models import Job, JobState
from kirocrew.base.problems import Problem
from memory.inference.chat_choice import chat_chosen
from memory.inference.chat_models import KNOWN_CHAT
from memory.inference.costs import ModelCost, model_cost
from memory.inference.models import KNOWN
from memory.models import EmbeddingFailure, ModelChange, Space
from memory.services.language_change import (
    LANGUAGE_JOB,
    language_files,
    language_rollback,
    language_to_undo,
    language_use,
)
from memory.services.model_change import (
    CHANGE_JOB,
    change_open,
    failures_retry,
    model_discard,
    model_pause,
    model_resume,
    model_rollback,
    model_use,
    shown_name,
    space_discard,
    spaces_kept,
)
from memory.services.model_files import INSTALL_JOB, model_install_request, model_remove, models_advice, models_dir
from memory.services.model_measuring import MEASURE_JOB, model_measure_request
from memory.services.models_listing import (
    ModelView,
    changes_listed,
    failures_of,
    models_listed,
    space_title,
    spaces_listed,
)
from memory.services.settings import settings_all
from memory.services.spaces import state_now

FAILURES_SHOWN: Final = 50
CHANGES_SHOWN: Final = 10
WATCHED: Final = (CHANGE_JOB, LANGUAGE_JOB, INSTALL_JOB, MEASURE_JOB)
ROLES: Final = {
    Space.State.CURRENT.value: ("searched", "ok"),
    Space.State.RETIRED.value: ("kept", ""),
    Space.State.BUILDING.value: ("being filled", "accent"),
    Space.State.DISCARDED.value: ("being removed", "warn"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """A model, what its vectors are to us and the tag's colour, what was measured, and what may be done with it."""

    model: ModelView
    role: str
    colour: str
    cost: ModelCost | None
    is_known: bool
    may_use: bool

    @property
    def languages(self) -> str:
        """A few languages by their codes, many by their number."""
        codes = self.model.languages
        return ", ".join(codes) if len(codes) <= 5 else f"{len(codes)} languages"


@dataclass(frozen=True, slots=True)
class LanguageRow:
    """A language model's file."""

    name: str
    title: str
    file: str
    is_installed: bool
    is_known: bool
    is_used: bool
    languages: str
    licence: str
    good_for: str
    download_bytes: int
    cost: ModelCost | None


@require_safe
@owner_page
def models(request: HttpRequest) -> HttpResponse:
    """Everything about models on one page."""
    actor, change = actor_of(request), change_open()
    jobs = Job.objects.filter(name__in=WATCHED, state__in=(JobState.QUEUED, JobState.RUNNING))
    failures = list(failures_of(actor=actor)[: FAILURES_SHOWN + 1])
    undo = language_to_undo()
    return page(
        request,
        "memory/models.html",
        title="Models",
        rows=[_row(model, change) for model in models_listed(actor=actor)],
        spaces=spaces_listed(actor=actor),
        change=change,
        change_title=shown_name(change.model) if change else "",
        kept=[space_title(space) for space in spaces_kept()],
        state=state_now(),
        advice=models_advice(actor=actor),
        jobs=list(jobs.order_by("id")),
        last_event=last_event(),
        failures=failures[:FAILURES_SHOWN],
        more_failures=len(failures) > FAILURES_SHOWN,
        failing=_failing(failures),
        changes=[(row, shown_name(row.model)) for row in changes_listed(actor=actor)[:CHANGES_SHOWN]],
        language=_language_rows(),
        language_undo=undo,
        language_before=(undo.previous or "what the server's environment says") if undo else "",
    )


def _failing(failures: list[EmbeddingFailure]) -> list[tuple[int, str]]:
    spaces = {failure.space_id: failure.space for failure in failures}
    return [(number, space_title(space)) for number, space in spaces.items()]


def _row(model: ModelView, change: ModelChange | None) -> Row:
    role, colour = ROLES.get(model.role, ("", ""))
    is_free = change is None and model.role not in (Space.State.CURRENT, Space.State.DISCARDED)
    cost = model_cost(model.path) if model.is_installed and model.path.is_file() else None
    return Row(model, role, colour, cost, model.name in KNOWN, is_free and model.is_installed)


def _language_rows() -> list[LanguageRow]:
    used, folder = chat_chosen(settings_all()), models_dir()
    rows = [
        _language_row(folder / spec.file_name, name, used.path if used.is_local else None)
        for name, spec in KNOWN_CHAT.items()
    ]
    files = {spec.file_name for spec in KNOWN_CHAT.values()}
    others = [path for path in language_files(folder) if path.name not in files]
    return rows + [_language_row(path, path.name, used.path if used.is_local else None) for path in others]


def _language_row(path: Path, name: str, used: Path | None) -> LanguageRow:
    spec, is_installed = KNOWN_CHAT.get(name), path.is_file()
    return LanguageRow(
        name,
        spec.title if spec else path.name,
        path.name,
        is_installed,
        spec is not None,
        used == path,
        ", ".join(spec.languages) if spec else "",
        spec.licence if spec else "",
        spec.good_for if spec else "",
        spec.download_bytes if spec else 0,
        model_cost(path) if is_installed else None,
    )


@require_POST
@owner_page
def act(request: HttpRequest, name: str) -> HttpResponse:
    """Do one thing to a model, a change or kept vectors, and say what follows."""
    actor = actor_of(request)
    if name not in ACTS:
        raise Http404
    try:
        told = ACTS[name](actor, request.POST.get("model", "")[:300], _number(request))
    except Problem as problem:
        messages.error(request, problem.detail)
    else:
        messages.success(request, told)
    return redirect("admin:settings-models")


def _number(request: HttpRequest) -> int:
    text = request.POST.get("space", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0


def _use(actor: Actor, model: str, _: int) -> str:
    change = model_use(actor=actor, model=model)
    return f"Memory is changed to {shown_name(change.model)}; search stays as it is until everything is embedded."


def _pause(actor: Actor, *_: Any) -> str:
    model_pause(actor=actor)
    return "The change rests. What is embedded already is kept."


def _resume(actor: Actor, *_: Any) -> str:
    model_resume(actor=actor)
    return "The change goes on."


def _discard(actor: Actor, *_: Any) -> str:
    change = model_discard(actor=actor)
    return f"The change to {shown_name(change.model)} was given up; search was never touched."


def _rollback(actor: Actor, *_: Any) -> str:
    change = model_rollback(actor=actor)
    name = shown_name(change.model)
    if change.state == ModelChange.State.DONE:
        return f"Memory is searched with {name} again."
    return f"Memory is searched with {name} again as soon as what is new is embedded."


def _discard_kept(actor: Actor, _: str, space: int) -> str:
    gone = space_discard(actor=actor, number=space)
    return f"The vectors of {space_title(gone)} are being removed."


def _retry(actor: Actor, _: str, space: int) -> str:
    number = failures_retry(actor=actor, number=space)
    return f"{number} text{'s are' if number != 1 else ' is'} tried again within a minute."


def _install(actor: Actor, model: str, _: int) -> str:
    job = model_install_request(actor=actor, name=model)
    return f"{job.title}: the worker fetches it."


def _remove(actor: Actor, model: str, _: int) -> str:
    freed = model_remove(actor=actor, name=model)
    return f"{shown_name(model)} was removed; {freed // 1_000_000} MB are free again."


def _measure(actor: Actor, model: str, _: int) -> str:
    job = model_measure_request(actor=actor, name=model)
    return f"{job.title}: it takes a few seconds."


def _language_use(actor: Actor, model: str, _: int) -> str:
    change = language_use(actor=actor, model=model)
    return f"{change.model} is tried out, and used if it works."


def _language_rollback(actor: Actor, *_: Any) -> str:
    value = language_rollback(actor=actor)
    return f"The language model is {value or 'what the server’s environment says'} again."


ACTS: Final[dict[str, Callable[[Actor, str, int], str]]] = {
    "use": _use,
    "pause": _pause,
    "resume": _resume,
    "discard": _discard,
    "rollback": _rollback,
    "discard-kept": _discard_kept,
    "retry": _retry,
    "install": _install,
    "remove": _remove,
    "measure": _measure,
    "language-use": _language_use,
    "language-rollback": _language_rollback,
}
