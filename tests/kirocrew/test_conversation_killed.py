"""A whole conversation sent turn by turn to a real server that is killed three times: none lost, none twice."""

import json
import re
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest

from memory.inference.chat import ChatRequest
from memory.measuring.consolidation import explicit_answer
from tests.kirocrew.servers import Server, kirocrew, wait_until
from tests.kirocrew.test_crash import kill, rows
from tests.prepared import home_copied_to

pytestmark = pytest.mark.worker

SAID: Final = (
    "My name is Clara.",
    "From now on answer in short sentences.",
    "Remember that the spare key lies under the blue pot.",
    "Mein Editor ist Helix.",
    "Merk dir, dass Jonas am Montag operiert wird.",
    "Je préfère le thé au café.",
    "Recuerda que mi hermana vive en Sevilla.",
    "我的名字是小雨。",
    "请记住我对花生过敏。",
    "覚えておいて、会議は毎週木曜日です。",
    "저는 아침에 커피를 좋아해요.",
    "Hãy nhớ rằng tôi ăn chay.",
    "We use PostgreSQL, not MySQL.",
    "The deadline is 14 May 2026.",
    "The deadline was moved to 20 May 2026.",
)
SITTINGS: Final = 3
KEY: Final = "whole-talk"
KILLED: Final = {7: "worker", 15: "web", 22: "worker"}
"""After which turn which process dies."""
THINKS_S: Final = 0.4


def answer(request: ChatRequest) -> str:
    """The scripted model of this test: what people plainly say, after some thought, so that a kill may fall into it."""
    time.sleep(THINKS_S)
    return explicit_answer(request)


def turns() -> Iterator[dict[str, str]]:
    """What was said in three sittings on three days, with its dates; the assistant answers each time."""
    began = datetime(2026, 3, 2, 9, tzinfo=UTC)
    for number, text in enumerate(SAID):
        at = began + timedelta(days=number * SITTINGS // len(SAID), minutes=2 * number)
        yield {"role": "user", "key": f"u{number}", "text": text, "said_at": at.isoformat()}
        later = (at + timedelta(minutes=1)).isoformat()
        yield {"role": "assistant", "key": f"a{number}", "text": f"Noted, number {number}.", "said_at": later}


def test_killed_three_times_the_memory_is_that_of_the_undisturbed_run(tmp_path: Path) -> None:
    calm = memory_after(tmp_path / "calm", {})
    killed = memory_after(tmp_path / "killed", KILLED)
    assert killed == calm
    assert [text for _, text in calm["turns"]] == [turn["text"] for turn in turns()]
    assert len(calm["records"]) >= len(SAID) - 2  # one takes the place of another, or says the same
    assert len(calm["history"]) == SITTINGS
    assert all(number for _, number in calm["evidence"]), "each record names the turn it was taken from"


def memory_after(home: Path, killed: Mapping[int, str]) -> dict[str, Any]:
    """Send the conversation to a server of its own, and return what it left."""
    home_copied_to(home)
    key = re.search(r"kc_\S+", kirocrew("bot", "add", "botty", home=home).stdout)
    assert key is not None
    script = f"{__name__}:answer"
    with Server(home, KIROCREW_LANGUAGE_MODEL="scripted", KIROCREW_LANGUAGE_SCRIPT=script) as server:
        ask = Asking(server, key[0])
        ask("", {"key": KEY})
        for number, turn in enumerate(turns()):
            ask(f"/{KEY}/turns", turn)
            if number in killed:
                ask(f"/{KEY}/consolidate", {"path": "facts"})
                kill(server, killed[number])
        ask(f"/{KEY}/end", {})
        total = 2 * len(SAID)
        assert wait_until(lambda: _all_read(ask, home, total)), server.output
        assert "Traceback" not in server.output
        assert server.stop() == 0
    return _memory(home)


class Asking:
    """A bot that sends a request again until the server has answered it."""

    def __init__(self, server: Server, key: str) -> None:
        self._base = f"http://127.0.0.1:{server.port}/api/conversations"
        self._headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}

    def __call__(self, path: str, body: Mapping[str, object]) -> None:
        assert wait_until(lambda: self._sent(path, body)), path

    def _sent(self, path: str, body: Mapping[str, object]) -> bool:
        request = urllib.request.Request(self._base + path, json.dumps(body).encode(), self._headers)  # noqa: S310
        try:
            with urllib.request.urlopen(request, timeout=30) as told:  # noqa: S310  (our own server)
                told.read()
        except urllib.error.HTTPError as error:
            assert error.code >= 500, error.read().decode()
            return False
        except OSError:
            return False  # the web process is down for a moment
        return True


def _all_read(ask: Asking, home: Path, total: int) -> bool:
    if rows(home, "SELECT facts_to, history_to FROM memory_conversationstore") == [(total, total)]:
        return True
    ask(f"/{KEY}/consolidate", {})  # a reading that somebody talked into is asked for again only ten minutes later
    time.sleep(1)
    return False


def _memory(home: Path) -> dict[str, Any]:
    """What memory holds, without what differs from run to run: ids, times of recording, and how spans were cut."""
    return {
        "turns": rows(home, "SELECT position, text FROM channels_bridge_turn ORDER BY position"),
        "records": rows(
            home,
            "SELECT r.kind, r.key, r.status, r.observed_at, f.value, l.rule, e.text FROM memory_record r "
            "LEFT JOIN memory_fact f ON f.record_id = r.id LEFT JOIN memory_lesson l ON l.record_id = r.id "
            "LEFT JOIN memory_episode e ON e.record_id = r.id ORDER BY 1, 4, 2, 5, 6, 7",
        ),
        "evidence": rows(
            home,
            "SELECT r.kind || r.key || coalesce(e.text, ''), count(DISTINCT l.turn) FROM memory_record r "
            "LEFT JOIN memory_evidencelink l ON l.record_id = r.id LEFT JOIN memory_episode e ON e.record_id = r.id "
            "GROUP BY r.id ORDER BY 1",
        ),
        "history": rows(home, "SELECT day, text FROM memory_historyentry ORDER BY day, at"),
    }
