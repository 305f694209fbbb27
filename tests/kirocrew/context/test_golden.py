"""Whole contexts as files, one for each way of asking: tests/kirocrew/golden/*.txt."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from channels_bridge.actors import Actor, ActorKind
from channels_bridge.models import Bot
from hooks.services.rules_transfer import rules_import
from kirocrew.agents.agents import agent_create
from kirocrew.agents.files import file_write
from kirocrew.base.clock import now
from memory.models import Store
from memory.services.documents import document_write
from memory.services.history import history_append
from tests.acceptance.asking import episode, fact, lesson
from tests.kirocrew.context.test_context_api import ask, keyed
from tests.kirocrew.golden import golden
from tests.memory.consolidating import talk
from tests.skills.making import make_skill

AT = datetime(2024, 3, 1, 9, tzinfo=UTC)
QUESTION = "Where does Rufus sleep?"
EVERYTHING: dict[str, Any] = {
    "conversation": "chat-1", "agent": "greta", "user": "ana", "model": "gpt-5", "language": "Deutsch",
    "project_dir": "/srv/garten", "query": QUESTION, "stops": ["the watering at noon"],
    "steering": [{"name": "style.md", "text": "# Style\nSpaces, no tabs."}],
}  # fmt: skip


@pytest.fixture
def bot(alice: Actor, main_store: Store) -> Client:
    """A key, and a memory with something of everything, at fixed times."""
    fact(alice, main_store, "Porto", key="user.city", observed_at=AT)
    fact(alice, main_store, "Rufus", key="user.dog", observed_at=AT)
    episode(alice, main_store, "Rufus sleeps under the stairs since the storm in May.", observed_at=AT)
    lesson(alice, main_store, "Always name the dog Rufus.", negative="Call it Rex.", observed_at=AT)
    document_write(actor=alice, store=main_store, kind="preferences", text="- Short answers\n- 请用中文回答")
    document_write(actor=alice, store=main_store, kind="projects", text="Garden: build the shed.")
    history_append(actor=alice, store=main_store, entry="Bought a kennel.", at=now())
    make_skill("tidy-csv", description="Tidies CSV files.", triggers="tidy the csv", body="Read the header.")
    agent = agent_create(actor=alice, slug="greta", name="Greta")
    file_write(actor=alice, agent=agent, name="USER.md", text="- **Name:** Ana\n- **Likes:** Gärten", person="ana")
    client = keyed("gardener", main_store, "memory:read", "memory:write", "skills:read", "agents:read")
    return client


def told(bot: Client, what: str, **body: Any) -> str:
    answer = ask(bot, what, **body)
    assert answer.status_code == 200, answer.content
    return str(answer.json()["text"])


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("session", {}),
        ("session_resumed", {"resumed": True}),
        ("session_compressed", {"compressed": "They spoke about the shed.\nIt is to be green."}),
        ("session_minimal", {"minimal": True}),
        ("session_subagent", {"groups": ["project"]}),
        ("session_plain", {"agent": "", "user": "", "stops": [], "steering": [], "query": ""}),
    ],
)
def test_a_session(bot: Client, name: str, more: dict[str, Any]) -> None:
    gardener = Actor(ActorKind.BOT, "gardener", str(Bot.objects.get().pk), frozenset({"memory:write", "memory:read"}))
    talk(gardener, "Good morning!", "Good morning. What about the shed?", at=AT)
    golden(name, told(bot, "session", **{**EVERYTHING, **more}))


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("message", {}),
        ("message_first", {"is_first": True}),
        ("message_compacted", {"is_compacted": True}),
        ("message_minimal", {"minimal": True}),
        ("message_subagent", {"groups": ["memory"]}),
        ("message_called", {"message": "/tidy-csv the file of March"}),
    ],
)
def test_a_message(bot: Client, alice: Actor, name: str, more: dict[str, Any]) -> None:
    rules_import(actor=alice, data={"context_rules": [{"triggers": ["csv"], "context": "CSV files use semicolons."}]})
    whole: dict[str, Any] = {
        "agent": "greta", "model": "gpt-5", "message": "Please tidy the CSV of March.", "user": "ana",
        "around": "Bob: what about March?\nAna: I'll ask.", "project_dir": "/srv/garten", "reply_style": "short",
        "folder": {"path": "/srv/garten", "text": "march.csv\napril.csv"}, "action": "the button Tidy",
        "is_interactive": True,
    }  # fmt: skip
    golden(name, told(bot, "message", **{**whole, **more}))
