"""What expansions of a word come to, where that can be known: braces, variables with an operator, escapes."""

import re
from typing import Final

from hooks.rules.shell.model import UNKNOWN

BRACES: Final = re.compile(r"^([^{}]*)\{([^{}]*,[^{}]*)\}([^{}]*)$")
BRACES_MAX: Final = 64
VALUE_MAX: Final = 2_000  # characters of a variable that are followed
_ANSI: Final = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "v": "\v"}
_ANSI_CODE: Final = re.compile(
    r"\\(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|([0-7]{1,3})|c(.)|(.))", re.DOTALL
)
_CHANGED: Final = re.compile(r"([A-Za-z_]\w*)(:?[-=+?]|%{1,2}|#{1,2}|/{1,2}|:|\^{1,2}|,{1,2})(.*)", re.DOTALL)


def expanded(inner: str, known: dict[str, str]) -> str:
    """What stands between the braces of a variable: its value, its default, or what is left of it, where known."""
    found = _CHANGED.fullmatch(inner)
    if found is None:
        return UNKNOWN
    name, sign, rest = found.groups()
    value = known.get(name)
    if sign.lstrip(":") in ("-", "=", "+", "?") and sign != ":":
        use_rest = value is None or sign.endswith("+")
        return rest.strip("\"'") if use_rest else str(value)
    if value is None:
        return UNKNOWN
    return _cut_value(value, sign, rest[:VALUE_MAX])[:VALUE_MAX]


def _cut_value(value: str, sign: str, rest: str) -> str:
    if sign in ("%", "%%"):
        return value.removesuffix(rest)
    if sign in ("#", "##"):
        return value.removeprefix(rest)
    if sign in ("/", "//"):
        old, _, new = rest.partition("/")
        return value.replace(old, new, -1 if sign == "//" else 1) if old else value
    if sign == ":":
        start, _, length = rest.partition(":")
        if start.strip().isdigit() and (not length or length.strip().isdigit()):
            begin = int(start[:6])
            return value[begin : begin + int(length[:6])] if length else value[begin:]
        return UNKNOWN
    return value


def expand_braces(text: str) -> list[str]:
    """`{rm,-rf,/}` is three words; what is nested or too much stays as it is."""
    found = BRACES.match(text)
    if found is None:
        return [text]
    choices = found[2].split(",")[:BRACES_MAX]
    return [found[1] + choice + found[3] for choice in choices if found[1] + choice + found[3]]


def ansi_char(found: re.Match[str]) -> str:
    hexadecimal = found[1] or found[2] or found[3]
    if hexadecimal:
        code = int(hexadecimal, 16)
        return chr(code) if 0 < code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF else ""
    if found[4]:
        return chr(int(found[4], 8) & 0xFF) if int(found[4], 8) else ""
    if found[5]:
        return chr(ord(found[5].upper()) & 0x1F or 1)
    return _ANSI.get(found[6], found[6])


def ansi_text(text: str) -> str:
    """What stands between `$'` and `'`."""
    return _ANSI_CODE.sub(ansi_char, text)
