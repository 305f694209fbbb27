"""What tells who somebody is or how to reach and charge them: e-mail addresses, phone and card numbers.

No credential, so memory keeps it unless the owner wants otherwise; text of channels that others read can go without.
"""

import re
from collections.abc import Collection, Iterator
from enum import StrEnum
from typing import Final

from .model import Finding


class Personal(StrEnum):
    """Classes that are switched on one by one."""

    EMAIL = "email"
    PHONE = "phone"
    CARD = "card"


PERSONAL_TAGS: Final = {
    Personal.EMAIL: "[REDACTED: e-mail address]",
    Personal.PHONE: "[REDACTED: phone number]",
    Personal.CARD: "[REDACTED: card number]",
}

EMAIL = re.compile(
    r"(?<![\w.+@/=-])[\w][\w.!#$%&'*+/=?^`{|}~-]{0,63}@(?=[\w.-]*\.)[^\W_](?:[\w-]*[^\W_])?(?:\.[^\W_](?:[\w-]*[^\W_])?)*"
    r"\.(?:[^\W\d_]{2,24}|xn--[a-z0-9-]{2,59})(?![\w@]|\.\w|:\w[\w.-]*/)",
)
# `icon@2x.png` is a picture, `git@host:team/repo` a place (refused by the pattern above).
PICTURE = re.compile(r"@[1-4]x\.")

_DIGIT_RUN = re.compile(r"(?<![\w.,:/#@=+-])\d(?:[ \u00a0-]?\d){12,18}(?![\w]|[.,:/-]\d)")
# First digits of the networks' ranges (ISO/IEC 7812): American Express, Diners, JCB, Visa, Mastercard, Discover,
# UnionPay, Maestro, Mir.
CARD_START = re.compile(r"3[47]|3(?:0[0-5]|[689])|35(?:2[89]|[3-8])|4|5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720|"
                        r"6011|64[4-9]|65|62|5[06-9]|6[37]|220[0-4]")  # fmt: skip
CARD_LENGTHS: Final = frozenset({13, 14, 15, 16, 17, 18, 19})

_GAP = r"[ \u00a0./-]?"
INTERNATIONAL = re.compile(
    rf"(?<![\w+])(?:\+|(?<!\d )00(?=[1-9]\d))[1-9](?:{_GAP}(?:\(\d{{1,4}}\){_GAP})?\d){{5,14}}(?![\w]|[.,]\d)"
)
# National forms, told from other numbers by their grouping; a date, a version or an amount has none of these.
NATIONAL = re.compile(
    r"(?<![\w.,:/#@=+-])(?:"
    r"\(\d{2,5}\) ?\d{3,4}[ -]?\d{3,5}"  # (415) 555-0132, (030) 123 4567
    r"|[2-9]\d{2}[-.][2-9]\d{2}[-.]\d{4}"  # 415-555-0132
    r"|0[1-9]0?-\d{3,4}-\d{4}"  # 03-1234-5678, 090-1234-5678, 010-1234-5678
    r"|01[5-7]\d[ /-]?\d{3,4}[ ]?\d{3,5}"  # 0171 1234567
    r"|0[1-9]\d{1,4}[/-]\d{5,8}"  # 030/1234567
    r"|0[1-9](?:[ .]\d{2}){4}"  # 06 12 34 56 78
    r"|1[3-9]\d[ -]\d{4}[ -]\d{4}"  # 138 1234 5678
    r"|1[3-9]\d{9}"  # 13812345678
    r"|0[35789]\d[ .-]\d{3}[ .-]\d{4}|0[35789]\d{8}"  # 090 123 4567, 0901234567
    r")(?![\w]|[.,:/-]\d)"
)
LABELLED = re.compile(
    r"(?i)(?:\b(?:tel|phone|telefon|telefono|teléfono|téléphone|telefone|mobile|mobil|handy|cell|fax|whatsapp|signal|sms|call|"
    r"ruf|llama|appelle|gọi|sđt|điện thoại|тел|телефон)\w{0,8}|电话|電話|手机|手機|携帯|전화|핸드폰|휴대폰)"
    r"[^\d\n+]{0,24}(?P<number>\(?\d(?:[ \u00a0./()-]{0,2}\d){5,14})(?![\w]|[.,]\d)"
)
MIN_PHONE, MAX_PHONE = 7, 15  # digits (ITU-T E.164)
DATE = re.compile(r"(?:19|20)\d{2}([ ./-])\d{1,2}\1\d{1,2}|\d{1,2}([ ./-])\d{1,2}\2(?:19|20)\d{2}")


def personal(text: str, classes: Collection[Personal]) -> Iterator[Finding]:
    """Findings of the classes that are wanted. Card numbers come first: a phone number is less particular."""
    if Personal.EMAIL in classes and "@" in text:
        yield from emails(text)
    if Personal.CARD in classes:
        yield from cards(text)
    if Personal.PHONE in classes:
        yield from phones(text)


def emails(text: str) -> Iterator[Finding]:
    for found in EMAIL.finditer(text):
        if not PICTURE.search(found[0]):
            yield _finding(Personal.EMAIL, *found.span())


def cards(text: str) -> Iterator[Finding]:
    for found in _DIGIT_RUN.finditer(text):
        if is_card(digits_of(found[0])):
            yield _finding(Personal.CARD, *found.span())


def phones(text: str) -> Iterator[Finding]:
    for pattern in (INTERNATIONAL, NATIONAL, LABELLED):
        for found in pattern.finditer(text):
            name = "number" if pattern is LABELLED else 0
            if is_phone(found[name]):
                yield _finding(Personal.PHONE, *found.span(name))


def is_card(number: str) -> bool:
    """A length and beginning that networks give out, and the check digit of Luhn's formula."""
    return len(number) in CARD_LENGTHS and bool(CARD_START.match(number)) and len(set(number)) > 1 and luhn(number)


def luhn(number: str) -> bool:
    """Whether the last digit is the check digit of those before (ISO/IEC 7812-1, annex B)."""
    doubled = [sum(divmod(2 * int(digit), 10)) for digit in number[-2::-2]]
    return (sum(doubled) + sum(map(int, number[-1::-2]))) % 10 == 0


def is_phone(number: str) -> bool:
    """As many digits as a number can have, no date, and no card number."""
    digits = digits_of(number)
    return (
        MIN_PHONE <= len(digits) <= MAX_PHONE
        and len(set(digits)) > 1
        and not DATE.fullmatch(number)
        and not is_card(digits)
    )


def digits_of(text: str) -> str:
    """The digits of any script as ASCII digits."""
    return "".join(str(int(char)) for char in text if char.isdecimal())


def _finding(kind: Personal, start: int, end: int) -> Finding:
    return Finding(kind.value, start, end, PERSONAL_TAGS[kind])
