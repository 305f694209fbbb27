"""Take a table written as text apart: find what divides its cells, and go on behind a row that is broken."""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass

# Lines one row may span; a quotation mark that is never closed must not swallow the table.
ROW_LINES = 500
# Characters of one cell, above which its row is broken; more than any memory may have.
CELL_CHARS = 100_000
DELIMITERS = (",", ";", "\t", "|")


@dataclass(frozen=True, slots=True)
class Row:
    """A row with the line it begins on, from 1; `problem` says what is wrong with it."""

    line: int
    cells: tuple[str, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Rows:
    """The lines of a table, what divides its cells, and where its first row is (a line `sep=;` stands before it)."""

    lines: list[str]
    delimiter: str
    start: int = 0

    def __iter__(self) -> Iterator[Row]:
        """Yield the rows that hold something."""
        at = self.start
        while at < len(self.lines):
            reader = csv.reader(self._from(at), delimiter=self.delimiter, strict=True)
            try:
                cells = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                yield Row(at + 1, problem=f"{error}".rstrip("."))
                at += 1
                continue
            if any(len(cell) > CELL_CHARS for cell in cells):
                yield Row(at + 1, problem=f"a cell has more than {CELL_CHARS:,} characters")
            elif any(cell.strip() for cell in cells):
                yield Row(at + 1, tuple(cells))
            at += max(reader.line_num, 1)

    def _from(self, at: int) -> Iterator[str]:
        for number in range(at, min(at + ROW_LINES, len(self.lines))):
            yield self.lines[number]


def table_rows(text: str, *, delimiter: str = "") -> Rows:
    """The rows of a text. Without a `delimiter` it is the one that a line `sep=` names, else what the first row has."""
    lines = list(io.StringIO(text, newline=""))
    start = next((number for number, line in enumerate(lines) if line.strip()), 0)
    first = lines[start].strip() if lines else ""
    if first.lower().startswith("sep=") and len(first) <= len("sep=") + 1:
        # `sep=` with a tab behind it loses it to `strip`.
        return Rows(lines, delimiter or first[len("sep=") :] or "\t", start + 1)
    return Rows(lines, delimiter or _delimiter(first), start)


def _delimiter(first: str) -> str:
    """What divides the first row most often, outside of quotation marks."""
    outside = "".join(first.split('"')[::2])
    return max(DELIMITERS, key=outside.count) if any(map(outside.count, DELIMITERS)) else ","
