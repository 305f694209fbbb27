"""Django behind an asynchronous server: a request is answered in one thread, from the first middleware to the last.

Django's own handler changes between the event loop and a thread at every middleware and view that is written for the
other; here, where all of them are written for threads, that took longer than the work itself. A thread also keeps its
database connection from one request to the next.

A response that streams from an asynchronous iterator, as live progress does for hours, is begun in a thread like every
other and then sent from the event loop, so that its reader holds no thread.
"""

import asyncio
import os
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from contextvars import copy_context
from functools import partial
from typing import Any, cast

from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.http.response import HttpResponseBase, StreamingHttpResponse
from django.urls import set_script_prefix

HELD_BYTES = 8 * 1024 * 1024
"""A stream that says it is no longer than this, as files of the pages are, is read at once: who reads it slowly then
holds memory and no thread."""
READ_SECONDS = 30.0
"""For which a longer stream waits for its reader to take a piece."""

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class ThreadedHandler(ASGIHandler):
    """An ASGI application for HTTP that answers at most `threads` requests at the same time."""

    def __init__(self, threads: int) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="request")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the request here, so that a slow client occupies no thread; answer it in a thread."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        loop = asyncio.get_running_loop()
        leaving = asyncio.ensure_future(receive())

        async def deliver(message: Message) -> None:
            await send(message)

        def send_at_once(message: Message) -> bool:
            sending = asyncio.run_coroutine_threadsafe(deliver(message), loop)
            try:
                sending.result(READ_SECONDS)
            except TimeoutError:
                sending.cancel()
                return False
            return not leaving.done()

        answer = partial(copy_context().run, self._answer, scope, body, send_at_once)
        try:
            answered = await loop.run_in_executor(self._threads, answer)
            if isinstance(answered, StreamingHttpResponse):
                await _stream(answered, send, leaving)
            else:
                for message in answered:
                    await send(message)
        finally:
            body.close()
            leaving.cancel()

    def _answer(
        self, scope: Scope, body: Any, send_at_once: Callable[[Message], bool]
    ) -> list[Message] | StreamingHttpResponse:
        """Return what is left to send; a long stream is sent piece by piece, as long as somebody reads it."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, refusal = self.create_request(scope, body)
        if request is not None and "CONTENT_LENGTH" not in request.META:
            # Sent in chunks. Without a length, what reads the request believes that there is nothing to read.
            request.META["CONTENT_LENGTH"] = str(body.seek(0, os.SEEK_END))
            body.seek(0)
        response: Any = refusal if request is None else self.get_response(request)
        response._handler_class = self.__class__
        if response.streaming and response.is_async:
            return cast(StreamingHttpResponse, response)
        with closing(response):
            if not response.streaming or int(response.get("Content-Length", HELD_BYTES + 1)) <= HELD_BYTES:
                return [_head(response), {"type": "http.response.body", "body": b"".join(response)}]
            is_read = send_at_once(_head(response))
            for piece in response:
                if not is_read:
                    break
                is_read = send_at_once({"type": "http.response.body", "body": piece, "more_body": True})
            return [{"type": "http.response.body"}]


async def _stream(response: StreamingHttpResponse, send: Send, leaving: asyncio.Future[Any]) -> None:
    """Send a stream from the event loop until it ends, its reader leaves or takes nothing for long, or we do."""

    async def send_all() -> None:
        await send(_head(response))
        async for piece in response:
            await asyncio.wait_for(send({"type": "http.response.body", "body": piece, "more_body": True}), READ_SECONDS)
        await send({"type": "http.response.body"})

    sending: asyncio.Future[Any] = asyncio.ensure_future(send_all())
    try:
        await asyncio.wait([sending, leaving], return_when=asyncio.FIRST_COMPLETED)
    finally:
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
        iterator = getattr(response, "_iterator", None)
        if isinstance(iterator, AsyncGenerator):
            await iterator.aclose()  # now, and not when it is collected: it may hold something
        response.close()


def _head(response: HttpResponseBase) -> Message:
    headers = [(name.encode("ascii"), value.encode("latin-1")) for name, value in response.items()]
    headers += [(b"Set-Cookie", morsel.OutputString().encode("ascii")) for morsel in response.cookies.values()]
    return {"type": "http.response.start", "status": response.status_code, "headers": headers}
