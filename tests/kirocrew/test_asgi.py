"""The application the web server calls."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.db import connections

from kirocrew.asgi import application


@pytest.fixture
def warmed(transactional_db: None) -> Iterator[None]:
    """What a process begins in a thread reads the database, and is at its end before the test is."""
    yield
    for thread in threading.enumerate():
        if thread.name == "warm-up":
            thread.join(60)


@pytest.mark.usefixtures("warmed")
async def test_it_takes_part_in_start_and_stop() -> None:
    process = ApplicationCommunicator(application, {"type": "lifespan"})
    for step in ("startup", "shutdown"):
        await process.send_input({"type": f"lifespan.{step}"})
        assert await process.receive_output(5) == {"type": f"lifespan.{step}.complete"}
    await process.wait(5)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("headers", [[(b"origin", b"https://elsewhere.example")], [(b"origin", b"null")], []])
async def test_a_websocket_from_a_foreign_page_is_refused(headers: list[tuple[bytes, bytes]]) -> None:
    scope: dict[str, Any] = {"type": "websocket", "path": "/ws/jobs/", "query_string": b"", "headers": headers}
    socket = ApplicationCommunicator(application, {**scope, "subprotocols": []})
    await socket.send_input({"type": "websocket.connect"})
    assert (await socket.receive_output(5))["type"] == "websocket.close"
    await socket.wait(5)


@pytest.mark.usefixtures("warmed")
async def test_only_while_it_serves_does_a_process_keep_its_connections() -> None:
    process = ApplicationCommunicator(application, {"type": "lifespan"})
    ages = []
    for step in ("startup", "shutdown"):
        await process.send_input({"type": f"lifespan.{step}"})
        await process.receive_output(5)
        ages.append(connections.settings["default"]["CONN_MAX_AGE"])
    assert ages == [None, 0]
