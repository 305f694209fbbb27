from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kirocrew.base.clock import EPOCH, InstantError, now, parse_instant


def test_now_is_aware_and_in_utc() -> None:
    assert now().tzinfo is UTC
    assert abs(now() - datetime.now(UTC)) < timedelta(seconds=5)
    assert EPOCH.timestamp() == 0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-03-01T10:30:00Z", datetime(2026, 3, 1, 10, 30, tzinfo=UTC)),
        ("2026-03-01t10:30:00z", datetime(2026, 3, 1, 10, 30, tzinfo=UTC)),
        ("2026-03-01T10:30:00+01:00", datetime(2026, 3, 1, 9, 30, tzinfo=UTC)),
        ("2026-03-01T10:30:00-0530", datetime(2026, 3, 1, 16, 0, tzinfo=UTC)),
        ("2026-03-01T10:30:00", datetime(2026, 3, 1, 10, 30, tzinfo=UTC)),
        ("2026-03-01 10:30", datetime(2026, 3, 1, 10, 30, tzinfo=UTC)),
        ("2026-03-01T10:30:00.5Z", datetime(2026, 3, 1, 10, 30, 0, 500_000, tzinfo=UTC)),
        ("2026-03-01T10:30:00,123456789Z", datetime(2026, 3, 1, 10, 30, 0, 123_456, tzinfo=UTC)),
        (" 2026-03-01 ", datetime(2026, 3, 1, tzinfo=UTC)),
        ("0001-01-01", datetime(1, 1, 1, tzinfo=UTC)),
        ("9999-12-31", datetime(9999, 12, 31, tzinfo=UTC)),
        ("2024-02-29", datetime(2024, 2, 29, tzinfo=UTC)),
    ],
)
def test_iso_8601_texts_name_an_instant_in_utc(text: str, expected: datetime) -> None:
    instant = parse_instant(text)
    assert instant == expected
    assert instant.utcoffset() == timedelta(0)


def test_a_date_as_an_end_includes_the_whole_day() -> None:
    assert parse_instant("2026-03-01", end=True) == datetime(2026, 3, 1, 23, 59, 59, 999_999, tzinfo=UTC)


def test_an_explicit_time_is_the_same_as_start_and_as_end() -> None:
    assert parse_instant("2026-03-01T12:00:00Z", end=True) == parse_instant("2026-03-01T12:00:00Z")


@pytest.mark.parametrize(
    "text",
    [
        "March 2026",
        "",
        "now",
        "yesterday",
        "2026",
        "2026-03",
        "03/01/2026",
        "20260301",
        "2026-W10-1",
        "2026-02-30",
        "2026-13-01",
        "2026-03-01T25:00:00",
        "2026-03-01T10:60:00",
        "2026-03-01T10:00:60Z",
        "2026-03-01Z",
        "2026-03-01T",
        "2026-03-01T10",
        "0000-01-01",
        "10000-01-01",
        "-0001-01-01",
        "0001-01-01T00:00:00+10:00",
        "9999-12-31T23:59:59-10:00",
        "2026-03-01T10:30:00+99:00",
        "２０２６-０３-０１",
        "十万年前",
        "2026-03-01T10:30:00 Europe/Berlin",
    ],
)
def test_anything_else_is_refused_and_the_message_shows_what_is_accepted(text: str) -> None:
    with pytest.raises(InstantError, match="2026-03-01T10:30:00Z") as refused:
        parse_instant(text)
    assert refused.value.text == text
    assert isinstance(refused.value, ValueError)


def test_the_message_does_not_repeat_a_long_text() -> None:
    with pytest.raises(InstantError) as refused:
        parse_instant("x" * 10_000)
    assert len(str(refused.value)) < 300


@given(st.datetimes(timezones=st.just(UTC)))
def test_every_written_instant_reads_back(instant: datetime) -> None:
    assert parse_instant(instant.isoformat()) == instant


@given(st.text(max_size=40))
def test_no_text_makes_the_reader_fail_otherwise(text: str) -> None:
    try:
        instant = parse_instant(text)
    except InstantError:
        return
    assert instant.utcoffset() == timedelta(0)
