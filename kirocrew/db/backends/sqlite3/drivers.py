"""Which DB-API module talks to SQLite."""

import importlib
from collections.abc import Callable
from typing import Any, Final

STANDARD: Final = "sqlite3.dbapi2"
CANDIDATES: Final = (STANDARD, "pysqlite3.dbapi2", "sqlean.dbapi2")
"""Modules in the order they are tried."""


def pick_driver(load: Callable[[str], Any] = importlib.import_module) -> Any:
    """Return the first candidate that is installed and can load extensions, else the standard module.

    Many builds of Python leave extension loading out. The module is handed on as it is and never put in the
    place of another in `sys.modules`: Django calls functions of the standard one that the others lack.
    """
    for name in CANDIDATES:
        try:
            driver = load(name)
        except ImportError:
            continue
        if can_load_extensions(driver):
            return driver
    return load(STANDARD)


def can_load_extensions(driver: Any) -> bool:
    """Return whether connections of `driver` were built with extension loading."""
    return hasattr(driver.Connection, "enable_load_extension")
