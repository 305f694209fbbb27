"""How jobs look in a terminal: a table that moves, or plain lines where there is none."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from channels_bridge.actors import Actor
from channels_bridge.models import Job, JobState
from channels_bridge.models.jobs import FINISHED
from channels_bridge.services.heartbeats import worker_is_alive
from channels_bridge.services.job_events import JobMessage
from channels_bridge.services.job_paces import job_pace
from channels_bridge.services.jobs import jobs_visible_to
from kirocrew.base.clock import now
from kirocrew.base.text import one_line

RECENT: Final = timedelta(days=1)
"""Jobs that ended within this time are shown, too."""
BAR_WIDTH: Final = 40  # characters, or as many as there are
STYLES: Final = {"running": "bold cyan", "done": "green", "failed": "bold red", "cancelled": "dim", "queued": ""}


@dataclass(frozen=True, slots=True)
class Shown:
    """What is shown at one moment: jobs, unfinished ones first, how many more there are, and whether a worker lives."""

    jobs: list[Job]
    more: int
    worker: bool


def jobs_shown(actor: Actor, most: int) -> Shown:
    """The jobs to show, at most so many: what runs, what waits, and the newest of what ended within a day."""
    jobs = jobs_visible_to(actor).defer("args", "checkpoint", "result").order_by("-id")
    running, waiting = (jobs.filter(state=state) for state in (JobState.RUNNING, JobState.QUEUED))
    ended = jobs.filter(state__in=FINISHED, finished_at__gte=now() - RECENT)
    rows: list[Job] = []
    for part in (running, waiting, ended):
        rows += part[: most - len(rows)]
    number = running.count() + waiting.count() + ended.count()
    return Shown(rows, number - len(rows), worker_is_alive())


def table_of(shown: Shown, *, moving: bool) -> RenderableType:
    """A table of jobs that fits a narrow terminal, too; with bars where the output moves."""
    table = Table(box=None, pad_edge=False, show_header=False, expand=moving)
    table.add_column(no_wrap=True)
    table.add_column(ratio=1, overflow="fold")
    table.add_column(justify="right", no_wrap=True)
    for job in shown.jobs:
        story = story_words(job)
        body: list[RenderableType] = [Text(one_line(job.title))]
        body += [_bar(job)] if moving and job.state == JobState.RUNNING else []
        body += [Text(story, style="red" if job.state == JobState.FAILED else "dim")] if story else []
        state = Text(job.get_state_display(), style=STYLES[job.state])
        table.add_row(state, Group(*body), Text(counts_words(job.done, job.total)))
    parts = (_worker_line(shown), table if shown.jobs else Text("No job."), _more_line(shown))
    return Group(*[part for part in parts if part is not None])


def lines_of(shown: Shown) -> list[str]:
    """The same in plain lines, one for each job."""
    parts = ((job, counts_words(job.done, job.total), story_words(job)) for job in shown.jobs)
    return [_line(job.title, job.get_state_display().lower(), counts, story) for job, counts, story in parts]


def step_line(message: JobMessage) -> str:
    """One step as a plain line, with its time of day."""
    at = timezone.localtime(datetime.fromisoformat(message["at"]))
    error = message["data"].get("error") or message["data"].get("reason") or ""
    state = JobState(message["state"]).label.lower()
    words = "asked to stop" if message["kind"] == "cancel_requested" else state
    counts = counts_words(message["done"], message["total"])
    story = ", ".join(filter(None, (message["pace"], one_line(error or message["message"]))))
    return f"{at:%H:%M:%S} {_line(message['title'], words, counts, story)}"


def counts_words(done: int, total: int | None) -> str:
    """How far it is: "1,200 of 5,000 (24 %)"; empty where nothing was counted."""
    if total:
        return f"{done:,} of {total:,} ({min(100, done * 100 // total)} %)"
    return f"{done:,}" if done else ""


def story_words(job: Job) -> str:
    """How it goes, in words: the pace, the reason of a failure, when it is tried again, when it ended."""
    pace = job_pace(job)
    parts = [pace.words if pace else ""]
    if job.cancel_requested and not job.is_finished:
        parts.append("stops at its next step")
    if job.is_put_off:
        parts.append(f"next try at {timezone.localtime(job.not_before):%H:%M:%S}")
    parts.append(one_line(job.error or job.message).rstrip("."))
    if job.finished_at:
        parts.append(f"ended {timezone.localtime(job.finished_at):%H:%M}")
    return ", ".join(filter(None, parts))


def _line(title: str, state: str, *rest: str) -> str:
    return ": ".join((one_line(title), ", ".join(filter(None, (state, *rest)))))


def _bar(job: Job) -> RenderableType:
    bar = ProgressBar(total=job.total, completed=job.done, pulse=job.total is None, width=BAR_WIDTH)
    return Padding(bar, 0)  # a bar alone does not end its line


def _worker_line(shown: Shown) -> Text | None:
    waits = any(not job.is_finished for job in shown.jobs)
    if shown.worker or not waits:
        return None
    return Text("No worker has given a sign of life for three minutes. Jobs wait and nothing is lost.", style="yellow")


def _more_line(shown: Shown) -> Text | None:
    return Text(f"and {shown.more:,} more", style="dim") if shown.more else None
