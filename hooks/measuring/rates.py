"""Shares with their uncertainty, and JSON-lines files of labelled rows."""

import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hooks.services.reading import ReadRefused, safe_read_lines

Z95 = 1.959963984540054  # standard normal quantile of a two-sided 95 % interval


class BadRow(ValueError):
    """A line that is no labelled row; the message names file, line and what is missing."""


@dataclass(frozen=True, slots=True)
class Rate:
    """``hits`` of ``total``, both counts."""

    hits: int
    total: int

    @property
    def share(self) -> float:
        """Between 0 and 1; 0 when nothing was counted."""
        return self.hits / self.total if self.total else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the share; (0, 1) when nothing was counted."""
        if not self.total:
            return 0.0, 1.0
        n, p, zz = self.total, self.share, Z95 * Z95
        middle = (p + zz / (2 * n)) / (1 + zz / n)
        half = Z95 / (1 + zz / n) * math.sqrt(p * (1 - p) / n + zz / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)

    def as_dict(self) -> dict[str, Any]:
        low, high = self.interval
        return {"hits": self.hits, "total": self.total, "share": self.share, "low": low, "high": high}

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.share:7.2%}  ({low:.2%} to {high:.2%})  {self.hits} of {self.total}"


def rate_of(flags: Iterable[bool]) -> Rate:
    """The share of true flags."""
    values = list(flags)
    return Rate(sum(values), len(values))


def read_rows(path: Path, needed: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """Rows of a JSON-lines file. Raises BadRow for a line without the needed fields, OSError for no readable file."""
    try:
        for number, line in enumerate(safe_read_lines(path), start=1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
            except json.JSONDecodeError as error:
                raise BadRow(f"{path.name}, line {number}: not JSON ({error.msg}).") from error
            missing = [name for name in needed if not isinstance(row, dict) or name not in row]
            if missing:
                raise BadRow(f"{path.name}, line {number}: needs the fields {', '.join(missing)}.")
            yield row
    except ReadRefused as refusal:
        raise refusal.as_os_error(path) from refusal
