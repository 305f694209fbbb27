"""What is in a database file: whether it is sound, how many rows each table has, and which migrations it knows.

What was counted lies as JSON beside a backup, with the size and date of the file that it is about: once an erase has
rewritten the backup, the counts are told to be of before, until somebody looks again.
"""

import json
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Final, cast

from django.db import connection

from kirocrew.backup.kinds import COUNTS
from kirocrew.base.clock import now

PROBLEMS: Final = 5  # that are named of a file that is not sound
NO_CONTENT: Final = ("_config", "_content", "_data", "_docsize", "_idx")
"""Ends of the names of tables that a text index keeps for itself."""


class CopyError(Exception):
    """A database file can't be read or is not sound; the message says in which way."""


@dataclass(frozen=True, slots=True)
class Counts:
    """Rows of each table, and the migrations of each app, of a file of that size (bytes) and date (ns)."""

    size: int
    mtime_ns: int
    checked_at: str
    tables: dict[str, int]
    migrations: dict[str, list[str]] = field(default_factory=dict)
    problem: str = ""
    """Why the file is not sound; nothing was counted then."""

    def is_of(self, file: Path) -> bool:
        """Whether the file is still the one that was counted."""
        stat = file.stat()
        return (self.size, self.mtime_ns) == (stat.st_size, stat.st_mtime_ns)

    @property
    def checked(self) -> datetime:
        """When it was counted."""
        return datetime.fromisoformat(self.checked_at)


@contextmanager
def opened(file: Path, *, live: bool = False) -> Iterator[Any]:
    """A database file for reading alone. `live` is one that others may write to. Raises CopyError."""
    driver = cast(Any, connection).Database
    try:
        mode = "mode=ro" if live else "mode=ro&immutable=1"
        with closing(driver.connect(f"{file.absolute().as_uri()}?{mode}", uri=True, timeout=20)) as database:
            yield database
    except driver.Error as error:
        raise CopyError(f"{file.name} can't be read: {error}") from error


def counts_taken(file: Path) -> Counts:
    """Open a file that nobody writes to, check every page and index, and count. Raises CopyError."""
    stat = file.stat()
    with opened(file) as database:
        found = [str(row[0]) for row in database.execute(f"PRAGMA integrity_check({PROBLEMS})")]
        if found != ["ok"]:
            raise CopyError(f"{file.name} is not sound: {'; '.join(found)}")
        tables = {name: rows_counted(database, name) for name in tables_of(database)}
        known = migrations_of(database)
    return Counts(stat.st_size, stat.st_mtime_ns, now().isoformat(), tables, known)


def tables_of(database: Any) -> list[str]:
    """The tables by name, without those that SQLite and text indexes keep for themselves."""
    rows = database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
    virtual = {name for name, sql in rows if sql and sql.upper().startswith("CREATE VIRTUAL")}
    shadows = {table + end for table in virtual for end in NO_CONTENT}
    return [name for name, _ in rows if name not in virtual | shadows and not name.startswith("sqlite_")]


def rows_counted(database: Any, table: str) -> int:
    """How many rows a table has."""
    return int(database.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0])  # noqa: S608  (its own name)


def migrations_of(database: Any) -> dict[str, list[str]]:
    """Names of the applied migrations of each app; none where the table is missing."""
    if not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'django_migrations'").fetchone():
        return {}
    known: dict[str, list[str]] = {}
    for app, name in database.execute("SELECT app, name FROM django_migrations ORDER BY app, name"):
        known.setdefault(app, []).append(name)
    return known


def counts_file(backup: Path) -> Path:
    """Where the counts of a backup lie."""
    return backup.with_name(backup.name + COUNTS)


def counts_keep(backup: Path, counts: Counts) -> None:
    """Write the counts beside the backup (0600), whole or not at all. Raises OSError."""
    file = counts_file(backup)
    draft = file.with_name(f".{file.name}.{os.getpid()}.partial")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as handle:
        json.dump(asdict(counts), handle, indent=1)
    draft.replace(file)


def counts_read(backup: Path) -> Counts | None:
    """The counts beside a backup; None where there are none that can be read."""
    with suppress(OSError, ValueError, TypeError):
        return Counts(**json.loads(counts_file(backup).read_text(encoding="utf-8")))
    return None
