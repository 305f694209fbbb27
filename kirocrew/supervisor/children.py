"""Child processes that are started, watched, restarted with backoff, and stopped with everything they
started.
"""

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import FrameType
from typing import Final

from kirocrew.supervisor.errors import ChildKeepsFailing

# A child that has run for so long has started well; its next failure begins with the shortest pause again.
SETTLED_S: Final = 60.0
# So many ends within the window mean that it can't start at all.
GIVE_UP_COUNT: Final = 5
GIVE_UP_WINDOW_S: Final = 60.0
TICK_S: Final = 0.2
STOP_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class ChildSpec:
    """What to run under which name."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)


class Child:
    """One process with a group of its own, so that what it started can be ended with it."""

    def __init__(self, spec: ChildSpec, backoff_s: Sequence[float]) -> None:
        self.spec = spec
        self._backoff_s = backoff_s
        self.process: subprocess.Popen[bytes] | None = None
        self.started_at = 0.0
        self.start_again_at: float | None = None
        self._ends: deque[float] = deque(maxlen=GIVE_UP_COUNT)
        self._failures_in_a_row = 0
        self._group_is_gone = True

    def start(self) -> int:
        """Start it and return its process id. Ctrl-C in the terminal reaches the parent only: it has its own
        group.
        """
        self.process = subprocess.Popen(  # noqa: S603  (the command is ours)
            list(self.spec.command),
            env={**os.environ, **self.spec.environment},
            stdin=subprocess.DEVNULL,
            process_group=0,
        )
        self._group_is_gone = False
        self.started_at = time.monotonic()
        self.start_again_at = None
        return self.process.pid

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def note_end(self, now: float) -> float:
        """Take note that it ended by itself; returns the pause in seconds before it is started again.

        Raises ChildKeepsFailing when it ended too often within the window.
        """
        self.kill_group()
        self._ends.append(now)
        if len(self._ends) == GIVE_UP_COUNT and now - self._ends[0] <= GIVE_UP_WINDOW_S:
            raise ChildKeepsFailing(
                f"The {self.spec.name} process ended {GIVE_UP_COUNT} times within "
                f"{GIVE_UP_WINDOW_S:.0f} seconds, so the server stops. Its messages above say why; "
                f"`kirocrew {self.spec.name}` runs it alone."
            )
        if now - self.started_at > SETTLED_S:
            self._failures_in_a_row = 0
        pause = self._backoff_s[min(self._failures_in_a_row, len(self._backoff_s) - 1)]
        self._failures_in_a_row += 1
        self.start_again_at = now + pause
        return pause

    def ask_to_stop(self) -> None:
        """Only the leader is asked: it stops its own processes in the right order."""
        if self.process is not None and self.running:
            self.process.terminate()

    def kill_group(self) -> None:
        """End whatever is left of the group, also when the leader is gone already. Once: its number may be
        given away.
        """
        if self.process is not None and not self._group_is_gone:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self._group_is_gone = True

    def how_it_ended(self) -> str:
        code = self.process.returncode if self.process is not None else None
        if code is None or code >= 0:
            return f"exit code {code}"
        return f"signal {signal.Signals(-code).name}"


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds the supervisor waits: before each new start after a failure, and for children that stop."""

    backoff_s: Sequence[float] = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0)
    # Time for open requests and the running task to end; a task that is cut off continues from its checkpoint.
    stop_grace_s: float = 15.0


class Supervisor:
    """Keeps children running until a signal asks to stop. The first stops them cleanly, the second kills."""

    def __init__(
        self,
        specs: Sequence[ChildSpec],
        *,
        say: Say,
        ready: Callable[[], bool],
        on_ready: Say,
        patience: Patience | None = None,
    ) -> None:
        """`ready` is asked every tick until it says yes; then `on_ready` is called once with the time it took."""
        self._patience = patience or Patience()
        self.children = [Child(spec, self._patience.backoff_s) for spec in specs]
        self._say = say
        self._ready = ready
        self._on_ready = on_ready
        self._is_ready = False
        self._signals = 0
        self._wake = threading.Event()

    def run(self) -> None:
        """Returns after a clean stop. Raises ChildKeepsFailing when a child can't be kept running."""
        before = {number: signal.getsignal(number) for number in STOP_SIGNALS}
        for number in STOP_SIGNALS:
            if before[number] is not signal.SIG_IGN:  # as nohup sets it
                signal.signal(number, self._on_signal)
        try:
            self._watch()
        finally:
            self._stop()
            for number, handler in before.items():
                signal.signal(number, handler)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self._signals += 1
        self._wake.set()

    def _watch(self) -> None:
        began = time.monotonic()
        for child in self.children:
            self._start(child)
        while not self._signals:
            for child in self.children:
                self._look_after(child)
            if not self._is_ready and self._ready():
                self._is_ready = True
                self._on_ready(f"{time.monotonic() - began:.1f} s")
            self._wake.wait(TICK_S)

    def _start(self, child: Child) -> None:
        self._say(f"{child.spec.name} started (process {child.start()})")

    def _look_after(self, child: Child) -> None:
        if child.running:
            return
        now = time.monotonic()
        if child.start_again_at is None:
            pause = child.note_end(now)
            self._say(f"{child.spec.name} ended ({child.how_it_ended()}); starting it again in {pause:.0f} s")
        elif now >= child.start_again_at:
            self._start(child)

    def _stop(self) -> None:
        running = [child for child in self.children if child.running]
        if running:
            names = " and ".join(child.spec.name for child in running)
            grace = self._patience.stop_grace_s
            self._say(f"stopping {names}, at most {grace:.0f} s; Ctrl-C again stops at once")
        for child in running:
            child.ask_to_stop()
        deadline = time.monotonic() + self._patience.stop_grace_s
        while any(child.running for child in running) and self._signals < 2 and time.monotonic() < deadline:
            self._wake.clear()
            self._wake.wait(TICK_S / 2)
        for child in self.children:
            child.kill_group()
            if child.process is not None:
                child.process.wait()
        self._say("stopped")
