"""What can be done to chosen records: six operations, read from JSON values and written back as such."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, ClassVar, Final

from django.utils.dateparse import parse_datetime

from kirocrew.base.clock import is_dated, is_forever
from kirocrew.base.problems import Invalid
from kirocrew.base.text import JsonError, clean, clean_json
from memory.models import Category, Kind
from memory.services.timeline_steps import Effect

FIND_LIMIT: Final = 2_000  # characters of the text that is looked for, and of what takes its place
CONTENT_FIELDS: Final = ("value", "rule", "negative", "text")
METADATA_FIELDS: Final = (
    "category",
    "subject",
    "predicate",
    "source_ref",
    "observed_at",
    "tags",
    "importance",
    "applies",
)
OF_KIND: Final = {"tags": Kind.EPISODE, "importance": Kind.EPISODE, "applies": Kind.LESSON}
"""Metadata that only records of one kind have."""


@dataclass(frozen=True, slots=True)
class Forget:
    """Take the records out of memory, as the owner's own delete."""

    type: ClassVar[str] = "forget"

    def data(self) -> dict[str, Any]:
        return {"type": self.type}


@dataclass(frozen=True, slots=True)
class SetContent:
    """New content for exactly one record: a fact's `value`, an episode's `text`, a lesson's `rule` and `negative`.

    `effect` says whether the old content was true until now or never was; empty for the usual of its kind.
    """

    type: ClassVar[str] = "set"
    content: Mapping[str, Any]
    effect: str = ""

    def data(self) -> dict[str, Any]:
        return {"type": self.type, **self.content, **effect_data(self.effect)}


@dataclass(frozen=True, slots=True)
class ReplaceText:
    """A literal text replaced wherever it stands in the content, but in keys and protected members.

    `effect` as of `SetContent`.
    """

    type: ClassVar[str] = "replace_text"
    find: str
    replacement: str
    match_case: bool
    effect: str = ""

    def data(self) -> dict[str, Any]:
        return {
            "type": self.type,
            "find": self.find,
            "replacement": self.replacement,
            "match_case": self.match_case,
            **effect_data(self.effect),
        }


@dataclass(frozen=True, slots=True)
class ChangeMetadata:
    """Metadata put in place of what is stored; an empty text takes it away, what is not named stays."""

    type: ClassVar[str] = "metadata"
    values: Mapping[str, Any]

    def data(self) -> dict[str, Any]:
        return {"type": self.type, "values": dict(self.values)}


@dataclass(frozen=True, slots=True)
class SetWindow:
    """Ends of the window of validity as ISO instants; None opens an end, one that is not named stays."""

    type: ClassVar[str] = "window"
    ends: Mapping[str, str | None]

    def data(self) -> dict[str, Any]:
        return {"type": self.type, **self.ends}

    def instants(self) -> dict[str, datetime | None]:
        """The named ends."""
        return {name: datetime.fromisoformat(text) if text else None for name, text in self.ends.items()}


@dataclass(frozen=True, slots=True)
class Move:
    """Another store, project or scope. Into another store a record goes as a new one, which supersedes the old one."""

    type: ClassVar[str] = "move"
    places: Mapping[str, str]

    def data(self) -> dict[str, Any]:
        return {"type": self.type, **self.places}


Operation = Forget | SetContent | ReplaceText | ChangeMetadata | SetWindow | Move


def operation_read(data: Mapping[str, Any]) -> Operation:
    """The operation that JSON values describe. Raises Invalid (`invalid-memory-edit`) for what is none."""
    rest = dict(data)
    read = _READERS.get(str(rest.pop("type", "")))
    if read is None:
        raise _invalid(f"'type' is one of {', '.join(_READERS)}.")
    return read(rest)


def _forget(rest: dict[str, Any]) -> Forget:
    _only(rest)
    return Forget()


def effect_data(effect: str) -> dict[str, str]:
    """The effect as a member of an operation, left out where none is named."""
    return {"effect": effect} if effect else {}


def _effect(rest: dict[str, Any]) -> str:
    effect = rest.pop("effect", "")
    if effect not in ("", *Effect):
        raise _invalid(f"'effect' is one of {', '.join(Effect)}.")
    return str(effect)


def _set(rest: dict[str, Any]) -> SetContent:
    effect = _effect(rest)
    _only(rest, *CONTENT_FIELDS)
    if not rest:
        raise _invalid("'set' takes 'value' for a fact, 'text' for an episode, 'rule' and 'negative' for a lesson.")
    for name, value in rest.items():
        if name != "value" and not isinstance(value, str):
            raise _invalid(f"'{name}' is a text.")
    return SetContent({name: _cleaned(value) for name, value in rest.items()}, effect)


def _cleaned(value: Any) -> Any:
    """The value as it would be kept; one that can't be stays as it is, for the gate says what is wrong with it."""
    try:
        return clean_json(value)
    except JsonError:
        return value


def _replace(rest: dict[str, Any]) -> ReplaceText:
    effect = _effect(rest)
    _only(rest, "find", "replacement", "match_case")
    find, replacement, match_case = rest.get("find"), rest.get("replacement", ""), rest.get("match_case", True)
    if not isinstance(find, str) or not 1 <= len(find) <= FIND_LIMIT or not clean(find):
        raise _invalid(f"'find' is a text of 1 to {FIND_LIMIT:,} characters.")
    if not isinstance(replacement, str) or len(replacement) > FIND_LIMIT:
        raise _invalid(f"'replacement' is a text of at most {FIND_LIMIT:,} characters.")
    if not isinstance(match_case, bool):
        raise _invalid("'match_case' is true or false.")
    return ReplaceText(clean(find), clean(replacement), match_case, effect)


def _metadata(rest: dict[str, Any]) -> ChangeMetadata:
    _only(rest, "values")
    values = rest.get("values")
    if not isinstance(values, Mapping) or not values:
        raise _invalid(f"'values' names what is to be changed: {', '.join(METADATA_FIELDS)}.")
    _only(values, *METADATA_FIELDS)
    read = {name: _METADATA.get(name) or _text for name in METADATA_FIELDS}
    return ChangeMetadata({name: read[name](name, value) for name, value in values.items()})


def _window(rest: dict[str, Any]) -> SetWindow:
    _only(rest, "valid_from", "valid_until")
    if not rest:
        raise _invalid("'window' takes 'valid_from', 'valid_until' or both; null opens an end.")
    return SetWindow({name: None if value is None else _end(name, value) for name, value in rest.items()})


def _move(rest: dict[str, Any]) -> Move:
    _only(rest, "store", "project", "scope")
    if not rest:
        raise _invalid("'move' takes 'store', 'project' or 'scope'; an empty project is every project.")
    places = {name: clean(_text(name, value)) for name, value in rest.items()}
    if not places.get("store", "-"):
        raise _invalid("'store' is the name of a store; leave it out where the records stay in theirs.")
    return Move(places)


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise _invalid(f"'{name}' is a text.")
    return value


def _end(name: str, value: Any) -> str | None:
    """An end of a window; None for a last one so late that it says there is none."""
    moment = _moment(value) if name == "valid_until" else None
    return None if moment is not None and is_forever(moment) else _instant(name, value)


def _moment(value: Any) -> datetime | None:
    """The aware instant of a text; without a zone it is taken for UTC."""
    try:
        moment = parse_datetime(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return moment.replace(tzinfo=UTC) if moment is not None and moment.tzinfo is None else moment


def _instant(name: str, value: Any) -> str:
    """An instant in UTC."""
    moment = _moment(value)
    if moment is not None and is_dated(moment):
        return moment.astimezone(UTC).isoformat()
    raise _invalid(f"'{name}' is an instant such as 2026-11-02T09:30:00Z, of the years 1 to 9999 in every time zone.")


def _tags(name: str, value: Any) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise _invalid(f"'{name}' is a list of texts.")
    return value


def _importance(name: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise _invalid(f"'{name}' is a number from 0 to 1.")
    return float(value)


def _applies(name: str, value: Any) -> str:
    if value not in ("", "always", "on_topic"):
        raise _invalid(f"'{name}' is 'always', 'on_topic' or empty.")
    return str(value)


def category_check(kind: str, category: str) -> None:
    """Raise Invalid for a lesson's category that is none: of other kinds it is any text."""
    if kind == Kind.LESSON and category not in Category.values:
        raise _invalid(f"A lesson's category is one of {', '.join(Category.values)}.")


def _only(given: Mapping[str, Any], *known: str) -> None:
    if unknown := sorted(set(given) - set(known)):
        names = ", ".join(known) or "nothing else"
        shown = unknown[0] if unknown[0].isidentifier() and len(unknown[0]) <= 60 else "(unnamed)"
        raise _invalid(f"There is no '{shown}' here; known: {names}.")


def _invalid(detail: str) -> Invalid:
    return Invalid(detail, type="invalid-memory-edit")


_METADATA: Final[dict[str, Callable[[str, Any], Any]]] = {
    "tags": _tags,
    "importance": _importance,
    "applies": _applies,
    "observed_at": _instant,
}
_READERS: Final[dict[str, Callable[[dict[str, Any]], Operation]]] = {
    Forget.type: _forget,
    SetContent.type: _set,
    ReplaceText.type: _replace,
    ChangeMetadata.type: _metadata,
    SetWindow.type: _window,
    Move.type: _move,
}
