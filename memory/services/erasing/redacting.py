"""Taking the content out of records, their journal, audit and indexes. The hashes of the journal stay."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import connection
from django.db.models import Q

from channels_bridge.actors import Actor
from kirocrew.base.clock import now
from memory.models import (
    Category,
    Contradiction,
    Embedding,
    EmbeddingBits,
    EmbeddingFailure,
    Episode,
    Event,
    EvidenceLink,
    Fact,
    ImportedItem,
    Kind,
    Lesson,
    Record,
    RefusedValue,
    Retirement,
    Revision,
    Status,
)
from memory.models.revisions import ERASE
from memory.recall import document_index, text_index
from memory.recall.past_index import PAST_TABLE, past_remove, past_states_remove
from memory.services.erasing.needles import Needles
from memory.services.journal import Change, changes_commit, snapshot
from memory.services.proposals import proposals_pending
from memory.services.timeline_keeping import beliefs_remake

BLANK_RECORD = ("key", "category", "subject", "predicate", "scope", "project", "source_ref")
BLANK_CONTENT: Mapping[str, dict[str, Any]] = {
    Kind.FACT: {"value": None},
    Kind.LESSON: {"rule": "", "negative": "", "repo_scope": "", "category": Category.KNOWLEDGE, "applies": ""},
    Kind.EPISODE: {
        "text": "",
        "tags": [],
        "conversation": "",
        "session": "",
        "position": None,
        "speaker": "",
        "text_hash": "",
        "words_hash": "",
    },
}


def states_of(record: Record) -> list[dict[str, Any]]:
    """Every state the record is in, was in, or was proposed to be in."""
    states = [snapshot(record, record.content)]
    for revision in record.revisions.filter(erased_at__isnull=True):
        states += [state for state in (revision.before, revision.after) if state]
    return states


def terms_of(record: Record) -> list[str]:
    """What the text index holds of the record, without the name of a fact, which other records may share."""
    terms = text_index.index_terms(record, record.content)
    return [terms.split(f"{text_index.FIELD_MARK} ", 1)[-1]]


def record_redact(*, actor: Actor, record: Record, reason: str, needles: Needles) -> None:
    """Take the content out of one record and all that is kept of it, in the caller's transaction."""
    key = "" if needles.in_text(record.key) else record.key
    kept = needles.redacted(reason)
    _proposals_answer(actor, record, list(record.revisions.filter(erased_at__isnull=True)))
    _entries_redact(list(record.revisions.filter(erased_at__isnull=True)), needles)
    for name in BLANK_RECORD:
        setattr(record, name, "")
    content = record.content
    for name, value in BLANK_CONTENT[record.kind].items():
        setattr(content, name, value)
    record.status, record.superseded_by, record.email_addresses = Status.ERASED, None, []
    record.valid_from = record.valid_until = None
    record.observed_at = record.created_at
    _entry(actor, record, content, kept)
    _traces_remove(record, needles)
    Event.objects.create(
        code="erased",
        kind=record.kind,
        store=record.store,
        record_uid=record.uid,
        key=key,
        source=actor.source,
        detail=kept,
    )


def entries_redact(*, actor: Actor, record: Record, revisions: Sequence[Revision], needles: Needles) -> None:
    """Take the content out of some entries of a record that itself stays; its journal says which they were."""
    _proposals_answer(actor, record, revisions)
    _entries_redact(revisions, needles)
    past_states_remove([revision.pk for revision in revisions])
    beliefs_remake([record.pk])
    _entry(actor, record, record.content, "they carried the text of a record that was erased", keeps_state=True)


def index_optimize() -> None:
    """Merge each text index into one piece, so that no old piece holds words of rows that are gone."""
    with connection.cursor() as cursor:
        for table in (text_index.TABLE, PAST_TABLE, document_index.TABLE):
            cursor.execute(f"INSERT INTO {table}({table}) VALUES ('optimize')")  # noqa: S608


def _proposals_answer(actor: Actor, record: Record, revisions: Sequence[Revision]) -> None:
    """A proposal whose text goes can't be decided any more: it is rejected."""
    waiting = {row.pk for row in revisions if row.status == Revision.Status.PROPOSED}
    for proposal in proposals_pending().filter(pk__in=waiting):
        change = Change(
            record,
            record.content,
            proposal.operation,
            before=snapshot(record, record.content),
            status=Revision.Status.REJECTED,
            base_revision=record.revision,
            reason="erased",
            event="proposal_rejected",
            answers_id=proposal.pk,
            keeps_state=True,
            text_changed=False,
        )
        changes_commit(actor=actor, changes=[change])


def _entries_redact(revisions: Sequence[Revision], needles: Needles) -> None:
    moment = now()
    for revision in revisions:
        Revision.objects.filter(pk=revision.pk).update(
            before=None,
            after=None,
            metadata={},
            reason=needles.redacted(revision.reason),
            erased_at=moment,
        )


def _entry(
    actor: Actor, record: Record, content: Fact | Lesson | Episode, reason: str, *, keeps_state: bool = False
) -> None:
    """The entry that names, by their hashes, the entries of the record that have no content any more."""
    emptied = record.revisions.filter(erased_at__isnull=False).exclude(operation=ERASE).order_by("id")
    change = Change(
        record,
        content,
        ERASE,
        base_revision=record.revision,
        reason=reason,
        metadata={"erased": list(emptied.values_list("hash", flat=True))},
        after={"kind": record.kind, "status": str(record.status)},
        keeps_state=keeps_state,
        text_changed=False,
    )
    changes_commit(actor=actor, changes=[change])


def _traces_remove(record: Record, needles: Needles) -> None:
    past_remove([record.pk])
    for model in (EmbeddingBits, EmbeddingFailure, Embedding, ImportedItem, Retirement):
        model._default_manager.filter(record=record).delete()
    EvidenceLink.objects.filter(record=record).delete()
    EvidenceLink.objects.filter(source=record).update(gone=EvidenceLink.Gone.ERASED, gone_at=now())
    Contradiction.objects.filter(Q(first=record) | Q(second=record)).update(
        verdict=Contradiction.Verdict.GONE, decided_at=now()
    )
    short = Q(old_value__in=needles.short) | Q(new_value__in=needles.short)
    beside = Q(record_uid__isnull=True, store=record.store, key__in=needles.keys)
    Event.objects.filter(Q(record_uid=record.uid) | beside & short).update(old_value="", new_value="")
    for event in Event.objects.filter(record_uid=record.uid).exclude(detail=""):
        Event.objects.filter(pk=event.pk).update(detail=needles.redacted(event.detail))
    for row in RefusedValue.objects.filter(store=record.store, key__in=needles.keys).exclude(reason=""):
        RefusedValue.objects.filter(pk=row.pk).update(reason=needles.redacted(row.reason))
