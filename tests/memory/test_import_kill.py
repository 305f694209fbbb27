"""`kirocrew import` that is killed or interrupted: nothing acknowledged is lost, nothing is written twice."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kirocrew.db.backends.sqlite3.drivers import pick_driver
from tests.kirocrew.servers import PATIENCE_S, ROOT, environment, kirocrew, wait_until
from tests.memory.importing import numbered, write
from tests.prepared import home_copied_to

pytestmark = pytest.mark.worker

TURNS = 2500


class Home:
    """A prepared home, and a look into its database from outside."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        home_copied_to(folder)

    def value(self, query: str) -> int:
        database = pick_driver().connect(str(self.folder / "kirocrew.sqlite3"), timeout=30)
        try:
            return int(database.execute(query).fetchone()[0])
        finally:
            database.close()

    @property
    def written(self) -> int:
        return self.value("SELECT count(*) FROM memory_record")

    def start(self, source: Path) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "-m", "kirocrew", "import", str(source), "--apply"],
            cwd=ROOT,
            env=environment(self.folder, 1),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def is_whole(self) -> None:
        """Every turn once, with its ledger entry and its journal; one import, and it is over."""
        assert self.written == TURNS
        assert self.value("SELECT count(DISTINCT text_hash) FROM memory_episode") == TURNS
        assert self.value("SELECT count(*) FROM memory_revision") == TURNS
        assert self.value("SELECT count(*) FROM memory_importeditem WHERE outcome = 'new'") == TURNS
        assert self.value("SELECT count(*) FROM memory_importrun WHERE finished_at IS NOT NULL") == 1
        assert self.value("SELECT count(*) FROM memory_importrun") == 1
        counts = "SELECT json_extract(counts, '$.actions.new') FROM memory_importrun"
        assert self.value(counts) == TURNS


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    yield Home(tmp_path / "home")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return write(tmp_path / "turns.jsonl", numbered(TURNS))


def test_killed_at_any_point_it_goes_on_where_it_was(home: Home, source: Path) -> None:
    for share in (10, 2):
        running = home.start(source)
        assert wait_until(lambda share=share: home.written >= TURNS // share)  # type: ignore[misc]
        os.killpg(running.pid, signal.SIGKILL)
        running.communicate()
        assert home.written < TURNS, "it was over before it was killed"
        # Each batch is whole: its records, its entries in the ledger, and the place where to go on.
        assert home.written == home.value("SELECT count(*) FROM memory_importeditem")
        place = "SELECT json_extract(checkpoint, '$.items') FROM channels_bridge_job WHERE name = 'memory.import'"
        assert home.written == home.value(place)
    done = kirocrew("import", str(source), "--apply", home=home.folder)
    assert done.returncode == 0, done.stderr
    home.is_whole()


def test_ctrl_c_stops_it_at_the_next_batch_and_the_same_command_goes_on(home: Home, source: Path) -> None:
    running = home.start(source)
    assert wait_until(lambda: home.written >= TURNS // 10)
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=PATIENCE_S)
    assert running.returncode == 130, errors
    assert "The same command goes on from there" in errors
    assert 0 < home.written < TURNS
    done = kirocrew("import", str(source), "--apply", home=home.folder)
    assert done.returncode == 0, done.stderr
    home.is_whole()
