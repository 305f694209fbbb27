"""Runs a hook's command: bounded in time, output, environment and descendants. POSIX only."""

import contextlib
import json
import os
import selectors
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from hooks.scripts.environment import MARK, hook_environment
from hooks.scripts.outcomes import NOT_RUNNABLE, Failure, Ran
from hooks.scripts.systems import System
from kirocrew.base.ids import new_uid

TIMEOUT_DEFAULT: Final = 30  # seconds
TIMEOUT_RANGE: Final = (1, 300)  # seconds
OUTPUT_MAX: Final = 64 * 1024
"""Bytes kept of stdout and of stderr. Claude Code puts more than 50,000 characters into a file instead."""
PAYLOAD_MAX: Final = 1024 * 1024  # bytes of JSON on stdin
COMMAND_MAX: Final = 8_000  # characters
GRACE_SECONDS: Final = 3.0
"""What the warden gets on top of the time limit to end everything, before it is killed itself."""
DRAIN_SECONDS: Final = 0.5
"""How long output is read on after the warden has gone."""
_CHUNK: Final = 65_536
_WARDEN: Final = Path(__file__).with_name("warden.py")
_SHELLS: Final = ("/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash", "/bin/sh")
"""Published hooks are written for bash; sh is what every POSIX system has."""


class CannotRun(ValueError):
    """The hook can't be started as it is written; the message says why."""


@dataclass(frozen=True, slots=True)
class Job:
    """What to run: a shell command, in a folder that exists, for at most `timeout` seconds."""

    command: str
    event: str
    cwd: Path
    system: System = System.KIROCREW
    timeout: int = TIMEOUT_DEFAULT


@dataclass(frozen=True, slots=True)
class Run:
    """What a run was: how it ended, for how long (milliseconds) and whether output was left out."""

    ran: Ran
    duration_ms: int
    truncated: bool = False


def run_script(job: Job, payload: dict[str, Any]) -> Run:
    """Run a hook with the payload as JSON on its stdin. Never raises for what the hook does."""
    started = time.monotonic()
    try:
        body = _check(job, payload)
        ran, truncated = _Process(job, body).finish()
    except CannotRun as error:
        ran, truncated = Ran(None, failure=Failure.NOT_RUNNABLE, error=str(error)), False
    return Run(ran, round((time.monotonic() - started) * 1000), truncated)


def _check(job: Job, payload: dict[str, Any]) -> bytes:
    low, high = TIMEOUT_RANGE
    if not low <= job.timeout <= high:
        raise CannotRun(f"A time limit is {low} to {high} seconds, not {job.timeout}.")
    if not job.command.strip() or "\0" in job.command or len(job.command) > COMMAND_MAX:
        raise CannotRun(f"A command has 1 to {COMMAND_MAX:,} characters and no NUL.")
    if not job.cwd.is_absolute() or not job.cwd.is_dir():
        raise CannotRun(f"The folder {job.cwd} it shall run in is not there.")
    body = json.dumps(payload, ensure_ascii=True, default=str).encode()
    if len(body) > PAYLOAD_MAX:
        raise CannotRun(f"The payload has {len(body):,} bytes; a hook gets at most {PAYLOAD_MAX:,}.")
    return body


def shell() -> str:
    """The shell hooks run in. Raises CannotRun where there is none (Windows)."""
    for path in _SHELLS:
        if os.access(path, os.X_OK):
            return path
    raise CannotRun("There is no POSIX shell on this machine, so script hooks can't run here.")


def start_warden(
    command: str, *, cwd: Path, environment: dict[str, str], seconds: float
) -> tuple["subprocess.Popen[bytes]", int]:
    """Start a shell command below a warden. Returns the warden and the descriptor it reports the end on.

    Its three streams are pipes. Raises CannotRun.
    """
    status, status_end = os.pipe()
    try:
        arguments = [str(status_end), str(seconds), shell(), command]
        process = subprocess.Popen(  # noqa: S603  (our own program; the command is an argument of it)
            [sys.executable, "-I", "-S", str(_WARDEN), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            env=environment,
            pass_fds=(status_end,),
            start_new_session=True,
        )
    except OSError as error:
        os.close(status)
        raise CannotRun(f"It can't be started: {error.strerror or error}.") from error
    except CannotRun:
        os.close(status)
        raise
    finally:
        os.close(status_end)
    return process, status


def end_warden(process: "subprocess.Popen[bytes]", *, run: str, patience: float) -> None:
    """Let a warden end at SIGTERM within `patience` seconds, else kill it and whatever bears its run's mark."""
    try:
        process.wait(timeout=0)
    except subprocess.TimeoutExpired:
        process.terminate()
        try:
            process.wait(timeout=patience)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            _kill_marked(run)
    for stream in (process.stdin, process.stdout, process.stderr):
        close_quietly(stream)


def close_quietly(stream: IO[bytes] | None) -> None:
    """Close a stream whose other end may be gone."""
    if stream is not None:
        with contextlib.suppress(OSError):
            stream.close()


class _Kept:
    """The beginning of one stream; the rest is read and dropped, so that the writer never waits for us."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.dropped = False

    def add(self, chunk: bytes) -> None:
        room = OUTPUT_MAX - len(self.data)
        self.data += chunk[:room]
        self.dropped = self.dropped or len(chunk) > room

    @property
    def text(self) -> str:
        return self.data.decode("utf-8", errors="replace").replace("\0", "�")


class _Process:
    """One warden with its pipes, served by a single loop."""

    def __init__(self, job: Job, body: bytes) -> None:
        self.job = job
        self.run = str(new_uid())
        self.body = memoryview(body)
        self.kept = {"stdout": _Kept(), "stderr": _Kept(), "status": _Kept()}
        environment = hook_environment(event=job.event, system=job.system, cwd=job.cwd, run=self.run)
        self.process, self.status = start_warden(job.command, cwd=job.cwd, environment=environment, seconds=job.timeout)

    def finish(self) -> tuple[Ran, bool]:
        try:
            is_done = self._serve(time.monotonic() + self.job.timeout + GRACE_SECONDS)
        finally:
            self._end()
            if not self.kept["status"].data:
                _kill_marked(self.run)
        truncated = self.kept["stdout"].dropped or self.kept["stderr"].dropped
        return self._judge(is_done), truncated

    def _serve(self, deadline: float) -> bool:
        """Feed stdin and drain the rest until the warden has reported and all is read; False when time is up."""
        has_ended = False
        with selectors.DefaultSelector() as selector:
            self._register(selector)
            while selector.get_map():
                left = deadline - time.monotonic()
                if left <= 0:
                    return has_ended
                for key, _ in selector.select(left):
                    name = str(key.data)
                    done = self._write(key.fd) if name == "stdin" else self._read(key.fd, name)
                    if done:
                        selector.unregister(key.fileobj)
                    if done and name == "stdin":
                        close_quietly(self.process.stdin)
                    elif done and name == "status":
                        # the warden is gone; whoever still holds a pipe escaped it
                        has_ended, deadline = True, min(deadline, time.monotonic() + DRAIN_SECONDS)
        return True

    def _register(self, selector: selectors.BaseSelector) -> None:
        streams = {"stdout": self.process.stdout, "stderr": self.process.stderr, "status": self.status}
        for name, stream in streams.items():
            if stream is not None:
                selector.register(stream, selectors.EVENT_READ, name)
        if self.process.stdin is not None:
            os.set_blocking(self.process.stdin.fileno(), False)
            selector.register(self.process.stdin, selectors.EVENT_WRITE, "stdin")

    def _write(self, descriptor: int) -> bool:
        try:
            self.body = self.body[os.write(descriptor, self.body[:_CHUNK]) :]
        except BlockingIOError:
            return False
        except OSError:
            return True  # a hook may close its stdin without reading; that is no fault
        return not self.body

    def _read(self, descriptor: int, name: str) -> bool:
        chunk = os.read(descriptor, _CHUNK)
        self.kept[name].add(chunk)
        return not chunk

    def _end(self) -> None:
        """Leave neither process nor descriptor behind."""
        if self.process.poll() is None:
            try:
                # a warden that has reported ends by itself
                self.process.wait(timeout=DRAIN_SECONDS if self.kept["status"].data else 0)
            except subprocess.TimeoutExpired:
                with contextlib.suppress(OSError):
                    os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            close_quietly(stream)
        os.close(self.status)

    def _judge(self, is_done: bool) -> Ran:
        stdout, stderr = self.kept["stdout"].text, self.kept["stderr"].text
        if not is_done:
            return Ran(None, stdout, stderr, Failure.TIMEOUT, self._late())
        try:
            end = json.loads(self.kept["status"].data)
        except ValueError:
            error = "The process that watches over the hook was ended from outside."
            return Ran(None, stdout, stderr, Failure.CRASH, error)
        if "timeout" in end:
            return Ran(None, stdout, stderr, Failure.TIMEOUT, self._late())
        if "error" in end:
            return Ran(None, stdout, stderr, Failure.NOT_RUNNABLE, f"The hook can't be started: {end['error']}.")
        if "signal" in end:
            return Ran(None, stdout, stderr, Failure.CRASH, f"The hook was ended by signal {end['signal']}.")
        if end["exit"] in NOT_RUNNABLE:
            return Ran(end["exit"], stdout, stderr, Failure.NOT_RUNNABLE, stderr.strip())
        return Ran(end["exit"], stdout, stderr)

    def _late(self) -> str:
        return f"The hook did not end within {self.job.timeout} s and was stopped."


def _kill_marked(run: str) -> None:
    """Kill what still carries the mark of a run whose warden did not end in order, where /proc tells."""
    mark = f"{MARK}={run}".encode()
    for entry in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if mark in entry.read_bytes().split(b"\0"):
                os.kill(int(entry.parent.name), signal.SIGKILL)
