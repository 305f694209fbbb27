"""Recall and false-positive rate of the injection screen."""

import math
import time
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from hooks.screening.engine import screen
from hooks.screening.verdict import Origin, Verdict

from .rates import Rate, rate_of

NEEDED = ("text", "label")
INJECTION, BENIGN = "injection", "benign"
PACE = 500  # characters that a speed is told for
PACE_PIECES, WARM_UP = 400, 20


@dataclass(frozen=True, slots=True)
class Judged:
    """One row with what the screen said."""

    name: str
    text: str
    label: str
    kind: str
    lang: str
    source: str
    verdict: Verdict

    @property
    def is_wrong(self) -> bool:
        return (self.verdict.level == "clear") == (self.label == INJECTION)


@dataclass(frozen=True, slots=True)
class Slice:
    """The rates of one group: ``caught`` and ``refused`` of injections, ``alarmed`` and ``blocked`` of benign texts."""

    name: str
    caught: Rate
    refused: Rate
    alarmed: Rate
    blocked: Rate

    def as_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "caught": self.caught.as_dict(),
            "refused": self.refused.as_dict(),
            "alarmed": self.alarmed.as_dict(),
            "blocked": self.blocked.as_dict(),
        }


@dataclass(frozen=True, slots=True)
class ScreenReport:
    """Overall rates, the same by kind, language and source, and the rows judged wrongly."""

    overall: Slice
    groups: dict[str, list[Slice]]
    wrong: list[Judged] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        groups = {title: [one.as_dict() for one in slices] for title, slices in self.groups.items()}
        return {"overall": self.overall.as_dict(), **groups}


def judge_rows(rows: Iterable[dict[str, Any]], origin: Origin = Origin.AGENT) -> list[Judged]:
    """Every row screened. Rows are dicts with ``text`` and ``label``, and may have ``id kind lang source``."""
    return [judged_row(row, number, screen(row["text"], origin=origin)) for number, row in enumerate(rows, start=1)]


def judged_row(row: dict[str, Any], number: int, verdict: Verdict) -> Judged:
    return Judged(
        name=str(row.get("id", number)),
        text=row["text"],
        label=row["label"],
        kind=str(row.get("kind", "")),
        lang=str(row.get("lang", "")),
        source=str(row.get("source", "")),
        verdict=verdict,
    )


def slice_of(name: str, judged: list[Judged]) -> Slice:
    attacks = [one.verdict.level for one in judged if one.label == INJECTION]
    others = [one.verdict.level for one in judged if one.label == BENIGN]
    return Slice(
        name,
        caught=rate_of(level != "clear" for level in attacks),
        refused=rate_of(level == "hostile" for level in attacks),
        alarmed=rate_of(level != "clear" for level in others),
        blocked=rate_of(level == "hostile" for level in others),
    )


def measure_screen(rows: Iterable[dict[str, Any]], origin: Origin = Origin.AGENT) -> ScreenReport:
    """The report over labelled rows, each read as coming from ``origin``."""
    return report_of(judge_rows(rows, origin))


def report_of(judged: list[Judged]) -> ScreenReport:
    groups: dict[str, list[Slice]] = {}
    for title in ("kind", "lang", "source"):
        parts: dict[str, list[Judged]] = defaultdict(list)
        for one in judged:
            parts[getattr(one, title)].append(one)
        largest_first = sorted(parts.items(), key=lambda part: (-len(part[1]), part[0]))
        groups[title] = [slice_of(name, part) for name, part in largest_first]
    return ScreenReport(slice_of("all", judged), groups, [one for one in judged if one.is_wrong])


def milliseconds_each(rows: list[dict[str, Any]], origin: Origin = Origin.AGENT) -> float:
    """Milliseconds per ``PACE`` characters: the rows strung together, cut, and screened one after the other.

    NaN when there are fewer characters.
    """
    text = " ".join(row["text"] for row in rows)[: PACE * PACE_PIECES]
    pieces = [text[at : at + PACE] for at in range(0, len(text) - PACE + 1, PACE)]
    if not pieces:
        return math.nan
    for piece in pieces[:WARM_UP]:
        screen(piece, origin=origin)
    began = time.perf_counter()
    for piece in pieces:
        screen(piece, origin=origin)
    return (time.perf_counter() - began) * 1000 / len(pieces)
