"""A record's window of validity as a bar on a line of time."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from kirocrew.base.clock import now, shifted
from memory.models import Record, Status

WIDTH: Final = 1000  # units of the drawing, scaled to the page
MARGIN: Final = 0.06
"""Free part of the line on both sides, so that an open end can be seen to go on."""
LEAST: Final = 4  # units of a bar that would be too narrow to see


@dataclass(frozen=True, slots=True)
class WindowBar:
    """Where the bar begins, how wide it is, and where now is, in units of a line 1,000 wide."""

    start: int
    width: int
    now: int
    since: datetime
    until: datetime | None
    open_start: bool
    live: bool
    words: str


def window_bar(record: Record) -> WindowBar:
    """Return the bar. An open start counts from when the record was observed, an open end goes to the edge."""
    moment = now()
    since = record.valid_from or min(record.observed_at, record.created_at)
    first = min(since, moment)
    last = max(record.valid_until or moment, moment, shifted(since, timedelta(hours=1)))
    reach = (last - first) * MARGIN
    first, last = shifted(first, -reach), shifted(last, reach)
    length = last - first

    def place(when: datetime) -> int:
        return round(WIDTH * ((when - first) / length))

    start = place(since) if record.valid_from else 0
    end = place(record.valid_until) if record.valid_until else WIDTH
    begun = record.valid_from is None or record.valid_from <= moment
    live = record.status == Status.ACTIVE and begun and not _ended(record, moment)
    return WindowBar(
        start,
        max(LEAST, end - start),
        place(moment),
        since,
        record.valid_until,
        record.valid_from is None,
        live,
        _words(record, moment),
    )


def _ended(record: Record, moment: datetime) -> bool:
    return record.valid_until is not None and record.valid_until <= moment


def _words(record: Record, moment: datetime) -> str:
    if record.status != Status.ACTIVE:
        return f"Not in force: {record.get_status_display().lower()}."
    if _ended(record, moment):
        return "Its time is over; it is not recalled any more."
    if record.valid_from and record.valid_from > moment:
        return "Its time has not come; it is not recalled yet."
    return "In force now." if record.valid_until else "In force now, without an end."
