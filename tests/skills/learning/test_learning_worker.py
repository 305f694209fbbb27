"""A real server and worker: work with tools, over HTTP, becomes a skill that waits, is approved and offered; once."""

import json
import re
import time
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from memory.inference.chat import ChatRequest
from tests.kirocrew.servers import Server, kirocrew, wait_until
from tests.kirocrew.test_crash import kill, rows
from tests.prepared import home_copied_to
from tests.skills.learning.working import new_skill

pytestmark = pytest.mark.worker
THINKS_S: Final = 6.0
"""Long enough that a kill falls into it."""
KEY: Final = "work-1"


def answer(request: ChatRequest) -> str:
    """The scripted model of this test: a skill after some thought, nothing of memory."""
    if request.purpose == "skill":
        time.sleep(THINKS_S)
        return json.dumps(new_skill())
    if request.purpose == "skill_judge":
        return json.dumps({"answer": "NONE"})
    return json.dumps({"semantic": [], "episodic": [], "lessons": [], "history_entry": ""})


class Bot:
    """A bot over HTTP."""

    def __init__(self, server: Server, key: str) -> None:
        self._base, self._headers = f"http://127.0.0.1:{server.port}", {"Authorization": f"Bearer {key}"}

    def __call__(self, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {**self._headers, "Content-Type": "application/json"}
        with urllib.request.urlopen(  # noqa: S310  (our own server)
            urllib.request.Request(self._base + path, data, headers),  # noqa: S310
            timeout=60,
        ) as told:
            return json.loads(told.read())


class Owner:
    """The owner's browser, signed in by the one-time link."""

    def __init__(self, server: Server) -> None:
        self._base, self._jar = f"http://127.0.0.1:{server.port}", CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._jar))
        self._opener.open(server.link, timeout=60).read()
        token = parse_qs(urlsplit(server.link).query)["token"][0]
        form = {"token": token, "later": "1", "csrfmiddlewaretoken": self._csrf}
        self._opener.open(f"{self._base}/sign-in/", urlencode(form).encode(), timeout=60).read()

    def __call__(self, path: str, body: Any = None, *, method: str = "POST") -> tuple[int, Any]:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "X-CSRFToken": self._csrf, "Referer": self._base}
        request = urllib.request.Request(self._base + path, data, headers, method=method if data else "GET")  # noqa: S310
        try:
            with self._opener.open(request, timeout=60) as told:
                return told.status, json.loads(told.read())
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read())

    @property
    def _csrf(self) -> str:
        return next((cookie.value or "" for cookie in self._jar if cookie.name == "csrftoken"), "")


def turns() -> list[dict[str, Any]]:
    said: list[dict[str, Any]] = [{"role": "user", "text": "Please tidy the sales csv."}]
    for number in range(3):
        call = {"name": "shell", "arguments": {"command": f"head -{number} sales.csv"}}
        said.append({"role": "assistant", "text": "I look.", "tool_calls": [call]})
        said.append({"role": "assistant", "origin": "tool", "text": f"{number} rows of sales.csv"})
    return [*said, {"role": "assistant", "text": "It loads now."}]


def test_work_becomes_a_skill_that_waits_once_though_the_worker_is_killed_and_is_offered_when_approved(
    tmp_path: Path,
) -> None:
    home = tmp_path / "home"
    home_copied_to(home)
    permissions = ("memory:read", "memory:write", "skills:read")
    wanted = [word for permission in permissions for word in ("--permission", permission)]
    made = kirocrew("bot", "add", "botty", *wanted, home=home)
    key = re.search(r"kc_\S+", made.stdout)
    assert key is not None, made.stderr
    script = f"{__name__}:answer"
    with Server(home, KIROCREW_LANGUAGE_MODEL="scripted", KIROCREW_LANGUAGE_SCRIPT=script) as server:
        bot, owner = Bot(server, key[0]), Owner(server)
        assert owner("/api/memory/settings", {"skills_learn": True}, method="PUT")[0] == 200
        bot("/api/conversations", {"key": KEY})
        for turn in turns():
            bot(f"/api/conversations/{KEY}/turns", turn)
        bot(f"/api/conversations/{KEY}/end", {})
        asked = "SELECT count(*) FROM memory_languagecall WHERE purpose = 'skill'"
        assert wait_until(lambda: rows(home, asked) == [(1,)]), server.output
        kill(server, "worker")
        assert rows(home, "SELECT count(*) FROM skills_skillcandidate") == [(0,)]
        waiting = "SELECT slug, state FROM skills_skillcandidate"
        assert wait_until(lambda: rows(home, waiting) == [("tidy-csv", "waiting")], seconds=240), server.output
        status, listed = owner("/api/skills/-/pending")
        assert (status, listed["total"], listed["candidates"][0]["slug"]) == (200, 1, "tidy-csv")
        assert "tidy-csv" not in offered(bot)
        kill(server, "worker")
        status, approved = owner("/api/skills/-/pending/tidy-csv/approve", {})
        assert (status, approved["skill"]) == (200, "auto/tidy-csv"), approved
        assert "tidy-csv" in offered(bot)
        bot(f"/api/conversations/{KEY}/end", {})
        assert wait_until(
            lambda: rows(home, "SELECT count(*) FROM channels_bridge_job WHERE state = 'queued'") == [(0,)]
        )
        assert rows(home, "SELECT slug, state FROM skills_skillcandidate") == [("tidy-csv", "approved")]
        assert rows(home, "SELECT count(*) FROM skills_skill WHERE key LIKE 'auto/%'") == [(1,)]
        assert rows(home, asked) == [(2,)]
        assert rows(home, "SELECT judged_to, outcome FROM skills_learningmark") == [(8, "staged")]
        assert "Traceback" not in server.output


def offered(bot: Bot) -> list[str]:
    return [entry["slug"] for entry in bot("/api/skills?usable=true")["entries"]]
