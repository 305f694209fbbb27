"""A rejected value stays rejected, whatever happens between, and no second record is made of it."""

import json
from datetime import timedelta

import pytest

from channels_bridge.actors import Actor
from channels_bridge.services.jobs import run_job_now
from kirocrew.base.clock import now
from kirocrew.base.problems import Forbidden
from memory.models import BotStore, Record, Status, Store
from memory.services.importing.sources import Upload
from memory.services.imports import import_apply
from memory.services.pruning import prune
from memory.services.records import record_forget
from memory.services.refusals import refusal_lift, refusals_of
from memory.services.settings import settings_change
from tests.acceptance.asking import episode, fact, lesson, prompt, record_of
from tests.conftest import make_bot

FALSE = "The harbour opens at noon"


@pytest.fixture
def second(main_store: Store) -> Actor:
    """Another bot, which corroborates what the first one says."""
    actor = make_bot("second", "memory:read", "memory:write", "lessons:write")
    BotStore.objects.create(bot_id=actor.ident, store=main_store, is_default=True)
    return actor


def reject(alice: Actor, store: Store, value: str = FALSE, key: str = "user.harbour") -> Record:
    """The value is stored, and rejected for good."""
    record = record_of(fact(alice, store, value, key=key))
    record_forget(actor=alice, uid=record.uid, reason="never true", for_good=True)
    return record


def live(value: str = FALSE) -> list[str]:
    """Keys of active or waiting records with that value."""
    holding = Record.objects.filter(status__in=(Status.ACTIVE, Status.PROPOSED), fact__value=value)
    return list(holding.values_list("key", flat=True))


def test_it_stays_rejected_through_supersede_restate_and_corroborate(
    alice: Actor, botty: Actor, second: Actor, main_store: Store
) -> None:
    reject(alice, main_store)
    fact(alice, main_store, "The harbour opens at dawn", key="user.harbour")
    for actor in (botty, second, botty, second):
        assert not fact(actor, main_store, FALSE, key="user.harbour").ok
    assert live() == [] and FALSE not in prompt(alice, main_store, "harbour opens")
    assert live("The harbour opens at dawn") == ["user.harbour"]
    assert Record.objects.filter(key="user.harbour", status=Status.ACTIVE).count() == 1


def test_it_stays_rejected_past_every_expiry(alice: Actor, botty: Actor, main_store: Store) -> None:
    reject(alice, main_store)
    settings_change(actor=alice, values={"events_max": 1000})
    long_ago = now() - timedelta(days=4000)
    Record.objects.filter(key="user.harbour").update(updated_at=long_ago, created_at=long_ago, observed_at=long_ago)
    prune(actor=Actor.system("pruning"))
    assert not fact(botty, main_store, FALSE, key="user.harbour").ok and live() == []
    assert fact(botty, main_store, "The harbour opens at dawn", key="user.harbour").ok


@pytest.mark.parametrize(
    "spelling",
    [
        "the harbour opens at noon",
        "The  harbour   opens at noon ",
        "The harbour opens at noon.",
        "Тhe hаrbour opens аt noon",
        "The harb\u200bour opens at n\u00adoon",
        "Ｔｈｅ ｈａｒｂｏｕｒ ｏｐｅｎｓ ａｔ ｎｏｏｎ",
        "THE HARBOUR OPENS AT NOON",
    ],
)
def test_it_stays_rejected_in_a_look_alike_spelling(
    alice: Actor, botty: Actor, main_store: Store, spelling: str
) -> None:
    rejected = reject(alice, main_store)
    assert not fact(botty, main_store, spelling, key="user.harbour").ok
    assert not Record.objects.filter(status=Status.ACTIVE).exists()
    assert Record.objects.filter(kind="fact").exclude(pk=rejected.pk).count() == 0
    assert fact(botty, main_store, "The harbour opens at dawn", key="user.harbour").ok


def test_it_stays_rejected_when_the_source_is_read_again(alice: Actor, main_store: Store) -> None:
    rows = [{"key": "user.harbour", "value": FALSE}, {"key": "user.port", "value": "Madagascar"}]
    content = json.dumps({"semantic": rows, "episodic": []})

    def read(name: str) -> None:
        run_job_now(import_apply(actor=alice, store=main_store, sources=[Upload(name, content.encode())]))

    read("memory.json")
    assert live() == ["user.harbour"]
    record_forget(actor=alice, uid=Record.objects.get(key="user.harbour").uid, reason="never true", for_good=True)
    before = Record.objects.count()
    for name in ("memory.json", "again.json"):
        read(name)
    assert live() == [] and live("Madagascar") == ["user.port"]
    assert Record.objects.count() == before


@pytest.mark.parametrize("kind", ["episode", "lesson"])
def test_a_rejected_text_makes_no_second_record(alice: Actor, botty: Actor, main_store: Store, kind: str) -> None:
    write = episode if kind == "episode" else lesson
    first = record_of(write(alice, main_store, FALSE))
    record_forget(actor=alice, uid=first.uid, reason="never true", for_good=True)
    outcomes = [write(botty, main_store, text) for text in (FALSE, FALSE.upper(), f"{FALSE}.")]
    assert not any(outcome.ok and outcome.uid != first.uid for outcome in outcomes)
    assert not Record.objects.filter(status=Status.ACTIVE).exists()
    assert write(botty, main_store, "The museum closes at seven").ok


def test_who_rejected_it_can_take_that_back_and_nobody_else(alice: Actor, botty: Actor, main_store: Store) -> None:
    reject(alice, main_store)
    with pytest.raises(Forbidden):
        refusal_lift(actor=botty, number=refusals_of(actor=alice).get().pk, reason="I know better")
    refusal_lift(actor=alice, number=refusals_of(actor=alice).get().pk, reason="it was true after all")
    assert fact(botty, main_store, FALSE, key="user.harbour").refusal is None  # it waits, as what was forgotten does
    assert live() == []
    assert fact(alice, main_store, FALSE, key="user.harbour").ok
    assert live() == ["user.harbour"]
