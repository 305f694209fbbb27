"""A record's story drawn on two axes: across, when something was true; down, when it was believed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from kirocrew.base.clock import now, shifted
from memory.admin.showing import record_words
from memory.services.timeline import Then

WIDTH: Final = 1000  # units of the drawing across, scaled to the page
HEIGHT: Final = 360  # units down
MARGIN: Final = 0.08
"""Free part on every side, so that an open end can be seen to go on."""
LEAST: Final = 4  # units of a side that would be too short to see
DRAWN: Final = 24  # stretches of a long story that are drawn, the latest
COLOURS: Final = 6
EXCERPT: Final = 160  # characters of a state in the table


@dataclass(frozen=True, slots=True)
class Box:
    """A stretch as a rectangle, in units of the drawing, with the number it has in the table."""

    number: int
    colour: int
    x: int
    y: int
    width: int
    height: int
    is_believed: bool
    words: str
    then: Then

    @property
    def text(self) -> str:
        """What the state says."""
        return record_words(self.then.record)[:EXCERPT]


@dataclass(frozen=True, slots=True)
class Axes:
    """The rectangles, where now is on both axes, and the first and last instant of each."""

    boxes: list[Box]
    now_x: int
    now_y: int
    true: tuple[datetime, datetime]
    known: tuple[datetime, datetime]

    @property
    def words(self) -> str:
        return f"{len(self.boxes)} states on two axes of time; the table says the same."


@dataclass(frozen=True, slots=True)
class _Axis:
    """A stretch of time laid on so many units."""

    first: datetime
    last: datetime
    units: int

    @classmethod
    def around(cls, moments: Sequence[datetime], units: int) -> "_Axis":
        first, last = min(moments), max(moments)
        reach = max(last - first, timedelta(minutes=1)) * MARGIN
        return cls(shifted(first, -reach), shifted(last, reach), units)

    def place(self, moment: datetime) -> int:
        share = (moment - self.first) / (self.last - self.first)
        return round(self.units * min(1.0, max(0.0, share)))

    def span(self, start: datetime | None, end: datetime | None) -> tuple[int, int]:
        """Where it begins and how long it is; an open end goes to the edge."""
        begin = self.place(start) if start else 0
        return begin, max(LEAST, (self.place(end) if end else self.units) - begin)


def axes_of(story: Sequence[Then]) -> Axes | None:
    """Draw a story; None when there is nothing to draw but one state that holds always."""
    if len(story) < 2:
        return None
    present = now()
    known = _Axis.around([present, *_instants(story, "known_from", "known_until")], HEIGHT)
    windows = [moment for then in story for moment in (then.record.valid_from, then.record.valid_until) if moment]
    true = _Axis.around([present, *windows, *(then.known_from for then in story)], WIDTH)
    boxes = [_box(number, then, true, known) for number, then in enumerate(story, 1)]
    return Axes(boxes, true.place(present), known.place(present), (true.first, true.last), (known.first, known.last))


def _instants(story: Sequence[Then], *names: str) -> list[datetime]:
    return [moment for then in story for name in names if (moment := getattr(then, name)) is not None]


def _box(number: int, then: Then, true: _Axis, known: _Axis) -> Box:
    x, width = true.span(then.record.valid_from, then.record.valid_until)
    y, height = known.span(then.known_from, then.known_until)
    colour = (then.record.revision - 1) % COLOURS + 1
    words = f"{number}: {record_words(then.record)[:EXCERPT]}"
    return Box(number, colour, x, y, width, height, then.known_until is None, words, then)
