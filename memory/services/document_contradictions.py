"""Lines "label: value" of documents that a live fact of the store contradicts: found by the daily job, decided here.

A label means the keys it would be imported under: "Editor" in preferences is `pref.editor` and `user.editor`, below the
name of a project it is `project.<name>.editor`; a whole key means itself. Two values differ as they do between a fact
and an episode: not where one only tells the other more exactly.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from channels_bridge.actors import Actor
from kirocrew.base.canonical import content_hash
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, Forbidden, Invalid, NotFound
from memory.gate.outcomes import OutcomeStatus
from memory.models import Document, DocumentContradiction, DocumentKind, Event, Kind, Record, Status
from memory.services.corrections import scalar_text
from memory.services.document_gate import EVENT_KIND
from memory.services.documents import document_write, documents_visible_to
from memory.services.drafts import FactDraft, WriteMode
from memory.services.fact_claims import VALUE_MOST, Claim, Known, differs
from memory.services.facts import facts_write
from memory.services.journal import events_write, reason_text
from memory.transfer.formats.keys import segment
from memory.transfer.formats.pairs import read_pairs

KEEP: Final = ("fact", "document", "both")
READ_AT_ONCE: Final = 200  # documents
_BULLET: Final = re.compile(r"^\s*(?:[-*+]|\d{1,3}[.)])\s+")
_HEADING: Final = re.compile(r"^#{2,6}\s+(?P<name>.+?)\s*#*$")
_WHOLE_KEY: Final = re.compile(r"[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+")
_NAME: Final = "name"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a document that says a value: the line as it stands, the keys it may be about, and the value."""

    text: str
    keys: tuple[str, ...]
    value: str


def documents_contradicted(*, heartbeat: Callable[[], None] = lambda: None) -> int:
    """Note the lines that a live fact contradicts, close those that are settled; returns how many are open now.

    One that was decided stays so while line and fact say the same as then.
    """
    still: set[int] = set()
    for document in Document.objects.filter(path="").select_related("store").iterator(chunk_size=READ_AT_ONCE):
        heartbeat()
        with transaction.atomic():
            still |= {_note(document, line, fact) for line, fact in contradicted_lines(document)}
    with transaction.atomic():
        open_rows = DocumentContradiction.objects.filter(verdict=DocumentContradiction.Verdict.OPEN)
        open_rows.exclude(pk__in=still).update(verdict=DocumentContradiction.Verdict.GONE, decided_at=now())
    return open_rows.count()


def document_contradictions(*, actor: Actor) -> QuerySet[DocumentContradiction]:
    """The open ones whose document and fact the actor may read, newest first. Raises Forbidden."""
    facts = Record.objects.visible_to(actor).filter(status=Status.ACTIVE)
    rows = DocumentContradiction.objects.filter(document__in=documents_visible_to(actor), fact__in=facts)
    rows = rows.filter(verdict=DocumentContradiction.Verdict.OPEN)
    return rows.select_related("document__store", "fact__fact", "fact__store").order_by("-id")


def document_contradiction_decide(*, actor: Actor, number: int, keep: str, reason: str = "") -> DocumentContradiction:
    """Keep the `fact` (its value is put into the line), the `document` (its value is proposed for the fact), or `both`.

    Raises Forbidden for anybody but the owner, Invalid, NotFound, and Conflict when it is settled already.
    """
    if not actor.is_owner:
        raise Forbidden("Only the owner decides on contradictions.", type="owner-only")
    if keep not in KEEP:
        raise Invalid(f"Keep one of {', '.join(KEEP)}.", type="invalid-decision")
    with transaction.atomic():
        row = DocumentContradiction.objects.select_related("document__store", "fact__fact", "fact__store").filter(
            pk=number
        )
        found = row.first()
        if found is None:
            raise NotFound("There is no such contradiction.", type="unknown-contradiction")
        line = next((line for line, fact in contradicted_lines(found.document) if _is_same(found, line, fact)), None)
        if line is None or found.verdict != DocumentContradiction.Verdict.OPEN:
            raise Conflict(
                "This was decided already, or one of the two was changed since. Look at the list again.",
                type="contradiction-settled",
            )
        found.verdict = DocumentContradiction.Verdict.BOTH if keep == "both" else DocumentContradiction.Verdict.GONE
        found.decided_at, found.decided_by, found.reason = now(), actor.source, reason_text(reason)
        found.save(update_fields=["verdict", "decided_at", "decided_by", "reason"])
        if keep == "fact":
            _correct(actor, found, line, reason)
        elif keep == "document":
            _propose(actor, found, line, reason)
        events_write([_event(actor, found, keep)])
    return found


def contradicted_lines(document: Document) -> Iterator[tuple[Line, Record]]:
    """The lines of a document that a live fact of its store contradicts, each with that fact."""
    lines = list(document_lines(document))
    keys = {key for line in lines for key in line.keys}
    rows = Record.objects.live().filter(store=document.store, kind=Kind.FACT, key__in=keys)
    rows = rows.filter(project__in=("", document.project)) if document.project else rows.filter(project="")
    facts = {row.key: row for row in rows.select_related("fact")}
    for line in lines:
        for fact in (facts[key] for key in line.keys if key in facts):
            value = scalar_text(fact.fact.value)
            if value and differs(Claim(line.value, line.text), Known(tuple(fact.key.split(".")), value)):
                yield line, fact


def document_lines(document: Document) -> Iterator[Line]:
    """The lines of a document that say a value under a label."""
    project = segment(document.project) if document.project else ""
    for text in document.text.splitlines():
        if heading := _HEADING.match(text):
            project = segment(heading["name"])
            continue
        for pair in read_pairs(_BULLET.sub("", text).strip()):
            if not pair.value or len(pair.value) > VALUE_MOST:
                continue
            label = segment(pair.label)
            if document.kind == DocumentKind.PROJECTS and label == _NAME:
                project = segment(pair.value)
            yield Line(text, _keys(document.kind, project, pair.label.strip(), label), pair.value)


def _keys(kind: str, project: str, written: str, label: str) -> tuple[str, ...]:
    if _WHOLE_KEY.fullmatch(written):
        return (written,)
    if kind == DocumentKind.PREFERENCES:
        return (f"pref.{label}", f"user.{label}")
    return (f"project.{project}.{label}",) if project else (f"project.{label}",)


def _note(document: Document, line: Line, fact: Record) -> int:
    hashes = {"line_hash": _hash(line.text), "fact_hash": _hash(fact.fact.value)}
    row, made = DocumentContradiction.objects.get_or_create(
        document=document, fact=fact, **hashes, defaults={"line": line.text}
    )
    if not made and row.verdict == DocumentContradiction.Verdict.GONE:
        DocumentContradiction.objects.filter(pk=row.pk).update(
            verdict=DocumentContradiction.Verdict.OPEN, found_at=now(), decided_at=None, decided_by="", reason=""
        )
    return row.pk


def _is_same(row: DocumentContradiction, line: Line, fact: Record) -> bool:
    return fact.pk == row.fact_id and (_hash(line.text), _hash(fact.fact.value)) == (row.line_hash, row.fact_hash)


def _correct(actor: Actor, row: DocumentContradiction, line: Line, reason: str) -> None:
    """Put the fact's value into the line, as the owner."""
    document, value = row.document, scalar_text(row.fact.fact.value)
    corrected = line.text[::-1].replace(line.value[::-1], value[::-1], 1)[::-1]
    text = "\n".join(corrected if text == line.text else text for text in document.text.splitlines())
    outcome = document_write(
        actor=actor,
        store=document.store,
        kind=document.kind,
        text=text,
        project=document.project,
        base_revision=document.revision,
        reason=reason or f"The fact {row.fact.key} says so",
    )
    if outcome.refusal:
        raise Conflict(f"The line can't be changed. {outcome.refusal.message}", type="contradiction-settled")


def _propose(actor: Actor, row: DocumentContradiction, line: Line, reason: str) -> None:
    """Propose the document's value for the fact, as any writer's that waits."""
    fact = row.fact
    draft = FactDraft(
        key=fact.key,
        value=line.value,
        confidence=fact.fact.confidence,
        source_ref=f"{row.document.kind} {row.document.project}".strip(),
        project=fact.project,
        expected_revision=fact.revision,
    )
    why = reason or f"The document {row.document.kind} says so"
    outcome = facts_write(actor=actor, store=fact.store, drafts=[draft], mode=WriteMode.PROPOSE, reason=why)[0]
    if outcome.status is not OutcomeStatus.PROPOSED:
        told = outcome.refusal.message if outcome.refusal else "The fact says so by now."
        raise Conflict(f"It can't be proposed. {told}", type="contradiction-settled")


def _event(actor: Actor, row: DocumentContradiction, keep: str) -> Event:
    return Event(
        code="contradiction_decided",
        kind=EVENT_KIND,
        store=row.document.store,
        key=row.document.kind,
        source=actor.source,
        detail=row.reason or keep,
    )


def _hash(value: object) -> str:
    return content_hash({"value": value})
