"""Days in one spelling, out of the ways people write them. An order that could mean two days gives both."""

import re
from collections.abc import Callable
from datetime import date
from typing import Final

_NAMES: Final = (
    ("january", "jan", "januar", "jänner", "janvier", "enero", "janeiro"),
    ("february", "feb", "februar", "fevrier", "febrero", "fevereiro"),
    ("march", "mar", "marz", "maerz", "mars", "marzo", "marco"),
    ("april", "apr", "avril", "abril"),
    ("may", "mai", "mayo", "maio"),
    ("june", "jun", "juni", "juin", "junio", "junho"),
    ("july", "jul", "juli", "juillet", "julio", "julho"),
    ("august", "aug", "aout", "agosto"),
    ("september", "sep", "sept", "septembre", "septiembre", "setiembre", "setembro"),
    ("october", "oct", "oktober", "okt", "octobre", "octubre", "outubro"),
    ("november", "nov", "novembre", "noviembre", "novembro"),
    ("december", "dec", "dezember", "dez", "decembre", "diciembre", "dezembro"),
)
_MONTHS: Final = {name: number for number, names in enumerate(_NAMES, start=1) for name in names}
_MONTH: Final = "|".join(sorted(_MONTHS, key=len, reverse=True))
_OF: Final = r"(?:of |de |do |del )?"
_MIDNIGHT: Final = r"(?:t00:00(?::00(?:\.0+)?)?(?:z|[+-]00:?00)?)?(?!\d)"
FIRST_YEAR, LAST_YEAR = 1800, 2199
CENTURY_TURNS: Final = 70  # 70 to 99 are of the last century

Days = tuple[str, ...]


def _year(text: str) -> int:
    number = int(text)
    if len(text) > 2:
        return number
    return number + (1900 if number >= CENTURY_TURNS else 2000)


def _day(year: str, month: int, day: str) -> Days:
    try:
        found = date(_year(year), month, int(day))
    except ValueError:
        return ()
    return (found.isoformat(),) if FIRST_YEAR <= found.year <= LAST_YEAR else ()


def _year_first(found: re.Match[str]) -> Days:
    return _day(found[1], int(found[2]), found[3])


def _named(found: re.Match[str]) -> Days:
    return _day(found["year"], _MONTHS[found["month"]], found["day"])


def _vietnamese(found: re.Match[str]) -> Days:
    return _day(found[3], int(found[2]), found[1])


def _by_points(found: re.Match[str]) -> Days:
    """05.01.2026: with points the day is first."""
    return _day(found[3], int(found[2]), found[1])


def _by_strokes(found: re.Match[str]) -> Days:
    """05/01/2026: the fifth of January or the first of May."""
    return tuple(dict.fromkeys((*_day(found[4], int(found[3]), found[1]), *_day(found[4], int(found[1]), found[3]))))


# On folded text: small letters without accents, ASCII digits.
_WRITTEN: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Days]], ...]] = (
    (re.compile(rf"(?<!\d)(\d{{4}})([-/.])\d{{1,2}}\2\d{{1,2}}{_MIDNIGHT}"), lambda found: _iso(found[0])),
    (re.compile(r"(?<!\d)(\d{4}) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일号號호]"), _year_first),
    (re.compile(r"(?<!\w)(?:ngay )?(\d{1,2}) thang (\d{1,2})(?: nam)?,? (\d{4})(?!\d)"), _vietnamese),
    (
        re.compile(
            rf"(?<![\w.])(?P<day>\d{{1,2}})(?:st|nd|rd|th|er|\.)? {_OF}(?P<month>{_MONTH})\.?,? {_OF}"
            r"(?P<year>\d{4})(?!\d)"
        ),
        _named,
    ),
    (
        re.compile(rf"(?<!\w)(?P<month>{_MONTH})\.? (?P<day>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<year>\d{{4}})(?!\d)"),
        _named,
    ),
    (re.compile(r"(?<![\w.])(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})(?![\w]|\.\d)"), _by_points),
    (re.compile(r"(?<![\w/-])(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})(?![\w/-])"), _by_strokes),
    (re.compile(r"(?<![\w.,])(\d{4})(\d{2})(\d{2})(?![\w]|[.,]\d)"), _year_first),
)
_START: Final = re.compile(rf"\d|{_MONTH}|ngay")


def _iso(text: str) -> Days:
    year, month, day = re.split("[-/.]", text.split("t", 1)[0])
    return _day(year, int(month), day)


def day_at(text: str, at: int) -> tuple[Days, int] | None:
    """The days that the folded `text` may name at that place, and where the date ends; None when there is none."""
    if not _START.match(text, at):
        return None
    for pattern, read in _WRITTEN:
        if (found := pattern.match(text, at)) and (days := read(found)):
            return days, found.end()
    return None
