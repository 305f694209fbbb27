"""One `kirocrew up` per home: a lock that the system frees itself when its holder dies."""

import fcntl
import os
from pathlib import Path
from types import TracebackType
from typing import Self

from kirocrew.supervisor.errors import AlreadyRunning, HomeUnusable

LOCK_FILE = "up.lock"


class HomeLock:
    """Hold the home for this process. Raises AlreadyRunning, which names the other process, or HomeUnusable.

    The file stays behind when the lock is released: removing it would let a third process lock a new file
    while a second one still waits for the old.
    """

    def __init__(self, home: Path) -> None:
        self.path = home / LOCK_FILE
        self._descriptor: int | None = None

    def __enter__(self) -> Self:
        try:
            # Not inherited by the children: the lock must end with this process, not with its last child.
            descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise HomeUnusable(f"The lock file {self.path} can't be opened: {error.strerror}.") from error
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            holder = os.pread(descriptor, 32, 0).decode("ascii", "replace").strip() or "unknown"
            os.close(descriptor)
            raise AlreadyRunning(
                f"Kirocrew is already running with the home {self.path.parent} (process {holder}). "
                "Stop it first, or give this one another home with KIROCREW_HOME and another port with "
                "KIROCREW_PORT."
            ) from error
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        self._descriptor = descriptor
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._descriptor is not None:
            os.ftruncate(self._descriptor, 0)
            os.close(self._descriptor)
            self._descriptor = None
