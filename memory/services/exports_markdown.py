"""Exporting a store as Markdown: a folder or a zip that people and other agents read, and that imports back."""

import contextlib
import io
import os
import shutil
import zipfile
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from django.db.models import Count
from django.utils import timezone

from channels_bridge.actors import Actor, Permission
from hooks.services.reading import ReadRefused, safe_read_file
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict
from memory.models import Kind, Record, Status, Store
from memory.services.documents import documents_visible_to
from memory.services.history import history_visible_to
from memory.transfer.markdown_notes import MARK, head_split
from memory.transfer.markdown_writer import (
    CONTENTS,
    TITLES,
    contents_text,
    document_name,
    document_text,
    entry_section,
    month_of,
    parts,
    record_section,
)

SUFFIX: Final = ".zip"
FILE_MODE: Final = 0o600
FOLDER_MODE: Final = 0o700
PAGE: Final = 500  # records read at a time

Report = Callable[[int, int], None]
Exported = Callable[[Record], dict[str, Any]]
"""How a record is told: the row of an export."""


def markdown_files(
    *, actor: Actor, store: Store, exported: Exported, report: Report | None = None
) -> Iterator[tuple[str, str]]:
    """Yield the files of a Markdown export, name and text: what is in memory now, and at last what they all hold.

    `report` is told how many of how many records are out. Raises Forbidden, and ExportError for a record that can't be
    written.
    """
    actor.require(Permission.MEMORY_READ)
    listed: list[tuple[str, int]] = []
    for name, text, count in _files(actor, store, exported, report or (lambda done, total: None)):
        listed.append((name, count))
        yield name, text
    named = {"slug": store.slug, "name": store.name}
    yield CONTENTS, contents_text(named, sorted(listed), _left_out(actor, store), now())


def markdown_zip(files: Iterator[tuple[str, str]], handle: io.BufferedIOBase, folder: str) -> None:
    """Write files into a zip, all below one folder."""
    with zipfile.ZipFile(handle, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files:
            archive.writestr(f"{folder}/{name}", text.encode())


def markdown_put(file: Path, files: Iterator[tuple[str, str]]) -> int:
    """Write files as a zip or, under any other name, as a folder: private, whole or not at all. Returns the bytes.

    A folder that is there is replaced if it is empty or holds such an export. Raises Conflict, OSError.
    """
    draft = file.with_name(f".{file.name}.{os.getpid()}.partial")
    try:
        if file.suffix.lower() == SUFFIX:
            _zip_put(draft, files, file.stem)
            draft.replace(file)
            return file.stat().st_size
        return _folder_put(file, draft, files)
    finally:
        with contextlib.suppress(OSError):
            shutil.rmtree(draft) if draft.is_dir() else draft.unlink(missing_ok=True)


def _zip_put(draft: Path, files: Iterator[tuple[str, str]], folder: str) -> None:
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
    with os.fdopen(descriptor, "wb") as handle:
        markdown_zip(files, handle, folder)
        handle.flush()
        os.fsync(handle.fileno())


def _folder_put(folder: Path, draft: Path, files: Iterator[tuple[str, str]]) -> int:
    if folder.exists() and not _is_ours(folder):
        raise Conflict(f"{folder} holds other files. Name a folder that is new or empty.", type="file-exists")
    draft.mkdir(mode=FOLDER_MODE)
    size = 0
    for name, text in files:
        place = draft / name
        place.parent.mkdir(mode=FOLDER_MODE, exist_ok=True)
        descriptor = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
        with os.fdopen(descriptor, "wb") as handle:
            size += handle.write(text.encode())
    if folder.exists():
        old = draft.with_name(f"{draft.name}.old")
        folder.rename(old)
        draft.rename(folder)
        shutil.rmtree(old)
    else:
        draft.rename(folder)
    return size


def _is_ours(folder: Path) -> bool:
    """Whether a folder is empty, or an export of this kind: nothing else is ever replaced."""
    if folder.is_symlink() or not folder.is_dir():
        return False
    if not any(folder.iterdir()):
        return True
    try:
        return MARK in head_split(safe_read_file(folder / CONTENTS, within=folder))[0]
    except ReadRefused:
        return False


def _files(actor: Actor, store: Store, exported: Exported, report: Report) -> Iterator[tuple[str, str, int]]:
    zone = timezone.get_default_timezone()
    rows = Record.objects.visible_to(actor).filter(store=store, status=Status.ACTIVE)
    rows = rows.select_related("fact", "lesson", "episode", "superseded_by")
    total, done = rows.count(), 0

    def told(records: Iterator[Record]) -> Iterator[str]:
        nonlocal done
        for record in records:
            yield record_section(exported(record), zone)
            done += 1
            if done % PAGE == 0:
                report(done, max(done, total))

    for kind, name, order in ((Kind.FACT, "facts", "key"), (Kind.LESSON, "lessons", "lesson__category")):
        found = rows.filter(kind=kind).order_by(order, "pk").iterator(chunk_size=PAGE)
        yield from parts(name, name, TITLES[name], told(found), store.slug)
    episodes = rows.filter(kind=Kind.EPISODE).order_by("observed_at", "pk").iterator(chunk_size=PAGE)
    for month, held in groupby(episodes, key=lambda record: month_of(record.observed_at, zone)):
        yield from parts(f"episodes/{month}", "episodes", f"Episodes of {month}", told(held), store.slug)
    report(done, max(done, total))
    yield from _documents(actor, store)
    entries = history_visible_to(actor).filter(store=store).order_by("at", "id").iterator(chunk_size=PAGE)
    for month, days in groupby(entries, key=lambda entry: month_of(entry.at, zone)):
        written = (entry_section(vars(entry), zone) for entry in days)
        yield from parts(f"history/{month}", "history", f"History of {month}", written, store.slug)


def _documents(actor: Actor, store: Store) -> Iterator[tuple[str, str, int]]:
    taken: set[str] = set()
    for row in documents_visible_to(actor).filter(store=store).exclude(text="").iterator(chunk_size=PAGE):
        named = vars(row)
        yield document_name(named, taken), document_text(named, store.slug), 1


def _left_out(actor: Actor, store: Store) -> dict[str, int]:
    """How many records are in no file, by status; those out of memory are told to the owner and the system alone."""
    rows = Record.objects.visible_to(actor).filter(store=store).exclude(status=Status.ACTIVE)
    if not (actor.is_owner or actor.is_system):
        rows = rows.filter(status=Status.PROPOSED)
    return dict(rows.order_by().values_list("status").annotate(n=Count("pk")))
