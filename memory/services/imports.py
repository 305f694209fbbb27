"""Importing: asked for once, written in batches that a killed process neither loses nor repeats."""

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final

from django.db import transaction

from channels_bridge.actors import Actor, ActorKind, Permission
from channels_bridge.models import Job, JobState
from channels_bridge.services.jobs import JobRun, job_enqueue, job_retry
from kirocrew.base.clock import now
from kirocrew.base.ids import new_uid
from kirocrew.base.problems import Forbidden, NotFound
from memory.models import ImportedItem, ImportRun, Store
from memory.services.importing.deciding import BATCH, Writing, prepare, settle
from memory.services.importing.entries import Entry, check_format, read_entries
from memory.services.importing.ledger import KnownElsewhere, ledger_write
from memory.services.importing.persons import only_of
from memory.services.importing.results import Tally
from memory.services.importing.sources import (
    Source,
    Upload,
    check_sources,
    sources_load,
    sources_remove,
    sources_store,
)

IMPORT_JOB: Final = "memory.import"
HELD: Final = 10_000  # items kept in memory while they are written; about 1 KB each
HEARTBEAT: Final = 1_000  # items counted between two signs of life


def import_apply(
    *, actor: Actor, store: Store, sources: Sequence[Source], format_name: str = "", user: str = ""
) -> Job:
    """Ask for an import and return its job. An unfinished import of the same paths is continued instead.

    `user` names whose memories of a file are brought, as the store's own; without it all are, each kept apart.

    Uploads are kept in the home until they are imported; paths are read by whoever runs the job, and only the owner
    and operators may name them. Raises Forbidden, Invalid for a format that is none or no source, TooLarge.
    """
    actor.require(Permission.IMPORT_WRITE)
    check_sources(sources)
    check_format(format_name)
    paths = [source for source in sources if isinstance(source, Path)]
    if paths and actor.kind not in (ActorKind.OWNER, ActorKind.SYSTEM):
        raise Forbidden("A bot sends what it wants imported; it can't name files of the server.", type="owner-only")
    uid = new_uid()
    kept = sources_store(uid, sources)
    if len(paths) == len(sources) and (unfinished := _unfinished(store, kept, format_name, user)):
        return _continued(actor, unfinished)
    with transaction.atomic():
        run = ImportRun.objects.create(uid=uid, store=store, paths=kept, format=format_name, requested_by=actor.source)
        args = {"uid": str(uid)} | ({"user": user} if user else {})
        job = job_enqueue(actor=actor, name=IMPORT_JOB, args=args, title=_title(sources))
        ImportRun.objects.filter(pk=run.pk).update(job_uid=job.uid)
    return job


def import_perform(job_run: JobRun, run_uid: str, user: str = "") -> dict[str, Any]:
    """Do an import from where its checkpoint says it is; the handler of the job. Returns the counts.

    Raises Forbidden when the one who asked may not any more, NotFound when the store is not theirs any more.
    """
    run = ImportRun.objects.select_related("store").get(uid=run_uid)
    if run.finished_at is None:
        _Import(job_run, run, user).perform()
        run.refresh_from_db()
    sources_remove(run.uid)
    return {"store": run.store.slug, "items": run.counts["total"], "counts": run.counts}


class _Import:
    """One run of one import."""

    def __init__(self, job_run: JobRun, run: ImportRun, user: str) -> None:
        self._job, self._run, self._store = job_run, run, run.store
        self._user = user
        actor = job_run.actor
        actor.require(Permission.IMPORT_WRITE)
        if not Store.objects.visible_to(actor).filter(pk=run.store_id).exists():
            raise NotFound("The store is not there for whoever asked for this import.", type="unknown-memory-store")
        self._project = actor.project
        self._sources = sources_load(run.uid, run.paths)
        self._writing = Writing(run.store, f"import {run.uid}")
        self._done = int(job_run.checkpoint.get("items", 0))
        self._resumed = self._done > 0
        self._tally = Tally.from_json(job_run.checkpoint.get("counts", {}))
        self._seen: set[str] = set()

    def perform(self) -> None:
        """Go through the sources, then close the run."""
        entries, total = self._entries()
        self._job.progress(self._done, total, self._message())
        position = 0
        while batch := list(islice(entries, BATCH)):
            self._job.raise_if_cancelled()
            before, position = position, position + len(batch)
            if self._resumed:
                batch = self._unwritten(batch, read=max(0, self._done - before))
            self._write(batch, position)
            self._job.progress(position, max(total, position), self._message())
        counts = self._tally.as_json() | {"total": self._tally.total}
        with transaction.atomic():
            ImportRun.objects.filter(pk=self._run.pk).update(counts=counts, finished_at=now())
            self._job.save_checkpoint(items=position)

    def _entries(self) -> tuple[Iterator[Entry], int]:
        """The entries, and how many there are: they are read before, so that a watcher sees how far it is.

        Most imports fit into memory and are read once; a larger one is counted first, then read again.
        """
        reading = self._read()
        held = list(islice(reading, HELD))
        if len(held) < HELD:
            return iter(held), len(held)
        if known := self._job.checkpoint.get("total"):
            return chain(held, reading), int(known)
        total = len(held)
        for _ in reading:
            total += 1
            if total % HEARTBEAT == 0:
                self._job.raise_if_cancelled()
                self._job.heartbeat()
        self._job.save_checkpoint(total=total)
        return self._read(), total

    def _read(self) -> Iterator[Entry]:
        known = KnownElsewhere(self._store, self._run)
        entries = read_entries(self._sources, format_name=self._run.format, known=known)
        return only_of(self._user, entries) if self._user else entries

    def _unwritten(self, batch: list[Entry], *, read: int) -> list[Entry]:
        """Leave out what this run wrote and counted before it was cut off.

        Of the first `read` entries that is all the ledger knows, also from other runs. Whoever changed a file
        meanwhile gets the new items imported, too.
        """
        fingerprints = [entry.item.fingerprint for entry in batch]
        rows = ImportedItem.objects.filter(store=self._store, fingerprint__in=fingerprints)
        runs = dict(rows.values_list("fingerprint", "run_id"))
        left = []
        for place, (entry, fingerprint) in enumerate(zip(batch, fingerprints, strict=True)):
            is_counted = fingerprint in runs if place < read else runs.get(fingerprint) == self._run.pk
            if is_counted and (place < read or fingerprint not in self._seen):
                self._seen.add(fingerprint)
            else:
                left.append(entry)
        return left

    def _write(self, batch: list[Entry], position: int) -> None:
        """Write a batch: the records, the ledger and the checkpoint are one transaction."""
        prepared = prepare(batch, store=self._store, project=self._project, seen=self._seen)
        with transaction.atomic():
            results = settle(prepared, self._writing)
            ledger_write(store=self._store, run=self._run, results=results)
            self._tally.add(results)
            self._job.save_checkpoint(items=max(position, self._done), counts=self._tally.as_json())

    def _message(self) -> str:
        actions = self._tally.as_json()["actions"]
        return ", ".join(f"{count:,} {name}" for name, count in actions.items() if count)


def _unfinished(store: Store, kept: list[Any], format_name: str, user: str) -> Job | None:
    runs = ImportRun.objects.filter(store=store, finished_at__isnull=True, format=format_name).order_by("-id")
    uids = [run.job_uid for run in runs if run.paths == kept and run.job_uid]
    job = Job.objects.filter(uid__in=uids[:1]).exclude(state=JobState.DONE).first()
    return job if job is not None and job.args.get("user", "") == user else None


def _continued(actor: Actor, job: Job) -> Job:
    if job.state in (JobState.FAILED, JobState.CANCELLED):
        return job_retry(actor=actor, job=job)
    return job


def _title(sources: Sequence[Source]) -> str:
    first = sources[0].name if isinstance(sources[0], Upload) else sources[0].name or str(sources[0])
    more = f" and {len(sources) - 1} more" if len(sources) > 1 else ""
    return f"Import {first[:150]}{more}"
