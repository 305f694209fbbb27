"""Reading an archive once, from its first byte to its last, and holding it against what it says of itself.

Nothing of a file is believed before its manifest was reached and every count and hash was found to hold.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol

from hooks.services.reading import ReadRefused, safe_open
from kirocrew.archive.age import INTRO, decrypted, header_skip, is_encrypted, key_open
from kirocrew.archive.codec import Column, Unfit, columns_of
from kirocrew.archive.errors import ArchiveError, WrongPassphrase
from kirocrew.archive.tables import BY_NAME
from kirocrew.archive.writing import FORMAT, ROWS, VERSION

CHUNK: Final = 1024 * 1024  # bytes read at once
LINE_LIMIT: Final = 64 * CHUNK
"""Bytes of the longest row: a file of a skill is far below, and no row may fill the server's memory."""
NESTED: Final = "nested too deeply"

Report = Callable[[int, int], None]


class Sink(Protocol):
    """What takes the rows, as the database keeps them."""

    def rows(self, table: str, rows: Sequence[Sequence[Any]]) -> None: ...


@dataclass(frozen=True, slots=True)
class Contents:
    """What an archive holds: its head, and rows by table. `digest` is the sha256 of all before the manifest."""

    schema: dict[str, list[str]]
    space: dict[str, Any] | None
    counts: dict[str, int]
    digest: str

    @property
    def rows(self) -> int:
        """All rows."""
        return sum(self.counts.values())


@contextmanager
def archive_open(path: Path, *, passphrase: str = "", key: bytes = b"") -> Iterator[Iterator[bytes]]:
    """The content of an archive in pieces, decrypted where it is encrypted.

    Raises ArchiveError when the file can't be read, WrongPassphrase.
    """
    try:
        file = safe_open(path)
    except ReadRefused as error:
        raise ArchiveError(f"The archive can't be read: {error}") from error
    with file:
        start = file.read(len(INTRO))
        file.seek(0)
        if not is_encrypted(start):
            if passphrase:
                raise WrongPassphrase("The archive is not encrypted, so it is not one that you locked.")
            yield iter(lambda: file.read(CHUNK), b"")
            return
        if key:
            header_skip(file)
        yield decrypted(file, key or key_open(file, passphrase))


def archive_read(
    pieces: Iterable[bytes], sink: Sink | None = None, *, size: int = 0, report: Report | None = None
) -> Contents:
    """Read everything, give the rows to the sink, and check it. Raises ArchiveError at the first thing that is wrong.

    The sink has rows before they are checked as a whole, so it keeps them apart until this returns. `report` is told
    bytes done and `size`.
    """
    reading = _Reading(sink)
    done = 0
    for lines, length in _lines(pieces):
        for line in lines:
            reading.take(line)
        reading.flush()
        done += length
        if report is not None:
            report(min(done, size) if size else done, size)
    return reading.contents()


def _lines(pieces: Iterable[bytes]) -> Iterator[tuple[list[bytes], int]]:
    """Whole lines of each piece, without their ends, and how many bytes came."""
    held = b""
    for piece in pieces:
        *lines, rest = piece.split(b"\n")
        if lines:
            lines[0] = held + lines[0]
            held = rest
        else:
            held += rest
        if len(held) > LINE_LIMIT:
            raise ArchiveError("A row is longer than any that an archive has.")
        yield lines, len(piece)
    if held:
        raise ArchiveError("The archive is cut off in the middle of a row. Nothing was imported.")


@dataclass(slots=True)
class _Reading:
    """Where in the file the reading is, and what was counted until there."""

    sink: Sink | None
    number: int = 0
    head: dict[str, Any] = field(default_factory=dict)
    manifest: dict[str, Any] = field(default_factory=dict)
    table: str = ""
    columns: tuple[Column, ...] = ()
    found: dict[str, dict[str, Any]] = field(default_factory=dict)
    waiting: list[list[Any]] = field(default_factory=list)
    _whole: Any = field(default_factory=hashlib.sha256)
    _digest: Any = None
    _rows: int = 0

    def take(self, line: bytes) -> None:
        """One line of the file."""
        self.number += 1
        if self.manifest:
            raise self._wrong("something stands behind the manifest")
        value = self._parsed(line)
        if isinstance(value, list):
            self._row(value, line)
        elif not isinstance(value, dict):
            raise self._wrong("neither a row nor the head of a table")
        elif not self.head:
            self._begin(value)
            self._add(line)
        elif "manifest" in value:
            self._close()
            self.manifest = self._checked(value["manifest"])
        else:
            self._close()
            self._open(value)
            self._add(line)

    def flush(self) -> None:
        """Give what waits to the sink."""
        if self.waiting and self.sink is not None:
            self.sink.rows(self.table, self.waiting)
        self.waiting = []

    def contents(self) -> Contents:
        """What there was. Raises ArchiveError when the file ended early."""
        if not self.head:
            raise ArchiveError("The file is empty. It is no archive.")
        if not self.manifest:
            raise ArchiveError(
                "The archive ends before its manifest: it was cut off, as by a full disk or a broken transfer. "
                "Nothing was imported."
            )
        counts = {name: entry["rows"] for name, entry in self.found.items()}
        return Contents(self.head["schema"], self.head["space"], counts, self.manifest["sha256"])

    def _begin(self, head: dict[str, Any]) -> None:
        if head.get("format") != FORMAT:
            raise ArchiveError("The file is no archive of Kirocrew. `kirocrew import` reads files of other kinds.")
        if head.get("version") != VERSION:
            raise ArchiveError(
                f"Version {head.get('version')!r} of the archive is not read here, only {VERSION}. Update."
            )
        schema, space = head.get("schema"), head.get("space")
        if not _is_schema(schema) or not (space is None or isinstance(space, dict)):
            raise self._wrong("the head is not as it should be")
        self.head = {"schema": schema, "space": space}

    def _open(self, opening: dict[str, Any]) -> None:
        name = opening.get("table")
        if not isinstance(name, str) or name not in BY_NAME:
            raise self._wrong(f"the table {str(name)[:60]!r} is not known here. A newer version may have made it")
        if name in self.found:
            raise self._wrong(f"the table {name} stands there twice")
        table = BY_NAME[name]
        if opening.get("columns") != list(table.columns):
            raise self._wrong(f"{name} has other columns than here. Restore it with the version that made it")
        self.table, self.columns = name, columns_of(name)
        self._digest, self._rows = hashlib.sha256(), 0

    def _row(self, row: list[Any], line: bytes) -> None:
        if not self.table or len(row) != len(self.columns):
            raise self._wrong("a row that does not fit its table")
        try:
            stored = [column.store(value) for column, value in zip(self.columns, row, strict=True)]
        except (Unfit, ValueError, TypeError, OverflowError) as error:
            raise self._wrong(f"a row of {self.table} has a value that does not fit: {error}") from error
        self._digest.update(line)
        self._digest.update(b"\n")
        self._add(line)
        self._rows += 1
        self.waiting.append(stored)
        if len(self.waiting) >= ROWS:
            self.flush()

    def _close(self) -> None:
        self.flush()
        if self.table:
            self.found[self.table] = {"rows": self._rows, "sha256": self._digest.hexdigest()}
        self.table = ""

    def _checked(self, manifest: Any) -> dict[str, Any]:
        """The manifest, when all of it holds."""
        told = manifest.get("tables") if isinstance(manifest, dict) else None
        if not isinstance(told, dict):
            raise self._wrong("the manifest is not as it should be")
        for name in sorted(BY_NAME.keys() | told.keys()):
            self._compare(name, told.get(name), self.found.get(name))
        total = sum(entry["rows"] for entry in self.found.values())
        if manifest.get("rows") != total:
            raise self._wrong(f"the manifest promises {manifest.get('rows')!r} rows and {total} are there")
        if manifest.get("sha256") != self._whole.hexdigest():
            raise self._wrong("the file is not the one its manifest was made for: it was changed")
        return {"sha256": manifest["sha256"]}

    def _compare(self, name: str, told: Any, found: dict[str, Any] | None) -> None:
        if not isinstance(told, dict) or found is None:
            raise self._wrong(f"the table {name} is missing")
        if told.get("rows") != found["rows"]:
            raise self._wrong(f"{name}: {told.get('rows')!r} rows are promised and {found['rows']} are there")
        if told.get("sha256") != found["sha256"]:
            raise self._wrong(f"{name}: the rows are not those that were exported")

    def _parsed(self, line: bytes) -> Any:
        try:
            return json.loads(line.decode())
        except RecursionError as error:
            raise self._wrong(NESTED) from error
        except ValueError as error:
            raise self._wrong("no JSON") from error

    def _add(self, line: bytes) -> None:
        self._whole.update(line)
        self._whole.update(b"\n")

    def _wrong(self, why: str) -> ArchiveError:
        return ArchiveError(f"Line {self.number} of the archive: {why}. Nothing was imported.")


def _is_schema(value: Any) -> bool:
    return isinstance(value, dict) and all(
        isinstance(names, list) and all(isinstance(name, str) for name in names) for names in value.values()
    )
