"""Many writes in one batch come to the same as the same writes one by one, and none fails on a constraint."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest

from channels_bridge.actors import Actor, ActorKind
from kirocrew.base.clock import now
from memory.models import Record, Status, Store
from memory.services.drafts import FactDraft
from memory.services.facts import facts_write
from memory.services.records import record_forget

KEYS = ("user.a", "user.b", "user.c", "user.d")
WRITES, FORGOTTEN_AFTER = 14, 6
WRITERS = (
    Actor.owner("alice", "1"),
    Actor.system("consolidation:1"),
    Actor(ActorKind.SYSTEM, "import:notes", project="alpha"),
)


@pytest.fixture
def other_store(db: None) -> Store:
    return Store.objects.create(slug="other", name="Other")


def some_draft(chance: Random) -> FactDraft:
    """A draft whose key, identity, window and project collide often with others'."""
    start = now().replace(microsecond=0)
    days = (None, None, None, -9, -3, 3, 9)
    begins, ends = chance.choice(days), chance.choice(days)
    more: dict[str, Any] = {
        "subject": chance.choice(("", "s", "t")),
        "predicate": chance.choice(("", "p")),
        "scope": chance.choice(("", "x", "y")),
        "project": chance.choice(("", "", "alpha", "beta")),
        "valid_from": start + timedelta(days=begins) if begins else None,
        "valid_until": start + timedelta(days=ends) if ends else None,
        "expected_revision": chance.choice((None, None, None, None, 1, 2)),
    }
    return FactDraft(key=chance.choice(KEYS), value=chance.choice("123"), **more)


def state(store: Store) -> list[tuple[Any, ...]]:
    return [
        (r.key, r.status, r.scope, r.subject, r.predicate, r.project, r.revision, r.fact.value)
        for r in Record.objects.filter(store=store).select_related("fact").order_by("key", "id")
    ]


@pytest.mark.parametrize("writer", WRITERS, ids=lambda actor: actor.name)
@pytest.mark.parametrize("seed", range(8))
def test_a_batch_comes_to_what_its_writes_come_to_one_by_one(
    alice: Actor, main_store: Store, other_store: Store, seed: int, writer: Actor
) -> None:
    chance = Random(seed)
    drafts = [some_draft(chance) for _ in range(WRITES)]
    before, batch = drafts[:FORGOTTEN_AFTER], drafts[FORGOTTEN_AFTER:]
    for store in (main_store, other_store):
        facts_write(actor=alice, store=store, drafts=before)
        first = Record.objects.filter(store=store, status=Status.ACTIVE).order_by("id").first()
        if first is not None:
            record_forget(actor=alice, uid=first.uid)
    assert state(main_store) == state(other_store)
    together = facts_write(actor=writer, store=main_store, drafts=batch)
    one_by_one = [facts_write(actor=writer, store=other_store, drafts=[draft])[0] for draft in batch]
    assert [(o.status, o.key, o.revision, o.refusal) for o in together] == [
        (o.status, o.key, o.revision, o.refusal) for o in one_by_one
    ]
    assert state(main_store) == state(other_store)
