"""Rows read by hand are the rows Django reads."""

from datetime import timedelta

import pytest
from django.forms.models import model_to_dict

from channels_bridge.actors import Actor
from channels_bridge.models import Bot
from channels_bridge.services.bots import bot_create
from kirocrew.base.clock import now
from kirocrew.db.rows import rows_read
from memory.models import Record, Store
from memory.services.drafts import FactDraft
from memory.services.facts import facts_write


@pytest.mark.django_db
def test_every_kind_of_column_comes_back_as_django_reads_it(alice: Actor, main_store: Store) -> None:
    bot_create(actor=alice, name="botty", permissions=["memory:read"], expires_at=now() + timedelta(days=2))
    facts_write(
        actor=alice,
        store=main_store,
        drafts=[FactDraft(key="user.住所", value="東京"), FactDraft(key="user.b", value=3)],
    )
    for model in (Store, Bot, Record):
        by_hand, by_django = rows_read(model, "ORDER BY t.id", []), list(model.objects.order_by("id"))
        assert by_django
        assert by_hand == by_django
        for one, other in zip(by_hand, by_django, strict=True):
            assert {f.attname: getattr(one, f.attname) for f in model._meta.concrete_fields} == {
                f.attname: getattr(other, f.attname) for f in model._meta.concrete_fields
            }
            assert model_to_dict(one) == model_to_dict(other)


@pytest.mark.django_db
def test_what_was_read_can_be_saved(main_store: Store) -> None:
    (store,) = rows_read(Store, "WHERE t.slug = %s", [main_store.slug])
    store.name = "Crew's memory 🧠"
    store.save(update_fields=["name"])
    assert Store.objects.get(slug=main_store.slug).name == "Crew's memory 🧠"
    assert rows_read(Store, "WHERE t.slug = %s", ["' OR 1=1 --"]) == []
