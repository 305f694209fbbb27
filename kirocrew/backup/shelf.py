"""The backups there are: listed with what is known of each, looked at again, brought from elsewhere, and opened."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, Final

from channels_bridge.actors import Actor
from channels_bridge.models import Job
from channels_bridge.services.jobs import job_enqueue
from kirocrew.backup.counting import CopyError, Counts, counts_keep, counts_read, counts_taken
from kirocrew.backup.kinds import BACKUP_JOB, BROUGHT, COUNTS, KINDS, SUFFIX, backup_folder, kind_words, name_new
from kirocrew.backup.making import BackupError, backups_thin, file_copy
from kirocrew.base.clock import now
from kirocrew.base.problems import Forbidden, NotFound, Unavailable
from memory.models import Event
from memory.services.journal import events_write

STAMP: Final = "%Y%m%dT%H%M%S.%fZ"
CHECKED, CHANGED, UNCHECKED, UNSOUND = "checked", "changed", "unchecked", "unsound"
STATES: Final = (CHECKED, CHANGED, UNCHECKED, UNSOUND)
"""Opened and counted as it is; rewritten since, as by an erase; never counted; found not to be sound."""


@dataclass(frozen=True, slots=True)
class BackupFile:
    """A backup in the home: its kind in words, size in bytes, when it was made, and what was counted in it."""

    name: str
    kind: str
    size: int
    at: datetime
    state: str
    counts: Counts | None = None

    @property
    def records(self) -> int | None:
        """How many records it holds; None where that is not known."""
        return self.counts.tables.get("memory_record") if self.counts else None

    @property
    def rows(self) -> int | None:
        """How many rows all its tables have; None where that is not known."""
        return sum(self.counts.tables.values()) if self.counts else None


def owner_only(actor: Actor) -> None:
    """Raise Forbidden unless the owner or the system acts: a backup holds everybody's memories."""
    if not (actor.is_owner or actor.is_system):
        raise Forbidden("Only the owner works with backups.", type="owner-only")


def backup_request(*, actor: Actor) -> Job:
    """Ask for a backup now; one that waits serves any number of askers. Raises Forbidden."""
    owner_only(actor)
    return job_enqueue(actor=actor, name=BACKUP_JOB, args={}, dedupe_key=BACKUP_JOB)


def backups_listed(*, actor: Actor) -> list[BackupFile]:
    """The backups in the home, newest first; none is opened. Raises Forbidden."""
    owner_only(actor)
    found = []
    for file in backup_folder().glob(f"*{SUFFIX}"):
        with suppress(FileNotFoundError):  # removed meanwhile
            if file.is_file() and not file.is_symlink() and not file.name.startswith("."):
                found.append(_listed(file))
    return sorted(found, key=lambda one: (one.at, one.name), reverse=True)


def backup_named(*, actor: Actor, name: str) -> Path:
    """The backup of that name in the home. Raises Forbidden and NotFound."""
    owner_only(actor)
    file = backup_folder() / name
    if Path(name).name != name or name.startswith(".") or not name.endswith(SUFFIX) or not file.is_file():
        raise NotFound("There is no such backup. `kirocrew restore list` shows those there are.", type="unknown-backup")
    return file


def backup_check(file: Path) -> Counts:
    """Open, check and count a backup, and write down what was found. Raises CopyError for one that is not sound."""
    try:
        counts = counts_taken(file)
    except CopyError as error:
        stat = file.stat()
        _kept(file, Counts(stat.st_size, stat.st_mtime_ns, now().isoformat(), {}, problem=str(error)))
        raise
    _kept(file, counts)
    return counts


def backups_check(*, actor: Actor) -> list[str]:
    """Look again at every backup that changed since it was counted, or never was; what is wrong, a line each."""
    trouble = []
    for one in backups_listed(actor=actor):
        if one.state in (CHANGED, UNCHECKED):
            try:
                backup_check(backup_folder() / one.name)
            except CopyError as error:
                trouble.append(str(error))
            except FileNotFoundError:  # removed meanwhile
                continue
    for file in backup_folder().glob(f"*{SUFFIX}{COUNTS}"):
        if not file.with_name(file.name.removesuffix(COUNTS)).exists() and not file.name.startswith("."):
            file.unlink(missing_ok=True)
    return trouble


def backup_bring(file: Path) -> Path:
    """Copy a database from elsewhere into the home's backups, where an erase finds it, too; returns its place.

    Raises BackupError for one that can't be read, is not sound, or is still in use.
    """
    if not file.is_file():
        raise BackupError(f"There is no file {file}.")
    if any(Path(f"{file}{end}").exists() for end in ("-wal", "-journal")):
        raise BackupError(f"{file} is in use or was not closed: beside it lies what was written last. Close it first.")
    target = backup_folder() / name_new(BROUGHT)
    try:
        target.parent.mkdir(mode=0o700, exist_ok=True)
        file_copy(file, target)
    except (CopyError, BackupError) as error:
        raise BackupError(f"{file} can't be read or is not sound, so it was not brought here: {error}") from error
    except OSError as error:
        raise BackupError(f"{file} can't be brought here: {error.strerror or error}.") from error
    backups_thin(BROUGHT)
    return target


def backup_open(*, actor: Actor, name: str) -> BinaryIO:
    """A backup for reading, to hand it to the owner; the audit log keeps that it was. Raises Forbidden and NotFound."""
    file = backup_named(actor=actor, name=name)
    try:
        stream = file.open("rb")
    except OSError as error:
        raise Unavailable(f"{name} can't be read: {error.strerror or error}.", type="backup-failed") from error
    events_write([Event(code="backup_handed_out", source=actor.source, detail=name)])
    return stream


def _listed(file: Path) -> BackupFile:
    stat, counts = file.stat(), counts_read(file)
    state = UNCHECKED
    if counts is not None:
        state = CHANGED if not counts.is_of(file) else UNSOUND if counts.problem else CHECKED
    at = _stamp(file.name) or datetime.fromtimestamp(stat.st_mtime, UTC)
    return BackupFile(file.name, kind_words(file.name) or "somebody's own", stat.st_size, at, state, counts)


def _stamp(name: str) -> datetime | None:
    """When a backup was made by its name: an erase that rewrites it changes the file's date."""
    for start in KINDS:
        with suppress(ValueError):
            return datetime.strptime(name.removeprefix(start).removesuffix(SUFFIX), STAMP).replace(tzinfo=UTC)
    return None


def _kept(file: Path, counts: Counts) -> None:
    with suppress(OSError):  # a full disk must not keep anybody from looking
        counts_keep(file, counts)
