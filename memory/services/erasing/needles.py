"""What is looked for when a record is erased: its texts, in every form in which a store may have written them."""

import hashlib
import hmac
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from mmap import mmap
from typing import Any, Final

from django.conf import settings

from kirocrew.base.canonical import canonical_json
from kirocrew.base.text import fold, one_line
from memory.gate.checks import string_leaves
from memory.models import Kind
from memory.services.erasing.pieces import carried
from memory.services.erasing.plain import collapsed, plain_text

MARK: Final = "[erased]"
TELLING: Final = 12
"""Characters from which a text is looked for inside of others; a shorter one may stand there by chance."""
TELLING_WIDE: Final = 6  # the same in scripts that write a word with one or two characters
PIECE: Final = 48
"""Characters of the pieces by which a long text is known where it was cut or is spread over pages."""
WORDS_MOST: Final = 24  # words of a text that a mark covers

_WIDE: Final = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
_WORD: Final = re.compile(rf"[{_WIDE}]|[^\W_{_WIDE}]+")
_PURPOSE: Final = b"kirocrew erased text 1"


@dataclass(frozen=True)
class Needles:
    """The texts of an erased record. `telling` are looked for inside of other texts, `short` only as a whole."""

    telling: tuple[str, ...] = ()
    short: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    """The same as the text index holds them, telling ones only."""
    keys: frozenset[str] = field(default_factory=frozenset)
    """Keys the record had: a short text beside one of them is the record's."""

    @cached_property
    def forms(self) -> tuple[str, ...]:
        """Every telling text as it is, as JSON writes it with and without escapes, and on one line; longest first."""
        found = {form: None for text in self.telling for form in _forms(text)}
        return tuple(sorted(found, key=len, reverse=True))

    @cached_property
    def pieces(self) -> tuple[tuple[str, ...], ...]:
        """The pieces of each form by which bytes are searched."""
        return tuple(tuple(_pieces(form)) for form in (*self.forms, *self.terms))

    @cached_property
    def openings(self) -> tuple[str, ...]:
        """How the texts begin, at most PIECE characters: what a database can be asked for before it is looked at."""
        return tuple(dict.fromkeys(form[:PIECE] for form in (*self.forms, *self.terms)))

    def in_text(self, text: str) -> bool:
        """Whether a text carries one of the telling ones, or is the beginning of one that was cut."""
        if any(form in text for form in (*self.forms, *self.terms)):
            return True
        bare = text.rstrip(" …")
        return len(bare) >= PIECE and any(form.startswith(bare) for form in self.forms)

    @cached_property
    def plain_forms(self) -> tuple[str, ...]:
        """Every telling text in NFC with single spaces."""
        return tuple(dict.fromkeys(collapsed(text) for text in self.telling))

    def in_plain(self, text: str) -> bool:
        """Whether a text carries a telling one when escapes, composed letters and line breaks make no difference."""
        if not self.plain_forms:
            return False
        plain = plain_text(text)
        return any(form in plain for form in self.plain_forms)

    def in_bytes(self, data: bytes | mmap) -> bool:
        """Whether the bytes of a file carry one: whole, or most pieces of one that is spread over pages."""
        return carried(data, self.pieces)

    def redacted(self, text: str) -> str:
        """The text without them."""
        for form in self.forms:
            text = text.replace(form, MARK)
        return MARK if self.in_text(text) else text

    def is_one(self, text: str) -> bool:
        """Whether a text is one of them, also a short one."""
        return text in self.short or text in self.telling

    def in_value(self, value: Any, *, beside: str = "") -> bool:
        """Whether a JSON value carries one; a short one counts where it stands `beside` one of the record's keys."""
        texts = list(string_leaves(value))
        if any(self.in_text(text) for text in texts):
            return True
        return beside in self.keys and any(self.is_one(text) for text in [*texts, *map(str, numbers(value))])


def needles_of(kind: str, states: Iterable[Mapping[str, Any]], *, terms: Iterable[str] = ()) -> Needles:
    """The needles of all states (snapshots) a record was in. `terms` are what the text index held."""
    texts: dict[str, None] = {}
    keys: set[str] = set()
    for state in states:
        keys |= {str(state.get("key") or "")}
        for text in _texts(kind, state.get("content") or {}):
            texts[text.strip()] = None
    found = [text for text in texts if text]
    return Needles(
        telling=tuple(text for text in found if is_telling(text)),
        short=tuple(text for text in found if not is_telling(text)),
        terms=tuple(dict.fromkeys(text for text in terms if is_telling(text))),
        keys=frozenset(key for key in keys if key),
    )


def joined(parts: Sequence[Needles]) -> Needles:
    """The needles of several records as one."""
    return Needles(
        telling=tuple(dict.fromkeys(text for part in parts for text in part.telling)),
        short=tuple(dict.fromkeys(text for part in parts for text in part.short)),
        terms=tuple(dict.fromkeys(text for part in parts for text in part.terms)),
        keys=frozenset[str]().union(*(part.keys for part in parts)),
    )


def is_telling(text: str) -> bool:
    """Whether a text is long enough to be looked for inside of others."""
    compact = "".join(text.split())
    return len(compact) >= (TELLING_WIDE if is_wide(compact) else TELLING)


def is_wide(text: str) -> bool:
    """Whether a text is written in a script that has a word in one or two characters."""
    return re.search(f"[{_WIDE}]", text) is not None


def numbers(value: Any) -> Iterator[int | float]:
    """Every number in a JSON value."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from numbers(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from numbers(item)


def values_of(value: Any) -> Iterator[str]:
    """Every string in a JSON value, names of fields left out."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list | tuple):
        for item in value.values() if isinstance(value, Mapping) else value:
            yield from values_of(item)


def marks_of(texts: Sequence[str]) -> list[tuple[int, str]]:
    """Marks by which texts are known again and that can't be read back: a number of words and their keyed hash."""
    marks: dict[tuple[int, str], None] = {}
    for text in texts:
        words = words_of(text)[:WORDS_MOST]
        if words:
            marks[(len(words), _hash(words))] = None
    return list(marks)


def text_carries(text: str, marks: Mapping[int, frozenset[str]]) -> bool:
    """Whether some run of words in the text has one of the marks, given by their number of words."""
    words = words_of(text)
    return any(
        _hash(words[start : start + length]) in hashes
        for length, hashes in marks.items()
        for start in range(len(words) - length + 1)
    )


def words_of(text: str) -> list[str]:
    """The words of a text without case, accents and punctuation; of scripts without spaces every character."""
    return _WORD.findall(fold(text))


def _hash(words: Sequence[str]) -> str:
    key = settings.SECRET_KEY.encode() + _PURPOSE
    return hmac.new(key, "\n".join(words).encode(), hashlib.sha256).hexdigest()


def _texts(kind: str, content: Mapping[str, Any]) -> Iterator[str]:
    if kind == Kind.FACT:
        value = content.get("value")
        yield from values_of(value)
        if isinstance(value, Mapping | list):
            yield canonical_json(value)
        yield from map(str, numbers(value))
    elif kind == Kind.LESSON:
        yield from (str(content.get("rule") or ""), str(content.get("negative") or ""))
    else:
        yield str(content.get("text") or "")


def _forms(text: str) -> Iterator[str]:
    yield text
    yield json.dumps(text)[1:-1]
    yield json.dumps(text, ensure_ascii=False)[1:-1]
    yield one_line(text)


def _pieces(form: str) -> Iterator[str]:
    if len(form) <= PIECE:
        yield form
        return
    middle = len(form) // 2 - PIECE // 2
    yield from (form[:PIECE], form[middle : middle + PIECE], form[-PIECE:])
