"""A condition written by hand shows an actor the same rows as the table's own way of asking."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from channels_bridge.actors import Actor
from kirocrew.db.rows import rows_read
from memory.models import BotStore, Document, DocumentKind, HistoryEntry, Record, Store
from memory.services.documents import document_write
from memory.services.drafts import FactDraft
from memory.services.facts import facts_write
from memory.services.history import history_append
from memory.services.stores import within

ACTORS: dict[str, Callable[[Actor], Actor]] = {
    "the bot": lambda botty: botty,
    "the bot in a project": lambda botty: replace(botty, project="garden"),
    "the bot in another project": lambda botty: replace(botty, project="house"),
    "the bot as a member": lambda botty: replace(botty, member="nova"),
    "the owner": lambda _: Actor.owner("alice", "1"),
    "the system": lambda _: Actor.system("tests"),
}


@pytest.fixture
def filled(main_store: Store, private_store: Store, alice: Actor) -> list[Store]:
    hers = Store.objects.create(slug="nova", name="Nova's", member="nova")
    for store in (main_store, private_store, hers):
        for project in ("", "garden"):
            draft = FactDraft(key=f"user.city{project}", value="Graz", project=project)
            facts_write(actor=alice, store=store, drafts=[draft])
            document_write(actor=alice, store=store, kind=DocumentKind.PROJECTS, project=project, text="- The pond.")
            history_append(
                actor=alice,
                store=store,
                entry="The pond was dug.",
                at=Record.objects.latest("id").created_at,
                project=project,
            )
    return [main_store, private_store, hers]


@pytest.mark.parametrize("who", ACTORS)
@pytest.mark.parametrize("model", [Record, Document, HistoryEntry])
def test_an_actor_reads_the_same_rows_of_a_store(
    who: str, model: type[Record | Document | HistoryEntry], filled: list[Store], botty: Actor
) -> None:
    BotStore.objects.create(bot_id=botty.ident, store=filled[2])  # only a member's key would get in
    actor = ACTORS[who](botty)
    seen = 0
    for store in filled:
        condition, values = within(actor, store)
        by_hand = {row.pk for row in rows_read(model, f"WHERE {condition}", values)}
        assert by_hand == set(model.objects.visible_to(actor).filter(store=store).values_list("pk", flat=True))
        seen += len(by_hand)
    assert seen == {"the bot": 2, "the bot in a project": 2, "the bot in another project": 1}.get(
        who, 2 if who == "the bot as a member" else 6
    )


def test_an_outsider_reads_none(filled: list[Store], mallory: Actor) -> None:
    for store in filled:
        condition, values = within(mallory, store)
        assert rows_read(Record, f"WHERE {condition}", values) == []
