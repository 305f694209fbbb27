"""A text as the units by which a refused value is known again: words, numbers, days, single characters and signs.

What was refused before versions and Chinese spellings were told apart has fingerprints of how a text was read then.
`is_old` reads it so; what changes here must leave that as it is.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Any, Final

from hooks.services.lookalikes import latin_capitals, skeleton
from kirocrew.base.scripts import HAN, HANGUL, KANA, UNSPACED
from kirocrew.base.spellings import simplified, spellings
from kirocrew.base.text import fold
from memory.gate.calendar import day_at
from memory.gate.numerals import MULTIPLIERS, han_number, multiplied, number_form, readings
from memory.gate.versions import has_points, is_version, says_version

MOST_FORMS: Final = 8  # readings of one spelling of a value; more than three doubtful numbers in it are rare
_SINGLE: Final = f"{HAN}{KANA}{HANGUL}{UNSPACED}"
_TOKEN_OF: Final = (
    r"{v}(?P<number>(?:(?<![\w)])[-−])?(?:\d{1,3}(?: \d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,'’]\d+)*))"
    rf"(?P<times>[{''.join(MULTIPLIERS)}]*)"
    f"|(?P<single>[{_SINGLE}])"
    rf"|(?P<word>[^\W\d_{_SINGLE}][^\W_{_SINGLE}]*)"
    r"|(?P<sign>\S)"
)
_OLD_TOKEN: Final = re.compile(_TOKEN_OF.replace("{v}", ""))
_TOKEN: Final = re.compile(_TOKEN_OF.replace("{v}", r"(?:(?<![a-z0-9_])v(?=\d+\.\d))?"))
_LONE_V: Final = re.compile(r"\s*[vV][. ]?(?=\d)")
_SHORT_DAY: Final = re.compile(r"\d{1,2}\.\d{1,2}\.\d{2}")  # or a version
_KEPT_SIGNS: Final = frozenset("#%&@*+=<>")
_DIGIT_LOOKALIKES: Final = (str.maketrans("01", "ol"), str.maketrans("01", "oi"))  # 1 may be an l or an i
_KATAKANA: Final = str.maketrans({chr(code): chr(code - 0x60) for code in range(0x30A1, 0x30F7)})
_SEPARATOR: Final = "\x1f"


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit: what it may be, the likeliest first, and what kind it is: word, number, day, single or sign."""

    forms: tuple[str, ...]
    kind: str

    @property
    def form(self) -> str:
        return self.forms[0]


def units_of(text: str, *, is_version: bool = False, is_old: bool = False) -> list[Unit]:
    """The units of a text in order. Punctuation and spaces are none.

    `is_version` says that what the text stands under is a version: then a zero at the end of its numbers counts.
    """
    now = text if is_old else simplified(text)
    folded = " ".join(fold(latin_capitals(now)).split())
    units: list[Unit] = []
    at = 0
    while at < len(folded):
        if found := day_at(folded, at):
            days, end = found
            also = () if is_old or not _SHORT_DAY.fullmatch(folded, at, end) else (folded[at:end],)
            units.append(Unit((*days, *also), "day"))
            at = end
            continue
        match = (_OLD_TOKEN if is_old else _TOKEN).match(folded, at)
        if match is None:
            at += 1
            continue
        at = match.end()
        if match["number"]:
            units.append(Unit(_old_number(match) if is_old else _number(match, known=is_version), "number"))
        elif unit := _unit(match):
            units.append(unit)
    return units


def joined(forms: Sequence[tuple[str, str]]) -> str:
    """Forms with their kinds as one text: words and characters side by side, numbers and days apart."""
    return "".join(f"{_SEPARATOR}{form}{_SEPARATOR}" if kind in ("number", "day") else form for form, kind in forms)


def window_forms(units: Sequence[Unit], *, most: int = MOST_FORMS) -> list[str]:
    """All that a row of units may be, as texts; at most `most`, and the one with the least likely reading of each."""
    if all(len(unit.forms) == 1 for unit in units):
        return [joined([(unit.form, unit.kind) for unit in units])]
    kinds = [unit.kind for unit in units]
    return [joined(list(zip(choice, kinds, strict=True))) for choice in _choices([unit.forms for unit in units], most)]


def _choices(columns: Sequence[Sequence[Any]], most: int = MOST_FORMS) -> list[tuple[Any, ...]]:
    """The first choices of one of each column, and the last of all: where nothing is an amount, all are versions."""
    found = list(islice(product(*columns), most))
    last = tuple(column[-1] for column in columns)
    return found if last in found else [*found, last]


def value_forms(value: Any, *, is_version: bool = False, is_old: bool = False) -> list[Any]:
    """The forms by which a JSON value is known again: at most MOST_FORMS and one of each of its spellings.

    The text "7" and the number 7 are one, and so are true and "true". Lists and objects keep their shape.
    """
    if is_old:
        return _forms(value, is_version=False, is_old=True)
    found: list[Any] = []
    for spelling in spellings(value):
        found += [form for form in _forms(spelling, is_version=is_version, is_old=False) if form not in found]
    return found


def _forms(value: Any, *, is_version: bool, is_old: bool) -> list[Any]:
    if isinstance(value, str):
        return _text_forms(value, is_version=is_version, is_old=is_old)
    if isinstance(value, bool) or value is None:
        return _text_forms({True: "true", False: "false", None: "null"}[value], is_version=False, is_old=is_old)
    if isinstance(value, int | float):
        # As a version 3.0 may have been meant as it stands there, or as 3.
        found = dict.fromkeys((number_form(value), str(value)) if is_version else (number_form(value),))
        return [f"{_SEPARATOR}{number}{_SEPARATOR}" for number in found]
    if isinstance(value, dict):
        folded = [fold(name if is_old else simplified(name)) for name in map(str, value)]
        columns = [
            _forms(item, is_version=not is_old and (is_version or says_version(name)), is_old=is_old)
            for name, item in zip(folded, value.values(), strict=True)
        ]
        names = list(map(skeleton, folded))
        return [dict(zip(names, row, strict=True)) for row in _choices(columns)]
    if isinstance(value, list | tuple):
        columns = [_forms(item, is_version=is_version, is_old=is_old) for item in value]
        return [list(row) for row in _choices(columns)]
    return [str(value)]


def _text_forms(text: str, *, is_version: bool, is_old: bool) -> list[str]:
    folded = "".join(fold(text if is_old else simplified(text)).split())
    if number := han_number(folded):
        return (
            [f"{_SEPARATOR}{number}{_SEPARATOR}", folded] if len(folded) == 1 else [f"{_SEPARATOR}{number}{_SEPARATOR}"]
        )
    bare = _LONE_V.sub("", text, count=1) if is_version and _LONE_V.match(text) else text
    units = units_of(bare, is_version=is_version, is_old=is_old)
    return window_forms(units) if units else [folded or text]


def _old_number(match: re.Match[str]) -> tuple[str, ...]:
    found = readings(match["number"])
    if match["times"] and len(found) == 1 and re.fullmatch(r"-?\d+(?:\.\d+)?", found[0]):
        return (multiplied(found[0], match["times"]),)
    return found


def _number(match: re.Match[str], *, known: bool) -> tuple[str, ...]:
    """What a number may mean. A version means what is written; what could be one means that as well."""
    written = match["number"]
    if match["times"] or not has_points(written):
        return _old_number(match)
    if match[0].startswith("v") or is_version(match.string, *match.span("number"), known=known):
        return (written,)
    return tuple(dict.fromkeys((*readings(written), written)))


def _unit(match: re.Match[str]) -> Unit | None:
    kind, token = match.lastgroup or "", match.group()
    if kind == "word":
        word = skeleton(token)
        forms = tuple(dict.fromkeys(word.translate(table) for table in _DIGIT_LOOKALIKES))
        return Unit(forms, "word") if word else None
    if kind == "single":
        return Unit(((skeleton(token) or token).translate(_KATAKANA),), "single")
    if token in _KEPT_SIGNS or unicodedata.category(token)[0] == "S":
        return Unit((token,), "sign")
    return None
