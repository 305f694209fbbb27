"""An erased record takes the words of the turns with it from which it came; who spoke, when and where is kept."""

import sqlite3
from collections.abc import Iterator
from uuid import UUID

import pytest

from channels_bridge.actors import Actor
from channels_bridge.models import Conversation, Role, Turn
from kirocrew.backup.making import backup_make
from memory.models import Event, EvidenceKind, EvidenceLink, Record, Store
from memory.services.conversations import TurnDraft, TurnStatus, conversation_open, turns_record
from memory.services.drafts import EpisodeDraft, FactDraft, Source
from memory.services.episodes import episodes_write
from memory.services.erasing.certificate import Certificate
from memory.services.erasing.files import database_files
from memory.services.erasing.tombstones import tombstones_file
from memory.services.erasure import erase_preview, record_erase
from memory.services.facts import facts_write
from memory.services.recorded_turns import TurnRef
from tests.memory.erasing import finished
from tests.memory.test_erasure import cells_with

SAID = "Please remember that my doctor is Ana Pires in Coimbra"
LANGUAGES = (
    "请记住我的医生是科英布拉的安娜·皮雷斯",
    "私の主治医はコインブラのアナ・ピレスです",
    "제 주치의는 코임브라의 아나 피르스입니다",
    "Meine Ärztin ist Ana Pires in Coimbra, grüß sie",
    "Bác sĩ của tôi là Ana Pires ở Coimbra",
    "👩🏽‍⚕️ Ana Pires 🏥 Coimbra 🇵🇹",
)


@pytest.fixture(autouse=True)
def _no_list() -> Iterator[None]:
    yield
    tombstones_file().unlink(missing_ok=True)


@pytest.fixture
def talk(botty: Actor, main_store: Store) -> Conversation:
    return conversation_open(actor=botty, key="chat-1", store=main_store)


def say(actor: Actor, talk: Conversation, *texts: str) -> None:
    drafts = [TurnDraft(role=Role.USER, text=text, key=f"m{n}", author="Bob") for n, text in enumerate(texts)]
    turns_record(actor=actor, conversation=talk, drafts=drafts)


def learn(
    actor: Actor,
    store: Store,
    value: str,
    *positions: int,
    key: str = "user.doctor",
    kind: EvidenceKind = EvidenceKind.EXTRACTED,
    conversation: str = "chat-1",
) -> UUID:
    sources = tuple(Source(kind=kind, turn=TurnRef(conversation, position)) for position in positions)
    outcome = facts_write(actor=actor, store=store, drafts=[FactDraft(key=key, value=value, derived_from=sources)])[0]
    assert outcome.uid, outcome
    return outcome.uid


def erase(alice: Actor, uid: UUID) -> Certificate:
    record = Record.objects.get(uid=uid)
    return record_erase(actor=alice, uid=uid, confirm=record.key or str(uid))


def texts() -> list[str]:
    return list(Turn.objects.order_by("position").values_list("text", flat=True))


@pytest.mark.parametrize("said", (SAID, *LANGUAGES))
def test_the_turn_a_record_came_from_loses_its_words_and_keeps_its_place(
    alice: Actor, botty: Actor, main_store: Store, talk: Conversation, said: str
) -> None:
    say(botty, talk, "Good morning to you", said, "That was all")
    certificate = erase(alice, learn(botty, main_store, "Pires", 1))  # too short to be looked for
    assert texts() == ["Good morning to you", "", "That was all"]
    turn = Turn.objects.get(position=1)
    assert turn.erased_at is not None
    assert (turn.author, turn.role, turn.key) == ("Bob", Role.USER, "m1")
    assert cells_with(said) == []
    line = next(line for line in certificate.lines if line.place == "conversations")
    assert (line.state, "1 turn was emptied" in line.note) == ("clear", True)


def test_a_turn_that_says_the_same_as_a_whole_is_emptied_and_one_that_mentions_it_loses_the_words(
    alice: Actor, botty: Actor, main_store: Store, talk: Conversation
) -> None:
    say(botty, talk, SAID, f"Earlier I said: {SAID}. Did you?", "Nothing of it here")
    outcome = episodes_write(actor=botty, store=main_store, drafts=[EpisodeDraft(text=SAID)])[0]
    assert outcome.uid
    erase(alice, outcome.uid)
    assert texts() == ["", "Earlier I said: [erased]. Did you?", "Nothing of it here"]
    assert list(Turn.objects.filter(erased_at__isnull=False).values_list("position", flat=True)) == [0]


def test_what_only_sums_turns_up_leaves_them(alice: Actor, botty: Actor, main_store: Store, talk: Conversation) -> None:
    say(botty, talk, "Good morning to you", SAID)
    erase(alice, learn(botty, main_store, "a talk about doctors", 0, 1, kind=EvidenceKind.SUMMARISED))
    assert texts() == ["Good morning to you", SAID]


def test_another_record_of_the_turn_stays_and_is_marked(
    alice: Actor, botty: Actor, main_store: Store, talk: Conversation
) -> None:
    say(botty, talk, SAID)
    first = learn(botty, main_store, "Ana Pires", 0)
    second = learn(botty, main_store, "Coimbra", 0, key="user.town")
    certificate = erase(alice, first)
    link = EvidenceLink.objects.get(record__uid=second)
    assert link.gone == EvidenceLink.Gone.ERASED
    assert Record.objects.get(uid=second).fact.value == "Coimbra"
    assert certificate.marked == (second,)
    assert Event.objects.filter(code="evidence_lost", record_uid=second).exists()


def test_somebody_else_who_said_the_same_keeps_their_words(
    alice: Actor, botty: Actor, main_store: Store, talk: Conversation
) -> None:
    say(botty, talk, SAID)
    other = conversation_open(actor=alice, key="chat-2", store=main_store)
    turns_record(actor=alice, conversation=other, drafts=[TurnDraft(role=Role.USER, text=SAID)])
    erase(alice, learn(botty, main_store, "Pires", 0))
    assert (talk.turns.get().text, other.turns.get().text) == ("", SAID)


def test_a_turn_of_the_same_place_in_another_bots_conversation_is_not_touched(
    alice: Actor, botty: Actor, main_store: Store, talk: Conversation
) -> None:
    say(botty, talk, SAID)
    uid = learn(botty, main_store, "Pires", 0)
    other = conversation_open(actor=alice, key="chat-1", store=main_store)
    turns_record(actor=alice, conversation=other, drafts=[TurnDraft(role=Role.USER, text="My dentist is Rui")])
    third = learn(botty, main_store, "Rui", 0, key="user.dentist", conversation=str(other.uid))
    erase(alice, uid)
    assert other.turns.get().text == "My dentist is Rui"
    erase(alice, third)
    assert other.turns.get().text == ""


def test_an_erased_turn_sent_again_stays_erased(
    alice: Actor, botty: Actor, main_store: Store, talk: Conversation
) -> None:
    say(botty, talk, SAID)
    erase(alice, learn(botty, main_store, "Pires", 0))
    (outcome,) = turns_record(
        actor=botty, conversation=talk, drafts=[TurnDraft(role=Role.USER, text=SAID, key="m0", author="Bob")]
    )
    assert outcome.status is TurnStatus.UNCHANGED
    assert texts() == [""]


def test_the_preview_names_the_turns_and_changes_none(
    alice: Actor, botty: Actor, main_store: Store, talk: Conversation
) -> None:
    say(botty, talk, SAID)
    plan = erase_preview(actor=alice, uid=learn(botty, main_store, "Pires", 0))
    assert [turn.position for turn in plan.turns] == [0]
    assert texts() == [SAID]


@pytest.mark.django_db(transaction=True)
def test_a_backup_loses_the_words_of_the_same_turn_and_of_no_other(
    alice: Actor, botty: Actor, main_store: Store, talk: Conversation
) -> None:
    say(botty, talk, "I'm Bob Pires", "Ana Pires is my doctor")
    uid = learn(botty, main_store, "Pires", 0)
    file = backup_make().path
    try:
        erase(alice, uid)
        certificate = finished(alice, uid)
        kept = sqlite3.connect(file)
        said = [row[0] for row in kept.execute("SELECT text FROM channels_bridge_turn ORDER BY position")]
        kept.close()
    finally:
        file.unlink()
    assert said == ["", "Ana Pires is my doctor"]
    assert certificate.is_clear, certificate.lines
    assert b"I'm Bob Pires" not in b"".join(path.read_bytes() for path in database_files())
