"""A bot's side of a stream of events, without a network."""

import asyncio
import json
from typing import Any

from asgiref.testing import ApplicationCommunicator

from kirocrew.asgi import application

PATIENCE = 20.0  # seconds


class Stream:
    """Asks for `/api/jobs/events` and takes its answer apart."""

    def __init__(self, key: str = "", path: str = "/api/jobs/events", **headers: str) -> None:
        sent = [(b"host", b"testserver"), (b"accept", b"text/event-stream")]
        sent += [(b"authorization", f"Bearer {key}".encode())] if key else []
        sent += [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        path, _, query = path.partition("?")
        scope = {"type": "http", "http_version": "1.1", "method": "GET", "path": path, "query_string": query.encode()}
        self._client = ApplicationCommunicator(application, {**scope, "scheme": "http", "headers": sent})
        self._rest = ""
        self.status = 0
        self.headers: dict[str, str] = {}
        self.comments: list[str] = []

    async def open(self) -> int:
        """Ask, and return the status."""
        await self._client.send_input({"type": "http.request"})
        head = await self._client.receive_output(PATIENCE)
        self.status = head["status"]
        self.headers = {name.decode().lower(): value.decode() for name, value in head["headers"]}
        return self.status

    async def piece(self) -> str | None:
        """The next event or comment as it is sent; None at the end."""
        while "\n\n" not in self._rest:
            message = await self._client.receive_output(PATIENCE)
            self._rest += message.get("body", b"").decode()
            if not message.get("more_body"):
                return None
        piece, _, self._rest = self._rest.partition("\n\n")
        return piece

    async def step(self) -> dict[str, Any] | None:
        """The next step, comments aside; None at the end of the stream."""
        while (piece := await self.piece()) is not None:
            fields = dict(line.split(": ", 1) for line in piece.splitlines())
            if "data" in fields:
                step: dict[str, Any] = json.loads(fields["data"])
                assert fields["id"] == str(step["id"])
                return step
            self.comments += [fields[""]] if "" in fields else []
        return None

    async def until(self, kind: str) -> list[dict[str, Any]]:
        """The steps up to the first of this kind."""
        steps: list[dict[str, Any]] = []
        while not steps or steps[-1]["kind"] != kind:
            step = await self.step()
            assert step is not None, f"the stream ended after {steps}"
            steps.append(step)
        return steps

    async def body(self) -> Any:
        """The answer as JSON, of one that is no stream."""
        return json.loads((await self._client.receive_output(PATIENCE))["body"])

    async def is_silent(self, seconds: float) -> bool:
        return await self._client.receive_nothing(seconds)

    async def leave(self) -> None:
        """Hang up, and wait until the server has noticed."""
        await self._client.send_input({"type": "http.disconnect"})
        await asyncio.wait_for(self._client.wait(PATIENCE), PATIENCE)
