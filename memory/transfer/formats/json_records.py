"""Make items of records written as JSON objects: checked field by field, trusted in nothing."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any

from kirocrew.base.canonical import canonical_json
from kirocrew.base.text import cut
from memory.transfer.formats.chunks import EPISODE_MIN_CHARS, split_text, weight
from memory.transfer.formats.dates import own_instant, read_instant, says_no_end
from memory.transfer.formats.json_values import JsonProblem, checked, parse_json
from memory.transfer.formats.scopes import is_admissible
from memory.transfer.items import (
    DEFAULT_CONFIDENCE,
    DEFAULT_IMPORTANCE,
    EpisodeItem,
    FactItem,
    Item,
    JsonValue,
    LessonItem,
    Origins,
    Unsupported,
)
from memory.transfer.reasons import Reason

Fields = dict[str, JsonValue]

CATEGORIES = frozenset({"tool", "preference", "knowledge"})
APPLIES = frozenset({"", "always", "on_topic"})
TEXT_FIELD_CHARS = 1_024
UID_CHARS = 64

_COMMON = frozenset(
    "uid kind status source source_ref revision observed_at valid_from valid_until scope project category created_at "
    "updated_at content_hash chain_hash email_addresses superseded_by subject predicate key confidence".split()
)
_OWN = {
    "fact": frozenset({"value"}),
    "lesson": frozenset({"rule", "negative", "repo_scope", "applies"}),
    "episode": frozenset({"text", "tags", "importance", "conversation", "session", "position", "speaker"}),
}
# Told to people as it stood in the file; it decides nothing.
_NOTED = ("uid", "source", "source_ref", "revision")


@dataclass
class RecordReader:
    """Reads the records of one file. In one of ours (`is_own`) a window may lie in any year."""

    path: str
    is_own: bool = False
    noun: str = "Record"
    _unknown: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._origins = Origins(self.path)
        self._exported: dict[str, Origins] = {}

    def record(self, number: int, raw: Any) -> Iterator[Item]:
        """Yield the items of one record: one, or several when its text is too long for one; or why there is none."""
        try:
            value = checked(raw)
            if not isinstance(value, dict):
                raise JsonProblem(Reason.BAD_RECORD, "A record is an object.")
            yield from self._item(value)
        except JsonProblem as problem:
            yield self.refused(number, problem)

    def refused(self, number: int, problem: JsonProblem) -> Unsupported:
        """Why a record is none, by its number."""
        origin = self._origins.ref(problem.reason, str(number))
        return Unsupported(origin_ref=origin, reason_code=problem.reason, message=f"{self.noun} {number}: {problem}")

    def closing(self) -> Iterator[Item]:
        """Name the fields that were given but have no place here."""
        if self._unknown:
            names = ", ".join(sorted(self._unknown)[:20])
            message = f"Fields without a place here were left out: {cut(names, 400)}."
            yield Unsupported(origin_ref=self.path, reason_code=Reason.FIELDS_IGNORED, message=message)

    def _item(self, value: Fields) -> Iterator[Item]:
        kind = value.get("kind")
        if not isinstance(kind, str) or kind not in _OWN:
            raise JsonProblem(Reason.BAD_KIND, f"The kind {kind!r} is none of fact, lesson and episode.")
        self._unknown.update(key[:40] for key in value.keys() - _COMMON - _OWN[kind])
        if value.get("status") not in (None, "", "active"):
            message = f"It was {value.get('status')!r} where it was exported; only active records are imported."
            raise JsonProblem(Reason.NOT_ACTIVE, message)
        common = _common(value, is_own=self.is_own)
        match kind:
            case "fact":
                yield self._fact(value, common)
            case "lesson":
                yield self._lesson(value, common)
            case _:
                yield from self._episodes(value, common)

    def _fact(self, value: Fields, common: dict[str, Any]) -> Item:
        key = _text(value, "key")
        if not key or "value" not in value:
            raise JsonProblem(Reason.BAD_RECORD, "A fact has a key and a value.")
        return FactItem(
            key=key,
            value=value["value"],
            confidence=_confidence(value.get("confidence")),
            category=_text(value, "category"),
            subject=_text(value, "subject"),
            predicate=_text(value, "predicate"),
            origin_ref=self._origin(value, key, canonical_json(value["value"])),
            **common,
        )

    def _lesson(self, value: Fields, common: dict[str, Any]) -> Item:
        rule, category, scope = _text(value, "rule"), _text(value, "category"), _text(value, "repo_scope")
        if not rule:
            raise JsonProblem(Reason.BAD_RECORD, "A lesson has a rule.")
        scope = scope.replace("\\", "/").removesuffix("/")
        if scope and not is_admissible(scope):
            message = f"The repository scope {cut(scope, 80)!r} is not a relative path inside a repository."
            raise JsonProblem(Reason.SCOPE_INADMISSIBLE, message)
        applies = _text(value, "applies")
        return LessonItem(
            rule=rule,
            negative=_text(value, "negative"),
            category=category if category in CATEGORIES else "knowledge",
            repo_scope=scope,
            applies=applies if applies in APPLIES else "",
            origin_ref=self._origin(value, rule, _text(value, "negative"), scope),
            **common,
        )

    def _episodes(self, value: Fields, common: dict[str, Any]) -> Iterator[Item]:
        text = _text(value, "text")
        if weight(text) < EPISODE_MIN_CHARS:
            raise JsonProblem(Reason.TOO_SHORT, "The text of an episode has at least 10 characters.")
        position = value.get("position")
        for piece in split_text(text):
            yield EpisodeItem(
                text=piece,
                tags=_tags(value.get("tags")),
                importance=_importance(value.get("importance")),
                conversation=_text(value, "conversation")[:200],
                session=_text(value, "session")[:200],
                position=position if type(position) is int and 0 <= position < 2**31 else None,
                speaker=_text(value, "speaker")[:200],
                origin_ref=self._origin(value, piece),
                **common,
            )

    def _origin(self, value: Fields, *content: str) -> str:
        """An exported record keeps its origin in every later export; other rows are known by their file."""
        uid = value.get("uid")
        if not isinstance(uid, str) or not 0 < len(uid) <= UID_CHARS or not uid.isprintable():
            return self._origins.ref(*content)
        return self._exported.setdefault(uid, Origins(f"export:{uid}")).ref(*content)


def _common(value: Fields, *, is_own: bool) -> dict[str, Any]:
    start = _instant(value, "valid_from", is_own=is_own)
    end = None if says_no_end(value.get("valid_until")) else _instant(value, "valid_until", is_own=is_own)
    if start and end and end <= start:
        raise JsonProblem(Reason.BAD_RECORD, "It ends (valid_until) before it begins (valid_from).")
    noted = [f"{name} {cut(str(value[name]), 200)}" for name in _NOTED if value.get(name)]
    return {
        "observed_at": _instant(value, "observed_at", is_own=is_own),
        "valid_from": start,
        "valid_until": end,
        "scope": _text(value, "scope"),
        "project": _text(value, "project")[:200],
        "note": ", ".join(noted),
    }


def _text(value: Fields, name: str) -> str:
    found = value.get(name)
    if found is None:
        return ""
    if not isinstance(found, str):
        raise JsonProblem(Reason.BAD_RECORD, f"The field {name} is not a text.")
    return found.strip()


def _instant(value: Fields, name: str, *, is_own: bool) -> datetime | None:
    written = value.get(name)
    if written in (None, ""):
        return None
    instant = own_instant(written) if is_own else read_instant(written)
    if instant is None:
        # Without its window a record would hold for ever, so it is not imported at all.
        raise JsonProblem(Reason.BAD_DATE, f"The time in {name} cannot be read. Write it like 2026-03-01T10:30:00Z.")
    return instant


def _confidence(written: JsonValue) -> Decimal:
    if written is None:
        return DEFAULT_CONFIDENCE
    if isinstance(written, bool) or not isinstance(written, int | float) or not 0 <= written <= 1:
        raise JsonProblem(Reason.BAD_RECORD, "The confidence is not a number from 0 to 1.")
    return Decimal(str(written))


def _importance(written: JsonValue) -> float:
    if isinstance(written, bool) or not isinstance(written, int | float):
        return DEFAULT_IMPORTANCE
    return min(max(float(written), 0.0), 1.0)


def _tags(written: JsonValue) -> tuple[str, ...]:
    """Tags as a list, or as a list written in a text; anything else is none."""
    if isinstance(written, str):
        try:
            written = checked(parse_json(written))
        except JsonProblem:
            return ()
    return (
        tuple(tag.strip() for tag in written if isinstance(tag, str) and tag.strip())
        if isinstance(written, list)
        else ()
    )
