"""Documents of a store: preferences and projects, whole texts with all their revisions; and the history of days.

A text is written whole, on the revision it was made from. A machine may add to what the owner wrote and take nothing
of it out; in a private store the owner alone changes a document that is there. Files are the agent's own notes.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from channels_bridge.actors import OWNER_SOURCE, Actor, Permission
from hooks.services import snippet
from kirocrew.base.canonical import canonical_json
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, NotFound
from kirocrew.db.rows import rows_read
from memory.gate.checks import Passed
from memory.gate.outcomes import AUDITED_CODES, SECURITY_CODES, Outcome, OutcomeStatus, Refusal, RefusalCode
from memory.models import FILE, Document, DocumentKind, DocumentRevision, Event, Store
from memory.models.revisions import ERASE
from memory.recall import document_index
from memory.services.document_gate import EVENT_KIND, Proposed, document_judge, labels_refusal, path_refusal
from memory.services.history import NOON, history_append, owner_day, owner_instant
from memory.services.journal import events_write, reason_text, refusal_event
from memory.services.mirror_requests import mirror_request
from memory.services.preparing import label_of, secret_event
from memory.services.refused import Refused
from memory.services.stores import within

__all__ = [
    "document_chains_check",
    "document_get",
    "document_restore",
    "document_revisions",
    "document_text",
    "document_write",
    "documents_visible_to",
    "history_append",
]

REVISIONS_PAGE: Final = 50
OWNERS_LINES: Final = Refusal(
    RefusalCode.CONFLICT,
    "The owner wrote lines of this document, and the new text leaves some of them out. Keep them all and add to them.",
    "text",
)
OWNERS_ALONE: Final = Refusal(
    RefusalCode.CONFLICT, "In a private store only the owner changes a document that is there.", "text"
)

FILES_MOST: Final = 1_000  # files of a store
FILES_FULL: Final = Refusal(
    RefusalCode.CAPACITY,
    f"The store holds {FILES_MOST:,} files already. Remove some, or write into one of them.",
    "path",
)


@dataclass(frozen=True, slots=True)
class Stated:
    """One revision of a document with what it was before."""

    revision: DocumentRevision
    before: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where a document stands in its store; only a file has a path."""

    kind: str
    project: str
    path: str = ""

    def stored(self, store: Store) -> Document | None:
        """What stands there now, if anything."""
        rows = Document.objects.filter(store=store, kind=self.kind, project=self.project, path=self.path)
        return rows.filter(removed_at__isnull=True).first()


def documents_visible_to(actor: Actor) -> QuerySet[Document]:
    """The documents an actor may read. Raises Forbidden when it may not read memory at all."""
    actor.require(Permission.MEMORY_READ)
    return Document.objects.visible_to(actor).select_related("store")


def documents_of(*, actor: Actor, store: Store, kind: str, project: str = "") -> list[Document]:
    """The document of all projects and that of this one, of those there are. Raises Forbidden."""
    actor.require(Permission.MEMORY_READ)
    condition, values = within(actor, store)
    rest = f"WHERE {condition} AND t.kind = %s AND t.project IN ('', %s) AND t.removed_at IS NULL ORDER BY t.project"
    return rows_read(Document, rest, [*values, str(kind), project])


def documents_removed(actor: Actor) -> QuerySet[Document]:
    """Files that were removed, whose texts stay for the owner alone; none for others. Raises Forbidden."""
    actor.require(Permission.MEMORY_READ)
    rows = Document.objects.filter(removed_at__isnull=False) if actor.is_owner else Document.objects.none()
    return rows.select_related("store").order_by("-removed_at", "-pk")


def document_get(*, actor: Actor, store: Store, kind: str, project: str = "") -> Document:
    """The document of that kind and project. Raises NotFound for one that is not there or not for this actor."""
    found = documents_visible_to(actor).filter(store=store, kind=kind, project=label_of(project)).first()
    if found is None:
        raise NotFound("There is no such document for you.", type="unknown-document")
    return found


def document_text(*, actor: Actor, store: Store, kind: str, project: str = "") -> tuple[str, int]:
    """The text and the revision to write on: an empty text and 0 where there is none. Raises Forbidden."""
    found = documents_visible_to(actor).filter(store=store, kind=kind, project=label_of(project)).first()
    return (found.text, found.revision) if found is not None else ("", 0)


def document_write(  # noqa: PLR0913  (what a document is, and what it is written on)
    *,
    actor: Actor,
    store: Store,
    kind: str,
    text: str,
    project: str = "",
    path: str = "",
    day: date | None = None,
    base_revision: int | None = None,
    reason: str = "",
    at: datetime | None = None,
) -> Outcome:
    """Write a whole document, a file (kind "file" with a `path`), or append an entry to the history of a `day`.

    `base_revision` is the revision the text was made from, None or 0 where there was no document. A bot bound to a
    project writes that project's. Refused codes: `stale_revision` when another revision is there, `header_missing`
    and `placeholder_text` for machines, `suspicious_text`, `refused_value`, `conflict_skip`, and those of every text.
    Raises Forbidden.
    """
    if kind == document_index.HISTORY:
        return _entry_write(actor, store, text, project=project, at=at or _at_noon(day))
    actor.require(Permission.MEMORY_WRITE)
    place = Place(_kind_of(kind, path), actor.project or label_of(project), path)
    refused = Refused(store)
    document = place.stored(store)
    judged = _judge(actor, store, document, place.kind, text, refused=refused)
    if refusal := _label_refusal(place, actor=actor) or _files_full(store, place, document):
        judged = refusal
    base = base_revision or 0
    return _decide(actor, store, place, judged, refused=refused, base=base, text=text, reason=reason)


def document_take_in(  # noqa: PLR0913  (what a document is, and what it is written on)
    *, actor: Actor, store: Store, kind: str, project: str, text: str, base_revision: int, reason: str
) -> Outcome:
    """Write what a person edited in a file the owner had mirrored.

    It passes the gate as every text, without the guards of form and of the owner's lines: a person may take out what
    they please, and every earlier text is kept. Raises Forbidden.
    """
    actor.require(Permission.MEMORY_WRITE)
    place, refused = Place(DocumentKind(kind), project), Refused(store)
    document = place.stored(store)
    proposed = Proposed(place.kind, text, document.text if document is not None else "")
    judged = document_judge(proposed, actor=actor, store=store, refused=refused, is_by_hand=True)
    return _decide(actor, store, place, judged, refused=refused, base=base_revision, text=text, reason=reason)


def document_restore(*, actor: Actor, uid: UUID, number: int, base_revision: int, reason: str = "") -> Outcome:
    """Write an earlier revision's text again, as a revision of its own; of a removed file as a new file at its path.

    Raises NotFound, Conflict for an erased one.
    """
    document = documents_visible_to(actor).filter(uid=uid).first() or documents_removed(actor).filter(uid=uid).first()
    earlier = document.revisions.filter(number=number).first() if document else None
    if document is None or earlier is None:
        raise NotFound("There is no such revision for you.", type="unknown-document")
    if earlier.erased_at is not None:
        raise Conflict("What this revision said was erased.", type="revision-erased")
    return document_write(
        actor=actor,
        store=document.store,
        kind=document.kind,
        text=earlier.text,
        project=document.project,
        path=document.path,
        base_revision=0 if document.removed_at else base_revision,
        reason=reason or f"As it was in revision {number}",
    )


def document_revisions(*, document: Document, before: int | None = None, limit: int = REVISIONS_PAGE) -> list[Stated]:
    """The newest revisions of a document, or those before a number, newest first, each with the text before it."""
    rows = document.revisions.order_by("-number")
    found = list((rows if before is None else rows.filter(number__lt=before))[: limit + 1])
    texts = [row.text for row in found[1:]] + [""]
    return [Stated(row, text) for row, text in list(zip(found, texts, strict=True))[:limit]]


def document_chain(revision: DocumentRevision, uid: UUID) -> str:
    """Hash (sha256, hex) of a revision together with the hash of the one before it."""
    entry = {
        "document": str(uid),
        "number": revision.number,
        "base": revision.base_revision,
        "operation": revision.operation,
        "source": revision.source,
        "reason": revision.reason,
        "text": revision.text,
        "metadata": revision.metadata,
        "recorded_at": revision.recorded_at.isoformat(),
    }
    return hashlib.sha256((revision.previous_hash + canonical_json(entry)).encode()).hexdigest()


def document_chains_check() -> Iterator[tuple[UUID, int, str]]:
    """Recompute the chain of every document; yields document, revision and what does not hold.

    A revision whose text was erased keeps its hash and holds when a later one names that hash.
    """
    for document in Document.objects.all():
        last, emptied = "", {}
        for revision in document.revisions.order_by("number"):
            if revision.previous_hash != last:
                yield document.uid, revision.number, "the revision before it is missing or another one"
            if revision.erased_at is not None:
                emptied[revision.hash] = revision.number
            elif document_chain(revision, document.uid) != revision.hash:
                yield document.uid, revision.number, "the revision was changed after it was written"
            for erased in revision.metadata.get("erased", []) if revision.operation == ERASE else ():
                emptied.pop(erased, None)
            last = revision.hash
        for number in emptied.values():
            yield document.uid, number, "the revision was emptied and no later one says so"
        if document.chain_hash != last:
            yield document.uid, document.revision, "the document does not stand where its revisions end"


def document_commit(
    *,
    actor: Actor,
    document: Document,
    text: str,
    operation: str,
    reason: str = "",
    metadata: dict[str, Any] | None = None,
) -> None:
    """Store a text that was let through as the document's next revision. Call it inside a transaction."""
    moment, base, is_new = now(), document.revision, document.pk is None
    document.text, document.source, document.updated_at = text, actor.source, moment
    document.revision = 1 if is_new else base + 1
    if is_new:
        document.save(force_insert=True)
    revision = DocumentRevision(
        document=document,
        number=document.revision,
        base_revision=0 if is_new else base,
        operation=operation,
        source=actor.source,
        reason=reason_text(reason),
        text=text,
        metadata=metadata or {},
        recorded_at=moment,
        previous_hash=document.chain_hash,
    )
    revision.hash = document.chain_hash = document_chain(revision, document.uid)
    revision.save(force_insert=True)
    document.save(update_fields=["text", "source", "revision", "chain_hash", "updated_at", "path", "removed_at"])
    document_index.rows_write([document])
    transaction.on_commit(mirror_request)


def _decide(  # noqa: PLR0913  (what a document is, what it becomes, and on what)
    actor: Actor,
    store: Store,
    place: Place,
    judged: Passed | Refusal,
    *,
    refused: Refused,
    base: int,
    text: str,
    reason: str,
) -> Outcome:
    """Write what was let through, if the document is still at the revision it was made from."""
    with transaction.atomic():
        there = place.stored(store)
        if (there.revision if there else 0) != base:
            judged = _stale(there)
        refused.count()
        if isinstance(judged, Refusal):
            return document_refused(actor, store, there, place.kind, judged, text)
        return document_let_in(
            actor=actor,
            store=store,
            document=there,
            kind=place.kind,
            project=place.project,
            path=place.path,
            passed=judged,
            reason=reason,
            metadata={"path": place.path} if place.path else None,
        )


def _kind_of(kind: str, path: str) -> str:
    return FILE if kind == FILE and path else DocumentKind(kind)


def _label_refusal(place: Place, *, actor: Actor) -> Refusal | None:
    if place.kind == FILE and (refusal := path_refusal(place.path, actor=actor)):
        return refusal
    return labels_refusal({"project": place.project}, actor=actor)


def _files_full(store: Store, place: Place, document: Document | None) -> Refusal | None:
    if place.kind != FILE or document is not None:
        return None
    there = Document.objects.filter(store=store, kind=FILE, removed_at__isnull=True).count()
    return FILES_FULL if there >= FILES_MOST else None


def _stale(document: Document | None) -> Refusal:
    there = f"at revision {document.revision}" if document else "not there"
    return Refusal(
        RefusalCode.STALE, f"The document is {there}. Read it again and repeat the change on what you read.", "revision"
    )


def _judge(
    actor: Actor, store: Store, document: Document | None, kind: str, text: str, *, refused: Refused
) -> Passed | Refusal:
    before = document.text if document is not None else ""
    passed = document_judge(Proposed(kind, text, before), actor=actor, store=store, refused=refused)
    if isinstance(passed, Refusal) or actor.is_owner or document is None or passed.value == before:
        return passed
    if store.is_private and kind != FILE:
        return OWNERS_ALONE
    return passed if owners_lines(document) <= lines_of(str(passed.value)) else OWNERS_LINES


def owners_lines(document: Document) -> set[str]:
    """The lines of the document that stood in the last text the owner wrote."""
    last = document.revisions.filter(source=OWNER_SOURCE, erased_at__isnull=True).order_by("-number").first()
    return lines_of(last.text) & lines_of(document.text) if last is not None else set()


def lines_of(text: str) -> set[str]:
    """The lines of a text that say something, without space around them."""
    return {line.strip() for line in text.splitlines()} - {""}


def document_let_in(  # noqa: PLR0913  (what a document is, and what it becomes)
    *,
    actor: Actor,
    store: Store,
    document: Document | None,
    kind: str,
    project: str,
    path: str = "",
    passed: Passed,
    reason: str,
    metadata: dict[str, Any] | None = None,
) -> Outcome:
    """Store a text that the gate let through as that document's, or as a new one's, and note it.

    Call it inside a transaction that looked at the document, which is None where there is none.
    """
    text = str(passed.value)
    if document is not None and document.text == text:
        return _outcome(OutcomeStatus.UNCHANGED, document, passed)
    before = document.text if document is not None else ""
    operation = "create" if document is None else "update"
    document = document or Document(store=store, kind=kind, project=project, path=path, source=actor.source)
    kept = (metadata or {}) | ({"doubts": list(passed.doubts)} if passed.doubts else {})
    document_commit(actor=actor, document=document, text=text, operation=operation, reason=reason, metadata=kept)
    events_write(
        [
            Event(
                code="document_written",
                kind=EVENT_KIND,
                store=store,
                key=kind,
                old_value=snippet(before) if before else "",
                new_value=snippet(text) if text else "",
                source=actor.source,
                detail=reason_text(reason),
            ),
            *filter(None, [secret_event(passed, actor=actor, store=store, kind=EVENT_KIND, key=kind)]),
        ]
    )
    return _outcome(OutcomeStatus.WRITTEN, document, passed)


def _outcome(status: OutcomeStatus, document: Document, passed: Passed) -> Outcome:
    return Outcome(
        status,
        EVENT_KIND,
        key=document.kind,
        uid=document.uid,
        revision=document.revision,
        redacted=passed.redacted,
    )


def document_refused(
    actor: Actor, store: Store, document: Document | None, kind: str, refusal: Refusal, text: str
) -> Outcome:
    """The outcome of a refusal, which is audited where its code is. Call it inside a transaction."""
    if refusal.code in AUDITED_CODES:
        security = refusal.code in SECURITY_CODES
        events_write(
            [
                refusal_event(
                    actor=actor, store=store, kind=EVENT_KIND, code=refusal.code, key=kind, text=text, security=security
                )
            ]
        )
    uid, revision = (document.uid, document.revision) if document else (None, None)
    return Outcome(OutcomeStatus.REFUSED, EVENT_KIND, key=kind, uid=uid, revision=revision, refusal=refusal)


def _entry_write(actor: Actor, store: Store, text: str, *, project: str, at: datetime) -> Outcome:
    entry = history_append(actor=actor, store=store, entry=text, at=at, project=project)
    if isinstance(entry, Refusal):
        return Outcome(OutcomeStatus.REFUSED, EVENT_KIND, key=document_index.HISTORY, refusal=entry)
    return Outcome(OutcomeStatus.WRITTEN, EVENT_KIND, key=document_index.HISTORY, uid=entry.uid)


def _at_noon(day: date | None) -> datetime:
    """Now, or noon in the owner's zone on a day that is not today."""
    today = owner_day(now())
    return now() if day is None or day == today else owner_instant(day, NOON)
