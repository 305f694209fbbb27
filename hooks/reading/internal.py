"""Reads of the server's own secrets: a fixed list, and no read without an entry in the audit file."""

import json
import os
import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from django.conf import settings

from kirocrew.base.clock import now

from .opening import require_regular
from .refusals import ReadReason, ReadRefused

AUDIT_FOLDER: Final = "audit"
AUDIT_FILE: Final = "reads.jsonl"
AUDIT_LIMIT: Final = 1024 * 1024
"""Bytes after which the audit file is set aside; the one set aside before is dropped."""
_FOLDER_MODE, _FILE_MODE = 0o700, 0o600
_NO_FOLLOW: Final[int] = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


class InternalRead(StrEnum):
    """Every secret file the running server reads by itself."""

    OWNER_LINK = "owner_link"
    OWNER_LINK_CLAIMED = "owner_link_claimed"


@dataclass(frozen=True, slots=True)
class _Entry:
    name: re.Pattern[str]
    limit: int  # bytes


_ALLOWED: Final = {
    InternalRead.OWNER_LINK: _Entry(re.compile(r"owner_link\.json"), 4096),
    InternalRead.OWNER_LINK_CLAIMED: _Entry(re.compile(r"owner_link\.json\.[0-9a-f]{16}"), 4096),
}


def safe_read_internal(read_id: InternalRead | str, *, name: str, home: Path | None = None) -> bytes:
    """The bytes of one of the server's own secret files, which `safe_read_bytes` refuses to open.

    `name` is its name in the home, and must be one that `read_id` allows. The read is written to the home's audit file
    and to disk first; when that fails, nothing is read. Raises ReadRefused: `outside` for what is not on the list,
    `not_audited`, and the reasons of every read.
    """
    folder = Path(settings.KIROCREW_HOME) if home is None else home
    entry = _ALLOWED.get(InternalRead(read_id)) if read_id in set(InternalRead) else None
    if entry is None or not entry.name.fullmatch(name):
        raise ReadRefused(ReadReason.OUTSIDE, "This file is not on the list of internal reads.")
    _record(folder / AUDIT_FOLDER, read_id=str(read_id), name=name)
    return _read(folder, name, entry.limit)


def _record(folder: Path, *, read_id: str, name: str) -> None:
    line = json.dumps({"at": now().isoformat(), "read": read_id, "file": name, "process": os.getpid()}) + "\n"
    file = folder / AUDIT_FILE
    try:
        folder.mkdir(mode=_FOLDER_MODE, exist_ok=True)
        if file.exists() and file.stat().st_size > AUDIT_LIMIT:
            file.replace(file.with_suffix(".old"))
        descriptor = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT | _NO_FOLLOW, _FILE_MODE)
        try:
            if os.write(descriptor, line.encode()) != len(line.encode()):
                raise ReadRefused(ReadReason.NOT_AUDITED)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise ReadRefused(ReadReason.NOT_AUDITED) from error


def _read(folder: Path, name: str, limit: int) -> bytes:
    try:
        descriptor = os.open(folder / name, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | _NO_FOLLOW)
    except FileNotFoundError as error:
        raise ReadRefused(ReadReason.MISSING) from error
    except OSError as error:
        raise ReadRefused(ReadReason.UNREADABLE) from error
    with os.fdopen(descriptor, "rb") as file:
        require_regular(os.fstat(file.fileno()))
        data = file.read(limit + 1)
    if len(data) > limit:
        raise ReadRefused(ReadReason.FILE_TOO_LARGE, f"The file is larger than {limit} bytes.")
    return data
