"""A text as the units by which a refused value is known again: words, numbers, days, single characters and signs."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Any, Final

from hooks.services.lookalikes import latin_capitals, skeleton
from kirocrew.base.scripts import HAN, HANGUL, KANA, UNSPACED
from kirocrew.base.text import fold
from memory.gate.calendar import day_at
from memory.gate.numerals import MULTIPLIERS, han_number, multiplied, number_form, readings

MOST_FORMS: Final = 8  # readings of one value that are looked for; more than three doubtful numbers in it are rare
_SINGLE: Final = f"{HAN}{KANA}{HANGUL}{UNSPACED}"
_TOKEN: Final = re.compile(
    r"(?P<number>(?:(?<![\w)])[-−])?(?:\d{1,3}(?: \d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,'’]\d+)*))"
    rf"(?P<times>[{''.join(MULTIPLIERS)}]*)"
    f"|(?P<single>[{_SINGLE}])"
    rf"|(?P<word>[^\W\d_{_SINGLE}][^\W_{_SINGLE}]*)"
    r"|(?P<sign>\S)"
)
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


def units_of(text: str) -> list[Unit]:
    """The units of a text in order. Punctuation and spaces are none."""
    folded = " ".join(fold(latin_capitals(text)).split())
    units: list[Unit] = []
    at = 0
    while at < len(folded):
        if found := day_at(folded, at):
            days, at = found
            units.append(Unit(days, "day"))
            continue
        match = _TOKEN.match(folded, at)
        if match is None:
            at += 1
            continue
        at = match.end()
        if unit := _unit(match):
            units.append(unit)
    return units


def joined(forms: Sequence[tuple[str, str]]) -> str:
    """Forms with their kinds as one text: words and characters side by side, numbers and days apart."""
    return "".join(f"{_SEPARATOR}{form}{_SEPARATOR}" if kind in ("number", "day") else form for form, kind in forms)


def window_forms(units: Sequence[Unit], *, most: int = MOST_FORMS) -> list[str]:
    """All that a row of units may be, as texts; at most `most`."""
    if all(len(unit.forms) == 1 for unit in units):
        return [joined([(unit.form, unit.kind) for unit in units])]
    kinds = [unit.kind for unit in units]
    return [
        joined(list(zip(choice, kinds, strict=True)))
        for choice in islice(product(*(unit.forms for unit in units)), most)
    ]


def value_forms(value: Any) -> list[Any]:
    """The forms by which a JSON value is known again: at most MOST_FORMS.

    The text "7" and the number 7 are one, and so are true and "true". Lists and objects keep their shape.
    """
    if isinstance(value, str):
        return list(_text_forms(value))
    if isinstance(value, bool) or value is None:
        return list(_text_forms({True: "true", False: "false", None: "null"}[value]))
    if isinstance(value, int | float):
        return [f"{_SEPARATOR}{number_form(value)}{_SEPARATOR}"]
    if isinstance(value, dict):
        names = [skeleton(fold(str(name))) for name in value]
        rows = product(*(value_forms(item) for item in value.values()))
        return [dict(zip(names, row, strict=True)) for row in islice(rows, MOST_FORMS)]
    if isinstance(value, list | tuple):
        return [list(row) for row in islice(product(*map(value_forms, value)), MOST_FORMS)]
    return [str(value)]


def _text_forms(text: str) -> list[str]:
    folded = "".join(fold(text).split())
    if number := han_number(folded):
        return (
            [f"{_SEPARATOR}{number}{_SEPARATOR}", folded] if len(folded) == 1 else [f"{_SEPARATOR}{number}{_SEPARATOR}"]
        )
    units = units_of(text)
    return window_forms(units) if units else [folded or text]


def _unit(match: re.Match[str]) -> Unit | None:
    kind, token = match.lastgroup or "", match.group()
    if match["number"]:
        found = readings(match["number"])
        if match["times"] and len(found) == 1 and re.fullmatch(r"-?\d+(?:\.\d+)?", found[0]):
            return Unit((multiplied(found[0], match["times"]),), "number")
        return Unit(found, "number")
    if kind == "word":
        word = skeleton(token)
        forms = tuple(dict.fromkeys(word.translate(table) for table in _DIGIT_LOOKALIKES))
        return Unit(forms, "word") if word else None
    if kind == "single":
        return Unit(((skeleton(token) or token).translate(_KATAKANA),), "single")
    if token in _KEPT_SIGNS or unicodedata.category(token)[0] == "S":
        return Unit((token,), "sign")
    return None
