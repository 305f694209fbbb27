"""`kirocrew migrate-markdown`: the Markdown memory of the reference system becomes records, as often as asked."""

import io
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from channels_bridge.models import Job
from channels_bridge.services.heartbeats import WORKER, heartbeat_touch
from channels_bridge.services.jobs import run_job_now
from memory.models import Record, Store
from memory.transfer.files import collect
from memory.transfer.items import EpisodeItem, FactItem, Item, LessonItem, Unsupported
from memory.transfer.reading import read_items
from tests.memory.importing import remembered, write

PREFERENCES = """# Preferences

<!-- - Secret: nothing -->
- Editor: Vim
- My favourite tea is oolong
- I prefer trains to planes.
- I prefer quiet mornings
- She never writes before the first coffee of the day
- 言語: 日本語
- short
"""
PROJECTS = """# Projects

- Name: Kettle
- Deadline: Friday
- The firmware is written in C by two people
- Name: Toaster
- Deadline: Monday
"""
HISTORY = """# 2026-03-01

#### 10:30 CET
[10:30] Ada moved the release of the kettle to Friday.
It was her own idea.
[14:00] 会議は金曜日の午後に変わりました。
ok
"""
LESSONS = (
    '{"rule": "Run the tests before pushing", "category": "tool", "negative": "push first", "source": "user"}\n'
    '{"rule": "Use tabs in the kernel", "repo_scope": "../outside"}\n'
    "not json\n"
)


@pytest.fixture
def workspace(tmp_path: Path, settings: Settings) -> Path:
    settings.KIROCREW_HOME = tmp_path / "home"
    folder = tmp_path / "workspace"
    write(folder / "preferences.md", PREFERENCES)
    write(folder / "projects.md", PROJECTS)
    write(folder / "history" / "2026-03-01.md", HISTORY)
    write(folder / "lessons.jsonl", LESSONS)
    write(folder / "notes.md", "# Notes\n\nNothing of the kind.")
    return folder


def read(folder: Path) -> list[Item]:
    return list(read_items(collect([folder]), format_name="kirocrew-markdown"))


def run(folder: Path, *arguments: str) -> Any:
    out = io.StringIO()
    call_command("migrate_markdown", str(folder), "--json", *arguments, stdout=out, stderr=io.StringIO())
    return json.loads(out.getvalue())


def test_preferences_become_facts_and_the_rest_episodes(workspace: Path) -> None:
    items = [item for item in read(workspace) if item.origin_ref.split("#")[0].endswith("preferences.md")]
    facts = {item.key: item.value for item in items if isinstance(item, FactItem)}
    assert facts.pop("pref.editor") == "Vim" and facts.pop("pref.favorite_tea") == "oolong"
    assert facts.pop("pref.language") == "日本語"
    assert sorted(facts.values(), key=str) == ["quiet mornings", "trains to planes"]
    assert all(key.startswith("pref.general.") for key in facts)
    [episode] = [item for item in items if isinstance(item, EpisodeItem)]
    assert (episode.importance, episode.tags) == (0.6, ("preference",))
    assert [item.reason_code for item in items if isinstance(item, Unsupported)] == ["too_short"]


def test_every_project_has_keys_of_its_own(workspace: Path) -> None:
    items = [item for item in read(workspace) if item.origin_ref.split("#")[0].endswith("projects.md")]
    facts = {item.key: item.value for item in items if isinstance(item, FactItem)}
    assert facts == {
        "project.kettle.name": "Kettle",
        "project.kettle.deadline": "Friday",
        "project.toaster.name": "Toaster",
        "project.toaster.deadline": "Monday",
    }
    [episode] = [item for item in items if isinstance(item, EpisodeItem)]
    assert episode.text == "Kettle: The firmware is written in C by two people"
    assert (episode.importance, episode.tags) == (0.5, ("project", "kettle"))


def test_the_history_becomes_episodes_at_their_times(workspace: Path) -> None:
    items = [item for item in read(workspace) if "history/" in item.origin_ref]
    first, second = [item for item in items if isinstance(item, EpisodeItem)]
    assert first.text.startswith("[10:30] Ada") and first.text.endswith("her own idea.")
    assert first.observed_at == datetime(2026, 3, 1, 10, 30, tzinfo=UTC)
    assert second.observed_at == datetime(2026, 3, 1, 14, tzinfo=UTC)
    assert {(item.importance, item.tags) for item in (first, second)} == {(0.4, ("history",))}


def test_lessons_come_without_authority_and_an_inadmissible_path_is_left_out(workspace: Path) -> None:
    items = [item for item in read(workspace) if "lessons.jsonl" in item.origin_ref]
    [lesson] = [item for item in items if isinstance(item, LessonItem)]
    assert (lesson.rule, lesson.negative, lesson.category) == ("Run the tests before pushing", "push first", "tool")
    assert {item.reason_code for item in items if isinstance(item, Unsupported)} == {"scope_inadmissible", "bad_line"}


def test_it_writes_nothing_unless_asked_to(main_store: Store, workspace: Path) -> None:
    told = run(workspace)
    assert told["dry_run"] is True and told["counts"]["actions"]["new"] == 14
    assert not Record.objects.exists() and not Job.objects.exists()


def test_it_brings_everything_once_however_often_it_runs(main_store: Store, workspace: Path) -> None:
    heartbeat_touch(WORKER)
    for expected in (14, 0):
        answer = run(workspace, "--apply", "--no-wait")
        job = run_job_now(Job.objects.get(uid=answer["job"]))
        assert job.result["counts"]["actions"].get("new", 0) == expected
    assert len(remembered(main_store)) == 14
    assert set(Record.objects.values_list("source", flat=True)) == {"import:kirocrew-markdown"}
    write(workspace / "preferences.md", PREFERENCES + "- Font: Iosevka\n")
    job = run_job_now(Job.objects.get(uid=run(workspace, "--apply", "--no-wait")["job"]))
    assert job.result["counts"]["actions"]["new"] == 1


def test_a_folder_that_is_not_there_is_told(main_store: Store, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no such file"):
        run(tmp_path / "nowhere")
