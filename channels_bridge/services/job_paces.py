"""How fast a job is and how long it will still take, told by the steps of its present run.

Of the progress steps one per second is kept, the last, and of those the newest 30; so it makes no difference with which
step a reader begins. A run that begins anew (after a crash, or a retry) is measured anew. Gaps much longer than the
others, as when the machine slept, are left out.
"""

from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from statistics import median
from typing import Final

from channels_bridge.models import Job, JobEvent, JobState
from kirocrew.base.clock import now

SECONDS_KEPT: Final = 30
"""Seconds with a step in them that are looked back at: half a minute of a fast job, 30 steps of a slow one."""
STEPS_READ: Final = 200
"""Steps that are read to know those seconds: at most about four are written in one."""
PAUSE_SECONDS: Final = 10.0
PAUSE_FACTOR: Final = 8
"""A gap is a pause if it is longer than 10 s and than eight usual gaps."""
SHORTEST_SECONDS: Final = 1.0
"""Less than this is too short to tell a rate."""
QUIET_SECONDS: Final = 60.0
"""After so long without a step, and eight usual gaps, a rate says nothing about now."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Items per second, and the seconds that are left at this rate; None where the total is unknown."""

    rate: float
    seconds_left: float | None

    @property
    def words(self) -> str:
        """The pace as a person says it: "12 a second, about 3 minutes left"."""
        return ", ".join(filter(None, (rate_words(self.rate), left_words(self.seconds_left))))


class _Steps:
    """What is known of one job's present run."""

    def __init__(self) -> None:
        self._last: dict[int, tuple[float, int]] = {}  # by whole second: the instant and the items done

    def see(self, kind: str, at: datetime, done: int) -> None:
        if kind == "started":
            self._last.clear()
        if kind != "progress":
            return
        if self._last and done < next(reversed(self._last.values()))[1]:
            self._last.clear()  # counted anew
        second = int(at.timestamp())
        self._last[second] = (at.timestamp(), done)
        if len(self._last) > SECONDS_KEPT:
            del self._last[next(iter(self._last))]

    def pace(self, total: int | None, at: datetime) -> Pace | None:
        pairs = list(pairwise(self._last.values()))
        if not pairs:
            return None
        pause = max(PAUSE_SECONDS, PAUSE_FACTOR * median(second[0] - first[0] for first, second in pairs))
        newest, done = pairs[-1][1]
        if at.timestamp() - newest > max(QUIET_SECONDS, pause):
            return None
        worked = [(second[0] - first[0], second[1] - first[1]) for first, second in pairs]
        seconds = sum(length for length, _ in worked if length <= pause)
        items = sum(count for length, count in worked if length <= pause)
        if seconds < SHORTEST_SECONDS or items <= 0:
            return None
        rate = items / seconds
        return Pace(rate, None if total is None else max(0, total - done) / rate)


class Paces:
    """The paces of jobs whose steps are read in order. What came before the first step read is looked up."""

    def __init__(self) -> None:
        self._steps: dict[int, _Steps] = {}

    def after(self, event: JobEvent) -> Pace | None:
        """The pace once this step was made; None for a job that does not run, or not long enough to tell."""
        steps = self._steps.get(event.job_id)
        if steps is None:
            steps = self._steps[event.job_id] = _steps_of(event.job_id, before=event.pk)
        steps.see(event.kind, event.at, event.done)
        if event.state == JobState.RUNNING:
            return steps.pace(event.total, event.at)
        del self._steps[event.job_id]
        return None


def job_pace(job: Job) -> Pace | None:
    """The pace of a job now; None for one that does not run, has just begun, or has been quiet for long."""
    return _steps_of(job.pk).pace(job.total, now()) if job.state == JobState.RUNNING else None


def pace_numbers(pace: Pace | None) -> tuple[float | None, float | None]:
    """Items per second and seconds left as the outside gets them, each None where it can't be told."""
    if pace is None:
        return None, None
    return round(pace.rate, 4), None if pace.seconds_left is None else round(pace.seconds_left, 1)


def rate_words(rate: float) -> str:
    """Items per second in words, per minute or hour where that is the larger number: "2.5 a second"."""
    for unit, seconds in (("a second", 1), ("a minute", 60), ("an hour", 3600)):
        number = rate * seconds
        if number >= 10:
            return f"{number:,.0f} {unit}"
        if number >= 1 or seconds == 3600:
            return f"{number:.1f} {unit}".replace(".0 ", " ")
    return ""


def left_words(seconds: float | None) -> str:
    """What is left in plain words, rounded as people do: "about 3 minutes left"; empty for None."""
    if seconds is None:
        return ""
    if seconds < 8:
        return "a few seconds left"
    if seconds < 55:
        return f"about {round(seconds / 10) * 10 or 10} seconds left"
    for unit, length, most in (("minute", 60, 60), ("hour", 3600, 36), ("day", 86_400, 60)):
        number = round(seconds / length)
        if number < most:
            return f"about {number} {unit}{'' if number == 1 else 's'} left"
    return "more than two months left"


def _steps_of(job_id: int, before: int | None = None) -> _Steps:
    """What the stored steps say of the present run."""
    rows = JobEvent.objects.filter(job_id=job_id)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    steps = _Steps()
    for kind, at, done in reversed(rows.order_by("-pk").values_list("kind", "at", "done")[:STEPS_READ]):
        steps.see(kind, at, done)
    return steps
