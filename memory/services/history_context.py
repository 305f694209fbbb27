"""The history as an agent is given it: the older a day, the less of it, and whole items only.

Defaults of the reference specification, in days of the owner's calendar; each is a setting of the owner:

    0 to 13     the day with all its entries
    14 to 60    the day with its first entry and how many more there are
    61 to 180   the day and how many entries it has
    181 and on  nothing; it is kept and can be searched until it is pruned
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum
from itertools import groupby
from typing import Any, Final
from zoneinfo import ZoneInfo

from channels_bridge.actors import OWNER_SOURCE, Actor, Permission
from kirocrew.base.fencing import HISTORY_HEADER
from kirocrew.db.rows import rows_read
from memory.models import HistoryEntry, Store
from memory.recall.statements import fetch_all
from memory.services.fencing import SOURCE_LENGTH, fenced
from memory.services.settings import settings_all
from memory.services.stores import within

HISTORY_CAP: Final = 16_000  # characters, of the block as a whole; one entry has at most a quarter of it


class Tier(Enum):
    """How much of a day is given."""

    FULL = "full"
    BRIEF = "brief"
    COUNT = "count"
    KEPT = "kept"


@dataclass(frozen=True, slots=True)
class Tiers:
    """The ages (days) at which a day is no longer given in full, with its first entry, or at all."""

    full: int = 14
    brief: int = 61
    count: int = 181

    @classmethod
    def of(cls, values: dict[str, Any]) -> "Tiers":
        """The owner's. One that is smaller than the one before it leaves its tier empty."""
        full = int(values["history_full_days"])
        brief = max(full, int(values["history_brief_days"]))
        return cls(full, brief, max(brief, int(values["history_count_days"])))

    def tier(self, age: int) -> Tier:
        """The tier of a day that many days before today; a day to come is as today."""
        if age < self.full:
            return Tier.FULL
        if age < self.brief:
            return Tier.BRIEF
        return Tier.COUNT if age < self.count else Tier.KEPT


@dataclass(frozen=True, slots=True)
class HistoryBlock:
    """The block's text, empty when there is nothing, and how many of how many entries and days stand in it.

    `entries` are those whose text stands in it, `ids` which; `left_out` counts lines for which there was no room.
    """

    text: str
    days: int
    entries: int
    left_out: int
    ids: tuple[str, ...]

    @property
    def chars(self) -> int:
        return len(self.text)


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    entry: str = ""


def history_context(
    *, actor: Actor, store: Store, today: date, project: str | None = None, limit: int = HISTORY_CAP
) -> HistoryBlock:
    """The history up to `today` (a day of the owner's calendar) in at most `limit` characters, newest day first.

    `project` narrows to that project or none. A day's line never stands without what its tier gives with it, and what
    does not fit is left out whole. Raises Forbidden.
    """
    tiers = Tiers.of(settings_all())
    actor.require(Permission.MEMORY_READ)
    lines, ids, days, left_out, room = [HISTORY_HEADER], [], 0, 0, limit - len(HISTORY_HEADER)
    for day_lines in _days(_kept(actor, store, project), today, tiers):
        fitting, used = _fitting(day_lines, room)
        left_out += len(day_lines) - len(fitting)
        if fitting:
            lines += [line.text for line in fitting]
            ids += [line.entry for line in fitting if line.entry]
            days, room = days + 1, room - used
    return HistoryBlock("\n".join(lines) if days else "", days, len(ids), left_out, tuple(ids))


def entry_line(entry: HistoryEntry) -> str:
    """An entry with its time in the zone it was written in, and its source unless it is the owner's."""
    at = entry.at.astimezone(ZoneInfo(entry.zone))
    marks = [f"[{at:%H:%M}]"]
    if entry.source != OWNER_SOURCE:
        source = fenced(entry.source).replace("[", "(").replace("]", ")")
        marks.append(f"[from {source[:SOURCE_LENGTH]}]")
    return f"- {' '.join(marks)} {fenced(' '.join(entry.text.split()))}"


def _kept(actor: Actor, store: Store, project: str | None) -> tuple[str, list[Any]]:
    """The condition on entries `t` that nobody removed and the actor may read, and its values."""
    condition, values = within(actor, store)
    if project is not None:
        condition, values = f"{condition} AND t.project IN ('', %s)", [*values, project]
    return f"{condition} AND t.removed_at IS NULL", values


def _days(kept: tuple[str, list[Any]], today: date, tiers: Tiers) -> Iterator[Sequence[_Line]]:
    """The lines of each day, newest day first; texts are read only of the days whose entries are given."""
    first_told = today - timedelta(days=tiers.brief - 1)
    condition, values = kept
    rest = f"WHERE {condition} AND t.day >= %s ORDER BY t.day DESC, t.at, t.id"
    told = rows_read(HistoryEntry, rest, [*values, first_told])
    for day, entries in groupby(told, key=lambda entry: entry.day):
        yield list(_told(day, list(entries), tiers.tier((today - day).days)))
    counted = (
        f"SELECT t.day || '', COUNT(*) FROM memory_historyentry t WHERE {condition}"  # noqa: S608
        " AND t.day < %s AND t.day > %s GROUP BY t.day ORDER BY t.day DESC"
    )
    days = [str(first_told), str(today - timedelta(days=tiers.count))]
    for day, entries in fetch_all(counted, [*values, *days]):
        yield [_Line(_heading(date.fromisoformat(day), entries))]


def _told(day: date, entries: Sequence[HistoryEntry], tier: Tier) -> Iterator[_Line]:
    yield _Line(f"[{day:%Y-%m-%d}]")
    for entry in entries if tier is Tier.FULL else entries[:1]:
        yield _Line(entry_line(entry), str(entry.uid))
    if tier is Tier.BRIEF and len(entries) > 1:
        yield _Line(f"- and {len(entries) - 1} more")


def _heading(day: date, entries: int) -> str:
    return f"[{day:%Y-%m-%d}] {entries} {'entry' if entries == 1 else 'entries'}"


def _fitting(lines: Sequence[_Line], room: int) -> tuple[list[_Line], int]:
    """The lines of a day that fit, and the characters they take; none when only its heading would stand there."""
    fitting, used = [], 0
    for line in lines:
        if used + len(line.text) + 1 <= room:
            fitting.append(line)
            used += len(line.text) + 1
        elif not fitting:
            return [], 0
    needs_entry = any(line.entry for line in lines)
    if needs_entry and not any(line.entry for line in fitting):
        return [], 0
    return fitting, used
