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
                cursor.execute("BEGIN")
            else:
                cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield reader
    finally:
        reader.close()
