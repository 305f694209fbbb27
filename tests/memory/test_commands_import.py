"""`kirocrew import` as an operator types it."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from channels_bridge.actors import Actor
from channels_bridge.models import Job, JobState
from channels_bridge.services.heartbeats import WORKER, heartbeat_touch
from channels_bridge.services.jobs import run_job_now
from memory.models import ImportRun, Record, Store
from memory.services.stores import store_create
from tests.memory.importing import RULES, TURNS, numbered, remembered, turns, write


@pytest.fixture(autouse=True)
def _home(settings: Settings, tmp_path: Path) -> None:
    settings.KIROCREW_HOME = tmp_path / "home"


def run(*arguments: object) -> str:
    out = io.StringIO()
    call_command("import", *map(str, arguments), stdout=out, stderr=io.StringIO())
    return out.getvalue()


def refused(*arguments: object) -> CommandError:
    with pytest.raises(CommandError) as caught:
        run(*arguments)
    return caught.value


@pytest.fixture
def agent(tmp_path: Path) -> Path:
    write(tmp_path / "agent" / "AGENTS.md", RULES)
    write(tmp_path / "agent" / "turns.jsonl", turns(*TURNS, ("Mira", "ok")))
    return tmp_path / "agent"


@pytest.mark.django_db
def test_without_a_word_it_only_looks(main_store: Store, agent: Path) -> None:
    shown = run(agent)
    assert "提交之前必须运行全部测试。" in shown
    assert "[too_short]" in shown
    assert "10 would be stored" in shown
    assert "Nothing was written to main. Add --apply to import." in shown
    assert not Record.objects.exists()
    assert not ImportRun.objects.exists()


@pytest.mark.django_db
def test_a_long_list_is_cut_unless_all_is_asked_for(main_store: Store, tmp_path: Path) -> None:
    source = write(tmp_path / "turns.jsonl", numbered(230))
    assert "… and 30 more" in run(source)
    assert "Turn 229:" in run(source, "--all")


@pytest.mark.django_db
def test_a_preview_for_machines_lists_everything(main_store: Store, agent: Path) -> None:
    answer = json.loads(run(agent, "--json"))
    assert (answer["dry_run"], answer["store"], answer["total"], len(answer["items"])) == (True, "main", 11, 11)
    assert answer["counts"]["actions"]["new"] == 10


@pytest.mark.django_db(transaction=True)
def test_applying_without_a_worker_is_done_here(main_store: Store, agent: Path) -> None:
    shown = run(agent, "--apply")
    assert "Imported into main" in shown
    assert len(remembered(main_store)) == 10
    assert ImportRun.objects.get().finished_at is not None
    assert "already_imported" in run(agent, "--apply")
    assert len(remembered(main_store)) == 10


@pytest.mark.django_db(transaction=True)
def test_applying_for_machines_answers_in_json(main_store: Store, agent: Path) -> None:
    answer = json.loads(run(agent, "--apply", "--json"))
    assert (answer["state"], answer["counts"]["actions"]["new"], answer["error"]) == ("done", 10, "")


@pytest.mark.django_db
def test_without_waiting_the_job_is_left_to_the_worker(main_store: Store, agent: Path) -> None:
    shown = run(agent, "--apply", "--no-wait")
    job = Job.objects.get(name="memory.import")
    assert str(job.uid) in shown
    assert (job.state, remembered(main_store)) == (JobState.QUEUED, [])
    run_job_now(job)
    assert len(remembered(main_store)) == 10


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_does_not_come_is_not_waited_for(
    main_store: Store, agent: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heartbeat_touch(WORKER)  # it gave a sign of life, and died
    monkeypatch.setattr("memory.management.console.WORKER_PATIENCE", 0.5)
    assert "Imported into main" in run(agent, "--apply")


@pytest.mark.django_db(transaction=True)
def test_another_store_is_named(alice: Actor, main_store: Store, agent: Path) -> None:
    crew = store_create(actor=alice, slug="crew", name="Crew")
    run(agent, "--apply", "--store", "crew")
    assert (len(remembered(crew)), remembered(main_store)) == (10, [])


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["/no/such/folder"], "/no/such/folder"),
        (["{agent}", "--store", "nowhere"], "There is no store"),
        (["{agent}", "--format", "paper"], "markdown"),
        ([], "required"),
    ],
)
@pytest.mark.parametrize("apply", [[], ["--apply"]])
def test_a_wrong_call_says_what_is_wrong_and_writes_nothing(
    main_store: Store, agent: Path, arguments: list[str], said: str, apply: list[str]
) -> None:
    error = refused(*(text.format(agent=agent) for text in arguments), *apply)
    assert said in str(error)
    assert error.returncode == 1
    assert not Job.objects.exists()
    assert not ImportRun.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("apply", [[], ["--apply"]])
def test_nothing_to_import_has_an_exit_code_of_its_own(main_store: Store, tmp_path: Path, apply: list[str]) -> None:
    write(tmp_path / "agent" / "empty.md", " \n")
    assert refused(tmp_path / "agent", *apply).returncode == 3


@pytest.mark.django_db(transaction=True)
def test_a_failed_job_has_an_exit_code_of_its_own(
    main_store: Store, agent: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise ValueError("a fault of ours")

    monkeypatch.setattr("memory.services.imports.ledger_write", fail)
    error = refused(agent, "--apply")
    assert (error.returncode, "The import failed" in str(error)) == (4, True)
    assert remembered(main_store) == []  # a batch is whole or not there at all
    monkeypatch.undo()
    run(agent, "--apply")
    assert len(remembered(main_store)) == 10


@pytest.mark.django_db
def test_one_persons_memories_are_brought_out_of_a_file_of_several(main_store: Store, tmp_path: Path) -> None:
    rows = [{"memory": f"{name} plays the cello", "user_id": name} for name in ("mira", "jonas")]
    source = write(tmp_path / "mem0" / "page.json", json.dumps({"results": rows}))
    everybody = json.loads(run(source, "--json"))
    assert [item["code"] for item in everybody["items"]] == ["", "", "several_users"]
    mira = json.loads(run(source, "--user", "mira", "--json"))
    assert [(item["action"], item["text"]) for item in mira["items"]] == [
        ("new", "mira plays the cello"),
        ("unsupported", ""),
    ]
