"""A record that was moved to another store is one memory: seen where it is, erased wherever it was."""

import pytest

from channels_bridge.actors import Actor
from kirocrew.base.clock import now
from memory.models import BotStore, Status, Store
from memory.services.drafts import FactDraft, Source
from memory.services.erasure import record_erase
from memory.services.facts import facts_write
from memory.services.records import record_forget, record_history, record_restore
from tests.conftest import make_bot
from tests.memory.editing import active, apply, episode, fact, named, now_is
from tests.memory.test_api import asker

pytestmark = pytest.mark.django_db
SECRET = "The word on the cellar door is SECRETPLUM."


def test_who_sees_the_old_store_alone_reads_it_no_more_nor_how_it_was(main_store: Store, private_store: Store) -> None:
    record = episode(main_store, SECRET)
    then = now().isoformat().replace("+00:00", "Z")
    ask = asker("botty", main_store, "memory:read")
    asked = (
        f"/api/memory/records/{record.uid}?known_at={then}",
        f"/api/memory/records/{record.uid}/timeline",
        f"/api/memory/records?known_at={then}",
        f"/api/memory/search?q=cellar+door&known_at={then}",
        f"/api/memory/context-preview?q=cellar+door&known_at={then}",
    )
    assert all("SECRETPLUM" in ask("get", address).content.decode() for address in asked)
    apply(named(record), type="move", store=private_store.slug)
    assert [address for address in asked if "SECRETPLUM" in ask("get", address).content.decode()] == []


def test_erasing_it_reaches_what_it_was_in_every_store_it_came_from(
    alice: Actor, main_store: Store, private_store: Store
) -> None:
    first = episode(main_store, SECRET)
    apply(named(first), type="move", store=private_store.slug)
    second = active(private_store)[0]
    kept = episode(main_store, "The blue bicycle is in the shed behind the house.")
    record_erase(actor=alice, uid=second.uid, confirm=str(second.uid))
    assert [now_is(one).status for one in (first, second, kept)] == [Status.ERASED, Status.ERASED, Status.ACTIVE]
    assert "SECRETPLUM" not in now_is(first).episode.text


def test_what_was_derived_from_it_goes_with_it_wherever_either_is_now(
    alice: Actor, main_store: Store, private_store: Store
) -> None:
    first = episode(main_store, SECRET)
    quoting = fact(main_store, "project.hint", "SECRETPLUM", derived_from=(Source(kind="quoted", record=first.uid),))
    apply(named(first), type="move", store=private_store.slug)
    second = active(private_store)[0]
    record_forget(actor=alice, uid=second.uid)
    assert now_is(quoting).status == Status.FORGOTTEN
    record_restore(actor=alice, uid=second.uid)
    record_restore(actor=alice, uid=quoting.uid)
    apply(named(quoting), type="move", store=private_store.slug)
    moved = next(one for one in active(private_store) if one.key == quoting.key)
    record_erase(actor=alice, uid=second.uid, confirm=str(second.uid))
    assert [now_is(one).status for one in (first, second, quoting, moved)] == [Status.ERASED] * 4


def test_who_is_bound_to_a_project_reads_nothing_of_what_it_was_in_another(alice: Actor, main_store: Store) -> None:
    record = fact(main_store, "project.x", "SECRETALPHA", project="alpha")
    draft = FactDraft(key="project.x", value="public", project="alpha")
    facts_write(actor=alice, store=main_store, drafts=[draft])
    apply(named(record), type="move", project="beta")
    bot = make_bot("bound", "memory:read")
    BotStore.objects.create(bot_id=bot.ident, store=main_store, is_default=True)
    bound = Actor(bot.kind, bot.name, bot.ident, bot.permissions, "beta")

    def told(actor: Actor) -> str:
        entries = record_history(actor=actor, uid=record.uid).revisions
        return str([(entry.before, entry.after) for entry in entries])

    assert "SECRETALPHA" in told(alice)
    assert "SECRETALPHA" not in told(bound)
