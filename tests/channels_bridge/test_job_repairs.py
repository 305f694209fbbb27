"""Jobs of dead workers go on; lost deliveries are made again; old rows go."""

import os
import subprocess
import sys
from datetime import timedelta

import pytest
from django_q.models import OrmQ

from channels_bridge.actors import Actor
from channels_bridge.models import Job, JobEvent, JobState
from channels_bridge.services.job_repairs import jobs_deliver_due, jobs_prune, jobs_reap
from channels_bridge.services.job_runs import JobRun, job_claim
from channels_bridge.services.jobs import JobLost, job_enqueue
from channels_bridge.services.worker_identity import this_worker, worker_is_gone
from channels_bridge.tasks import reap_jobs
from kirocrew.base.clock import now

pytestmark = pytest.mark.django_db


@pytest.fixture
def run(alice: Actor) -> JobRun:
    """A claimed job; its delivery is taken out of the queue, as a worker does."""
    job = job_enqueue(actor=alice, name="test.count", args={})
    run = job_claim(str(job.uid))
    assert run is not None
    OrmQ.objects.all().delete()
    return run


def silent_for(seconds: float) -> None:
    Job.objects.update(heartbeat_at=now() - timedelta(seconds=seconds))


def test_a_job_that_beats_is_left_alone(run: JobRun) -> None:
    silent_for(55)
    assert jobs_reap() == 0
    run.heartbeat()


def test_a_job_silent_for_a_minute_goes_back_to_the_queue(run: JobRun) -> None:
    silent_for(61)
    assert jobs_reap() == 1
    job = Job.objects.get()
    assert job.state == JobState.QUEUED
    assert job.events.last().kind == "retrying"  # type: ignore[union-attr]
    with pytest.raises(JobLost):
        run.progress(1, 2)


def test_the_first_death_is_repaired_at_once_and_the_next_waits(run: JobRun) -> None:
    silent_for(61)
    reap_jobs()
    assert OrmQ.objects.count() == 1
    again = job_claim(str(run.job.uid))
    assert again is not None
    silent_for(61)
    OrmQ.objects.all().delete()
    reap_jobs()
    job = Job.objects.get()
    assert job.not_before > now() + timedelta(seconds=20)
    assert OrmQ.objects.count() == 0
    Job.objects.update(not_before=now())
    reap_jobs()
    assert OrmQ.objects.count() == 1


def test_a_job_that_kills_its_worker_every_time_fails(run: JobRun) -> None:
    Job.objects.update(attempts=5, heartbeat_at=None)
    jobs_reap()
    job = Job.objects.get()
    assert job.state == JobState.FAILED
    assert "died 5 times" in job.error
    assert job.finished_at is not None


def test_a_job_that_was_to_be_cancelled_is_not_started_again(run: JobRun) -> None:
    Job.objects.update(cancel_requested=True)
    silent_for(61)
    jobs_reap()
    assert Job.objects.get().state == JobState.CANCELLED


def test_a_worker_of_this_machine_that_is_gone_is_noticed_before_the_minute_is_over(run: JobRun) -> None:
    place = this_worker().rpartition(":")[0]
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        Job.objects.update(worker=f"{place}:{child.pid}")
        assert jobs_reap() == 0
        child.kill()
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        assert worker_is_gone(f"{place}:{child.pid}"), "a zombie counts as gone"
    assert jobs_reap() == 1


@pytest.mark.parametrize(
    "worker",
    ["elsewhere:1", "", "elsewhere:", ":", f"{this_worker()}x", "1"],
    ids=["far", "none", "no pid", "bare", "odd", "number"],
)
def test_a_worker_nothing_is_known_about_is_judged_by_its_heartbeat(run: JobRun, worker: str) -> None:
    Job.objects.update(worker=worker)
    assert jobs_reap() == 0


def test_the_claim_names_this_process(run: JobRun) -> None:
    worker = Job.objects.get().worker
    assert worker.endswith(f":{os.getpid()}")
    assert not worker_is_gone(worker)


def test_a_delivery_that_was_lost_is_made_again(alice: Actor) -> None:
    job_enqueue(actor=alice, name="test.count", args={})
    OrmQ.objects.all().delete()
    assert jobs_deliver_due() == 0
    assert jobs_deliver_due(now() + timedelta(minutes=11)) == 1
    assert OrmQ.objects.count() == 1


def test_old_jobs_go_with_their_story_and_young_and_waiting_ones_stay(alice: Actor) -> None:
    old, young, waiting = (job_enqueue(actor=alice, name="test.count", args={}) for _ in range(3))
    Job.objects.filter(pk=old.pk).update(state=JobState.FAILED, finished_at=now() - timedelta(days=31))
    Job.objects.filter(pk=young.pk).update(state=JobState.DONE, finished_at=now() - timedelta(days=29))
    Job.objects.filter(pk=waiting.pk).update(created_at=now() - timedelta(days=90))
    assert jobs_prune() == 1
    assert set(Job.objects.all()) == {young, waiting}
    assert set(JobEvent.objects.values_list("job_id", flat=True)) == {young.pk, waiting.pk}
