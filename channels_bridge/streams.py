"""Live progress as server-sent events, for bots: a coroutine each, and no thread or database connection of its own.

Steps are read as the websockets read them, in the one thread they share, and only when the tailer says that there are
new ones. Each time it is asked anew who the reader is by then: a revoked key, an ended session or a permission taken
away ends the stream before anything more is sent.
"""

import asyncio
import json
import logging
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from contextlib import aclosing, contextmanager
from typing import Final

from channels.db import database_sync_to_async
from django.db import Error
from django.http import StreamingHttpResponse

from channels_bridge.actors import Actor, Permission
from channels_bridge.services.job_events import JobMessage
from channels_bridge.services.job_feed import READ_AT_ONCE, feed_read, feed_start
from channels_bridge.services.job_paces import Paces
from channels_bridge.tailer import process_tailer, ring_wait
from kirocrew.base.problems import TooMany

logger = logging.getLogger(__name__)

CONTENT_TYPE: Final = "text/event-stream"
HEARTBEAT_SECONDS: Final = 15.0
"""A line is sent at least so often, so that proxies keep the stream and a lost one is noticed; and whether the reader
may still read is looked at."""
RETRY_MS: Final = 2_000
"""When a client should come back after the stream ended."""
MOST_STREAMS: Final = 4
"""Streams of one bot, or of the owner, in one web process."""

Again = Callable[[], Actor | None]


class Places:
    """How many streams each actor has in this process."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: Counter[tuple[str, str]] = Counter()

    def require(self, actor: Actor) -> None:
        """Raise TooMany (`too-many-streams`) where no place is left."""
        if self._taken[_key(actor)] >= self._most:
            raise TooMany(
                f"You follow {self._most} streams already; close one. One stream carries all your jobs.",
                retry_after=int(HEARTBEAT_SECONDS),
                type="too-many-streams",
            )

    @contextmanager
    def held(self, actor: Actor) -> Iterator[None]:
        """Hold a place inside the block. In the event loop only. Raises TooMany."""
        self.require(actor)
        self._taken[_key(actor)] += 1
        try:
            yield
        finally:
            self._taken[_key(actor)] -= 1
            self._taken += Counter()  # forgets those who have none


def _key(actor: Actor) -> tuple[str, str]:
    return actor.kind.value, actor.ident


places: Final = Places(MOST_STREAMS)
_stopping: dict[asyncio.AbstractEventLoop, bool] = {}


def streams_open() -> None:
    """Say that the server of this event loop serves; streams are told to come back while it does not."""
    for loop in [known for known in _stopping if known.is_closed()]:
        del _stopping[loop]
    _stopping[asyncio.get_running_loop()] = False


def streams_end() -> None:
    """End the streams of this event loop: a server that stops would wait for them, and they would never end."""
    _stopping[asyncio.get_running_loop()] = True
    process_tailer().ring()


def stream_response(*, actor: Actor, again: Again, after: int | None) -> StreamingHttpResponse:
    """Answer with all steps after an event id, or from the beginning of the story, and then each as it is made.

    `again` says who the reader is by then, None when they may not read any more. Raises TooMany.
    """
    places.require(actor)
    response = StreamingHttpResponse(_stream(actor, _Reader(again, after)), content_type=CONTENT_TYPE)
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"  # nginx would keep the lines back otherwise
    return response


async def _stream(actor: Actor, reader: "_Reader") -> AsyncIterator[bytes]:
    yield f"retry: {RETRY_MS}\n\n".encode()
    tailer = process_tailer()
    bell = tailer.subscribe()
    try:
        with places.held(actor):
            async with aclosing(_pieces(reader, bell)) as pieces:
                async for piece in pieces:
                    yield piece
    except TooMany as problem:  # several asked in the same moment
        yield _comment(problem.detail)
    except Error:
        logger.warning("A stream of jobs ends: the database does not answer.", exc_info=True)
        yield _comment("The database does not answer. Come back with Last-Event-ID.")
    finally:
        await tailer.unsubscribe(bell)


async def _pieces(reader: "_Reader", bell: asyncio.Event) -> AsyncGenerator[bytes]:
    """The story so far, then each step as it is made, and a comment when there is none for long."""
    look = database_sync_to_async(reader.look)
    is_told = False
    while not _stopping.get(asyncio.get_running_loop()):
        bell.clear()
        messages = await look()
        if messages is None:
            yield _comment("You may not read this any more.")
            return
        for message in messages:
            yield _event(message)
        if len(messages) == READ_AT_ONCE:
            continue
        if not is_told:
            is_told = True
            yield _comment("That was the story so far.")
        if not await ring_wait(bell, HEARTBEAT_SECONDS):
            yield _comment("Still here.")
    yield _comment("The server stops. Come back with Last-Event-ID.")


class _Reader:
    """Reads on where it stopped, as whoever the reader is by then."""

    def __init__(self, again: Again, after: int | None) -> None:
        self._again = again
        self._after = after
        self._paces = Paces()

    def look(self) -> list[JobMessage] | None:
        """Return what is new; None once the reader may not read any more."""
        actor = self._again()
        if actor is None or not actor.may(Permission.JOBS_READ):
            return None
        if self._after is None:
            self._after = feed_start(actor=actor, uid=None) or 0
        messages = feed_read(actor=actor, uid=None, after=self._after, paces=self._paces)
        if messages:
            self._after = messages[-1]["id"]
        return messages


def _event(message: JobMessage) -> bytes:
    """One step; its id is what a client that lost the stream comes back with."""
    return f"id: {message['id']}\ndata: {json.dumps(message, ensure_ascii=False)}\n\n".encode()


def _comment(text: str) -> bytes:
    return f": {text}\n\n".encode()
