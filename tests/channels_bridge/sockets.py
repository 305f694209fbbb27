"""A browser's side of a websocket, without a network."""

import json
from typing import Any
from urllib.parse import unquote, urlsplit

from asgiref.testing import ApplicationCommunicator

from channels_bridge.consumers import CAUGHT_UP


class Socket(ApplicationCommunicator):
    """Speaks the websocket part of ASGI with an application."""

    def __init__(self, application: Any, path: str, headers: list[tuple[bytes, bytes]]) -> None:
        parts = urlsplit(path)
        super().__init__(
            application,
            {
                "type": "websocket",
                "path": unquote(parts.path),
                "query_string": parts.query.encode(),
                "headers": headers,
                "subprotocols": [],
            },
        )

    async def connect(self) -> tuple[bool, int]:
        """Shake hands; returns whether it was accepted, and the close code: 1000 if none is given."""
        await self.send_input({"type": "websocket.connect"})
        answer = await self.receive_output(timeout=5)
        return answer["type"] == "websocket.accept", answer.get("code", 1000)

    async def say(self, *, text: str | None = None, data: bytes | None = None) -> None:
        message = {"text": text} if text is not None else {"bytes": data}
        await self.send_input({"type": "websocket.receive", **message})

    async def hear(self) -> dict[str, Any]:
        """The next step, within five seconds; that the story so far is over is left out."""
        while (heard := await self.hear_any())["kind"] == CAUGHT_UP:
            pass
        return heard

    async def hear_any(self) -> dict[str, Any]:
        """The next message, within five seconds."""
        message = await self.receive_output(timeout=5)
        assert message["type"] == "websocket.send", message
        heard: dict[str, Any] = json.loads(message["text"])
        return heard

    async def disconnect(self) -> None:
        await self.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.wait(timeout=5)
