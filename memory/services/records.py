"""Reading records with their history, forgetting them and bringing them back."""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from channels_bridge.actors import Actor, Permission
from kirocrew.base.problems import Conflict, NotFound
from memory.gate.outcomes import Outcome, OutcomeStatus
from memory.models import Event, Fact, Kind, Lesson, Record, Revision, Status, Store
from memory.services.events_told import events_told
from memory.services.journal import Change, changes_commit, events_write, refusal_event, snapshot
from memory.services.preparing import REFUSED_VALUE, refused
from memory.services.proposals import proposal_find
from memory.services.refusals import value_refuse
from memory.services.refused import Refused
from memory.services.windows import windows_apart

HISTORY_PAGE = 50  # revisions and events that are read at once
HISTORY_MOST = 200


@dataclass(frozen=True, slots=True)
class History:
    """A record with a page of its journal, newest first, and the latest audit entries that name it.

    `older` is the number of the entry to go on before, None when there are no more.
    """

    record: Record
    revisions: list[Revision]
    events: list[Event]
    older: int | None


def record_get(*, actor: Actor, uid: UUID) -> Record:
    """Return the record. Raises NotFound for one that is not there or not for this actor."""
    actor.require(Permission.MEMORY_READ)
    record = Record.objects.visible_to(actor).with_content().filter(uid=uid).first()
    if record is None:
        raise NotFound("There is no such record for you.", type="unknown-record")
    return record


def record_history(*, actor: Actor, uid: UUID, before: int | None = None, limit: int = HISTORY_PAGE) -> History:
    """Return the record with its newest `limit` revisions and its events, or with those `before` an entry.

    Raises NotFound as record_get.
    """
    record = record_get(actor=actor, uid=uid)
    entries = record.revisions.order_by("-id")
    if actor.project:  # what it was in another project is not this actor's to read
        bound = ("", actor.project)
        for state in ("before", "after"):
            outside = Q(**{f"{state}__isnull": False}) & ~Q(**{f"{state}__project__in": bound})
            entries = entries.exclude(outside)
    events = Event.objects.filter(record_uid=uid, store_id=record.store_id).order_by("-id")[:HISTORY_MOST]
    found = list((entries if before is None else entries.filter(pk__lt=before))[: limit + 1])
    older = found[limit - 1].pk if len(found) > limit else None
    told = events_told(actor=actor, events=list(events)) if before is None else []
    return History(record, found[:limit], told, older)


def record_text(record: Record) -> str:
    """What a person would call the record's content, as one string."""
    content = record.content
    if isinstance(content, Fact):
        value = content.value
        return value if isinstance(value, str) else repr(value)
    return content.rule if isinstance(content, Lesson) else content.text


def record_forget(
    *, actor: Actor, uid: UUID, reason: str = "", for_good: bool = False, expected_revision: int | None = None
) -> Outcome:
    """Take a record out of memory; it can be restored. `for_good` also refuses its value from now on.

    An owner's word is done at once; anybody else's becomes a proposal. Raises NotFound, or Conflict when the
    record is not active or no longer at the expected revision.
    """
    with transaction.atomic():
        record = _locked(actor, uid, expected_revision)
        actor.require(Permission.LESSONS_WRITE if record.kind == Kind.LESSON else Permission.MEMORY_WRITE)
        if record.status != Status.ACTIVE:
            raise Conflict(
                f"The record is {record.get_status_display().lower()}, not active.", type="record-not-active"
            )
        before = snapshot(record, record.content)
        after = before | {"status": str(Status.FORGOTTEN)}
        if not actor.is_owner:
            return _propose(actor, record, "forget", before, after, reason)
        if for_good:
            value_refuse(actor=actor, record=record, reason=reason)
        return _turn(actor, record, "forget", Status.FORGOTTEN, before, reason)


def record_restore(*, actor: Actor, uid: UUID, reason: str = "") -> Outcome:
    """Bring a forgotten, superseded or expired record back. Owner only; others make a proposal.

    Raises NotFound, or Conflict when it is active already or another record has taken its place: its key, a fact's
    subject and predicate, or an episode's text.
    """
    with transaction.atomic():
        record = _locked(actor, uid, None)
        actor.require(Permission.LESSONS_WRITE if record.kind == Kind.LESSON else Permission.MEMORY_WRITE)
        if record.status in (Status.ACTIVE, Status.PROPOSED, Status.ERASED):
            raise Conflict("The record is not one that can be restored.", type="record-not-restorable")
        barred = Refused(record.store)
        if barred.record(record) is not None:
            barred.count()
            events_write([refused_event(actor, record)])
            return refused(record.kind, REFUSED_VALUE, key=record.key)
        refuse_occupied(record)
        before = snapshot(record, record.content)
        if not actor.is_owner:
            return _propose(actor, record, "restore", before, before | {"status": str(Status.ACTIVE)}, reason)
        return _turn(actor, record, "restore", Status.ACTIVE, before, reason)


def fact_by_key(*, actor: Actor, store: Store, key: str, any_time: bool = False) -> Record:
    """Return the active fact under the key that holds now, or at `any_time`. Raises NotFound."""
    actor.require(Permission.MEMORY_READ)
    records = Record.objects.visible_to(actor).with_content().filter(store=store, kind=Kind.FACT, key=key)
    record = (records.filter(status=Status.ACTIVE) if any_time else records.live()).first()
    if record is None:
        held = "There is no active fact under this key" + ("." if any_time else " that holds now.")
        raise NotFound(held, type="unknown-record")
    return record


def _locked(actor: Actor, uid: UUID, expected_revision: int | None) -> Record:
    """Read the record under the write lock, which an IMMEDIATE transaction holds from its start."""
    record = Record.objects.visible_to(actor).with_content().filter(uid=uid).first()
    if record is None:
        raise NotFound("There is no such record for you.", type="unknown-record")
    if expected_revision is not None and record.revision != expected_revision:
        raise Conflict(
            f"The record is at revision {record.revision}. Read it again and repeat the change.", type="stale-revision"
        )
    return record


def refuse_occupied(record: Record) -> None:
    """Raise Conflict when another active record has this one's key, subject and predicate, or text."""
    active = Record.objects.filter(store=record.store, kind=record.kind, status=Status.ACTIVE).exclude(pk=record.pk)
    if record.key and active.filter(key=record.key).exists():
        raise Conflict(
            f"Another active record holds the key '{record.key}'. Forget that one first.", type="key-occupied"
        )
    if record.kind == Kind.FACT and record.subject and record.predicate:
        same = active.filter(scope=record.scope, subject=record.subject, predicate=record.predicate)
        if same.exists():
            raise Conflict(
                "Another active fact holds this one's subject and predicate. Forget that one first.",
                type="key-occupied",
            )
    if record.kind == Kind.EPISODE:
        alike = active.filter(project=record.project, episode__text_hash=record.episode.text_hash)
        if any(is_same_event(record, other) for other in alike.select_related("episode")):
            raise Conflict("An active episode says the same. Forget that one first.", type="key-occupied")


def is_same_event(one: Record, other: Record) -> bool:
    """Of two episodes with the same text: not two turns of a conversation, nor two windows that do not meet."""
    if None not in (one.episode.position, other.episode.position):
        turns = [(episode.conversation, episode.position) for episode in (one.episode, other.episode)]
        if turns[0] != turns[1]:
            return False
    return not windows_apart(one, other)


def _turn(
    actor: Actor, record: Record, operation: str, status: Status, before: dict[str, object], reason: str
) -> Outcome:
    base = record.revision
    record.status, record.superseded_by = status, None
    change = Change(
        record,
        record.content,
        operation,
        before=before,
        base_revision=base,
        reason=reason,
        event=operation,
        old_text=record_text(record) if operation == "forget" else "",
        new_text=record_text(record) if operation == "restore" else "",
        text_changed=False,
    )
    changes_commit(actor=actor, changes=[change])
    return Outcome(
        OutcomeStatus.WRITTEN, record.kind, key=record.key, uid=record.uid, revision=record.revision, reason=operation
    )


def _propose(
    actor: Actor, record: Record, operation: str, before: dict[str, object], after: dict[str, object], reason: str
) -> Outcome:
    known = proposal_find(store=record.store, key=record.key, record=record, after=after)
    if known is None:
        change = Change(
            record,
            record.content,
            operation,
            before=before,
            after=after,
            status=Revision.Status.PROPOSED,
            base_revision=record.revision,
            reason=reason,
            metadata={"why": f"automatic_{operation}"},
            event="proposed",
            old_text=record_text(record),
        )
        changes_commit(actor=actor, changes=[change])
        known = change.revision_id
    return Outcome(
        OutcomeStatus.PROPOSED,
        record.kind,
        key=record.key,
        uid=record.uid,
        revision=record.revision,
        proposal=known,
        reason=f"automatic_{operation}",
    )


def refused_event(actor: Actor, record: Record) -> Event:
    """The audit entry of a record that could not come back or change because its value is refused for good."""
    event = refusal_event(
        actor=actor,
        store=record.store,
        kind=record.kind,
        code=REFUSED_VALUE.code,
        key=record.key,
        text=record_text(record),
    )
    event.record_uid = record.uid
    return event
