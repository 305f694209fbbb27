"""What the commands share: who acts, tables, JSON, domain errors as one line, and watching a job to its end."""

import json
import logging
import threading
import time
from argparse import ArgumentTypeError
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from datetime import time as day_time
from typing import IO, Any, Final, cast

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from channels_bridge.actors import Actor
from channels_bridge.models import Job, JobState
from channels_bridge.services.heartbeats import worker_is_alive
from channels_bridge.services.job_repairs import jobs_reap
from channels_bridge.services.jobs import job_cancel, run_job_now
from kirocrew.base.clock import InstantError, parse_instant
from kirocrew.base.problems import Conflict, Problem
from kirocrew.db.presence import database_missing
from memory.models import Store

OPERATOR: Final = Actor.system("operator")
"""Whoever may run commands on the server's machine; not the owner, whose word stands above every other."""
LOOK_SECONDS: Final = 0.2
WORKER_PATIENCE: Final = 10.0
"""Seconds a waiting job is left to the worker; then it is done here."""
REAP_SECONDS: Final = 5.0
WIDTH: Final = 160  # characters of a line when the output is no terminal

EXIT_JOB_FAILED: Final = 4
EXIT_INTERRUPTED: Final = 130


def quiet() -> None:
    """What the queue tells its log is nothing for a terminal; warnings still show."""
    logging.getLogger("django-q").setLevel(logging.WARNING)


def console(command: BaseCommand, *, aside: bool = False) -> Console:
    """A console that writes where the command writes, or `aside` to standard error."""
    wrapper = command.stderr if aside else command.stdout
    inner = cast(IO[str], getattr(wrapper, "_out", wrapper))
    width = None if wrapper.isatty() else WIDTH
    return Console(file=inner, width=width, highlight=False, markup=False, emoji=False)


def table(*columns: str, title: str = "") -> Table:
    """A plain table; the last column takes the room that is left."""
    made = Table(title=title or None, title_justify="left", box=None, pad_edge=False, header_style="bold")
    for name in columns:
        made.add_column(name, overflow="fold")
    return made


def write_json(command: BaseCommand, value: Any) -> None:
    """Write a value as JSON, readable in every script."""
    command.stdout.write(json.dumps(value, ensure_ascii=False, indent=2, default=str))


@contextmanager
def told_plainly() -> Iterator[None]:
    """A domain error ends the command with its message and no traceback, and so does a database that is not there."""
    require_database()
    try:
        yield
    except Problem as problem:
        raise CommandError(problem.detail or problem.title) from problem


def require_database() -> None:
    """Raises CommandError when the database was never prepared. Nothing is made."""
    if missing := database_missing():
        raise CommandError(missing)


def store_named(slug: str) -> Store:
    """The store an operator names. Raises CommandError, which names those there are."""
    visible = Store.objects.visible_to(OPERATOR)
    store = visible.filter(slug=slug).first()
    if store is None:
        there = ", ".join(visible.order_by("slug").values_list("slug", flat=True)) or "none yet"
        raise CommandError(f"There is no store {slug!r}. Stores there are: {there}.")
    return store


def instant(text: str) -> datetime:
    """Type of an option that names a moment; a date alone means its end, as expiries are read."""
    try:
        return parse_instant(text, end=True)
    except InstantError as error:
        raise ArgumentTypeError(str(error)) from error


def shown_time(moment: datetime | None) -> str:
    """A moment as people read it, in UTC; a dash for never."""
    if moment is None:
        return "-"
    in_utc = moment.astimezone(UTC)
    return f"{in_utc:%Y-%m-%d}" if in_utc.time() == day_time() else f"{in_utc:%Y-%m-%d %H:%M}"


def watch(command: BaseCommand, job: Job) -> Job:
    """Show a job's progress until it ends and return it. Does it here when no worker takes it.

    Ctrl-C stops a job that runs here at its next step, from where it goes on when it is asked for again; a job of the
    worker goes on without being watched. Raises CommandError with EXIT_INTERRUPTED then.
    """
    jobs_reap()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    shown = console(command, aside=True)
    here = _Here(job)
    with Progress(*columns, TextColumn("{task.fields[told]}"), console=shown, transient=True) as progress:
        bar = progress.add_task(job.title, total=None, told="")
        try:
            while not job.is_finished:
                here.start_if_left_alone(job)
                here.take_back_from_the_dead()
                time.sleep(LOOK_SECONDS)
                job.refresh_from_db()
                progress.update(bar, completed=job.done, total=job.total, told=job.message)
        except KeyboardInterrupt:
            raise _interrupted(job, here) from None
    here.join()
    job.refresh_from_db()
    return job


class _Here:
    """Runs the job in a thread of this process, so that Ctrl-C reaches the thread that watches."""

    def __init__(self, job: Job) -> None:
        self._uid = job.uid
        self._thread: threading.Thread | None = None
        self._since = self._reaped = time.monotonic()

    @property
    def runs(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def start_if_left_alone(self, job: Job) -> None:
        """A job that waits is done here if no worker lives, or the one that does has not taken it for long."""
        if self.runs or job.state != JobState.QUEUED:
            return
        if worker_is_alive() and time.monotonic() - self._since < WORKER_PATIENCE:
            return
        self._thread = threading.Thread(target=self._run, name="job", daemon=True)
        self._thread.start()

    def take_back_from_the_dead(self) -> None:
        """Without a worker nobody else notices that the one who had the job is gone."""
        if self.runs or time.monotonic() - self._reaped < REAP_SECONDS:
            return
        self._reaped = time.monotonic()
        jobs_reap()

    def join(self) -> None:
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        try:
            run_job_now(Job.objects.get(uid=self._uid))
        finally:
            connection.close()


def _interrupted(job: Job, here: _Here) -> CommandError:
    if not here.runs:
        message = f"No longer watching. The job {job.uid} goes on in the worker."
        return CommandError(message, returncode=EXIT_INTERRUPTED)
    try:
        job_cancel(actor=OPERATOR, job=job)
        here.join()
    except Conflict:
        return CommandError("It was done already.", returncode=EXIT_INTERRUPTED)
    except KeyboardInterrupt:
        return CommandError("Stopped at once. The same command goes on.", returncode=EXIT_INTERRUPTED)
    job.refresh_from_db()
    return CommandError(
        f"Stopped after {job.done:,} of {job.total or 0:,}. The same command goes on from there.",
        returncode=EXIT_INTERRUPTED,
    )
