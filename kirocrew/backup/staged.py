"""The note in the home that says which backup takes the database's place at the next start.

It is written whole or not at all, so whoever is killed leaves the note of before or the one of after.
"""

import json
import os
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from hooks.services.reading import ReadRefused, safe_read_bytes
from kirocrew.backup.kinds import SUFFIX

NOTE: Final = "restore.json"
LIMIT: Final = 64 * 1024  # bytes


class NoteError(Exception):
    """The note is there and can't be read or written; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Staged:
    """What waits: the backup's name, who asked and when (ISO).

    `inode` is the number of the file that takes the database's place, written down right before it does, and `kept`
    the backup the present became. `problem` is why it could not be done: it is not tried again by itself.
    """

    backup: str
    by: str
    at: str
    inode: int = 0
    kept: str = ""
    problem: str = ""

    def changed(self, **values: Any) -> "Staged":
        """The note with other values."""
        return replace(self, **values)


def note_file() -> Path:
    """Where the note is."""
    return Path(settings.KIROCREW_HOME) / NOTE


def staged_read() -> Staged | None:
    """What waits to be put back; None when nothing does. Raises NoteError."""
    file = note_file()
    if not file.exists():
        return None
    try:
        staged = Staged(**json.loads(safe_read_bytes(file, limit=LIMIT)))
        if Path(staged.backup).name != staged.backup or not staged.backup.endswith(SUFFIX):
            raise ValueError("it names no backup")
        return staged
    except (ReadRefused, ValueError, TypeError) as error:
        raise NoteError(f"What is to be put back can't be read from {file}: {error}. Remove that file.") from error


def staged_name() -> str:
    """The name of the backup that waits to be put back, empty when none does or nobody can tell."""
    try:
        staged = staged_read()
    except NoteError:
        return ""
    return staged.backup if staged is not None else ""


def staged_write(staged: Staged) -> None:
    """Write the note, on disk before it returns. Raises NoteError."""
    file = note_file()
    draft = file.with_name(f"{NOTE}.partial")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as handle:
            json.dump(asdict(staged), handle)
            handle.flush()
            os.fsync(handle.fileno())
        draft.replace(file)
        folder_flush(file.parent)
    except OSError as error:
        raise NoteError(f"{file} can't be written: {error.strerror or error}. Nothing was changed.") from error


def staged_drop() -> None:
    """Forget what waits."""
    note_file().unlink(missing_ok=True)
    folder_flush(note_file().parent)


def folder_flush(folder: Path) -> None:
    """Have new names in a folder on disk, too. Raises OSError."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
