"""A probe of a server that is a command: started below a warden, asked, and ended with all it started."""

import os
import selectors
import shlex
import time
from pathlib import Path
from typing import Any, Final

from hooks.mcp.protocol import (
    PAGES_MAX,
    TOOLS_MAX,
    Answer,
    ProbeFailed,
    about,
    initialize,
    message_of,
    notification,
    refusal,
    request,
    result_of,
    shown,
    tools_of,
)
from hooks.scripts.environment import hook_environment
from hooks.scripts.runner import CannotRun, end_warden, start_warden
from hooks.scripts.systems import System
from kirocrew.base.ids import new_uid

OUTPUT_MAX: Final = 1024 * 1024  # bytes of stdout, in all
ERRORS_MAX: Final = 4_096  # bytes of stderr that are kept, its beginning
PATIENCE: Final = 3.0  # seconds to end in order
_CHUNK: Final = 65_536


def probe_stdio(*, command: str, args: tuple[str, ...], cwd: Path, seconds: float) -> Answer:
    """Start the server, ask what it is and what tools it has, end it. Raises ProbeFailed."""
    run = str(new_uid())
    environment = hook_environment(event="McpProbe", system=System.KIROCREW, cwd=cwd, run=run)
    line = "exec " + shlex.join((command, *args))
    try:
        process, status = start_warden(line, cwd=cwd, environment=environment, seconds=seconds + PATIENCE)
    except CannotRun as error:
        raise ProbeFailed(str(error)) from error
    try:
        if process.stdin is None or process.stdout is None or process.stderr is None:
            raise ProbeFailed("The server has no streams.")
        talk = _Talk(process.stdin.fileno(), process.stdout.fileno(), process.stderr.fileno(), seconds)
        return talk.ask()
    finally:
        end_warden(process, run=run, patience=PATIENCE)
        os.close(status)


class _Talk:
    """One conversation in lines of JSON, within a time and an amount."""

    def __init__(self, to: int, answers: int, errors: int, seconds: float) -> None:
        self.to, self.answers, self.errors = to, answers, errors
        self.seconds = seconds
        self.deadline = time.monotonic() + seconds
        self.unread = bytearray()
        self.total = 0
        self.complaints = bytearray()
        os.set_blocking(to, False)

    def ask(self) -> Answer:
        name, version, protocol = about(self.call(1, "initialize", initialize()))
        self.send(notification("notifications/initialized"))
        answer = Answer(name, version, protocol)
        cursor = ""
        for page in range(PAGES_MAX):
            tools, cursor = tools_of(self.call(2 + page, "tools/list", {"cursor": cursor} if cursor else {}))
            answer.tools.extend(tools[: TOOLS_MAX - len(answer.tools)])
            if not cursor:
                break
        return answer

    def call(self, ident: int, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """The result of a request; what comes in between is answered or passed over."""
        self.send(request(ident, method, params))
        while True:
            message = message_of(self.line())
            if message is None:
                continue
            if message.get("id") == ident and "method" not in message:
                return result_of(message)
            if reply := refusal(message):
                self.send(reply)

    def send(self, body: bytes) -> None:
        left = memoryview(body + b"\n")
        while left:
            self.wait(write=True)
            try:
                left = left[os.write(self.to, left[:_CHUNK]) :]
            except BlockingIOError:
                continue
            except OSError as error:
                raise ProbeFailed(f"The server does not listen any more.{self.said()}") from error

    def line(self) -> bytes:
        """The next line of stdout."""
        while b"\n" not in self.unread:
            if not self.wait():
                continue
            chunk = os.read(self.answers, _CHUNK)
            self.total += len(chunk)
            if not chunk:
                raise ProbeFailed(f"The server ended before it answered.{self.said()}")
            if self.total > OUTPUT_MAX:
                raise ProbeFailed(f"The server wrote more than {OUTPUT_MAX // 1024:,} KiB.")
            self.unread += chunk
        end = self.unread.index(b"\n")
        line = bytes(self.unread[:end])
        del self.unread[: end + 1]
        return line

    def wait(self, *, write: bool = False) -> bool:
        """Wait for the next thing to do; whether an answer (or room to write) is there. Complaints are drained."""
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise ProbeFailed(f"The server did not answer within {self.seconds:g} s.{self.said()}")
        with selectors.DefaultSelector() as selector:
            if write:
                selector.register(self.to, selectors.EVENT_WRITE, "main")
            else:
                selector.register(self.answers, selectors.EVENT_READ, "main")
            if self.errors >= 0:
                selector.register(self.errors, selectors.EVENT_READ, "errors")
            ready = {str(key.data) for key, _ in selector.select(left)}
        if "errors" in ready:
            chunk = os.read(self.errors, _CHUNK)
            self.complaints += chunk[: ERRORS_MAX - len(self.complaints)]
            if not chunk:
                self.errors = -1
        return "main" in ready

    def said(self) -> str:
        """The last words of the server, for a person who has to find out why."""
        text = shown(self.complaints.decode("utf-8", errors="replace"), 400)
        return f" It said: {text}" if text else ""
