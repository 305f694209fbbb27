"""What records rest on, and what becomes of them when that goes.

A record that was taken from a source goes with its last one; one that quotes it or sums it up goes with any, since it
holds its words; one that was only confirmed by it stays. What stays is marked: the link says that its source is gone.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F, QuerySet

from channels_bridge.actors import Actor
from channels_bridge.models import Turn
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, Invalid
from memory.gate.outcomes import Outcome, OutcomeStatus, Refusal, RefusalCode
from memory.models import Event, EvidenceKind, EvidenceLink, Kind, Record, Retirement, Revision, Status, Store
from memory.models.evidence import TURN_LIMIT
from memory.services.drafts import Draft, Source
from memory.services.journal import Change, changes_commit, events_write, snapshot
from memory.services.preparing import label_of, refused
from memory.services.recorded_turns import turns_said
from memory.services.records import refuse_occupied
from memory.services.refused import Refused

GOES_WITH_ANY = frozenset({EvidenceKind.QUOTED, EvidenceKind.SUMMARISED})
MOST = 50  # sources named for one record
REMOVABLE = (Status.ACTIVE, Status.PROPOSED)
MOVED = "moved_from"
"""Names, in an entry's metadata, the record of another store that this one is: it goes back there when it leaves."""


@dataclass(frozen=True, slots=True)
class Fates:
    """What becomes of records derived from one that goes: those that go as well, and the links that are marked."""

    going: tuple[Record, ...]
    marked: tuple[EvidenceLink, ...]


def evidence_add(*, actor: Actor, record: Record, sources: Sequence[Source]) -> int:
    """Note the sources of a record; what is noted already stays. Returns how many are new. Call it in a transaction.

    Raises Invalid for a source that is not there for this actor or is the record itself, for one that names nothing,
    and for more than 50.
    """
    if refusal := sources_refusal(actor=actor, store=record.store, sources=sources):
        raise Invalid(refusal.message, type="invalid-evidence")
    made = 0
    for source in sources:
        found = _found(actor, record.store, source)
        if found is not None and found.pk == record.pk:
            raise Invalid("A record is no source of itself.", type="invalid-evidence")
        named = {"source": found} if found else {"turn": _turn_text(source)}
        noted = {"kind": source.kind, "made_by": actor.source, "said": _said(actor, record.store, source)}
        made += EvidenceLink.objects.get_or_create(record=record, **named, defaults=noted)[1]
    return made


def sources_refusal(*, actor: Actor, store: Store, sources: Sequence[Source]) -> Refusal | None:
    """What is wrong with the sources of a draft, if anything."""
    if len(sources) > MOST:
        return Refusal(RefusalCode.METADATA, f"A record names at most {MOST} sources.", "derived_from")
    for source in sources:
        if (source.record is None) == (source.turn is None):
            return Refusal(RefusalCode.METADATA, "A source is a record or a turn, one of both.", "derived_from")
        if source.record is not None and _found(actor, store, source) is None:
            return Refusal(
                RefusalCode.METADATA, f"There is no record {source.record} for you to derive from.", "derived_from"
            )
    return None


def drafts_refuse(*, actor: Actor, store: Store, judged: Sequence[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """Judged drafts, those refused whose sources are not there."""
    return [(text, _with_sources(actor, store, item)) for text, item in judged]


def drafts_link(*, actor: Actor, judged: Sequence[tuple[str, Any]], outcomes: Sequence[Outcome]) -> None:
    """Link what was written of the drafts to what they name. Call it in the transaction of the write.

    The turn in which a person asked for a change, or taught a lesson, confirms the record. A change that waits is not
    linked: the record is still what it was.
    """
    wanted = [
        (outcome.uid, outcome.status is OutcomeStatus.PROPOSED, sources)
        for (_, item), outcome in zip(judged, outcomes, strict=True)
        if outcome.uid and outcome.ok and not isinstance(item, Outcome) and (sources := _sources(item.draft))
    ]
    if not wanted:
        return
    records = {record.uid: record for record in Record.objects.filter(uid__in=[uid for uid, *_ in wanted])}
    for uid, is_waiting, sources in wanted:
        if is_waiting and records[uid].status != Status.PROPOSED:
            continue
        others = [source for source in sources if source.record != uid]
        evidence_add(actor=actor, record=records[uid], sources=others)


def evidence_of(record: Record) -> QuerySet[EvidenceLink]:
    """The sources of a record, oldest first."""
    return record.evidence.select_related("source", "said__conversation").order_by("id")


def derived_from(record: Record) -> QuerySet[EvidenceLink]:
    """What came out of a record, oldest first."""
    return record.derived.select_related("record", "record__fact", "record__lesson", "record__episode").order_by("id")


def fates_of(record: Record) -> Fates:
    """What would become of all that was derived from the record, near and far, if it went."""
    going: dict[int, Record] = {record.pk: record}
    left: set[int] = set()  # what those that go were elsewhere: gone as well, and not told apart
    marked: dict[int, EvidenceLink] = {}
    waiting = [record]
    while waiting:
        sources = places_of([waiting.pop()])
        left |= sources.keys()
        links = EvidenceLink.objects.filter(source__in=sources, gone="").select_related("record", "record__store")
        for link in links:
            derived = _where_it_is(link.record)
            if derived.pk in going:
                continue
            if derived.status != Status.ERASED and _goes(link, going.keys() | left):
                going[derived.pk] = derived
                waiting.append(derived)
                marked = {key: other for key, other in marked.items() if other.record_id != derived.pk}
            else:
                marked[link.pk] = link
    keys = [key for key in going if key != record.pk]
    return Fates(tuple(Record.objects.with_content().filter(pk__in=keys).order_by("pk")), tuple(marked.values()))


def places_of(records: Sequence[Record]) -> dict[int, Record]:
    """The keys of records and of what they were in the stores they were moved from, each with the record it is now.

    A record that was moved left one behind that it supersedes; nothing else supersedes across stores. One whose move
    was undone left the copy there.
    """
    found = {record.pk: record for record in records}
    reached = list(records)
    while reached:
        moved = Record.objects.filter(superseded_by__in=reached).exclude(store=F("superseded_by__store"))
        elsewhere = [(record, record.superseded_by_id) for record in moved] + _copies_left(reached)
        elsewhere = [(record, by) for record, by in elsewhere if record.pk not in found]
        found |= {record.pk: found[by] for record, by in elsewhere if by is not None}
        reached = [record for record, _ in elsewhere]
    return found


def _copies_left(records: Sequence[Record]) -> list[tuple[Record, int | None]]:
    """What records were in stores to which they had been moved until that was undone, each with the record's key."""
    entries = Revision.objects.filter(record__in=records, operation="supersede")
    takers = {entry.get("superseded_by"): key for key, entry in entries.values_list("record", "metadata")}
    if not takers:
        return []
    stores = {record.pk: record.store_id for record in records}
    uids = [uid for uid in takers if uid]
    undone = {"revisions__operation": "create", "revisions__answer__status": Revision.Status.UNDONE}
    left = Record.objects.filter(uid__in=uids, status=Status.FORGOTTEN, **undone)
    keyed = [(record, takers[str(record.uid)]) for record in left]
    return [(record, key) for record, key in keyed if record.store_id != stores[key]]


def links_mark(*, actor: Actor, links: Iterable[EvidenceLink], gone: EvidenceLink.Gone) -> None:
    """Note on links that their source is gone; the record they belong to stays, with an audit entry."""
    moment = now()
    events = []
    for link in links:
        EvidenceLink.objects.filter(pk=link.pk).update(gone=gone, gone_at=moment)
        events.append(
            Event(
                code="evidence_lost",
                kind=link.record.kind,
                store_id=link.record.store_id,
                record_uid=link.record.uid,
                key=link.record.key,
                source=actor.source,
                detail=f"a source was {gone}",
            )
        )
    events_write(events)


def derived_forget(*, actor: Actor, record: Record) -> list[Record]:
    """Forget what was derived from a record that was forgotten; each can be restored. Call it in a transaction.

    Returns the records that were forgotten with it.
    """
    fates = fates_of(record)
    gone = [item for item in fates.going if item.status in REMOVABLE]
    changes = []
    for item in gone:
        before, base = snapshot(item, item.content), item.revision
        item.status, item.superseded_by = Status.FORGOTTEN, None
        changes.append(
            Change(
                item,
                item.content,
                "retire",
                before=before,
                base_revision=base,
                reason="source_forgotten",
                metadata={"source": str(record.uid), "by_revision": record.revision},
                event="retired",
                text_changed=False,
            )
        )
    changes_commit(actor=actor, changes=changes)
    Retirement.objects.bulk_create(
        Retirement(record=item, cause=Retirement.Cause.SOURCE_FORGOTTEN, by=record, revision=item.revision)
        for item in gone
    )
    links_mark(actor=actor, links=fates.marked, gone=EvidenceLink.Gone.FORGOTTEN)
    return gone


def derived_return(*, actor: Actor, record: Record, forgotten_at: int) -> None:
    """Bring back what was forgotten with a record at that revision of it, now that this is undone.

    What was touched since, refused for good, or whose place another record has taken, stays out. Call it in a
    transaction.
    """
    rows = Retirement.objects.filter(
        by=record,
        cause=Retirement.Cause.SOURCE_FORGOTTEN,
        record__revision=F("revision"),
        record__status=Status.FORGOTTEN,
    )
    changes = []
    for item in Record.objects.with_content().filter(pk__in=rows.values("record")).order_by("pk"):
        entry = item.revisions.filter(number=item.revision, operation="retire").last()
        if entry is None or entry.metadata.get("by_revision") != forgotten_at or not _may_return(item):
            continue
        before, base = snapshot(item, item.content), item.revision
        item.status = Status.ACTIVE
        restored: dict[str, Any] = {"reason": "undone", "event": "restore", "text_changed": False}
        changes.append(Change(item, item.content, "restore", before=before, base_revision=base, **restored))
    changes_commit(actor=actor, changes=changes)


def _may_return(record: Record) -> bool:
    if Refused(record.store).record(record) is not None:
        return False
    try:
        refuse_occupied(record)
    except Conflict:
        return False
    return True


def links_unmark(record: Record) -> None:
    """The record is there again, and so is what it stands for."""
    EvidenceLink.objects.filter(source__in=places_of([record]), gone=EvidenceLink.Gone.FORGOTTEN).update(
        gone="", gone_at=None
    )


def _sources(draft: Draft) -> list[Source]:
    """What a draft names as its sources, and the turn in which somebody asked for it."""
    evidence, taught_in = getattr(draft, "evidence", None), getattr(draft, "taught_in", None)
    turn = evidence.turn if evidence else taught_in
    return [*draft.derived_from, *([Source(kind=EvidenceKind.SUPPORTS, turn=turn)] if turn else [])]


def _with_sources(actor: Actor, store: Store, item: Any) -> Any:
    """The judged draft, or its refusal."""
    if isinstance(item, Outcome) or not item.draft.derived_from:
        return item
    refusal = sources_refusal(actor=actor, store=store, sources=item.draft.derived_from)
    return item if refusal is None else refused(item.record.kind, refusal, key=item.record.key)


def _found(actor: Actor, store: Store, source: Source) -> Record | None:
    """The record of a source: the one named, or the episode that is the turn."""
    rows = Record.objects.visible_to(actor).exclude(status=Status.ERASED)
    if source.record is not None:
        return rows.filter(uid=source.record).first()
    if source.turn is None:
        return None
    place = {"episode__conversation": source.turn.conversation, "episode__position": source.turn.position}
    return rows.filter(store=store, kind=Kind.EPISODE, **place).order_by("id").first()


def _said(actor: Actor, store: Store, source: Source) -> Turn | None:
    """The recorded turn that a source names by its conversation's key or uid; None where it might be one of several."""
    turn = source.turn
    if turn is None:
        return None
    found = turns_said(actor=actor, store=store, conversation=turn.conversation).filter(position=turn.position)[:2]
    return found[0] if len(found) == 1 else None


def _turn_text(source: Source) -> str:
    """A turn by its place."""
    turn = source.turn
    return f"{label_of(turn.conversation)}#{turn.position}"[:TURN_LIMIT] if turn else ""


def _where_it_is(record: Record) -> Record:
    """The record as it is now, where it was moved to another store, or back from there."""
    by = record.superseded_by
    if by is None and record.status == Status.FORGOTTEN:
        came = record.revisions.filter(operation="create", answer__status=Revision.Status.UNDONE).first()
        uid = came.metadata.get(MOVED) if came is not None else None
        by = Record.objects.filter(uid=uid).first() if uid else None
    return _where_it_is(by) if by is not None and by.store_id != record.store_id else record


def _goes(link: EvidenceLink, going: Collection[int]) -> bool:
    if link.kind in GOES_WITH_ANY:
        return True
    if link.kind == EvidenceKind.SUPPORTS:
        return False
    others = EvidenceLink.objects.filter(record=link.record, gone="").exclude(pk=link.pk)
    return not any(other.source_id not in going for other in others)
