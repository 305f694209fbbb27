"""The database's file, what SQLite keeps beside it, and the draft that takes its place."""

from pathlib import Path
from typing import Final

from django.db import connection

COMPANIONS: Final = ("-wal", "-shm", "-journal")
DRAFT: Final = ".restoring.sqlite3"
"""End of the draft's name; as every database in the home, nobody is given it to read."""


def database_file() -> Path:
    """Where the database is."""
    return Path(str(connection.settings_dict["NAME"]))


def draft_of(live: Path) -> Path:
    """Where the database that takes this one's place is made."""
    return live.with_name(f".{live.name}{DRAFT}")


def companions_remove(database: Path) -> None:
    """Remove what SQLite keeps beside a database. Only for one that nobody has open and that is given up or whole."""
    for end in COMPANIONS:
        Path(f"{database}{end}").unlink(missing_ok=True)


def draft_remove() -> None:
    """Remove a draft that a start which was cut off left."""
    draft = draft_of(database_file())
    draft.unlink(missing_ok=True)
    companions_remove(draft)
