"""Live progress as server-sent events: what a bot may see, from where it was, for as long as it may."""

import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client

from channels_bridge import streams
from channels_bridge.actors import Actor
from channels_bridge.models import Bot, Job, JobEvent
from channels_bridge.services.bots import bot_authenticate, bot_create, bot_revoke
from channels_bridge.services.jobs import job_enqueue, run_job_now
from channels_bridge.tailer import process_tailer
from kirocrew.base.clock import now
from tests.channels_bridge.streaming import Stream

pytestmark = pytest.mark.django_db(transaction=True)
ALICE = Actor.owner("alice", "1")
Follow = Callable[..., Awaitable[Stream]]


def make_key(name: str = "botty", *permissions: str) -> str:
    return bot_create(actor=ALICE, name=name, permissions=permissions or ("jobs:read",))[1]


def job_of(key: str, to: int = 2) -> Job:
    actor = bot_authenticate(key)
    assert actor is not None
    return job_enqueue(actor=actor, name="test.count", args={"to": to})


def finished_job_of(key: str, to: int = 2) -> Job:
    return run_job_now(job_of(key, to))


@pytest.fixture
def key(transactional_db: None) -> str:
    """Botty's key."""
    return make_key()


@pytest.fixture
async def follow() -> AsyncIterator[Follow]:
    """Opens streams and leaves them after the test."""
    opened: list[Stream] = []

    async def open_stream(key: str = "", path: str = "/api/jobs/events", **headers: str) -> Stream:
        stream = Stream(key, path, **headers)
        assert await stream.open() == 200
        opened.append(stream)
        return stream

    yield open_stream
    for stream in opened:
        await stream.leave()


async def refusal(key: str = "", path: str = "/api/jobs/events", **headers: str) -> tuple[int, str]:
    stream = Stream(key, path, **headers)
    status = await stream.open()
    return status, (await stream.body())["type"].removeprefix("urn:kirocrew:problem:")


async def test_a_bot_hears_the_story_so_far_and_then_each_step(key: str, follow: Follow) -> None:
    past = await sync_to_async(finished_job_of)(key)
    stream = await follow(key)
    assert stream.headers["content-type"] == "text/event-stream"
    assert stream.headers["cache-control"] == "no-store"
    story = await stream.until("done")
    assert [step["kind"] for step in story] == ["queued", "started", "progress", "progress", "done"]
    assert {step["job"] for step in story} == {str(past.uid)}
    job = await sync_to_async(job_of)(key)
    assert (await stream.until("queued"))[-1]["job"] == str(job.uid)
    await sync_to_async(run_job_now)(job)
    assert (await stream.until("done"))[-1]["message"] == "第2步"
    assert stream.comments == ["That was the story so far."]


async def test_a_stream_goes_on_after_the_last_step_that_is_known(key: str, follow: Follow) -> None:
    await sync_to_async(finished_job_of)(key)
    story = await (await follow(key)).until("done")
    known = str(story[1]["id"])
    assert await (await follow(key, last_event_id=known)).until("done") == story[2:]
    assert await (await follow(key, f"/api/jobs/events?after={known}")).until("done") == story[2:]
    both = await follow(key, "/api/jobs/events?after=0", last_event_id=str(story[3]["id"]))
    assert await both.until("done") == story[4:]


async def test_a_story_longer_than_one_read_comes_whole(key: str, follow: Follow) -> None:
    def lines() -> list[int]:
        job = job_of(key)
        steps = [JobEvent(job=job, kind="log", state=job.state, message=f"第{number}行") for number in range(450)]
        JobEvent.objects.bulk_create(steps)
        return list(JobEvent.objects.values_list("id", flat=True))

    ids = await sync_to_async(lines)()
    stream = await follow(key)
    steps = [await stream.step() for _ in ids]
    assert [step and step["id"] for step in steps] == ids
    assert stream.comments == []
    assert await stream.piece() == ": That was the story so far."


async def test_an_outsider_hears_nothing_of_others(key: str, follow: Follow) -> None:
    mallory = await sync_to_async(make_key)("mallory")
    await sync_to_async(finished_job_of)(key)
    stream = await follow(mallory)
    job = await sync_to_async(job_of)(key)
    await sync_to_async(run_job_now)(job)
    own = await sync_to_async(job_of)(mallory)
    first = await stream.step()
    assert first is not None
    assert first["job"] == str(own.uid)


async def test_the_owner_follows_all_with_their_session(key: str, follow: Follow) -> None:
    def sign_in() -> str:
        user = get_user_model().objects.create_user("alice", password="a long password", is_staff=True)
        client = Client()
        client.force_login(user)
        return client.cookies[settings.SESSION_COOKIE_NAME].value

    cookie = await sync_to_async(sign_in)()
    job = await sync_to_async(finished_job_of)(key)
    stream = await follow(cookie=f"{settings.SESSION_COOKIE_NAME}={cookie}")
    assert (await stream.until("done"))[-1]["job"] == str(job.uid)
    await sync_to_async(lambda: Client().logout())()
    await sync_to_async(_session_end)(cookie)
    await sync_to_async(job_of)(key)
    assert await stream.step() is None
    assert "You may not read this any more." in stream.comments


def _session_end(key: str) -> None:
    from django.contrib.sessions.models import Session

    Session.objects.filter(session_key=key).delete()


@pytest.mark.parametrize("how", ["revoked", "expired", "without the permission"])
async def test_a_stream_ends_before_it_tells_anything_to_a_key_that_is_no_good_any_more(
    key: str, follow: Follow, how: str
) -> None:
    stream = await follow(key)
    job = await sync_to_async(job_of)(key)
    assert (await stream.until("queued"))[-1]["job"] == str(job.uid)

    def shut() -> None:
        bot = Bot.objects.get()
        if how == "revoked":
            bot_revoke(actor=ALICE, bot=bot, reason="lost")
        elif how == "expired":
            Bot.objects.update(expires_at=now() - timedelta(seconds=1))
        else:
            Bot.objects.update(permissions=["memory:read"])
        run_job_now(job)

    await sync_to_async(shut)()
    assert await stream.step() is None
    assert stream.comments[-1] == "You may not read this any more."


async def test_a_quiet_stream_says_that_it_lives_and_ends_with_its_key(
    key: str, follow: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.1)
    stream = await follow(key)
    pieces = [await stream.piece() for _ in range(4)]
    assert pieces == ["retry: 2000", ": That was the story so far.", ": Still here.", ": Still here."]
    await sync_to_async(lambda: bot_revoke(actor=ALICE, bot=Bot.objects.get(), reason="lost"))()
    assert await stream.step() is None


async def test_one_bot_follows_a_few_streams_and_gets_its_places_back(key: str, follow: Follow) -> None:
    other = await sync_to_async(make_key)("bob")
    opened = [await follow(key) for _ in range(streams.MOST_STREAMS - 1)]
    last = Stream(key)
    assert await last.open() == 200
    for stream in (*opened, last):  # a place is taken when the story begins, not with the head of the answer
        assert [await stream.piece(), await stream.piece()][-1] == ": That was the story so far."
    assert await refusal(key) == (429, "too-many-streams")
    await follow(other)
    await last.leave()
    assert (await follow(key)).status == 200
    assert len(opened) == streams.MOST_STREAMS - 1


async def test_forty_streams_take_no_thread_each(follow: Follow, transactional_db: None) -> None:
    keys = [await sync_to_async(make_key)(f"bot{number}") for number in range(10)]
    before = {thread.ident for thread in threading.enumerate()}  # other tests of this process may have left some
    followed = [await follow(key) for key in keys for _ in range(streams.MOST_STREAMS)]
    for stream in followed:
        assert await stream.piece() == "retry: 2000"
        assert await stream.piece() == ": That was the story so far."
    names = [thread.name for thread in threading.enumerate() if thread.ident not in before]
    assert len([name for name in names if name.startswith("request")]) <= 4
    assert len(names) < 20
    jobs = [await sync_to_async(job_of)(key) for key in keys]
    told = [(await stream.until("queued"))[-1]["job"] for stream in followed]
    assert told == [str(job.uid) for job in jobs for _ in range(streams.MOST_STREAMS)]


async def test_the_watch_stops_with_the_last_stream(key: str) -> None:
    stream = Stream(key)
    await stream.open()
    assert [await stream.piece(), await stream.piece()][-1] == ": That was the story so far."
    assert process_tailer().is_watching
    await stream.leave()
    assert not process_tailer().is_watching


@pytest.mark.parametrize("value", ["x", "-1", "1.5", "9" * 30, "1\n2"])
async def test_a_place_that_cannot_be_is_refused(key: str, value: str) -> None:
    assert await refusal(key, last_event_id=value) == (422, "invalid")


async def test_nobody_follows_without_a_key_or_the_permission(key: str) -> None:
    assert await refusal() == (401, "not-authenticated")
    assert await refusal("kc_nonsense") == (401, "key-not-accepted")
    reader = await sync_to_async(make_key)("reader", "memory:read")
    assert await refusal(reader) == (403, "missing-permission")


async def test_a_problem_can_be_read_by_a_client_that_asks_for_events_alone(key: str) -> None:
    stream = Stream(key, last_event_id="x")
    assert await stream.open() == 422
    assert stream.headers["content-type"] == "application/problem+json"
    body: dict[str, Any] = await stream.body()
    assert body["errors"][0]["field"] == "after"
