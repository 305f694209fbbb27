"""What was acknowledged survives `kill -9` of web and worker in the middle of an import."""

import json
import os
import re
import signal
import threading
import urllib.request
from pathlib import Path

import pytest

from kirocrew.db.backends.sqlite3.drivers import pick_driver
from tests.kirocrew.servers import Server, kirocrew, wait_until
from tests.prepared import home_copied_to

pytestmark = pytest.mark.worker

TURNS = 3000
WORDS = ("release", "发布", "リリース", "배포", "Veröffentlichung", "phát hành", "🚀")


def write_turns(file: Path) -> None:
    lines = [
        {
            "conversation": "crew",
            "session": str(number // 50),
            "date": "2025-03-01",
            "speaker": ("bob", "小明")[number % 2],
            "text": f"Turn {number}: ticket {number * 7919} about the {WORDS[number % len(WORDS)]} was closed.",
        }
        for number in range(TURNS)
    ]
    file.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")


class Writer(threading.Thread):
    """A bot that writes one episode after the other and keeps the ids it was promised."""

    def __init__(self, server: Server, key: str) -> None:
        super().__init__(daemon=True)
        self.promised: list[str] = []
        self.stop = threading.Event()
        self._address = f"http://127.0.0.1:{server.port}/api/memory/episodic"
        self._headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}

    def run(self) -> None:
        number = 0
        while not self.stop.is_set():
            number += 1
            body = json.dumps({"text": f"Note {number}: room {number * 104729} is {WORDS[number % len(WORDS)]}."})
            request = urllib.request.Request(self._address, body.encode(), self._headers)  # noqa: S310  (our own)
            try:
                with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
                    self.promised.append(json.load(answer)["uid"])
            except OSError:
                self.stop.wait(0.2)  # the server is down for a moment; nothing was promised


def rows(home: Path, query: str) -> list[tuple[object, ...]]:
    database = pick_driver().connect(str(home / "kirocrew.sqlite3"))
    try:
        found: list[tuple[object, ...]] = database.execute(query).fetchall()
        return found
    finally:
        database.close()


def kill(server: Server, name: str) -> None:
    started = server.pids(name)
    os.kill(started[-1], signal.SIGKILL)
    assert wait_until(lambda: len(server.pids(name)) > len(started)), server.output


def test_nothing_acknowledged_is_lost_and_the_import_goes_on(tmp_path: Path) -> None:
    home = tmp_path / "home"
    write_turns(tmp_path / "turns.jsonl")
    home_copied_to(home)
    with Server(home) as server:
        made = kirocrew("bot", "add", "botty", home=home)
        found = re.search(r"kc_\S+", made.stdout)
        assert found is not None, made.stderr
        writer = Writer(server, found[0])
        writer.start()
        begun = kirocrew("import", str(tmp_path / "turns.jsonl"), "--apply", "--no-wait", home=home)
        assert begun.returncode == 0, begun.stdout + begun.stderr

        assert wait_until(lambda: imported(home) > TURNS // 10), server.output
        kill(server, "worker")
        kill(server, "web")
        assert imported(home) < TURNS, "the import was over before anything was killed"
        before = len(writer.promised)

        assert wait_until(lambda: imported(home) == TURNS, seconds=300), server.output
        assert wait_until(lambda: len(writer.promised) > before)
        writer.stop.set()
        writer.join()

        kept = {str(uid).replace("-", "") for (uid,) in rows(home, "SELECT uid FROM memory_record")}
        assert {uid.replace("-", "") for uid in writer.promised} - kept == set()
        assert wait_until(
            lambda: rows(home, "SELECT state FROM channels_bridge_job WHERE name = 'memory.import'") == [("done",)]
        )
        assert server.stop() == 0


def imported(home: Path) -> int:
    """Turns of the import that are in the database, each counted once."""
    query = "SELECT count(DISTINCT position) FROM memory_episode WHERE conversation = 'crew'"
    return int(str(rows(home, query)[0][0]))
