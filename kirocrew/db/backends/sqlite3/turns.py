"""Writers of one process take turns before they ask SQLite for its write lock.

SQLite lets a writer that has to wait sleep and look again, up to a tenth of a second at a time, and serves
whoever looks first: with many threads some wait for seconds, however short each write is. Here they stand in a
queue and each is woken when its turn comes. Between processes SQLite's own waiting remains.
"""

import os
import threading
from collections import deque


class Turns:
    """A lock that serves threads in the order they came."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._waiting: deque[threading.Event] = deque()
        self._held = False

    def take(self, seconds: float) -> bool:
        """Wait for the turn, at most so many seconds; False when it did not come."""
        with self._guard:
            if not self._held:
                self._held = True
                return True
            ticket = threading.Event()
            self._waiting.append(ticket)
        if ticket.wait(seconds):
            return True
        with self._guard:
            if ticket.is_set():  # it came in this very moment
                return True
            self._waiting.remove(ticket)
            return False

    def give(self) -> None:
        """Hand the turn to the next in the queue."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._held = False


_turns: dict[str, Turns] = {}
_making = threading.Lock()


def turns_of(database: str) -> Turns:
    """The queue of one database file in this process."""
    with _making:
        return _turns.setdefault(database, Turns())


def _forget() -> None:
    """A child has none of its parent's threads, so nobody would ever give back a turn that one of them held."""
    global _making
    _making = threading.Lock()
    _turns.clear()


os.register_at_fork(after_in_child=_forget)
