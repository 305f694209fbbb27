"""Children that fail, resist or leave something behind."""

import os
import signal
import sys
from pathlib import Path

import pytest

from kirocrew.supervisor import AlreadyRunning, ChildKeepsFailing, ChildSpec, HomeLock, Patience, Supervisor
from tests.kirocrew.servers import wait_until

pytestmark = pytest.mark.worker

QUICK = Patience(backoff_s=(0.0, 0.2, 0.4), stop_grace_s=0.5)
FOREVER = "import time; time.sleep(600)"


def python(name: str, script: str) -> ChildSpec:
    return ChildSpec(name, [sys.executable, "-c", script])


def supervise(*specs: ChildSpec, until: Path) -> list[str]:
    """Run until the file is there, then stop as Ctrl-C does; returns what was said."""
    said: list[str] = []
    Supervisor(
        specs,
        say=said.append,
        ready=until.exists,
        on_ready=lambda took: os.kill(os.getpid(), signal.SIGINT),
        patience=QUICK,
    ).run()
    return said


def test_a_child_that_cannot_start_ends_the_server_with_a_reason(tmp_path: Path) -> None:
    with pytest.raises(ChildKeepsFailing, match="web process ended 5 times"):
        supervise(python("web", "raise SystemExit(3)"), python("worker", FOREVER), until=tmp_path / "never")


def test_a_child_that_fails_once_is_started_again(tmp_path: Path) -> None:
    script = (
        "import pathlib, time\n"
        f"first, second = pathlib.Path({str(tmp_path)!r}, 'first'), pathlib.Path({str(tmp_path)!r}, 'second')\n"
        "if not first.exists():\n"
        "    first.touch(); raise SystemExit(3)\n"
        "second.touch(); time.sleep(600)\n"
    )
    said = supervise(python("worker", script), until=tmp_path / "second")
    assert "worker ended (exit code 3); starting it again in 0 s" in said
    assert len([line for line in said if line.startswith("worker started")]) == 2


def test_a_child_that_does_not_stop_is_killed_after_the_grace(tmp_path: Path) -> None:
    there = tmp_path / "there"
    script = (
        "import pathlib, signal, time\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        f"pathlib.Path({str(there)!r}).touch()\n"
        "while True: time.sleep(600)\n"
    )
    said = supervise(python("worker", script), until=there)
    assert said[-1] == "stopped"


def test_what_a_child_started_ends_with_it(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    script = (
        "import pathlib, subprocess, sys, time\n"
        f"child = subprocess.Popen([sys.executable, '-c', {FOREVER!r}])\n"
        f"draft = pathlib.Path({str(note)!r} + '.new'); draft.write_text(str(child.pid)); draft.rename({str(note)!r})\n"
        "time.sleep(600)\n"
    )
    supervise(python("worker", script), until=note)
    assert wait_until(lambda: not runs(int(note.read_text())), seconds=10)


def runs(pid: int) -> bool:
    """Whether it does anything; as a zombie it only waits for whoever adopts it."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_signals_mean_what_they_meant_before_when_it_is_over(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGTERM)
    (tmp_path / "now").touch()
    supervise(python("worker", FOREVER), until=tmp_path / "now")
    assert signal.getsignal(signal.SIGTERM) is before


def test_a_lock_goes_with_its_holder_and_leaves_the_home_usable(tmp_path: Path) -> None:
    with HomeLock(tmp_path), pytest.raises(AlreadyRunning, match=str(os.getpid())), HomeLock(tmp_path):
        pass
    with HomeLock(tmp_path):
        assert (tmp_path / "up.lock").read_text().strip() == str(os.getpid())
