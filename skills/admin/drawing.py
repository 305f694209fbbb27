"""How often a skill was delivered, by day, as numbers for an SVG in a template."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from skills.models import SkillUse

WIDTH: Final = 600
HEIGHT: Final = 100
GAP: Final = 3  # units between two days
KINDS: Final = (("bodies", "whole"), ("pointers", "as a line"), ("reads", "read as a file"))
"""What is counted of a day, and how it is called."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One block of a day's stack."""

    x: float
    y: float
    width: float
    height: float
    colour: int
    words: str


@dataclass(frozen=True, slots=True)
class UseChart:
    """The blocks of all days, the totals as (words, number, colour), and the characters delivered."""

    bars: list[Bar]
    totals: list[tuple[str, int, int]]
    chars: int
    highest: int
    first: date
    last: date


def use_chart(uses: Sequence[SkillUse], last: date, days: int) -> UseChart | None:
    """The chart of so many days up to the last; None when nothing was delivered in them."""
    first = last - timedelta(days=days - 1)
    by_day = {use.day: use for use in uses if first <= use.day <= last}
    highest = max((sum(getattr(use, name) for name, _ in KINDS) for use in by_day.values()), default=0)
    if not highest:
        return None
    step = WIDTH / days
    bars: list[Bar] = []
    for number in range(days):
        day = first + timedelta(days=number)
        top = float(HEIGHT)
        for colour, (name, words) in enumerate(KINDS, 1):
            if day in by_day and (count := getattr(by_day[day], name)):
                height = HEIGHT * count / highest
                top -= height
                place = (round(number * step, 1), round(top, 1), round(step - GAP, 1), round(height, 1))
                bars.append(Bar(*place, colour, f"{day:%d %b}: {count} {words}"))
    totals = [
        (words, sum(getattr(use, name) for use in by_day.values()), colour)
        for colour, (name, words) in enumerate(KINDS, 1)
    ]
    return UseChart(bars, totals, sum(use.chars for use in by_day.values()), highest, first, last)
