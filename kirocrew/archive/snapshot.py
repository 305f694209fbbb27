"""Reading the whole database as it is at one instant, while others write on."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection


@contextmanager
def one_instant() -> Iterator[Any]:
    """A connection that sees the database as it was when it was asked first, and writes nothing.

    Another one than this thread's, which stays free to write down how far the work is. Inside a transaction it is this
    thread's own, since what that wrote is seen by nobody else.
    """
    if connection.in_atomic_block:
        yield connection
        return
    reader: Any = connection.copy()
    try:
        with reader.cursor() as cursor:
            if reader.vendor == "sqlite":
                cursor.execute("PRAGMA query_only = ON")
                cursor.execute("PRAGMA mmap_size = 0")  # each page is read once, and counts as this process's memory
                cursor.execute("BEGIN")
            else:
                cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield reader
    finally:
        reader.close()


@contextmanager
def unmapped() -> Iterator[None]:
    """Inside, the database's file is not mapped into memory: what is written once need not stay there."""
    if connection.vendor != "sqlite":
        yield
        return
    before = _mapped()
    _mapped(0)
    try:
        yield
    finally:
        _mapped(before)


def _mapped(size: int | None = None) -> int:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA mmap_size" if size is None else f"PRAGMA mmap_size = {size}")
        row = cursor.fetchone()
    return int(row[0]) if row else 0
