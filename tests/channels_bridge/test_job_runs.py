"""Running jobs: claimed once, reported, resumed, stopped, ended."""

import logging
import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django_q.exceptions import TimeoutException

from channels_bridge.actors import Actor, Permission
from channels_bridge.models import Bot, Heartbeat, Job, JobState
from channels_bridge.services.bots import bot_authenticate, bot_revoke
from channels_bridge.services.heartbeats import worker_is_alive
from channels_bridge.services.job_runs import backoff, job_claim, run_claimed
from channels_bridge.services.jobs import JobCancelled, JobLost, JobRun, job_cancel, job_enqueue, run_job_now
from channels_bridge.tasks import run_job
from kirocrew.base.clock import now
from kirocrew.base.problems import Forbidden
from tests.channels_bridge import handlers

pytestmark = pytest.mark.django_db


@pytest.fixture
def job(alice: Actor) -> Job:
    return job_enqueue(actor=alice, name="test.count", args={"to": 3})


def claimed(job: Job) -> JobRun:
    run = job_claim(str(job.uid))
    assert run is not None
    return run


def kinds(job: Job) -> list[str]:
    return list(job.events.values_list("kind", flat=True))


def test_a_job_runs_to_its_end_and_keeps_its_result(job: Job) -> None:
    done = run_job_now(job)
    assert (done.state, done.result, done.done, done.total) == (JobState.DONE, {"counted": 3}, 3, 3)
    assert done.message == "第3步"
    assert done.started_at is not None
    assert done.finished_at is not None
    assert kinds(job)[:2] == ["queued", "started"]
    assert kinds(job)[-1] == "done"


def test_each_step_carries_the_state_of_its_moment(job: Job) -> None:
    run_job_now(job)
    told = [(event.state, event.done, event.total) for event in job.events.all()]
    assert told[0] == ("queued", 0, None)
    assert told[1] == ("running", 0, None)
    assert told[-2:] == [("running", 3, 3), ("done", 3, 3)]


def test_a_second_delivery_finds_nothing_to_do(alice: Actor) -> None:
    job = job_enqueue(actor=alice, name="test.note", args={"text": "日本語"})
    run_job(str(job.uid))
    run_job(str(job.uid))
    assert [call["args"] for call in handlers.calls] == [{"text": "日本語"}]
    assert kinds(job).count("started") == 1


def test_a_delivery_of_a_job_that_is_gone_does_nothing() -> None:
    run_job("01900000-0000-7000-8000-000000000000")


@pytest.mark.django_db(transaction=True)
def test_of_many_deliveries_at_once_one_claims(job: Job) -> None:
    claims: list[bool] = []
    barrier = threading.Barrier(6)

    def claim() -> None:
        barrier.wait()
        try:
            claims.append(job_claim(str(job.uid)) is not None)
        finally:
            connection.close()

    threads = [threading.Thread(target=claim) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert claims.count(True) == 1


def test_a_job_that_must_wait_is_not_claimed(job: Job) -> None:
    Job.objects.update(not_before=now() + timedelta(minutes=1))
    assert job_claim(str(job.uid)) is None


def test_a_run_goes_on_from_the_checkpoint(job: Job) -> None:
    Job.objects.update(checkpoint={"counted": 2})
    run_job_now(job)
    counted = Heartbeat.objects.filter(name__startswith="counted").count()
    assert counted == 1


def test_progress_is_told_at_most_four_times_a_second(job: Job) -> None:
    run = claimed(job)
    for number in range(500):
        run.progress(number, 1000)
    assert kinds(job).count("progress") <= 3
    run.progress(1000, 1000, "all")
    job.refresh_from_db()
    assert (job.done, job.total, job.message) == (1000, 1000, "all")


def test_the_last_progress_is_in_the_row_when_the_job_ends(job: Job) -> None:
    run = claimed(job)
    run.progress(1)
    run.progress(7, None, "seven")
    run.finish(JobState.DONE)
    job.refresh_from_db()
    assert (job.done, job.total, job.message) == (7, None, "seven")
    assert job.percent is None


def test_progress_is_a_sign_of_life(job: Job) -> None:
    run = claimed(job)
    Job.objects.update(heartbeat_at=now() - timedelta(hours=1))
    run.progress(1, 2)
    job.refresh_from_db()
    assert job.heartbeat_at is not None
    assert now() - job.heartbeat_at < timedelta(seconds=10)


def test_a_line_of_the_log_is_a_step(job: Job) -> None:
    run = claimed(job)
    run.event("log", {"line": "größer 🐈"})
    event = job.events.last()
    assert event is not None
    assert (event.kind, event.data) == ("log", {"line": "größer 🐈"})


def test_a_checkpoint_is_saved_by_assignment_by_name_and_with_progress(job: Job) -> None:
    run = claimed(job)
    run.checkpoint = {"file": 1}
    assert Job.objects.get().checkpoint == {"file": 1}
    run.save_checkpoint(line=5)
    assert Job.objects.get().checkpoint == {"file": 1, "line": 5}
    run.checkpoint["line"] = 6
    run.progress(1)
    assert Job.objects.get().checkpoint == {"file": 1, "line": 6}


def test_a_checkpoint_that_moves_starts_the_count_of_attempts_again(job: Job) -> None:
    Job.objects.update(attempts=3)
    run = claimed(job)
    run.checkpoint = {}
    assert Job.objects.get().attempts == 4
    run.checkpoint = {"counted": 1}
    assert Job.objects.get().attempts == 1


def test_a_cancelled_run_stops_at_its_next_look(job: Job, alice: Actor) -> None:
    run = claimed(job)
    job_cancel(actor=alice, job=job)
    with pytest.raises(JobCancelled):
        run.raise_if_cancelled()


def test_a_job_cancelled_while_it_runs_ends_cancelled(job: Job, alice: Actor) -> None:
    run = claimed(job)
    job_cancel(actor=alice, job=job)
    run_claimed(run)
    job.refresh_from_db()
    assert job.state == JobState.CANCELLED
    assert kinds(job)[-2:] == ["cancel_requested", "cancelled"]


def test_a_run_that_was_replaced_writes_nothing_more(job: Job) -> None:
    first = claimed(job)
    Job.objects.update(state=JobState.QUEUED)
    second = claimed(job)
    for act in (
        lambda: first.progress(1, 2),
        lambda: first.heartbeat(),
        lambda: first.event("log"),
        lambda: first.save_checkpoint(a=1),
        lambda: first.finish(JobState.DONE),
        lambda: first.put_back("x"),
    ):
        with pytest.raises(JobLost):
            act()
    second.progress(2, 2)
    assert Job.objects.get().done == 2
    assert kinds(job).count("progress") == 1


def test_a_handler_that_was_replaced_ends_in_silence(job: Job) -> None:
    run = claimed(job)
    Job.objects.update(state=JobState.QUEUED)
    claimed(job)
    run_claimed(run)
    assert Job.objects.get().state == JobState.RUNNING


@pytest.mark.parametrize(
    ("how", "state", "text"),
    [
        ("problem", JobState.FAILED, "The file changed. Upload it again."),
        ("error", JobState.FAILED, "RuntimeError"),
        ("result", JobState.FAILED, "TypeError"),
        ("later", JobState.QUEUED, "The model is loading."),
        ("busy", JobState.QUEUED, "The database was busy."),
    ],
)
def test_each_failure_ends_as_it_should(alice: Actor, how: str, state: JobState, text: str) -> None:
    job = run_job_now(job_enqueue(actor=alice, name="test.fail", args={"how": how}))
    assert job.state == state
    assert text in (job.error or job.message)


def test_a_job_that_was_asked_to_stop_while_it_met_trouble_does_not_wait_for_another_try(alice: Actor) -> None:
    run = claimed(job_enqueue(actor=alice, name="test.fail", args={"how": "later"}))
    job_cancel(actor=alice, job=run.job)
    run_claimed(run)
    assert Job.objects.get().state == JobState.CANCELLED
    assert kinds(run.job)[-2:] == ["cancel_requested", "cancelled"]


def test_what_a_failing_handler_worked_on_is_not_shown(alice: Actor, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    job = run_job_now(job_enqueue(actor=alice, name="test.fail", args={"how": "error"}))
    shown = job.error + "".join(repr(event.data) for event in job.events.all())
    assert "hunter2" not in shown
    assert str(job.uid) in job.error


def test_arguments_a_handler_does_not_take_fail_the_job(alice: Actor) -> None:
    job = run_job_now(job_enqueue(actor=alice, name="test.count", args={"colour": "red"}))
    assert job.state == JobState.FAILED


def test_a_job_whose_handler_was_removed_fails_and_says_so(job: Job) -> None:
    Job.objects.update(name="test.removed")
    assert "test.removed" in run_job_now(job).error


def test_a_job_that_is_put_off_too_often_fails(alice: Actor) -> None:
    job = job_enqueue(actor=alice, name="test.fail", args={"how": "later"})
    run_job_now(job)
    job.refresh_from_db()
    assert job.not_before > now() + timedelta(seconds=20)
    assert job.delivered_at is None
    Job.objects.update(not_before=now())
    assert run_job_now(job).state == JobState.FAILED
    assert job.error.startswith("Tried 2 times.")


def test_a_run_that_takes_longer_than_allowed_goes_on_later(alice: Actor) -> None:
    job = job_enqueue(actor=alice, name="test.fail", args={"how": "overlong"})
    with pytest.raises(TimeoutException):
        run_job(str(job.uid))
    job.refresh_from_db()
    assert job.state == JobState.QUEUED
    assert job.checkpoint == {"half": True}


def test_the_handler_knows_who_asked(alice: Actor, new_key: Callable[..., str]) -> None:
    botty = bot_authenticate(new_key("botty", Permission.IMPORT_WRITE, project="atlas"))
    assert botty is not None
    for actor in (alice, botty, Actor.system("import:mem0")):
        run_job_now(job_enqueue(actor=actor, name="test.note", args={}))
    seen: list[Actor] = [call["actor"] for call in handlers.calls]
    assert [actor.source for actor in seen] == ["user_explicit", "bot:botty", "import:mem0"]
    assert seen[1] == botty


def test_a_bot_whose_key_was_revoked_meanwhile_no_longer_acts(alice: Actor, new_key: Callable[..., str]) -> None:
    botty = bot_authenticate(new_key("botty"))
    assert botty is not None
    job = job_enqueue(actor=botty, name="test.note", args={})
    bot_revoke(actor=alice, bot=Bot.objects.get(), reason="")
    with pytest.raises(Forbidden):
        _ = JobRun(job).actor
    assert run_job_now(job).state == JobState.FAILED
    assert not handlers.calls


def test_a_handler_may_say_how_long_its_job_waits(alice: Actor) -> None:
    job = run_job_now(job_enqueue(actor=alice, name="test.fail", args={"how": "in an hour"}))
    assert (job.state, job.message) == (JobState.QUEUED, "The line is down.")
    assert timedelta(minutes=59) < job.not_before - now() <= timedelta(hours=1)


def test_the_wait_grows_and_has_an_end() -> None:
    waits = [backoff(attempts).total_seconds() for attempts in range(1, 9)]
    assert waits == [30, 60, 120, 240, 480, 960, 1800, 1800]
    assert backoff(10_000) == timedelta(minutes=30)


@pytest.mark.django_db(transaction=True)
def test_a_run_in_the_worker_beats_also_while_a_step_takes_long(alice: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("channels_bridge.tasks.BEAT_SECONDS", 0.02)
    job = job_enqueue(actor=alice, name="test.sleep", args={"seconds": 0.3})
    run_job(str(job.uid))
    job.refresh_from_db()
    assert job.started_at is not None
    assert job.heartbeat_at is not None
    assert job.heartbeat_at - job.started_at > timedelta(seconds=0.15)
    assert worker_is_alive()
