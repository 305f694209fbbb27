"""Where a number with points is a version. Version 3.10 is another one than 3.1; 3.10 € and 3.1 € are one.

It is a version after a v; where the key, the subject, the predicate or the name in an object says so; right after the
name of what has versions; and near a word for "version". Never beside a currency, a percent sign or a unit.
"""

import re
import unicodedata
from typing import Final

# As folded: small letters without accents.
_GENERAL: Final = (
    "versions? ver semver releases? fassung versione versiones versao versoes lanzamiento wersja verze "
    "версия версии версию версія релиз εκδοση اصدار الاصدار גרסה גרסת phien|ban ban|phat|hanh"
)
_UNSPACED: Final = "版本 バージョン ヴァージョン リリース 버전 릴리스 릴리즈 버젼 เวอร์ชัน รุ่น"
_NAMED: Final = (
    "python cpython pypy node nodejs node[.]js npm deno ubuntu debian fedora alpine macos ios ipados android linux "
    "kernel django flask fastapi rails laravel react angular typescript php golang openjdk jdk postgres postgresql "
    "mysql mariadb sqlite redis nginx docker kubernetes terraform ansible numpy pandas pytorch tensorflow"
)
_UNITS: Final = (
    "eur euro euros usd gbp chf jpy cny rmb krw vnd dollars? yen yuan won dong percent prozent kg g mg km m cm mm l ml "
    "gb mb kb tb ms s h min"
)
_UNSPACED_UNITS: Final = "元 円 圆 块 원 엔 달러 유로 米 公斤 公里 万"
BEFORE: Final = 40  # characters before a number that are looked at
NEAR: Final = 16  # of these, between a word for "version" and the number: "version of it is now 3.10"


def _any(words: str) -> str:
    return "|".join(word.replace("|", " ") for word in words.split())


_LETTER: Final = r"[^\W\d_]"
_DOTTED: Final = re.compile(r"\d+(?:\.\d+)+")
_GENERAL_WORD: Final = rf"(?:(?<!{_LETTER})(?:{_any(_GENERAL)})(?!{_LETTER})|{_any(_UNSPACED)})"
_NAME: Final = re.compile(rf"(?<!{_LETTER})(?:{_any(_GENERAL)}|{_any(_NAMED)})(?!{_LETTER})|{_any(_UNSPACED)}")
_JUST_BEFORE: Final = re.compile(
    rf"(?:{_GENERAL_WORD}[^\d.!?。！？]{{0,{NEAR}}}"
    rf"|(?<!{_LETTER})(?:{_any(_NAMED)})[^\w.!?。！？]{{0,3}}|(?<![a-z0-9_])v[. ]?)$"
)
_JUST_AFTER: Final = re.compile(rf"[\s\-の]{{0,2}}(?:{_GENERAL_WORD}|版)")
_UNIT_AFTER: Final = re.compile(rf"\s?(?:(?:{_any(_UNITS)})(?!{_LETTER})|{_any(_UNSPACED_UNITS)}|[%‰°])")


def says_version(*names: str) -> bool:
    """Whether a folded key, subject, predicate or name in an object says that the value beside it is a version."""
    return any(_NAME.search(name.replace("_", " ")) for name in names)


def is_version(text: str, start: int, end: int, *, known: bool = False) -> bool:
    """Whether the number from `start` to `end` of a folded text is a version; `known` where what is around says so."""
    if not _DOTTED.fullmatch(text, start, end) or _is_amount(text, start, end):
        return False
    before = text[max(0, start - BEFORE) : start]
    return known or bool(_JUST_BEFORE.search(before) or _JUST_AFTER.match(text, end))


def versions_in(text: str) -> frozenset[str]:
    """The versions that stand in a folded text, as they are written there."""
    return frozenset(found[0] for found in _DOTTED.finditer(text) if is_version(text, *found.span()))


def has_points(number: str) -> bool:
    """Whether a written number could be a version."""
    return bool(_DOTTED.fullmatch(number))


def _is_amount(text: str, start: int, end: int) -> bool:
    before = text[:start].rstrip()[-1:]
    after = text[end:].lstrip()[:1]
    has_currency = any(char and unicodedata.category(char) == "Sc" for char in (before, after))
    return has_currency or bool(_UNIT_AFTER.match(text, end))
