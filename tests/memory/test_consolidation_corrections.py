"""A correction that a person said outright in a private store is done when the talk is read; anything less waits."""

from datetime import timedelta
from typing import Any

import pytest

from channels_bridge.actors import Actor
from channels_bridge.models import Conversation
from kirocrew.base.clock import now
from memory.models import BotStore, EvidenceLink, Record, Revision, Store
from memory.services.consolidation import pass_undo
from memory.services.drafts import FactDraft
from memory.services.facts import facts_write
from memory.services.records import fact_by_key
from tests.conftest import make_bot
from tests.memory.consolidating import codes, fact, facts_of, say, talk, with_model

SAID = [
    ("Please change Lisbon to Porto.", "Lisbon", "Porto"),
    ("Bitte ersetze Köln durch Bonn.", "Köln", "Bonn"),
    ("请把北京市改为上海市。", "北京市", "上海市"),
    ("東京を大阪に変更してください。", "東京", "大阪"),
    ("서울을 부산으로 바꿔 주세요.", "서울", "부산"),
    ("Hãy thay Hà Nội bằng Đà Nẵng.", "Hà Nội", "Đà Nẵng"),
]


@pytest.fixture
def bridge(private_store: Store) -> Actor:
    """A bot that the owner lets record what people say."""
    actor = make_bot("bridge", "memory:read", "memory:write", "turns:record")
    BotStore.objects.create(bot_id=actor.ident, store=private_store, is_default=True)
    return actor


def know(alice: Actor, store: Store, value: Any) -> None:
    assert facts_write(actor=alice, store=store, drafts=[FactDraft(key="user.city", value=value)])[0].ok


def city(alice: Actor, store: Store) -> Any:
    return fact_by_key(actor=alice, store=store, key="user.city").fact.value


def told(actor: Actor, *texts: str) -> Conversation:
    return talk(actor, *texts, at=now() + timedelta(seconds=1))


@pytest.mark.parametrize(("words", "old", "new"), SAID)
def test_a_correction_said_outright_is_done_with_its_turn_as_evidence(
    alice: Actor, bridge: Actor, private_store: Store, settings: Any, words: str, old: str, new: str
) -> None:
    know(alice, private_store, old)
    with_model(settings, {"semantic": [fact("user.city", new, 0, words)]})
    row = facts_of(told(bridge, words, "Done."))
    assert codes(row) == [("written", "corrected")]
    assert city(alice, private_store) == new
    notes = Revision.objects.get(operation="correct").metadata["correction"]
    assert (notes["conversation"], notes["position"], notes["recorded_by"]) == ("chat-1", 0, "bot:bridge")
    link = EvidenceLink.objects.get(record__key="user.city")
    assert (link.turn, link.kind, row.churn) == ("chat-1#0", "extracted", 1)
    pass_undo(actor=alice, uid=row.uid)
    assert city(alice, private_store) == old


@pytest.mark.parametrize(
    ("texts", "missing"),
    [
        (("Perhaps change Lisbon to Porto some day.",), "does not say"),
        (("I live in Porto now, no longer in Lisbon.",), "does not say"),
        (("Please change Lisbon to Porto.", "Sure?", "Wait, I have to look that up."), "latest word"),
    ],
)
def test_anything_less_waits_and_says_what_was_missing(
    alice: Actor, bridge: Actor, private_store: Store, settings: Any, texts: tuple[str, ...], missing: str
) -> None:
    know(alice, private_store, "Lisbon")
    with_model(settings, {"semantic": [fact("user.city", "Porto", 0, texts[0])]})
    row = facts_of(told(bridge, *texts))
    assert ("proposed", "private_store") in codes(row)
    assert city(alice, private_store) == "Lisbon"
    asked = Revision.objects.filter(status="proposed", record__key="user.city").latest("pk")
    assert missing in asked.metadata["correction"]["missing"]
    assert not EvidenceLink.objects.filter(record__key="user.city").exists()


def test_a_fact_that_changed_while_the_model_thought_is_not_corrected(
    alice: Actor, bridge: Actor, private_store: Store, settings: Any
) -> None:
    know(alice, private_store, "Lisbon")
    answer = {"semantic": [fact("user.city", "Porto", 0, "change Lisbon to Porto")]}
    with_model(settings, answer, then=lambda: know(alice, private_store, "Faro"))
    facts_of(told(bridge, "Please change Lisbon to Porto."))
    assert city(alice, private_store) == "Faro"


def test_a_bot_that_may_not_record_turns_corrects_nothing(alice: Actor, private_store: Store, settings: Any) -> None:
    agent = make_bot("agent", "memory:read", "memory:write")
    BotStore.objects.create(bot_id=agent.ident, store=private_store, is_default=True)
    know(alice, private_store, "Lisbon")
    with_model(settings, {"semantic": [fact("user.city", "Porto", 0, "change Lisbon to Porto")]})
    row = facts_of(told(agent, "Please change Lisbon to Porto."))
    assert codes(row) == [("proposed", "private_store")]
    assert city(alice, private_store) == "Lisbon"


def test_a_correction_in_a_later_part_of_the_talk_is_still_a_correction(
    alice: Actor, bridge: Actor, private_store: Store, settings: Any
) -> None:
    know(alice, private_store, "Lisbon")
    with_model(settings, {"semantic": [fact("user.city", "Porto", 2, "change Lisbon to Porto")]})
    conversation = told(bridge, "The boiler broke on Monday.", "Oh no!")
    say(bridge, conversation, "Please change Lisbon to Porto.", at=now() + timedelta(minutes=1))
    assert ("written", "corrected") in codes(facts_of(conversation))
    assert Record.objects.get(key="user.city").source == "consolidation:chat-1"
