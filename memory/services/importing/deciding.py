"""Decide on entries in batches, by the same gate and the same services whether they are written or rehearsed."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from channels_bridge.actors import Actor, ActorKind
from memory.gate.outcomes import Outcome, OutcomeStatus, Refusal, RefusalCode
from memory.models import Kind, Record, Status, Store
from memory.services.drafts import WriteMode
from memory.services.episodes import episodes_prepare, episodes_rehearsal, episodes_settle
from memory.services.facts import facts_prepare, facts_rehearsal, facts_settle
from memory.services.importing.drafts import draft_of
from memory.services.importing.entries import Entry
from memory.services.importing.ledger import is_settled, ledger_outcomes
from memory.services.importing.results import ItemResult, already_imported, result_of, unsupported
from memory.services.importing.texts import (
    DOCUMENT,
    HISTORY,
    text_draft,
    texts_prepare,
    texts_rehearsal,
    texts_settle,
)
from memory.services.lessons import lessons_prepare, lessons_rehearsal, lessons_settle
from memory.services.settings import settings_all
from memory.transfer.items import DocumentItem, EpisodeItem, FactItem, HistoryItem, Unsupported
from memory.transfer.items import Record as RecordItem
from memory.transfer.items import Text as TextItem

BATCH: Final = 100  # items in one transaction

Judged = tuple[str, Any]


@dataclass(slots=True)
class Group:
    """Entries of one kind and one format, judged by the gate; `places` are their positions in the batch."""

    kind: str
    actor: Actor
    places: list[int] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    items: list[RecordItem | TextItem] = field(default_factory=list)
    judged: list[Judged] = field(default_factory=list)


@dataclass(slots=True)
class Prepared:
    """A batch after the gate: what is decided already, by position, and what the store still has to decide."""

    decided: dict[int, ItemResult]
    groups: list[Group]


class Settlement(Protocol):
    """How judged drafts come to their outcomes."""

    def settle(self, kind: str, actor: Actor, judged: Sequence[Judged]) -> list[Outcome]:
        """One outcome per draft, in order."""

    def lessons_held(self) -> int:
        """How many active lessons the store holds by now."""


def importer(origin: str, project: str) -> Actor:
    """Who writes an import: never the person who asked for it, and bound to their project."""
    return Actor(ActorKind.SYSTEM, f"import:{origin}", project=project)


def prepare(entries: Iterable[Entry], *, store: Store, project: str, seen: set[str]) -> Prepared:
    """Look the entries up in the ledger and let the gate judge the rest. Takes no lock.

    `seen` holds the fingerprints met earlier in this import; it grows.
    """
    batch = list(entries)
    fingerprints = [entry.item.fingerprint for entry in batch]
    known = ledger_outcomes(store, fingerprints)
    decided: dict[int, ItemResult] = {}
    groups: dict[tuple[str, str], Group] = {}
    for place, (entry, fingerprint) in enumerate(zip(batch, fingerprints, strict=True)):
        item = entry.item
        if isinstance(item, Unsupported):
            decided[place] = unsupported(item)
        elif fingerprint in seen or is_settled(known.get(fingerprint)):
            decided[place] = already_imported(item)
        else:
            kind = _kind(item)
            group = groups.setdefault((entry.origin, kind), Group(kind, importer(entry.origin, project)))
            group.places.append(place)
            group.entries.append(entry)
            group.items.append(item)
        seen.add(fingerprint)
    for group in groups.values():
        drafts = [_draft(entry, item) for entry, item in zip(group.entries, group.items, strict=True)]
        group.judged = _PREPARE[group.kind](actor=group.actor, store=store, drafts=drafts)
    return Prepared(decided, list(groups.values()))


def settle(prepared: Prepared, settlement: Settlement) -> list[ItemResult]:
    """Come to a result for every entry of the batch, in order."""
    decided = dict(prepared.decided)
    for group in prepared.groups:
        for place, item, outcome in zip(group.places, group.items, _outcomes(group, settlement), strict=True):
            decided[place] = result_of(item, outcome)
    return [decided[place] for place in sorted(decided)]


class Writing:
    """Writes into the store, in the caller's transaction."""

    def __init__(self, store: Store, reason: str) -> None:
        self._store, self._reason = store, reason

    def settle(self, kind: str, actor: Actor, judged: Sequence[Judged]) -> list[Outcome]:
        return _SETTLE[kind](
            actor=actor, store=self._store, judged=judged, mode=WriteMode.PRESERVE, reason=self._reason
        )

    def lessons_held(self) -> int:
        return _lessons(self._store)


class Rehearsing:
    """Tells what would be written and writes nothing; what it told before counts as there."""

    def __init__(self, store: Store) -> None:
        self._store, self._held = store, _lessons(store)
        self._settle: dict[tuple[str, str], Callable[[Sequence[Judged]], list[Outcome]]] = {}

    def settle(self, kind: str, actor: Actor, judged: Sequence[Judged]) -> list[Outcome]:
        start = (kind, actor.project)
        if start not in self._settle:
            # One for all formats, so that what one of them brings counts as there for the next.
            rehearser = importer("rehearsal", actor.project)
            self._settle[start] = _REHEARSAL[kind](actor=rehearser, store=self._store)
        outcomes = self._settle[start](judged)
        if kind == Kind.LESSON:
            self._held += sum(outcome.status is OutcomeStatus.WRITTEN for outcome in outcomes)
        return outcomes

    def lessons_held(self) -> int:
        return self._held


_PREPARE: Final[dict[str, Callable[..., list[Judged]]]] = {
    Kind.FACT.value: facts_prepare,
    Kind.LESSON.value: lambda **values: lessons_prepare(mode=WriteMode.PRESERVE, **values),
    Kind.EPISODE.value: episodes_prepare,
    DOCUMENT: texts_prepare,
    HISTORY: texts_prepare,
}
_SETTLE: Final[dict[str, Callable[..., list[Outcome]]]] = {
    Kind.FACT.value: facts_settle,
    Kind.LESSON.value: lessons_settle,
    Kind.EPISODE.value: episodes_settle,
    DOCUMENT: texts_settle,
    HISTORY: texts_settle,
}
_REHEARSAL: Final[dict[str, Callable[..., Callable[[Sequence[Judged]], list[Outcome]]]]] = {
    Kind.FACT.value: facts_rehearsal,
    Kind.LESSON.value: lessons_rehearsal,
    Kind.EPISODE.value: episodes_rehearsal,
    DOCUMENT: texts_rehearsal,
    HISTORY: texts_rehearsal,
}


def _outcomes(group: Group, settlement: Settlement) -> list[Outcome]:
    if group.kind != Kind.LESSON or not any(entry.is_limited for entry in group.entries):
        return settlement.settle(group.kind, group.actor, group.judged)
    limit = int(settings_all()["lessons_import_max"])
    if settlement.lessons_held() + len(group.judged) <= limit:
        return settlement.settle(group.kind, group.actor, group.judged)
    # Near the limit one by one, so that the last free place goes to a lesson that is really new.
    return [
        settlement.settle(group.kind, group.actor, [judged])[0]
        if isinstance(judged[1], Outcome) or settlement.lessons_held() < limit
        else _no_room(limit)
        for judged in group.judged
    ]


def _no_room(limit: int) -> Outcome:
    message = (
        f"The store holds {limit:,} lessons, above which an import adds none. "
        "The owner can forget some, or raise lessons_import_max."
    )
    return Outcome(OutcomeStatus.REFUSED, Kind.LESSON, refusal=Refusal(RefusalCode.CAPACITY, message, "store"))


def _lessons(store: Store) -> int:
    return Record.objects.filter(store=store, kind=Kind.LESSON, status=Status.ACTIVE).count()


def _draft(entry: Entry, item: RecordItem | TextItem) -> Any:
    return text_draft(entry, item) if isinstance(item, TextItem) else draft_of(entry, item)


def _kind(item: RecordItem | TextItem) -> str:
    match item:
        case DocumentItem():
            return DOCUMENT
        case HistoryItem():
            return HISTORY
        case FactItem():
            return Kind.FACT.value
        case EpisodeItem():
            return Kind.EPISODE.value
        case _:
            return Kind.LESSON.value
