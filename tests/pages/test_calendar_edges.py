"""Instants at the edge of the calendar, and the hours a zone has twice or never: no page and no answer breaks."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from channels_bridge.actors import Actor
from memory.gate.outcomes import RefusalCode
from memory.models import Record, Store
from memory.services.drafts import EpisodeDraft, FactDraft
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write

FOREVER = datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)
ALWAYS = datetime(1, 1, 1, tzinfo=UTC)
EDGES = ("0001-01-01T00:00", "9999-12-31T23:59:59", "0001-01-01T00:00+14:00", "9999-12-31")


@pytest.fixture(params=["UTC", "Europe/Berlin", "America/New_York"])
def zone(request: pytest.FixtureRequest, settings: Any) -> str:
    settings.TIME_ZONE = request.param
    return str(request.param)


@pytest.mark.parametrize("name", ["true", "known"])
@pytest.mark.parametrize("moment", [*EDGES, "2026-03-29T02:30", "2026-10-25T02:30"])
def test_the_timeline_answers_at_every_instant(
    client: Client, alice: Actor, main_store: Store, zone: str, name: str, moment: str
) -> None:
    facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.city", value="東京")])
    for more in ({}, {"compare": "1"}, {"q": "東京"}):
        assert client.get("/admin/timeline/", {name: moment, **more}).status_code in (200, 422)


def test_a_day_on_the_timeline_is_its_end_in_the_owners_zone(client: Client, db: None, settings: Any) -> None:
    settings.TIME_ZONE = "Europe/Berlin"
    shown = client.get("/admin/timeline/", {"true": "2026-03-29"}).context["moment"]
    assert shown.as_of == datetime(2026, 3, 29, 21, 59, 59, 999_999, tzinfo=UTC)  # summer time has begun


@pytest.mark.parametrize("name", ["valid_from", "valid_until", "observed_at"])
@pytest.mark.parametrize("moment", [FOREVER, ALWAYS])
def test_what_has_no_date_in_some_zone_is_refused_with_what_to_do(
    botty: Actor, main_store: Store, name: str, moment: datetime
) -> None:
    drafts: dict[str, Any] = {name: moment}
    fact = facts_write(actor=botty, store=main_store, drafts=[FactDraft(key="user.city", value="Hanoi", **drafts)])[0]
    event = episodes_write(actor=botty, store=main_store, drafts=[EpisodeDraft(text="Bob moved to Hanoi.", **drafts)])[
        0
    ]
    for outcome in (fact, event):
        assert outcome.refusal is not None and outcome.refusal.code is RefusalCode.METADATA
        assert outcome.refusal.field == name and "Leave it out" in outcome.refusal.message


@pytest.mark.parametrize("name", ["valid_from", "valid_until"])
def test_the_forms_refuse_it_in_every_zone(client: Client, main_store: Store, zone: str, name: str) -> None:
    for moment in ("0001-01-01 00:00", "9999-12-31 23:59:59"):
        form = {"key": "user.city", "value": "x", "store": "main", name: moment}
        assert client.post("/admin/memory/new/fact/", form).status_code in (200, 422)
    assert not Record.objects.exists()


def test_the_longest_window_there_can_be_is_drawn(client: Client, alice: Actor, main_store: Store, zone: str) -> None:
    window: dict[str, Any] = {
        "valid_from": datetime(1, 1, 2, tzinfo=UTC),
        "valid_until": datetime(9999, 12, 30, 23, 59, 59, tzinfo=UTC),
    }
    for value in ("Hanoi", "서울"):
        draft = FactDraft(key="user.city", value=value, effect="correction", **window)
        assert facts_write(actor=alice, store=main_store, drafts=[draft])[0].ok
    record = Record.objects.get()
    assert client.get(f"/admin/memory/records/{record.uid}/").status_code == 200
    assert client.get(f"/api/memory/records/{record.uid}/timeline").status_code == 200
