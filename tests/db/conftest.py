from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connections
from django.db.utils import ConnectionHandler

from tests.db.storm import database

Connect = Callable[..., Any]


@pytest.fixture
def connect(tmp_path: Path, django_db_blocker: Any) -> Iterator[Connect]:
    """Give a connection to this test's own database file, by an alias and options; forget it afterwards."""
    aliases: list[str] = []

    def connect(alias: str = "own", **options: Any) -> Any:
        settings = database(tmp_path / "own.sqlite3")
        settings["OPTIONS"] |= options
        # The handler fills in what Django expects beside.
        connections.databases[alias] = ConnectionHandler({"default": settings}).databases["default"]
        aliases.append(alias)
        return connections[alias]

    with django_db_blocker.unblock():
        yield connect
        for alias in aliases:
            connections[alias].close()
            del connections[alias]
            del connections.databases[alias]
