"""Make facts of a profile: an object of named fields that a tool filled in about a person."""

import re
from collections.abc import Iterator
from typing import Any, Final

from kirocrew.base.canonical import canonical_json
from kirocrew.base.text import clean, cut
from memory.transfer.formats.dates import read_instant
from memory.transfer.formats.json_values import JsonProblem, checked
from memory.transfer.formats.keys import fact_key, fact_value
from memory.transfer.formats.making import Maker
from memory.transfer.formats.naming import in_words
from memory.transfer.items import FactItem, Item, JsonValue, Origins, Unsupported

# A longer value is a text of its own, not the value of a field.
VALUE_MAX_CHARS: Final = 120
_DEPTH: Final = 4
_TEXT: Final = ("memory", "content", "text", "fact", "value", "name")
_TIME: Final = ("created_at", "updated_at", "timestamp", "date")
_CAMEL: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
# What says something of the export, not of the person.
_ABOUT_EXPORT: Final = frozenset({"id", "export_id", "memory_export_id", "user_id", "schema", "version", "message"})


class Profile:
    """Reads profiles of one file. A field with a list gives one item for each of its elements."""

    def __init__(self, path: str, tag: str) -> None:
        self._path = path
        self._origins = Origins(path)
        self._make = Maker(path, tag)
        self._keys: dict[str, str] = {}

    def items(self, profile: dict[str, Any]) -> Iterator[Item]:
        """Yield a fact for each field that is filled in, an episode for what is long, and nothing for the rest."""
        try:
            value = checked(profile)
        except JsonProblem as problem:
            yield Unsupported(origin_ref=self._path, reason_code=problem.reason, message=str(problem))
            return
        yield from self._fields((), value, 0)

    def _fields(self, labels: tuple[str, ...], value: JsonValue, depth: int) -> Iterator[Item]:
        if value is None or value in ("", [], {}) or depth > _DEPTH:
            return
        if isinstance(value, dict):
            yield from self._object(labels, value, depth)
        elif isinstance(value, list):
            for element in value:
                yield from self._element(labels, element, depth)
        else:
            yield from self._leaf(labels, value)

    def _object(self, labels: tuple[str, ...], value: dict[str, JsonValue], depth: int) -> Iterator[Item]:
        for name, found in value.items():
            if name.startswith("_") or (not labels and name in _ABOUT_EXPORT):
                continue
            yield from self._fields((*labels, _label(name)), found, depth + 1)

    def _element(self, labels: tuple[str, ...], element: JsonValue, depth: int) -> Iterator[Item]:
        """One of several: its own text is part of its key, as many things can be liked at once."""
        if isinstance(element, str) and element.strip() and len(element) <= VALUE_MAX_CHARS:
            yield from self._fact((*labels, element), element)
        elif isinstance(element, dict) and (text := _told(element)):
            when = next((found for name in _TIME if (found := read_instant(element.get(name)))), None)
            yield from self._make.memory(f"{_name(labels)}: {text}" if len(labels) > 1 else text, when=when)
        else:
            yield from self._fields(labels, element, depth + 1)

    def _leaf(self, labels: tuple[str, ...], value: JsonValue) -> Iterator[Item]:
        if isinstance(value, str) and len(value) > VALUE_MAX_CHARS:
            yield from self._make.memory(f"{_name(labels)}: {value}")
        else:
            yield from self._fact(labels, value)

    def _fact(self, labels: tuple[str, ...], value: JsonValue) -> Iterator[Item]:
        key = fact_key("user", labels)
        stored = fact_value(labels[:-1] if labels[-1] == value else labels, value) if isinstance(value, str) else value
        written = canonical_json(stored)
        if self._keys.setdefault(key, written) == written:
            yield FactItem(key=key, value=stored, origin_ref=self._origins.ref(key, written))
        else:
            yield from self._make.memory(f"{_name(labels)}: {value}")


def _label(name: str) -> str:
    return cut(" ".join(_CAMEL.sub(" ", in_words(clean(name))).split()), 100)


def _name(labels: tuple[str, ...]) -> str:
    return " / ".join(labels)


def _told(element: dict[str, JsonValue]) -> str:
    return next((found for name in _TEXT if isinstance(found := element.get(name), str) and found.strip()), "")
