"""What somebody says who may not speak in a channel is nowhere: a real server is asked, and its whole home is searched.

The same search finds what somebody says who may.
"""

import json
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kirocrew.servers import ROOT, Server, environment, wait_until
from tests.prepared import home_copied_to

pytestmark = pytest.mark.worker

STRANGER, CREW_MATE, OWNER = "U-mallory-77", "U-bob-77", "U-alice-77"
STRANGERS_WORDS = ("quagmire-tangerine", "沼地蜜柑箱", "Sumpfmandarine", "늪지귤상자")
CREW_MATES_WORDS = ("marble-persimmon", "大理石柿子", "Marmorkaki", "대리석감")
SETUP = f"""
import django
django.setup()
from channels_bridge.actors import Actor
from channels_bridge.models import Bot
from channels_bridge.services.channel_senders import channel_senders_set
from channels_bridge.services.channels import channel_register
from memory.services.bots import bot_with_stores_create
alice = Actor.owner("alice", "1")
bot, key = bot_with_stores_create(actor=alice, name="botty", permissions=["admin:*", "turns:record"])
for room, direct in (("room", False), ("direct", True)):
    channel, _ = channel_register(actor=alice, surface="slack", key=room, bot=bot, is_direct=direct)
    channel_senders_set(actor=alice, channel=channel, senders=["{CREW_MATE}"], owners=["{OWNER}"])
print(key)
"""


class Asking:
    """A bot that passes on what it hears."""

    def __init__(self, server: Server, key: str) -> None:
        self.server, self.key, self.answers = server, key, ""

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.server.port}{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self.key}", "Content-Type": "application/json", **headers},
        )
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
                text = answer.read().decode()
        except urllib.error.HTTPError as error:
            text = error.read().decode()
        self.answers += text
        return json.loads(text)

    def hear(self, room: str, sender: str, text: str) -> str:
        """Pass a message on as a bot would that fills in all it knows; returns the verdict."""
        body = {"sender": sender, "author": text, "text": f"@botty {text}", "key": text, "is_addressed": True}
        once = {"Idempotency-Key": f"{room}-{sum(map(ord, text))}"}
        said = self.ask("POST", f"/api/channels/{room}/messages", body | {"conversation": f"talk-{room}"}, **once)
        self.ask("POST", f"/api/channels/{room}/messages", {"sender": sender, "text": f"among us: {text}"})
        return str(said["verdict"])


def found_in(home: Path, words: tuple[str, ...], *more: Path) -> set[str]:
    """Files of the home whose bytes hold one of the words, in any case and in either encoding of SQLite."""
    files = [file for file in (*home.rglob("*"), *more) if file.is_file()]
    return {file.name for file in files for word in words if _holds(file.read_bytes(), word)}


def _holds(content: bytes, word: str) -> bool:
    return any(
        form.encode(encoding) in content
        for form in (word, word.lower(), word.upper(), json.dumps(word).strip('"'))
        for encoding in ("utf-8", "utf-16-le", "utf-16-be")
    )


@pytest.fixture(scope="module")
def bot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    home = tmp_path_factory.mktemp("house") / "home"
    home_copied_to(home)
    with Server(home) as server:
        made = subprocess.run(
            [sys.executable, "-c", SETUP],
            cwd=ROOT,
            env={**environment(home, server.port), "DJANGO_SETTINGS_MODULE": "kirocrew.settings"},
            capture_output=True,
            text=True,
            check=True,
        )
        yield Asking(server, made.stdout.strip().splitlines()[-1])


def test_a_strangers_words_are_nowhere_in_the_home_and_a_crew_mates_are(bot: Asking) -> None:
    home, log = bot.server.home, bot.server._log
    for activation in ("always", "mention", "observe", "off"):
        for room in ("room", "direct"):
            bot.ask("PATCH", f"/api/channels/{room}", {"activation": activation})
            for words in STRANGERS_WORDS:
                assert bot.hear(room, STRANGER, words) == "denied"
                assert bot.hear(room, words, words) == "denied", "an id may be made to say something"
    broken = {"sender": STRANGER, "text": STRANGERS_WORDS[0], "said_at": STRANGERS_WORDS[1], "x": STRANGERS_WORDS[2]}
    assert bot.ask("POST", "/api/channels/room/messages", broken)["status"] == 422
    for room in ("room", "direct"):
        bot.ask("PATCH", f"/api/channels/{room}", {"activation": "observe"})
        for words in CREW_MATES_WORDS:
            assert bot.hear(room, CREW_MATE, words) == "buffered"
    for path in ("/api/channels/room/context", "/api/memory/context-preview?q=tangerine", "/api/jobs", "/api/channels"):
        bot.ask("GET", path)

    database = {file.name for file in home.rglob("*.sqlite3*")}
    assert any(name.endswith("-wal") for name in database), "the log of the database is searched while it is there"
    assert wait_until(lambda: bool(found_in(home, CREW_MATES_WORDS[:1]) & database)), "the search finds what is there"
    for words in CREW_MATES_WORDS:
        assert found_in(home, (words,)) & database, words
    assert found_in(home, (STRANGER, *STRANGERS_WORDS), log) == set()
    assert not any(words in bot.answers for words in STRANGERS_WORDS)

    bot.server.stop()
    assert found_in(home, (STRANGER, *STRANGERS_WORDS), log) == set()
    assert found_in(home, CREW_MATES_WORDS) & database, "after the log went into the database, too"


def test_the_search_would_find_each_of_the_words_in_any_file(tmp_path: Path) -> None:
    for number, words in enumerate(STRANGERS_WORDS):
        for encoding in ("utf-8", "utf-16-le"):
            name = f"{number}.{encoding}"
            (tmp_path / name).write_bytes(b"\x00\xff" + f"so {words}!".encode(encoding))
            assert name in found_in(tmp_path, (words,))
