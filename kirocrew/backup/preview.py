"""What putting a backup back would take away and what it would bring back: numbers and dates, never words."""

# ruff: noqa: S608  (names of tables and columns are ours)

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from kirocrew.backup.counting import CopyError, Counts, migrations_of, opened, tables_of
from kirocrew.backup.schema import Fit, fit_of
from kirocrew.backup.today import moment
from memory.services.erasing.tombstones import is_done, tombstones_read


@dataclass(frozen=True, slots=True)
class Kind:
    """What is compared: a table with what identifies a row of it, and when one was written."""

    title: str
    table: str
    identity: str
    at: str
    where: str = "1"
    version: str = "''"
    """What is another once the row says something else."""


KINDS: Final = (
    Kind("Facts", "memory_record", "uid", "created_at", "kind = 'fact' AND status <> 'erased'", "revision"),
    Kind("Lessons", "memory_record", "uid", "created_at", "kind = 'lesson' AND status <> 'erased'", "revision"),
    Kind("Episodes", "memory_record", "uid", "created_at", "kind = 'episode' AND status <> 'erased'", "revision"),
    Kind("Revisions", "memory_revision", "hash", "recorded_at"),
    Kind("Conversations", "channels_bridge_conversation", "uid", "created_at"),
    Kind("Turns", "channels_bridge_turn", "uid", "recorded_at"),
    Kind("Documents", "memory_document", "uid", "created_at", version="revision"),
    Kind("Agents", "kirocrew_agent", "slug", "created_at"),
    Kind("Skills", "skills_skill", "uid", "created_at"),
    Kind("Keys", "channels_bridge_bot", "name", "created_at", "revoked_at IS NULL"),
    Kind("Stores", "memory_store", "slug", "created_at"),
)


@dataclass(frozen=True, slots=True)
class Line:
    """One kind: how many there are now and in the backup, how many only now, how many only there, how many say
    something else, and the newest of each.
    """

    title: str
    now: int
    then: int
    lost: int
    back: int
    changed: int
    newest_now: datetime | None
    newest_then: datetime | None


@dataclass(frozen=True, slots=True)
class Preview:
    """What would happen. `problem` is why it can't; `present` is why the present can't be compared with, if so."""

    backup: str
    counts: Counts
    fit: Fit
    lines: tuple[Line, ...]
    erased: int
    """Records of the backup that are erased today, and go again."""
    refused: int
    """Values refused today, which hold over the backup."""
    present: str = ""

    @property
    def problem(self) -> str:
        """Why it can't be put back; empty when it can."""
        return self.fit.problem or self.counts.problem

    @property
    def lost(self) -> int:
        """How many rows of the kinds above would be lost."""
        return sum(line.lost for line in self.lines)


def preview_of(file: Path, counts: Counts, *, live: Path) -> Preview:
    """Compare a backup with the database there is. Raises CopyError for a backup that can't be read."""
    fit = fit_of(counts.migrations)
    erased = {str(entry["record"]).replace("-", "") for entry in tombstones_read() if is_done(entry)}
    with opened(file) as then:
        gone = sum(_has(then, uid) for uid in erased)
        try:
            with opened(live, live=True) as present:
                lines = tuple(_lines(present, then))
                return Preview(file.name, counts, fit, lines, gone, _refused(present))
        except (CopyError, OSError) as error:
            lines = tuple(_lines(None, then))
            return Preview(file.name, counts, fit, lines, gone, 0, present=str(error))


def _lines(present: Any, then: Any) -> "list[Line]":
    return [
        Line(
            kind.title,
            *_sizes(present, then, kind),
            _newest(present, kind),
            _newest(then, kind),
        )
        for kind in KINDS
    ]


def _sizes(present: Any, then: Any, kind: Kind) -> tuple[int, int, int, int, int]:
    mine, theirs = _versions(present, kind), _versions(then, kind)
    both = mine.keys() & theirs.keys()
    changed = sum(mine[name] != theirs[name] for name in both)
    return len(mine), len(theirs), len(mine) - len(both), len(theirs) - len(both), changed


def _versions(database: Any, kind: Kind) -> dict[str, Any]:
    if database is None or not _there(database, kind):
        return {}
    columns = f"{kind.identity}, {kind.version}"
    return dict(database.execute(f"SELECT {columns} FROM {kind.table} WHERE {kind.where}").fetchall())


def _newest(database: Any, kind: Kind) -> datetime | None:
    if database is None or not _there(database, kind):
        return None
    return moment(database.execute(f"SELECT max({kind.at}) FROM {kind.table} WHERE {kind.where}").fetchone()[0])


def _there(database: Any, kind: Kind) -> bool:
    """Whether the database, which may be of another version, has the table with these columns."""
    columns = {row[1] for row in database.execute(f"PRAGMA table_info({kind.table})")}
    return {kind.identity, kind.at} <= columns


def _has(database: Any, uid: str) -> bool:
    if "memory_record" not in tables_of(database):
        return False
    statement = "SELECT 1 FROM memory_record WHERE uid = ? AND status <> 'erased'"
    return database.execute(statement, [uid]).fetchone() is not None


def _refused(database: Any) -> int:
    if not migrations_of(database).get("memory"):
        return 0
    row = database.execute("SELECT count(*) FROM memory_refusedvalue WHERE lifted_at IS NULL").fetchone()
    return int(row[0])
