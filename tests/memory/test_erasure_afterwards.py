"""Backups and large files are looked through by a job after an erase: said so, never lost, and the same in the end."""

import json
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.test import Client

from channels_bridge.actors import Actor
from channels_bridge.models import Job, JobState
from channels_bridge.services.heartbeats import WORKER, heartbeat_touch
from channels_bridge.services.job_runs import job_claim
from channels_bridge.services.jobs import job_cancel, run_job_now
from channels_bridge.tasks import reap_jobs
from kirocrew.backup.making import backup_make
from kirocrew.base.clock import now
from kirocrew.base.problems import Unavailable
from memory.models import Erasure, Record, Status, Store
from memory.services.drafts import EpisodeDraft, FactDraft
from memory.services.episodes import episodes_write
from memory.services.erasing.certificate import Certificate
from memory.services.erasing.restoring import erasures_apply
from memory.services.erasure import deletion_certify, erase_certificate, record_erase
from memory.services.facts import facts_write
from memory.tasks import erase_files_resume
from tests.memory.erasing import finished
from tests.memory.test_api import asker
from tests.memory.test_erasure_bytes import _put

pytestmark = pytest.mark.django_db(transaction=True)

SECRET = "The safe in the cellar opens with quagmire-xylograph-91"
CJK = "秘密の診療所は京都の烏丸通にある"
RARE = "xylograph"


@pytest.fixture(autouse=True)
def home() -> Iterator[Path]:
    """The home, without free pages that hold what an earlier test wrote."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    yield Path(settings.KIROCREW_HOME)


@pytest.fixture
def owner(db: None) -> Client:
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("alice", password="alice's long password"))
    return client


@pytest.fixture
def record(alice: Actor, main_store: Store) -> Record:
    return write(alice, main_store, SECRET)


def write(actor: Actor, store: Store, value: str, key: str = "user.safe") -> Record:
    outcome = facts_write(actor=actor, store=store, drafts=[FactDraft(key=key, value=value)])[0]
    return Record.objects.get(uid=outcome.uid)


def erase(actor: Actor, record: Record) -> Certificate:
    return record_erase(actor=actor, uid=record.uid, confirm=record.key)


def the_job() -> Job:
    return Job.objects.get(name="memory.erase_files")


def files_with(word: str) -> list[str]:
    """Files of the home that hold the word, read without the code under test."""
    command = ["grep", "-rlaF", "-e", word, str(settings.KIROCREW_HOME)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode in (0, 1), found.stderr
    return sorted(Path(line).name for line in found.stdout.splitlines())


# ---- what is said, over each of the doors ----


def test_the_request_leaves_backups_to_a_job_and_says_so_until_it_is_done(
    owner: Client, alice: Actor, record: Record
) -> None:
    backup = backup_make().path
    url = f"/api/memory/records/{record.uid}"
    answer = owner.post(f"{url}/erase", json.dumps({"confirm": "user.safe"}), content_type="application/json")
    assert answer.status_code == 200
    made, job = answer.json(), the_job()
    lines = {line["place"]: line for line in made["lines"]}
    assert lines["backups"]["state"] == "pending" and str(job.uid) in lines["backups"]["note"]
    assert {line["state"] for place, line in lines.items() if place != "backups"} == {"clear"}
    assert (made["clear"], made["remaining"]["job"], made["remaining"]["state"]) == (False, str(job.uid), "queued")
    assert RARE.encode() in backup.read_bytes()
    assert owner.get(f"{url}/certificate").json() == made | {"at": owner.get(f"{url}/certificate").json()["at"]}
    run_job_now(job)
    after = owner.get(f"{url}/certificate").json()
    assert {line["state"] for line in after["lines"]} == {"clear"} and after["clear"]
    assert after["remaining"]["state"] == "done" and RARE.encode() not in backup.read_bytes()
    assert any(backup.name in told for told in after["changed"])
    assert [event.message for event in job.events.filter(kind="progress")][-1] == "1 file changed"


def test_without_a_backup_or_a_large_file_the_certificate_is_final_at_once(alice: Actor, record: Record) -> None:
    certificate = erase(alice, record)
    assert certificate.is_clear and certificate.remaining is None
    assert not Job.objects.filter(name="memory.erase_files").exists()
    assert not list(Path(settings.KIROCREW_HOME, "erasing").glob("*.sealed"))


def test_the_page_shows_the_job_and_that_no_worker_is_there_and_is_final_afterwards(
    owner: Client, record: Record
) -> None:
    backup_make()
    url = f"/admin/memory/records/{record.uid}"
    shown = owner.post(f"{url}/erase/", {"confirm": "user.safe"}, follow=True).content.decode()
    job = the_job()
    assert f'data-uid="{job.uid}"' in shown and "kirocrew/jobs.js" in shown and "data-about" in shown
    assert ">pending</span>" in shown and "No worker has given a sign of life" in shown
    heartbeat_touch(WORKER)
    assert "No worker has given a sign of life" not in owner.get(f"{url}/certificate/").content.decode()
    run_job_now(job)
    shown = owner.get(f"{url}/certificate/").content.decode()
    assert "in no place of this home any more" in shown and ">pending</span>" not in shown


def test_a_job_that_was_stopped_is_told_as_failed_and_is_done_when_it_is_tried_again(
    owner: Client, alice: Actor, record: Record
) -> None:
    backup_make()
    erase(alice, record)
    job_cancel(actor=alice, job=the_job())
    shown = owner.get(f"/admin/memory/records/{record.uid}/certificate/").content.decode()
    assert ">failed</span>" in shown and "was stopped before it was done" in shown
    owner.post(f"/admin/activity/{the_job().uid}/retry/")
    run_job_now(the_job())
    assert erase_certificate(actor=alice, uid=record.uid).is_clear and files_with(RARE) == []


def test_nobody_but_the_owner_sees_a_certificate(alice: Actor, record: Record, main_store: Store) -> None:
    erase(alice, record)
    answer = asker("botty", main_store, "memory:read", "admin:*")(
        "get", f"/api/memory/records/{record.uid}/certificate"
    )
    assert (answer.status_code, answer.json()["type"]) == (403, "urn:kirocrew:problem:owner-only")


def test_a_record_that_was_not_erased_has_no_certificate(owner: Client, record: Record) -> None:
    assert owner.get(f"/api/memory/records/{record.uid}/certificate").status_code == 404


def test_the_command_waits_for_it_and_prints_the_end(record: Record, capsys: pytest.CaptureFixture[str]) -> None:
    backup = backup_make().path
    call_command("erase", "user.safe", "--confirm", "user.safe")
    out = capsys.readouterr().out
    assert "ok     Backups in the home" in out and f"backups/{backup.name}: rewritten" in out
    assert files_with(RARE) == [] and the_job().state == JobState.DONE


@pytest.mark.worker
def test_certifying_does_what_waits_first(
    alice: Actor, record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given = tmp_path / "key"
    given.write_text(settings.SECRET_KEY)
    monkeypatch.setenv("KIROCREW_SECRET_KEY_FILE", str(given))
    backup_make()
    assert erase(alice, record).is_pending
    assert deletion_certify(actor=alice, uid=record.uid).state_of("backups") == "found"
    call_command("certify_deletion", str(record.uid))
    out = capsys.readouterr().out
    assert "Certified" in out and "\nwait" not in out and files_with(RARE) == []


# ---- nothing is in the clear, and nothing is lost ----


@pytest.mark.parametrize(
    "text", [SECRET, CJK, "비밀 병원은 부산 해운대에 있다 🏥🏥", "Phòng khám bí mật ở phố Hàng Bông"]
)
def test_while_the_job_waits_the_text_is_in_the_backup_alone(alice: Actor, main_store: Store, text: str) -> None:
    record = write(alice, main_store, text, key="user.clinic")
    backup = backup_make().path
    erase(alice, record)
    made_meanwhile = backup_make(target=backup.with_name("meanwhile.sqlite3")).path
    rare = text.split()[-1]
    assert files_with(text) == [backup.name] and made_meanwhile.name not in files_with(rare)
    assert json.dumps(text)[1:-1] not in json.dumps([the_job().args, the_job().title])
    assert finished(alice, record.uid).is_clear
    assert files_with(text) == []


def test_a_backup_that_was_begun_before_the_erase_is_made_again(
    alice: Actor, record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    flush, erased = os.fsync, list[bool]()

    def erase_meanwhile(descriptor: int) -> None:
        """The system's flush of the copy, at which somebody erases the record before the copy is in its place."""
        flush(descriptor)
        if not erased:
            erased.append(True)
            erase(alice, record)

    monkeypatch.setattr("os.fsync", erase_meanwhile)
    backup = backup_make().path
    assert erased and Record.objects.get(uid=record.uid).status == Status.ERASED
    assert RARE.encode() not in backup.read_bytes()
    copy = sqlite3.connect(backup)
    assert copy.execute("SELECT status FROM memory_record").fetchall() == [("erased",)]
    copy.close()


def test_a_run_that_is_killed_leaves_nothing_and_the_next_one_does_it_all(
    alice: Actor, record: Record, home: Path
) -> None:
    backup = backup_make().path
    erase(alice, record)
    run = job_claim(str(the_job().uid))
    assert run is not None
    draft = backup.with_name(f".{backup.name}.4242.erasing")  # what the killed run was writing
    shutil.copyfile(backup, draft)
    Path(f"{draft}-journal").write_bytes(b"")
    Job.objects.filter(pk=the_job().pk).update(heartbeat_at=now() - timedelta(minutes=5), worker="elsewhere:1")
    reap_jobs()
    assert the_job().state == JobState.QUEUED
    certificate = finished(alice, record.uid)
    assert certificate.is_clear and files_with(RARE) == []
    assert [file.name for file in backup.parent.glob("*.sqlite3")] == [backup.name]
    again = run_job_now(_once_more(the_job()))
    assert again.state == JobState.DONE and erase_certificate(actor=alice, uid=record.uid).is_clear


def _once_more(job: Job) -> Job:
    """The same job delivered again, as a queue may that was told nothing."""
    Job.objects.filter(pk=job.pk).update(state=JobState.QUEUED, claim=None, not_before=now())
    return Job.objects.get(pk=job.pk)


def test_a_request_that_died_right_after_the_commit_is_finished_by_the_next_look(
    alice: Actor, main_store: Store, record: Record, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup_make()
    notes = home / "notes.md"
    notes.write_text(f"- {SECRET}\n- green tea\n")

    def die(*_: object, **__: object) -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("os.walk", die)  # the first thing the request does with the home, after the commit
        with pytest.raises(KeyboardInterrupt):
            erase(alice, record)
    assert Record.objects.get(uid=record.uid).status == Status.ERASED and len(files_with(RARE)) >= 2
    erase_files_resume()
    erase_files_resume()
    assert erase_certificate(actor=alice, uid=record.uid).remaining
    run_job_now(the_job())
    certificate = erase_certificate(actor=alice, uid=record.uid)
    assert certificate.is_clear and len(certificate.lines) > 20
    assert files_with(RARE) == [] and notes.read_text() == "- [erased]\n- green tea\n"


def test_an_erase_that_was_not_kept_leaves_nothing_to_do(alice: Actor, record: Record, home: Path) -> None:
    backup_make()
    with connection.cursor() as cursor:
        cursor.execute("CREATE TRIGGER breaking AFTER INSERT ON memory_erasure BEGIN SELECT RAISE(ABORT, 'no'); END")
    try:
        with pytest.raises(DatabaseError):
            erase(alice, record)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP TRIGGER breaking")
    assert not list(home.glob("erasing/*.sealed")) and not Job.objects.filter(name="memory.erase_files").exists()
    erase_files_resume()
    assert Record.objects.get(uid=record.uid).fact.value == SECRET


def test_a_database_in_use_fails_with_its_reason_and_is_done_when_it_is_free(
    alice: Actor, record: Record, home: Path
) -> None:
    file = home / "mine.sqlite3"
    mine = sqlite3.connect(file)
    mine.execute("CREATE TABLE t (x)")
    mine.executemany("INSERT INTO t VALUES (?)", [(SECRET,), ("green tea",)])
    mine.commit()
    mine.close()
    used = Path(f"{file}-wal")
    used.write_bytes(b"")
    erase(alice, record)
    for _ in range(3):
        Job.objects.filter(pk=the_job().pk).update(not_before=now())
        shown = erase_certificate(actor=alice, uid=record.uid)
        assert shown.state_of("home") == "pending"
        run_job_now(the_job())
    assert the_job().state == JobState.FAILED
    line = next(line for line in erase_certificate(actor=alice, uid=record.uid).lines if line.place == "home")
    assert (line.state, line.hits) == ("failed", ["mine.sqlite3"]) and "is in use" in line.note
    used.unlink()
    assert finished(alice, record.uid).is_clear
    mine = sqlite3.connect(file)
    assert mine.execute("SELECT x FROM t").fetchall() == [("[erased]",), ("green tea",)]
    mine.close()


def test_two_erases_that_wait_take_both_texts_out_of_one_backup(alice: Actor, main_store: Store) -> None:
    records = [write(alice, main_store, f"The number of box {word} is long", f"user.{word}") for word in ("aab", "aac")]
    backup = backup_make().path
    for record in records:
        erase(alice, record)
    for record in reversed(records):
        assert finished(alice, record.uid).is_clear
    assert b"The number of box" not in backup.read_bytes()


def test_a_large_file_that_is_no_database_waits_as_well(alice: Actor, record: Record, home: Path) -> None:
    large = home / "diary.txt"
    large.write_text(f"{'a' * 78}\n" * 110_000 + f"{SECRET}\n")
    assert large.stat().st_size > 8 * 1024**2
    assert erase(alice, record).state_of("home") == "pending"
    assert RARE in large.read_text()
    assert finished(alice, record.uid).is_clear
    assert large.read_text().endswith("a\n[erased]\n")


def test_a_job_that_an_older_database_knows_nothing_of_is_asked_for_again_at_the_start(
    alice: Actor, main_store: Store, record: Record, tmp_path: Path
) -> None:
    write(alice, main_store, "nothing to see here any more, it was moved")
    backup_make()
    far = backup_make(target=tmp_path / "far.sqlite3").path
    erase(alice, record)
    name, present = Path(str(connection.settings_dict["NAME"])), backup_make(target=tmp_path / "present.sqlite3").path
    connection.close()
    try:
        _put(far, name)
        assert not Job.objects.filter(name="memory.erase_files").exists()
        assert erasures_apply() == [record.uid]
        for job in Job.objects.filter(name="memory.erase_files", state=JobState.QUEUED):
            assert run_job_now(job).state == JobState.DONE
        connection.close()
        assert files_with(RARE) == []
        assert not list(Path(settings.KIROCREW_HOME, "erasing").glob("*.sealed"))
    finally:
        connection.close()
        _put(present, name)


def test_under_another_secret_key_the_job_fails_and_says_what_to_do(
    alice: Actor, record: Record, settings: Any
) -> None:
    backup_make()
    erase(alice, record)
    settings.SECRET_KEY = "another key that is long enough to be taken for one, and then some"
    assert run_job_now(the_job()).state == JobState.FAILED
    line = next(line for line in erase_certificate(actor=alice, uid=record.uid).lines if line.place == "backups")
    assert line.state == "failed" and "secret key was changed" in line.note and "Remove the backups" in line.note


def test_who_says_it_too_is_not_touched_by_the_job_either(alice: Actor, main_store: Store, record: Record) -> None:
    says = f"She told me: {SECRET}. Then we had lunch."
    episodes_write(actor=alice, store=main_store, drafts=[EpisodeDraft(text=says)])
    backup = backup_make().path
    erase(alice, record)
    certificate = finished(alice, record.uid)
    line = next(line for line in certificate.lines if line.place == "backups")
    assert line.state == "found" and line.hits == [f"backups/{backup.name}"] and "were kept" in line.note
    copy = sqlite3.connect(backup)
    assert copy.execute("SELECT text FROM memory_episode").fetchall() == [(says,)]
    copy.close()


def test_the_home_that_can_not_be_written_erases_nothing(alice: Actor, record: Record, home: Path) -> None:
    (home / "erasing").write_text("a file where the folder should be")
    try:
        with pytest.raises((Unavailable, FileExistsError)):
            erase(alice, record)
    finally:
        (home / "erasing").unlink()
    assert Record.objects.get(uid=record.uid).fact.value == SECRET and not Erasure.objects.exists()


def test_the_command_fails_at_once_with_the_reason_when_a_file_can_never_be_rewritten(
    record: Record, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = home / "backups" / "kirocrew-broken.sqlite3"
    broken.parent.mkdir(exist_ok=True)
    broken.write_bytes(b"SQLite format 3\0" + SECRET.encode())
    with pytest.raises(CommandError, match="not every place"):
        call_command("erase", "user.safe", "--confirm", "user.safe")
    out = capsys.readouterr().out
    assert "FAILED Backups in the home" in out and "kirocrew-broken.sqlite3" in out
    assert the_job().attempts == 1 and the_job().state == JobState.FAILED
