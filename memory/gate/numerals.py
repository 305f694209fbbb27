"""Numbers in one spelling. Where a spelling could mean two numbers, both are given: what refuses looks for either."""

import re
from decimal import Decimal, InvalidOperation
from typing import Final

MULTIPLIERS: Final = {
    "十": 10, "百": 100, "千": 1_000, "万": 10_000, "萬": 10_000, "億": 10**8, "亿": 10**8, "兆": 10**12,
    "십": 10, "백": 100, "천": 1_000, "만": 10_000, "억": 10**8, "조": 10**12,
}  # fmt: skip
_DIGITS: Final = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "兩": 2}
_MYRIADS: Final = 10_000  # from here on a multiplier counts all that stands before it
_HAN_NUMERAL: Final = re.compile(f"[{''.join(_DIGITS)}十百千万萬億亿兆]+")
_GROUPS: Final = re.compile(r"\d{1,3}(?:[.,' ]\d{3})+")
_WRITTEN: Final = re.compile(r"\d[\d.,' ]*")  # anything else, a time of day among them, is no number
_PLAIN: Final = re.compile(r"\d+")
LONGEST: Final = 60  # characters; a longer run of digits is compared as it is written


def number_form(number: Decimal | int | float) -> str:
    """The one spelling of a number: no group marks, no zeros at the end of a fraction, no exponent."""
    try:
        value = Decimal(str(number))
        if not value.is_finite() or abs(value.adjusted()) > LONGEST:
            return str(number)
        text = f"{value:f}"
    except InvalidOperation:
        return str(number)
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in ("-0", "") else text


def readings(written: str) -> tuple[str, ...]:
    """What a run of ASCII digits with points, commas, apostrophes or spaces may mean, the likelier first.

    "1,000.00" and "1.000,00" mean 1000 alone. "1.000" and "1,000" may mean 1000 or 1: both. A run with several points
    that mark no thousands is no number but a version or an address, and is its own reading.
    """
    sign = "-" if written[:1] in "-−" else ""
    text = written.lstrip("-−+").replace("’", "'")
    if len(text) > LONGEST or not _WRITTEN.fullmatch(text):
        return (sign + text,)
    marks = [char for char in text if char in ".,"]
    if not marks:
        return (_form(sign, re.sub("[' ]", "", text)),)
    if len(set(marks)) == 2 and marks.count(marks[-1]) == 1:
        whole, _, fraction = text.rpartition(marks[-1])
        if not _PLAIN.fullmatch(fraction):
            return (sign + text,)
        grouped = whole.replace(marks[0], ",").replace("'", ",")
        return (_form(sign, f"{re.sub('[^0-9]', '', grouped)}.{fraction}"),)
    if len(marks) > 1:
        return (_form(sign, re.sub("[^0-9]", "", text)),) if _GROUPS.fullmatch(text) else (sign + text,)
    whole, _, fraction = text.partition(marks[0])
    if not _PLAIN.fullmatch(fraction):  # an apostrophe or a space behind the point: feet and inches, a version
        return (sign + text,)
    decimal = _form(sign, f"{re.sub('[^0-9]', '', whole)}.{fraction}")
    if _GROUPS.fullmatch(text) and not whole.startswith("0") and _PLAIN.fullmatch(whole):
        return _form(sign, whole + fraction), decimal
    return (decimal,)


def multiplied(number: str, multipliers: str) -> str:
    """A number with the multipliers that follow it: 3 and 万 are 30000."""
    value = Decimal(number)
    for char in multipliers:
        value *= MULTIPLIERS[char]
    return number_form(value)


def han_number(text: str) -> str | None:
    """The number a text of Han numerals alone says (三千, 二〇二六), or None."""
    if not _HAN_NUMERAL.fullmatch(text) or len(text) > LONGEST:
        return None
    if all(char in _DIGITS for char in text):
        return number_form(int("".join(str(_DIGITS[char]) for char in text)))
    total, section, digit = 0, 0, -1
    for char in text:
        if char in _DIGITS:
            digit = _DIGITS[char]
            continue
        size = MULTIPLIERS[char]
        if size < _MYRIADS:
            section += (1 if digit < 0 else digit) * size
        else:
            total += (section + max(digit, 0) or 1) * size
            section = 0
        digit = -1
    return number_form(total + section + max(digit, 0))


def _form(sign: str, digits: str) -> str:
    return number_form(Decimal(sign + digits))
