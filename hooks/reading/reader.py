"""The functions by which the product reads files that people, bots or settings name."""

import os
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path
from typing import Final

from .decoding import decode_text
from .opening import MIB, Links, Opened, open_guarded
from .refusals import ReadReason, ReadRefused

READ_LIMIT: Final = 50 * MIB
"""Most bytes of one read (reference specification 7.5)."""


def safe_read_bytes(
    path: str | Path,
    *,
    limit: int = READ_LIMIT,
    within: Path | None = None,
    links: Links = Links.RESOLVE,
    hard_links: bool = False,
    home: Path | None = None,
) -> bytes:
    """The bytes of a regular file of at most `limit` bytes. Raises ReadRefused, whose `reason` says why not.

    The path is expanded, resolved and held against the sensitive list, then opened without following any link that
    was put there in between. `within`: a folder the file must lie in after all links are followed. A file with a
    second name (hard link) is refused unless `hard_links`. Devices, pipes and sockets are never opened for reading.
    """
    with open_guarded(path, links=links, home=home) as file:
        _require_within(file, within)
        return file.read(limit=limit, hard_links=hard_links)


def safe_read_file(
    path: str | Path,
    *,
    limit: int = READ_LIMIT,
    within: Path | None = None,
    links: Links = Links.RESOLVE,
    hard_links: bool = False,
    home: Path | None = None,
) -> str:
    """The text of a file: UTF-8, or UTF-16 with a byte order mark, which is left out. Raises ReadRefused.

    All as `safe_read_bytes`; bytes that are no such text are refused with `binary_file` or `encoding_unknown`.
    """
    data = safe_read_bytes(path, limit=limit, within=within, links=links, hard_links=hard_links, home=home)
    return decode_text(data)[0]


def safe_open(
    path: str | Path, *, within: Path | None = None, hard_links: bool = False, home: Path | None = None
) -> BufferedReader:
    """A regular file of any size for reading piece by piece, checked as in `safe_read_bytes`. Raises ReadRefused.

    For a model or an export, which no memory should hold at once. Who opens it closes it.
    """
    file = open_guarded(path, home=home)
    try:
        _require_within(file, within)
        return file.stream(hard_links=hard_links)
    except ReadRefused:
        file.close()
        raise


def safe_read_lines(path: str | Path, *, limit: int = READ_LIMIT) -> Iterator[str]:
    """The lines of a text file without their ends, split at line feeds only, as JSON lines need. Raises ReadRefused."""
    text = safe_read_file(path, limit=limit)
    yield from (line.removesuffix("\r") for line in text.removesuffix("\n").split("\n"))


def _require_within(file: Opened, folder: Path | None) -> None:
    if folder is not None and not Path(file.path).is_relative_to(os.path.realpath(folder)):
        raise ReadRefused(ReadReason.OUTSIDE)
