"""The one way a record changes: write, journal, audit and index together, inside the caller's transaction."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection, transaction

from channels_bridge.actors import Actor
from hooks.services import redacted_snippet, snippet
from kirocrew.base.canonical import canonical_json, content_hash, json_equal
from kirocrew.base.clock import now
from kirocrew.base.problems import PreconditionFailed
from kirocrew.db.inserts import insert_rows
from kirocrew.db.updates import update_rows
from memory.gate.outcomes import RefusalCode
from memory.models import Episode, Event, Fact, Lesson, Record, Revision, Status, Store
from memory.recall import text_index
from memory.recall.scope import scope_tokens
from memory.services import vectors
from memory.services.timeline_keeping import timeline_keep

Content = Fact | Lesson | Episode

REASON_LIMIT = 500  # characters

RECORD_FIELDS = (
    "key",
    "revision",
    "status",
    "category",
    "subject",
    "predicate",
    "scope",
    "project",
    "valid_from",
    "valid_until",
    "observed_at",
    "source",
    "source_ref",
    "content_hash",
    "chain_hash",
    "email_addresses",
    "superseded_by_id",
    "updated_at",
)


@dataclass(slots=True)
class Change:
    """One change of one record, decided but not yet written.

    `record` and `content` hold the new state in memory; `before` is the snapshot of the old one, None for a
    new record. A proposal leaves the stored state alone and only enters the journal, and so does what
    `keeps_state`. A record may appear once in a batch of changes.
    """

    record: Record
    content: Content
    operation: str
    before: dict[str, Any] | None = None
    status: Revision.Status = Revision.Status.ACCEPTED
    base_revision: int = 0
    reason: str = ""
    metadata: dict[str, Any] = field(default_factory=dict)
    after: dict[str, Any] | None = None
    event: str = ""
    old_text: str = ""
    new_text: str = ""
    terms: str | None = None
    text_changed: bool = True
    is_searched: bool = False  # the new text was looked through for credentials in this write, and holds none
    answers_id: int | None = None
    keeps_state: bool = False
    revision_id: int | None = None
    was_stored: bool = field(init=False)

    def __post_init__(self) -> None:
        # Both taken now: a later change in the same transaction works on the same objects, and once it is inserted
        # a new record looks like a stored one. The revision does not tell: a stored proposal's is 0 as well.
        self.was_stored = self.record.pk is not None
        if self.after is None:
            self.after = snapshot(self.record, self.content)

    @property
    def is_proposal(self) -> bool:
        return self.status == Revision.Status.PROPOSED

    def undone_number(self) -> int | None:
        """The record's revision that this change takes back; None for any other change."""
        if self.status != Revision.Status.UNDONE:
            return None
        return Revision.objects.filter(pk=self.answers_id or 0).values_list("number", flat=True).first()

    @property
    def is_entry_only(self) -> bool:
        """Whether the journal alone hears of it."""
        return self.is_proposal or self.keeps_state


def snapshot(record: Record, content: Content) -> dict[str, Any]:
    """Return the whole state of a record as JSON values: what a revision keeps."""
    return {
        "kind": record.kind,
        "key": record.key,
        "status": record.status,
        "category": record.category,
        "subject": record.subject,
        "predicate": record.predicate,
        "scope": record.scope,
        "project": record.project,
        "valid_from": _iso(record.valid_from),
        "valid_until": _iso(record.valid_until),
        "observed_at": _iso(record.observed_at),
        "source": record.source,
        "source_ref": record.source_ref,
        "content": content.snapshot(),
    }


@dataclass(slots=True)
class Entry:
    """A journal entry before it is stored, with the attributes of `Revision`."""

    record: Record
    number: int
    base_revision: int
    status: str
    operation: str
    source: str
    reason: str
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    metadata: dict[str, Any]
    answers_id: int | None
    recorded_at: datetime
    previous_hash: str
    record_id: int | None = None
    hash: str = ""


@dataclass(slots=True)
class Audit:
    """An audit entry of a change before it is stored, with the attributes of `Event`."""

    at: datetime
    code: str
    kind: str
    store_id: int
    record_uid: UUID
    key: str
    old_value: str
    new_value: str
    source: str
    detail: str
    is_refusal: bool = False
    is_security: bool = False


def changes_commit(*, actor: Actor, changes: Sequence[Change]) -> None:
    """Write, journal, audit and index the changes. Call it inside a transaction.

    Reasons are what a person or program typed: credentials are taken out of them and they are cut to 500 characters.

    Raises PreconditionFailed when a record is no longer at the revision a change was decided on.
    """
    if not connection.in_atomic_block:
        raise transaction.TransactionManagementError("changes are committed inside a transaction")
    if not changes:
        return
    moment = now()
    _clean_reasons(changes)
    entries = [_entry(change, actor, moment) for change in changes]
    _write_new([change for change in changes if not change.was_stored])
    stored = [change for change in changes if change.was_stored]
    _write_existing([change for change in stored if not change.is_entry_only])
    update_rows(Record, [change.record for change in stored if change.is_entry_only], ("chain_hash",))
    for entry, change in zip(entries, changes, strict=True):
        entry.record_id = change.record.pk
    for key, change in zip(insert_rows(Revision, entries), changes, strict=True):
        change.revision_id = key
    insert_rows(Event, [_audit(change, actor, moment) for change in changes if change.event])
    timeline_keep(changes, moment)
    _index(changes)
    if stored:
        # Here at last, since what follows is journalled by this very function.
        from memory.services.consequences import consequences

        consequences(actor=actor, changes=stored)


def refusal_event(  # noqa: PLR0913  (the columns of an audit entry)
    *, actor: Actor, store: Store | None, kind: str, code: str, key: str = "", text: str = "", security: bool = False
) -> Event:
    """Build (not write) the audit entry of a refusal; the text is redacted, then cut.

    Of a value the owner refused for good no text is kept: it may have been erased.
    """
    return Event(
        code=code,
        kind=kind,
        store=store,
        key=snippet(key, 100) if key else "",
        new_value="" if code == RefusalCode.REFUSED_VALUE else snippet(text),
        source=actor.source,
        is_refusal=True,
        is_security=security,
    )


def events_write(events: Sequence[Event]) -> None:
    """Append audit entries."""
    if events:
        insert_rows(Event, events)


def reason_text(reason: str) -> str:
    """A typed reason as it is kept: without credentials, on one line, at most 500 characters."""
    return snippet(reason, REASON_LIMIT) if reason else ""


def chain(revision: Revision | Entry) -> str:
    """Hash (sha256, hex) of a journal entry together with the hash of the one before it."""
    entry = {
        "record": str(revision.record.uid),
        "number": revision.number,
        "base": revision.base_revision,
        "status": str(revision.status),
        "operation": revision.operation,
        "source": revision.source,
        "reason": revision.reason,
        "before": revision.before,
        "after": revision.after,
        "metadata": revision.metadata,
        "answers": revision.answers_id,
        "recorded_at": revision.recorded_at.isoformat(),
    }
    return hashlib.sha256((revision.previous_hash + canonical_json(entry)).encode()).hexdigest()


def _clean_reasons(changes: Sequence[Change]) -> None:
    cleaned: dict[str, str] = {}  # a batch has one reason, as a rule
    for change in changes:
        if change.reason not in cleaned:
            cleaned[change.reason] = reason_text(change.reason)
        change.reason = cleaned[change.reason]


def _entry(change: Change, actor: Actor, moment: datetime) -> Entry:
    record = change.record
    after = change.after or {}
    if not change.is_entry_only:
        record.revision = change.base_revision + 1
        record.updated_at = moment
        record.content_hash = content_hash({**after, "observed_at": None})
    else:
        record.content_hash = record.content_hash or content_hash({**after, "observed_at": None})
    entry = Entry(
        record=record,
        number=0 if change.is_entry_only else record.revision,
        base_revision=change.base_revision,
        status=change.status,
        operation=change.operation,
        source=actor.source,
        reason=change.reason,
        before=change.before,
        after=after,
        metadata=change.metadata,
        answers_id=change.answers_id,
        recorded_at=moment,
        previous_hash=record.chain_hash,
    )
    entry.hash = record.chain_hash = chain(entry)
    return entry


def _write_new(changes: Sequence[Change]) -> None:
    insert_rows(Record, [change.record for change in changes])
    by_model: dict[type[Content], list[Any]] = {}
    for change in changes:
        change.content.record_id = change.record.pk
        by_model.setdefault(type(change.content), []).append(change.content)
    for model, rows in by_model.items():
        insert_rows(model, rows)


def _write_existing(changes: Sequence[Change]) -> None:
    """Store the new states; the content only where it changed. Each record must still be at its base revision."""
    records, bases = [change.record for change in changes], [change.base_revision for change in changes]
    if update_rows(Record, records, RECORD_FIELDS, guard="revision", expected=bases) != len(records):
        raise PreconditionFailed(
            "The record was changed in the meantime. Read it again and repeat the change.", type="stale-revision"
        )
    by_model: dict[type[Content], list[Any]] = {}
    for change in changes:
        if change.before is None or not json_equal(change.before.get("content"), (change.after or {}).get("content")):
            by_model.setdefault(type(change.content), []).append(change.content)
    for model, rows in by_model.items():
        update_rows(model, rows, [field.attname for field in model._meta.concrete_fields if not field.primary_key])


def _audit(change: Change, actor: Actor, moment: datetime) -> Audit:
    record = change.record
    return Audit(
        at=moment,
        code=change.event,
        kind=record.kind,
        store_id=record.store_id,
        record_uid=record.uid,
        key=record.key,
        old_value=snippet(change.old_text) if change.old_text else "",
        new_value=(redacted_snippet if change.is_searched else snippet)(change.new_text) if change.new_text else "",
        source=actor.source,
        detail=change.reason,
    )


def _findable_as_before(change: Change) -> bool:
    """Whether the record was in the index already, with the same project: a search is narrowed by it."""
    before = change.before or {}
    return before.get("status") == "active" and before.get("project") == change.record.project


def _index(changes: Sequence[Change]) -> None:
    """Bring the text index and the vectors in line with the new states."""
    added: list[text_index.IndexRow] = []
    replaced: list[text_index.IndexRow] = []
    hidden: list[int] = []
    changed: list[int] = []
    shown: list[int] = []
    for change in changes:
        record = change.record
        if change.is_entry_only and change.was_stored:
            continue
        if record.status != Status.ACTIVE:
            if change.was_stored:
                hidden.append(record.pk)
            continue
        if change.was_stored and not change.text_changed and _findable_as_before(change):
            continue
        terms = change.terms if change.terms is not None else text_index.index_terms(record, change.content)
        row = text_index.IndexRow(record.pk, terms, scope_tokens(record, change.content))
        if not change.was_stored:
            added.append(row)
            continue
        replaced.append(row)
        (changed if change.text_changed else shown).append(record.pk)
    text_index.rows_add(added)
    text_index.rows_write(replaced)
    if hidden:
        text_index.rows_remove(hidden)
        vectors.vectors_hide(hidden)
    vectors.vectors_drop(changed)
    vectors.vectors_show(shown)
    if added or replaced:
        transaction.on_commit(vectors.embedding_request_soon)


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment is not None else None
