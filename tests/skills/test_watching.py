"""Folders are watched by one process, and what changes there is soon in the catalogue."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest
from watchfiles import Change

from channels_bridge.models import Job
from skills.services.roots import SCAN_JOB, scan_request
from skills.services.watching import _Filter, _turn, watch_start
from tests.kirocrew.servers import Server, kirocrew, wait_until
from tests.skills.making import skill_text


def put(home: Path, name: str) -> None:
    place = home / "skills" / name
    place.mkdir(parents=True)
    (place / "SKILL.md").write_text(skill_text(name))


@pytest.mark.parametrize("folder", [".git", "node_modules", "__pycache__"])
def test_what_is_never_read_wakes_nobody(folder: str) -> None:
    assert not _Filter()(Change.added, f"/skills/{folder}/SKILL.md")
    assert _Filter()(Change.added, "/skills/tidy-csv/SKILL.md")


def test_one_process_of_a_home_watches(settings: Any, tmp_path: Path) -> None:
    settings.KIROCREW_HOME = tmp_path
    with _turn() as first, _turn() as second:
        assert (first, second) == (True, False)
    with _turn() as again:
        assert again


@pytest.mark.django_db
def test_many_changes_ask_for_one_reading() -> None:
    for _ in range(5):
        scan_request()
    assert Job.objects.filter(name=SCAN_JOB).count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_new_skill_in_a_watched_folder_asks_for_a_reading(settings: Any, tmp_path: Path) -> None:
    settings.KIROCREW_HOME = tmp_path
    put(tmp_path, "tidy-csv")
    stop = watch_start()
    try:
        assert wait_until(lambda: Job.objects.filter(name=SCAN_JOB, state="queued").exists())
        Job.objects.update(state="done")
        put(tmp_path, "fold-paper")
        assert wait_until(lambda: Job.objects.filter(name=SCAN_JOB, state="queued").exists())
    finally:
        stop.set()
        for thread in threading.enumerate():
            if thread.name == "skills-watch":
                thread.join(30)


@pytest.mark.worker
def test_a_server_offers_what_is_put_into_the_home_and_no_longer_what_is_gone(tmp_path: Path) -> None:
    def listed() -> set[str]:
        out = kirocrew("skills", "list", "--json", home=tmp_path).stdout
        return {row["slug"] for row in json.loads(out or "[]") if row["state"] == "offered"}

    (tmp_path / "skills").mkdir()
    with Server(tmp_path):
        assert wait_until(lambda: "use-this-memory" in listed())
        put(tmp_path, "tidy-csv")
        assert wait_until(lambda: "tidy-csv" in listed())
        (tmp_path / "skills" / "tidy-csv" / "SKILL.md").unlink()
        assert wait_until(lambda: "tidy-csv" not in listed())
