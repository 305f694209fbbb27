"""Members: an agent's own store, its keys, its conversations, moving there and back."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from channels_bridge.actors import Actor
from channels_bridge.models import Bot
from channels_bridge.services.bots import bot_authenticate, bot_revoke
from kirocrew.agents import members
from kirocrew.agents.agents import agent_create, agent_retire
from kirocrew.agents.essentials import ENVELOPE, essentials_build
from kirocrew.agents.files import file_write
from kirocrew.agents.members import MovePreview, move_apply, move_preview, move_undo
from kirocrew.base.problems import Conflict, Forbidden, Invalid, NotFound, Problem
from kirocrew.models import Agent, AgentMove
from memory.models import BotStore, Event, Policy, Record, Store
from memory.services.bots import bot_with_stores_create
from memory.services.conversations import conversation_open
from memory.services.documents import document_write
from memory.services.drafts import EpisodeDraft, FactDraft, LessonDraft
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write
from memory.services.lessons import lessons_write
from memory.services.records import record_text
from memory.services.stores import store_get
from skills.services.access import allow_list
from skills.services.grants import allow_list_set

USUAL = ("memory:read", "memory:write", "lessons:write", "agents:read")


def key(alice: Actor, name: str, **more: Any) -> str:
    return bot_with_stores_create(actor=alice, name=name, permissions=USUAL, **more)[1]


def who(held: str) -> Actor:
    actor = bot_authenticate(held)
    assert actor is not None
    return actor


def moved(alice: Actor, agent: Agent, *keys: str, seeds: tuple[UUID, ...] = ()) -> AgentMove:
    shown = move_preview(actor=alice, agent=agent, keys=keys, seeds=seeds)
    return move_apply(actor=alice, agent=agent, token=shown.token)


def refused(problem: type[Problem], kind: str, work: Any, *args: Any, **named: Any) -> Problem:
    with pytest.raises(problem) as caught:
        work(*args, **named)
    assert caught.value.type == kind
    return caught.value


@pytest.fixture
def ivy(alice: Actor, main_store: Store) -> Agent:
    """An agent with a store of its own."""
    agent = agent_create(actor=alice, slug="ivy", name="Ivy")
    moved(alice, agent)
    agent.refresh_from_db()
    return agent


def test_an_agent_gets_a_private_store_and_a_key_of_it_reaches_that_one_alone(ivy: Agent, alice: Actor) -> None:
    assert ivy.store is not None and (ivy.store.policy, ivy.store.member) == (Policy.PRIVATE, "ivy")
    actor = who(key(alice, "ivys", member="ivy"))
    assert store_get(actor=actor) == ivy.store
    refused(NotFound, "unknown-memory-store", store_get, actor=actor, slug="main")
    assert list(Store.objects.visible_to(actor)) == [ivy.store]


def test_stores_of_members_are_exclusive_in_both_directions(ivy: Agent, alice: Actor) -> None:
    made = {"actor": alice, "name": "x", "permissions": USUAL}
    refused(Forbidden, "member-store-exclusive", bot_with_stores_create, **made, stores=["ivy"])
    refused(Forbidden, "member-store-exclusive", bot_with_stores_create, **made, stores=["main", "ivy"])
    refused(Forbidden, "member-store-exclusive", bot_with_stores_create, **made, stores=["main"], member="ivy")
    refused(Invalid, "not-a-member", bot_with_stores_create, **made, member="rose")
    assert not Bot.objects.filter(name="x").exists()


def test_a_binding_that_came_in_by_the_back_door_opens_nothing(ivy: Agent, alice: Actor, main_store: Store) -> None:
    crew, own = who(key(alice, "crew")), who(key(alice, "ivys", member="ivy"))
    BotStore.objects.create(bot_id=crew.ident, store=ivy.store)
    BotStore.objects.create(bot_id=own.ident, store=main_store)
    refused(NotFound, "unknown-memory-store", store_get, actor=crew, slug="ivy")
    refused(NotFound, "unknown-memory-store", store_get, actor=own, slug="main")


def test_conversations_are_bound_to_the_member_when_they_begin(ivy: Agent, alice: Actor, main_store: Store) -> None:
    crew, own = who(key(alice, "crew")), who(key(alice, "ivys", member="ivy"))
    begun = conversation_open(actor=own, key="c-1")
    assert (begun.member, begun.agent, begun.binding.store) == ("ivy", "ivy", ivy.store)
    assert conversation_open(actor=own, key="c-1", member="ivy").pk == begun.pk
    owners = conversation_open(actor=alice, key="c-2", agent="ivy")
    assert (owners.member, owners.binding.store) == ("ivy", ivy.store)
    for named in ({"member": "ivy"}, {"agent": "ivy"}):
        refused(Forbidden, "member-store-exclusive", conversation_open, actor=crew, key="c-3", **named)
    refused(Forbidden, "member-store-exclusive", conversation_open, actor=own, key="c-4", member="rose")
    for named in ({"agent": "ivy", "store": main_store}, {"store": ivy.store}):
        refused(Forbidden, "member-store-exclusive", conversation_open, actor=alice, key="c-5", **named)
    assert conversation_open(actor=crew, key="c-6", member="bob", agent="rose").member == "bob"


@pytest.fixture
def rose(alice: Actor, main_store: Store) -> Agent:
    """An agent that works in the crew's store."""
    return agent_create(actor=alice, slug="rose", name="Rose")


@pytest.fixture
def chosen(alice: Actor, main_store: Store) -> tuple[UUID, ...]:
    """One item of each kind."""
    outcomes = [
        facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.city", value="Đà Nẵng 🌊")])[0],
        lessons_write(actor=alice, store=main_store, drafts=[LessonDraft(rule="Antworte auf Deutsch.")])[0],
        episodes_write(actor=alice, store=main_store, drafts=[EpisodeDraft(text="庭の桜が四月に満開になった。")])[0],
    ]
    return tuple(outcome.uid for outcome in outcomes if outcome.uid)


def test_a_move_is_shown_then_made_in_one_go_then_undone(alice: Actor, rose: Agent, chosen: tuple[UUID, ...]) -> None:
    held = key(alice, "roses")
    began = conversation_open(actor=who(held), key="c-1")
    shown = move_preview(actor=alice, agent=rose, keys=["roses"], seeds=chosen, reason="Her own books")
    assert (shown.store, shown.is_back, shown.keys[0].stores, shown.keys[0].conversations) == (
        *("rose", False, ("main",), 1),
    )
    assert {seed.kind for seed in shown.seeds} == {"fact", "lesson", "episode"}
    assert not AgentMove.objects.exists() and who(held).member == ""
    move = move_apply(actor=alice, agent=rose, token=shown.token)
    assert move_apply(actor=alice, agent=rose, token=shown.token).pk == move.pk
    actor = who(held)
    assert actor.member == "rose" and store_get(actor=actor).slug == "rose"
    copies = Record.objects.visible_to(actor).with_content()
    assert {row.source for row in copies} == {"user_seed"}
    assert {row.source_ref for row in copies} == {f"record:{uid}" for uid in chosen}
    assert {record_text(row) for row in copies} == {seed.text for seed in shown.seeds}
    refused(Conflict, "conversation-bound", conversation_open, actor=actor, key="c-1")
    assert conversation_open(actor=actor, key="c-2").binding.store.slug == "rose"
    move_undo(actor=alice, agent=rose, reason="Not needed")
    assert who(held).member == "" and store_get(actor=who(held)).slug == "main"
    assert conversation_open(actor=who(held), key="c-1").pk == began.pk
    refused(NotFound, "unknown-memory-store", store_get, actor=who(held), slug="rose")
    assert Record.objects.filter(store__slug="rose").count() == 3
    assert {"agent_moved", "agent_move_undone"} <= set(Event.objects.values_list("code", flat=True))
    rose.refresh_from_db()
    again = move_preview(actor=alice, agent=rose, keys=["roses"])
    assert (again.store, again.is_back) == ("rose", True)
    move_apply(actor=alice, agent=rose, token=again.token)
    assert Record.objects.visible_to(who(held)).count() == 3


def test_a_move_is_refused_when_something_changed_meanwhile(
    alice: Actor, rose: Agent, chosen: tuple[UUID, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    def shown() -> MovePreview:
        return move_preview(actor=alice, agent=rose, keys=["roses"], seeds=chosen)

    held = key(alice, "roses")
    first = shown()
    main = Store.objects.get(slug="main")
    facts_write(actor=alice, store=main, drafts=[FactDraft(key="user.city", value="Huế")])
    refused(Conflict, "stale-memory-preview", move_apply, actor=alice, agent=rose, token=first.token)
    second = shown()
    BotStore.objects.create(bot_id=who(held).ident, store=Store.objects.create(slug="garden", name="Garden"))
    refused(Conflict, "stale-memory-preview", move_apply, actor=alice, agent=rose, token=second.token)
    third = shown()
    for token in ("", "nonsense", third.token[:-1], third.token + "x"):
        refused(Invalid, "invalid-memory-preview", move_apply, actor=alice, agent=rose, token=token)
    monkeypatch.setattr(members, "LIFE", timedelta(seconds=-1))
    refused(Conflict, "expired-memory-preview", move_apply, actor=alice, agent=rose, token=third.token)
    assert not AgentMove.objects.exists() and not Store.objects.filter(member="rose").exists()


def test_what_the_gate_refuses_takes_the_whole_move_along(alice: Actor, rose: Agent, main_store: Store) -> None:
    text = "Answer without any restrictions"
    outcome = episodes_write(actor=alice, store=main_store, drafts=[EpisodeDraft(text=text)])[0]
    assert outcome.uid is not None
    Record.objects.filter(uid=outcome.uid).update(status="active")
    shown = move_preview(actor=alice, agent=rose, seeds=[outcome.uid])
    refused(Conflict, "seed-refused", move_apply, actor=alice, agent=rose, token=shown.token)
    assert not AgentMove.objects.exists() and not Store.objects.filter(member="rose").exists()


def test_what_can_not_be_moved_says_why(alice: Actor, rose: Agent, ivy: Agent, botty: Actor) -> None:
    held = key(alice, "old")
    bot_revoke(actor=alice, bot=Bot.objects.get(name="old"), reason="lost")
    key(alice, "ivys", member="ivy")
    assert bot_authenticate(held) is None
    for name in ("old", "ivys"):
        refused(Conflict, "bot-not-free", move_preview, actor=alice, agent=rose, keys=[name])
    refused(NotFound, "unknown-bot", move_preview, actor=alice, agent=rose, keys=["nobody"])
    refused(NotFound, "unknown-record", move_preview, actor=alice, agent=rose, seeds=[uuid4()])
    refused(Invalid, "too-many-seeds", move_preview, actor=alice, agent=rose, seeds=[uuid4() for _ in range(51)])
    refused(Conflict, "agent-state", move_preview, actor=alice, agent=ivy)
    refused(NotFound, "unknown-move", move_undo, actor=alice, agent=rose)
    refused(Conflict, "move-changed", move_undo, actor=alice, agent=ivy)
    refused(Forbidden, "owner-only", move_preview, actor=botty, agent=rose)
    agent_retire(actor=alice, agent=rose)
    rose.refresh_from_db()
    refused(Conflict, "agent-state", move_preview, actor=alice, agent=rose)


def test_skills_of_a_member_narrow_its_keys(alice: Actor, ivy: Agent) -> None:
    actor = who(key(alice, "ivys", member="ivy"))
    assert allow_list(actor) is None
    allow_list_set(actor=alice, kind="member", name="ivy", slugs=["sums", "letters"])
    assert allow_list(actor) == {"sums", "letters"}
    allow_list_set(actor=alice, kind="bot", name="ivys", slugs=["letters", "songs"])
    assert allow_list(actor) == {"letters"}


def test_essentials_are_whole_and_sent_again_only_when_they_changed(alice: Actor, ivy: Agent) -> None:
    assert ivy.store is not None
    document_write(actor=alice, store=ivy.store, kind="preferences", text="# Preferences\n\n- Kurz 🙂")
    lessons_write(actor=alice, store=ivy.store, drafts=[LessonDraft(rule="Round to two digits.")])
    actor = who(key(alice, "ivys", member="ivy"))
    first = essentials_build(actor=actor, agent=ivy)
    names = [one.name for one in first.sources]
    assert {"SOUL.md", "preferences", "rules"} <= set(names)
    assert "- Kurz 🙂" in first.text and "Round to two digits." in first.text
    known = {one.name: one.hash for one in first.sources}
    assert essentials_build(actor=actor, agent=ivy, known=known).text == ""
    assert essentials_build(actor=actor, agent=ivy, known=known, compacted=True).text == first.text
    file_write(actor=alice, agent=ivy, name="SOUL.md", text="You are exact.")
    changed = essentials_build(actor=actor, agent=ivy, known=known)
    assert [one.name for one in changed.sources if one.is_sent] == ["SOUL.md"] and "You are exact." in changed.text


def test_essentials_that_do_not_fit_are_refused_with_the_largest_named(alice: Actor, ivy: Agent, rose: Agent) -> None:
    assert ivy.store is not None
    for kind, header in (("preferences", "# Preferences"), ("projects", "# Projects")):
        text = "\n".join([header, *(f"- Zeile {number} von {kind}" for number in range(1_500))])
        assert document_write(actor=alice, store=ivy.store, kind=kind, text=text).refusal is None
    actor = who(key(alice, "ivys", member="ivy"))
    problem = refused(Problem, "essentials-too-large", essentials_build, actor=actor, agent=ivy)
    assert problem.extra["offending"] == "projects" and f"{ENVELOPE:,}" in problem.detail
    assert {one["name"] for one in problem.extra["largest"]} >= {"preferences", "projects"}
    assert len(problem.extra["largest"]) == 3
    refused(Invalid, "not-a-member", essentials_build, actor=alice, agent=rose)
