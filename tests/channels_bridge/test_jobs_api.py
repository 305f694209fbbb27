"""Jobs over the API: the owner's and one's own."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from channels_bridge.actors import Actor, Permission
from channels_bridge.models import Job, JobState
from channels_bridge.services.bots import bot_authenticate
from channels_bridge.services.jobs import job_enqueue, run_job_now
from tests.channels_bridge.conftest import client_with

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.channels_bridge.urls")]
ENDPOINTS = [("get", ""), ("get", "/events"), ("post", "/cancel"), ("post", "/retry")]


@pytest.fixture
def botty_key(new_key: Callable[..., str]) -> str:
    return new_key("botty", Permission.JOBS_READ)


@pytest.fixture
def job(botty_key: str) -> Job:
    botty = bot_authenticate(botty_key)
    assert botty is not None
    return job_enqueue(actor=botty, name="test.count", args={"to": 2, "pause": 0})


def test_a_bot_lists_its_own_jobs(job: Job, alice: Actor, botty_key: str) -> None:
    job_enqueue(actor=alice, name="test.count", args={})
    results = client_with(botty_key).get("/api/jobs").json()["results"]
    assert [found["uid"] for found in results] == [str(job.uid)]
    assert (results[0]["state"], results[0]["title"]) == ("queued", "Count")
    assert "args" not in results[0]


def test_the_owner_lists_all_a_page_at_a_time(job: Job, alice: Actor, owner_client: Client) -> None:
    uids = [str(job.uid)] + [str(job_enqueue(actor=alice, name="test.count", args={}).uid) for _ in range(4)]
    page: dict[str, Any] = owner_client.get("/api/jobs?page_size=2").json()
    seen = [found["uid"] for found in page["results"]]
    while page["next"]:
        page = owner_client.get(page["next"]).json()
        seen += [found["uid"] for found in page["results"]]
    assert seen == uids[::-1]


def test_the_list_is_filtered_by_state_and_name(job: Job, owner_client: Client, alice: Actor) -> None:
    run_job_now(job_enqueue(actor=alice, name="test.note", args={}))
    assert len(owner_client.get("/api/jobs?state=done").json()["results"]) == 1
    assert len(owner_client.get("/api/jobs?name=test.count").json()["results"]) == 1
    refused = owner_client.get("/api/jobs?state=sleeping")
    assert refused.status_code == 422
    assert refused.json()["errors"][0]["field"] == "state"


def test_a_job_tells_how_far_it_is(job: Job, botty_key: str) -> None:
    run_job_now(job)
    body = client_with(botty_key).get(f"/api/jobs/{job.uid}").json()
    assert (body["state"], body["done"], body["total"], body["percent"]) == ("done", 2, 2, 100)
    assert body["result"] == {"counted": 2}


def test_the_story_is_read_a_piece_at_a_time(job: Job, botty_key: str) -> None:
    client = client_with(botty_key)
    run_job_now(job)
    story: list[dict[str, Any]] = []
    after, is_complete = 0, False
    while not is_complete:
        piece = client.get(f"/api/jobs/{job.uid}/events?after={after}&limit=2").json()
        story += piece["events"]
        after, is_complete = piece["next_after"], piece["is_complete"]
    assert story[0]["kind"] == "queued"
    assert story[-1]["kind"] == "done"
    assert [step["id"] for step in story] == list(job.events.values_list("id", flat=True))
    assert all(step["job"] == str(job.uid) for step in story)


@pytest.mark.parametrize("query", ["after=-1", "after=x", "limit=0", "limit=501", "after=99999999999999999999999"])
def test_a_piece_that_cannot_be_is_refused(job: Job, botty_key: str, query: str) -> None:
    assert client_with(botty_key).get(f"/api/jobs/{job.uid}/events?{query}").status_code == 422


def test_a_job_is_cancelled_and_tried_again(job: Job, botty_key: str) -> None:
    client = client_with(botty_key)
    assert client.post(f"/api/jobs/{job.uid}/cancel").json()["state"] == "cancelled"
    assert client.post(f"/api/jobs/{job.uid}/retry").json()["state"] == "queued"
    refused = client.post(f"/api/jobs/{job.uid}/retry")
    assert refused.status_code == 409
    assert refused.json()["type"] == "urn:kirocrew:problem:job-active"


def test_trying_again_with_one_idempotency_key_is_done_once(job: Job, botty_key: str) -> None:
    client = client_with(botty_key)
    Job.objects.update(state=JobState.FAILED)
    headers = {"idempotency-key": "again"}
    answers = [client.post(f"/api/jobs/{job.uid}/retry", headers=headers) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].content == answers[1].content


@pytest.mark.parametrize(("method", "path"), ENDPOINTS)
def test_an_outsider_does_not_learn_that_a_job_exists(
    job: Job, new_key: Callable[..., str], method: str, path: str
) -> None:
    mallory = client_with(new_key("mallory", Permission.ADMIN))
    answer = getattr(mallory, method)(f"/api/jobs/{job.uid}{path}")
    unknown = getattr(mallory, method)(f"/api/jobs/01900000-0000-7000-8000-000000000000{path}")
    assert answer.status_code == 404
    assert answer.json() == unknown.json()


@pytest.mark.parametrize(("method", "path"), ENDPOINTS)
def test_a_key_without_the_permission_is_told_which_it_lacks(
    job: Job, new_key: Callable[..., str], method: str, path: str
) -> None:
    weak = client_with(new_key("weak", Permission.MEMORY_READ))
    answer = getattr(weak, method)(f"/api/jobs/{job.uid}{path}")
    assert answer.status_code == 403
    assert "jobs:read" in answer.json()["detail"]


@pytest.mark.parametrize(("method", "path"), [("get", "s"), *[(m, f"s/uid{p}") for m, p in ENDPOINTS]])
def test_nobody_and_a_user_who_is_not_the_owner_get_nothing(
    job: Job, bob_client: Client, method: str, path: str
) -> None:
    address = "/api/job" + path.replace("uid", str(job.uid))
    assert getattr(APIClient(), method)(address).status_code == 401
    assert getattr(bob_client, method)(address).status_code == 403


def test_a_stream_is_not_begun_for_its_head_alone(botty_key: str) -> None:
    assert client_with(botty_key).head("/api/jobs/events").status_code == 405
