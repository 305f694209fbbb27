"""How a request gets from the event loop into a thread, and its answer back."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator

from channels_bridge.actors import Actor
from channels_bridge.services.bots import bot_create
from kirocrew.handler import ThreadedHandler
from memory.models import BotStore, Store
from memory.services.drafts import EpisodeDraft
from memory.services.episodes import episodes_write

SECONDS = 20


@pytest.fixture(scope="module")
def handler() -> ThreadedHandler:
    return ThreadedHandler(2)


def call(handler: ThreadedHandler, path: str, *, key: str = "", method: str = "GET") -> ApplicationCommunicator:
    headers = [(b"host", b"testserver"), *([(b"authorization", f"Bearer {key}".encode())] if key else [])]
    scope = {"type": "http", "http_version": "1.1", "method": method, "path": path, "query_string": b""}
    return ApplicationCommunicator(handler, {**scope, "scheme": "http", "headers": headers})


async def messages(client: ApplicationCommunicator) -> AsyncIterator[dict[str, Any]]:
    while True:
        message = await client.receive_output(SECONDS)
        yield message
        if message["type"] == "http.response.body" and not message.get("more_body"):
            return


@pytest.fixture
def key(alice: Actor, main_store: Store) -> str:
    bot, secret = bot_create(actor=alice, name="reader", permissions=["memory:read", "memory:write"])
    BotStore.objects.create(bot=bot, store=main_store, is_default=True)
    drafts = [EpisodeDraft(text=f"On day {n} the crew of ship {n * 7} wrote into log {n * 13}.") for n in range(700)]
    episodes_write(actor=alice, store=main_store, drafts=drafts)
    return secret


@pytest.mark.django_db(transaction=True)
async def test_an_answer_has_its_status_its_headers_and_its_cookies(handler: ThreadedHandler) -> None:
    client = call(handler, "/admin/login/")
    await client.send_input({"type": "http.request"})
    head, body = [message async for message in messages(client)]
    await client.wait(SECONDS)
    names = {name.lower() for name, _ in head["headers"]}
    assert head["status"] == 200
    assert {b"content-type", b"set-cookie", b"content-security-policy"} <= names
    assert b"<form" in body["body"]


@pytest.mark.django_db(transaction=True)
async def test_a_body_that_comes_in_pieces_is_one(handler: ThreadedHandler, key: str) -> None:
    client = call(handler, "/api/memory/episodic", key=key, method="POST")
    client.scope["headers"].append((b"content-type", b"application/json"))
    await client.send_input({"type": "http.request", "body": b'{"text": "The lighthouse was ', "more_body": True})
    await client.send_input({"type": "http.request", "body": '在雾中修好了。"}'.encode()})
    head, body = [message async for message in messages(client)]
    assert (head["status"], json.loads(body["body"]).get("status")) == (200, "written"), body["body"]


@pytest.mark.django_db(transaction=True)
async def test_a_client_that_leaves_while_it_sends_gets_no_answer(handler: ThreadedHandler) -> None:
    client = call(handler, "/healthz", method="POST")
    await client.send_input({"type": "http.request", "body": b"{", "more_body": True})
    await client.send_input({"type": "http.disconnect"})
    await client.wait(SECONDS)
    assert await client.receive_nothing()


@pytest.mark.django_db(transaction=True)
async def test_an_export_comes_piece_by_piece(handler: ThreadedHandler, key: str) -> None:
    client = call(handler, "/api/memory/export", key=key)
    await client.send_input({"type": "http.request"})
    head, *pieces = [message async for message in messages(client)]
    assert head["status"] == 200
    assert len(pieces) > 3
    assert len(json.loads(b"".join(piece.get("body", b"") for piece in pieces))["records"]) == 700


@pytest.mark.django_db(transaction=True)
async def test_an_export_ends_when_nobody_reads_it(handler: ThreadedHandler, key: str) -> None:
    client = call(handler, "/api/memory/export", key=key)
    await client.send_input({"type": "http.request"})
    await client.send_input({"type": "http.disconnect"})
    head, *pieces = [message async for message in messages(client)]
    assert head["status"] == 200
    with pytest.raises(json.JSONDecodeError):
        json.loads(b"".join(piece.get("body", b"") for piece in pieces))


@pytest.mark.django_db(transaction=True)
async def test_an_address_that_leads_nowhere_is_answered(handler: ThreadedHandler) -> None:
    client = call(handler, "/nowhere")
    await client.send_input({"type": "http.request"})
    head, _ = [message async for message in messages(client)]
    assert head["status"] == 404


@pytest.mark.django_db(transaction=True)
async def test_a_file_of_the_pages_is_read_at_once_so_that_a_slow_reader_holds_no_thread(
    handler: ThreadedHandler,
) -> None:
    client = call(handler, "/static/kirocrew/frame.css")
    await client.send_input({"type": "http.request"})
    head, body = [message async for message in messages(client)]
    assert head["status"] == 200
    assert b"kc-button" in body["body"]
    assert not body.get("more_body")
