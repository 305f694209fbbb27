"""Asking for a backup to be put back at the next start, looking first at what that would do, and calling it off."""

from pathlib import Path

from django.db import connection

from channels_bridge.actors import Actor
from kirocrew.backup.counting import CopyError, Counts, counts_read
from kirocrew.backup.files import database_file, draft_remove
from kirocrew.backup.kinds import backup_folder
from kirocrew.backup.making import BackupError
from kirocrew.backup.preview import Preview, preview_of
from kirocrew.backup.shelf import backup_bring, backup_check, backup_named, owner_only
from kirocrew.backup.staged import NoteError, Staged, staged_drop, staged_read, staged_write
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, Invalid, NotFound, Unavailable
from kirocrew.db.presence import database_missing
from memory.models import Event
from memory.services.journal import events_write


def restore_preview(*, actor: Actor, name: str) -> Preview:
    """What putting this backup back would take away and bring back; nothing is changed.

    The backup is opened and counted when it was not since it was last written. Raises Forbidden, NotFound, and Invalid
    for one that is not sound.
    """
    file = backup_named(actor=actor, name=name)
    try:
        return preview_of(file, _counts(file), live=database_file())
    except CopyError as error:
        raise Invalid(f"{error}. Take another backup.", type="backup-unsound") from error


def restore_stage(*, actor: Actor, name: str) -> Preview:
    """Have a backup of the home put back at the next start; it is opened, checked and counted anew first.

    One that waits already gives way. Raises as restore_preview, Conflict for one that this program can't use, and
    Unavailable where it can't be written down or the database is not SQLite.
    """
    file = backup_named(actor=actor, name=name)
    if connection.vendor != "sqlite":
        raise Unavailable("The database is not SQLite; use its own tools.", type="restore-not-possible")
    try:
        preview = preview_of(file, backup_check(file), live=database_file())
    except CopyError as error:
        raise Invalid(f"{error}. Take another backup.", type="backup-unsound") from error
    if preview.problem:
        raise Conflict(f"{name} can't be put back. {preview.problem}", type="restore-not-possible")
    try:
        staged_write(Staged(name, actor.source, now().isoformat()))
    except NoteError as error:
        raise Unavailable(str(error), type="restore-not-possible") from error
    _note(actor, "restore_staged", name)
    return preview


def restore_bring(*, actor: Actor, file: Path) -> str:
    """Copy a database from elsewhere into the home's backups, to put it back; returns its name there.

    Raises Forbidden, and Invalid for one that can't be read or is not sound.
    """
    owner_only(actor)
    try:
        return backup_bring(file).name
    except BackupError as error:
        raise Invalid(str(error), type="backup-unsound") from error


def restore_status(*, actor: Actor) -> Staged | None:
    """What waits to be put back, or could not be; None when nothing does. Raises Forbidden, and Unavailable when the
    note can't be read.
    """
    owner_only(actor)
    try:
        return staged_read()
    except NoteError as error:
        raise Unavailable(str(error), type="restore-not-possible") from error


def restore_cancel(*, actor: Actor) -> Staged:
    """Call off what waits: the present stays. Raises Forbidden, and NotFound when nothing waits."""
    staged = restore_status(actor=actor)
    if staged is None:
        raise NotFound("Nothing waits to be put back.", type="nothing-staged")
    staged_drop()
    draft_remove()
    _note(actor, "restore_cancelled", staged.backup)
    return staged


def _counts(file: Path) -> Counts:
    counts = counts_read(file)
    return counts if counts is not None and counts.is_of(file) and not counts.problem else backup_check(file)


def _note(actor: Actor, code: str, detail: str) -> None:
    """An audit entry, where there is a database to write it into: a damaged one is why somebody puts a backup back."""
    if not database_missing():
        events_write([Event(code=code, source=actor.source, detail=detail)])


def staged_path(staged: Staged) -> Path:
    """Where the backup that waits lies."""
    return backup_folder() / staged.backup
