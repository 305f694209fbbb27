"""Instants at the edge of the calendar, and the hours a zone has twice or never: no page and no answer breaks."""

import json
from datetime import UTC, datetime, timedelta, timezone
from itertools import product
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from channels_bridge.actors import Actor
from memory.gate.outcomes import RefusalCode
from memory.models import Record, Store
from memory.services.drafts import EpisodeDraft, FactDraft, LessonDraft
from memory.services.editor.operations import SetWindow, operation_read
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write
from memory.services.lessons import lessons_write
from tests.memory.importing import run_import, write

FOREVER = datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)
ALWAYS = datetime(1, 1, 1, tzinfo=UTC)
LAST_SECOND = "9999-12-31 23:59:59"
LAST_DAY = ("9999-12-31T23:59:59Z", "9999-12-31T00:00:00+14:00", "9999-12-31T23:59:59.999999-12:00", "9999-12-31")
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


@pytest.mark.parametrize(
    ("name", "moment"),
    [*product(("valid_from", "observed_at"), (FOREVER, ALWAYS)), ("valid_until", ALWAYS)],
)
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


def test_an_end_on_the_last_day_there_is_says_that_there_is_none(botty: Actor, main_store: Store) -> None:
    """So exports of other tools write it, each in a zone of its own."""
    ends = [
        FOREVER,
        datetime(9999, 12, 31, tzinfo=timezone(timedelta(hours=14))),
        datetime(9999, 12, 31, 23, 59, 59, tzinfo=timezone(-timedelta(hours=12))),
        datetime(9999, 12, 31, tzinfo=ZoneInfo("America/New_York")),
    ]
    for number, end in enumerate(ends):
        fact = FactDraft(key=f"user.city{number}", value="河内", valid_until=end)
        event = EpisodeDraft(text=f"Bob moved to flat {number} in Hanoi.", valid_until=end)
        rule = LessonDraft(rule=f"Ring {number} times at Bob's flat in Hanoi", valid_until=end)
        assert facts_write(actor=botty, store=main_store, drafts=[fact])[0].ok
        assert episodes_write(actor=botty, store=main_store, drafts=[event])[0].ok
        assert lessons_write(actor=botty, store=main_store, drafts=[rule])[0].ok
    assert Record.objects.count() == 3 * len(ends)
    assert not Record.objects.exclude(valid_until=None).exists()


@pytest.mark.parametrize("end", LAST_DAY)
def test_over_the_api_it_takes_a_stored_end_off(client: Client, main_store: Store, zone: str, end: str) -> None:
    def put(end: str) -> Any:
        fact = {"key": "user.city", "value": "Hà Nội", "valid_until": end}
        return client.put("/api/memory/semantic", json.dumps(fact), content_type="application/json")

    assert put("2999-01-01T00:00:00Z").status_code in (200, 201)
    assert Record.objects.get().valid_until is not None
    assert put(end).status_code in (200, 201)
    assert Record.objects.get().valid_until is None


@pytest.mark.parametrize("end", LAST_DAY)
def test_the_editor_opens_the_end_with_it(client: Client, alice: Actor, main_store: Store, zone: str, end: str) -> None:
    draft = FactDraft(key="user.city", value="서울", valid_until=datetime(2999, 1, 1, tzinfo=UTC))
    facts_write(actor=alice, store=main_store, drafts=[draft])
    record = Record.objects.get()
    body = {
        "selection": {"items": [{"uid": str(record.uid), "revision": record.revision}]},
        "operation": {"type": "window", "valid_until": end},
    }
    shown = client.post("/api/memory/records/bulk/preview", json.dumps(body), content_type="application/json")
    applied = json.dumps({"preview_id": shown.json()["preview_id"]})
    assert client.post("/api/memory/records/bulk/apply", applied, content_type="application/json").status_code == 200
    assert Record.objects.get().valid_until is None
    operation = operation_read({"type": "window", "valid_until": end})
    assert operation == SetWindow({"valid_until": None})


@pytest.mark.parametrize("end", LAST_DAY)
def test_an_export_of_another_tool_comes_in_without_an_end(
    alice: Actor, main_store: Store, settings: Any, tmp_path: Path, end: str
) -> None:
    settings.KIROCREW_HOME = tmp_path / "home"
    rows = [
        {"kind": "fact", "key": "user.city", "value": "서울", "valid_until": end},
        {"kind": "fact", "key": "user.town", "value": "Busan", "valid_from": end},
    ]
    export = {"exported_at": "2026-07-14T12:00:00Z", "format": "kirocrew-export", "version": 1, "records": rows}
    run_import(alice, main_store, write(tmp_path / "export.json", json.dumps(export)))
    assert Record.objects.get().key == "user.city"
    assert Record.objects.get().valid_until is None


def test_the_forms_refuse_a_start_there_in_every_zone(client: Client, main_store: Store, zone: str) -> None:
    edges = [("valid_from", "0001-01-01 00:00"), ("valid_until", "0001-01-01 00:00"), ("valid_from", LAST_SECOND)]
    for name, moment in edges:
        form = {"key": "user.city", "value": "x", "store": "main", name: moment}
        assert client.post("/admin/memory/new/fact/", form).status_code in (200, 422)
    assert not Record.objects.exists()
    form = {"key": "user.city", "value": "x", "store": "main", "valid_until": LAST_SECOND}
    assert client.post("/admin/memory/new/fact/", form).status_code == 302
    assert Record.objects.get().valid_until is None


def test_the_longest_window_there_can_be_is_drawn(client: Client, alice: Actor, main_store: Store, zone: str) -> None:
    window: dict[str, Any] = {
        "valid_from": datetime(1, 1, 2, tzinfo=UTC),
        "valid_until": datetime(9999, 12, 30, 9, 59, 59, tzinfo=UTC),
    }
    for value in ("Hanoi", "서울"):
        draft = FactDraft(key="user.city", value=value, effect="correction", **window)
        assert facts_write(actor=alice, store=main_store, drafts=[draft])[0].ok
    record = Record.objects.get()
    assert client.get(f"/admin/memory/records/{record.uid}/").status_code == 200
    assert client.get(f"/api/memory/records/{record.uid}/timeline").status_code == 200
