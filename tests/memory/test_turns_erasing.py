"""The owner takes every word of a conversation away; who spoke, when and where is kept, and so is what was learned."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from channels_bridge.actors import Actor
from channels_bridge.models import Conversation, JobState, Role, Turn
from channels_bridge.services.jobs import run_job_now
from kirocrew.backup.making import backup_make
from kirocrew.base.problems import Forbidden, Invalid
from memory.models import Event, EvidenceLink, Record, Store
from memory.services.conversations import TurnDraft, conversation_open, turns_record
from memory.services.drafts import FactDraft, Source
from memory.services.erasing.files import database_files
from memory.services.facts import facts_write
from memory.services.recorded_turns import TurnRef
from memory.services.turns_erasing import turns_erase
from tests.memory.test_api import asker

SAID = ("我的密码在抽屉里。", "Größer als gedacht", "비밀은 서랍에 있어요", "引き出しの中です", "Ở trong ngăn kéo 🗄️")


@pytest.fixture
def talk(botty: Actor, main_store: Store) -> Conversation:
    row = conversation_open(actor=botty, key="chat-1", store=main_store)
    drafts = [TurnDraft(role=Role.USER, text=text, author="Bob", tool_calls=[{"name": text}]) for text in SAID]
    turns_record(actor=botty, conversation=row, drafts=drafts)
    return row


@pytest.fixture
def backup(talk: Conversation) -> Iterator[Path]:
    """A backup that has the conversation."""
    file = backup_make().path
    yield file
    file.unlink(missing_ok=True)


def test_every_word_goes_and_the_places_stay(alice: Actor, botty: Actor, talk: Conversation) -> None:
    erased = turns_erase(actor=alice, conversation=talk, confirm="chat-1", reason="She asked for it")
    assert erased.turns == len(SAID)
    kept = list(Turn.objects.values_list("text", "tool_calls", "author"))
    assert kept == [("", [], "Bob")] * len(SAID)
    assert Event.objects.get(code="turns_erased").detail == "5 turns. She asked for it"
    turns_record(actor=botty, conversation=talk, drafts=[TurnDraft(role=Role.USER, text="And on we go")])
    assert Turn.objects.get(position=len(SAID)).text == "And on we go"


def test_another_conversation_keeps_its_words(alice: Actor, botty: Actor, talk: Conversation) -> None:
    other = conversation_open(actor=botty, key="chat-2")
    turns_record(actor=botty, conversation=other, drafts=[TurnDraft(role=Role.USER, text=SAID[0])])
    turns_erase(actor=alice, conversation=talk, confirm=str(talk.uid))
    assert other.turns.get().text == SAID[0]


def test_what_was_learned_stays_and_is_named(alice: Actor, botty: Actor, main_store: Store, talk: Conversation) -> None:
    source = Source(turn=TurnRef("chat-1", 1))
    facts_write(actor=botty, store=main_store, drafts=[FactDraft(key="user.size", value="L", derived_from=(source,))])
    erased = turns_erase(actor=alice, conversation=talk, confirm="chat-1")
    record = Record.objects.get()
    assert erased.resting == (record.uid,)
    assert record.status == "active"
    assert EvidenceLink.objects.get().gone == EvidenceLink.Gone.ERASED


@pytest.mark.parametrize("confirm", ["", "chat", "CHAT-1", "chat-2"])
def test_the_key_has_to_be_typed(alice: Actor, talk: Conversation, confirm: str) -> None:
    with pytest.raises(Invalid):
        turns_erase(actor=alice, conversation=talk, confirm=confirm)
    assert Turn.objects.filter(erased_at=None).count() == len(SAID)


def test_no_bot_erases_not_even_its_own(botty: Actor, main_store: Store, talk: Conversation) -> None:
    with pytest.raises(Forbidden):
        turns_erase(actor=botty, conversation=talk, confirm="chat-1")
    chief = asker("chief", main_store, "admin:*")
    chief("post", "/api/conversations", {"key": "mine"})
    answer = chief("post", "/api/conversations/mine/erase", {"confirm": "mine"})
    assert (answer.status_code, answer.json()["type"]) == (403, "urn:kirocrew:problem:owner-only")
    assert chief("post", "/api/conversations/chat-1/erase", {"confirm": "chat-1"}).status_code == 404


@pytest.mark.django_db(transaction=True)
def test_backups_and_the_bytes_of_the_database_lose_the_words(alice: Actor, talk: Conversation, backup: Path) -> None:
    job = turns_erase(actor=alice, conversation=talk, confirm="chat-1").job
    assert run_job_now(job).state == JobState.DONE
    kept = sqlite3.connect(backup)
    assert kept.execute("SELECT DISTINCT text, tool_calls FROM channels_bridge_turn").fetchall() == [("", "[]")]
    kept.close()
    data = backup.read_bytes() + b"".join(file.read_bytes() for file in database_files())
    assert [text for text in SAID if text.encode() in data] == []
    assert backup.is_relative_to(settings.KIROCREW_HOME)


def test_the_page_asks_for_the_key_and_says_what_was_done(django_user_model: type, talk: Conversation) -> None:
    client = Client()
    client.force_login(django_user_model.objects.create_superuser("alice"))  # type: ignore[attr-defined]
    page = f"/admin/conversations/{talk.uid}/"
    assert "Nothing was erased" in client.post(f"{page}erase/", {"confirm": "no"}, follow=True).content.decode()
    assert "5 turns were emptied" in client.post(f"{page}erase/", {"confirm": "chat-1"}, follow=True).content.decode()
