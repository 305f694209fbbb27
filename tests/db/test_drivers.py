import importlib
import sqlite3
import subprocess
import sys
from types import ModuleType
from typing import Any

import pytest

from kirocrew.db.backends.sqlite3.drivers import CANDIDATES, can_load_extensions, pick_driver


class _WithExtensions:
    def enable_load_extension(self, enabled: bool) -> None: ...


class _WithoutExtensions: ...


def driver(name: str, *, extensions: bool) -> Any:
    module: Any = ModuleType(name)
    module.Connection = _WithExtensions if extensions else _WithoutExtensions
    return module


def loader(**installed: bool) -> Any:
    """Return an importer that knows the given packages only; the value says whether they load extensions."""

    def load(name: str) -> Any:
        package = name.partition(".")[0]
        if package not in installed:
            raise ImportError(name)
        return driver(name, extensions=installed[package])

    return load


@pytest.mark.parametrize(
    ("installed", "chosen"),
    [
        ({"sqlite3": True, "pysqlite3": True, "sqlean": True}, "sqlite3.dbapi2"),
        ({"sqlite3": False, "pysqlite3": True, "sqlean": True}, "pysqlite3.dbapi2"),
        ({"sqlite3": False, "sqlean": True}, "sqlean.dbapi2"),
        ({"sqlite3": False, "pysqlite3": False, "sqlean": True}, "sqlean.dbapi2"),
        ({"sqlite3": False}, "sqlite3.dbapi2"),
        ({"sqlite3": False, "pysqlite3": False}, "sqlite3.dbapi2"),
    ],
)
def test_the_first_driver_that_can_load_extensions_is_taken(installed: dict[str, bool], chosen: str) -> None:
    assert pick_driver(loader(**installed)).__name__ == chosen


def test_the_driver_of_this_installation_can_load_extensions() -> None:
    assert pick_driver().__name__ in CANDIDATES
    assert can_load_extensions(pick_driver())


def test_the_standard_module_stays_what_it_is() -> None:
    importlib.import_module("kirocrew.db.backends.sqlite3.base")
    assert sys.modules["sqlite3"] is sqlite3
    assert sys.modules["sqlite3"].__name__ == "sqlite3"


def test_picking_a_driver_needs_no_django_settings() -> None:
    code = "from kirocrew.db.backends.sqlite3.drivers import pick_driver; print(pick_driver().sqlite_version)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert result.stdout.strip() == pick_driver().sqlite_version
