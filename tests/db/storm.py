"""Writers that read, then write, in one transaction; run in threads and as processes by the lock storm test."""

import sys
from pathlib import Path
from typing import Any

import django
from django.conf import settings
from django.db import connections, transaction


def database(path: Path) -> dict[str, Any]:
    """Return the settings of a database on disk, as the product has them."""
    return {
        "ENGINE": "kirocrew.db.backends.sqlite3",
        "NAME": str(path),
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA temp_store=MEMORY;",
        },
    }


def write(alias: str, writer: str, writes: int) -> None:
    """Add one to the counter and leave a row, `writes` times; any lock error ends it."""
    try:
        for number in range(writes):
            with transaction.atomic(using=alias), connections[alias].cursor() as cursor:
                cursor.execute("SELECT value FROM counter")
                value = cursor.fetchone()[0]
                cursor.execute("UPDATE counter SET value = %s", [value + 1])
                cursor.execute("INSERT INTO written (writer, number) VALUES (%s, %s)", [writer, number])
    finally:
        connections[alias].close()


if __name__ == "__main__":
    settings.configure(USE_TZ=True, DATABASES={"default": database(Path(sys.argv[1]))})
    django.setup()
    # Everybody starts at once, when the test says so.
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.readline()
    write("default", sys.argv[2], int(sys.argv[3]))
