"""Making sure that what was deleted is not left in the bytes of the database's file."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.db import OperationalError, connection

from memory.services.erasing.files import database_files
from memory.services.erasing.needles import Needles
from memory.services.erasing.reading import files_carrying

logger = logging.getLogger(__name__)

PATIENCE: Final = 10.0
"""Seconds that readers of an old state are waited for; each of them holds the write-ahead log."""
LOOK_SECONDS: Final = 0.05
REWRITE_ALWAYS: Final = 256 * 2**20
"""Bytes up to which the database is written anew after every erase: SQLite moves rows between pages and leaves pieces
of them behind, which may be too short to be known again."""


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
    """Empty the write-ahead log and write the whole file anew; a large one only where the bytes are still there.

    Returns what has to be said about it. Inside of a transaction nothing can be done yet, and nothing is.
    """
    if connection.in_atomic_block or connection.vendor != "sqlite":
        return ""
    if not _checkpoint():
        return "Somebody still reads an older state, so the write-ahead log could not be emptied."
    files = database_files()
    if sum(file.stat().st_size for file in files) > REWRITE_ALWAYS and not files_carrying(files, needles):
        return ""
    try:
        _pragma("", statement="VACUUM")
    except OperationalError:
        logger.warning("the database was in use all the time and could not be written anew after an erase")
        return "The file was in use all the time and could not be written anew: pieces of words may be left in it."
    _checkpoint()
    return ""


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
