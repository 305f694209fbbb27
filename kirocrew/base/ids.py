"""Identifiers: UUID version 7 (RFC 9562), which sort by the time they were made."""

import os
import secrets
import threading
import time
import uuid
from typing import Final

_COUNTER_BITS: Final = 12
_COUNTER_LIMIT: Final = 1 << _COUNTER_BITS
_COUNTER_START: Final = 1 << (_COUNTER_BITS - 1)
"""A new millisecond starts its counter below this, so that at least 2,048 more fit before it runs over."""
_RANDOM_BITS: Final = 62
_NANOSECONDS_PER_MILLISECOND: Final = 1_000_000


class _Clock:
    """The last millisecond and counter handed out by this process."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.millisecond = 0
        self.counter = 0

    def tick(self) -> tuple[int, int]:
        """Return (Unix milliseconds, 12-bit counter), greater than any pair returned before."""
        with self.lock:
            now = time.time_ns() // _NANOSECONDS_PER_MILLISECOND
            if now > self.millisecond:
                self.millisecond, self.counter = now, secrets.randbelow(_COUNTER_START)
            else:
                self.counter += 1
                if self.counter == _COUNTER_LIMIT:
                    self.millisecond, self.counter = self.millisecond + 1, 0
            return self.millisecond, self.counter

    def after_fork(self) -> None:
        """A thread of the parent may have held the lock at the fork; the child must not wait for it."""
        self.lock = threading.Lock()


_clock: Final = _Clock()
os.register_at_fork(after_in_child=_clock.after_fork)


def new_uid() -> uuid.UUID:
    """Return a new UUIDv7, within one process greater than any before, also when the clock steps back."""
    millisecond, counter = _clock.tick()
    version, variant = 0x7, 0b10
    value = (millisecond << 80) | (version << 76) | (counter << 64) | (variant << 62) | secrets.randbits(_RANDOM_BITS)
    return uuid.UUID(int=value)


def short(uid: uuid.UUID) -> str:
    """Return the last eight hex digits, for display: the first ones are the time and alike for neighbours."""
    return uid.hex[-8:]
