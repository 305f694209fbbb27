"""Removing what has served its time: audit entries, which are exported first, answers, jobs, receipts, uploads."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from channels_bridge.actors import Actor, Permission
from channels_bridge.models import Job, JobState
from channels_bridge.services.job_repairs import answers_prune, jobs_prune
from kirocrew.base.clock import now
from memory.models import ConsolidationPass, Event, Flush, ImportRun, PassState
from memory.services.exports import export_folder, file_write
from memory.services.history import history_prune
from memory.services.importing.sources import FOLDER, sources_remove
from memory.services.imports_staged import staged_prune
from memory.services.journal import events_write
from memory.services.language import language_calls_prune
from memory.services.settings import setting

PRUNE_JOB: Final = "memory.prune"
DELETED_AT_ONCE: Final = 1_000  # rows in one transaction; others wait no longer than that takes
READ_AT_ONCE: Final = 1_000  # rows
KEEP_ENDED_UPLOADS: Final = timedelta(days=7)
"""A failed or cancelled import can be tried again for so long; then its uploads go."""


@dataclass(frozen=True, slots=True)
class Pruned:
    """How many of each were removed, and the file that holds the removed audit entries."""

    events: int
    events_file: Path | None
    answers: int
    jobs: int
    uploads: int
    history: int
    """Entries of the history."""
    calls: int
    """Calls of the language model."""
    receipts: int
    """Receipts of readings of conversations, and of what was saved before a compaction."""


def prune(*, actor: Actor) -> Pruned:
    """Remove all that has served its time. Raises Forbidden unless the owner or the system asks."""
    actor.require(Permission.ADMIN)
    history = history_prune(actor=actor)
    events, file = events_prune(actor=actor)
    return Pruned(
        events=events,
        events_file=file,
        answers=answers_prune(),
        jobs=jobs_prune(),
        uploads=uploads_prune(actor=actor),
        history=history,
        calls=language_calls_prune(actor=actor),
        receipts=receipts_prune(actor=actor),
    )


def prunable(*, actor: Actor) -> int:
    """How many audit entries are beyond the owner's `events_max`."""
    actor.require(Permission.ADMIN)
    return _surplus().count()


def events_prune(*, actor: Actor) -> tuple[int, Path | None]:
    """Export the audit entries beyond the newest `events_max` as JSON lines, then remove them.

    Nothing is removed before the file is safely on disk. A process that is killed in between leaves entries that are
    exported again next time, never one that is lost. Raises OSError when the file can't be written.
    """
    actor.require(Permission.ADMIN)
    surplus = _surplus()
    ids = surplus.order_by("id").values_list("id", flat=True)
    first, last = ids.first(), ids.last()
    if first is None or last is None:
        return 0, None
    file = export_folder() / f"events-{first}-{last}.jsonl"
    file_write(file, _lines(last))
    removed = _delete(Event.objects.filter(id__lte=last))
    events_write([Event(code="events_pruned", source=actor.source, detail=f"{removed} entries, kept in {file.name}")])
    return removed, file


def uploads_prune(*, actor: Actor) -> int:
    """Remove uploads that nobody will import any more; returns how many folders went.

    Those of a run that is over or unknown, or whose job ended a week ago; those only previewed go after a day.
    """
    actor.require(Permission.ADMIN)
    staged_prune()
    folder = Path(settings.KIROCREW_HOME) / FOLDER
    removed = 0
    for entry in sorted(folder.iterdir()) if folder.is_dir() else ():
        uid = _uid(entry.name)
        if uid is not None and entry.is_dir() and not _is_wanted(uid, entry):
            sources_remove(uid)
            removed += 1
    return removed


def receipts_prune(*, actor: Actor) -> int:
    """Remove receipts older than the owner's `receipts_days`; returns how many went.

    What was written stays, and how far a conversation was read; only taking back a whole reading is over. A pass that
    is not finished, or was set aside for the owner, is kept.
    """
    actor.require(Permission.ADMIN)
    before = now() - timedelta(days=int(setting("receipts_days")))
    over = (PassState.DONE, PassState.UNDONE, PassState.ABORTED)
    passes = ConsolidationPass.objects.filter(state__in=over, finished_at__lt=before)
    return _delete(passes) + _delete(Flush.objects.filter(at__lt=before))


def _delete(rows: QuerySet[Any]) -> int:
    """Delete rows, some at a time; returns how many."""
    removed = 0
    while batch := list(rows.order_by("pk").values_list("pk", flat=True)[:DELETED_AT_ONCE]):
        with transaction.atomic():
            removed += rows.model._default_manager.filter(pk__in=batch).delete()[0]
    return removed


def _surplus() -> QuerySet[Event]:
    keep = int(setting("events_max"))
    oldest_kept = Event.objects.order_by("-id").values_list("id", flat=True)[keep - 1 : keep].first()
    return Event.objects.none() if oldest_kept is None else Event.objects.filter(id__lt=oldest_kept)


def _lines(last: int) -> Iterator[str]:
    after = 0
    while page := list(
        Event.objects.filter(id__gt=after, id__lte=last).select_related("store").order_by("id")[:READ_AT_ONCE]
    ):
        yield "".join(json.dumps(_entry(event), ensure_ascii=False) + "\n" for event in page)
        after = page[-1].pk


def _entry(event: Event) -> dict[str, Any]:
    return {
        "id": event.pk,
        "at": event.at.isoformat(),
        "code": event.code,
        "kind": event.kind,
        "store": event.store.slug if event.store else None,
        "record": str(event.record_uid) if event.record_uid else None,
        "key": event.key,
        "old_value": event.old_value,
        "new_value": event.new_value,
        "source": event.source,
        "detail": event.detail,
        "is_refusal": event.is_refusal,
        "is_security": event.is_security,
    }


def _uid(name: str) -> UUID | None:
    try:
        return UUID(name)
    except ValueError:
        return None


def _is_wanted(uid: UUID, folder: Path) -> bool:
    run = ImportRun.objects.filter(uid=uid).first()
    if run is None:
        # Written a moment before its run; or left by a process that was killed between the two.
        return now().timestamp() - folder.stat().st_mtime < KEEP_ENDED_UPLOADS.total_seconds()
    if run.finished_at is not None:
        return False
    job = Job.objects.filter(uid=run.job_uid).first() if run.job_uid else None
    if job is None:
        return False
    ended = job.state in (JobState.FAILED, JobState.CANCELLED) and job.finished_at is not None
    return not ended or now() - (job.finished_at or now()) < KEEP_ENDED_UPLOADS
