"""Copies of the database, made while it is in use and checked before they count."""

import contextlib
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from django.db import connection

from kirocrew.backup.counting import CopyError, Counts, counts_file, counts_keep, counts_taken, opened
from kirocrew.backup.kinds import KEEP, ROUTINE, SUFFIX, backup_folder, name_new
from kirocrew.backup.staged import staged_name
from kirocrew.base.files import missing_folder, write_trouble

TRIES: Final = 5  # copies that are made, each for an erase that came in between


class BackupError(Exception):
    """The copy was not made, or is not sound; nothing is left of it. The message says what to do."""


@dataclass(frozen=True, slots=True)
class Backup:
    """A checked copy: where it is, its size in bytes, how long it took in seconds, and what was counted in it."""

    path: Path
    size: int
    seconds: float
    counts: Counts


def backup_make(*, target: Path | None = None, keep: int = KEEP, kind: str = ROUTINE) -> Backup:
    """Copy the database as it is at one instant, open and count the copy, and put it in place (0600).

    Writers are not stopped. Without `target` it goes to the home's backups, where the newest `keep` of this `kind`
    stay, and what was counted is written beside it. A copy that is older than an erase kept meanwhile is thrown away
    and made again. Raises BackupError; a file that is there already is never overwritten.
    """
    if connection.vendor != "sqlite":
        raise BackupError("The database is not SQLite; use its own tools for backups, pg_dump for PostgreSQL.")
    began = time.monotonic()
    file = target or backup_folder() / name_new(kind)
    if file.exists():
        raise BackupError(f"{file} exists already; give another name.")
    if target is not None and (missing := missing_folder(target)):
        raise BackupError(f"The backup can't be written to {target}. {missing}")
    draft = file.with_name(f".{file.name}.{os.getpid()}.partial")
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)  # the home's own
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        for _ in range(TRIES):
            connection.ensure_connection()
            erased = database_copy(connection.connection, draft)
            counts = copy_counted(draft)
            file_flush(draft)
            draft.replace(file)
            if erased == _erased(connection.connection):
                break
            # Whoever erased it looked for files before this one was in its place.
            file.replace(draft)
        else:
            raise BackupError("Records were erased while the copy was made, again and again. Try it later.")
    except OSError as error:
        raise BackupError(f"The backup can't be written to {file}: {write_trouble(error, file)}") from error
    finally:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
    if target is None:
        with contextlib.suppress(OSError):  # they are counted again by whoever looks for them
            counts_keep(file, counts)
        backups_thin(kind, keep)
    return Backup(file, file.stat().st_size, time.monotonic() - began, counts)


def backups_thin(kind: str, keep: int = KEEP) -> None:
    """Remove the backups of a kind beyond the newest so many, with their counts; never the one that waits to be put
    back. The names hold the time, so their order is the order of age.
    """
    kept = sorted(backup_folder().glob(f"{kind}*{SUFFIX}"))
    waiting = staged_name()
    for file in kept[: max(0, len(kept) - max(1, keep))]:
        if file.name != waiting:
            file.unlink(missing_ok=True)
            counts_file(file).unlink(missing_ok=True)


def _erased(database: Any) -> int | None:
    """How many records were erased, as a database has it; None before there was such a table."""
    known = database.execute("SELECT 1 FROM sqlite_master WHERE name = 'memory_erasure'").fetchone()
    return int(database.execute("SELECT count(*) FROM memory_erasure").fetchone()[0]) if known else None


def database_copy(source: Any, draft: Path) -> int | None:
    """Copy what a raw connection is connected to; returns how many erases the copy knows of. Raises BackupError."""
    driver = cast(Any, connection).Database
    copy: Any = driver.connect(str(draft))
    try:
        # All pages in one step: a reader of one instant. Page by page, every write of another process would
        # start it anew.
        source.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file that needs no companions
        erased = _erased(copy)
    except driver.Error as error:
        raise BackupError(f"The database could not be copied: {error}.") from error
    finally:
        copy.close()
    return erased


def copy_counted(draft: Path) -> Counts:
    """What is in a copy that was just made. Raises BackupError for one that is not sound."""
    try:
        return counts_taken(draft)
    except CopyError as error:
        raise BackupError(
            f"The copy is not sound ({error}), so it was thrown away. The database itself may be damaged: keep the "
            "backups there are, run `kirocrew doctor`, and check the disk."
        ) from error


def file_copy(source: Path, target: Path) -> None:
    """Copy a database file that nobody writes to, check and count the copy, and put it in place with its counts (0600).

    A copy that is not whole is removed. Raises CopyError for a source that can't be read, BackupError for a copy that
    is not sound, OSError.
    """
    draft = target.with_name(f".{target.name}.{os.getpid()}.partial")
    try:
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        with opened(source) as database:
            database_copy(database, draft)
        counts = copy_counted(draft)
        file_flush(draft)
        draft.replace(target)
        counts_keep(target, counts)
    finally:
        draft.unlink(missing_ok=True)


def file_flush(draft: Path) -> None:
    """Have the file on disk before anything relies on it. Raises OSError."""
    descriptor = os.open(draft, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
