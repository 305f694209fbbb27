"""Memories of mem0: pages of `get_all`, the open-source answer with relations, JSON lines, and structured exports.

The same shapes with other names of their fields come from OpenMemory and from scripts that dump mem0. A structured
export has neither ids nor times: it is a profile, so each of its fields becomes a fact or a memory.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import Any, Final

from kirocrew.base.clock import InstantError, parse_instant
from kirocrew.base.text import clean, cut
from memory.transfer.formats import Inventory, register
from memory.transfer.formats.dates import read_instant, says_no_end
from memory.transfer.formats.file_reader import FileReader
from memory.transfer.formats.json_parts import LINE_SUFFIXES, Part, parts, unwrap
from memory.transfer.formats.json_values import DuplicateKeys, JsonProblem, lines, parse_json
from memory.transfer.formats.naming import in_words
from memory.transfer.formats.people import NOBODY, Person, name_of, person
from memory.transfer.formats.profile import Profile
from memory.transfer.items import Item
from memory.transfer.reasons import Reason
from memory.transfer.sources import SourceFile

TAG: Final = "mem0"
RELATION: Final = "relation"
_TEXT: Final = ("memory", "content", "text", "data")
_RECORDS: Final = ("results", "memories", "items")
_WRAPPERS: Final = ("data", "response", "page", "pages", "export")
_GRAPH: Final = ("relations", "added_entities", "graph", "triplets")
_KNOWS: Final = frozenset(
    "id hash user_id agent_id app_id run_id metadata categories created_at updated_at expiration_date actor_id state "
    "memory_id session_id owner immutable".split()
)
# Those that say nothing a memory would keep, beside those that are read.
_FIELDS: Final = _KNOWS | frozenset(
    "memory content text data expires_at expiry_date expires timestamp user metadata_ deleted_at is_deleted status "
    "event score role input type name organization structured_attributes internal_metadata embedding vector".split()
)
_UNTIL: Final = ("expiration_date", "expires_at", "expiry_date", "expires")
_NOT_KEPT: Final = frozenset({"deleted", "archived", "paused", "delete"})
_KINDS: Final = ("user:", "agent:")  # how the scopes of people begin here
_PAGING: Final = frozenset({"count", "next", "previous", "relations", "total"})
_MAX_NESTING: Final = 6  # wrappers and lists in lists around the records
_LINES_LOOKED_AT: Final = 5
_LOOKED_AT: Final = 20  # elements of a list
_HEAD_CHARS: Final = 20_000
_RECORD_MARK: Final = re.compile(r'"memory"\s*:\s*"')
_LIST_MARK: Final = re.compile(r'"(?:results|memories)"\s*:\s*\[')
_MEMORIES_MARK: Final = re.compile(r'"memories"\s*:\s*\[\s*\{')
_ID_MARK: Final = re.compile(r'"(?:user_id|agent_id|hash|expiration_date|run_id|app_id)"\s*:')
_EXPORT_MARK: Final = re.compile(r'"(?:export_id|memory_export_id)"\s*:')
_TAG_CHARS: Final = 50
_TAGS_MAX: Final = 7  # of ten that an episode has; three say where it comes from and whose it is


@register
class Mem0:
    """Each memory becomes an episode of its user, with its expiry as a window; a relation becomes a sentence."""

    name = "mem0"
    label = "mem0 memories (get_all, JSON lines, structured export)"
    lesson_limit = None

    def recognise(self, file: SourceFile) -> int:
        """Sure of records with a `memory`; a structured export is known by its mark or by the file's name."""
        if file.suffix in LINE_SUFFIXES:
            return 90 if any(_is_record_line(line) for _, line in islice(lines(file.text), _LINES_LOOKED_AT)) else 0
        if file.suffix != ".json":
            return 0
        head = unwrap(file.text).text[:_HEAD_CHARS]
        if _RECORD_MARK.search(head) and (_LIST_MARK.search(head) or _ID_MARK.search(head)):
            return 90
        if _LIST_MARK.search(head) and _ID_MARK.search(head):
            return 70
        if _EXPORT_MARK.search(head):
            return 80
        if "mem0" in file.name.lower():
            return 75
        return 65 if _MEMORIES_MARK.search(head) else 0

    def parse(self, file: SourceFile) -> Iterator[Item]:
        """Yield the memories in the order of the file, then the relations, then what was left out."""
        yield from _Reader(file).items()

    def inventory(self, file: SourceFile) -> Inventory:
        """Records as the file lists them (also empty and repeated ones), users, relations, broken lines."""
        return _Reader(file).inventory()


def _is_record_line(line: str) -> bool:
    try:
        value = parse_json(line)
    except JsonProblem:
        return False
    return isinstance(value, dict) and isinstance(value.get("memory"), str)


@dataclass
class _Reader(FileReader):
    """Reads one file once."""

    tag = TAG
    people: Counter[Person] = field(default_factory=Counter)
    _said: set[tuple[str, str]] = field(default_factory=set)
    _first: dict[str, str] = field(default_factory=dict)  # whose a text was first
    _relations: list[dict[str, Any]] = field(default_factory=list)
    _elements: int = 0
    _unknown: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._profile = Profile(self.file.path, TAG)

    def items(self) -> Iterator[Item]:
        """Yield everything."""
        for part in parts(self.file, unwrap(self.file.text).text):
            if part.problem:
                self.counts["broken_lines"] += 1
                yield self._left.problem(part.where, part.problem)
            else:
                yield from self._value(part, part.value, 0)
        for number, relation in enumerate(self._relations, start=1):
            yield from self._relation(f"Relation {number}", relation)
        yield from self._about_people()
        for name in sorted(self._unknown):
            self._left.add(Reason.FIELDS_IGNORED, name)
        yield from self._left.told()

    def _counted(self) -> Inventory:
        named = {kind: sorted(who.name for who in self.people if who.scope.startswith(kind)) for kind in _KINDS}
        agents: Inventory = {"agents": named["agent:"]} if named["agent:"] else {}
        return {**self.counts, "records": self.counts["records"], "users": named["user:"], **agents}

    def _value(self, part: Part, value: Any, depth: int) -> Iterator[Item]:
        """Yield what a record, a page of records, or any wrapping of them holds."""
        if isinstance(value, list) and depth < _MAX_NESTING:
            for element in value:
                self._elements += not isinstance(element, list)
                yield from self._value(Part(f"Record {self._elements}"), element, depth + 1)
        elif isinstance(value, DuplicateKeys):
            problem = JsonProblem(Reason.DUPLICATE_KEYS, "An object has the same key twice. Remove one of the two.")
            yield self._left.problem(part.where, problem)
        elif not isinstance(value, dict) or depth >= _MAX_NESTING:
            yield self._left.problem(part.where, JsonProblem(Reason.BAD_RECORD, "A memory is an object."))
        elif _is_record(value):
            yield from self._record(part.where, value)
        elif _is_page(value):
            yield from self._page(part, value, depth)
        else:
            yield from self._profile_items(value)

    def _page(self, part: Part, value: dict[str, Any], depth: int) -> Iterator[Item]:
        self._relations += [relation for name in _GRAPH for relation in _flat(value.get(name))]
        before = self.counts["records"]
        for name in (*_RECORDS, *_WRAPPERS):
            if isinstance(value.get(name), list | dict):
                yield from self._value(Part(name), value[name], depth + 1)
        count, found = value.get("count"), self.counts["records"] - before
        if value.get("next") or (type(count) is int and count > found):
            message = f"It is one page of more: {found} records here. Export the other pages as well."
            yield self._left.told_at(part.where, Reason.COUNT_MISMATCH, message)

    def _record(self, where: str, value: dict[str, Any]) -> Iterator[Item]:
        self.counts["records"] += 1
        who = _whose(value)
        text = clean(_first_text(value, _TEXT)).strip()
        if _is_gone(value):
            self._left.add(Reason.NOT_ACTIVE, text)
            return
        if not text:
            self.counts["empty"] += 1
            self._left.add(Reason.EMPTY)
            return
        self.people[who] += 1
        if (who.scope, text) in self._said:
            self.counts["duplicates"] += 1
            self._left.add(Reason.ALREADY_LISTED, text)
            return
        self._said.add((who.scope, text))
        self.counts["same_text_other_user"] += self._first.setdefault(text, who.scope) != who.scope
        try:
            until = _until(value)
        except JsonProblem as problem:
            yield self._left.problem(where, problem)
            return
        self.counts["with_expiry"] += until is not None
        made = list(
            self._make.memory(
                text,
                person=who,
                when=self._when(value, text),
                until=until,
                tags=self._tags(value),
                session=name_of(value.get("run_id") or value.get("session_id")),
            )
        )
        if not made:
            self._left.add(Reason.TOO_SHORT, text)
        yield from made

    def _when(self, value: dict[str, Any], text: str) -> datetime | None:
        written = next((value[name] for name in ("created_at", "updated_at", "timestamp") if value.get(name)), None)
        instant = read_instant(written)
        if written is not None and instant is None:
            self._left.add(Reason.BAD_DATE, text)
        return instant

    def _tags(self, value: dict[str, Any]) -> tuple[str, ...]:
        """Categories, the agent beside the user, and what the metadata says, as tags; what has no place is told."""
        tags = [name_of(tag) for tag in _listed(value.get("categories"))]
        for name in ("agent_id", "app_id", "actor_id"):
            if found := name_of(value.get(name)):
                tags.append(f"{name.removesuffix('_id')}:{found}")
        for name in ("metadata", "metadata_"):
            tags += _said_by(value.get(name))
        tags = list(dict.fromkeys(cut(tag, _TAG_CHARS) for tag in tags if tag))
        for tag in tags[_TAGS_MAX:]:
            self._left.add(Reason.FIELDS_IGNORED, tag)
        self._unknown.update(
            cut(clean(str(name)), 40) for name, found in value.items() if name not in _FIELDS and found
        )
        return tuple(tags[:_TAGS_MAX])

    def _relation(self, where: str, value: dict[str, Any]) -> Iterator[Item]:
        start = _first_text(value, ("source", "subject", "from", "source_node"))
        end = _first_text(value, ("target", "destination", "object", "to", "destination_node"))
        name = _first_text(value, ("relationship", "relation", "predicate", "relationType", "type"))
        if not (start and end):
            problem = JsonProblem(Reason.BAD_RECORD, "A relation names its source and its target.")
            yield self._left.problem(where, problem)
            return
        self.counts["relations"] += 1
        named = [who for who in self.people if who.name]
        who = _whose(value)
        if who == NOBODY and len(named) == 1:
            who = named[0]  # a graph of one user's file is that user's
        sentence = f"{start} {in_words(name or 'relates to')} {end}"
        yield from self._make.memory(sentence, person=who, when=self._when(value, sentence), tags=(RELATION,))

    def _about_people(self) -> Iterator[Item]:
        if len(self.people) > 1:
            named = [f"{who.scope or 'of no user'} ({count:,})" for who, count in self.people.most_common(20)]
            message = (
                f"Memories of {len(self.people)} people: {', '.join(named)}. Each keeps a scope and a tag of its own, "
                "and none is merged with another's. One person's can be brought alone (--user NAME)."
            )
            yield self._left.told_at("people", Reason.SEVERAL_USERS, message)

    def _profile_items(self, value: dict[str, Any]) -> Iterator[Item]:
        for item in self._profile.items(value):
            self.counts["records"] += 1
            yield item


def _is_record(value: dict[str, Any]) -> bool:
    if isinstance(value.get("memory"), str) or ("memory" in value and value["memory"] is None):
        return True
    return any(isinstance(value.get(name), str) for name in _TEXT) and bool(_KNOWS & value.keys())


def _is_page(value: dict[str, Any]) -> bool:
    """Whether it wraps records: they lie in a list under a known name, or in a wrapper that holds such a list."""
    listed = [value[name] for name in _RECORDS if isinstance(value.get(name), list)]
    if any(_holds_records(part) for part in listed) or (listed and not any(listed) and _PAGING & value.keys()):
        return True
    return any(_holds_records(value.get(name)) for name in _WRAPPERS)


def _holds_records(value: Any, depth: int = 0) -> bool:
    if depth >= _MAX_NESTING:
        return False
    if isinstance(value, list):
        return any(_holds_records(element, depth + 1) for element in value[:_LOOKED_AT])
    return isinstance(value, dict) and (_is_record(value) or _is_page(value))


def _whose(value: dict[str, Any]) -> Person:
    user = value.get("user_id") or value.get("user") or value.get("owner")
    agent = value.get("agent_id") or value.get("app_id")
    if isinstance(user, dict):
        user = user.get("user_id") or user.get("id") or user.get("name")
    return person(user, agent)


def _is_gone(value: dict[str, Any]) -> bool:
    states = (value.get(name) for name in ("state", "status", "event"))
    is_marked = any(isinstance(state, str) and state.lower() in _NOT_KEPT for state in states)
    return is_marked or bool(value.get("is_deleted") or value.get("deleted_at"))


def _until(value: dict[str, Any]) -> datetime | None:
    """The end of a memory's window; a day without a time holds to its end. Raises JsonProblem when it is unreadable."""
    written = next((value[name] for name in _UNTIL if value.get(name) not in (None, "", False)), None)
    if written is None or says_no_end(written):
        return None
    try:
        found = parse_instant(written, end=True) if isinstance(written, str) else None
    except InstantError:
        found = None
    found = found or read_instant(written)
    if found is None:
        # Without its end a memory would hold for ever, so it is not imported at all.
        message = f"The expiry {cut(str(written), 40)!r} cannot be read. Write it like 2026-07-11."
        raise JsonProblem(Reason.BAD_DATE, message)
    return found


def _first_text(value: dict[str, Any], names: tuple[str, ...]) -> str:
    for name in names:
        found = value.get(name)
        if isinstance(found, str) and found.strip():
            return found
        if isinstance(found, dict) and isinstance(found.get("name"), str):
            return str(found["name"])
    return ""


def _listed(value: Any) -> list[Any]:
    """The elements of a list, also of one that lies in lists; a single value as a list of one."""
    if isinstance(value, list):
        return [element for part in value for element in (_listed(part) if isinstance(part, list) else [part])]
    return [] if value is None or isinstance(value, dict) else [value]


def _said_by(metadata: Any, above: str = "", depth: int = 0) -> Iterator[str]:
    """The plain values of a metadata object as `name:value`, those of objects in it by their path."""
    for name, found in metadata.items() if isinstance(metadata, dict) and depth < _MAX_NESTING else ():
        path = f"{above}.{name}" if above else str(name)
        if isinstance(found, dict):
            yield from _said_by(found, path, depth + 1)
        else:
            yield from (f"{path}:{written}" for one in _listed(found) if (written := name_of(one)))


def _flat(value: Any) -> list[dict[str, Any]]:
    if isinstance(value, dict):
        return [relation for name in _GRAPH for relation in _flat(value.get(name))] or [value]
    return [part for part in _listed(value) if isinstance(part, dict)]
