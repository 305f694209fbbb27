"""Values of a statement that exclude one another: times, days, numbers, colours, currencies and names."""

# ruff: noqa: E501
# Lists of words: one language a line is easier to check than lines of one length.

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Final, NamedTuple

from memory.recall.updates.lexicon import UNSPACED, Lexicon


class Sort(StrEnum):
    """What kind of value; two of one kind about one subject cannot both hold."""

    CLOCK = "clock"
    WEEKDAY = "weekday"
    MONTH = "month"
    DAY = "day"
    NUMBER = "number"
    COLOUR = "colour"
    CURRENCY = "currency"
    NAME = "name"


class Value(NamedTuple):
    """A value in its canonical form, and where it stands in the folded text."""

    sort: Sort
    value: str
    start: int
    end: int


def _table(lines: str) -> dict[str, str]:
    """Words of a line mean what its first word means; `_` stands for a space."""
    table: dict[str, str] = {}
    for line in lines.strip().splitlines():
        first, *rest = line.split()
        table |= {word.replace("_", " "): first for word in (first, *rest)}
    return table


WEEKDAYS: Final = _table("""
    monday mondays montag montags lunes lundi lundis segunda-feira lunedi maandag понедельник 周一 星期一 礼拜一 月曜 월요일 thu_hai
    tuesday tuesdays dienstag dienstags martes mardi mardis terca-feira martedi dinsdag вторник 周二 星期二 礼拜二 火曜 화요일 thu_ba
    wednesday wednesdays mittwoch mittwochs miercoles mercredi mercredis quarta-feira mercoledi woensdag среда среду 周三 星期三 礼拜三 水曜 수요일 thu_tu
    thursday thursdays donnerstag donnerstags jueves jeudi jeudis quinta-feira giovedi donderdag четверг 周四 星期四 礼拜四 木曜 목요일 thu_nam
    friday fridays freitag freitags viernes vendredi vendredis sexta-feira venerdi vrijdag пятница пятницу 周五 星期五 礼拜五 金曜 금요일 thu_sau
    saturday saturdays samstag samstags sonnabend sabado sabados samedi samedis sabato zaterdag суббота субботу 周六 星期六 礼拜六 土曜 토요일 thu_bay
    sunday sundays sonntag sonntags domingo domingos dimanche dimanches domenica zondag воскресенье 周日 周天 星期日 星期天 礼拜天 日曜 일요일 chu_nhat
    """)
MONTHS: Final = _table("""
    january januar enero janvier janeiro gennaio januari января январь
    february februar febrero fevrier fevereiro febbraio februari февраля февраль
    march marz marzo mars marco maart марта март
    april abril avril aprile апреля апрель
    may mai mayo maio maggio mei мая май
    june juni junio juin junho giugno июня июнь
    july juli julio juillet julho luglio июля июль
    august agosto aout augustus августа август
    september septiembre septembre setembro settembre сентября сентябрь
    october oktober octubre octobre outubro ottobre октября октябрь
    november noviembre novembre novembro ноября ноябрь
    december dezember diciembre decembre dezembro dicembre декабря декабрь
    """)
COLOURS: Final = _table("""
    red rot rote roter rotes roten rojo roja rojos rojas rouge rouges vermelho vermelha rosso rossa rood rode красный красная 红 紅 赤 빨간 빨강 do_tuoi mau_do
    blue blau blaue blauer blaues blauen azul azules bleu bleue bleus azzurro blauw синий синяя голубой 蓝 藍 青 파란 파랑 xanh_duong mau_xanh
    green grun grune gruner grunes grunen verde verdes vert verte verts groen зеленый зеленая 绿 綠 緑 초록 녹색 xanh_la
    yellow gelb gelbe gelber gelbes amarillo amarilla jaune amarelo amarela giallo gialla geel желтый 黄 黃 노란 노랑 mau_vang
    black schwarz schwarze schwarzer schwarzes negro negra negros noir noire preto preta nero nera zwart черный черная 黑 黒 검은 검정 mau_den
    white weiss weisse weisser weisses blanco blanca blancos blanc blanche branco branca bianco bianca wit белый белая 白 흰색 하얀 mau_trang
    grey gray grau graue grauer graues gris cinza grigio grijs серый 灰 회색 mau_xam
    brown braun braune brauner braunes marron cafe_oscuro castanho bruin коричневый 棕 茶色 갈색 mau_nau
    orange orangefarben naranja laranja arancione oranje оранжевый 橙 橘 오렌지색 mau_cam
    purple violet lila violett morado morada purpura roxo roxa viola paars фиолетовый 紫 보라 mau_tim
    pink rosa rosado rose roze розовый 粉红 粉色 ピンク 분홍 mau_hong
    """)
CURRENCIES: Final = _table("""
    euro euros eur € евро 欧元 歐元 ユーロ 유로
    dollar dollars usd $ dolar dolares doller dolar доллар доллары долларах 美元 美金 ドル 달러 do_la
    peso pesos mxn 比索 ペソ 페소
    pound pounds gbp £ pfund libras livres фунт 英镑 ポンド 파운드 bang_anh
    yen jpy ¥ йена 日元 日圆 円 엔화
    franc francs chf franken 法郎 フラン
    yuan rmb cny 人民币 人民幣 元 위안
    won krw 韩元 ウォン
    dong vnd 越南盾 ドン
    """)

_LETTER: Final = "a-zа-я"
_HAN_DIGITS: Final = {char: value for value, char in enumerate("零一二三四五六七八九十")} | {"两": 2, "兩": 2}
_HALF_DAY: Final = 12  # hours


def _entry(sort: Sort, table: dict[str, str]) -> tuple[Sort, str, str]:
    words = sorted(map(re.escape, table), key=len, reverse=True)
    spaced = [word for word in words if re.match(f"[{_LETTER}]", word)]
    return sort, "|".join(spaced), "|".join(word for word in words if word not in spaced)


_TABLES: Final = {
    Sort.WEEKDAY: WEEKDAYS,
    Sort.MONTH: MONTHS,
    Sort.COLOUR: COLOURS,
    Sort.CURRENCY: CURRENCIES,
}
_LEXICON: Final = Lexicon(_entry(sort, table) for sort, table in _TABLES.items())
_COUNTS: Final = re.compile("[0-9点點時时시]")
"""Without any of these a text holds no time, day or number."""
_CLOCK: Final = re.compile(
    r"(?P<colon>(?<![0-9:.])(?:[01]?[0-9]|2[0-4])[:h.][0-5][0-9])(?![0-9]|[.,][0-9])(?:\s*(?P<half1>[ap])\.?m\b)?"
    r"|(?<![0-9:.])(?P<hour>[0-9]{1,2})\s*(?:(?P<half2>[ap])\.?m\b|uhr\b|o'?\s?clock|heures?\b|h\b|часов|gio\b)"
    r"|(?P<part>上午|早上|下午|晚上|午前|午後|오전|오후)?\s*(?P<cjk>[0-9]{1,2}|[一二两兩三四五六七八九十]{1,2})\s*(?:点|點|時|시)"
    r"(?!间|間|長|계|간)(?P<half3>半|반)?"
    r"|(?:^|\s)(?:at|a las|a la|um|à|as|alle|om|в|luc)\s+(?P<bare>(?:[01]?[0-9]|2[0-4]))(?![0-9:%]|[.,][0-9]|\s*(?:%|euro|\$))"
)
_MONTH: Final = "(?:" + "|".join(sorted(MONTHS, key=len, reverse=True)) + ")"
_DAY: Final = re.compile(
    rf"(?<![0-9.])(?P<before>[0-9]{{1,2}})(?:\.|st|nd|rd|th|er)?\s*(?:de\s+|of\s+)?(?={_MONTH}\b)"
    rf"|{_MONTH}\s+(?P<after>[0-9]{{1,2}})(?![0-9:])|(?P<cjk>[0-9]{{1,2}})\s*(?:日|号|號|일)(?!本)"
    r"|\bngay\s+(?P<vi>[0-9]{1,2})|\bthe\s+(?P<nth>[0-9]{1,2})(?:st|nd|rd|th)\b|\b(?:am|zum|bis)\s+(?P<de>[0-9]{1,2})\."
)
_NUMBER: Final = re.compile(
    r"(?<![0-9a-z_.,:/-])[$€£¥]?[0-9]+(?:[.,][0-9]+)*(?![0-9a-z_:/-])|(?<=[v])[0-9]+(?:\.[0-9]+)+"
)
_LATIN_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+#._-]*[A-Za-z0-9+#]|[A-Z]")
_CAPITAL: Final = re.compile(r"(?<![\w.])[A-ZÀ-ÖØ-ÞĐ][\w+#-]*(?:\s+[A-ZÀ-ÖØ-ÞĐ][\w+#-]*)*")
_GERMAN: Final = re.compile(
    r"(?i)\b(?:ich|wir|der|das|ist|sind|und|nicht|eine?n?|meine?r?|zum|zur|jetzt|statt|bitte)\b"
)
_AFTER_PREPOSITION: Final = re.compile(
    r"\b(?i:in|nach|namens|heiße|heißt|bei|aus|zu|mit|auf|von|statt|als|nutzen?|benutzen?|verwenden?|jetzt|wieder)\s+([A-ZÄÖÜ][\w+#-]+)"
)
_KATAKANA: Final = re.compile("[ァ-ヴー]{3,}")
_UNITS: Final = frozenset("am pm gb mb kb tb kg km cm mm ms min h ok".split())


def values_in(text: str, folded: str) -> tuple[Value, ...]:
    """Return the values of a text. `folded` is its folded form, in which the places are counted.

    Names are looked for in the text itself, since folding takes the capitals; their place is where the folded
    name first stands.
    """
    found: list[Value] = []
    counts = (_clocks(folded), _days(folded), _numbers(folded)) if _COUNTS.search(folded) else ()
    for source in (_words(folded), *counts, _names(text, folded)):
        for value in source:
            if not any(value.start < other.end and other.start < value.end for other in found):
                found.append(value)
    return tuple(found)


def _words(folded: str) -> Iterator[Value]:
    for found in _LEXICON.find(folded):
        word = folded[found.start : found.end]
        if word != "may" or _is_month(folded, found.start, found.end):
            yield Value(found.label, _TABLES[found.label][word], found.start, found.end)


def _is_month(folded: str, start: int, end: int) -> bool:
    """Whether "may" is the month: beside a number, or after a preposition."""
    before, after = folded[max(0, start - 8) : start], folded[end : end + 4]
    return bool(re.match(r"\s*[0-9]", after) or re.search(r"[0-9]|\b(?:in|until|since|by|of|end)\s*$", before))


def _clocks(folded: str) -> Iterator[Value]:
    for match in _CLOCK.finditer(folded):
        minutes = _minutes(match)
        if minutes is not None:
            yield Value(Sort.CLOCK, str(minutes), *match.span())


def _minutes(match: re.Match[str]) -> int | None:
    """Minutes since midnight; without morning or afternoon as they are written."""
    if match["colon"]:
        hour, minute = map(int, re.split("[:h.]", match["colon"]))
    else:
        hour, minute = _number(match["hour"] or match["cjk"] or match["bare"]), 30 if match["half3"] else 0
    half = match["half1"] or match["half2"] or ""
    late = half == "p" or match["part"] in ("下午", "晚上", "午後", "오후")
    if late and hour < _HALF_DAY:
        hour += _HALF_DAY
    return hour * 60 + minute if hour <= 2 * _HALF_DAY else None


def _number(written: str) -> int:
    if written.isascii():
        return int(written)
    values = [_HAN_DIGITS[char] for char in written]
    if len(values) == 1:
        return values[0]
    return values[0] + values[1] if values[0] == _HAN_DIGITS["十"] else values[0] * 10


def _days(folded: str) -> Iterator[Value]:
    for match in _DAY.finditer(folded):
        written = next(group for group in match.groups() if group)
        start = match.start(match.lastindex or 0)
        yield Value(Sort.DAY, str(int(written)), start, match.end(match.lastindex or 0))


def _numbers(folded: str) -> Iterator[Value]:
    for match in _NUMBER.finditer(folded):
        yield Value(Sort.NUMBER, match.group().strip("$€£¥").replace(",", ""), *match.span())


def _names(text: str, folded: str) -> Iterator[Value]:
    """Latin words in Chinese, Japanese or Korean text, long katakana words, capitalised words inside a sentence."""
    if UNSPACED.search(text):
        names = [*_LATIN_NAME.findall(text), *_KATAKANA.findall(text)]
    elif _GERMAN.search(text):
        names = _AFTER_PREPOSITION.findall(text)  # every noun has a capital there
    else:
        names = [
            match.group()
            for match in _CAPITAL.finditer(text)
            if not (_begins_sentence(text, match.start()) or _is_addressed(text, match))
        ]
    for name in dict.fromkeys(names):
        lowered = name.casefold()
        place = folded.find(lowered)
        if lowered not in _UNITS and len(lowered) > 1 and place >= 0:
            yield Value(Sort.NAME, lowered, place, place + len(lowered))


def _begins_sentence(text: str, start: int) -> bool:
    before = text[:start].rstrip(" \"'“”„«»¿¡([-–—")
    return not before or before[-1] in ".!?:;\n。！？："


def _is_addressed(text: str, match: re.Match[str]) -> bool:
    """Whether it is a name somebody is called by: "Thanks, Gina!", "Hey Sam,"."""
    before, after = text[: match.start()].rstrip(), text[match.end() :].lstrip()
    if re.search(r"(?i)(?:^|[.!?]\s*)(?:hey|hi|hello|dear|thanks|hallo|hola|salut|ciao|ol[áa])$", before):
        return True
    return before.endswith(",") and (not after or after[0] in ".!?,:")
