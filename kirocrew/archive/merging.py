"""Merging an archive into a home that is used: every memory goes through the gate, as any import does.

Nothing that the file says about who wrote something, what it may do or how certain it is beyond doubt is believed.
What is here stays; where the archive says otherwise, the owner is asked.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import islice
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from channels_bridge.actors import Actor
from kirocrew.archive.reading import Contents
from kirocrew.archive.staging import Staging, moment
from kirocrew.archive.tables import TABLES
from kirocrew.base.clock import now
from memory.gate.checks import check_document_text
from memory.gate.outcomes import Outcome, Refusal
from memory.models import Document, Event, ImportRun, Kind, Policy, Revision, Store
from memory.services.document_proposals import document_propose
from memory.services.drafts import WriteMode
from memory.services.facts import facts_settle
from memory.services.importing.deciding import BATCH, Judged, Writing, importer, prepare, settle
from memory.services.importing.entries import Entry
from memory.services.importing.ledger import ledger_write
from memory.services.importing.results import Action, ItemResult, Tally
from memory.services.journal import events_write
from memory.services.stores import store_create
from memory.transfer.items import DocumentItem, EpisodeItem, FactItem, HistoryItem, Item, LessonItem

ORIGIN: Final = "kirocrew-archive"
WHY: Final = "archive"

Report = Callable[[int, int], None]


@dataclass(slots=True)
class Merged:
    """What became of an archive: what was decided on each memory, what was known, what stayed outside and why."""

    tally: Tally = field(default_factory=Tally)
    known: int = 0
    """Memories whose very state this home had, and has or went beyond."""
    stores_made: list[str] = field(default_factory=list)
    stores_missing: dict[str, int] = field(default_factory=dict)
    left: dict[str, int] = field(default_factory=dict)
    """Rows of the tables that a merge does not bring, by table."""

    def as_json(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "counts": self.tally.as_json() | {"total": self.tally.total},
            "known": self.known,
            "stores_made": self.stores_made,
            "stores_missing": self.stores_missing,
            "left": self.left,
        }


MERGED: Final = frozenset(
    {
        "memory_record",
        "memory_fact",
        "memory_lesson",
        "memory_episode",
        "memory_document",
        "memory_historyentry",
        "memory_store",
    }
)
"""Tables a merge reads. All others hold what was decided elsewhere, who may do what, or where something came from: a
restore brings them, and the owner who merges decides anew."""


def merge_apply(
    *, actor: Actor, staging: Staging, contents: Contents, report: Report | None = None, job: UUID | None = None
) -> Merged:
    """Bring the memories of every store of the archive into the store of that name.

    A store that is not here is made when the owner asks, else its memories stay outside and are told. Each batch is a
    transaction of its own; what an interrupted merge brought is known to the next one.
    """
    merged = Merged(left={t.name: n for t in TABLES if t.name not in MERGED and (n := contents.counts[t.name])})
    total = next(iter(staging.read(_TOTAL)))[0]
    done = 0
    for key, slug, name, policy in staging.read("SELECT id, slug, name, policy FROM memory_store ORDER BY id"):
        store = _store(actor, slug, name, policy, merged)
        if store is None:
            if number := sum(1 for _ in _items(staging, key)):
                merged.stores_missing[slug] = number
                done += number
            continue
        run = ImportRun.objects.create(
            store=store, paths=[{"upload": f"{ORIGIN} {contents.digest[:16]}"}], format=ORIGIN,
            requested_by=actor.source, job_uid=job,
        )  # fmt: skip
        tally, seen = Tally(), set[str]()
        items = _items(staging, key)
        while batch := list(islice(items, BATCH)):
            _merge(batch, store, run, seen, (tally, merged))
            done += len(batch)
            if report is not None:
                report(done, total)
        counts = tally.as_json() | {"total": tally.total}
        ImportRun.objects.filter(pk=run.pk).update(counts=counts, finished_at=now())
    events_write([_event(actor, contents, merged)])
    return merged


class _Settlement(Writing):
    """Writes what is new; what is stored otherwise waits for the owner."""

    def settle(self, kind: str, actor: Actor, judged: Sequence[Judged]) -> list[Outcome]:
        if kind != Kind.FACT:
            return super().settle(kind, actor, judged)
        return facts_settle(actor=actor, store=self._store, judged=judged, mode=WriteMode.PROPOSE, reason=self._reason)


def _merge(
    batch: list[tuple[str, Item]], store: Store, run: ImportRun, seen: set[str], counted: tuple[Tally, Merged]
) -> None:
    tally, merged = counted
    hashes = [mark for mark, _ in batch if mark]
    known = set(Revision.objects.filter(record__store=store, hash__in=hashes).values_list("hash", flat=True))
    entries = [Entry(item, ORIGIN) for mark, item in batch if mark not in known]
    merged.known += len(batch) - len(entries)
    prepared = prepare(entries, store=store, project="", seen=seen)
    with transaction.atomic():
        results = [_asked(result, store) for result in settle(prepared, _Settlement(store, f"merge {run.uid}"))]
        ledger_write(store=store, run=run, results=results)
    tally.add(results)
    merged.tally.add(results)


def _asked(result: ItemResult, store: Store) -> ItemResult:
    """A document that reads otherwise here waits for the owner as a whole."""
    item = result.item
    if result.action is not Action.CONFLICT or not isinstance(item, DocumentItem) or item.path:
        return result
    actor = importer(ORIGIN, "")
    there = Document.objects.filter(store=store, kind=item.kind, project=item.project, removed_at__isnull=True).first()
    passed = check_document_text(item.text, before="", actor=actor, store=store)
    if there is None or isinstance(passed, Refusal):
        return result
    row = document_propose(
        actor=actor, store=store, kind=item.kind, project=item.project, text=str(passed.value),
        base_revision=there.revision, why=WHY,
    )  # fmt: skip
    if row is None:
        return ItemResult(item, Action.REFUSED, "rejected", "The owner rejected this text before.")
    return ItemResult(
        item, Action.PROPOSED, WHY, "The document reads otherwise here, so the change waits for the owner."
    )


def _store(actor: Actor, slug: str, name: str, policy: str, merged: Merged) -> Store | None:
    there = Store.objects.filter(slug=slug).first()
    if there is None and actor.is_owner:
        there = store_create(actor=actor, slug=slug, name=name, policy=Policy(policy))
        merged.stores_made.append(slug)
    return there


_FACTS: Final = """
    SELECT r.uid, r.chain_hash, r.category, r.subject, r.predicate, r.scope, r.project, r.valid_from, r.valid_until,
        r.observed_at, r.source, r.key, f.value, f.confidence
    FROM memory_record r JOIN memory_fact f ON f.record_id = r.id
    WHERE r.store_id = ? AND r.status = 'active' ORDER BY r.id
"""
_LESSONS: Final = """
    SELECT r.uid, r.chain_hash, r.category, r.subject, r.predicate, r.scope, r.project, r.valid_from, r.valid_until,
        r.observed_at, r.source, l.rule, l.negative, l.category, l.repo_scope, l.applies
    FROM memory_record r JOIN memory_lesson l ON l.record_id = r.id
    WHERE r.store_id = ? AND r.status = 'active' ORDER BY r.id
"""
_EPISODES: Final = """
    SELECT r.uid, r.chain_hash, r.category, r.subject, r.predicate, r.scope, r.project, r.valid_from, r.valid_until,
        r.observed_at, r.source, e.text, e.tags, e.importance, e.conversation, e.session, e.position, e.speaker
    FROM memory_record r JOIN memory_episode e ON e.record_id = r.id
    WHERE r.store_id = ? AND r.status = 'active' ORDER BY r.id
"""
_DOCUMENTS: Final = """
    SELECT uid, kind, text, project, path FROM memory_document
    WHERE store_id = ? AND removed_at IS NULL AND text <> '' ORDER BY id
"""
_HISTORY: Final = """
    SELECT uid, at, text, project, conversation, citations FROM memory_historyentry
    WHERE store_id = ? AND removed_at IS NULL ORDER BY id
"""
_TOTAL: Final = """
    SELECT (SELECT COUNT(*) FROM memory_record WHERE status = 'active')
        + (SELECT COUNT(*) FROM memory_document WHERE removed_at IS NULL AND text <> '')
        + (SELECT COUNT(*) FROM memory_historyentry WHERE removed_at IS NULL)
"""


def _items(staging: Staging, store: int) -> Iterator[tuple[str, Item]]:
    """What a store of the archive remembers now, each with the hash its journal ends with."""
    for row in staging.read(_FACTS, [store]):
        mark, given = _given(row)
        key, value, confidence = row[11:]
        fact = FactItem(
            key=key, value=json.loads(value) if value else None, confidence=Decimal(str(confidence)),
            category=row[2], subject=row[3], predicate=row[4], **given,
        )  # fmt: skip
        yield mark, fact
    for row in staging.read(_LESSONS, [store]):
        mark, given = _given(row)
        rule, negative, category, repo_scope, applies = row[11:]
        yield (
            mark,
            LessonItem(
                rule=rule, negative=negative, category=category, repo_scope=repo_scope, applies=applies, **given
            ),
        )
    for row in staging.read(_EPISODES, [store]):
        mark, given = _given(row)
        text, tags, importance, conversation, session, position, speaker = row[11:]
        yield mark, EpisodeItem(
            text=text, tags=tuple(json.loads(tags or "[]")), importance=importance, conversation=conversation,
            session=session, position=position, speaker=speaker, **given,
        )  # fmt: skip
    for uid, kind, text, project, path in staging.read(_DOCUMENTS, [store]):
        yield "", DocumentItem(origin_ref=_origin(uid), kind=kind, text=text, project=project, path=path)
    for uid, at, text, project, conversation, citations in staging.read(_HISTORY, [store]):
        instant = moment(at)
        if instant is not None:
            yield "", HistoryItem(
                origin_ref=_origin(uid), at=instant, text=text, project=project, conversation=conversation,
                positions=_positions(citations),
            )  # fmt: skip


def _given(row: Sequence[Any]) -> tuple[str, dict[str, Any]]:
    """What all records have; who wrote it there is a note, for people to read."""
    given = {
        "origin_ref": _origin(row[0]),
        "scope": row[5],
        "project": row[6],
        "valid_from": moment(row[7]),
        "valid_until": moment(row[8]),
        "observed_at": moment(row[9]),
        "note": f"source there: {row[10]}",
    }
    return str(row[1]), given


def _origin(uid: str) -> str:
    return f"{ORIGIN}#{UUID(uid)}"


def _positions(citations: str) -> tuple[tuple[str, int], ...]:
    listed = json.loads(citations or "[]")
    return tuple(
        (str(one.get("conversation", "")), one["position"])
        for one in listed
        if isinstance(one, dict) and type(one.get("position")) is int and 0 <= one["position"] < 2**31
    )


def _event(actor: Actor, contents: Contents, merged: Merged) -> Event:
    told = ", ".join(f"{number:,} {name}" for name, number in merged.tally.as_json()["actions"].items() if number)
    return Event(
        code="archive_merged", source=actor.source, key=contents.digest[:16], detail=told or "nothing new in it"
    )
