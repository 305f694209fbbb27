"""Asking for background work, stopping it, trying it again."""

from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from django.db import transaction
from django_q.models import OrmQ
from django_q.signing import SignedPackage

from channels_bridge.actors import Actor, Permission
from channels_bridge.models import Job, JobEvent, JobState
from channels_bridge.services.bots import bot_authenticate
from channels_bridge.services.jobs import (
    ASKED_AGAIN_AFTER,
    UnknownJob,
    job_cancel,
    job_enqueue,
    job_get,
    job_handler,
    job_retry,
    jobs_visible_to,
)
from kirocrew.base.problems import Conflict, NotFound

pytestmark = pytest.mark.django_db


@pytest.fixture
def job(alice: Actor) -> Job:
    return job_enqueue(actor=alice, name="test.count", args={"to": 3})


def kinds(job: Job) -> list[str]:
    return list(job.events.values_list("kind", flat=True))


def test_a_job_waits_with_its_requester_its_title_and_a_first_step(alice: Actor) -> None:
    job = job_enqueue(actor=alice, name="test.count", args={"to": 3}, title="数える 🐈")
    job.refresh_from_db()
    assert (job.state, job.title, job.args) == (JobState.QUEUED, "数える 🐈", {"to": 3})
    assert (job.requested_by, job.requested_ident) == ("user_explicit", "1")
    assert kinds(job) == ["queued"]


def test_a_job_without_title_has_the_one_of_its_kind(job: Job) -> None:
    assert job.title == "Count"


def test_what_is_put_in_the_queue_is_an_id_and_nothing_else(job: Job) -> None:
    package = SignedPackage.loads(OrmQ.objects.get().payload)
    assert package["func"] == "channels_bridge.tasks.run_job"
    assert package["args"] == (str(job.uid),)


def test_a_rollback_takes_job_and_delivery_with_it(alice: Actor) -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        job_enqueue(actor=alice, name="test.count", args={})
        raise RuntimeError
    assert Job.objects.count() == OrmQ.objects.count() == JobEvent.objects.count() == 0


def test_an_unknown_name_is_refused(alice: Actor) -> None:
    with pytest.raises(UnknownJob):
        job_enqueue(actor=alice, name="test.nothing", args={})


@pytest.mark.parametrize(
    "args",
    [
        {"when": datetime(2026, 1, 1, tzinfo=UTC)},
        {"much": Decimal("1.5")},
        {"pair": (1, 2)},
        {"object": object()},
        {1: "number as key"},
    ],
)
def test_arguments_that_are_no_json_are_refused(alice: Actor, args: dict[Any, Any]) -> None:
    with pytest.raises(TypeError):
        job_enqueue(actor=alice, name="test.count", args=args)
    assert not Job.objects.exists()


def test_a_number_that_json_does_not_know_is_refused(alice: Actor) -> None:
    with pytest.raises(ValueError, match="JSON"):
        job_enqueue(actor=alice, name="test.count", args={"much": float("nan")})


def test_the_same_work_that_still_waits_is_not_asked_for_twice(alice: Actor) -> None:
    ask = {"actor": alice, "name": "test.count", "args": {}}
    first = job_enqueue(**ask, dedupe_key="main")  # type: ignore[arg-type]
    assert job_enqueue(**ask, dedupe_key="main").pk == first.pk  # type: ignore[arg-type]
    assert job_enqueue(**ask, dedupe_key="other").pk != first.pk  # type: ignore[arg-type]
    assert job_enqueue(**ask).pk != first.pk  # type: ignore[arg-type]
    Job.objects.filter(pk=first.pk).update(state=JobState.RUNNING)
    assert job_enqueue(**ask, dedupe_key="main").pk != first.pk  # type: ignore[arg-type]


def test_a_job_that_is_asked_for_again_is_delivered_again_when_its_delivery_may_be_lost(alice: Actor) -> None:
    first = job_enqueue(actor=alice, name="test.count", args={}, dedupe_key="lost")
    delivered = first.delivered_at
    assert delivered is not None
    assert job_enqueue(actor=alice, name="test.count", args={}, dedupe_key="lost").delivered_at == delivered
    long_ago = delivered - 2 * ASKED_AGAIN_AFTER
    Job.objects.filter(pk=first.pk).update(delivered_at=long_ago, not_before=long_ago)
    again = job_enqueue(actor=alice, name="test.count", args={}, dedupe_key="lost")
    assert again.pk == first.pk and again.delivered_at is not None and again.delivered_at >= delivered
    Job.objects.filter(pk=first.pk).update(delivered_at=long_ago, not_before=delivered + 2 * ASKED_AGAIN_AFTER)
    put_off = job_enqueue(actor=alice, name="test.count", args={}, dedupe_key="lost")
    assert put_off.delivered_at == long_ago


def test_asking_again_for_what_waits_costs_one_query(
    alice: Actor, django_assert_num_queries: Callable[..., Any]
) -> None:
    job_enqueue(actor=alice, name="test.count", args={}, dedupe_key="main")
    with django_assert_num_queries(1):
        job_enqueue(actor=alice, name="test.count", args={}, dedupe_key="main")


def test_one_name_has_one_handler() -> None:
    with pytest.raises(ValueError, match=r"test\.count"):

        @job_handler("test.count", title="Another")
        def another(run: object) -> dict[str, Any]:
            return {}


def test_a_waiting_job_is_cancelled_at_once(job: Job, alice: Actor) -> None:
    cancelled = job_cancel(actor=alice, job=job)
    assert cancelled.state == JobState.CANCELLED
    assert cancelled.finished_at is not None
    assert kinds(job) == ["queued", "cancelled"]


def test_a_running_job_is_asked_to_stop_once(job: Job, alice: Actor) -> None:
    Job.objects.update(state=JobState.RUNNING)
    for _ in range(2):
        asked = job_cancel(actor=alice, job=job)
    assert (asked.state, asked.cancel_requested) == (JobState.RUNNING, True)
    assert kinds(job) == ["queued", "cancel_requested"]


@pytest.mark.parametrize("state", [JobState.DONE, JobState.FAILED])
def test_a_job_that_has_ended_cannot_be_cancelled(job: Job, alice: Actor, state: JobState) -> None:
    Job.objects.update(state=state)
    with pytest.raises(Conflict) as caught:
        job_cancel(actor=alice, job=job)
    assert caught.value.type == "job-ended"


@pytest.mark.parametrize("state", [JobState.FAILED, JobState.CANCELLED])
def test_a_failed_or_cancelled_job_is_tried_again_from_its_checkpoint(job: Job, alice: Actor, state: JobState) -> None:
    Job.objects.update(state=state, error="x", attempts=5, cancel_requested=True, checkpoint={"counted": 2})
    OrmQ.objects.all().delete()
    again = job_retry(actor=alice, job=job)
    assert (again.state, again.error, again.attempts, again.cancel_requested) == (JobState.QUEUED, "", 0, False)
    assert again.checkpoint == {"counted": 2}
    assert OrmQ.objects.count() == 1


@pytest.mark.parametrize("state", [JobState.QUEUED, JobState.RUNNING, JobState.DONE])
def test_a_job_that_is_not_over_or_done_is_not_tried_again(job: Job, alice: Actor, state: JobState) -> None:
    Job.objects.update(state=state)
    with pytest.raises(Conflict) as caught:
        job_retry(actor=alice, job=job)
    assert caught.value.type == "job-active"


def test_a_bot_sees_and_stops_its_own_jobs_only(alice: Actor, new_key: Callable[..., str], job: Job) -> None:
    botty = bot_authenticate(new_key("botty", Permission.JOBS_READ))
    mallory = bot_authenticate(new_key("mallory", Permission.ADMIN))
    assert botty is not None
    assert mallory is not None
    own = job_enqueue(actor=botty, name="test.count", args={})
    assert set(jobs_visible_to(alice)) == {job, own}
    assert set(jobs_visible_to(botty)) == {own}
    assert set(jobs_visible_to(mallory)) == set()
    for act in (job_cancel, job_retry):
        with pytest.raises(NotFound):
            act(actor=mallory, job=own)
    with pytest.raises(NotFound):
        job_get(actor=botty, uid=job.uid)
    assert job_cancel(actor=botty, job=own).state == JobState.CANCELLED


def test_a_bot_without_the_permission_sees_no_job(new_key: Callable[..., str]) -> None:
    botty = bot_authenticate(new_key("botty", Permission.MEMORY_READ))
    assert botty is not None
    job_enqueue(actor=botty, name="test.count", args={})
    assert not jobs_visible_to(botty).exists()
