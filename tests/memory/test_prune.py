"""Pruning: what goes was kept elsewhere first, and memories never go."""

import json
import os
import stat
import time
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.db import transaction
from pytest_django import Settings

from channels_bridge.actors import Actor
from channels_bridge.models import IdempotencyKey, Job, JobState
from channels_bridge.services.jobs import job_cancel, run_job_now
from channels_bridge.services.schedules import schedules_sync
from kirocrew.base.clock import now
from kirocrew.base.ids import new_uid
from kirocrew.base.problems import Forbidden
from memory.models import Event, Record, Setting, Store
from memory.services import pruning
from memory.services.importing.sources import Upload, upload_folder
from memory.services.imports import import_apply
from memory.services.pruning import events_prune, prunable, prune, uploads_prune
from tests.memory.importing import TURNS, counted, turns

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _home(settings: Settings, tmp_path: Path) -> None:
    settings.KIROCREW_HOME = tmp_path / "home"


def log(count: int, store: Store | None = None) -> None:
    Event.objects.bulk_create(
        Event(code="create", source="bot:botty", store=store, new_value=f"Eintrag {n}: 第{n}条 🚀")
        for n in range(count)
    )


def keep(count: int) -> None:
    """As the owner would set it, but below the least that is offered."""
    Setting.objects.create(name="events_max", value=count, changed_by="user_explicit")


def test_the_oldest_entries_are_exported_then_removed(alice: Actor, main_store: Store, tmp_path: Path) -> None:
    log(25, main_store)
    keep(10)
    oldest = list(Event.objects.order_by("id").values_list("id", flat=True))[:15]
    assert prunable(actor=alice) == 15
    removed, file = events_prune(actor=alice)
    assert removed == 15
    assert file is not None
    assert (file.parent, stat.S_IMODE(file.stat().st_mode)) == (tmp_path / "home" / "exports", 0o600)
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [line["id"] for line in lines] == oldest
    assert lines[3] == {
        "id": oldest[3],
        "at": lines[3]["at"],
        "code": "create",
        "kind": "",
        "store": "main",
        "record": None,
        "key": "",
        "old_value": "",
        "new_value": "Eintrag 3: 第3条 🚀",
        "source": "bot:botty",
        "detail": "",
        "is_refusal": False,
        "is_security": False,
    }
    left = Event.objects.order_by("id")
    assert left.count() == 11  # ten, and the entry that says what was done
    assert (left.last().code, left.last().detail) == ("events_pruned", f"15 entries, kept in {file.name}")  # type: ignore[union-attr]


def test_nothing_goes_while_there_is_room(alice: Actor) -> None:
    log(10)
    keep(10)
    assert events_prune(actor=alice) == (0, None)
    assert Event.objects.count() == 10


def test_nothing_goes_that_could_not_be_kept(alice: Actor, tmp_path: Path) -> None:
    log(25)
    keep(10)
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "exports").write_text("in the way")
    with pytest.raises(OSError, match="exports"):
        events_prune(actor=alice)
    assert Event.objects.count() == 25


def test_a_prune_killed_half_way_is_finished_by_the_next(
    alice: Actor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log(25)
    keep(10)
    monkeypatch.setattr(pruning, "DELETED_AT_ONCE", 4)
    removed = 0
    everything = list(Event.objects.order_by("id").values_list("id", flat=True))

    class Killed(Exception):
        pass

    with monkeypatch.context() as patch:

        def atomic() -> object:
            nonlocal removed
            removed += 1
            if removed == 3:
                raise Killed
            return transaction.atomic()

        patch.setattr(pruning, "transaction", SimpleNamespace(atomic=atomic))
        with pytest.raises(Killed):
            events_prune(actor=alice)
    assert Event.objects.count() == 25 - 8
    events_prune(actor=alice)
    kept = [
        json.loads(line)["id"]
        for file in sorted((tmp_path / "home" / "exports").iterdir())
        for line in file.read_text().splitlines()
    ]
    assert set(kept) == set(everything[:15])
    assert Event.objects.filter(id__in=everything[:15]).count() == 0


def test_expired_answers_and_old_jobs_go(alice: Actor, main_store: Store) -> None:
    IdempotencyKey.objects.create(caller="bot:1", key="a", fingerprint="f", expires_at=now() - timedelta(hours=1))
    IdempotencyKey.objects.create(caller="bot:1", key="b", fingerprint="f", expires_at=now() + timedelta(hours=1))
    job = run_job_now(import_apply(actor=alice, store=main_store, sources=[Upload("a.jsonl", turns(*TURNS).encode())]))
    Job.objects.filter(pk=job.pk).update(finished_at=now() - timedelta(days=31))
    done = prune(actor=alice)
    assert (done.answers, done.jobs) == (1, 1)
    assert Record.objects.filter(status="active").count() == 6
    assert not job.events.exists()


def old(folder: Path) -> None:
    ago = time.time() - timedelta(days=8).total_seconds()
    os.utime(folder, (ago, ago))


def test_uploads_stay_while_somebody_may_import_them(alice: Actor, main_store: Store) -> None:
    sources = [Upload("a.jsonl", turns(*TURNS).encode())]
    waiting = import_apply(actor=alice, store=main_store, sources=sources)
    cancelled = job_cancel(actor=alice, job=import_apply(actor=alice, store=main_store, sources=sources))
    assert uploads_prune(actor=alice) == 0
    Job.objects.filter(pk=cancelled.pk).update(finished_at=now() - timedelta(days=8))
    assert uploads_prune(actor=alice) == 1
    assert counted(run_job_now(waiting)) == {"new": 6}


def test_uploads_of_unknown_or_vanished_jobs_go(alice: Actor, main_store: Store, tmp_path: Path) -> None:
    job = import_apply(actor=alice, store=main_store, sources=[Upload("a.jsonl", turns(*TURNS).encode())])
    Job.objects.filter(pk=job.pk).delete()
    fresh, stale = upload_folder(new_uid()), upload_folder(new_uid())
    for folder in (fresh, stale):
        folder.mkdir(parents=True)
    old(stale)
    (tmp_path / "home" / "imports" / "notes").mkdir()
    assert uploads_prune(actor=alice) == 2
    assert sorted(entry.name for entry in fresh.parent.iterdir()) == sorted([fresh.name, "notes"])


def test_an_upload_that_cannot_be_read_any_more_fails_its_job(alice: Actor, main_store: Store) -> None:
    job = import_apply(actor=alice, store=main_store, sources=[Upload("a.jsonl", turns(*TURNS).encode())])
    for folder in (upload_folder(new_uid()).parent).iterdir():
        for file in folder.iterdir():
            file.unlink()
    job = run_job_now(job)
    assert job.state == JobState.FAILED
    assert "upload" in job.error


def test_only_the_owner_and_the_system_prune(botty: Actor) -> None:
    with pytest.raises(Forbidden):
        prune(actor=botty)


def test_it_is_done_once_a_day(db: None) -> None:
    from django_q.models import Schedule

    schedules_sync()
    assert Schedule.objects.get(func="memory.tasks.prune_request").minutes == 24 * 60
