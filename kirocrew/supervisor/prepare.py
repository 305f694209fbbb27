"""What happens before anything is started: the home, the database's safety copy, its migrations, the
schedules, the skills that come along.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from kirocrew import home
from kirocrew.db.filesystem import PROC_MOUNTS, network_file_system
from kirocrew.supervisor.errors import DatabaseOnNetwork, DatabaseTrouble, HomeUnusable

if TYPE_CHECKING:
    from django.db.migrations.loader import MigrationLoader

Report = Callable[[str], None]


def prepare_home(path: Path, *, mounts: Path = PROC_MOUNTS) -> None:
    """Create the home if it is missing. Needs no settings. Raises DatabaseOnNetwork or HomeUnusable."""
    kind = network_file_system(path, mounts=mounts)
    if kind:
        raise DatabaseOnNetwork(
            f"The home {path} is on a network file system ({kind}). SQLite's files get damaged there. "
            "Set KIROCREW_HOME to a folder on a disk of this machine."
        )
    try:
        home.prepare(path)
    except home.HomeError as error:
        raise HomeUnusable(str(error)) from error


def prepare_database(*, report: Report) -> None:
    """Put back a backup that waits for it; back up and migrate when migrations are pending; then bring schedules and
    the skills of our own up to date.

    `report` gets one line per step. Raises DatabaseTrouble; the copy made before a migration stays.
    """
    from django.core.management import call_command
    from django.db import DatabaseError

    _put_back(report)
    pending, existing = _pending_migrations()
    if pending:
        saved = f"Its state before is kept in {_copy_first(report)}." if existing else ""
        began = time.monotonic()
        try:
            call_command("migrate", interactive=False, verbosity=0)
        except DatabaseError as error:
            raise DatabaseTrouble(f"The database could not be migrated: {error}. {saved}") from error
        report(f"database: {pending} migrations applied in {time.monotonic() - began:.1f} s")
    else:
        report("database: up to date")
    _erase_again(report)
    _sync_schedules(report)
    _read_own_skills(report)


def _put_back(report: Report) -> None:
    from kirocrew.backup.applying import RestoreError, restore_apply

    try:
        restore_apply(report=report)
    except RestoreError as error:
        raise DatabaseTrouble(str(error)) from error


def _pending_migrations() -> tuple[int, bool]:
    """How many are pending, and whether there is anything in the database to lose."""
    from django.conf import settings
    from django.db import DatabaseError, connection
    from django.db.migrations.executor import MigrationExecutor

    try:
        executor = MigrationExecutor(connection)
        _refuse_newer(executor.loader)
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
        return len(plan), bool(connection.introspection.table_names())
    except DatabaseError as error:
        raise DatabaseTrouble(
            f"The database {settings.DATABASES['default']['NAME']} can't be read: {error}. "
            f"Nothing was changed. Backups are in {Path(settings.KIROCREW_HOME) / 'backups'}: `kirocrew restore list` "
            "shows them, `kirocrew restore stage NAME` has one put back at the next start."
        ) from error
    finally:
        connection.close()


def _refuse_newer(loader: "MigrationLoader") -> None:
    """A database of a later version may hold what this one would misread or lose."""
    known = {*loader.disk_migrations, *loader.replacements}
    ours = {app for app, _ in loader.disk_migrations}
    unknown = [f"{app}.{name}" for app, name in loader.applied_migrations if app in ours and (app, name) not in known]
    if unknown:
        raise DatabaseTrouble(
            f"The database was made by a newer version of Kirocrew: it has {', '.join(sorted(unknown))}. "
            "Nothing was changed. Start the newer version, or go back to a backup made before."
        )


def _copy_first(report: Report) -> Path:
    from kirocrew.backup.kinds import BEFORE_MIGRATION
    from kirocrew.backup.making import BackupError, backup_make

    try:
        backup = backup_make(kind=BEFORE_MIGRATION)
    except BackupError as error:
        raise DatabaseTrouble(f"No migration without a backup: {error}") from error
    report(f"database: backed up to {backup.path} in {backup.seconds:.1f} s ({backup.size / 1e6:.1f} MB)")
    return backup.path


def _erase_again(report: Report) -> None:
    """An older database that was put back may hold what was erased since."""
    from kirocrew.base.problems import Problem
    from memory.services.erasing.restoring import erasures_apply

    try:
        erased = erasures_apply()
    except Problem as problem:
        raise DatabaseTrouble(problem.detail or problem.title) from problem
    if erased:
        report(f"database: erased {len(erased)} records again that a backup had brought back")


def _sync_schedules(report: Report) -> None:
    from channels_bridge.services.schedules import schedules_sync

    schedules_sync()
    report("schedules: up to date")


def _read_own_skills(report: Report) -> None:
    """Agents are offered what comes with Kirocrew from the first request on, not from the first scan."""
    from skills.services.indexing import builtin_read

    if number := builtin_read():
        report(f"skills: {number} that come with Kirocrew are new or changed")
