"""Cleaning, cutting and comparing text. Text from outside passes `clean` once, where it enters."""

import re
import unicodedata
from typing import Any, Final

from kirocrew.base.scripts import drop_invisible, fold_diacritics, is_extender

MAX_JSON_DEPTH: Final = 100
"""Levels of nesting `clean_json` accepts: far above any memory value, far below the recursion limit."""

_ZWJ: Final = "\u200d"
_CONTROLS: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufeff]")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_SURROGATE_PAIR: Final = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_DIRECTION_CHANGES: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_LINE_BREAKERS: Final = {ord(char): f"\\u{ord(char):04x}" for char in "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"} | {
    ord("\n"): "\\n",
    ord("\r"): "\\r",
    ord("\t"): "\\t",
}

# Letters that Unicode does not decompose into a base letter and an accent.
_LETTERS: Final = str.maketrans(
    {
        "đ": "d",
        "ð": "d",
        "ł": "l",
        "ø": "o",
        "ß": "ss",
        "æ": "ae",
        "œ": "oe",
        "þ": "th",
        "ħ": "h",
        "ŧ": "t",
        "ı": "i",
        "ĸ": "k",
        "ŋ": "n",
        "ƒ": "f",
        "ё": "е",
    }
)


class JsonError(ValueError):
    """A value that cannot become JSON without losing something."""


class JsonKeyError(JsonError):
    """A key is no string, or two keys become one once cleaned."""


class JsonTooDeep(JsonError):
    """A value is nested more deeply than MAX_JSON_DEPTH."""


def clean(text: str) -> str:
    """Return `text` in NFC, without what breaks databases and terminals.

    Removed: control characters except newline and tab, byte-order marks, lone surrogates. A surrogate pair
    given as two code units becomes its character; CRLF and CR become a newline. Joiners in emoji stay.
    """
    if not text.isprintable():
        # Controls go first: a NUL between CR and LF must not make two line breaks of one.
        text = _CONTROLS.sub("", text).replace("\r\n", "\n").replace("\r", "\n")
    if _SURROGATE.search(text):
        text = _SURROGATE.sub("", _SURROGATE_PAIR.sub(_join_pair, text))
    return unicodedata.normalize("NFC", text)


def clean_json(value: Any) -> Any:
    """Return a copy of a JSON value with every string and key passed through `clean`.

    Raises JsonKeyError when a key is no string or two keys collide once cleaned, JsonTooDeep when the value
    is nested beyond MAX_JSON_DEPTH; both are JsonError, a ValueError.
    """
    return _clean_json(value, depth=0)


def one_line(text: str) -> str:
    """Return `text` on one line for an audit entry: breaks, tabs and other controls are shown, not obeyed."""
    visible = text.replace("\\", "\\\\").translate(_LINE_BREAKERS)
    return visible if visible.isprintable() else "".join(map(_visible, visible))


def cut(text: str, limit: int) -> str:
    """Return at most `limit` code points of `text`, never ending inside a character a reader sees as one.

    Raises ValueError when `limit` is negative.
    """
    if limit < 0:
        raise ValueError(f"limit must be 0 or more, got {limit}")
    if len(text) <= limit:
        return text
    end = limit
    while end > 0 and not _is_boundary(text, end):
        end -= 1
    return text[:end]


def fold(text: str) -> str:
    """Return `text` for comparing: NFKC, case folded, no accents, no invisible characters, ASCII digits."""
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFKC", drop_invisible(text)).casefold()
    return drop_invisible(fold_diacritics(text.translate(_LETTERS)).translate(_LETTERS))


def normal_form(text: str) -> str:
    """Return the form by which two texts count as the same: NFKC, lower case, single spaces, accents kept."""
    if text.isascii():
        return " ".join(clean(text).lower().split())
    text = unicodedata.normalize("NFKC", drop_invisible(clean(text))).lower()
    return " ".join(unicodedata.normalize("NFKC", text).split())


def _join_pair(match: re.Match[str]) -> str:
    high, low = map(ord, match.group())
    return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))


def _clean_json(value: Any, *, depth: int) -> Any:
    if depth > MAX_JSON_DEPTH:
        raise JsonTooDeep(f"the value is nested more than {MAX_JSON_DEPTH} levels deep; flatten it")
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list | tuple):
        return [_clean_json(item, depth=depth + 1) for item in value]
    if isinstance(value, dict):
        return _clean_object(value, depth=depth)
    return value


def _clean_object(value: dict[Any, Any], *, depth: int) -> dict[str, Any]:
    cleaned: dict[str, Any] = {}
    for key, item in value.items():
        if not isinstance(key, str):
            raise JsonKeyError(f"key {key!r} is no string; write it in quotes")
        name = clean(key)
        if name in cleaned:
            raise JsonKeyError(f"two keys become {one_line(name)!r} once cleaned; rename one of them")
        cleaned[name] = _clean_json(item, depth=depth + 1)
    return cleaned


def _visible(char: str) -> str:
    category = unicodedata.category(char)
    # Bidirectional overrides can make a log line read backwards; joiners belong to emoji and words.
    hidden = category in {"Cc", "Cs", "Zl", "Zp"} or "\u202a" <= char <= "\u202e" or "\u2066" <= char <= "\u2069"
    return f"\\u{ord(char):04x}" if hidden else char


def _is_boundary(text: str, index: int) -> bool:
    before, after = text[index - 1], text[index]
    if is_extender(after) or before == _ZWJ or (before == "\r" and after == "\n"):
        return False
    if _is_flag_letter(after) and _is_flag_letter(before):
        return _flag_letters_before(text, index) % 2 == 0
    return not (_is_leading_jamo(before) and _is_jamo_or_syllable(after)) and not _is_trailing_jamo(after)


def _is_flag_letter(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _flag_letters_before(text: str, index: int) -> int:
    count = 0
    while count < index and _is_flag_letter(text[index - 1 - count]):
        count += 1
    return count


def _is_leading_jamo(char: str) -> bool:
    return "\u1100" <= char <= "\u115f" or "\ua960" <= char <= "\ua97c"


def _is_trailing_jamo(char: str) -> bool:
    return "\u1160" <= char <= "\u11ff" or "\ud7b0" <= char <= "\ud7fb"


def _is_jamo_or_syllable(char: str) -> bool:
    return "\u1100" <= char <= "\u11ff" or "\uac00" <= char <= "\ud7a3" or "\ua960" <= char <= "\ua97c"
