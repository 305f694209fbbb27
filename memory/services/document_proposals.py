"""Whole texts that readings of conversations would give documents, and that wait for the owner's word."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import Count, Min, QuerySet

from channels_bridge.actors import Actor
from kirocrew.base.clock import now
from kirocrew.base.diffs import Piece, shortened, word_diff
from kirocrew.base.problems import Conflict, Forbidden, NotFound
from memory.gate.fingerprints import text_hash
from memory.models import Document, DocumentProposal, Event, Store
from memory.services.document_gate import EVENT_KIND
from memory.services.documents import document_write
from memory.services.journal import events_write, reason_text
from memory.services.review_queue import QueueKind, queue_register
from memory.services.statistics import stores_of

NAME: Final = "documents"
TEMPLATE: Final = "memory/parts/document_cases.html"
State = DocumentProposal.State


@dataclass(frozen=True, slots=True)
class DocumentCase:
    """A text that waits, beside the document as it is now: its revision (0 for none), and what would change in it."""

    row: DocumentProposal
    revision: int
    pieces: list[Piece]

    @property
    def is_stale(self) -> bool:
        """Whether the document is not what the text was made from."""
        return self.revision != self.row.base_revision


def document_propose(  # noqa: PLR0913  (the columns of a proposal)
    *,
    actor: Actor,
    store: Store,
    kind: str,
    project: str,
    text: str,
    base_revision: int,
    why: str,
    citations: Sequence[dict[str, Any]] = (),
) -> DocumentProposal | None:
    """Let a text that the gate let through wait for the owner. Call it inside a transaction.

    Asking again is answered with what waits already; None for a text that the owner rejected.
    """
    place = {"store": store, "kind": kind, "project": project, "text_hash": text_hash(text)}
    there = DocumentProposal.objects.filter(**place)
    if there.filter(state=State.REJECTED).exists():
        return None
    if (waiting := there.filter(state=State.PENDING).first()) is not None:
        return waiting
    there.filter(base_revision=base_revision).delete()  # accepted once, and taken back since
    row = DocumentProposal(text=text, base_revision=base_revision, source=actor.source, why=why, **place)
    row.citations = list(citations)
    row.save(force_insert=True)
    events_write([_event("document_proposed", row, actor, detail=why)])
    return row


def document_proposals(actor: Actor, store: Store | None = None) -> QuerySet[DocumentProposal]:
    """What waits in the stores the actor may see, oldest first."""
    rows = DocumentProposal.objects.filter(state=State.PENDING, store__in=stores_of(actor, store))
    return rows.select_related("store").order_by("id")


def document_decide(
    *, actor: Actor, number: int, accept: bool, base_revision: int = 0, reason: str = ""
) -> DocumentProposal:
    """Write a text that waits on the revision the owner looked at, or reject it. Owner only.

    Raises Forbidden, NotFound, and Conflict when it was decided already (`document-decided`) or can't be written on
    that revision (`document-not-accepted`).
    """
    _refuse_others(actor)
    with transaction.atomic():
        row = DocumentProposal.objects.select_for_update().select_related("store").filter(pk=number).first()
        if row is None:
            raise NotFound("There is no such proposal.", type="unknown-proposal")
        if row.state != State.PENDING:
            raise Conflict(f"It was {row.get_state_display().lower()} already.", type="document-decided")
        if accept:
            _accept(actor, row, base_revision, reason)
        row.state, row.text = State.ACCEPTED if accept else State.REJECTED, ""
        row.decided_at, row.decided_by, row.reason = now(), actor.source, reason_text(reason)
        row.save(update_fields=("state", "text", "decided_at", "decided_by", "reason"))
        events_write([_event("document_accepted" if accept else "document_rejected", row, actor, detail=row.reason)])
    return row


def _accept(actor: Actor, row: DocumentProposal, base_revision: int, reason: str) -> None:
    outcome = document_write(
        actor=actor,
        store=row.store,
        kind=row.kind,
        text=row.text,
        project=row.project,
        base_revision=base_revision,
        reason=reason or f"Accepted from {row.source}",
    )
    if outcome.refusal is not None:
        raise Conflict(f"It can't be written. {outcome.refusal.message}", type="document-not-accepted")


def _refuse_others(actor: Actor) -> None:
    if not actor.is_owner:
        raise Forbidden("Only the owner decides on documents that wait.", type="owner-only")


def _event(code: str, row: DocumentProposal, actor: Actor, *, detail: str) -> Event:
    return Event(
        code=code, kind=EVENT_KIND, store=row.store, key=str(row.kind), source=actor.source, detail=detail[:500]
    )


def _counted(actor: Actor, store: Store | None) -> tuple[int, datetime | None]:
    found = document_proposals(actor, store).order_by().aggregate(n=Count("pk"), oldest=Min("recorded_at"))
    return found["n"], found["oldest"]


def _cases(actor: Actor, store: Store | None, most: int) -> Sequence[Any]:
    return [_case(row) for row in document_proposals(actor, store)[:most]]


def _case(row: DocumentProposal) -> DocumentCase:
    document = Document.objects.filter(store=row.store, kind=row.kind, project=row.project).first()
    before, revision = (document.text, document.revision) if document is not None else ("", 0)
    return DocumentCase(row, revision, shortened(word_diff(before, row.text)))


queue_register(QueueKind(NAME, "changes of documents", _counted, _cases, TEMPLATE))
