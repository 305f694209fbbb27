"""Looks at what is around the database: versions, disk, permissions, backups."""

import os
import shutil
import stat
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final, cast

import django
from django.conf import settings
from django.db import DatabaseError, connection

from channels_bridge.actors import Actor
from kirocrew.backup.counting import migrations_of, opened
from kirocrew.backup.files import database_file
from kirocrew.backup.schema import fit_of
from kirocrew.backup.shelf import CHECKED, UNSOUND, backups_listed
from kirocrew.backup.staged import NoteError, staged_read
from kirocrew.base.clock import now
from kirocrew.doctor.findings import FAULT, OK, WARNING, Finding
from kirocrew.health import MIN_FREE_BYTES

DOCTOR: Final = Actor.system("doctor")
OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
LITTLE_BYTES: Final = 1024**3
"""Free space below which is warned; the server stops being ready far later."""
COPIES: Final = 3
"""So often the database should fit into what is free: a restore makes two copies of it, and writes go on."""
BACKUP_AGE: Final = timedelta(days=2)
LEFT_OPEN: Final = frozenset({"models", "audit"})
SHOWN: Final = 3


def versions() -> list[Finding]:
    """Whether this program and the database belong together, and what both run on."""
    driver = cast(Any, connection).Database
    library = getattr(driver, "sqlite_version", "")
    run_by = f"Python {sys.version.split()[0]}, Django {django.get_version()}, {connection.vendor} {library}".rstrip()
    found = []
    if connection.vendor == "sqlite":
        with opened(database_file(), live=True) as database:
            fit = fit_of(migrations_of(database))
        if fit.problem:
            found.append(Finding("versions", FAULT, fit.problem, "Start the version that made it."))
        elif fit.missing:
            told = f"{len(fit.missing)} migrations are not applied to the database"
            found.append(Finding("versions", WARNING, told, "`kirocrew prepare` backs it up and applies them."))
        try:
            if problem := cast(Any, connection).vec_problem:
                found.append(
                    Finding("versions", WARNING, f"sqlite-vec is not loaded: {problem}", "Recall goes by words.")
                )
        except DatabaseError:
            pass  # the look at the pages says it
    return found or [Finding("versions", OK, run_by)]


def disk(*, little: int = LITTLE_BYTES) -> list[Finding]:
    """Whether there is room for what comes next; `little` is how many bytes are too few to be at ease."""
    file = database_file()
    size = file.stat().st_size if file.exists() else 0
    free = shutil.disk_usage(settings.KIROCREW_HOME).free
    told = f"{free / 1e9:,.1f} GB free, the database has {size / 1e9:,.2f} GB"
    if free < MIN_FREE_BYTES:
        return [Finding("disk", FAULT, f"almost full: {told}", "Make room: SQLite refuses writes on a full disk.")]
    if free < max(little, COPIES * size):
        return [Finding("disk", WARNING, f"nearly full: {told}", "Make room: a backup is a copy of the database.")]
    return [Finding("disk", OK, told)]


def permissions() -> list[Finding]:
    """Whether the home and what is in it is for this user alone, and belongs to this user."""
    home = Path(settings.KIROCREW_HOME)
    open_ones = [path for path in _private(home) if path.stat().st_mode & OTHERS]
    foreign = [path for path in _private(home) if path.stat().st_uid != os.geteuid()]
    found = []
    if open_ones:
        names = ", ".join(path.name for path in open_ones[:SHOWN])
        told = f"others of this machine may look into {len(open_ones)} of the home's files and folders: {names}"
        found.append(Finding("permissions", FAULT, told, "", can_repair=True))
    if foreign:
        names = ", ".join(path.name for path in foreign[:SHOWN])
        told = f"{len(foreign)} of the home's files belong to another user: {names}"
        found.append(Finding("permissions", WARNING, told, f"chown them to the server's user, in {home}."))
    return found or [Finding("permissions", OK, "the home is for this user alone")]


def permissions_repair() -> str:
    """Close what is open to others."""
    closed = [path for path in _private(Path(settings.KIROCREW_HOME)) if path.stat().st_mode & OTHERS]
    for path in closed:
        path.chmod(stat.S_IMODE(path.stat().st_mode) & ~OTHERS)
    return f"{len(closed)} files and folders closed to others"


def backups() -> list[Finding]:
    """Whether there is a sound backup of late, and whether one waits to be put back."""
    if connection.vendor != "sqlite":
        return [Finding("backups", WARNING, "made by the database's own tools, which is not looked at here")]
    listed = backups_listed(actor=DOCTOR)
    found = [
        Finding("backups", FAULT, one.counts.problem if one.counts else one.name, "Remove it, and look at the disk.")
        for one in listed
        if one.state == UNSOUND
    ]
    sound = [one for one in listed if one.state == CHECKED]
    age = now() - sound[0].at if sound else now() - _born()
    if age > BACKUP_AGE:
        told = f"the newest sound backup is {age.days} days old" if sound else "there is no sound backup"
        found.append(Finding("backups", WARNING, told, "`kirocrew backup` makes one; the worker makes one daily."))
    try:
        staged = staged_read()
    except NoteError as error:
        return [*found, Finding("backups", FAULT, str(error))]
    if staged is not None and staged.problem:
        remedy = "`kirocrew restore cancel` forgets it."
        found.append(Finding("backups", WARNING, f"{staged.backup} was not put back: {staged.problem}", remedy))
    elif staged is not None:
        told, remedy = f"{staged.backup} is put back at the next start", "`kirocrew restore cancel` calls it off."
        found.append(Finding("backups", WARNING, told, remedy))
    newest = f"{len(listed)} backups, the newest of {sound[0].at:%Y-%m-%d %H:%M} UTC" if sound else "none needed yet"
    return found or [Finding("backups", OK, newest)]


def _private(home: Path) -> Iterator[Path]:
    """The home, and what in it holds memories or secrets."""
    yield home
    for path in sorted(home.iterdir()):
        if path.is_symlink() or path.name in LEFT_OPEN:
            continue
        yield path
        if path.is_dir():
            yield from (inner for inner in sorted(path.rglob("*")) if not inner.is_symlink())


def _born() -> datetime:
    """When the home was made, as far as anybody can tell."""
    home = Path(settings.KIROCREW_HOME)
    return datetime.fromtimestamp(min(path.stat().st_mtime for path in (home, *home.iterdir())), UTC)
