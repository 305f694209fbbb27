"""Real servers for tests: `kirocrew up` in a home of its own, watched from outside as a person would."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Self

ROOT = Path(__file__).resolve().parent.parent.parent
# A machine that does other things at the same time is slow.
PATIENCE_S = 240.0


def free_port() -> int:
    """A port that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def environment(home: Path, port: int, **more: str) -> dict[str, str]:
    """What a person's shell would hold: nothing of the test run's own settings."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("KIROCREW_", "DJANGO_"))}
    return {
        **kept,
        "KIROCREW_HOME": str(home),
        "KIROCREW_PORT": str(port),
        "KIROCREW_EMBEDDING_MODEL": "hash",
        "PYTHONUNBUFFERED": "1",
        **more,
    }


def kirocrew(
    *arguments: str, home: Path, port: int = 1, patience: float = PATIENCE_S, **more: str
) -> subprocess.CompletedProcess[str]:
    """Run one command to its end."""
    return subprocess.run(
        [sys.executable, "-m", "kirocrew", *arguments],
        cwd=ROOT,
        env=environment(home, port, **more),
        capture_output=True,
        text=True,
        timeout=patience,
        check=False,
    )


def wait_until(what: Callable[[], bool], *, seconds: float = PATIENCE_S) -> bool:
    """Whether it became true in time."""
    deadline = time.monotonic() + seconds
    while not what():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def processes_of(home: Path) -> dict[int, str]:
    """Process ids and command lines of everything that runs with this home."""
    mark = f"KIROCREW_HOME={home}".encode()
    found = {}
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and mark in (entry / "environ").read_bytes().split(b"\0"):
                command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                if command:  # empty for one that has ended and waits to be fetched
                    found[int(entry.name)] = command
        except OSError:
            continue
    return found


class Server:
    """`kirocrew up` from its start to its end."""

    def __init__(self, home: Path, port: int | None = None, **more: str) -> None:
        self.home = home
        self.port = port or free_port()
        self._log = home.parent / f"{home.name}-{self.port}.log"
        self._more = more
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "kirocrew", "up"],
                cwd=ROOT,
                env=environment(self.home, self.port, **self._more),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        assert wait_until(lambda: "Ctrl-C stops it." in self.output or not self.alive), self.output
        assert self.alive, self.output
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process is not None
        if self.alive:
            self.stop()
        for pid in processes_of(self.home):
            os.kill(pid, signal.SIGKILL)

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def output(self) -> str:
        return self._log.read_text(errors="replace")

    def stop(self, number: int = signal.SIGINT) -> int:
        """Send a signal as Ctrl-C does and return the exit code."""
        assert self.process is not None
        self.process.send_signal(number)
        return self.process.wait(timeout=PATIENCE_S)

    def pids(self, name: str) -> list[int]:
        """Process ids under which `web` or `worker` was started so far."""
        return [int(pid) for pid in re.findall(rf"{name} started \(process (\d+)\)", self.output)]

    @property
    def link(self) -> str:
        found = re.search(r"(http://\S+/sign-in/\?token=\S+)", self.output)
        assert found is not None, self.output
        return found[1]

    def get(self, path: str) -> tuple[int, str]:
        """Status and body of a page; status 0 when nobody answers."""
        url = path if path.startswith("http") else f"http://127.0.0.1:{self.port}{path}"
        try:
            with urllib.request.urlopen(url, timeout=10) as answer:  # noqa: S310  (our own server)
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except OSError:
            return 0, ""
