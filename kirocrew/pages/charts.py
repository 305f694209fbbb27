"""Drawings made on the server, as numbers for an SVG in a template."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

WIDTH: Final = 600
HEIGHT: Final = 100
GAP: Final = 3  # units between two days
COLOURS: Final = 5
"""The most frequent codes have a colour each; the others share the sixth."""

LINE_WIDTH: Final = 120
LINE_HEIGHT: Final = 24
LEAST_HIGHEST: Final = 4
"""Of a line: one record a day is no mountain."""


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
class Stack:
    """A chart of stacked days: its blocks, and the legend as (code, number, colour)."""

    bars: list[Bar]
    legend: list[tuple[str, int, int]]
    highest: int
    first: date
    last: date


def day_stack(days: Mapping[date, Mapping[str, int]]) -> Stack | None:
    """Return the chart, or None when there is nothing to draw."""
    totals = Counter[str]()
    for codes in days.values():
        totals.update(codes)
    if not totals:
        return None
    ranked = [code for code, _ in totals.most_common()]
    colour = {code: min(index, COLOURS) + 1 for index, code in enumerate(ranked)}
    highest = max(sum(codes.values()) for codes in days.values())
    step = WIDTH / len(days)
    bars: list[Bar] = []
    for index, (day, codes) in enumerate(days.items()):
        top = float(HEIGHT)
        for code in ranked:
            if number := codes.get(code, 0):
                height = HEIGHT * number / highest
                top -= height
                words = f"{day:%d %b}: {number} {code.replace('_', ' ')}"
                bars.append(
                    Bar(
                        round(index * step, 1),
                        round(top, 1),
                        round(step - GAP, 1),
                        round(height, 1),
                        colour[code],
                        words,
                    )
                )
    legend = [(code, totals[code], colour[code]) for code in ranked]
    return Stack(bars, legend, highest, min(days), max(days))


@dataclass(frozen=True, slots=True)
class Line:
    """A small line of numbers by day: the points of its polyline, and what it says in words."""

    points: str
    words: str


def day_line(numbers: Sequence[int]) -> Line:
    """Return the line of at least two days, the oldest first."""
    highest, step = max(LEAST_HIGHEST, *numbers), LINE_WIDTH / (len(numbers) - 1)
    places = ((index * step, LINE_HEIGHT * (1 - number / highest)) for index, number in enumerate(numbers))
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    return Line(points, f"{sum(numbers):,} written in {len(numbers)} days, {numbers[-1]:,} today")
