"""Importing: once, in batches, whoever asks, and never more than was asked for."""

import json
import os
import stat
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from channels_bridge.actors import Actor, Permission
from channels_bridge.models import Bot, Job, JobState
from channels_bridge.services.bots import bot_revoke
from channels_bridge.services.jobs import JobRun, job_cancel, job_retry, run_job_now
from kirocrew.base.problems import Forbidden, Invalid, Unavailable
from memory.models import BotStore, Event, ImportedItem, ImportRun, Lesson, Record, Revision, Store
from memory.services.drafts import EpisodeDraft, FactDraft, LessonDraft
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write
from memory.services.importing.sources import Upload, upload_folder
from memory.services.imports import import_apply
from memory.services.lessons import lessons_write
from memory.services.records import record_forget
from memory.services.settings import setting_change
from tests.conftest import make_bot
from tests.memory.importing import RULES, TURNS, codes, counted, facts, numbered, remembered, run_import, turns, write

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _home(settings: Settings, tmp_path: Path) -> None:
    settings.KIROCREW_HOME = tmp_path / "home"


@pytest.fixture
def carrier(main_store: Store) -> Actor:
    """A bot that may import into the main store and do nothing else."""
    actor = make_bot("carrier", Permission.IMPORT_WRITE)
    BotStore.objects.create(bot_id=actor.ident, store=main_store, is_default=True)
    return actor


def uploads(*texts: str) -> list[Upload]:
    return [Upload(f"notes-{number}.jsonl", text.encode()) for number, text in enumerate(texts)]


def test_what_was_said_is_there_in_every_language_with_its_time(
    alice: Actor, main_store: Store, tmp_path: Path
) -> None:
    job = run_import(alice, main_store, write(tmp_path / "turns.jsonl", turns(*TURNS)))
    assert counted(job) == {"new": 6}
    assert remembered(main_store) == sorted(text for _, text in TURNS)
    record = Record.objects.select_related("episode").order_by("id")[1]
    assert record.observed_at == datetime(2025, 5, 20, 10, tzinfo=UTC)
    assert (record.episode.speaker, record.episode.conversation, record.episode.position) == ("小明", "c1", 1)
    assert record.source == "import:turns"
    assert record.source_ref.startswith(f"{tmp_path.name}/turns.jsonl#")


def test_an_import_twice_changes_nothing_and_says_so(alice: Actor, main_store: Store, tmp_path: Path) -> None:
    write(tmp_path / "agent" / "AGENTS.md", RULES)
    write(tmp_path / "agent" / "turns.jsonl", turns(*TURNS))
    assert counted(run_import(alice, main_store, tmp_path / "agent")) == {"new": 10}
    before = [list(table.objects.order_by("pk").values()) for table in (Record, Revision, Event)]
    again = run_import(alice, main_store, tmp_path / "agent")
    assert codes(again.result["counts"]["rows"]) == {("duplicate", "already_imported"): 10}
    assert [list(table.objects.order_by("pk").values()) for table in (Record, Revision, Event)] == before


def test_a_line_that_was_added_is_all_that_a_second_import_brings(
    alice: Actor, main_store: Store, tmp_path: Path
) -> None:
    source = write(tmp_path / "AGENTS.md", RULES)
    run_import(alice, main_store, source)
    write(source, RULES + "- Always ask Mira before you change the budget sheet.\n")
    assert counted(run_import(alice, main_store, source)) == {"new": 1, "duplicate": 4}


def test_the_ledger_knows_what_became_of_each_item(alice: Actor, main_store: Store, tmp_path: Path) -> None:
    facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.city", value="Lisbon")])
    source = write(tmp_path / "facts.json", facts(user__city="Porto", user__name="Mira", user__city2="Rio", other__x=1))
    job = run_import(alice, main_store, source)
    ledger = list(ImportedItem.objects.order_by("id").values_list("outcome", "code", "record__key"))
    assert ledger == [
        ("conflict", "conflict_skip", "user.city"),
        ("new", "", "user.name"),
        ("new", "", "user.city2"),
        ("refused", "allowlist_reject", None),
    ]
    run = ImportRun.objects.get()
    assert (run.job_uid, run.finished_at is not None, run.counts["total"]) == (job.uid, True, 4)


def test_a_taken_key_keeps_its_value_and_a_free_one_is_filled(alice: Actor, main_store: Store, tmp_path: Path) -> None:
    facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.city", value="Lisbon")])
    source = write(tmp_path / "facts.json", facts(user__city="Porto", user__name="Mira"))
    assert counted(run_import(alice, main_store, source)) == {"conflict": 1, "new": 1}
    assert remembered(main_store) == ["user.city=Lisbon", "user.name=Mira"]


def test_a_refusal_is_tried_again_once_its_reason_is_gone(alice: Actor, main_store: Store, tmp_path: Path) -> None:
    source = write(tmp_path / "facts.json", facts(team__name="Orca"))
    assert counted(run_import(alice, main_store, source)) == {"refused": 1}
    setting_change(actor=alice, name="allowed_keys", value=["team.*"])
    assert counted(run_import(alice, main_store, source)) == {"new": 1}
    assert ImportedItem.objects.get().outcome == "new"


def test_what_was_forgotten_after_its_import_stays_forgotten(alice: Actor, main_store: Store, tmp_path: Path) -> None:
    source = write(tmp_path / "turns.jsonl", turns(TURNS[0]))
    run_import(alice, main_store, source)
    record_forget(actor=alice, uid=Record.objects.get().uid)
    assert codes(run_import(alice, main_store, source).result["counts"]["rows"]) == {
        ("duplicate", "already_imported"): 1
    }
    assert remembered(main_store) == []


def test_what_was_forgotten_before_its_import_waits_for_the_owner(
    alice: Actor, main_store: Store, tmp_path: Path
) -> None:
    (outcome,) = episodes_write(actor=alice, store=main_store, drafts=[EpisodeDraft(text=TURNS[2][1])])
    assert outcome.uid
    record_forget(actor=alice, uid=outcome.uid)
    job = run_import(alice, main_store, write(tmp_path / "turns.jsonl", turns(TURNS[2], date=None)))
    assert codes(job.result["counts"]["rows"]) == {("proposed", "revival"): 1}
    assert remembered(main_store) == []


def test_a_file_claims_no_authority(alice: Actor, main_store: Store, tmp_path: Path) -> None:
    text = '{"semantic": [{"key": "user.city", "value": "Porto", "source": "user_explicit", "confidence": 1}]}'
    run_import(alice, main_store, write(tmp_path / "facts.json", text))
    record = Record.objects.get()
    assert record.source == "import:semantic-episodic"
    assert Revision.objects.get().source == "import:semantic-episodic"


def test_undated_items_take_the_time_of_their_file(alice: Actor, main_store: Store, tmp_path: Path) -> None:
    source = write(tmp_path / "turns.jsonl", turns(TURNS[0], date=None))
    os.utime(source, (1_700_000_000, 1_700_000_000))
    run_import(alice, main_store, source)
    record = Record.objects.get()
    assert record.observed_at == datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC)
    assert record.source_ref.endswith(" (dated by its file)")


def test_undated_uploads_are_marked_as_such(alice: Actor, main_store: Store) -> None:
    before = datetime.now(UTC)
    run_import(alice, main_store, *uploads(turns(TURNS[0], date=None)))
    record = Record.objects.get()
    assert before <= record.observed_at <= datetime.now(UTC)
    assert record.source_ref.endswith(" (undated)")


def many_rules(count: int) -> str:
    words = ("apple", "banana", "cherry", "damson", "elder", "fig", "grape", "hazel", "ivy", "juniper")
    return "".join(f"- Always store {words[n % 10]} {words[n // 10 % 10]} {n} in the shed.\n" for n in range(count))


def test_an_import_brings_fifty_lessons_and_the_next_one_the_rest(
    alice: Actor, main_store: Store, tmp_path: Path
) -> None:
    source = write(tmp_path / "AGENTS.md", many_rules(70))
    assert counted(run_import(alice, main_store, source)) == {"new": 50, "unsupported": 20}
    assert counted(run_import(alice, main_store, source)) == {"duplicate": 50, "new": 20}


def test_a_store_full_of_lessons_gets_none(alice: Actor, main_store: Store, tmp_path: Path) -> None:
    setting_change(actor=alice, name="lessons_import_max", value=12)
    job = run_import(alice, main_store, write(tmp_path / "AGENTS.md", many_rules(20)))
    assert codes(job.result["counts"]["rows"]) == {("new", ""): 12, ("refused", "at_capacity"): 8}
    assert Lesson.objects.count() == 12
    setting_change(actor=alice, name="lessons_import_max", value=100)
    assert counted(run_import(alice, main_store, tmp_path / "AGENTS.md")) == {"duplicate": 12, "new": 8}


def test_an_import_never_evicts(alice: Actor, main_store: Store, tmp_path: Path) -> None:
    setting_change(actor=alice, name="episodes_max", value=4)
    job = run_import(alice, main_store, write(tmp_path / "turns.jsonl", turns(*TURNS)))
    assert codes(job.result["counts"]["rows"]) == {("new", ""): 4, ("refused", "at_capacity"): 2}


def test_uploads_are_private_and_gone_when_they_are_imported(carrier: Actor, main_store: Store) -> None:
    job = import_apply(actor=carrier, store=main_store, sources=uploads(turns(*TURNS[:3]), turns(*TURNS[3:])))
    run = ImportRun.objects.get()
    folder = upload_folder(run.uid)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert [stat.S_IMODE(file.stat().st_mode) for file in sorted(folder.iterdir())] == [0o600, 0o600]
    assert counted(run_job_now(job)) == {"new": 6}
    assert not folder.exists()


def test_a_name_is_never_a_path(carrier: Actor, main_store: Store, tmp_path: Path) -> None:
    secret = write(tmp_path / "secret.jsonl", turns(("Mira", "The safe is behind the painting.")))
    upload = Upload(f"../../{secret}", turns(TURNS[5]).encode())
    run_import(carrier, main_store, upload)
    assert remembered(main_store) == [TURNS[5][1]]
    assert Record.objects.get().source_ref.startswith("secret.jsonl#")


def test_a_bot_names_no_files_of_the_server(carrier: Actor, main_store: Store, tmp_path: Path) -> None:
    with pytest.raises(Forbidden):
        import_apply(actor=carrier, store=main_store, sources=[tmp_path])
    assert not Job.objects.exists()


def test_a_bot_of_a_project_imports_into_that_project(main_store: Store) -> None:
    actor = make_bot("narrow", Permission.IMPORT_WRITE)
    Bot.objects.filter(pk=actor.ident).update(project="apollo")
    BotStore.objects.create(bot_id=actor.ident, store=main_store, is_default=True)
    run_import(actor, main_store, *uploads(turns(TURNS[0])))
    assert Record.objects.get().project == "apollo"


def test_a_key_revoked_meanwhile_imports_nothing(alice: Actor, carrier: Actor, main_store: Store) -> None:
    job = import_apply(actor=carrier, store=main_store, sources=uploads(turns(TURNS[0])))
    bot_revoke(actor=alice, bot=Bot.objects.get(pk=carrier.ident), reason="lost")
    assert run_job_now(job).state == JobState.FAILED
    assert not Record.objects.exists()


def test_a_store_taken_away_meanwhile_gets_nothing(carrier: Actor, main_store: Store) -> None:
    job = import_apply(actor=carrier, store=main_store, sources=uploads(turns(TURNS[0])))
    BotStore.objects.all().delete()
    assert run_job_now(job).state == JobState.FAILED
    assert not Record.objects.exists()


def test_wrong_calls_ask_for_no_job(alice: Actor, botty: Actor, main_store: Store, tmp_path: Path) -> None:
    with pytest.raises(Forbidden):
        import_apply(actor=botty, store=main_store, sources=uploads(turns(TURNS[0])))
    with pytest.raises(Invalid):
        import_apply(actor=alice, store=main_store, sources=[])
    with pytest.raises(Invalid, match="turns"):
        import_apply(actor=alice, store=main_store, sources=[tmp_path], format_name="paper")
    assert not Job.objects.exists()
    assert not ImportRun.objects.exists()
    assert not (tmp_path / "home" / "imports").exists()


def lessons(*pairs: tuple[str, str]) -> Upload:
    """An export with these rules and what not to do."""
    records = [{"kind": "lesson", "rule": rule, "negative": negative} for rule, negative in pairs]
    counts = {"fact": 0, "lesson": len(records), "episode": 0}
    document = {"format": "kirocrew-export", "version": 1, "records": records, "counts": counts}
    return Upload("lessons.json", json.dumps(document).encode())


def test_a_stored_rule_keeps_its_clause_and_a_missing_one_waits(alice: Actor, botty: Actor, main_store: Store) -> None:
    lessons_write(
        actor=botty,
        store=main_store,
        drafts=[LessonDraft(rule="Prefer small commits.", negative="one big commit"), LessonDraft(rule="先写测试。")],
    )
    job = run_import(alice, main_store, lessons(("Prefer small commits.", "squash all"), ("先写测试。", "之后再写")))
    assert codes(job.result["counts"]["rows"]) == {("duplicate", "kept_stored_clause"): 1, ("proposed", "enriched"): 1}
    assert list(Lesson.objects.order_by("pk").values_list("negative", flat=True)) == ["one big commit", ""]


class PowerCut(OperationalError):
    """What ends a run in the middle, as a full disk or a lock that is never given would."""


def cut_after(monkeypatch: pytest.MonkeyPatch, batches: int) -> None:
    """Let the run end in the middle of the batch after so many."""
    saved = JobRun.save_checkpoint
    calls = {"items": 0}

    def save(run: JobRun, **values: Any) -> None:
        calls["items"] += "items" in values
        if calls["items"] > batches:
            raise PowerCut
        saved(run, **values)

    monkeypatch.setattr(JobRun, "save_checkpoint", save)


def due_again(job: Job) -> Job:
    Job.objects.filter(pk=job.pk).update(not_before=job.created_at)
    job.refresh_from_db()
    return job


@pytest.mark.parametrize("held", [10_000, 120])
def test_a_run_cut_off_goes_on_and_neither_loses_nor_repeats(
    alice: Actor, main_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, held: int
) -> None:
    monkeypatch.setattr("memory.services.imports.HELD", held)
    source = write(tmp_path / "turns.jsonl", numbered(350))
    job = import_apply(actor=alice, store=main_store, sources=[source])
    with monkeypatch.context() as patch:
        cut_after(patch, 2)
        job = run_job_now(job)
    assert job.state == JobState.QUEUED
    assert (Record.objects.count(), ImportedItem.objects.count(), job.checkpoint["items"]) == (200, 200, 200)
    job = run_job_now(due_again(job))
    assert counted(job) == {"new": 350}
    assert (Record.objects.count(), ImportedItem.objects.count(), job.done) == (350, 350, 350)
    assert Revision.objects.count() == 350


def test_items_added_before_a_run_goes_on_are_imported_too(
    alice: Actor, main_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = write(tmp_path / "AGENTS.md", many_rules(20))
    write(tmp_path / "turns.jsonl", numbered(150))
    job = import_apply(actor=alice, store=main_store, sources=[source, tmp_path / "turns.jsonl"])
    with monkeypatch.context() as patch:
        cut_after(patch, 1)
        job = run_job_now(job)
    write(source, "- Never feed the cat twice in one evening.\n" + many_rules(20))
    assert counted(run_job_now(due_again(job))) == {"new": 171}
    assert "Never feed the cat twice in one evening." in remembered(main_store)


def test_the_limit_of_lessons_holds_over_a_run_cut_off(
    alice: Actor, main_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "a" / "AGENTS.md", many_rules(70))
    write(tmp_path / "a" / "turns.jsonl", numbered(150))
    job = import_apply(actor=alice, store=main_store, sources=[tmp_path / "a"])
    with monkeypatch.context() as patch:
        cut_after(patch, 1)
        job = run_job_now(job)
    assert counted(run_job_now(due_again(job))) == {"new": 200, "unsupported": 20}
    assert Lesson.objects.count() == 50


def test_a_run_stopped_by_the_owner_goes_on_when_asked_again(
    alice: Actor, main_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = write(tmp_path / "turns.jsonl", numbered(250))
    job = import_apply(actor=alice, store=main_store, sources=[source])
    with monkeypatch.context() as patch:
        cut_after(patch, 1)
        run_job_now(job)
    job_cancel(actor=alice, job=job)
    again = import_apply(actor=alice, store=main_store, sources=[source])
    assert (again.uid, again.state) == (job.uid, JobState.QUEUED)
    assert counted(run_job_now(again)) == {"new": 250}
    assert ImportRun.objects.count() == 1


def test_a_cancelled_upload_can_be_tried_again(carrier: Actor, alice: Actor, main_store: Store) -> None:
    job = import_apply(actor=carrier, store=main_store, sources=uploads(turns(TURNS[0])))
    job_cancel(actor=alice, job=job)
    assert counted(run_job_now(job_retry(actor=alice, job=job))) == {"new": 1}


def test_a_job_delivered_again_after_its_end_answers_alike(
    alice: Actor, main_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = import_apply(actor=alice, store=main_store, sources=uploads(turns(*TURNS)))
    finish = JobRun.finish
    with monkeypatch.context() as patch:
        patch.setattr(JobRun, "finish", lambda *args, **values: (_ for _ in ()).throw(PowerCut()))
        with pytest.raises(PowerCut):
            run_job_now(job)
    assert JobRun.finish is finish
    Job.objects.filter(pk=job.pk).update(state=JobState.QUEUED)
    assert counted(run_job_now(job)) == {"new": 6}
    assert Record.objects.count() == 6


def test_progress_tells_how_many_of_how_many_became_what(alice: Actor, main_store: Store, tmp_path: Path) -> None:
    job = run_import(alice, main_store, write(tmp_path / "turns.jsonl", turns(*TURNS, ("Mira", "ok"))))
    assert (job.done, job.total, job.message) == (7, 7, "6 new, 1 unsupported")
    assert job.title == "Import turns.jsonl"


def test_deferred_embedding_is_asked_for_once(
    alice: Actor, main_store: Store, tmp_path: Path, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        run_import(alice, main_store, write(tmp_path / "turns.jsonl", numbered(250)))
    assert Job.objects.filter(name="memory.embed").count() == 1


def test_a_private_store_takes_what_is_new_and_lets_nothing_be_changed(
    alice: Actor, private_store: Store, tmp_path: Path
) -> None:
    facts_write(actor=alice, store=private_store, drafts=[FactDraft(key="user.city", value="Lisbon")])
    source = write(tmp_path / "facts.json", facts(user__city="Porto", user__name="Mira"))
    counted(run_import(alice, private_store, source))
    assert remembered(private_store) == ["user.city=Lisbon", "user.name=Mira"]


def test_zip_archives_and_byte_order_marks_are_read(alice: Actor, main_store: Store) -> None:
    import io
    import zipfile

    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("agent/AGENTS.md", ("\ufeff" + RULES).encode("utf-16"))
    job = run_import(alice, main_store, Upload("agent.zip", packed.getvalue()))
    assert counted(job) == {"new": 4}


def test_an_upload_that_cannot_be_kept_asks_for_no_job(carrier: Actor, main_store: Store, tmp_path: Path) -> None:
    write(tmp_path / "home" / "imports", "in the way")
    with pytest.raises(Unavailable):
        import_apply(actor=carrier, store=main_store, sources=uploads(turns(TURNS[0])))
    assert not Job.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_imports_of_the_same_at_once_write_it_once(alice: Actor, main_store: Store) -> None:
    jobs = [import_apply(actor=alice, store=main_store, sources=uploads(numbered(250))) for _ in range(2)]

    def run(job: Job) -> None:
        try:
            run_job_now(job)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for job in jobs:
        job.refresh_from_db()
    news = [counted(job).get("new", 0) for job in jobs]
    assert sum(news) == Record.objects.count() == 250
    assert ImportedItem.objects.filter(outcome__in=("new", "duplicate")).count() == 250
