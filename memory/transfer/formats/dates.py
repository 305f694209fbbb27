"""Read the instants that notes and transcripts carry. No time zone written means UTC; nothing readable means None."""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone

from kirocrew.base.clock import InstantError, is_forever, parse_instant

# Years a memory can plausibly speak of; a text like "100,000 years ago" is no date.
FIRST_YEAR, LAST_YEAR = 1970, 2199
# Above this a number of seconds would lie past LAST_YEAR, so the number counts milliseconds.
_MILLISECONDS_FROM = 10_000_000_000

_MONTH_NAMES = "january february march april may june july august september october november december".split()
_MONTHS = {name[:3]: number for number, name in enumerate(_MONTH_NAMES, start=1)}
_MONTH = "(?:" + "|".join(f"{name[:3]}(?:{name[3:]})?" for name in _MONTH_NAMES) + ")"

_CLOCK = r"(?<!\d)(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2}))?\s*(?P<half>[ap]\.?m\b\.?)?"
_ZONE = r"(?:\s*(?P<zone>Z|UTC|GMT|[+-]\d{2}:?\d{2}))?"
_ISO_DAY = r"(?<!\d)(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})"
_CJK_DAY = r"(?<!\d)(?P<year>\d{4})\s?[年년]\s?(?P<month>\d{1,2})\s?[月월]\s?(?P<day>\d{1,2})\s?[日일号]"
_DAY_FIRST = rf"(?<!\d)(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\.?\s+(?P<name>{_MONTH})\.?,?\s+(?P<year>\d{{4}})"
_MONTH_FIRST = rf"(?P<name>{_MONTH})\.?\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<year>\d{{4}})"
_AFTER_DAY = rf"(?:[T,\s]+(?:at\s+)?{_CLOCK}{_ZONE})?"

# Each says a day, most also a time of day; a date in another order (01/02/2023) could mean two days and is left.
_WRITTEN = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_CLOCK}{_ZONE}\s+on\s+{_DAY_FIRST}",
        rf"{_CLOCK}{_ZONE}\s+on\s+{_MONTH_FIRST}",
        rf"{_ISO_DAY}(?:{_AFTER_DAY})",
        rf"{_CJK_DAY}(?:{_AFTER_DAY})",
        rf"{_DAY_FIRST}(?:{_AFTER_DAY})",
        rf"{_MONTH_FIRST}(?:{_AFTER_DAY})",
    )
)
# The last day there is, whatever the hour and zone: some of its hours have no instant in UTC.
_LAST_DAY = re.compile(r"9999-12-31(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?", re.I | re.A)
_FILE_NAME = re.compile(
    r"(?<!\d)(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})(?:[-_T](?P<hour>\d{2})[-:]?(?P<minute>\d{2})(?!\d))?(?!\d)"
)
# A stamp opens its line, in brackets or not, and may be followed by a dash or colon.
_STAMP = re.compile(rf"^\W{{0,3}}\[?{_ISO_DAY}(?:[T,\s]+{_CLOCK}{_ZONE})?\]?(?!\d)", re.IGNORECASE)
_TIME_ONLY = re.compile(rf"^\W{{0,3}}{_CLOCK}(?!\d)", re.IGNORECASE)


@dataclass(frozen=True)
class Stamp:
    """What a line says about its time: an instant, or that it names a day that does not exist."""

    instant: datetime | None = None
    impossible: bool = False


NO_STAMP = Stamp()


def instant_in_name(name: str) -> Stamp:
    """The day, and the minute when there is one, that a file name carries: `2026-07-14-1930.md`."""
    match = _FILE_NAME.search(name)
    return _from_match(match) if match else NO_STAMP


def instant_in_heading(text: str) -> Stamp:
    """The first day a heading names anywhere in it, with its time if one follows."""
    for pattern in _WRITTEN:
        if match := pattern.search(text):
            return _from_match(match)
    return NO_STAMP


def instant_at_start(text: str, day: datetime | None) -> Stamp:
    """The stamp a line opens with: a date, or a time of the `day` already known."""
    if match := _STAMP.match(text):
        return _from_match(match)
    match = _TIME_ONLY.match(text)
    if day is None or match is None:
        return NO_STAMP
    clock = _clock(match)
    return Stamp(datetime.combine(day.date(), clock, tzinfo=UTC)) if clock else NO_STAMP


def read_instant(value: object) -> datetime | None:
    """The instant a field names, or None: ISO 8601, a written date, or (milli)seconds since 1970."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return _from_number(value)
    if not isinstance(value, str):
        return None
    text = value.strip()
    try:
        return _plausible(parse_instant(text))
    except InstantError:
        pass
    for pattern in _WRITTEN:
        if match := pattern.fullmatch(text):
            return _from_match(match).instant
    return _from_number(float(text)) if re.fullmatch(r"\d{9,13}(?:\.\d{1,6})?", text, re.ASCII) else None


def own_instant(value: object) -> datetime | None:
    """The instant a field of our own exports names, in any year the calendar has; otherwise as `read_instant`."""
    if not isinstance(value, str) or says_no_end(value):
        return read_instant(value)
    try:
        return parse_instant(value)
    except InstantError:
        return read_instant(value)


def says_no_end(value: object) -> bool:
    """Whether the end of a window says that there is none, as other tools do: 9999-12-31 in any zone, or later."""
    if not isinstance(value, str):
        return False
    text = value.strip()
    try:
        return _LAST_DAY.fullmatch(text) is not None or is_forever(parse_instant(text))
    except InstantError:
        return False


def _from_match(match: re.Match[str]) -> Stamp:
    found = match.groupdict()
    month = _MONTHS[found["name"][:3].lower()] if found.get("name") else int(found["month"])
    try:
        day = date(int(found["year"]), month, int(found["day"]))
    except ValueError:
        return Stamp(impossible=True)
    clock = _clock(match) if found.get("hour") else time()
    if clock is None:
        return Stamp(impossible=True)
    instant = _plausible(datetime.combine(day, clock, tzinfo=_zone(found.get("zone"))))
    return Stamp(instant, impossible=instant is None)


def _clock(match: re.Match[str]) -> time | None:
    found = match.groupdict()
    hour, minute, second = int(found["hour"]), int(found["minute"]), int(found.get("second") or 0)
    half = (found.get("half") or "").lower()
    # "14:40 am" is German for "at 14:40 on the", not a time of the morning.
    if half and 1 <= hour <= 12:
        hour = hour % 12 + (12 if half.startswith("p") else 0)
    return time(hour, minute, second) if hour < 24 and minute < 60 and second < 60 else None


def _zone(written: str | None) -> timezone:
    if not written or written[0] not in "+-":
        return UTC
    digits = written[1:].replace(":", "")
    offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
    if offset >= timedelta(hours=24):
        return UTC
    return timezone(-offset if written[0] == "-" else offset)


def _from_number(value: float) -> datetime | None:
    seconds = value / 1000 if value >= _MILLISECONDS_FROM else value
    try:
        return _plausible(datetime.fromtimestamp(seconds, UTC))
    except (ValueError, OverflowError, OSError):
        return None


def _plausible(instant: datetime) -> datetime | None:
    try:
        instant = instant.astimezone(UTC)
    except OverflowError:
        return None
    return instant if FIRST_YEAR <= instant.year <= LAST_YEAR else None
