"""The owner's form for a fact shows the stored window, so an end emptied there is taken off."""

from datetime import timedelta

import pytest
from django.test import Client

from channels_bridge.actors import Actor
from kirocrew.base.clock import now
from memory.models import Record, Store
from memory.services.drafts import FactDraft
from memory.services.facts import facts_write

pytestmark = pytest.mark.django_db
EDIT = "/admin/memory/new/fact/"


def stored(owner: Actor, store: Store, days: int) -> None:
    draft = FactDraft(key="pref.tabs", value="four", valid_until=now() + timedelta(days=days))
    facts_write(actor=owner, store=store, drafts=[draft])


def test_an_end_emptied_in_the_form_is_taken_off(client: Client, owner: Actor, main_store: Store) -> None:
    stored(owner, main_store, days=9)
    client.post(EDIT, {"key": "pref.tabs", "value": "four", "store": "main", "valid_until": ""})
    assert Record.objects.get().valid_until is None


def test_a_fact_whose_window_is_over_can_still_be_edited(client: Client, owner: Actor, main_store: Store) -> None:
    stored(owner, main_store, days=-9)
    response = client.get(EDIT, {"key": "pref.tabs", "store": "main"})
    assert response.status_code == 200
    assert "four" in response.content.decode()
