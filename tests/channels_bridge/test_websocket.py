"""Live progress in the browser: for the owner alone, from the beginning, each step once and in order."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client

from channels_bridge import consumers
from channels_bridge.actors import Actor
from channels_bridge.models import Job, JobEvent
from channels_bridge.services.bots import bot_create
from channels_bridge.services.job_runs import JobRun, job_claim
from channels_bridge.services.jobs import job_enqueue, run_job_now
from channels_bridge.tailer import process_tailer
from kirocrew.asgi import application
from tests.channels_bridge.sockets import Socket

pytestmark = pytest.mark.django_db(transaction=True)
ALICE = Actor.owner("alice", "1")
Connect = Callable[..., Awaitable[Socket]]


def cookie_of(client: Client) -> bytes:
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}".encode()


def signed_in(name: str, *, is_staff: bool) -> Client:
    user = get_user_model().objects.create_user(name, password="a long password", is_staff=is_staff)
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def owner_browser(transactional_db: None) -> Client:
    return signed_in("alice", is_staff=True)


def new_job(**args: Any) -> Job:
    return job_enqueue(actor=ALICE, name="test.count", args=args)


def socket(path: str, client: Client | None, origin: str = "http://testserver", **headers: str) -> Socket:
    sent = [(b"origin", origin.encode()), (b"host", b"testserver")]
    sent += [(name.encode(), value.encode()) for name, value in headers.items()]
    if client is not None:
        sent.append((b"cookie", cookie_of(client)))
    return Socket(application, path, sent)


@pytest.fixture
async def connect() -> AsyncIterator[Connect]:
    """Opens sockets and closes them after the test."""
    opened: list[Socket] = []

    async def open_socket(path: str, client: Client) -> Socket:
        communicator = socket(path, client)
        connected, _ = await communicator.connect()
        assert connected
        opened.append(communicator)
        return communicator

    yield open_socket
    for communicator in opened:
        await communicator.disconnect()


async def refusal(path: str, client: Client | None, **kwargs: str) -> int:
    communicator = socket(path, client, **kwargs)
    connected, code = await communicator.connect()
    assert not connected
    return int(code)


async def read_until(communicator: Socket, kind: str) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = []
    while not messages or messages[-1]["kind"] != kind:
        messages.append(await communicator.hear())
    return messages


async def test_a_late_joiner_sees_the_whole_story(owner_browser: Client, connect: Connect) -> None:
    job = await sync_to_async(new_job)(to=3)
    await sync_to_async(run_job_now)(job)
    story = await read_until(await connect(f"/ws/jobs/{job.uid}/", owner_browser), "done")
    ids = await sync_to_async(lambda: list(JobEvent.objects.values_list("id", flat=True)))()
    assert [message["id"] for message in story] == ids
    assert story[0]["kind"] == "queued"
    assert story[-1] == {
        "job": str(job.uid),
        "id": ids[-1],
        "kind": "done",
        "at": story[-1]["at"],
        "data": {"result": {"counted": 3}},
        "state": "done",
        "done": 3,
        "total": 3,
        "message": "第3步",
        "title": "Count",
        "rate": None,
        "seconds_left": None,
        "pace": "",
    }


async def test_where_the_story_ends_and_news_begin_is_said_once(owner_browser: Client, connect: Connect) -> None:
    job = await sync_to_async(new_job)(to=2)
    communicator = await connect("/ws/jobs/", owner_browser)
    assert (await communicator.hear_any())["kind"] == "queued"
    said = await communicator.hear_any()
    assert said["kind"] == consumers.CAUGHT_UP
    await sync_to_async(run_job_now)(job)
    news = [await communicator.hear_any()]
    while news[-1]["kind"] != "done":
        news.append(await communicator.hear_any())
    assert news[0]["id"] > said["id"]
    assert consumers.CAUGHT_UP not in {message["kind"] for message in news}


async def test_new_steps_reach_every_open_socket(owner_browser: Client, connect: Connect) -> None:
    sockets = [await connect("/ws/jobs/", owner_browser) for _ in range(3)]
    job = await sync_to_async(new_job)(to=2)
    await sync_to_async(run_job_now)(job)
    stories = [await read_until(each, "done") for each in sockets]
    assert stories[0] == stories[1] == stories[2]
    assert {message["job"] for message in stories[0]} == {str(job.uid)}


async def test_a_returning_browser_goes_on_where_it_was(owner_browser: Client, connect: Connect) -> None:
    job = await sync_to_async(new_job)(to=3)
    await sync_to_async(run_job_now)(job)
    story = await read_until(await connect(f"/ws/jobs/{job.uid}/", owner_browser), "done")
    rest = await read_until(await connect(f"/ws/jobs/{job.uid}/?after={story[1]['id']}", owner_browser), "done")
    assert rest == story[2:]


async def test_a_socket_of_one_job_hears_of_no_other(owner_browser: Client, connect: Connect) -> None:
    job, other = await sync_to_async(new_job)(to=1), await sync_to_async(new_job)(to=1)
    communicator = await connect(f"/ws/jobs/{job.uid}/", owner_browser)
    await sync_to_async(run_job_now)(other)
    await sync_to_async(run_job_now)(job)
    assert {message["job"] for message in await read_until(communicator, "done")} == {str(job.uid)}


async def test_a_story_longer_than_one_read_arrives_whole_and_in_order(owner_browser: Client, connect: Connect) -> None:
    def long_story() -> JobRun:
        run = job_claim(str(new_job().uid))
        assert run is not None
        for number in range(450):
            run.event("log", {"line": number})
        return run

    run = await sync_to_async(long_story)()
    communicator = await connect("/ws/jobs/", owner_browser)
    await sync_to_async(run.event)("end")
    lines = [message["data"]["line"] for message in await read_until(communicator, "end") if message["kind"] == "log"]
    assert lines == list(range(450))


async def test_what_a_browser_says_changes_nothing(owner_browser: Client, connect: Connect) -> None:
    communicator = await connect("/ws/jobs/", owner_browser)
    await communicator.say(text="not json {")
    await communicator.say(data=b"\xff")
    job = await sync_to_async(new_job)(to=1)
    assert (await communicator.hear())["job"] == str(job.uid)


async def test_nobody_is_refused() -> None:
    assert await refusal("/ws/jobs/", None) == consumers.NOT_SIGNED_IN


async def test_a_user_who_is_not_the_owner_is_refused() -> None:
    bob = await sync_to_async(signed_in)("bob", is_staff=False)
    assert await refusal("/ws/jobs/", bob) == consumers.NOT_THE_OWNER


async def test_a_bots_key_opens_no_socket() -> None:
    _, key = await sync_to_async(bot_create)(actor=ALICE, name="botty", permissions=["admin:*"])
    assert await refusal("/ws/jobs/", None, authorization=f"Bearer {key}") == consumers.NOT_SIGNED_IN


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://testserver.evil.example"])
async def test_a_page_of_another_site_is_refused_although_the_cookie_comes_along(
    owner_browser: Client, origin: str
) -> None:
    assert await refusal("/ws/jobs/", owner_browser, origin=origin) >= 1000


async def test_a_job_that_is_not_there_is_refused(owner_browser: Client) -> None:
    assert await refusal(f"/ws/jobs/{uuid4()}/", owner_browser) == consumers.NO_SUCH_JOB


@pytest.mark.parametrize("after", ["x", "-1", "1.5", "9" * 30, "١"])
async def test_a_place_that_cannot_be_is_refused(owner_browser: Client, after: str) -> None:
    assert await refusal(f"/ws/jobs/?after={after}", owner_browser) == consumers.BAD_REQUEST


async def test_a_socket_ends_with_its_session(
    owner_browser: Client, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumers, "RECHECK_SECONDS", 0.2)
    communicator = await connect("/ws/jobs/", owner_browser)
    assert (await communicator.hear_any())["kind"] == consumers.CAUGHT_UP
    assert await communicator.receive_nothing(timeout=0.5)
    await sync_to_async(owner_browser.logout)()
    assert await communicator.receive_output(timeout=5) == {
        "type": "websocket.close",
        "code": consumers.NOT_SIGNED_IN,
    }


async def test_the_watch_stops_with_the_last_socket(owner_browser: Client) -> None:
    first, second = socket("/ws/jobs/", owner_browser), socket("/ws/jobs/", owner_browser)
    await first.connect()
    await second.connect()
    await first.receive_nothing(timeout=0.05)
    tailer = process_tailer()
    await first.disconnect()
    assert tailer.is_watching
    await second.disconnect()
    assert not tailer.is_watching
