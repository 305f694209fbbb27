"""Files of the memory directory, as whole texts with revisions like every document: found, removed, moved.

They are written by `document_write` with a path. A removed file's text is gone from everywhere it could be read or
found; its revisions stay for the owner, who can write one of them again.
"""

from collections.abc import Sequence
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from channels_bridge.actors import Actor, Permission
from kirocrew.base.clock import now
from memory.gate.outcomes import Outcome, OutcomeStatus, Refusal, RefusalCode
from memory.models import FILE, Document, Event, Store
from memory.services.document_gate import EVENT_KIND, path_refusal
from memory.services.documents import (
    OWNERS_LINES,
    document_commit,
    document_refused,
    documents_visible_to,
    owners_lines,
)
from memory.services.journal import events_write, reason_text

OPERATIONS: Final = {"file_removed": "remove", "file_moved": "move"}
TAKEN: Final = Refusal(RefusalCode.CONFLICT, "There is a file at that path.", "path")


def files_visible_to(actor: Actor, store: Store) -> QuerySet[Document]:
    """The files of a store an actor reads and writes: of its own project, or of none. Raises Forbidden."""
    return documents_visible_to(actor).filter(store=store, kind=FILE, project=actor.project)


def files_remove(*, actor: Actor, files: Sequence[Document], reason: str = "") -> list[Outcome]:
    """Take files away, all of them or, where one is refused, none. Raises Forbidden.

    A machine removes none in which lines of the owner stand (`conflict_skip`).
    """
    actor.require(Permission.MEMORY_WRITE)
    with transaction.atomic():
        locked = list(Document.objects.select_for_update().filter(pk__in=[row.pk for row in files], removed_at=None))
        for row in locked:
            if not actor.is_owner and owners_lines(row):
                return [document_refused(actor, row.store, row, FILE, OWNERS_LINES, "")]
        for row in locked:
            row.removed_at = now()
            row.text = ""
            _commit(actor, row, "file_removed", reason=reason, was=row.path)
    return [_outcome(row) for row in locked]


def files_move(*, actor: Actor, paths: dict[int, str], reason: str = "") -> list[Outcome]:
    """Give files, by primary key, new paths, all of them or none. Raises Forbidden.

    Refused codes: `conflict_skip` where a file stands at the new path, those of paths.
    """
    actor.require(Permission.MEMORY_WRITE)
    with transaction.atomic():
        locked = list(
            Document.objects.select_for_update().filter(pk__in=paths, removed_at=None).select_related("store")
        )
        for row in locked:
            if refusal := path_refusal(paths[row.pk], actor=actor):
                return [document_refused(actor, row.store, row, FILE, refusal, paths[row.pk])]
        try:
            with transaction.atomic():
                for row in locked:
                    was, row.path = row.path, paths[row.pk]
                    _commit(actor, row, "file_moved", reason=reason, was=was)
        except IntegrityError:
            return [document_refused(actor, locked[0].store, locked[0], FILE, TAKEN, "")]
    return [_outcome(row) for row in locked]


def _commit(actor: Actor, row: Document, code: str, *, reason: str, was: str) -> None:
    metadata = {"path": row.path} | ({"was": was} if was != row.path else {})
    operation = OPERATIONS[code]
    document_commit(actor=actor, document=row, text=row.text, operation=operation, reason=reason, metadata=metadata)
    told = Event(code=code, kind=EVENT_KIND, store=row.store, key=FILE, source=actor.source, detail=reason_text(reason))
    events_write([told])


def _outcome(row: Document) -> Outcome:
    return Outcome(OutcomeStatus.WRITTEN, EVENT_KIND, key=FILE, uid=row.uid, revision=row.revision)
