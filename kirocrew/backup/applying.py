"""Putting a staged backup in the database's place, before anything opens it.

The backup is copied to a draft beside the database, migrated, and brought in line with what was erased, refused and
revoked until today. Only then one rename puts it in place. Whoever is killed before it leaves the present as it was,
and the next start begins anew; afterwards the next start finds it done. The present is kept as a backup first.
"""

import shutil
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final, cast

from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import DatabaseError, connection

from kirocrew.backup.counting import CopyError
from kirocrew.backup.files import companions_remove, database_file, draft_of, draft_remove
from kirocrew.backup.kinds import BEFORE_RESTORE, backup_folder, name_new
from kirocrew.backup.making import BackupError, backups_thin, file_copy, file_flush
from kirocrew.backup.schema import fit_of
from kirocrew.backup.shelf import backup_check
from kirocrew.backup.staged import NoteError, Staged, folder_flush, staged_drop, staged_read, staged_write
from kirocrew.backup.staging import staged_path
from kirocrew.backup.today import RESTORER, Carried, Today, today_carry, today_read
from kirocrew.base.problems import Problem
from memory.models import Event
from memory.services.erasing.caches import caches_forget
from memory.services.journal import events_write
from memory.services.settings import settings_forget
from memory.services.vectors import asked_forget

LOCK_PATIENCE: Final = 5.0  # seconds for whoever has the database open to be done with it
Report = Callable[[str], None]
_Mark = tuple[int, int, int]


class RestoreError(Exception):
    """The backup can't be put back now; the present is as it was. The message says what to do."""


class _NotPossible(Exception):
    """This backup can't be put back at all; the present is as it was and the server starts with it."""


def restore_apply(*, report: Report) -> bool:
    """Put back what is staged, if anything is; to be called by one process before anything opens the database.

    Returns whether a backup was put back. One that can't be is marked so and told, and the present stays. Raises
    RestoreError when the database is in use, or the note can't be read or written.
    """
    if connection.vendor != "sqlite":
        return False
    try:
        staged = staged_read()
        if staged is None or staged.problem:
            draft_remove()
            return False
        live = database_file()
        if staged.inode and live.exists() and live.stat().st_ino == staged.inode:
            _done(staged, report, "an earlier start had put it in place")
            return True
        try:
            carried = _put_back(staged, live, report)
        except _NotPossible as error:
            draft_remove()
            staged_write(staged.changed(problem=str(error), inode=0))
            report(f"restore: {staged.backup} was not put back: {error} The present stays.")
            return False
        _done(staged, report, carried.words())
    except NoteError as error:
        raise RestoreError(str(error)) from error
    except OSError as error:
        raise RestoreError(f"The backup can't be put back: {error}. The present is as it was.") from error
    return True


def _done(staged: Staged, report: Report, told: str) -> None:
    staged_drop()
    report(f"restore: {staged.backup} is the database now ({told}); what was there before is kept in the backups")


def _put_back(staged: Staged, live: Path, report: Report) -> Carried:
    source = staged_path(staged)
    if not source.is_file():
        raise _NotPossible("It is not among the backups any more.")
    try:
        counts = backup_check(source)
    except CopyError as error:
        raise _NotPossible(f"{error}.") from error
    if problem := fit_of(counts.migrations).problem:
        raise _NotPossible(problem)
    mark = _closed(live)
    kept, today = _keep_present(live, report)
    report(f"restore: putting back {source.name}" + (f"; the present is kept in {kept}" if kept else ""))
    draft = draft_of(live)
    draft_remove()
    shutil.copyfile(source, draft)
    draft.chmod(0o600)
    carried = _brought_in_line(draft, staged, kept, today)
    file_flush(draft)
    if _closed(live) != mark:
        raise RestoreError("Somebody wrote to the database meanwhile. Stop web server and worker, then start again.")
    staged_write(staged.changed(inode=draft.stat().st_ino, kept=kept))
    companions_remove(live)
    draft.replace(live)
    folder_flush(live.parent)
    return carried


def _closed(live: Path) -> _Mark | None:
    """Make one file of the database, which is possible only while nobody has it open; returns what tells a change.

    One that can't be opened at all is left as it is. Raises RestoreError while it is in use.
    """
    connection.close()
    if not live.exists():
        return None
    driver = cast(Any, connection).Database
    try:
        with closing(driver.connect(str(live), timeout=LOCK_PATIENCE, isolation_level=None)) as database:
            database.execute("PRAGMA journal_mode=DELETE").fetchone()
    except driver.OperationalError as error:
        if "locked" in str(error) or "busy" in str(error):
            raise RestoreError(
                "The database is in use, so no backup can be put in its place. Stop web server and worker, then start "
                "again; or call it off with `kirocrew restore cancel`."
            ) from error
    except driver.DatabaseError:  # what is no database any more is a reason to put a backup back
        pass
    stat = live.stat()
    return (stat.st_ino, stat.st_size, stat.st_mtime_ns)


def _keep_present(live: Path, report: Report) -> tuple[str, Today]:
    """Keep the present as a backup of its own kind, and read what holds until today out of it."""
    if not live.exists():
        return "", Today()
    name = name_new(BEFORE_RESTORE)
    target = backup_folder() / name
    try:
        file_copy(live, target)
        today = today_read(target)
    except (CopyError, BackupError) as error:
        target.unlink(missing_ok=True)
        report(f"restore: the present is damaged ({error}). It is kept byte by byte")
        today = _keep_damaged(live, target, report)
    backups_thin(BEFORE_RESTORE)
    return name, today


def _keep_damaged(live: Path, target: Path, report: Report) -> Today:
    for end in ("", "-wal"):
        part = Path(f"{live}{end}")
        if part.exists():
            shutil.copyfile(part, Path(f"{target}{end}"))
            Path(f"{target}{end}").chmod(0o600)
    try:
        return today_read(target)
    except (CopyError, KeyError, ValueError, TypeError):
        report(
            "restore: values that were refused and keys that were revoked since the backup can't be read out of it; "
            "look at them yourself. Erased records stay erased: their list is a file of its own"
        )
        return Today()


def _brought_in_line(draft: Path, staged: Staged, kept: str, today: Today) -> Carried:
    try:
        with _in_use(draft):
            call_command("migrate", interactive=False, verbosity=0)
            carried = today_carry(today)
            told = f"{staged.backup}; the present is kept in {kept or 'no file, as there was none'}; {carried.words()}"
            events_write([Event(code="restored", source=RESTORER.source, detail=told[:500])])
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                cursor.execute("PRAGMA journal_mode=DELETE")  # one file, which one rename puts in place
    except Problem as problem:
        raise _NotPossible(problem.detail or problem.title) from problem
    except DatabaseError as error:
        raise _NotPossible(f"It could not be brought in line with today: {error}.") from error
    return carried


@contextmanager
def _in_use(database: Path) -> Iterator[None]:
    """Have everything of this process work on another database; what it remembered of the one before is dropped."""
    before = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = str(database)
    _forget()
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = before
        _forget()


def _forget() -> None:
    caches_forget()
    settings_forget()
    asked_forget()
    ContentType.objects.clear_cache()
