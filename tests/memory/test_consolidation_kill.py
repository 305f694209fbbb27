"""`kirocrew consolidate` and a worker that are killed: what was said is read once, whole, and nothing is lost."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kirocrew.db.backends.sqlite3.drivers import pick_driver
from tests.kirocrew.servers import PATIENCE_S, ROOT, environment, wait_until
from tests.prepared import home_copied_to

pytestmark = pytest.mark.worker

ANSWER = {
    "history_entry": "Ana moved to Lisbon.",
    "semantic": [{"key": "user.city", "value": "Lisbon", "confidence": 0.9, "turn": 0, "quote": "moved to Lisbon"}],
    "episodic": [{"text": "Ana moved to Lisbon.", "importance": 0.6, "turn": 0, "quote": "moved to Lisbon"}],
    "lessons": [],
}
TALK = """
import django; django.setup()
from channels_bridge.actors import Actor
from channels_bridge.models import Role
from memory.services.conversations import TurnDraft, conversation_open, turns_record
alice = Actor.owner("alice", "1")
conversation = conversation_open(actor=alice, key="chat-1")
said = [(Role.OWNER, "I moved to Lisbon. My name is Ana."), (Role.ASSISTANT, "Nice!")]
turns_record(actor=alice, conversation=conversation, drafts=[TurnDraft(role=who, text=text) for who, text in said])
"""


class Home:
    """A prepared home with a conversation and a slow model, and a look into its database from outside."""

    def __init__(self, folder: Path, script: Path) -> None:
        self.folder = folder
        self.more = {"KIROCREW_LANGUAGE_MODEL": "scripted", "KIROCREW_LANGUAGE_SCRIPT": str(script)}
        home_copied_to(folder)
        subprocess.run([sys.executable, "-c", TALK], cwd=ROOT, env=self.environment, check=True, capture_output=True)

    @property
    def environment(self) -> dict[str, str]:
        return {**environment(self.folder, 1, **self.more), "DJANGO_SETTINGS_MODULE": "kirocrew.settings"}

    def value(self, query: str) -> object:
        database = pick_driver().connect(str(self.folder / "kirocrew.sqlite3"), timeout=30)
        try:
            row = database.execute(query).fetchone()
            return row[0] if row else None
        finally:
            database.close()

    @property
    def state(self) -> object:
        return self.value("SELECT state FROM memory_consolidationpass")

    def start(self) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "-m", "kirocrew", "consolidate", "--path", "history", "--now"],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )


def script(folder: Path, seconds: float) -> Path:
    file = folder / "script.json"
    file.write_text(json.dumps({"answers": [{"answer": ANSWER, "seconds": seconds}]}))
    return file


def test_killed_while_the_model_thinks_it_is_read_once_by_the_next(tmp_path: Path) -> None:
    home = Home(tmp_path / "home", script(tmp_path, 60))
    running = home.start()
    assert wait_until(lambda: home.value("SELECT count(*) FROM memory_languagecall") == 1)
    assert home.state == "running"
    os.killpg(running.pid, signal.SIGKILL)
    running.communicate()
    assert home.value("SELECT count(*) FROM memory_record") == 0
    script(tmp_path, 0)
    last = home.start()
    told, errors = last.communicate(timeout=PATIENCE_S)
    assert last.returncode == 0, errors
    assert "2 turns read" in told
    assert home.value("SELECT count(*) FROM memory_consolidationpass") == 1
    assert (home.state, home.value("SELECT attempts FROM memory_consolidationpass")) == ("done", 1)
    assert home.value("SELECT count(*) FROM memory_record WHERE status = 'active'") == 4
    assert home.value("SELECT count(*) FROM memory_revision") == 4
    assert home.value("SELECT count(*) FROM memory_historyentry") == 1
    assert home.value("SELECT history_to FROM memory_conversationstore") == 2
