"""Copies of the database, made while it is in use and checked before they count."""

import contextlib
import os
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, cast

from django.conf import settings
from django.db import connection

from kirocrew.base.files import missing_folder, write_trouble

KEEP: Final = 7
TRIES: Final = 5  # copies that are made, each for an erase that came in between
SUFFIX: Final = ".sqlite3"
ROUTINE: Final = "kirocrew-"
BEFORE_MIGRATION: Final = "before-migration-"


class BackupError(Exception):
    """The copy was not made, or is not sound; nothing is left of it. The message says what to do."""


@dataclass(frozen=True, slots=True)
class Backup:
    """A checked copy: where it is, its size in bytes and how long it took in seconds."""

    path: Path
    size: int
    seconds: float


def backup_make(*, target: Path | None = None, keep: int = KEEP, kind: str = ROUTINE) -> Backup:
    """Copy the database as it is at one instant, check the copy, and put it in place (0600).

    Writers are not stopped. Without `target` it goes to the home's backups, where the newest `keep` of this
    `kind` stay. A copy that is older than an erase kept meanwhile is thrown away and made again. Raises BackupError; a
    file that is there already is never overwritten.
    """
    if connection.vendor != "sqlite":
        raise BackupError("The database is not SQLite; use its own tools for backups, pg_dump for PostgreSQL.")
    began = time.monotonic()
    file = target or _default_target(kind)
    if file.exists():
        raise BackupError(f"{file} exists already; give another name.")
    if target is not None and (missing := missing_folder(target)):
        raise BackupError(f"The backup can't be written to {target}. {missing}")
    draft = file.with_name(f".{file.name}.{os.getpid()}.partial")
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)  # the home's own
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        for _ in range(TRIES):
            erased = _copy(draft)
            _flush(draft)
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
        _remove_old(file.parent, kind, keep)
    return Backup(file, file.stat().st_size, time.monotonic() - began)


def _default_target(kind: str) -> Path:
    folder = Path(settings.KIROCREW_HOME) / "backups"
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    return folder / f"{kind}{stamp}{SUFFIX}"


def _erased(database: Any) -> int | None:
    """How many records were erased, as a database has it; None before there was such a table."""
    known = database.execute("SELECT 1 FROM sqlite_master WHERE name = 'memory_erasure'").fetchone()
    return int(database.execute("SELECT count(*) FROM memory_erasure").fetchone()[0]) if known else None


def _copy(draft: Path) -> int | None:
    """Copy and check; returns how many erases the copy knows of."""
    connection.ensure_connection()
    driver = cast(Any, connection).Database
    copy: Any = driver.connect(str(draft))
    try:
        # All pages in one step: a reader of one instant. Page by page, every write of another process would
        # start it anew.
        connection.connection.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file that needs no companions
        found = [row[0] for row in copy.execute("PRAGMA integrity_check(5)")]
        erased = _erased(copy)
    except driver.Error as error:
        raise BackupError(f"The database could not be copied: {error}.") from error
    finally:
        copy.close()
    if found != ["ok"]:
        raise BackupError(
            f"The copy is not sound ({'; '.join(map(str, found))}), so it was thrown away. The database "
            "itself may be "
            "damaged: keep the backups there are, and check the disk."
        )
    return erased


def _flush(draft: Path) -> None:
    descriptor = os.open(draft, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _remove_old(folder: Path, kind: str, keep: int) -> None:
    """The names hold the time, so their order is the order of age."""
    kept = sorted(folder.glob(f"{kind}*{SUFFIX}"))
    for file in kept[: max(0, len(kept) - max(1, keep))]:
        file.unlink(missing_ok=True)
