"""What monitors are told."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.test import Client
from pytest_django.fixtures import Settings

from channels_bridge.models import Heartbeat, Job
from channels_bridge.services.heartbeats import WORKER, heartbeat_touch
from kirocrew.base.clock import now
from kirocrew.db.backends.sqlite3.drivers import pick_driver


def test_alive_needs_no_database(client: Client) -> None:
    """Without its mark a test that touched the database would fail."""
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert "no-cache" in answer["Cache-Control"]


@pytest.mark.django_db
def test_ready_when_a_worker_gave_a_sign_of_life(client: Client) -> None:
    heartbeat_touch(WORKER)
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json()["ready"] is True
    assert answer.json()["worker"]["heartbeat_age_seconds"] < 60
    assert answer.json()["jobs"]["oldest_waiting_seconds"] is None


@pytest.mark.django_db
def test_not_ready_before_any_worker_has_reported(client: Client) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["worker"] == {"ok": False, "problem": "no worker has reported yet"}


@pytest.mark.django_db
def test_not_ready_when_the_worker_is_late(client: Client) -> None:
    Heartbeat.objects.create(name=WORKER, at=now() - timedelta(minutes=10))
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["worker"]["heartbeat_age_seconds"] >= 600


@pytest.mark.django_db
def test_it_says_how_long_the_oldest_job_that_is_due_has_waited(client: Client) -> None:
    heartbeat_touch(WORKER)
    Job.objects.create(name="a", title="A", not_before=now() - timedelta(minutes=5))
    Job.objects.create(name="b", title="B", not_before=now() - timedelta(minutes=1))
    Job.objects.create(name="c", title="C", not_before=now() + timedelta(days=1))
    Job.objects.create(name="d", title="D", not_before=now() - timedelta(days=1), state="done")
    assert 300 <= client.get("/readyz").json()["jobs"]["oldest_waiting_seconds"] < 400


@pytest.mark.django_db(transaction=True)
def test_not_ready_while_nobody_can_write(client: Client) -> None:
    other = pick_driver().connect(str(connection.settings_dict["NAME"]))
    try:
        other.execute("BEGIN IMMEDIATE")
        answer = client.get("/readyz")
    finally:
        other.close()
    assert answer.status_code == 503
    assert answer.json()["database"] == {"ok": False, "problem": "OperationalError"}


@pytest.mark.django_db
def test_missing_embeddings_are_shown_but_do_not_make_it_unready(client: Client, settings: Settings) -> None:
    heartbeat_touch(WORKER)
    settings.KIROCREW_EMBEDDING_MODEL = "none"
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json()["embedding"] == {"status": "absent", "model": None, "recall": "keywords only"}


@pytest.mark.django_db
def test_nothing_secret_is_shown_to_an_outsider(client: Client) -> None:
    body = client.get("/readyz").content.decode()
    assert django_settings.SECRET_KEY not in body
    assert str(django_settings.KIROCREW_HOME) not in body
    assert str(Path.home()) not in body


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_they_only_answer_questions(client: Client, path: str) -> None:
    assert client.post(path).status_code == 405
