"""Making an archive: the whole of what the server remembers, at one instant, in a private file."""

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from django.db import connection

from channels_bridge.actors import Actor, Permission
from kirocrew.archive.age import Lock, encrypted
from kirocrew.archive.snapshot import one_instant
from kirocrew.archive.writing import ArchiveWriting
from kirocrew.base.clock import now
from kirocrew.base.files import missing_folder, write_trouble
from kirocrew.base.problems import Conflict, Invalid, Unavailable
from memory.models import Event
from memory.services.exports import FILE_MODE, FOLDER_MODE, export_folder
from memory.services.journal import events_write

SUFFIX: Final = ".kirocrew.jsonl"
ENCRYPTED: Final = ".age"
TRIES: Final = 5  # archives that are made, each for an erase that came in between

Report = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Archived:
    """A finished archive: where it is, its rows, its size in bytes, its digest and the seconds it took."""

    path: Path
    rows: int
    size: int
    digest: str
    seconds: float


@dataclass(frozen=True, slots=True)
class ArchiveFile:
    """An archive in the home's exports: its name, its size in bytes, when it was made, and whether it is locked."""

    name: str
    size: int
    at: datetime
    is_locked: bool


def archives_listed() -> list[ArchiveFile]:
    """The archives in the home, newest first."""
    files = [file for file in export_folder().glob(f"*{SUFFIX}*") if file.is_file() and not file.name.startswith(".")]
    listed = [(file.name, file.stat()) for file in files]
    found = [
        ArchiveFile(name, info.st_size, datetime.fromtimestamp(info.st_mtime, UTC), name.endswith(ENCRYPTED))
        for name, info in listed
    ]
    return sorted(found, key=lambda file: file.at, reverse=True)


def archive_name(*, is_encrypted: bool) -> str:
    """A name by the clock."""
    return f"kirocrew-{now():%Y%m%dT%H%M%S%f}Z{SUFFIX}{ENCRYPTED if is_encrypted else ''}"


def archive_write(
    *, actor: Actor, target: Path | None = None, lock: Lock | None = None, replace: bool = False,
    report: Report | None = None,
) -> Archived:  # fmt: skip
    """Write an archive (0600), whole or not at all; by default into the home's exports. With a `lock` it is encrypted.

    Writers are not stopped: it holds what there was at one instant. One that is older than an erase kept meanwhile is
    thrown away and made again. Raises Forbidden, Conflict when the file is there already and is not to be replaced,
    Invalid when it can't be written, Unavailable.
    """
    actor.require(Permission.ADMIN)
    began = time.monotonic()
    file = target or export_folder() / archive_name(is_encrypted=lock is not None)
    if file.exists() and not replace:
        raise Conflict(f"{file} exists already. Give another name, or --force to replace it.", type="file-exists")
    if missing := missing_folder(file):
        raise Invalid(f"The archive can't be written to {file}. {missing}", type="no-file")
    try:
        written = _written(file, lock, report)
    except OSError as error:
        raise Invalid(
            f"The archive can't be written to {file}: {write_trouble(error, file)}", type="no-file"
        ) from error
    size = file.stat().st_size
    events_write([_event(actor, file, written, is_encrypted=lock is not None, is_ours=target is None)])
    return Archived(file, written.rows, size, written.digest, time.monotonic() - began)


def _written(file: Path, lock: Lock | None, report: Report | None) -> ArchiveWriting:
    """Write a file that shows only when it is whole."""
    draft = file.with_name(f".{file.name}.{os.getpid()}.partial")
    file.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    try:
        for _ in range(TRIES):
            with one_instant() as reader:
                erased = _erased(reader)
                writing = ArchiveWriting(reader, report)
                pieces = writing.pieces()
                _write(draft, encrypted(pieces, lock) if lock else pieces)
            draft.replace(file)
            if _erased(connection) == erased:
                return writing
            # Whoever erased looked for files before this one was in its place.
            file.replace(draft)
            draft.unlink()
        raise Unavailable("Records were erased while the archive was made, again and again. Try it later.")
    finally:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)


def _erased(reader: Any) -> int:
    with reader.cursor() as cursor:
        cursor.execute("SELECT COUNT(*) FROM memory_erasure")
        return int(cursor.fetchone()[0])


def _write(draft: Path, pieces: Iterator[bytes]) -> None:
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
    with os.fdopen(descriptor, "wb") as handle:
        for piece in pieces:
            handle.write(piece)
        handle.flush()
        os.fsync(handle.fileno())


def _event(actor: Actor, file: Path, written: ArchiveWriting, *, is_encrypted: bool, is_ours: bool) -> Event:
    how = "encrypted" if is_encrypted else "in the clear"
    where = f", {file.name} in the home's exports" if is_ours else ""
    return Event(
        code="archive_exported",
        source=actor.source,
        key=written.digest[:16],
        detail=f"{written.rows:,} rows, {how}{where}",
    )
