"""Real processes: workers that are killed, two web processes, browsers at both."""

import json
import threading
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException, HTTPResponse
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from channels_bridge.consumers import CAUGHT_UP
from tests.channels_bridge.servers import Servers, wait_for
from tests.prepared import database_copied_to

pytestmark = pytest.mark.worker

ENQUEUE = """
from channels_bridge.actors import Actor
from channels_bridge.services.jobs import job_deliver, job_enqueue
job = job_enqueue(actor=Actor.owner("alice", "1"), name="test.count", args={args})
for _ in range({deliveries} - 1):
    job_deliver(job)
print(job.uid.hex)
"""
SIGN_IN = """
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client
client = Client()
client.force_login(get_user_model().objects.create_superuser("alice", password="a long password"))
print(settings.SESSION_COOKIE_NAME + "=" + client.cookies[settings.SESSION_COOKIE_NAME].value)
"""
NEW_KEY = """
from channels_bridge.actors import Actor
from channels_bridge.services.bots import bot_create
print(bot_create(actor=Actor.owner("alice", "1"), name="botty", permissions=["jobs:read"])[1])
"""
REAP = "from channels_bridge.tasks import reap_jobs; reap_jobs(); print('reaped')"
STATE = "SELECT state FROM channels_bridge_job WHERE uid = ?"
COUNTED = "SELECT coalesce(json_extract(checkpoint, '$.counted'), 0) FROM channels_bridge_job WHERE uid = ?"
STEPS = "SELECT count(*) FROM channels_bridge_heartbeat WHERE name LIKE 'counted %'"
KINDS = """
SELECT e.kind, count(*) FROM channels_bridge_jobevent e JOIN channels_bridge_job j ON j.id = e.job_id
WHERE j.uid = ? GROUP BY e.kind
"""


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Servers]:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    database_copied_to(home / "kirocrew.sqlite3")
    running = Servers(home)
    yield running
    running.stop_all()


def enqueue(servers: Servers, *, to: int, pause: float, deliveries: int = 1) -> str:
    return servers.run(ENQUEUE.format(args={"to": to, "pause": pause}, deliveries=deliveries))


def test_a_killed_worker_loses_nothing_and_repeats_nothing(servers: Servers) -> None:
    uid = enqueue(servers, to=60, pause=0.05, deliveries=3)
    worker = servers.start_worker()
    wait_for(lambda: servers.value(COUNTED, uid) >= 10, "the first ten steps")
    servers.kill(worker)
    counted = servers.value(COUNTED, uid)
    assert servers.value(STATE, uid) == "running"
    assert counted == servers.value(STEPS)

    servers.run(REAP)
    assert servers.value(STATE, uid) == "queued"
    servers.start_worker()
    wait_for(lambda: servers.value(STATE, uid) == "done", "the end of the job")
    # Each step writes a row under a name of its own, so a repeated step would have failed the job.
    assert servers.value(STEPS) == 60
    kinds = dict(servers.rows(KINDS, uid))
    assert (kinds["started"], kinds["retrying"], kinds["done"]) == (2, 1, 1)


def test_two_browsers_at_two_web_processes_see_the_whole_story_also_past_a_killed_worker(servers: Servers) -> None:
    cookie = servers.run(SIGN_IN)
    hosts = [servers.start_web(), servers.start_web()]
    stories: list[list[dict[str, Any]]] = [[], [], []]

    def watch(story: list[dict[str, Any]], host: str, path: str) -> None:
        with connect(f"ws://{host}{path}", origin=f"http://{host}", additional_headers={"Cookie": cookie}) as socket:
            while not story or story[-1]["kind"] != "done":
                message = json.loads(socket.recv(timeout=60))
                story += [message] if message["kind"] != CAUGHT_UP else []

    watchers = [
        threading.Thread(target=watch, args=(story, host, "/ws/jobs/"), daemon=True)
        for story, host in zip(stories, hosts, strict=False)
    ]
    for watcher in watchers:
        watcher.start()
    uid = enqueue(servers, to=60, pause=0.05)
    worker = servers.start_worker()
    wait_for(lambda: all(len(story) > 4 for story in stories[:2]), "progress in both browsers")
    servers.kill(worker)
    servers.run(REAP)
    servers.start_worker()
    for watcher in watchers:
        watcher.join(timeout=60)

    first, second, late = stories
    watch(late, hosts[1], f"/ws/jobs/{UUID(uid)}/")
    assert first == second == late
    assert [step["id"] for step in late] == sorted({step["id"] for step in late})
    done = [step["done"] for step in late if step["kind"] == "progress"]
    assert done == sorted(done)
    assert done[-1] == 60
    assert [step["kind"] for step in late if step["kind"] != "progress"] == [
        "queued",
        "started",
        "retrying",
        "started",
        "done",
    ]

    for headers, origin in (({}, f"http://{hosts[0]}"), ({"Cookie": cookie}, "http://evil.example")):
        with (
            pytest.raises(InvalidStatus) as refused,
            connect(f"ws://{hosts[0]}/ws/jobs/", origin=origin, additional_headers=headers),
        ):
            pass
        assert refused.value.response.status_code == 403


@pytest.mark.parametrize(
    ("how", "written_when_killed", "status", "replayed"),
    [("killed before the commit", 0, 201, None), ("killed after the commit", 1, 201, "true")],
)
def test_a_write_whose_server_was_killed_is_sent_again_and_done_once(
    servers: Servers, how: str, written_when_killed: int, status: int, replayed: str | None
) -> None:
    key = servers.run(NEW_KEY)
    flag = servers.home / "kill"
    flag.touch()
    with pytest.raises((ConnectionError, HTTPException)):
        post(servers.start_web(), key, how)
    assert servers.value("SELECT count(*) FROM channels_bridge_job") == written_when_killed
    flag.unlink()
    answer = post(servers.start_web(), key, how)
    assert (answer.status, answer.headers["Idempotent-Replay"]) == (status, replayed)
    assert servers.value("SELECT count(*) FROM channels_bridge_job") == 1


def post(host: str, key: str, how: str) -> HTTPResponse:
    connection = HTTPConnection(host, timeout=30)
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json", "Idempotency-Key": "k1"}
    connection.request("POST", "/test/write", json.dumps({"text": "once", "how": how}), headers)
    return connection.getresponse()
