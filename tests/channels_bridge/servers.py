"""Real web and worker processes in a home of their own, and a way to look into their database."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pysqlite3

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 90.0  # seconds; two cores may be shared by several test runs


class Servers:
    """Starts processes, and ends at last those it started."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "tests.channels_bridge.process_settings",
            "PYTHONPATH": str(ROOT),
            "KIROCREW_HOME": str(home),
            "KIROCREW_SECRET_KEY": "a key of these processes, long enough to please the checks",
        }
        self._running: list[subprocess.Popen[bytes]] = []

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        log = (self.home / "processes.log").open("ab")
        process = subprocess.Popen(
            [sys.executable, *command], cwd=ROOT, env=self.environment, stdout=log, stderr=log, start_new_session=True
        )
        self._running.append(process)
        return process

    def start_worker(self) -> subprocess.Popen[bytes]:
        return self.start("-m", "django", "qcluster")

    def start_web(self) -> str:
        """Returns host and port once it answers."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.start("-m", "uvicorn", "kirocrew.asgi:application", "--port", str(port), "--log-level", "warning")
        wait_for(lambda: _answers(port), f"a web process at port {port}")
        return f"127.0.0.1:{port}"

    def manage(self, *command: str) -> str:
        """Run a management command to its end and return what it printed."""
        done = subprocess.run(
            [sys.executable, "-m", "django", *command],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def run(self, code: str) -> str:
        """Run some lines in a process of the server and return the last line it printed."""
        return self.manage("shell", "--no-imports", "-c", code).splitlines()[-1]

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        connection = pysqlite3.connect(str(self.home / "kirocrew.sqlite3"), timeout=20)
        try:
            return list(connection.execute(query, values))
        finally:
            connection.close()

    def value(self, query: str, *values: Any) -> Any:
        return self.rows(query, *values)[0][0]

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        """kill -9 for the process and all its children, as if the power had gone."""
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(timeout=PATIENCE)

    def stop_all(self) -> None:
        for process in self._running:
            if process.poll() is None:
                self.kill(process)

    def log(self) -> str:
        return (self.home / "processes.log").read_text(errors="replace")


def wait_for(condition: Callable[[], Any], what: str) -> None:
    """Wait until something holds; fails after 90 seconds."""
    ends = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < ends, f"waited {PATIENCE:.0f} s in vain for {what}"
        time.sleep(0.05)


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
