"""Making sure that what was deleted is not left in the bytes of the database's file."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.db import connection

from memory.services.erasing.files import database_files
from memory.services.erasing.needles import Needles
from memory.services.erasing.reading import files_carrying

PATIENCE: Final = 10.0
"""Seconds that readers of an old state are waited for; each of them holds the write-ahead log."""
LOOK_SECONDS: Final = 0.05


@contextmanager
def overwriting() -> Iterator[None]:
    """Inside, SQLite overwrites what it deletes with zeros, pages that become free included."""
    before = _pragma("secure_delete")
    _pragma("secure_delete = ON")
    try:
        yield
    finally:
        _pragma(f"secure_delete = {'FAST' if before == 2 else 'ON' if before else 'OFF'}")


def bytes_clean(needles: Needles) -> str:
    """Empty the write-ahead log; where the bytes are still there, write the whole file anew. Returns what was done.

    Inside of a transaction nothing can be done yet, and nothing is.
    """
    if connection.in_atomic_block or connection.vendor != "sqlite":
        return ""
    if not _checkpoint():
        return "Somebody still reads an older state, so the write-ahead log could not be emptied."
    if not files_carrying(database_files(), needles):
        return ""
    _pragma("", statement="VACUUM")
    _checkpoint()
    return "The file was written anew, so that no free page of earlier times holds the text."


def _checkpoint() -> bool:
    """Whether the log is empty now."""
    deadline = time.monotonic() + PATIENCE
    while True:
        if _pragma("wal_checkpoint(TRUNCATE)") == 0:
            return True
        if time.monotonic() > deadline:
            return False
        time.sleep(LOOK_SECONDS)


def _pragma(name: str, *, statement: str = "") -> Any:
    with connection.cursor() as cursor:
        cursor.execute(statement or f"PRAGMA {name}")
        row = cursor.fetchone() if cursor.description else None
    return row[0] if row else None
