"""A restore or an export that is killed leaves nothing half written, and the next one comes to its end."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kirocrew.db.backends.sqlite3.drivers import pick_driver
from tests.kirocrew.servers import ROOT, environment, kirocrew, wait_until
from tests.prepared import home_copied_to

pytestmark = pytest.mark.worker

FACTS = 1_500


def started(home: Path, *arguments: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "kirocrew", *arguments],
        cwd=ROOT,
        env=environment(home, 1),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def counted(home: Path) -> dict[str, int]:
    database = pick_driver().connect(str(home / "kirocrew.sqlite3"))
    try:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        names = ("memory_record", "memory_fact", "memory_revision", "memory_text", "memory_event")
        return {name: database.execute(f"SELECT COUNT(*) FROM {name}").fetchone()[0] for name in names}  # noqa: S608
    finally:
        database.close()


def killed_when(process: "subprocess.Popen[bytes]", folder: Path, pattern: str) -> bool:
    """Kill as soon as a file of that pattern is there; whether it still ran."""
    wait_until(lambda: process.poll() is not None or any(folder.glob(pattern)))
    ran = process.poll() is None
    process.send_signal(signal.SIGKILL)
    process.wait()
    return ran


def test_killed_in_every_part_and_whole_in_the_end(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for home in (first, second):
        home_copied_to(home)
    assert kirocrew("measure_archive", "--fill", str(FACTS), home=first).returncode == 0
    file = tmp_path / "all.jsonl"

    assert killed_when(started(first, "archive", "export", "-o", str(file)), tmp_path, ".all.jsonl.*.partial")
    assert not file.exists()
    made = json.loads(kirocrew("archive", "export", "-o", str(file), "--json", home=first).stdout)

    restore = ("archive", "import", str(file), "--restore", "--confirm", made["digest"])
    assert killed_when(started(second, *restore), second / "imports", ".*.staging")
    assert set(counted(second).values()) == {0}
    killed_when(started(second, *restore), second, "*.sqlite3-wal")  # while it copies, or a moment before its end
    there = counted(second)
    assert there["memory_record"] in (0, FACTS) and there["memory_record"] == there["memory_text"]
    if not there["memory_record"]:
        assert kirocrew(*restore, home=second).returncode == 0
    again = tmp_path / "again.jsonl"
    assert kirocrew("archive", "export", "-o", str(again), home=second).returncode == 0
    assert again.read_bytes() == file.read_bytes()
