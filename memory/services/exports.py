"""Exporting a store: every record with its status and revision, streamed, so that any size fits in a small memory."""

import contextlib
import io
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db.models import Count, QuerySet

from channels_bridge.actors import Actor, Permission
from channels_bridge.models import Job
from channels_bridge.services.jobs import JobRun, job_enqueue
from kirocrew.base.clock import now
from kirocrew.base.files import missing_folder, write_trouble
from kirocrew.base.problems import Conflict, Invalid, NotFound
from memory.models import Fact, Lesson, Record, Status, Store
from memory.services.documents import documents_visible_to
from memory.services.exports_markdown import markdown_files, markdown_put, markdown_zip
from memory.services.history import history_visible_to
from memory.services.stores import store_get
from memory.transfer.writer import ExportError, export_document

EXPORT_JOB: Final = "memory.export"
JSON: Final = "json"
MARKDOWN: Final = "markdown"
FORMS: Final = (JSON, MARKDOWN)
"""One JSON document of every record, or what is in memory as Markdown in a zip or folder."""
FOLDER: Final = "exports"
PAGE: Final = 500  # records read at a time
CHUNK: Final = 64 * 1024  # characters written at a time
FILE_MODE: Final = 0o600
FOLDER_MODE: Final = 0o700

Report = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Exported:
    """A finished export: the file, how many records it holds, its size in bytes and the seconds it took."""

    path: Path
    records: int
    size: int
    seconds: float


def export_stream(*, actor: Actor, store: Store, report: Report | None = None) -> Iterator[str]:
    """Yield the export of a store as one JSON document in pieces of about 64 KiB.

    The head counts the records by kind and status. `report` is told how many of how many records are out. A record
    that is made meanwhile is not in it. What is out of memory is exported for the owner and the system alone. Raises
    Forbidden without permission, before anything is yielded.
    """
    actor.require(Permission.MEMORY_READ)
    texts = {"documents": _documents(actor, store), "history": _history(actor, store)}
    return _chunks(export_document(_records(_rows(actor, store), report), _head(actor, store), texts=texts))


def export_markdown(*, actor: Actor, store: Store, handle: io.BufferedIOBase, report: Report | None = None) -> None:
    """Write what a store has in memory as a zip of Markdown. Raises Forbidden, and Invalid as `export_write`."""
    try:
        files = markdown_files(actor=actor, store=store, exported=_exported, report=report)
        markdown_zip(files, handle, f"kirocrew-{store.slug}")
    except ExportError as error:
        raise Invalid(str(error), type="not-exportable") from error


def export_write(
    *,
    actor: Actor,
    store: Store,
    target: Path | None = None,
    replace: bool = False,
    report: Report | None = None,
    form: str = JSON,
) -> Exported:
    """Write the export of a store to a file (0600), whole or not at all; by default one in the home's exports.

    Markdown goes into a zip, or into a folder where the target is not called one. Raises Forbidden, Conflict when the
    file is there already and is not to be replaced, and Invalid when it can't be written, its folder is not there, or a
    record can't be said in JSON; the message names it.
    """
    began = time.monotonic()
    ending = "zip" if form == MARKDOWN else "json"
    file = target or export_folder() / f"kirocrew-{store.slug}-{now():%Y%m%dT%H%M%S%f}Z.{ending}"
    if file.exists() and not replace:
        raise Conflict(f"{file} exists already. Give another name, or --force to replace it.", type="file-exists")
    if missing := missing_folder(file):
        raise Invalid(f"The export can't be written to {file}. {missing}", type="no-file")
    written = Counter[str]()

    def count(done: int, total: int) -> None:
        written["records"] = done
        if report is not None:
            report(done, total)

    try:
        if form == MARKDOWN:
            size = markdown_put(file, markdown_files(actor=actor, store=store, exported=_exported, report=count))
        else:
            file_write(file, export_stream(actor=actor, store=store, report=count))
            size = file.stat().st_size
    except OSError as error:
        raise Invalid(f"The export can't be written to {file}: {write_trouble(error, file)}", type="no-file") from error
    except ExportError as error:
        raise Invalid(str(error), type="not-exportable") from error
    return Exported(file, written["records"], size, time.monotonic() - began)


def export_request(*, actor: Actor, store: Store, form: str = JSON) -> Job:
    """Ask for an export into the home's exports. A second wish while the first one waits is the same job.

    Raises Forbidden, and Invalid for a form that is none.
    """
    actor.require(Permission.MEMORY_READ)
    export_form(form)
    return job_enqueue(
        actor=actor,
        name=EXPORT_JOB,
        args={"store": store.slug, "form": form},
        title=f"Export {store.slug}" + (" as Markdown" if form == MARKDOWN else ""),
        dedupe_key=f"{actor.source}:{store.slug}:{form}",
    )


def export_form(name: str) -> str:
    """The form of that name, JSON where none is named. Raises Invalid."""
    if name and name not in FORMS:
        raise Invalid(f"An export has one of the forms {' and '.join(FORMS)}, and this is neither.")
    return name or JSON


def export_perform(run: JobRun, slug: str, form: str = JSON) -> dict[str, Any]:
    """Do an export; the handler of the job. Returns the file's name below the home's exports, records and bytes."""
    actor = run.actor
    store = store_get(actor=actor, slug=slug)

    def report(done: int, total: int) -> None:
        run.raise_if_cancelled()
        run.progress(done, total, f"{done:,} records")

    exported = export_write(actor=actor, store=store, report=report, form=form)
    return {"store": slug, "file": exported.path.name, "records": exported.records, "bytes": exported.size}


def export_folder() -> Path:
    """Where exports are kept in the home; made when it is missing."""
    folder = Path(settings.KIROCREW_HOME) / FOLDER
    folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    return folder


def export_file(*, actor: Actor, name: str) -> Path:
    """The export of that name for download. Raises Forbidden unless the owner asks, NotFound for any other name."""
    actor.require(Permission.ADMIN)
    for file in export_folder().iterdir():
        if file.name == name and file.is_file() and not file.is_symlink() and not name.startswith("."):
            return file
    raise NotFound("There is no such export. It may have been removed; make a new one.", type="unknown-export")


def file_write(file: Path, pieces: Iterator[str]) -> None:
    """Write a private file (0600) that appears whole or not at all. Raises OSError, and what the pieces raise."""
    file.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    draft = file.with_name(f".{file.name}.{os.getpid()}.partial")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as handle:
            for piece in pieces:
                handle.write(piece)
            handle.flush()
            os.fsync(handle.fileno())
        draft.replace(file)
    finally:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)


def _rows(actor: Actor, store: Store) -> QuerySet[Record]:
    rows = Record.objects.visible_to(actor).filter(store=store)
    return rows if actor.is_owner or actor.is_system else rows.filter(status__in=(Status.ACTIVE, Status.PROPOSED))


def _head(actor: Actor, store: Store) -> dict[str, Any]:
    inventory: dict[str, dict[str, int]] = {}
    for kind, status, count in _rows(actor, store).order_by().values_list("kind", "status").annotate(n=Count("pk")):
        inventory.setdefault(kind, {})[status] = count
    return {"slug": store.slug, "name": store.name, "policy": store.policy, "inventory": inventory}


def _records(rows: QuerySet[Record], report: Report | None) -> Iterator[dict[str, Any]]:
    """Read page by page up to what was the last record at the start: no snapshot is held, no page is read twice."""
    last = rows.order_by("-pk").values_list("pk", flat=True).first() or 0
    total = rows.filter(pk__lte=last).count()
    after = done = 0
    paged = rows.filter(pk__lte=last).select_related("fact", "lesson", "episode", "superseded_by").order_by("pk")
    while page := list(paged.filter(pk__gt=after)[:PAGE]):
        yield from map(_exported, page)
        after, done = page[-1].pk, done + len(page)
        if report is not None:
            report(done, max(done, total))


def _exported(record: Record) -> dict[str, Any]:
    content = record.content
    own = content.snapshot()
    if isinstance(content, Fact | Lesson):
        own["confidence"] = content.confidence
    return {
        "uid": record.uid,
        "kind": record.kind,
        "key": record.key,
        "status": record.status,
        "revision": record.revision,
        "category": record.category,
        "subject": record.subject,
        "predicate": record.predicate,
        "scope": record.scope,
        "project": record.project,
        "valid_from": record.valid_from,
        "valid_until": record.valid_until,
        "observed_at": record.observed_at,
        "source": record.source,
        "source_ref": record.source_ref,
        "content_hash": record.content_hash,
        "chain_hash": record.chain_hash,
        "email_addresses": record.email_addresses,
        "superseded_by": record.superseded_by.uid if record.superseded_by else None,
        "created_at": record.created_at,
        "updated_at": record.updated_at,
    } | own


def _documents(actor: Actor, store: Store) -> Iterator[dict[str, Any]]:
    """The documents of a store, as they are now. No id stands beside a text: an erase spares what names another."""
    for row in documents_visible_to(actor).filter(store=store):
        named = {"path": row.path} if row.path else {}
        yield {"kind": row.kind, "project": row.project, **named, "text": row.text, "revision": row.revision}


def _history(actor: Actor, store: Store) -> Iterator[dict[str, Any]]:
    """The entries of a store's history, oldest first."""
    for row in history_visible_to(actor).filter(store=store).order_by("at", "id").iterator(chunk_size=PAGE):
        yield {
            "at": row.at,
            "day": row.day.isoformat(),
            "zone": row.zone,
            "project": row.project,
            "text": row.text,
            "conversation": row.conversation,
            "citations": [citation for citation in row.citations if "position" in citation],
        }


def _chunks(pieces: Iterator[str]) -> Iterator[str]:
    """Join small pieces: a record is a few hundred characters, and a write or a network packet each is slow."""
    held: list[str] = []
    size = 0
    for piece in pieces:
        held.append(piece)
        size += len(piece)
        if size >= CHUNK:
            yield "".join(held)
            held, size = [], 0
    yield "".join(held)
