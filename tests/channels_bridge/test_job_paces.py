"""How fast a job is, told by its steps; pauses and restarts do not falsify it."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from channels_bridge.actors import Actor
from channels_bridge.models import Job, JobEvent, JobState
from channels_bridge.services.job_paces import Paces, job_pace, left_words, rate_words
from channels_bridge.services.jobs import job_enqueue
from kirocrew.base.clock import now

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.channels_bridge.urls")]

Step = tuple[float, str, int]  # seconds since the beginning, kind, items done


@pytest.fixture
def job(alice: Actor) -> Job:
    made = job_enqueue(actor=alice, name="test.count", args={})
    Job.objects.update(state=JobState.RUNNING, total=1_000)
    made.refresh_from_db()
    return made


def told(job: Job, steps: Iterable[Step], begun: datetime | None = None) -> None:
    """Steps of a job as they would have been written."""
    begun = begun or now() - timedelta(hours=1)
    for seconds, kind, done in steps:
        state = JobState.QUEUED if kind == "retrying" else JobState.RUNNING
        at = begun + timedelta(seconds=seconds)
        JobEvent.objects.create(job=job, at=at, kind=kind, state=state, done=done, total=1_000)


def run_of(count: int, *, every: float, items: int, since: float = 0.0, done: int = 0) -> list[Step]:
    steps = [(since + (number + 1) * every, "progress", done + (number + 1) * items) for number in range(count)]
    return [(since, "started", done), *steps]


def last_pace(job: Job) -> Any:
    paces = Paces()
    return [paces.after(event) for event in job.events.order_by("pk")][-1]


def test_it_is_items_a_second_and_what_is_left_at_that_rate(job: Job) -> None:
    told(job, run_of(40, every=0.25, items=3))
    pace = last_pace(job)
    assert (round(pace.rate), round(pace.seconds_left)) == (12, 73)
    assert pace.words == "12 a second, about 1 minute left"


def test_a_job_that_has_just_begun_tells_none(job: Job) -> None:
    told(job, run_of(1, every=0.1, items=3))
    assert last_pace(job) is None


def test_a_pause_of_the_machine_is_left_out(job: Job) -> None:
    first = run_of(20, every=0.5, items=5)
    told(job, [*first, *run_of(10, every=0.5, items=5, since=7_200, done=100)[1:]])
    assert round(last_pace(job).rate) == 10


def test_a_job_whose_steps_are_long_is_slow_and_not_paused(job: Job) -> None:
    told(job, run_of(6, every=45, items=1))
    pace = last_pace(job)
    assert round(pace.rate * 60, 2) == 1.33
    assert pace.words == "1.3 a minute, about 12 hours left"


def test_a_run_that_begins_anew_is_measured_anew(job: Job) -> None:
    told(job, [*run_of(30, every=0.5, items=50), (16.0, "retrying", 300)])
    told(job, run_of(20, every=0.5, items=1, since=100, done=300))
    assert round(last_pace(job).rate) == 2


def test_items_counted_anew_do_not_make_a_negative_rate(job: Job) -> None:
    told(job, [*run_of(10, every=1, items=10), *run_of(10, every=1, items=2, since=12)[1:]])
    assert round(last_pace(job).rate) == 2


def test_it_is_the_same_with_whichever_step_a_reader_begins(job: Job) -> None:
    told(job, [*run_of(150, every=0.25, items=1), *run_of(90, every=0.25, items=4, since=50, done=150)])
    events = list(job.events.order_by("pk"))
    paces = Paces()
    from_the_beginning = [paces.after(event) for event in events]
    for start in (1, 40, 151, 152, 200, 241):
        paces = Paces()
        assert [paces.after(event) for event in events[start:]] == from_the_beginning[start:]


def test_after_a_long_silence_nothing_is_told_of_now(job: Job) -> None:
    told(job, run_of(20, every=0.5, items=5), begun=now() - timedelta(seconds=10))
    assert job_pace(job) is not None
    JobEvent.objects.filter(job=job).delete()
    told(job, run_of(20, every=0.5, items=5), begun=now() - timedelta(seconds=200))
    assert job_pace(job) is None


def test_the_api_tells_it_of_a_job_and_of_its_steps(job: Job, owner_client: Client) -> None:
    told(job, run_of(40, every=0.25, items=3), begun=now() - timedelta(seconds=10))
    body = owner_client.get(f"/api/jobs/{job.uid}").json()
    assert (round(body["rate"]), round(body["seconds_left"])) == (12, 73)
    assert owner_client.get("/api/jobs").json()["results"][0]["rate"] == body["rate"]
    last = owner_client.get(f"/api/jobs/{job.uid}/events").json()["events"][-1]
    assert (round(last["rate"]), last["pace"]) == (12, "12 a second, about 1 minute left")


@pytest.mark.parametrize(
    ("rate", "words"),
    [
        (12_345.6, "12,346 a second"),
        (12.3, "12 a second"),
        (2.5, "2.5 a second"),
        (1.0, "1 a second"),
        (0.5, "30 a minute"),
        (0.01, "36 an hour"),
        (0.0001, "0.4 an hour"),
    ],
)
def test_a_rate_is_said_per_second_minute_or_hour(rate: float, words: str) -> None:
    assert rate_words(rate) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (None, ""),
        (0, "a few seconds left"),
        (8, "about 10 seconds left"),
        (54, "about 50 seconds left"),
        (60, "about 1 minute left"),
        (200, "about 3 minutes left"),
        (3_590, "about 1 hour left"),
        (2 * 3600, "about 2 hours left"),
        (50 * 3600, "about 2 days left"),
        (1e9, "more than two months left"),
    ],
)
def test_what_is_left_is_said_as_people_say_it(seconds: float | None, words: str) -> None:
    assert left_words(seconds) == words
