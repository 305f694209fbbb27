"""Until when a statement holds by its own words: "until July 14", "bis Ende Mai", "到5月底", "5月末まで"."""

# ruff: noqa: E501
# Lists of words: one language a line is easier to check than lines of one length.

import re
from calendar import monthrange
from datetime import date, timedelta
from functools import lru_cache
from typing import Final

from kirocrew.base.text import fold
from memory.recall.updates.values import MONTHS, WEEKDAYS

MONTH_NUMBERS: Final = {
    name: number
    for number, name in enumerate(
        "january february march april may june july august september october november december".split(), 1
    )
}
DAY_NUMBERS: Final = {
    name: number for number, name in enumerate("monday tuesday wednesday thursday friday saturday sunday".split())
}
A_WEEK: Final = 7  # days
NEAR_YEARS: Final = range(1900, 2200)

_LEAD: Final = (
    r"(?<![a-zа-я])(?:until|till|through|thru|up to|valid to|bis(?: einschliesslich| zum| zur)?|hasta|jusqu'(?:au?|en|a la)?"
    r"|ate|fino (?:a|al|alla)|tot(?: en met)?|до|(?:cho )?(?:den|toi)(?: het)?(?=\s+(?:het |ngay|thang|cuoi|thu |chu nhat|mai|[0-9]{1,2}/))|het(?=\s+(?:ngay|thang|tuan|nam)))\s*"
)
_FILL: Final = r"(?:(?:the|el|le|la|o|a|al|il|de|den|dem|ngay|next|this|nachste[nrs]?|kommende[nrs]?|diese[nrs]?|proximo|este|lundi)\s+)*"
_END: Final = (
    r"(?P<end>(?:the )?end of\s+|ende?\s+(?:des\s+)?|einde\s+|(?:a |el |la )?(?:final(?:es)?|fines?|fin)\s+(?:de(?:l)?\s+)?"
    r"|(?:la )?fine (?:di |del )?|cuoi\s+|het\s+|(?:o )?(?:final|fim) d[eo]\s+|конца\s+)?"
)
_MONTH: Final = "|".join(sorted((re.escape(word) for word in MONTHS), key=len, reverse=True))
_WEEKDAY: Final = "|".join(
    sorted((re.escape(word) for word in WEEKDAYS if re.match("[a-zа-я]", word)), key=len, reverse=True)
)
_CJK_WEEKDAY: Final = "|".join(
    sorted((re.escape(word) for word in WEEKDAYS if not re.match("[a-zа-я]", word)), key=len, reverse=True)
)
_YEAR: Final = r"(?:,?\s*(?:de\s+|del\s+|nam\s+)?(?P<{0}>[0-9]{{4}}))?"
_SPACED: Final = tuple(
    re.compile(_LEAD + _FILL + _END + _FILL + rest)
    for rest in (
        r"(?P<iso>[0-9]{4}-[0-9]{2}-[0-9]{2})",
        r"(?P<day1>[0-9]{1,2})(?:\.|st|nd|rd|th|er|º)?\s*(?:de\s+|of\s+)?(?P<month1>"
        + _MONTH
        + r")\b"
        + _YEAR.format("y1"),
        r"(?P<month2>"
        + _MONTH
        + r")\s+(?:the\s+)?(?P<day2>[0-9]{1,2})(?:st|nd|rd|th)?\b(?![:0-9])"
        + _YEAR.format("y2"),
        r"(?P<day3>[0-9]{1,2})\s*thang\s*(?P<num3>[0-9]{1,2})" + _YEAR.format("y3"),
        r"(?P<day4>[0-9]{1,2})[./](?P<num4>[0-9]{1,2})(?:[./](?P<y4>[0-9]{4}))?(?![0-9])",
        r"thang\s*(?P<num5>[0-9]{1,2})" + _YEAR.format("y5"),
        r"(?P<month6>" + _MONTH + r")\b" + _YEAR.format("y6"),
        r"(?P<weekday>" + _WEEKDAY + r")(?![a-zа-я])",
        r"(?P<unit>month|week|year|monats?|woche|jahres?|mes|semana|ano|mois|semaine|annee|mese|settimana|anno|maand|jaar"
        r"|thang nay|tuan nay|nam nay|месяца|недели|года)(?![a-zа-я])",
        r"(?P<tomorrow>tomorrow|morgen|manana|demain|amanha|domani|ngay mai|mai|завтра)(?![a-zа-я])",
        r"(?P<year>(?:19|20)[0-9]{2})(?![0-9])",
    )
)
_CJK_DATE: Final = (
    r"(?:(?P<cy>[0-9]{4})[年년]\s*)?(?:(?P<cm>[0-9]{1,2}|[一二三四五六七八九十]{1,2})[月월]\s*)"
    r"(?:(?P<cd>[0-9]{1,2})[日号號일]|(?P<cend>底|末|\s?말|の?終わり|末日))?"
)
_CJK_OTHER: Final = (
    rf"(?P<cunit>[这這本]个?月底|月底|今月末|이번 ?달 ?말|年底|今年末|올해 ?말|[这這本]周末|今週末)|(?P<cweekday>(?:下|来|今|次|다음 ?주|이번 ?주|[这這本])?"
    rf"(?:週の|周の)?\s?(?:{_CJK_WEEKDAY}))日?|(?P<ctomorrow>明天|明日|내일)"
)
_UNSPACED: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?<![改移推延调調換换搬挪转轉迟遲升涨漲提前])(?:直?到|至|截至|截止到?){_CJK_DATE}(?:为止|為止|之前|前)?(?!开始|開始|起)",
        rf"{_CJK_DATE}(?:まで|까지|为止|為止|之前|以前)",
        rf"(?<![改移推延调調換换搬挪转轉迟遲升涨漲提前])(?:直?到|至|截止到?)(?:{_CJK_OTHER})(?:为止|為止|之前|前)?",
        rf"(?:{_CJK_OTHER})(?:まで|까지|为止|為止|之前)",
    )
)
_RANGE: Final = re.compile(
    rf"(?:(?:from|von|vom|de|desde|del|da|du|des|tu|van|с)\s+)?(?:{_WEEKDAY}|[0-9]{{1,2}}(?:[:.][0-9]{{2}})?(?:\s*(?:am|pm|uhr|gio|h))?)\s+$"
)
"""What stands before "till Friday" where days of the week or hours are meant: Monday till Friday, 9 till 5."""
_LEADS: Final = re.compile(
    r"(?<![a-zа-я])(?:until|till|through|thru|up to|valid to|bis|hasta|jusqu|ate|fino|tot|до|den|toi|het)(?![a-zа-я])"
    "|[到至截]|まで|까지|为止|為止|[之以]前"
)
"""Without any of these a text names no end."""
_HAN: Final = {char: value for value, char in enumerate("〇一二三四五六七八九十")}


@lru_cache(maxsize=4096)
def last_day(text: str, spoken: date) -> date | None:
    """Return the last day on which a statement holds by its own words, None when it names none.

    `spoken` is the day it was made, from which "until Friday" or a date without a year counts forward.
    """
    folded = fold(text).replace("’", "'")
    if not _LEADS.search(folded):
        return None
    for pattern in (*_SPACED, *_UNSPACED):
        for match in pattern.finditer(folded):
            if _RANGE.search(folded[: match.start()]):
                continue
            try:
                return _named_day(match.groupdict(), spoken) or _calendar_day(match.groupdict(), spoken)
            except (ValueError, OverflowError):
                return None  # of a day that does not exist, "until February 31"
    return None


def _named_day(found: dict[str, str | None], spoken: date) -> date | None:
    if found.get("iso"):
        return date.fromisoformat(str(found["iso"]))
    if found.get("tomorrow") or found.get("ctomorrow"):
        return spoken + timedelta(days=1)
    if found.get("year"):
        return date(int(str(found["year"])), 12, 31)
    weekday = found.get("weekday") or found.get("cweekday")
    if weekday:
        return _next_weekday(weekday, spoken)
    unit = found.get("unit") or found.get("cunit")
    return _end_of_unit(unit, spoken) if unit else None


def _next_weekday(written: str, spoken: date) -> date:
    word = max((name for name in WEEKDAYS if name in written), key=len)
    ahead = (DAY_NUMBERS[WEEKDAYS[word]] - spoken.weekday()) % A_WEEK
    return spoken + timedelta(days=ahead)


def _end_of_unit(unit: str, spoken: date) -> date:
    if re.match(r"year|jahr|ano|anne|jaar|nam|год|年|今年|올해", unit):
        return date(spoken.year, 12, 31)
    if re.match(r"week|woche|semana|semaine|settimana|tuan|недел|.{0,2}周|今週", unit):
        return spoken + timedelta(days=6 - spoken.weekday())
    return _month_end(spoken.year, spoken.month)


def _calendar_day(found: dict[str, str | None], spoken: date) -> date | None:
    month = _first(found, "month1", "month2", "month6")
    number = MONTH_NUMBERS[MONTHS[month]] if month else _number(_first(found, "num3", "num4", "num5", "cm"))
    if not 1 <= number <= 12:
        return None
    day = _number(_first(found, "day1", "day2", "day3", "day4", "cd"))
    written = _number(_first(found, "y1", "y2", "y3", "y4", "y5", "y6", "cy"))
    year = written if written in NEAR_YEARS else spoken.year
    whole = _month_end(year, number)
    named = date(year, number, day) if day and not found.get("end") else whole
    if written not in NEAR_YEARS and named < spoken:
        named = _month_end(year + 1, number) if named == whole else named.replace(year=year + 1)
    return named


def _month_end(year: int, month: int) -> date:
    return date(year, month, monthrange(year, month)[1])


def _first(found: dict[str, str | None], *names: str) -> str:
    return next((value for name in names if (value := found.get(name))), "")


def _number(written: str) -> int:
    if not written:
        return 0
    if written.isdecimal():
        return int(written)
    values = [_HAN[char] for char in written]
    return values[0] if len(values) == 1 else values[0] + values[1] if values[0] == 10 else values[0] * 10
