"""A write that is sent twice is done once."""

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django_q.models import OrmQ
from rest_framework.response import Response
from rest_framework.test import APIClient

from channels_bridge.models import Heartbeat, IdempotencyKey, Job
from channels_bridge.services.job_repairs import answers_prune
from kirocrew.base.clock import now
from tests.channels_bridge.conftest import client_with

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.channels_bridge.urls")]


def write(client: APIClient, key: str | None = "k1", **body: Any) -> Response:
    headers = {"idempotency-key": key} if key is not None else {}
    return client.post("/test/write", body, format="json", headers=headers)


def test_without_the_header_each_request_writes(api: APIClient) -> None:
    assert write(api, None).json()["uid"] != write(api, None).json()["uid"]
    assert Job.objects.count() == 2


def test_the_same_request_gets_the_same_answer_and_writes_once(api: APIClient) -> None:
    first, second = write(api, text="記憶 🧠"), write(api, text="記憶 🧠")
    assert first.status_code == second.status_code == 201
    assert first.content == second.content
    assert second["Idempotent-Replay"] == "true"
    assert not first.has_header("Idempotent-Replay")
    assert second["ETag"] == '"1"'
    assert not second.has_header("X-Other")
    assert Job.objects.count() == OrmQ.objects.count() == 1


def test_the_order_of_members_and_spaces_do_not_matter(api: APIClient) -> None:
    bodies = [b'{"text": "a", "how": "fine"}', b'{"how":"fine","text":"a"}']
    answers = [
        api.post("/test/write", body, content_type="application/json", headers={"idempotency-key": "k"})
        for body in bodies
    ]
    assert answers[0].content == answers[1].content
    assert Job.objects.count() == 1


def test_another_request_with_the_key_is_refused(api: APIClient) -> None:
    write(api, text="one")
    answer = write(api, text="two")
    assert answer.status_code == 422
    assert answer.json()["type"] == "urn:kirocrew:problem:idempotency-key-reused"
    assert Job.objects.count() == 1


def test_another_precondition_makes_another_request(api: APIClient) -> None:
    write(api, text="one")
    answer = api.post(
        "/test/write", {"text": "one"}, format="json", headers={"idempotency-key": "k1", "if-match": '"2"'}
    )
    assert answer.json()["type"] == "urn:kirocrew:problem:idempotency-key-reused"


def test_a_key_belongs_to_its_caller(api: APIClient, new_key: Callable[..., str], owner_client: Client) -> None:
    mallory = client_with(new_key("mallory"))
    uids = {write(api).json()["uid"], write(mallory).json()["uid"]}
    by_owner = owner_client.post(
        "/test/write", "{}", content_type="application/json", headers={"idempotency-key": "k1"}
    )
    assert len(uids | {by_owner.json()["uid"]}) == 3


def test_a_refusal_that_was_answered_is_replayed(api: APIClient) -> None:
    first, second = write(api, how="refused"), write(api, how="refused")
    assert first.status_code == second.status_code == 422
    assert second["Idempotent-Replay"] == "true"
    assert second["Content-Type"] == "application/json"


def test_a_problem_that_was_raised_frees_the_key_and_keeps_the_audit(api: APIClient) -> None:
    assert write(api, how="raised").status_code == 409
    assert Heartbeat.objects.filter(name="audited").exists()
    assert not IdempotencyKey.objects.exists()
    assert write(api, how="fine").status_code == 201


def test_a_crash_before_the_commit_leaves_neither_write_nor_key(api: APIClient) -> None:
    api.raise_request_exception = False
    assert write(api, how="crash").status_code == 500
    assert Job.objects.count() == OrmQ.objects.count() == IdempotencyKey.objects.count() == 0
    assert write(api, how="fine").status_code == 201


def test_an_answer_of_500_undoes_the_write(api: APIClient) -> None:
    assert write(api, how="500").status_code == 500
    assert Job.objects.count() == IdempotencyKey.objects.count() == 0


def test_after_a_day_the_key_is_free_again(api: APIClient) -> None:
    first = write(api).json()["uid"]
    IdempotencyKey.objects.update(expires_at=now() - timedelta(seconds=1))
    assert write(api).json()["uid"] != first


def test_a_key_is_kept_for_24_hours_and_then_removed(api: APIClient) -> None:
    write(api)
    kept = IdempotencyKey.objects.get()
    assert kept.expires_at - kept.created_at == timedelta(hours=24)
    assert answers_prune(kept.expires_at - timedelta(seconds=1)) == 0
    assert answers_prune(kept.expires_at) == 1


@pytest.mark.parametrize("key", ["", " ", "a b", "x" * 201, "schlüssel", "a\tb"])
def test_a_key_that_cannot_be_is_refused(api: APIClient, key: str) -> None:
    answer = write(api, key)
    assert answer.status_code == 422
    assert answer.json()["type"] == "urn:kirocrew:problem:idempotency-key-invalid"
    assert not Job.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_many_at_the_same_time_one_writes_and_all_get_its_answer(new_key: Callable[..., str]) -> None:
    key = new_key()
    answers: list[Response] = []
    barrier = threading.Barrier(8)

    def send() -> None:
        client = client_with(key)
        barrier.wait()
        try:
            answers.append(write(client, "same", text="once"))
        finally:
            connection.close()

    threads = [threading.Thread(target=send) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [answer.status_code for answer in answers] == [201] * 8
    assert len({answer.content for answer in answers}) == 1
    assert sum(answer.has_header("Idempotent-Replay") for answer in answers) == 7
    assert Job.objects.count() == OrmQ.objects.count() == 1
