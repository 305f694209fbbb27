"""Three clients and three workers write at the same time: nobody meets a lock, and nothing is lost."""

import json
import re
import threading
import urllib.request
from pathlib import Path

import pytest

from tests.kirocrew.servers import Server, kirocrew, wait_until
from tests.kirocrew.test_crash import rows
from tests.prepared import home_copied_to

pytestmark = pytest.mark.worker

CLIENTS = 3
JOBS_EACH = 100
GRANTED = ("--permission", "memory:write", "--permission", "import:write")


class Client(threading.Thread):
    """Asks for small imports, which the workers do, and writes an episode of its own after each."""

    def __init__(self, server: Server, key: str, number: int) -> None:
        super().__init__(daemon=True)
        self.number = number
        self.statuses: list[int] = []
        self._base = f"http://127.0.0.1:{server.port}/api/memory"
        self._headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}

    def run(self) -> None:
        for turn in range(JOBS_EACH):
            line = {
                "conversation": f"crew {self.number}",
                "session": "1",
                "date": "2026-03-01",
                "speaker": "bob",
                "text": f"Ticket {turn * 7919 + self.number}: the lighthouse 灯塔 was seen.",
            }
            content = json.dumps(line, ensure_ascii=False)
            self._post("import", {"dry_run": False, "name": "turns.jsonl", "content": content})
            self._post("episodic", {"text": f"Client {self.number} closed room {turn * 104729 + 1} at noon."})

    def _post(self, path: str, body: dict[str, object]) -> None:
        request = urllib.request.Request(f"{self._base}/{path}", json.dumps(body).encode(), self._headers)  # noqa: S310
        with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310  (our own server)
            self.statuses.append(answer.status)


def test_nobody_meets_a_lock_and_nothing_is_lost(tmp_path: Path) -> None:
    home, jobs = tmp_path / "home", CLIENTS * JOBS_EACH
    home_copied_to(home)
    with Server(home, KIROCREW_WORKERS="3") as server:
        made = kirocrew("bot", "add", "botty", *GRANTED, home=home)
        key = re.search(r"kc_\S+", made.stdout)
        assert key is not None, made.stderr
        clients = [Client(server, key[0], number) for number in range(CLIENTS)]
        for client in clients:
            client.start()
        for client in clients:
            client.join()
        assert [sorted(set(client.statuses)) for client in clients] == [[200, 202]] * CLIENTS, server.output

        imports = "SELECT state, count(*) FROM channels_bridge_job WHERE name = 'memory.import' GROUP BY state"
        assert wait_until(lambda: rows(home, imports) == [("done", jobs)], seconds=300), rows(home, imports)
        said = "SELECT count(*), count(DISTINCT conversation || text) FROM memory_episode"
        assert rows(home, f"{said} WHERE conversation != ''") == [(jobs, jobs)]
        assert rows(home, f"{said} WHERE conversation = ''") == [(jobs, jobs)]
        assert "locked" not in server.output
        assert server.stop() == 0
