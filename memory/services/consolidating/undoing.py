"""Taking a pass back as one operation: each change it made, each question it put, and its history entry."""

from contextlib import suppress
from typing import Any
from uuid import UUID

from django.db import transaction

from channels_bridge.actors import Actor
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, Forbidden, NotFound, Problem
from memory.gate.outcomes import OutcomeStatus
from memory.models import (
    ConsolidationPass,
    Document,
    Event,
    EvidenceKind,
    EvidenceLink,
    PassState,
    Record,
    Revision,
    Status,
)
from memory.services.decisions import Decision, proposal_reject, revision_undo
from memory.services.document_proposals import document_decide
from memory.services.documents import document_write
from memory.services.history import history_remove
from memory.services.journal import events_write

UNDOABLE = (PassState.DONE, PassState.SET_ASIDE)
GIVING_WAY = frozenset({"supersede", "retire"})
"""Operations by which a record left for another: it comes back with the change it left for."""


def pass_undo(*, actor: Actor, uid: UUID, reason: str = "") -> ConsolidationPass:
    """Undo what a pass did: changes, proposals nobody answered, links and its history entry. Owner only.

    What was changed or decided on since is left and listed in `left`. Its turns count as read: they are not read again.
    Undoing again returns the same pass. Raises Forbidden, NotFound, Conflict for a pass that wrote nothing
    (`consolidation-not-undoable`).
    """
    if not actor.is_owner:
        raise Forbidden("Only the owner undoes what was learned from a conversation.", type="owner-only")
    why = reason or f"pass {uid} was undone"
    with transaction.atomic():
        row = ConsolidationPass.objects.select_for_update().filter(uid=uid).first()
        if row is None:
            raise NotFound("There is no such reading of a conversation.", type="unknown-consolidation")
        if row.state == PassState.UNDONE:
            return row
        if row.state not in UNDOABLE:
            raise Conflict(
                f"It is {row.get_state_display().lower()}, and has written nothing that could be undone.",
                type="consolidation-not-undoable",
            )
        left = _documents_undo(actor, row, why) + _entries_undo(actor, row, why)
        _links_remove(row)
        if row.history_entry is not None:
            with suppress(NotFound):  # removed or pruned already
                history_remove(actor=actor, uid=row.history_entry, reason=why)
        row.state, row.undone_at, row.undone_by, row.left = PassState.UNDONE, now(), actor.source, left
        row.save(update_fields=("state", "undone_at", "undone_by", "left"))
        events_write([_event(row, actor, len(left))])
    return row


def _documents_undo(actor: Actor, row: ConsolidationPass, why: str) -> list[dict[str, Any]]:
    """Give documents back the text they had, and take back what waits; what was changed since is returned."""
    left = []
    for item in row.items:
        if "asked" in item:
            with suppress(Conflict, NotFound):  # decided already, or erased
                document_decide(actor=actor, number=item["asked"], accept=False, reason=why)
        elif "document" in item and (problem := _document_undo(actor, item, why)):
            left.append({"record": "", "kind": item["kind"], "key": item["key"], "why": problem})
    return left


def _document_undo(actor: Actor, item: dict[str, Any], why: str) -> str:
    """Give one document its earlier text back, or an empty one; returns why it was not done, empty when it was."""
    document = Document.objects.filter(uid=item["document"]).first()
    number = item["revision"]
    if document is None or document.revision != number:
        return "changed_since"
    before = document.revisions.filter(number=number - 1).first()
    if before is not None and before.erased_at is not None:
        return "erased"
    outcome = document_write(
        actor=actor,
        store=document.store,
        kind=document.kind,
        text=before.text if before is not None else "",
        project=document.project,
        base_revision=number,
        reason=why,
    )
    return str(outcome.refusal.code) if outcome.refusal is not None else ""


def _entries_undo(actor: Actor, row: ConsolidationPass, why: str) -> list[dict[str, Any]]:
    """Undo journal entries, last first, each for itself; what can't be undone any more is returned."""
    left = []
    for number in sorted(row.revisions, reverse=True):
        entry = Revision.objects.select_related("record").filter(pk=number).first()
        if entry is None or Revision.objects.filter(answers=entry, status=Revision.Status.UNDONE).exists():
            continue
        try:
            with transaction.atomic():
                problem = _entry_undo(actor, entry, why)
        except Problem as found:
            problem = found.type
        if problem and not _is_back(entry):
            left.append(_left(entry.record, problem))
    return left


def _entry_undo(actor: Actor, entry: Revision, why: str) -> str:
    """Undo one entry; returns why it was not done, empty when it was. Raises Problem."""
    if entry.status == Revision.Status.PROPOSED:
        proposal_reject(actor=actor, decision=Decision(proposal=entry.pk, accept=False, reason=why))
        return ""
    outcome = revision_undo(actor=actor, revision_id=entry.pk, reason=why)
    refused = outcome.status is OutcomeStatus.REFUSED and outcome.refusal is not None
    return str(outcome.refusal.code) if refused and outcome.refusal else ""


def _is_back(entry: Revision) -> bool:
    """Whether a record that gave way to another is there again already."""
    return entry.operation in GIVING_WAY and Record.objects.filter(pk=entry.record_id, status=Status.ACTIVE).exists()


def _links_remove(row: ConsolidationPass) -> None:
    """Take back that turns confirm records which were known before; a record that goes keeps what it was taken from."""
    EvidenceLink.objects.filter(pk__in=row.links, kind=EvidenceKind.SUPPORTS).delete()


def _left(record: Record, why: str) -> dict[str, Any]:
    return {"record": str(record.uid), "kind": record.kind, "key": record.key, "why": why}


def _event(row: ConsolidationPass, actor: Actor, left: int) -> Event:
    return Event(
        code="consolidation_undone",
        kind="",
        store=row.store,
        key=row.conversation.key[:100],
        source=actor.source,
        detail=f"pass {row.uid}, {left} left",
    )
