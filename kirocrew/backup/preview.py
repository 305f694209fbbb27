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
    version: str = ""
    """What is another once the row says something else, if anything is."""

    def is_in(self, database: Any, place: str) -> bool:
        """Whether a database, which may be of another version, has the table with these columns."""
        columns = {row[1] for row in database.execute(f"PRAGMA {place}.table_info({self.table})")}
        return {self.identity, self.at} <= columns

    def rows(self, place: str) -> str:
        """A statement for the names of its rows and their versions."""
        columns = f"{self.identity} AS name, {self.version or 0} AS version"
        return f"SELECT {columns} FROM {place}.{self.table} WHERE {self.where}"

    def sizes(self, database: Any, place: str) -> tuple[int, datetime | None]:
        """How many rows there are, and when the newest was written."""
        if not self.is_in(database, place):
            return 0, None
        statement = f"SELECT count(*), max({self.at}) FROM {place}.{self.table} WHERE {self.where}"
        number, newest = database.execute(statement).fetchone()
        return int(number), moment(newest)


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
        there = {kind: kind.sizes(then, "main") for kind in KINDS}
    try:
        with opened(live, live=True) as present:
            present.execute("ATTACH ? AS old", [f"{file.absolute().as_uri()}?mode=ro&immutable=1"])
            lines = tuple(_line(present, kind, *there[kind]) for kind in KINDS)
            return Preview(file.name, counts, fit, lines, gone, _refused(present))
    except (CopyError, OSError) as error:
        lines = tuple(Line(kind.title, 0, then, 0, then, 0, None, newest) for kind, (then, newest) in there.items())
        return Preview(file.name, counts, fit, lines, gone, 0, present=str(error))


def _line(both: Any, kind: Kind, then: int, newest_then: datetime | None) -> Line:
    """One kind, with the present as `main` and the backup as `old` on one connection."""
    now, newest_now = kind.sizes(both, "main")
    if not (kind.is_in(both, "main") and kind.is_in(both, "old")):
        return Line(kind.title, now, then, now, then, 0, newest_now, newest_then)
    mine, theirs = kind.rows("main"), kind.rows("old")
    lost, back = (
        _number(both, f"SELECT count(*) FROM ({one}) WHERE name NOT IN (SELECT name FROM ({other}))")
        for one, other in ((mine, theirs), (theirs, mine))
    )
    same = f"SELECT count(*) FROM ({mine}) a JOIN ({theirs}) b USING (name)"
    changed = _number(both, f"{same} WHERE a.version <> b.version") if kind.version else 0
    return Line(kind.title, now, then, lost, back, changed, newest_now, newest_then)


def _number(database: Any, statement: str) -> int:
    return int(database.execute(statement).fetchone()[0])


def _has(database: Any, uid: str) -> bool:
    if "memory_record" not in tables_of(database):
        return False
    statement = "SELECT 1 FROM memory_record WHERE uid = ? AND status <> 'erased'"
    return database.execute(statement, [uid]).fetchone() is not None


def _refused(database: Any) -> int:
    if not migrations_of(database).get("memory"):
        return 0
    return _number(database, "SELECT count(*) FROM memory_refusedvalue WHERE lifted_at IS NULL")
