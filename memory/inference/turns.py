"""Who may use the model next: one at a time, and a question somebody waits for goes before a backlog."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Turns:
    """A lock with two ranks. Without ranks a backfill that takes the lock again at once would starve every
    question."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._busy = False
        self._urgent_waiting = 0

    @contextmanager
    def take(self, *, urgent: bool) -> Iterator[None]:
        """Hold the only turn inside the block; an urgent caller is served before any other that waits."""
        with self._changed:
            self._urgent_waiting += urgent
            try:
                self._changed.wait_for(lambda: not self._busy and (urgent or not self._urgent_waiting))
            finally:
                self._urgent_waiting -= urgent
            self._busy = True
        try:
            yield
        finally:
            with self._changed:
                self._busy = False
                self._changed.notify_all()
