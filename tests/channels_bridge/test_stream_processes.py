"""Server-sent events of real web processes: one is killed, another is stopped, and nothing is missed or told twice."""

import json
import signal
import subprocess
import threading
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import pytest

from tests.channels_bridge.servers import Servers, wait_for
from tests.prepared import database_copied_to

pytestmark = pytest.mark.worker

NEW_KEY = """
from channels_bridge.actors import Actor
from channels_bridge.services.bots import bot_create
print(bot_create(actor=Actor.owner("alice", "1"), name="{name}", permissions=["jobs:read"])[1])
"""
ENQUEUE = """
from channels_bridge.services.bots import bot_authenticate
from channels_bridge.services.jobs import job_enqueue
job = job_enqueue(actor=bot_authenticate("{key}"), name="test.count", args={{"to": {to}, "pause": 0.05}})
print(job.uid.hex)
"""
REVOKE = """
from channels_bridge.actors import Actor
from channels_bridge.models import Bot
from channels_bridge.services.bots import bot_revoke
bot_revoke(actor=Actor.owner("alice", "1"), bot=Bot.objects.get(name="botty"), reason="lost")
print("revoked")
"""
IDS = """
SELECT e.id FROM channels_bridge_jobevent e JOIN channels_bridge_job j ON j.id = e.job_id WHERE j.uid = ? ORDER BY e.id
"""


class Follower:
    """A bot that follows, and after a lost stream comes back with the last id it has heard."""

    def __init__(self, key: str) -> None:
        self._key = key
        self.steps: list[dict[str, Any]] = []
        self.ended = threading.Event()
        self._thread: threading.Thread | None = None

    def follow(self, host: str) -> None:
        self.ended.clear()
        self._thread = threading.Thread(target=self._read, args=(host,), daemon=True)
        self._thread.start()

    def kinds(self) -> list[str]:
        return [step["kind"] for step in self.steps]

    def _read(self, host: str) -> None:
        connection = HTTPConnection(host, timeout=60)
        headers = {"Authorization": f"Bearer {self._key}", "Accept": "text/event-stream"}
        if self.steps:
            headers["Last-Event-ID"] = str(self.steps[-1]["id"])
        try:
            connection.request("GET", "/api/jobs/events", headers=headers)
            answer = connection.getresponse()
            assert answer.status == 200
            while line := answer.readline():
                if line.startswith(b"data: "):
                    self.steps.append(json.loads(line[6:]))
        except (OSError, HTTPException):
            pass  # the server was killed
        finally:
            connection.close()
            self.ended.set()


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Servers]:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    database_copied_to(home / "kirocrew.sqlite3")
    running = Servers(home)
    yield running
    running.stop_all()


def web_process(servers: Servers) -> subprocess.Popen[bytes]:
    return servers._running[-1]


def test_a_bot_misses_nothing_and_hears_nothing_twice_past_a_killed_web_process(servers: Servers) -> None:
    key, outsider_key = (servers.run(NEW_KEY.format(name=name)) for name in ("botty", "mallory"))
    first = servers.start_web()
    killed = web_process(servers)
    second = servers.start_web()
    botty, elsewhere, mallory = Follower(key), Follower(key), Follower(outsider_key)
    botty.follow(first)
    elsewhere.follow(second)
    mallory.follow(second)
    uid = servers.run(ENQUEUE.format(key=key, to=60))
    servers.start_worker()
    wait_for(lambda: botty.kinds().count("progress") >= 2, "progress at the bot")
    servers.kill(killed)
    wait_for(botty.ended.is_set, "the end of the stream")
    heard = len(botty.steps)
    botty.follow(second)
    wait_for(lambda: "done" in botty.kinds() and "done" in elsewhere.kinds(), "the end of the job")

    assert [step["id"] for step in botty.steps] == [number for (number,) in servers.rows(IDS, uid)]
    assert 0 < heard < len(botty.steps)
    assert botty.steps == elsewhere.steps
    rates = [step["rate"] for step in botty.steps if step["rate"] is not None]
    assert rates
    assert all(rate > 0 for rate in rates)
    assert mallory.steps == []

    servers.run(REVOKE)
    wait_for(botty.ended.is_set, "the end of a revoked key's stream")
    assert not mallory.ended.is_set()


def test_a_server_that_is_asked_to_stop_does_not_wait_for_its_streams(servers: Servers) -> None:
    key = servers.run(NEW_KEY.format(name="botty"))
    host = servers.start_web()
    botty = Follower(key)
    botty.follow(host)
    servers.run(ENQUEUE.format(key=key, to=1))
    wait_for(lambda: botty.kinds() == ["queued"], "the first step")
    web_process(servers).send_signal(signal.SIGTERM)  # uvicorn alone would wait for the stream for ever
    wait_for(lambda: web_process(servers).poll() is not None, "the end of the web process")
    assert botty.ended.wait(5)
