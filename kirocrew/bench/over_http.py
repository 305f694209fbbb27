"""Measurements over HTTP: a real server, and clients that write at the same time."""

import http.client
import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kirocrew.bench.texts import Texts
from kirocrew.bench.timing import clock, spread
from memory.models import Record

Say = Callable[[str], None]
WRITES = 640  # shared among the writers
WRITERS = (1, 8, 32)
BATCH = 500
TIMEOUT_SECONDS = 60


@dataclass(slots=True)
class Writer:
    """One client with a connection of its own: what it was told, and how long each answer took."""

    port: int
    key: str
    texts: list[str]
    times: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    acknowledged: list[str] = field(default_factory=list)

    def run(self) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT_SECONDS)
        for text in self.texts:
            with clock() as timer:
                status, answer = post(connection, self.key, "/api/memory/episodic", {"text": text})
            self.times.append(timer.seconds * 1000)
            self.statuses[status] += 1
            if status == 200:
                self.acknowledged.append(str(answer["uid"]))
        connection.close()


def post(
    connection: http.client.HTTPConnection, key: str, path: str, body: dict[str, object]
) -> tuple[int, dict[str, object]]:
    """Send JSON and return status and answer."""
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    connection.request("POST", path, json.dumps(body), headers)
    response = connection.getresponse()
    return response.status, json.loads(response.read() or b"{}")


def concurrent_writers(port: int, key: str, say: Say, *, writers: Sequence[int] = WRITERS, note: str = "") -> None:
    """Let so many clients write at a time, and count what was lost or met a lock."""
    for count in writers:
        seed = int.from_bytes(f"{count}{note}".encode())
        texts = list(Texts(seed=seed).memories(WRITES, start=seed % 1_000_000_000))
        clients = [Writer(port, key, texts[n::count]) for n in range(count)]
        threads = [threading.Thread(target=client.run) for client in clients]
        with clock() as timer:
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        times = [ms for client in clients for ms in client.times]
        statuses = sum((client.statuses for client in clients), Counter())
        uids = [uid for client in clients for uid in client.acknowledged]
        lost = len(uids) - sum(
            Record.objects.filter(uid__in=uids[n : n + 500]).count() for n in range(0, len(uids), 500)
        )
        say(
            f"{f'{count:>2} HTTP writers{note}':<35} {spread(times)}   {WRITES / timer.seconds:,.0f}/s, "
            f"lost {lost}, locked {statuses[503]}, other errors {WRITES - statuses[200] - statuses[503]}"
        )


def batched_writes(port: int, key: str, say: Say) -> None:
    """Write batches of 500 over HTTP."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT_SECONDS)
    texts = Texts(seed=55)
    times = []
    for number in range(4):
        items = [{"kind": "episode", "text": text} for text in texts.memories(BATCH, start=1_000_000 + number * BATCH)]
        with clock() as timer:
            status, answer = post(connection, key, "/api/memory/batch", {"items": items})
        if status != 200:
            raise RuntimeError(f"A batch was answered with {status}: {answer}")
        times.append(timer.seconds)
    say(f"batched episode writes, HTTP        {BATCH * len(times) / sum(times):7,.0f} items/s")


def wait_until_answering(port: int, seconds: float = 60) -> None:
    """Return once the server answers. Raises TimeoutError."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
        try:
            connection.request("GET", "/healthz")
            if connection.getresponse().status == 200:
                return
        except OSError:
            time.sleep(0.2)
        finally:
            connection.close()
    raise TimeoutError(f"The server on port {port} did not answer within {seconds:g} s.")
