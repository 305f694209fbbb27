"""Documents and entries of the history that an import brings: a document where there is none, an entry where it lacks.

They take the same steps as records: judged without a lock, then decided in the import's transaction. What is there
already is never replaced. The guards of form are for machines that write now, not for what was written once.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from channels_bridge.actors import Actor, Permission
from memory.gate.checks import Passed, check_document_text, check_history_text
from memory.gate.outcomes import Outcome, OutcomeStatus, Refusal, RefusalCode
from memory.models import FILE, Document, HistoryEntry, Store
from memory.services.document_gate import EVENT_KIND, labels_refusal, path_refusal, refused_in
from memory.services.documents import document_commit
from memory.services.history import Citation, entry_add, entry_twin
from memory.services.importing.entries import Entry
from memory.services.journal import events_write
from memory.services.preparing import instant_refusal, label_of, refusal_events
from memory.services.refused import Refused
from memory.transfer.items import DocumentItem, HistoryItem

DOCUMENT = EVENT_KIND
HISTORY = "history"

ANOTHER_TEXT = Refusal(
    RefusalCode.CONFLICT, "The store has another text of this kind, and an import replaces none.", "text"
)


@dataclass(frozen=True, slots=True)
class DocumentDraft:
    """A whole text of a kind and a project."""

    kind: str
    text: str
    project: str
    path: str = ""


@dataclass(frozen=True, slots=True)
class EntryDraft:
    """An entry of the history, as `history_append` takes it."""

    at: datetime
    text: str
    project: str
    conversation: str
    citations: tuple[Citation, ...]
    source_ref: str


TextDraft = DocumentDraft | EntryDraft
JudgedText = tuple[str, tuple[TextDraft, Passed | Refusal]]


def text_draft(entry: Entry, item: DocumentItem | HistoryItem) -> TextDraft:
    """The draft of an item."""
    if isinstance(item, DocumentItem):
        return DocumentDraft(item.kind, item.text, label_of(item.project), label_of(item.path))
    citations = tuple(Citation(position=position, conversation=name) for name, position in item.positions)
    conversation = label_of(item.conversation)[:200]
    return EntryDraft(item.at, item.text, label_of(item.project), conversation, citations, item.origin_ref[:1024])


def texts_prepare(*, actor: Actor, store: Store, drafts: Sequence[TextDraft]) -> list[JudgedText]:
    """Let the gate judge drafts. Raises Forbidden."""
    actor.require(Permission.MEMORY_WRITE)
    refused = Refused(store)
    return [(draft.text, (draft, _judge(draft, actor=actor, store=store, refused=refused))) for draft in drafts]


def texts_settle(
    *, actor: Actor, store: Store, judged: Sequence[JudgedText], mode: object = None, reason: str = ""
) -> list[Outcome]:
    """Write what is not there yet, in the caller's transaction."""
    outcomes = []
    for text, (draft, passed) in judged:
        draft = _bound(draft, actor)
        outcome = _standing(store, draft, passed) or _write(actor, store, draft, passed, reason)
        events_write(refusal_events([(outcome, text)], actor=actor, store=store))
        outcomes.append(outcome)
    return outcomes


def texts_rehearsal(*, actor: Actor, store: Store) -> Callable[[Sequence[JudgedText]], list[Outcome]]:
    """Tell what would be written; what was told before counts as there."""
    told: set[tuple[str, ...]] = set()

    def rehearse(judged: Sequence[JudgedText]) -> list[Outcome]:
        outcomes = []
        for _, (draft, passed) in judged:
            draft = _bound(draft, actor)
            place = _place(draft)
            outcome = _standing(store, draft, passed)
            if outcome is None and place in told:
                outcome = _outcome(draft, ANOTHER_TEXT) if isinstance(draft, DocumentDraft) else _unchanged(draft)
            told.add(place)
            outcomes.append(outcome or Outcome(OutcomeStatus.WRITTEN, kind_of(draft)))
        return outcomes

    return rehearse


def kind_of(draft: TextDraft) -> str:
    """What an import calls it."""
    return DOCUMENT if isinstance(draft, DocumentDraft) else HISTORY


def _judge(draft: TextDraft, *, actor: Actor, store: Store, refused: Refused) -> Passed | Refusal:
    labels = {"project": draft.project}
    if isinstance(draft, DocumentDraft) and draft.kind == FILE and (refusal := path_refusal(draft.path, actor=actor)):
        return refusal
    if isinstance(draft, EntryDraft):
        labels["conversation"] = draft.conversation
        if refusal := instant_refusal("at", draft.at):
            return refusal
    if refusal := labels_refusal(labels, actor=actor):
        return refusal
    passed = (
        check_document_text(draft.text, before="", actor=actor, store=store)
        if isinstance(draft, DocumentDraft)
        else check_history_text(draft.text, actor=actor, store=store)
    )
    if isinstance(passed, Refusal):
        return passed
    return refused_in(str(passed.value), before="", actor=actor, refused=refused) or passed


def _bound(draft: TextDraft, actor: Actor) -> TextDraft:
    return replace(draft, project=actor.project) if actor.project else draft


def _standing(store: Store, draft: TextDraft, passed: Passed | Refusal) -> Outcome | None:
    """The outcome of what is refused, or there already."""
    if isinstance(passed, Refusal):
        return _outcome(draft, passed)
    text = str(passed.value)
    if isinstance(draft, DocumentDraft):
        place = {"store": store, "kind": draft.kind, "project": draft.project, "path": draft.path}
        there = Document.objects.filter(**place, removed_at__isnull=True).first()
        if there is None:
            return None
        return _unchanged(draft) if there.text == text else _outcome(draft, ANOTHER_TEXT)
    twin = entry_twin(store=store, at=draft.at, text=text, conversation=draft.conversation, project=draft.project)
    return _unchanged(draft) if twin is not None else None


def _write(actor: Actor, store: Store, draft: TextDraft, passed: Passed | Refusal, reason: str) -> Outcome:
    if isinstance(passed, Refusal):
        return _outcome(draft, passed)
    text = str(passed.value)
    if isinstance(draft, DocumentDraft):
        place = {"store": store, "kind": draft.kind, "project": draft.project, "path": draft.path}
        document = Document(**place, source=actor.source)
        document_commit(actor=actor, document=document, text=text, operation="create", reason=reason)
        return Outcome(OutcomeStatus.WRITTEN, DOCUMENT, uid=document.uid, redacted=passed.redacted)
    entry = HistoryEntry(
        store=store,
        at=draft.at,
        text=text,
        project=draft.project,
        conversation=draft.conversation,
        citations=[citation.as_json() for citation in draft.citations],
        source_ref=draft.source_ref,
    )
    entry_add(actor=actor, entry=entry)
    return Outcome(OutcomeStatus.WRITTEN, HISTORY, uid=entry.uid, redacted=passed.redacted)


def _place(draft: TextDraft) -> tuple[str, ...]:
    if isinstance(draft, DocumentDraft):
        return (draft.kind, draft.project, draft.path)
    return (draft.at.isoformat(), draft.project, draft.conversation, draft.text)


def _outcome(draft: TextDraft, refusal: Refusal) -> Outcome:
    return Outcome(OutcomeStatus.REFUSED, kind_of(draft), refusal=refusal)


def _unchanged(draft: TextDraft) -> Outcome:
    return Outcome(OutcomeStatus.UNCHANGED, kind_of(draft), reason="same_value")
