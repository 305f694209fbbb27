"""The part of `kirocrew model` that changes the embedding model: use, status, pause, resume, rollback, discard."""

import argparse
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from channels_bridge.models import Job, JobState
from memory.inference.embedding import EmbeddingState
from memory.management.console import EXIT_JOB_FAILED, OPERATOR, console, table, told_plainly, watch, write_json
from memory.models import Kind, ModelChange, Space
from memory.services.model_change import (
    CHANGE_JOB,
    change_open,
    model_discard,
    model_pause,
    model_resume,
    model_rollback,
    model_use,
    shown_name,
    space_discard,
)
from memory.services.models_listing import SpaceView, change_as_json, failures_of, spaces_listed
from memory.services.spaces import state_settled

LOAD_PATIENCE_S = 60.0
FAILURES_SHOWN = 20


def add_arguments(actions: Any) -> None:
    """Add the subcommands."""
    use = actions.add_parser("use", help="change the embedding model; search goes on as it is until all is embedded")
    use.add_argument("name", help="a known model's name or the path of a GGUF file")
    use.add_argument("--no-wait", action="store_true", help="leave it to the worker and don't watch")
    status = actions.add_parser("status", help="load the model in use, and show how complete its vectors are")
    status.add_argument("--json", action="store_true", help="write one JSON document")
    actions.add_parser("pause", help="let the change rest")
    resume = actions.add_parser("resume", help="go on with a paused change")
    resume.add_argument("--no-wait", action="store_true", help="leave it to the worker and don't watch")
    actions.add_parser("rollback", help="go back to the model before, whose vectors are kept up to date")
    discard = actions.add_parser("discard", help="give the open change up, or remove the vectors kept of a model")
    discard.add_argument("space", nargs="?", type=_number, help="number of the kept vectors, as `status` shows it")


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError("the number of the kept vectors, as `kirocrew model status` shows it")
    return int(text)


def model_action(command: BaseCommand, options: dict[str, Any]) -> None:
    """Do one of the subcommands."""
    acts: dict[str, Callable[[BaseCommand, dict[str, Any]], None]] = {
        "use": _use,
        "status": _status,
        "pause": _pause,
        "resume": _resume,
        "rollback": _rollback,
        "discard": _discard,
    }
    with told_plainly():
        acts[options["action"]](command, options)


def _use(command: BaseCommand, options: dict[str, Any]) -> None:
    change = model_use(actor=OPERATOR, model=options["name"])
    _watched(command, change, options)


def _resume(command: BaseCommand, options: dict[str, Any]) -> None:
    _watched(command, model_resume(actor=OPERATOR), options)


def _watched(command: BaseCommand, change: ModelChange, options: dict[str, Any]) -> None:
    if options["no_wait"]:
        command.stdout.write(f"The worker changes to {shown_name(change.model)}. `kirocrew model status` shows it.")
        return
    job = Job.objects.filter(name=CHANGE_JOB, args={"change": change.pk}).order_by("-id").first()
    if job is not None:
        watch(command, job)
        if job.state == JobState.FAILED:
            raise CommandError(job.error, returncode=EXIT_JOB_FAILED)
    change.refresh_from_db()
    if change.state == ModelChange.State.FAILED:
        raise CommandError(f"Nothing was changed: {change.error}", returncode=EXIT_JOB_FAILED)
    told = {
        ModelChange.State.DONE: f"Memory is searched with {shown_name(change.model)} now. The vectors of before "
        "are kept up to date: `kirocrew model rollback` goes back, `kirocrew model discard NUMBER` removes them.",
        ModelChange.State.PAUSED: f"The change is paused. {change.error} `kirocrew model resume` goes on.",
    }
    command.stdout.write(told.get(ModelChange.State(change.state), f"The change is {change.state}."))


def _pause(command: BaseCommand, _: dict[str, Any]) -> None:
    change = model_pause(actor=OPERATOR)
    command.stdout.write(f"Paused at {change.done:,} of {change.total:,}. `kirocrew model resume` goes on.")


def _rollback(command: BaseCommand, _: dict[str, Any]) -> None:
    change = model_rollback(actor=OPERATOR)
    name = shown_name(change.model)
    if change.state == ModelChange.State.DONE:
        command.stdout.write(f"Memory is searched with {name} again.")
    else:
        command.stdout.write(f"Memory is searched with {name} again as soon as the worker has embedded what is new.")


def _discard(command: BaseCommand, options: dict[str, Any]) -> None:
    if options["space"] is None:
        change = model_discard(actor=OPERATOR)
        command.stdout.write(f"The change to {shown_name(change.model)} was given up. Search was never touched.")
        return
    space = space_discard(actor=OPERATOR, number=options["space"])
    command.stdout.write(f"The worker removes the vectors of {space.model}.")


def _status(command: BaseCommand, options: dict[str, Any]) -> None:
    found = state_settled(wait=LOAD_PATIENCE_S)
    spaces, change = spaces_listed(actor=OPERATOR), change_open()
    if options["json"]:
        write_json(command, _as_json(spaces, change, found))
        return
    out = console(command)
    current = next((view for view in spaces if view.space.state == Space.State.CURRENT), None)
    out.print(f"asked for: {settings.KIROCREW_EMBEDDING_MODEL}")
    out.print(f"state:     {found.status}{f': {found.reason}' if found.reason else ''}")
    out.print(f"searched:  {current.space if current else 'no vectors yet, recall goes by keywords'}")
    if change is not None:
        out.print(
            f"change to: {shown_name(change.model)}, {change.get_state_display().lower()}, "
            f"{change.done:,} of {change.total:,} {change.error}"
        )
    rows = table("number", "model", "vectors", "store", "kind", "active", "embedded", "waiting", "failed")
    for view in spaces:
        for row in view.rows:
            numbers = (f"{number:,}" for number in (row.total, row.embedded, row.waiting, row.failed))
            label = view.space.get_state_display().lower()
            rows.add_row(str(view.space.pk), view.title, label, row.store, row.kind, *numbers)
    out.print()
    out.print(rows)
    for failure in failures_of(actor=OPERATOR)[:FAILURES_SHOWN]:
        out.print(f"failed: {failure.record.kind} {failure.record.uid} with {failure.space.model}: {failure.error}")


def _as_json(spaces: list[SpaceView], change: ModelChange | None, found: EmbeddingState) -> dict[str, Any]:
    current = next((view for view in spaces if view.space.state == Space.State.CURRENT), None)
    return {
        "status": found.status,
        "reason": found.reason,
        "model": found.space.model if found.space else None,
        "space": str(current.space) if current else None,
        "kinds": _kinds(current),
        "spaces": [
            {
                "id": view.space.pk,
                "model": view.space.model,
                "state": view.space.state,
                "coverage": [
                    {
                        "store": row.store,
                        "kind": row.kind,
                        "total": row.total,
                        "embedded": row.embedded,
                        "waiting": row.waiting,
                        "failed": row.failed,
                    }
                    for row in view.rows
                ],
            }
            for view in spaces
        ],
        "change": change_as_json(change),
    }


def _kinds(view: SpaceView | None) -> dict[str, dict[str, int]]:
    """The searched vectors by kind, over all stores."""
    names = ("total", "embedded", "waiting", "failed")
    found = {kind: dict.fromkeys(names, 0) for kind in Kind.values}
    for row in view.rows if view else ():
        for name in names:
            found[row.kind][name] += getattr(row, name)
    return found
