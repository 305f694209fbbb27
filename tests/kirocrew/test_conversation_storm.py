"""Fifty conversations grow at once, from eight bots with two senders each: no lock, no turn lost, order kept."""

import json
import re
import threading
import urllib.request
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.kirocrew.servers import Server, kirocrew
from tests.kirocrew.test_crash import rows
from tests.prepared import home_copied_to

pytestmark = pytest.mark.worker

BOTS = 8
CONVERSATIONS = 50
SENDERS = ("left", "right")
ROUNDS = 2
IN_A_BATCH = 3
TEXTS = ("灯塔今晚亮了", "灯台が見えた", "등대가 보였다", "Der Leuchtturm ist größer", "Hải đăng đã sáng", "🗼 gesehen")


class Sender(threading.Thread):
    """Sends to all conversations of its bot in turn, a batch and a single turn each; every third request twice."""

    def __init__(self, server: Server, key: str, name: str, conversations: list[str]) -> None:
        super().__init__(daemon=True)
        self._name, self._conversations = name, conversations
        self._base = f"http://127.0.0.1:{server.port}/api/conversations"
        self._headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
        self.sent: dict[str, list[str]] = defaultdict(list)
        self.failed: list[str] = []

    def run(self) -> None:
        for key in self._conversations:
            self._post("", {"key": key})
        for number in range(ROUNDS):
            for place, key in enumerate(self._conversations):
                turns = [self._turn(key) for _ in range(IN_A_BATCH)]
                for _ in range(2 if (number + place) % 3 == 0 else 1):
                    self._post(f"/{key}/turns", {"turns": turns})
                self._post(f"/{key}/turns", self._turn(key))

    def _turn(self, key: str) -> dict[str, str]:
        number = len(self.sent[key])
        text = f"{self._name} {number}: {TEXTS[number % len(TEXTS)]}"
        self.sent[key].append(text)
        return {"role": "user", "key": f"{self._name}-{number}", "text": text}

    def _post(self, path: str, body: Mapping[str, object]) -> None:
        request = urllib.request.Request(f"{self._base}{path}", json.dumps(body).encode(), self._headers)  # noqa: S310
        try:
            with urllib.request.urlopen(request, timeout=90) as answer:  # noqa: S310  (our own server)
                answer.read()
        except OSError as error:
            self.failed.append(repr(error))


ADD_BOTS = """
from channels_bridge.actors import Actor
from memory.services.bots import bot_with_stores_create
for number in range({bots}):
    granted = {{"permissions": ["memory:read", "memory:write"]}}
    print(bot_with_stores_create(actor=Actor.owner("alice", "1"), name=f"bot-{{number}}", **granted)[1])
"""


def keys_of_bots(home: Path) -> list[str]:
    made = kirocrew("shell", "--no-imports", "-c", ADD_BOTS.format(bots=BOTS), home=home)
    keys = re.findall(r"kc_\S+", made.stdout)
    assert len(keys) == BOTS, made.stderr
    return keys


def test_no_turn_is_lost_and_each_sender_is_kept_in_its_order(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home_copied_to(home)
    with Server(home, KIROCREW_WORKERS="2") as server:
        senders = []
        for bot, key in enumerate(keys_of_bots(home)):
            own = [f"chat-{number}" for number in range(bot, CONVERSATIONS, BOTS)]
            senders += [Sender(server, key, name, own) for name in SENDERS]
        for sender in senders:
            sender.start()
        for sender in senders:
            sender.join()
        assert [sender.failed for sender in senders] == [[]] * len(senders), server.output
        assert "locked" not in server.output
        _check(home, senders)
        assert server.stop() == 0


def _check(home: Path, senders: list[Sender]) -> None:
    said = rows(
        home,
        "SELECT c.key, t.position, t.text FROM channels_bridge_turn t "
        "JOIN channels_bridge_conversation c ON c.id = t.conversation_id ORDER BY c.key, t.position",
    )
    kept: dict[str, list[str]] = defaultdict(list)
    for key, position, text in said:
        assert position == len(kept[str(key)]), "positions have no gap"
        kept[str(key)].append(str(text))
    assert len(kept) == CONVERSATIONS
    for sender in senders:
        for key, texts in sender.sent.items():
            own = {f"{name} " for name in SENDERS if texts[0].startswith(name)}
            assert [text for text in kept[key] if text.startswith(tuple(own))] == texts, key
    each = len(SENDERS) * ROUNDS * (IN_A_BATCH + 1)
    assert len(said) == CONVERSATIONS * each
    assert rows(home, "SELECT DISTINCT next_position FROM channels_bridge_conversation") == [(each,)]
