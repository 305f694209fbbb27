"""The day that words name, counted from when they were said: only where they can mean no other."""

# ruff: noqa: E501
# Lists of words: one language a line is easier to check than lines of one length.

import re
from datetime import date, timedelta
from typing import Final

from kirocrew.base.text import fold
from memory.gate.calendar import day_at
from memory.recall.updates.until import DAY_NUMBERS, MONTH_NUMBERS
from memory.recall.updates.values import MONTHS, WEEKDAYS

A_WEEK: Final = 7  # days
FARTHEST: Final = 270  # days ahead; a day without a year that is farther may as well be the one that has passed
MOST_WORDS: Final = 8
DAY_FIRST: Final = frozenset({"german", "french", "spanish", "portuguese", "vietnamese"})
"""Languages that write 3/4 for the third of April; English writes it for either."""

_SPACED_DAYS: Final = "|".join(sorted((re.escape(word) for word in WEEKDAYS if word.isascii()), key=len, reverse=True))
_WIDE_DAYS: Final = "|".join(
    sorted((word for word in WEEKDAYS if re.match("[一-鿿가-힣]", word)), key=len, reverse=True)
)
_MONTH: Final = "|".join(sorted((word for word in MONTHS if word.isascii()), key=len, reverse=True))
_WEEKDAY: Final = re.compile(
    rf"(?<![a-z])(?P<spaced>{_SPACED_DAYS}|(?:segunda|terca|quarta|quinta|sexta)(?![a-z-])|thu (?:hai|ba|tu|nam|sau|bay)"
    rf"|chu nhat)(?![a-z])|(?P<wide>{_WIDE_DAYS}|[周週][一二三四五六日天]|[月火水木金土日]曜)"
)
_PORTUGUESE: Final = {"segunda": 0, "terca": 1, "quarta": 2, "quinta": 3, "sexta": 4}
_JAPANESE: Final = {char: number for number, char in enumerate("月火水木金土日")}
_CHINESE: Final = {char: number for number, char in enumerate("一二三四五六日")} | {"天": 6}
_NEXT_WEEK: Final = re.compile(
    r"\b(?:next week|(?:der )?nachste[nr]? woche|kommende[nr]? woche|(?:la )?semaine prochaine"
    r"|(?:la )?(?:proxima semana|semana que viene|semana que vem)|tuan (?:sau|toi))\b"
    r"|下(?:个|個)?(?=[周週星礼禮])|来週|다음 ?주"
)
_NEXT: Final = re.compile(
    r"\b(?:next|nachste[nrsm]?|prochaine?|proxim[oa]|que vi?ene|que vem)\b|(?:thu \w+|chu nhat) (?:sau|toi)\b"
)
_SHIFTED: Final = re.compile(
    r"\b(?:last|past|letzte[nrsm]?|vergangene[nrsm]?|dernier|derniere|pasad[oa]|passad[oa]|truoc|after next|ubernachste\w*"
    r"|before|vor(?:her)?|avant|antes|earlier)\b|上(?:个|個)?[周週]|先週|지난|下下|再来週|다다음"
)
_TODAY: Final = re.compile(r"\b(?:today|heute|aujourd'hui|hoy|hoje|hom nay)\b|今天|今日|오늘")
_TOMORROW: Final = re.compile(
    r"(?<!after )(?<!\bla )(?<!a\S )\b(?:tomorrow|morgen|demain|manana|amanha|ngay mai)\b|明天|明日|내일"
)
_AFTER_TOMORROW: Final = re.compile(
    r"\b(?:day after tomorrow|ubermorgen|apres-demain|pasado manana|depois de amanha|ngay kia)\b|后天|後天|明後日|모레"
)
_MORNING: Final = re.compile(r"\b(?:de la manana|por la manana|am morgen|da manha)\b")
_MONTH_END: Final = re.compile(
    r"\b(?:end of (?:the|this) month|ende (?:des|dieses) monats|monatsende|fin du mois|fin de mes|final(?:es)? de(?:l)? mes"
    r"|(?:fim|final) do mes|cuoi thang nay|cuoi thang)\b|(?<!下)(?:本|这个|這個)?月底|今月末|월말|이번 달 말"
)
_DAY_MONTH: Final = re.compile(
    rf"(?<![\w.])(?P<day>[0-9]{{1,2}})(?:st|nd|rd|th|er|\.|º)? (?:of |de |do |del )?(?P<month>{_MONTH})\b"
    rf"|(?<![a-z])(?P<month2>{_MONTH})\.? (?:the )?(?P<day2>[0-9]{{1,2}})(?:st|nd|rd|th)?(?![0-9:])"
    r"|(?<![0-9])(?P<num3>[0-9]{1,2}) ?[月월] ?(?P<day3>[0-9]{1,2}) ?[日号號일]"
    r"|(?:ngay )?(?P<day4>[0-9]{1,2}) thang (?P<num4>[0-9]{1,2})(?![0-9])"
    r"|(?<![\w.])(?P<day5>[0-9]{1,2})\.(?P<num5>[0-9]{1,2})\.(?![0-9])"
)
_STROKES: Final = re.compile(r"(?<![\w/.-])([0-9]{1,2})[/-]([0-9]{1,2})(?![\w/.-])")
_YEAR: Final = re.compile(r"(?<![0-9])(?:19|20|21)[0-9]{2}(?![0-9])")
_SPAN: Final = re.compile(
    r"\b(?:in|within|dans|en|dentro de|em|trong|sau) (?:[0-9]+|\w+) (?:days?|weeks?|months?|tage?n?|wochen?|monate?n?"
    r"|jours?|semaines?|mois|dias?|semanas?|mes(?:es)?|ngay|tuan|thang)\b"
)
_PART: Final = re.compile(
    r"\b(?:end|beginning|start|middle|mid|ende?|anfang|mitte|fin|debut|mi|finales|principios|mediados|fim|final|inicio"
    r"|meados|cuoi|dau|giua) (?:of |du |de |des |del |do |da |d')?(?:the |this |next |nachste\w* |diese\w* |este |cet(?:te)? |el |la )*"
    rf"(?:month|week|year|quarter|{_MONTH}|monats?|woche|jahres?|quartals?|mois|semaine|annee|trimestre|mes|semana|ano"
    r"|thang|tuan|nam|quy)\b|\b(?:next|this|nachste\w*|diese\w*|prochaine?|proxim[oa]|cette|esta|este) "
    r"(?:week|month|quarter|woche|monat|semaine|mois|semana|mes)\b|\b(?:semaine|mois|semana|mes) (?:prochaine?|que v\w+)"
    r"|(?:tuan|thang) (?:sau|toi|nay)\b|下周|下週|下个月|下個月|月底|年底|来週|来月|月末|年末|다음 ?주|다음 ?달|월말|연말|이번 ?주|이번 ?달|今週|今月|本周|本月"
)
_NUMBERED: Final = re.compile(
    r"\b(?:the |le |el |dia |o dia |ngay |den |am |zum |am dem |mung |hom )[0-9]{1,2}(?:st|nd|rd|th|\.)?(?![0-9:/])"
    r"|^[0-9]{1,2}(?:st|nd|rd|th|\.)(?![0-9])|[0-9]{1,2} ?[日号號일]|^[0-9]{1,2}$"
)
_ONLY_MONTH: Final = re.compile(rf"(?<![a-z])(?:{_MONTH})(?![a-z])|[0-9]{{1,2}} ?[月월]|\bthang [0-9]{{1,2}}\b")
_CLOCK: Final = re.compile(
    r"\b[0-9]{1,2}(?:[:.h][0-9]{2})? ?(?:am|pm|uhr|h|gio|o'clock)\b|\b[0-9]{1,2}:[0-9]{2}\b|[0-9] ?(?:点|點|時|시)"
)

_BESIDE: Final = re.compile(
    r"[0-9]+(?:st|nd|rd|th|er|h)?|\b(?:the|a|of|on|at|by|in|next|this|coming|end|noon|midnight|eod|sharp|week|month|year|morning|evening"
    r"|afternoon|night|cet|cest|utc|gmt|est|pst|instead|now|already"
    r"|der|die|das|den|dem|des|am|um|im|bis|zum|nachste[nrsm]?|kommende[nrsm]?|diese[nrsm]?|ende|anfang|mitte|uhr|mittags?|mitternacht|abends?"
    r"|morgens|fruh|vormittags?|nachmittags?|schon|bereits|jetzt"
    r"|le|la|les|du|de|d'|au|a|ce|cette|prochaine?|fin|midi|minuit|soir|matin|heures?|deja"
    r"|el|los|las|del|al|este|esta|proxim[oa]|que|viene|fin|final|mediodia|medianoche|tarde|manana|noche|horas|ya"
    r"|o|os|as|do|da|no|na|em|dia|proxim[oa]|vem|meio-dia|meia-noite|noite|feira|ja|as|ate"
    r"|ngay|luc|het|cuoi|dau|toi|sau|nay|trua|chieu|sang|toi|gio|vao)(?!\w)"
    r"|[年月日号號点點半分时時]|上午|下午|早上|晚上|中午|下班前|[之以]?前|[这這本下个個]|の|午前|午後|正午|まで|中|末|오전|오후|정오|자정|까지|에|년|[일월]|시"
)
_OPEN: Final = re.compile(
    r"\s(?:or|oder|ou|o|hoac|not|nicht|pas|no|nao|khong|maybe|vielleicht|if|unless|i think|but|aber|mais|pero|mas|should|could"
    r"|would|might|right|he|she|they|for (?:him|her|them))\s|或|还是|か$|또는|아니"
)


def names_day(words: str) -> bool:
    """Whether words in the place of a day name one, or a time, or a part of a month or week."""
    folded = _folded(words)
    if len(folded.split()) > MOST_WORDS or len(folded) > 60:
        return False
    if any(day_at(folded, place.start()) for place in re.finditer(r"\b\w", folded)):
        return True
    named = (_WEEKDAY, _DAY_MONTH, _TODAY, _TOMORROW, _AFTER_TOMORROW, _MONTH_END, _PART, _SPAN, _NUMBERED, _CLOCK)
    return any(pattern.search(folded) for pattern in (*named, _STROKES, _ONLY_MONTH))


def is_only_day(words: str) -> bool:
    """Whether the words in the place of a day say nothing but the day: no "after Friday", no "announced on Friday"."""
    rest = _folded(words)
    for pattern in (
        _AFTER_TOMORROW,
        _NEXT_WEEK,
        _PART,
        _SPAN,
        _MONTH_END,
        _DAY_MONTH,
        _WEEKDAY,
        _TODAY,
        _TOMORROW,
        _CLOCK,
    ):
        rest = pattern.sub(" ", rest)
    return _BESIDE.sub(" ", _ONLY_MONTH.sub(" ", rest)).strip(" .,-/()") == ""


def is_open(words: str) -> bool:
    """Whether the words of a day leave it open or say more: "Friday or Monday", "not Friday"."""
    return _OPEN.search(f" {fold(words)} ") is not None


def day_of(words: str, said: date | None, language: str) -> date | None:
    """The one day that words can mean when they are said on the day `said`; None where they could mean another."""
    folded = _folded(words)
    try:
        found = _days(folded, said, language)
    except (ValueError, OverflowError):  # a day that no month has
        return None
    return found.pop() if len(found) == 1 else None


def _folded(words: str) -> str:
    return " ".join(fold(words).replace("’", "'").split())


def _days(folded: str, said: date | None, language: str) -> set[date]:
    """Every day the words may mean. Two of them that agree, "Friday, 6 March", are one."""
    if _SHIFTED.search(folded):
        return set()
    written = {date.fromisoformat(day) for day in _written(folded)}
    if written or said is None or _YEAR.search(folded):
        return written
    named = _day_and_month(folded, said, language)
    if named is not None:
        return named
    if _AFTER_TOMORROW.search(folded):
        return {said + timedelta(days=2)}
    if _TOMORROW.search(_MORNING.sub(" ", folded)):
        return {said + timedelta(days=1)}
    if _TODAY.search(folded):
        return {said}
    if _MONTH_END.search(folded):
        return {(said.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)}
    return _weekday(folded, said)


def _written(folded: str) -> set[str]:
    """Days written with their year; both readings of one that can be read in two ways."""
    found: set[str] = set()
    at = 0
    while at < len(folded):
        if read := day_at(folded, at):
            found.update(read[0])
            at = read[1]
        else:
            at += 1
    return found


def _day_and_month(folded: str, said: date, language: str) -> set[date] | None:
    """The days that a day and a month without a year may be; None where neither is named."""
    if match := _DAY_MONTH.search(folded):
        groups = match.groupdict()
        name = groups["month"] or groups["month2"]
        month = MONTH_NUMBERS[MONTHS[name]] if name else int(groups["num3"] or groups["num4"] or groups["num5"])
        day = next(int(value) for key, value in groups.items() if key.startswith("day") and value)
        return _coming(month, day, said)
    if match := _STROKES.search(folded):
        first, second = int(match[1]), int(match[2])
        if language in DAY_FIRST:
            return _coming(second, first, said)
        return {day for pair in ((first, second), (second, first)) if pair[0] <= 12 for day in _coming(*pair, said)}
    return None


def _coming(month: int, day: int, said: date) -> set[date]:
    """That day of the year from `said` on; none where it is so far ahead that the one gone by may be meant."""
    coming = date(said.year, month, day)
    if coming < said:
        coming = date(said.year + 1, month, day)
    return {coming} if (coming - said).days <= FARTHEST else set()


def _weekday(folded: str, said: date) -> set[date]:
    """The coming day of that name. "Next Friday", said on a Monday, may be either of two."""
    matches = list(_WEEKDAY.finditer(folded))
    if len(matches) != 1:
        return set()
    wanted = _number(matches[0])
    ahead = (wanted - said.weekday()) % A_WEEK
    if _NEXT_WEEK.search(folded):
        return {said + timedelta(days=wanted + A_WEEK - said.weekday())}
    if not ahead or (_NEXT.search(folded) and wanted > said.weekday()):
        return set()
    return {said + timedelta(days=ahead)}


def _number(match: re.Match[str]) -> int:
    """The weekday of a match, Monday is 0."""
    if wide := match["wide"]:
        if wide.endswith("曜"):
            return _JAPANESE[wide[0]]
        return DAY_NUMBERS[WEEKDAYS[wide]] if wide in WEEKDAYS else _CHINESE[wide[-1]]
    word = match["spaced"]
    return _PORTUGUESE[word] if word in _PORTUGUESE else DAY_NUMBERS[WEEKDAYS[word]]
