"""What stands in the cells of a table: numbers with a comma, dates as spreadsheets write them, texts in formulas."""

import re
from datetime import UTC, datetime, timedelta

from memory.transfer.formats.dates import read_instant

_FORMULA = re.compile(r'^=\s*"(?P<text>(?:[^"]|"")*)"$')
# Put before a text so that a spreadsheet does not take it for a formula.
_GUARDED = re.compile(r"^'(?=[=+\-@'])")
_NUMBER = re.compile(r"^[+-]?\d{1,15}(?:[.,]\d{1,15})?$")
_PERCENT = re.compile(r"^(?P<number>\d{1,3}(?:[.,]\d{1,6})?)\s*%$")
_SERIAL = re.compile(r"^\d{5}(?:[.,]\d{1,10})?$")
_SLASHED = re.compile(r"(?<![\d/])(?P<first>\d{1,2})/(?P<second>\d{1,2})/(?P<year>\d{4})(?![\d/])")
_DOTTED = re.compile(r"^(?P<first>\d{1,2})\.\s?(?P<second>\d{1,2})\.\s?(?P<year>\d{4})(?P<rest>.*)$", re.DOTALL)
_WITH_TIME = re.compile(
    r"^(?P<first>\d{1,2})/(?P<second>\d{1,2})/(?P<year>\d{4})(?P<rest>.*)$",
    re.DOTALL,
)
# Day 0 of a spreadsheet's dates, and the days that are memories' dates: 1970 to 2199.
_EPOCH = datetime(1899, 12, 30, tzinfo=UTC)
_FIRST_DAY, _LAST_DAY = 25_569, 109_571
_SECONDS_A_DAY = 86_400
# What is left of a day from its beginning on: what ends on a day holds until that day is over.
DAY_LEFT = timedelta(days=1, microseconds=-1)


def cell_text(written: str) -> str:
    """The text of a cell, without the formula or the sign that kept a spreadsheet from changing it."""
    written = written.strip()
    if match := _FORMULA.match(written):
        return match["text"].replace('""', '"').strip()
    return _GUARDED.sub("", written)


def cell_number(written: str) -> float | None:
    """A number with a point or a comma, or a percentage as its share of 1; None for anything else."""
    if match := _PERCENT.match(written):
        return float(match["number"].replace(",", ".")) / 100
    return float(written.replace(",", ".")) if _NUMBER.match(written) else None


def says_day_first(text: str) -> bool | None:
    """Whether dates like 03/04/2026 have their day first in this table; None when nothing in it tells."""
    day = month = False
    for match in _SLASHED.finditer(text):
        day |= int(match["first"]) > 12
        month |= int(match["second"]) > 12
    return day if day != month else None


def cell_instant(written: str, *, day_first: bool | None) -> datetime | None:
    """The instant of a cell: as everywhere, 14.07.2026, a slashed date whose order is known, a spreadsheet's number."""
    if _SERIAL.match(written):
        days = float(written.replace(",", "."))
        in_range = _FIRST_DAY <= days <= _LAST_DAY
        return _EPOCH + timedelta(seconds=round(days * _SECONDS_A_DAY)) if in_range else None
    if match := _DOTTED.match(written):
        return _ordered(match, day_first=True)
    match = _WITH_TIME.match(written)
    if match and day_first is not None:
        return _ordered(match, day_first=day_first)
    return read_instant(written)


def says_day_only(written: str) -> bool:
    """Whether a cell that holds an instant names a day without a time of it."""
    if _SERIAL.match(written):
        return "." not in written and "," not in written
    return ":" not in written


def _ordered(match: re.Match[str], *, day_first: bool) -> datetime | None:
    day, month = (match["first"], match["second"]) if day_first else (match["second"], match["first"])
    return read_instant(f"{match['year']}-{month:>02}-{day:>02}{match['rest'].rstrip()}")
