"""Why a file was not read, as codes that stay the same between versions, and the error that carries them."""

import errno
import os
from enum import StrEnum
from pathlib import Path
from typing import Final

from kirocrew.base.problems import Problem


class ReadReason(StrEnum):
    """Every code a `ReadRefused` may carry; docs/reference/reading.md explains each."""

    BAD_PATH = "bad_path"
    BINARY_FILE = "binary_file"
    CHANGED = "changed"
    ENCODING_UNKNOWN = "encoding_unknown"
    FILE_TOO_LARGE = "file_too_large"
    HARD_LINK = "hard_link"
    IS_FOLDER = "is_folder"
    MISSING = "missing"
    NOT_AUDITED = "not_audited"
    NOT_REGULAR = "not_regular"
    OUTSIDE = "outside"
    SENSITIVE = "sensitive"
    SYMLINK = "symlink"
    UNREADABLE = "unreadable"


ADVICE: Final[dict[ReadReason, str]] = {
    ReadReason.BAD_PATH: "This is not a name a file can have.",
    ReadReason.BINARY_FILE: "This is a binary file. Export it as text, Markdown or JSON first.",
    ReadReason.CHANGED: "The file was changed or exchanged while it was read. Try again when nothing writes to it.",
    ReadReason.ENCODING_UNKNOWN: (
        "The text is neither UTF-8 nor UTF-16 with a byte order mark, and guessing could corrupt it. "
        "Save it as UTF-8 in an editor, or convert it: iconv -f WINDOWS-1252 -t UTF-8 OLD > NEW."
    ),
    ReadReason.HARD_LINK: "The file has another name elsewhere (a hard link), which could be private. Copy it first.",
    ReadReason.IS_FOLDER: "This is a folder. Name a file in it.",
    ReadReason.MISSING: "There is no such file or folder.",
    ReadReason.NOT_AUDITED: "The read could not be recorded, so it was not made. Free some space in the home first.",
    ReadReason.NOT_REGULAR: "Only regular files are read, no devices, pipes or sockets.",
    ReadReason.OUTSIDE: "The file lies outside the folder it may be in.",
    ReadReason.SYMLINK: "Symbolic links are not followed. Name the file or folder it points to.",
    ReadReason.UNREADABLE: "It cannot be opened.",
}
"""What each code says where the occurrence has nothing to add."""


class ReadRefused(Problem):
    """A file was not read. `reason` says why as a code, `detail` in words with what to do next.

    The path is never part of the message: who asked knows it, and a log need not.
    """

    default_type, default_title, status = "read-refused", "The file was not read", 422

    def __init__(self, reason: ReadReason, detail: str = "") -> None:
        self.reason = reason
        super().__init__(detail or ADVICE[reason], extra={"reason": reason.value})

    def as_os_error(self, path: str | Path) -> OSError:
        """The same as an error of the system about `path`, for callers that promise one."""
        if self.reason is ReadReason.MISSING:
            return FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
        return PermissionError(errno.EPERM, self.detail, str(path))
