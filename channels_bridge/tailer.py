"""Notices new job events, written by whatever process, and wakes the websockets and event streams of this process.

One task per web process, alive while somebody watches. It asks every 100 ms for the newest event's id over a
connection of its own thread; watchers then read what is new to them by `id > last`, so history and news come
the same way, in order, each once, and a slow one delays nobody.
"""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from django.db import Error, connection
from django.db.models import Max

from channels_bridge.models import JobEvent

logger = logging.getLogger(__name__)

POLL_SECONDS: Final = 0.1
TROUBLE_SECONDS: Final = 2.0
"""Pause after the database refused to answer."""


class Tailer:
    """Wakes its subscribers when a new event is there."""

    def __init__(self) -> None:
        self._bells: set[asyncio.Event] = set()
        self._task: asyncio.Task[None] | None = None

    @property
    def is_watching(self) -> bool:
        """Whether the database is being asked at the moment."""
        return self._task is not None and not self._task.done()

    def subscribe(self) -> asyncio.Event:
        """Return a bell that rings for every new event; the subscriber clears it."""
        bell = asyncio.Event()
        self._bells.add(bell)
        if not self.is_watching:
            self._task = asyncio.get_running_loop().create_task(self._watch(), name="job-tailer")
        return bell

    def ring(self) -> None:
        """Ring all bells: there is something to look at."""
        for bell in self._bells:
            bell.set()

    async def unsubscribe(self, bell: asyncio.Event) -> None:
        """Give the bell back; the last one out stops the watch."""
        self._bells.discard(bell)
        if not self._bells and self._task is not None:
            task, self._task = self._task, None
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _watch(self) -> None:
        loop = asyncio.get_running_loop()
        seen = -1
        # One thread that keeps its connection open: connecting ten times a second would cost more than asking.
        with ThreadPoolExecutor(max_workers=1, thread_name_prefix="job-tailer") as thread:
            try:
                while True:
                    try:
                        newest = await loop.run_in_executor(thread, _newest_event)
                    except Error:
                        logger.warning("Job events could not be read; live progress pauses.", exc_info=True)
                        await loop.run_in_executor(thread, connection.close)
                        await asyncio.sleep(TROUBLE_SECONDS)
                        continue
                    if newest != seen:
                        seen = newest
                        self.ring()
                    await asyncio.sleep(POLL_SECONDS)
            finally:
                await asyncio.shield(loop.run_in_executor(thread, connection.close))


def _newest_event() -> int:
    return JobEvent.objects.aggregate(newest=Max("id"))["newest"] or 0


_tailers: dict[asyncio.AbstractEventLoop, Tailer] = {}


def process_tailer() -> Tailer:
    """The one tailer of this process (of its event loop)."""
    loop = asyncio.get_running_loop()
    for other in [known for known in _tailers if known.is_closed()]:
        del _tailers[other]
    return _tailers.setdefault(loop, Tailer())


async def ring_wait(bell: asyncio.Event, seconds: float) -> bool:
    """Wait until the bell rings, at most so many seconds. Return whether it did."""
    try:
        await asyncio.wait_for(bell.wait(), max(0.0, seconds))
    except TimeoutError:
        return False
    return True
