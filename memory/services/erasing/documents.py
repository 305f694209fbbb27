"""Taking the texts of erased records out of the documents and the history of their store.

They sum up what the store knows, so what a record said is taken out of them wherever it stands: out of a document by a
new revision, with the earlier ones that carried it emptied; out of an entry of the history in its place. An entry that
rests on nothing but the record goes as a whole, and so does a text with it that waits for the owner. Documents of other
stores are told and left alone.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from channels_bridge.actors import Actor
from kirocrew.base.clock import now
from memory.gate.fingerprints import text_hash
from memory.models import Document, DocumentContradiction, DocumentProposal, DocumentRevision, HistoryEntry, Record
from memory.models.revisions import ERASE
from memory.recall import document_index
from memory.services.document_search import documents_index_rebuild
from memory.services.documents import document_commit
from memory.services.erasing.sought import Sought
from memory.services.history import entry_empty

REASON: Final = "It carried the text of a record that was erased."
READ_AT_ONCE: Final = 200


def documents_redact(*, actor: Actor, targets: Sequence[Record], sought: Sought) -> None:
    """Take the texts out of documents and history of the targets' stores, inside a transaction."""
    stores = {record.store_id for record in targets}
    for document in Document.objects.filter(store__in=stores):
        _document(actor, document, sought)
    uids = {str(record.uid) for record in targets}
    for waiting in DocumentProposal.objects.filter(store__in=stores, state=DocumentProposal.State.PENDING):
        if without(waiting.text, sought) != waiting.text:
            waiting.delete()
    DocumentContradiction.objects.filter(fact__in=[record.pk for record in targets]).delete()
    entries = HistoryEntry.objects.filter(store__in=stores, removed_at__isnull=True).select_related("store")
    for entry in entries.iterator(chunk_size=READ_AT_ONCE):
        _entry(actor, entry, sought, uids)


def documents_settle() -> None:
    """Name the revisions that were emptied in a backup, after it was put back, and index what their texts became."""
    for document in Document.objects.all():
        emptied = document.revisions.filter(erased_at__isnull=False)
        named: set[str] = set()
        for revision in document.revisions.filter(operation=ERASE):
            named |= set(revision.metadata.get("erased", []))
        if any(revision.hash not in named for revision in emptied):
            _commit(Actor.system("restore"), document, document.text, emptied)
    documents_index_rebuild()


def without(text: str, sought: Sought) -> str:
    """The text without what is sought, line by line; what is spread over lines takes the whole text along."""
    cleaned = "".join(sought.cleaned_line(line) for line in text.splitlines(keepends=True))
    return sought.needles.redacted(cleaned) if sought.needles.in_text(cleaned) else cleaned


def _document(actor: Actor, document: Document, sought: Sought) -> None:
    carrying = [
        revision
        for revision in document.revisions.filter(erased_at__isnull=True)
        if without(revision.text, sought) != revision.text or without(revision.reason, sought) != revision.reason
    ]
    path = sought.needles.redacted(document.path)
    carrying += [
        row for row in document.revisions.filter(erased_at=None) if path != document.path and row not in carrying
    ]
    if not carrying:
        return
    document.path = f"erased/{document.uid}" if path != document.path else path
    for revision in carrying:
        DocumentRevision.objects.filter(pk=revision.pk).update(
            text="", metadata={}, reason=without(revision.reason, sought), erased_at=now()
        )
    for found in document.contradictions.all():
        if without(found.line, sought) != found.line:
            found.delete()
    emptied = document.revisions.filter(erased_at__isnull=False)
    _commit(actor, document, without(document.text, sought), emptied)


def _commit(actor: Actor, document: Document, text: str, emptied: Iterable[DocumentRevision]) -> None:
    hashes = [revision.hash for revision in emptied]
    metadata = {"erased": hashes}
    document_commit(actor=actor, document=document, text=text, operation=ERASE, reason=REASON, metadata=metadata)


def _entry(actor: Actor, entry: HistoryEntry, sought: Sought, uids: set[str]) -> None:
    kept = [citation for citation in entry.citations if citation.get("record") not in uids]
    text = without(entry.text, sought)
    labels = {name: sought.needles.redacted(getattr(entry, name)) for name in ("conversation", "source_ref")}
    if entry.citations and not kept:
        entry_empty(entry, actor=actor, reason=REASON)
    elif text != entry.text or kept != entry.citations or any(getattr(entry, name) != labels[name] for name in labels):
        entry.text, entry.text_hash, entry.citations = text, text_hash(text), kept
        for name, label in labels.items():
            setattr(entry, name, label)
        entry.save(update_fields=["text", "text_hash", "citations", *labels])
        document_index.rows_write([entry])
