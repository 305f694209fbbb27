"""The knowledge graph of the MCP memory server: entities with observations, and relations between them.

It keeps one JSON object a line (`memory.jsonl`); its tools answer with one object that holds both lists. Importers and
older versions name the fields in other ways, so each has several names here.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import Any

from memory.transfer.formats import Inventory, register
from memory.transfer.formats.chunks import EPISODE_MIN_CHARS, weight
from memory.transfer.formats.credentials import marked
from memory.transfer.formats.dates import read_instant
from memory.transfer.formats.json_values import JsonProblem, checked, lines, parse_json
from memory.transfer.formats.naming import in_words
from memory.transfer.formats.telling import Teller
from memory.transfer.items import Item, JsonValue
from memory.transfer.reasons import Reason
from memory.transfer.sources import SourceFile

TAG = "mcp-memory"
# Tags by which the parts of a graph are found again.
OBSERVATION, RELATION, ENTITY, DANGLING = "observation", "relation", "entity", "dangling"

_NAME = ("name", "entityName", "entity_name", "id")
_TYPE = ("entityType", "entity_type", "label", "kind")
_OBSERVATIONS = ("observations", "contents", "facts")
_FROM = ("from", "from_id", "fromId", "from_entity", "fromEntity", "source", "subject")
_TO = ("to", "to_id", "toId", "to_entity", "toEntity", "target", "object")
_RELATION = ("relationType", "relation_type", "relation", "relationship", "predicate")
_TEXT = ("content", "text", "observation", "value")
_TIME = ("createdAt", "created_at", "timestamp", "date", "updatedAt", "updated_at")
# What an entity has beside its name; `{"type": "entity", "name": "x"}` alone may be anything.
_SAYS_ENTITY = (*_OBSERVATIONS, *_TYPE[:2], "content")
_LINES_LOOKED_AT = 5
_SUFFIXES = frozenset({".jsonl", ".ndjson", ".json"})
# A graph of one object begins with one of its two lists.
_LOOKED_AT_CHARS = 100_000

Fields = dict[str, JsonValue]


@register
class McpMemory:
    """Each observation and each relation becomes an episode; an entity of which nothing is told becomes one, too."""

    name = "mcp-memory"
    label = "MCP memory server (knowledge graph)"
    lesson_limit = None

    def recognise(self, file: SourceFile) -> int:
        """Sure when one of the first lines is an entity or a relation, or the file holds a list of entities."""
        if file.suffix not in _SUFFIXES:
            return 0
        if any(map(_is_part, _first_values(file.text))):
            return 92
        head = file.text[:_LOOKED_AT_CHARS]
        is_graph = '"entities"' in head and any(f'"{name}"' in head for name in ("observations", *_TYPE[:2]))
        return 88 if is_graph and head.lstrip().startswith("{") else 0

    def parse(self, file: SourceFile) -> Iterator[Item]:
        """Yield what is told of the entities in the order of the file, then the relations."""
        yield from marked(_parts(file, _Graph(file.path)))

    def inventory(self, file: SourceFile) -> Inventory:
        """Entities by their names, observations, relations, and which names of fields differ from the server's own."""
        graph = _Graph(file.path)
        for _ in _parts(file, graph):
            pass
        return graph.inventory()


def _parts(file: SourceFile, graph: "_Graph") -> Iterator[Item]:
    try:
        whole = parse_json(file.text)
    except JsonProblem as problem:
        if file.suffix == ".json" and not any(map(_is_part, _first_values(file.text))):
            yield graph.teller.leave(problem.reason, str(problem))
            return
        yield from graph.lines(file.text)
    else:
        yield from graph.document(whole)
    yield from graph.closing()


def _first_values(text: str) -> Iterator[Any]:
    for _, line in islice(lines(text), _LINES_LOOKED_AT):
        try:
            yield parse_json(line)
        except JsonProblem:
            continue


def _is_part(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    match _kind(value):
        case "entity":
            return any(name in value for name in _NAME) and any(name in value for name in _SAYS_ENTITY)
        case "relation":
            return any(name in value for name in _FROM) and any(name in value for name in _TO)
    return False


def _kind(value: dict[str, Any]) -> str:
    """entity, relation, observation, or empty; what a line without a `type` is shows in its fields."""
    written = value.get("type")
    if isinstance(written, str) and written.strip().lower() in {"entity", "relation", "observation"}:
        return written.strip().lower()
    if any(name in value for name in _RELATION) and any(name in value for name in _FROM):
        return "relation"
    return "entity" if any(name in value for name in ("entityName", "entityType", "entity_type")) else ""


@dataclass
class _Graph:
    """What is read so far. Relations are told last, when it is known which entities there are."""

    path: str
    _entities: set[str] = field(default_factory=set)
    _relations: list[tuple[str, Fields]] = field(default_factory=list)
    _counts: Counter[str] = field(default_factory=Counter)
    _variants: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.teller = Teller(self.path, TAG)

    def lines(self, text: str) -> Iterator[Item]:
        """Yield what a file of lines tells; a broken line is named and the rest go on."""
        for number, line in lines(text):
            try:
                value = parse_json(line)
            except JsonProblem as problem:
                yield self.teller.leave(problem.reason, f"Line {number}: {problem}")
                continue
            yield from self.part(f"Line {number}", value)

    def document(self, whole: Any) -> Iterator[Item]:
        """Yield what one object with two lists, a list of parts, or a single part tells."""
        if isinstance(whole, dict) and _is_part(whole):
            yield from self.part("Line 1", whole)
        elif isinstance(whole, list):
            for number, part in enumerate(whole, start=1):
                yield from self.part(f"Part {number}", part)
        elif isinstance(whole, dict):
            graph = whole.get("graph") if isinstance(whole.get("graph"), dict) else whole
            for name, kind in (("entities", "entity"), ("relations", "relation")):
                for number, part in enumerate(_rows(graph, name), start=1):
                    given = part | {"type": kind} if isinstance(part, dict) else part
                    yield from self.part(f"{kind.title()} {number}", given)
        else:
            yield self.teller.leave(Reason.BAD_RECORD, "A knowledge graph is an object or lines of objects.")

    def part(self, where: str, raw: Any) -> Iterator[Item]:
        """Yield what one entity tells; a relation waits."""
        try:
            value = checked(raw)
            if not isinstance(value, dict):
                raise JsonProblem(Reason.BAD_RECORD, "An entity or relation is an object.")
            match _kind(value):
                case "entity" | "observation":
                    yield from self._entity(where, value)
                case "relation":
                    self._relations.append((where, value))
                case _:
                    raise JsonProblem(Reason.BAD_KIND, f"The type {value.get('type')!r} is no entity or relation.")
        except JsonProblem as problem:
            yield self.teller.leave(problem.reason, f"{where}: {problem}")

    def closing(self) -> Iterator[Item]:
        """Yield the relations. One that names an entity the file lacks is told as well, and says so in its note."""
        for where, value in self._relations:
            self._note_names(value, _FROM, _TO, _RELATION)
            start, end, name = (_text(value, names) for names in (_FROM, _TO, _RELATION))
            if not start or not end:
                message = f"{where}: A relation names two entities, as `from` and `to`."
                yield self.teller.leave(Reason.BAD_RECORD, message)
                continue
            missing = [entity for entity in dict.fromkeys((start, end)) if entity not in self._entities]
            self._counts.update((RELATION, DANGLING) if missing else (RELATION,))
            words = in_words(name or "relates to")
            yield from self.teller.tell(
                _long_enough(f"{start} {words} {end}", "Relation"),
                tags=(RELATION, DANGLING) if missing else (RELATION,),
                when=_time(value),
                note=f"not among the entities of the file: {', '.join(missing)}" if missing else "",
            )

    def inventory(self) -> Inventory:
        """What the parts told so far hold; read after `closing`."""
        return {
            "entities": len(self._entities),
            "observations": self._counts[OBSERVATION],
            "relations": self._counts[RELATION],
            "dangling_relations": self._counts[DANGLING],
            "key_variants": self._variants,
        }

    def _note_names(self, value: Fields, *fields: tuple[str, ...]) -> None:
        """Remember which names of fields are not the ones the server writes, which stand first."""
        for names in fields:
            used = next((name for name in names if name in value), names[0])
            if used != names[0] and used not in self._variants:
                self._variants.append(used)

    def _entity(self, where: str, value: Fields) -> Iterator[Item]:
        self._note_names(value, _NAME, _TYPE, _OBSERVATIONS)
        name, kind = _text(value, _NAME), _text(value, _TYPE)
        if not name:
            raise JsonProblem(Reason.BAD_RECORD, "An entity has a name.")
        self._entities.add(name)
        told = False
        for observation in _observations(value):
            text = _text(observation, _TEXT) if isinstance(observation, dict) else observation
            if not isinstance(text, str) or not text.strip():
                reason = Reason.BAD_RECORD if text and not isinstance(text, str) else Reason.EMPTY
                yield self.teller.leave(reason, f"{where}: An observation of {self.teller.shorten(name)} has no text.")
                continue
            told = True
            self._counts[OBSERVATION] += 1
            when = _time(observation) if isinstance(observation, dict) else None
            tags = (OBSERVATION, kind) if kind else (OBSERVATION,)
            # An observation is about its entity, so that it can be understood and found alone.
            about = _long_enough(f"{name}: {text.strip()}", kind or "Entity")
            yield from self.teller.tell(about, tags=tags, when=when or _time(value))
        if not told:
            text = f"{name} ({kind})" if kind else name
            yield from self.teller.tell(
                _long_enough(text, "Entity"), tags=(ENTITY, kind) if kind else (ENTITY,), when=_time(value)
            )


def _long_enough(text: str, word: str) -> str:
    """The text, with a word before it when it alone would be too short to be kept."""
    return text if weight(text) >= EPISODE_MIN_CHARS else f"{word}: {text}"


def _rows(value: Any, name: str) -> list[Any]:
    rows = value.get(name) if isinstance(value, dict) else None
    if isinstance(rows, dict):  # a map from names to entities
        return [{"name": key} | row if isinstance(row, dict) else row for key, row in rows.items()]
    return rows if isinstance(rows, list) else []


def _observations(value: Fields) -> list[JsonValue]:
    """A list of texts or objects; a list written in a text; one text alone."""
    written = next((value[name] for name in _OBSERVATIONS if value.get(name) is not None), None)
    if isinstance(written, str):
        if written.lstrip().startswith("["):
            try:
                decoded = checked(parse_json(written))
            except JsonProblem:
                return [written]
            return decoded if isinstance(decoded, list) else [written]
        return [written]
    if isinstance(written, list):
        return written
    own = _text(value, _TEXT)
    return [own] if own else []


def _text(value: Fields, names: tuple[str, ...]) -> str:
    for name in names:
        found = value.get(name)
        if isinstance(found, str) and found.strip():
            return found.strip()
        if isinstance(found, int) and not isinstance(found, bool):
            return str(found)
        if isinstance(found, dict) and isinstance(inner := found.get("name"), str) and inner.strip():
            return inner.strip()
    return ""


def _time(value: Fields) -> datetime | None:
    return next((when for name in _TIME if (when := read_instant(value.get(name)))), None)
