"""Time: one producer of "now", one reader of written instants. Everything is aware and in UTC."""

import re
from datetime import UTC, datetime, time, timedelta, timezone
from typing import Final

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
FIRST: Final = datetime(1, 1, 2, tzinfo=UTC)
LAST: Final = datetime(9999, 12, 30, 23, 59, 59, 999_999, tzinfo=UTC)
"""The first and the last instant that have a date in every zone: beyond them some zone has no year for them."""
FOREVER: Final = datetime(9999, 12, 31, tzinfo=timezone(timedelta(hours=14)))
"""From here on it is 9999-12-31 somewhere: so other tools write that a window has no end."""

_ACCEPTED: Final = (
    "2026-03-01, 2026-03-01T10:30:00, 2026-03-01T10:30:00Z or 2026-03-01T10:30:00+01:00 (years 0001 to 9999)"
)
_ISO: Final = re.compile(
    r"(?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2})"
    r"(?:[Tt ](?P<time>[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]{1,9})?)?)"
    r"(?P<zone>[Zz]|[+-][0-9]{2}:?[0-9]{2})?)?"
)
_SHOWN: Final = 60
"""Characters of a refused text that the message repeats."""


class InstantError(ValueError):
    """A text that names no instant; the message shows the accepted forms."""

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__(f"{text[:_SHOWN]!r} is no instant; write {_ACCEPTED}")


def now() -> datetime:
    """Return the present instant, aware, in UTC."""
    return datetime.now(UTC)


def is_dated(moment: datetime) -> bool:
    """Whether the aware instant has a date in every zone."""
    return FIRST <= moment <= LAST


def is_forever(moment: datetime) -> bool:
    """Whether the aware instant, as the end of a window, says that there is none: 9999-12-31 in any zone, or later."""
    return moment >= FOREVER


def dated(moment: datetime) -> datetime:
    """The aware instant, or the nearest one that has a date in every zone."""
    return min(max(moment, FIRST), LAST)


def shifted(moment: datetime, by: timedelta) -> datetime:
    """The aware instant so much later, or earlier for less than nothing, but no further than the calendar goes."""
    try:
        return dated(moment + by)
    except OverflowError:
        return FIRST if by < timedelta() else LAST


def parse_instant(text: str, *, end: bool = False) -> datetime:
    """Return the instant an ISO 8601 text names, aware, in UTC.

    A text without zone is UTC. A date alone means its first microsecond, or its last one with `end`; `end`
    changes nothing when a time is given. Raises InstantError for anything else, also outside years 1 to 9999.
    """
    match = _ISO.fullmatch(text.strip())
    if match is None:
        raise InstantError(text)
    try:
        if match["time"] is None:
            day = datetime.fromisoformat(match["date"])
            return datetime.combine(day, time.max if end else time.min, tzinfo=UTC)
        zone = (match["zone"] or "Z").upper()
        written = f"{match['date']}T{match['time'].replace(',', '.')}{zone}"
        return datetime.fromisoformat(written).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise InstantError(text) from error
