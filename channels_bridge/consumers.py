"""Live progress over a websocket, for the owner's browser."""

import asyncio
import logging
from typing import Any, Final
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.db import Error

from channels_bridge.api.authentication import owner_of, owner_of_session
from channels_bridge.services.job_feed import feed_read, feed_start
from channels_bridge.services.job_paces import Paces
from channels_bridge.tailer import process_tailer, ring_wait
from kirocrew.base.problems import Forbidden

logger = logging.getLogger(__name__)

BAD_REQUEST: Final = 4400
NOT_SIGNED_IN: Final = 4401
NOT_THE_OWNER: Final = 4403
NO_SUCH_JOB: Final = 4404
DATABASE_TROUBLE: Final = 1011
CAUGHT_UP: Final = "caught_up"
"""What is sent once, after the story so far: from now on steps come as they are made."""
RECHECK_SECONDS: Final = 30.0
"""How long a socket lives at most after its session has ended."""


class JobConsumer(AsyncJsonWebsocketConsumer):  # type: ignore[misc]
    """Sends the steps of one job, or of all jobs: the story so far, a word that this was all, then each new step.

    `?after=<event id>` resumes after a step that is known. What the browser sends is ignored.
    """

    async def connect(self) -> None:
        """Accept the owner; refuse everybody else with a close code before anything is sent."""
        self._pump: asyncio.Task[None] | None = None
        user = self.scope.get("user")
        if user is None or not user.is_authenticated or not user.is_active:
            await self.close(code=NOT_SIGNED_IN)
            return
        try:
            self._actor = owner_of(user)
        except Forbidden:
            await self.close(code=NOT_THE_OWNER)
            return
        self._uid = self.scope["url_route"]["kwargs"].get("uid")
        given = parse_qs(self.scope.get("query_string", b"").decode("latin-1")).get("after", [""])[-1]
        if given and not (given.isascii() and given.isdigit() and len(given) < 19):
            await self.close(code=BAD_REQUEST)
            return
        start = await database_sync_to_async(feed_start)(actor=self._actor, uid=self._uid)
        if start is None:
            await self.close(code=NO_SUCH_JOB)
            return
        await self.accept()
        self._pump = asyncio.create_task(self._send_story(int(given) if given else start))

    async def receive(self, *_: Any, **__: Any) -> None:
        """Nothing a browser says changes anything here."""

    async def disconnect(self, code: int) -> None:
        if self._pump is not None:
            self._pump.cancel()
            await asyncio.gather(self._pump, return_exceptions=True)

    async def _send_story(self, after: int) -> None:
        tailer = process_tailer()
        bell = tailer.subscribe()
        self._paces = Paces()
        told = False
        loop = asyncio.get_running_loop()
        recheck_at = loop.time() + RECHECK_SECONDS
        try:
            while True:
                bell.clear()
                after = await self._send_after(after)
                if not told:
                    told = True
                    await self.send_json({"kind": CAUGHT_UP, "id": after})
                await ring_wait(bell, recheck_at - loop.time())
                if loop.time() >= recheck_at:
                    recheck_at = loop.time() + RECHECK_SECONDS
                    if not await database_sync_to_async(self._is_still_owner)():
                        await self.close(code=NOT_SIGNED_IN)
                        return
        except Error:
            logger.warning("A websocket of jobs closes: the database does not answer.", exc_info=True)
            await self.close(code=DATABASE_TROUBLE)
        finally:
            await tailer.unsubscribe(bell)

    async def _send_after(self, after: int) -> int:
        """Send all that is new and return the id of the last step sent."""
        read = database_sync_to_async(feed_read)
        while messages := await read(actor=self._actor, uid=self._uid, after=after, paces=self._paces):
            for message in messages:
                await self.send_json(message)
                after = message["id"]
        return after

    def _is_still_owner(self) -> bool:
        """Whether the session is still there and belongs to an active owner; read anew, not from the handshake."""
        return owner_of_session(getattr(self.scope.get("session"), "session_key", None)) is not None
