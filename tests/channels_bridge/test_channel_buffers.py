"""What is overheard: how much of it is kept, how long, and by whom."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from channels_bridge.actors import Actor
from channels_bridge.models import Channel, ChannelEntry, ChannelPace
from channels_bridge.services import channel_buffers
from channels_bridge.services.channel_buffers import (
    MENTION_ENTRIES,
    OBSERVE_ENTRIES,
    Heard,
    MentionBuffers,
    entries_expire,
    entries_load,
    entry_add,
)
from channels_bridge.services.channel_gates import context_for
from channels_bridge.services.channel_paces import pace_take, paces_expire
from channels_bridge.services.channels import channel_change
from tests.channels_bridge.channel_people import BOB, channel_of, say, server_of

AT = datetime(2026, 1, 1, 10, 0, tzinfo=UTC)


def heard(text: str, **values: Any) -> Heard:
    return Heard.of(sender=BOB, author="Bob", text=text, said_at=AT, **values)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Seconds this process has lived."""
    at = [1000.0]
    monkeypatch.setattr("channels_bridge.services.channel_buffers.time.monotonic", lambda: at[0])
    return at


# ---- in the process ----


def test_mention_mode_keeps_the_newest_fifty() -> None:
    buffers = MentionBuffers()
    for number in range(60):
        buffers.add(1, heard(str(number)))
    assert [one.text for one in buffers.of(1)] == [str(n) for n in range(10, 60)]
    assert len(buffers) == MENTION_ENTRIES == 50


def test_mention_mode_forgets_after_three_hundred_seconds(clock: list[float]) -> None:
    buffers = MentionBuffers()
    buffers.add(1, heard("early"))
    clock[0] += 200
    buffers.add(1, heard("late"))
    clock[0] += 99.9
    assert [one.text for one in buffers.of(1)] == ["early", "late"]
    clock[0] += 0.1
    assert [one.text for one in buffers.of(1)] == ["late"]
    assert len(buffers) == 1


def test_what_a_silent_channel_held_goes_when_another_speaks(clock: list[float]) -> None:
    buffers = MentionBuffers()
    buffers.add(1, heard("early"))
    clock[0] += 300
    buffers.add(2, heard("late"))
    assert len(buffers) == 1


def test_over_all_channels_the_memory_is_bounded_and_the_silent_lose_first() -> None:
    buffers = MentionBuffers(entries=100)
    for channel in range(1_000):
        buffers.add(channel, heard("x"))
        buffers.add(0, heard(str(channel)))
    assert len(buffers) <= 100
    assert len(buffers.of(0)) == 50 and buffers.of(1) == []


def test_a_long_message_is_kept_as_long_as_it_is_shown() -> None:
    buffers = MentionBuffers()
    buffers.add(1, heard("x" * 4_000))
    assert len(buffers.of(1)[0].text) == 300


def test_a_message_the_surface_sends_twice_is_kept_once() -> None:
    buffers = MentionBuffers()
    for key in ("m1", "m1", "", ""):
        buffers.add(1, heard("x", key=key))
    assert len(buffers.of(1)) == 3


def test_dropping_some_leaves_the_others() -> None:
    buffers = MentionBuffers()
    for text in ("a", "b", "c"):
        buffers.add(1, heard(text))
    buffers.drop(1, lambda one: one.text == "b")
    assert [one.text for one in buffers.of(1)] == ["a", "c"] and len(buffers) == 2
    buffers.drop(1)
    assert buffers.of(1) == [] and len(buffers) == 0


# ---- in the database ----


@pytest.fixture
def server(db: None) -> Actor:
    return server_of()


@pytest.fixture
def channel(server: Actor) -> Channel:
    return channel_of(server, activation="observe")


def test_observe_mode_keeps_the_newest_two_hundred(channel: Channel) -> None:
    for number in range(OBSERVE_ENTRIES + 5):
        entry_add(channel, heard(str(number)))
    texts = list(channel.entries.values_list("text", flat=True))
    assert texts == [str(n) for n in range(5, 205)]


def test_observe_mode_keeps_a_week_and_what_is_older_goes_when_it_is_read(channel: Channel) -> None:
    assert channel_buffers.OBSERVE_SECONDS == 7 * 24 * 3600
    for text in ("old", "new"):
        entry_add(channel, heard(text))
    instant = channel.entries.get(text="new").recorded_at
    channel.entries.filter(text="old").update(recorded_at=instant - timedelta(seconds=604_801))
    channel.entries.filter(text="new").update(recorded_at=instant - timedelta(seconds=604_700))
    assert [entry.text for entry in entries_load(channel)] == ["new"]
    assert ChannelEntry.objects.count() == 1


def test_what_is_too_old_goes_also_where_nobody_speaks_any_more(channel: Channel) -> None:
    entry_add(channel, heard("old"))
    channel.entries.update(recorded_at=channel.entries.get().recorded_at - timedelta(days=8))
    assert entries_expire() == 1 and not ChannelEntry.objects.exists()


def test_more_than_fits_in_a_row_is_cut_between_characters(channel: Channel) -> None:
    entry_add(channel, heard("👨‍👩‍👧‍👦" * 1_000))
    text = channel.entries.get().text
    assert len(text) <= 4_000 and text.endswith("👨‍👩‍👧‍👦")


def test_context_is_in_the_order_in_which_it_was_said(channel: Channel, server: Actor) -> None:
    for minute, text in ((2, "second"), (1, "first"), (3, "third")):
        say(server, channel, BOB, text, author="Bob", said_at=AT + timedelta(minutes=minute))
    assert [line.rpartition(": ")[2] for line in context_for(channel).lines] == ["first", "second", "third"]
    assert context_for(channel).lines[0].startswith("[said 2026-01-01 10:01] Bob: ")


def test_a_line_of_context_tells_the_time_in_the_owners_zone() -> None:
    with timezone.override("Asia/Tokyo"):
        assert heard("x").line.startswith("[said 2026-01-01 19:00] ")


# ---- pace ----


def test_a_sender_gets_back_what_the_rate_gives(channel: Channel, alice: Actor) -> None:
    channel = channel_change(actor=alice, channel=channel, values={"rate_per_minute": 6})
    assert [pace_take(channel, "who", at=100.0) for _ in range(7)] == [True] * 6 + [False]
    assert not pace_take(channel, "who", at=109.0)
    assert pace_take(channel, "who", at=110.0) and not pace_take(channel, "who", at=110.0)
    assert pace_take(channel, "another", at=110.0)


def test_rows_of_senders_who_have_everything_again_are_removed(channel: Channel) -> None:
    pace_take(channel, "who", at=100.0)
    assert paces_expire(at=159.0) == 0 and paces_expire(at=161.0) == 1
    assert not ChannelPace.objects.exists()
