"""Which records an edit is about: a list of them, or all that a search finds but some."""

import json
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db.models import CharField, F, QuerySet, TextField
from django.db.models.functions import Cast

from channels_bridge.actors import Actor
from kirocrew.base.problems import Conflict, Invalid, NotFound, TooLarge
from memory.models import Kind, Record, Status
from memory.models.records import RecordQuerySet
from memory.recall.text_index import leaves
from memory.services.stores import store_get

ITEMS_MAX: Final = 500  # records named one by one, and exclusions from a search
RECORDS_MAX: Final = 10_000
TOO_LARGE: Final = "memory-selection-too-large"
BYTES_MAX: Final = 32 * 1024 * 1024
QUERY_LIMIT: Final = 2_000  # characters
NAMED: Final = 5  # records that a problem names

_TOO_LARGE: Final = "Choose fewer: name a store or kind, or more words."


@dataclass(frozen=True, slots=True)
class Search:
    """Active records in which all words of `q` stand, in any order; of every store and kind where none is named."""

    q: str = ""
    kind: str = ""
    store: str = ""
    project: str | None = None

    def data(self) -> dict[str, Any]:
        given = {"q": self.q, "kind": self.kind, "store": self.store, "project": self.project}
        return {name: value for name, value in given.items() if value or (name == "project" and value is not None)}


@dataclass(frozen=True, slots=True)
class Selection:
    """Either `items`, each with the revision its reader saw, or a `search` without the `excluded`."""

    items: tuple[tuple[UUID, int], ...] = ()
    search: Search | None = None
    excluded: frozenset[UUID] = field(default_factory=frozenset)

    def data(self) -> dict[str, Any]:
        """The selection as JSON values, as a preview's token carries it."""
        if self.search is None:
            return {"items": [[str(uid), revision] for uid, revision in self.items]}
        return {"query": self.search.data(), "exclude": sorted(map(str, self.excluded))}

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> "Selection":
        """The selection that `data` made. Only for what was signed."""
        if "items" in data:
            return cls(items=tuple((UUID(uid), int(revision)) for uid, revision in data["items"]))
        return cls(search=Search(**data["query"]), excluded=frozenset(map(UUID, data["exclude"])))


class Row(NamedTuple):
    """What identifies a chosen record and its state: the last link of its journal changes with every entry in it,
    that of a proposal included."""

    pk: int
    uid: UUID
    kind: str
    revision: int
    chain_hash: str


def selection_check(selection: Selection) -> None:
    """Raise Invalid for a selection that names nothing, too much, or something twice."""
    if selection.search is None:
        uids = [uid for uid, _ in selection.items]
        if not 1 <= len(uids) <= ITEMS_MAX or len(set(uids)) != len(uids):
            raise _invalid(f"'items' names 1 to {ITEMS_MAX} records, each once.")
    elif len(selection.search.q) > QUERY_LIMIT or len(selection.excluded) > ITEMS_MAX:
        raise _invalid(f"A query has at most {QUERY_LIMIT:,} characters and {ITEMS_MAX} exclusions.")
    elif selection.search.kind and selection.search.kind not in Kind.values:
        raise _invalid(f"'kind' is one of {', '.join(Kind.values)}, or left out.")


def rows_chosen(actor: Actor, selection: Selection) -> list[Row]:
    """The chosen records in the order of their keys.

    Raises NotFound for a record or store that is not there, Conflict for one that is not active or at another revision
    than its reader saw, TooLarge beyond 10,000 records or 32 MiB.
    """
    selection_check(selection)
    if selection.search is None:
        return _rows_named(actor, selection)
    found = [row for row in _rows_found(actor, selection.search) if row.uid not in selection.excluded]
    if len(found) > RECORDS_MAX:
        raise TooLarge(f"{len(found):,} records match; {RECORDS_MAX:,} are the limit. {_TOO_LARGE}", type=TOO_LARGE)
    return found


def records_page(*, actor: Actor, search: Search, limit: int, offset: int) -> tuple[list[int], int]:
    """Primary keys of a page of what a search finds, and how many it finds. Raises as `rows_chosen`."""
    selection_check(Selection(search=search))
    found = _rows_found(actor, search, is_bounded=False)
    return [row.pk for row in found[offset : offset + limit]], len(found)


def _rows_named(actor: Actor, selection: Selection) -> list[Row]:
    wanted = dict(selection.items)
    rows = Record.objects.visible_to(actor).filter(uid__in=wanted).order_by("pk")
    found = list(rows.values_list("pk", "uid", "kind", "revision", "chain_hash", "status"))
    if missing := wanted.keys() - {row[1] for row in found}:
        raise NotFound(
            f"{len(missing)} of the chosen records are not there for you. Choose again.",
            type="memory-record-missing",
            extra={"missing": [str(uid) for uid in sorted(missing)[:NAMED]]},
        )
    _refuse_changed([row for row in found if row[3] != wanted[row[1]]])
    inactive = [row for row in found if row[5] != Status.ACTIVE]
    if inactive:
        raise Conflict(
            "Only active records are edited. Decide on what waits in Review, and restore what was forgotten first.",
            type="record-not-active",
            extra={"records": [str(row[1]) for row in inactive[:NAMED]]},
        )
    return [Row(*row[:5]) for row in found]


def _refuse_changed(changed: Sequence[Any]) -> None:
    if changed:
        raise Conflict(
            f"{len(changed)} of the chosen records were changed since you looked. Look again; nothing was written.",
            type="stale-memory-preview",
            extra={"records": [str(row[1]) for row in changed[:NAMED]]},
        )


def _rows_found(actor: Actor, search: Search, *, is_bounded: bool = True) -> list[Row]:
    words = [fold_words(word) for word in search.q.split()]
    names = ("pk", "uid", "kind", "revision", "chain_hash")
    found, size = [], 0
    texts = ("key", "category", "subject", "predicate", "raw", "rule", "negative", "text", "raw_tags")
    for values in _searched(actor, search).values_list(*names, *texts).iterator(chunk_size=2_000):
        row, parts = values[:5], values[5:]
        if words and not _holds(parts, words):
            continue
        size += sum(len(part) for part in parts[4:] if part)
        found.append(Row(*row))
    # Characters are counted first, since counting bytes encodes every text: no text has more than four to one.
    if is_bounded and size * 4 > BYTES_MAX and _bytes([row.pk for row in found]) > BYTES_MAX:
        raise TooLarge(f"The records found hold more than 32 MiB of text. {_TOO_LARGE}", type=TOO_LARGE)
    return found


def _searched(actor: Actor, search: Search) -> QuerySet[Record]:
    rows: RecordQuerySet = Record.objects.visible_to(actor).filter(status=Status.ACTIVE)
    if search.store:
        rows = rows.filter(store=store_get(actor=actor, slug=search.store))
    if search.kind:
        rows = rows.filter(kind=search.kind)
    if search.project is not None:
        rows = rows.filter(project=search.project)
    return rows.order_by("pk").annotate(
        raw=Cast("fact__value", TextField()),
        raw_tags=Cast("episode__tags", TextField()),
        rule=F("lesson__rule"),
        negative=F("lesson__negative"),
        text=F("episode__text"),
    )


def _holds(parts: Sequence[str | None], words: Sequence[str]) -> bool:
    """Whether every word stands somewhere in the texts of one record."""
    *plain, raw_tags = parts
    key, category, subject, predicate, raw, rule, negative, text = plain
    shown = " ".join(filter(None, (key, category, subject, predicate, rule, negative, text, *_decoded(raw, raw_tags))))
    folded = fold_words(shown)
    return all(word in folded for word in words)


def _decoded(*documents: str | None) -> Iterable[str]:
    """The scalars of JSON documents, keys of objects included."""
    return [text for document in documents if document for text in leaves(json.loads(document))]


def fold_words(text: str) -> str:
    """A text as it is compared when records are looked for: NFKC, case folded, accents kept."""
    return text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).casefold()


def _bytes(keys: Sequence[int]) -> int:
    size = 0
    for start in range(0, len(keys), 2_000):
        part = Record.objects.filter(pk__in=keys[start : start + 2_000])
        for values in part.values_list(
            Cast("fact__value", CharField()), "lesson__rule", "lesson__negative", "episode__text"
        ):
            size += sum(len(value.encode()) for value in values if value)
    return size


def _invalid(detail: str) -> Invalid:
    return Invalid(detail, type="invalid-memory-edit")
