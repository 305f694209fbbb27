"""Looking through the home's own files for the texts of an erased record, the database and its backups included.

Guarded reading refuses some of them, as it should for everybody else; here nothing leaves but yes or no, and the text
of an export that is written anew.
"""

import contextlib
import json
import mmap
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from memory.services.erasing import pieces
from memory.services.erasing.needles import Needles

READ_MOST: Final = 64 * 1024**2  # bytes of a file that is compared word by word
HEADER: Final = b"SQLite format 3\0"
MEMBER_MOST: Final = 256 * 1024**2  # bytes of a member of an archive
_NO_FOLLOW: Final[int] = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


def file_carries(file: Path, needles: Needles) -> bool:
    """Whether the file's bytes, or a member of the archive it is, carry one of the texts.

    A file that is gone meanwhile does not. Raises OSError for one that can't be read: then nothing is known of it.
    """
    try:
        descriptor = os.open(file, os.O_RDONLY | _NO_FOLLOW)
    except FileNotFoundError:
        return False
    with os.fdopen(descriptor, "rb") as stream:
        if not os.fstat(descriptor).st_size:
            return False
        with mmap.mmap(descriptor, 0, access=mmap.ACCESS_READ) as mapped:
            if needles.in_bytes(mapped):
                return True
            is_archive = mapped[:2] == b"PK"
        stream.seek(0)
        return is_archive and any(needles.in_bytes(member) for member in _members(file))


def files_carrying(files: Sequence[Path], needles: Needles) -> list[Path]:
    """Those of the database's own files whose bytes carry one of the texts, found by a process that ends at once.

    A file that is open in SQLite must not be opened here: closing it would drop every lock this process has on it. The
    texts go by the standard input, which nobody else sees. Raises OSError when the files can't be read.
    """
    asked = json.dumps({"files": [str(file) for file in files], "pieces": needles.pieces})
    command = [sys.executable, "-I", str(Path(pieces.__file__))]
    done = subprocess.run(command, input=asked, capture_output=True, text=True, check=False)  # noqa: S603  (our own)
    if done.returncode:
        raise OSError(f"The database's files can't be read: {done.stderr.strip().rpartition(chr(10))[2]}")
    return [Path(name) for name in json.loads(done.stdout)]


def is_database(file: Path) -> bool:
    """Whether a file begins as SQLite's do. Raises OSError for one that can't be read."""
    with file.open("rb") as stream:
        return stream.read(len(HEADER)) == HEADER


def is_archive(file: Path) -> bool:
    """Whether a file begins as zip archives do. Raises OSError for one that can't be read."""
    with file.open("rb") as stream:
        return stream.read(2) == b"PK"


def start_of(file: Path) -> bytes:
    """The first bytes of a file, by which its kind is known; none of one that is gone or can't be read."""
    try:
        with file.open("rb") as stream:
            return stream.read(32)
    except OSError:
        return b""


def texts_of(file: Path) -> Iterator[str]:
    """What a file says, or each member of the archive it is: UTF-8 or UTF-16, at most READ_MOST bytes of each.

    Nothing of a file that is no text, and of one that is gone meanwhile.
    """
    try:
        if file.stat().st_size > READ_MOST or is_database(file):
            return
        data = file.read_bytes()
    except FileNotFoundError:
        return
    for part in [data] if data[:2] != b"PK" else _members(file):
        encoding = "utf-16" if part[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
        with contextlib.suppress(UnicodeDecodeError):
            yield part[:READ_MOST].decode(encoding)


def text_of(file: Path) -> str:
    """The text of a file of the home. Raises OSError, and UnicodeDecodeError for one that is no text."""
    return file.read_bytes().decode()


def readable_text(file: Path) -> str:
    """What of a file of at most READ_MOST bytes can be read as text; empty for a larger one, and one that is gone."""
    try:
        return file.read_bytes().decode("utf-8", "replace") if file.stat().st_size <= READ_MOST else ""
    except FileNotFoundError:
        return ""


def _members(file: Path) -> Iterator[bytes]:
    try:
        with zipfile.ZipFile(file) as archive:
            for info in archive.infolist():
                with archive.open(info) as member:
                    yield member.read(MEMBER_MOST)
    except (zipfile.BadZipFile, RuntimeError, ValueError):
        return
