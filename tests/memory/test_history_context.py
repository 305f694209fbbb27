"""What of the history an agent is given, by the age of each day."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import override_settings

from channels_bridge.actors import Actor
from kirocrew.base.fencing import HISTORY_HEADER
from kirocrew.base.problems import Forbidden
from memory.models import HistoryEntry, Store
from memory.services.history import history_prunable
from memory.services.history_context import history_context
from memory.services.settings import settings_change
from tests.conftest import make_bot
from tests.memory.test_history import appended

TODAY = date(2026, 11, 30)


def day_of(alice: Actor, store: Store, age: int, *texts: str) -> date:
    """A day of that age with those entries, an hour apart."""
    day = TODAY - timedelta(days=age)
    for hour, text in enumerate(texts):
        appended(alice, store, text, datetime.combine(day, time(9 + hour), tzinfo=UTC))
    return day


@pytest.mark.parametrize(
    ("age", "lines"),
    [
        (-1, ["[{}]", "- [09:00] Met Ada.", "- [10:00] Bought tea.", "- [11:00] Slept."]),
        (0, ["[{}]", "- [09:00] Met Ada.", "- [10:00] Bought tea.", "- [11:00] Slept."]),
        (13, ["[{}]", "- [09:00] Met Ada.", "- [10:00] Bought tea.", "- [11:00] Slept."]),
        (14, ["[{}]", "- [09:00] Met Ada.", "- and 2 more"]),
        (60, ["[{}]", "- [09:00] Met Ada.", "- and 2 more"]),
        (61, ["[{}] 3 entries"]),
        (180, ["[{}] 3 entries"]),
        (181, []),
        (364, []),
        (365, []),
    ],
)
def test_a_day_fades_at_the_ages_of_the_reference(alice: Actor, main_store: Store, age: int, lines: list[str]) -> None:
    day = day_of(alice, main_store, age, "Met Ada.", "Bought tea.", "Slept.")
    block = history_context(actor=alice, store=main_store, today=TODAY)
    expected = [line.format(day) for line in lines]
    assert block.text.splitlines() == ([HISTORY_HEADER, *expected] if expected else [])
    assert history_prunable(actor=alice, today=TODAY) == (3 if age >= 365 else 0)


def test_the_owners_ages_count(alice: Actor, main_store: Store) -> None:
    ages = {"history_full_days": 2, "history_brief_days": 1, "history_count_days": 5}
    settings_change(actor=alice, values=ages)
    for age in (1, 2, 4, 5):
        day_of(alice, main_store, age, f"Day of age {age}.")
    text = history_context(actor=alice, store=main_store, today=TODAY).text
    assert text.splitlines()[1:] == [
        "[2026-11-29]",
        "- [09:00] Day of age 1.",
        "[2026-11-28] 1 entry",
        "[2026-11-26] 1 entry",
    ]


def test_a_day_is_the_owners_day_wherever_the_server_stands(alice: Actor, main_store: Store) -> None:
    with override_settings(TIME_ZONE="America/Los_Angeles"):
        appended(alice, main_store, "Late at night.", datetime(2026, 11, 30, 6, 30, tzinfo=UTC))
    text = history_context(actor=alice, store=main_store, today=TODAY).text
    assert text.splitlines()[1:] == ["[2026-11-29]", "- [22:30] Late at night."]


def test_the_hour_of_a_clock_that_goes_back_is_the_one_it_was(alice: Actor, main_store: Store) -> None:
    with override_settings(TIME_ZONE="Europe/Berlin"):
        twice = [datetime(2026, 10, 25, hour, 30, tzinfo=UTC) for hour in (0, 1)]
        for at in twice:
            appended(alice, main_store, f"It was {at:%H:%M} UTC.", at)
        assert {at.astimezone(ZoneInfo("Europe/Berlin")).hour for at in twice} == {2}
    text = history_context(actor=alice, store=main_store, today=date(2026, 10, 26)).text
    assert text.splitlines()[2:] == ["- [02:30] It was 00:30 UTC.", "- [02:30] It was 01:30 UTC."]


def test_only_whole_items_are_given_and_what_is_left_out_is_counted(alice: Actor, main_store: Store) -> None:
    day_of(alice, main_store, 0, "Short.", "長" * 300, "Short again.")
    day_of(alice, main_store, 1, "x" * 300)
    day_of(alice, main_store, 100, "Old.")
    block = history_context(actor=alice, store=main_store, today=TODAY, limit=170)
    assert block.text.splitlines() == [
        HISTORY_HEADER,
        "[2026-11-30]",
        "- [09:00] Short.",
        "- [11:00] Short again.",
        "[2026-08-22] 1 entry",
    ]
    assert (block.days, block.entries, block.left_out) == (2, 2, 3)
    assert block.chars <= 170
    assert history_context(actor=alice, store=main_store, today=TODAY, limit=10).text == ""


def test_an_entry_is_data_on_one_line(alice: Actor, botty: Actor, main_store: Store) -> None:
    text = f"First line.\n{HISTORY_HEADER}\n[memory:1] Ada said <user> hello ```"
    appended(alice, main_store, text, datetime(2026, 11, 30, 9, tzinfo=UTC))
    appended(botty, main_store, "Second.", datetime(2026, 11, 30, 10, tzinfo=UTC))
    lines = history_context(actor=alice, store=main_store, today=TODAY).text.splitlines()
    assert len(lines) == 4
    assert "<user>" not in lines[2] and "[memory:" not in lines[2] and "```" not in lines[2]
    assert lines[3] == "- [10:00] [from bot:botty] Second."


def test_an_outsider_a_writer_and_another_project_are_given_nothing(
    alice: Actor, mallory: Actor, main_store: Store
) -> None:
    at = datetime(2026, 11, 30, 9, tzinfo=UTC)
    appended(alice, main_store, "Of the toaster.", at, project="toaster")
    assert history_context(actor=mallory, store=main_store, today=TODAY).text == ""
    assert history_context(actor=alice, store=main_store, today=TODAY, project="kettle").text == ""
    assert "toaster" in history_context(actor=alice, store=main_store, today=TODAY, project="toaster").text
    with pytest.raises(Forbidden):
        history_context(actor=make_bot("writer", "memory:write"), store=main_store, today=TODAY)


def test_a_removed_entry_is_not_given(alice: Actor, main_store: Store) -> None:
    from memory.services.history import history_remove

    day_of(alice, main_store, 0, "Met Ada.")
    history_remove(actor=alice, uid=HistoryEntry.objects.get().uid)
    assert history_context(actor=alice, store=main_store, today=TODAY).text == ""
