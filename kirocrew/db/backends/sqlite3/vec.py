"""Loading sqlite-vec into one connection, and nothing else after it."""

import logging
from functools import cache
from typing import Any, Final

from kirocrew.db.backends.sqlite3.drivers import can_load_extensions

logger: Final = logging.getLogger(__name__)


def load_vec(connection: Any, driver: Any) -> str:
    """Load sqlite-vec into a raw connection, then switch loading off. Return "" or why it did not load."""
    path, problem = _library()
    if not problem and not can_load_extensions(driver):
        problem = "this SQLite driver cannot load extensions; install pysqlite3 or sqlean.py"
    if not problem:
        problem = _load(connection, driver, path)
    if problem:
        _warn_once(problem)
    return problem


def _load(connection: Any, driver: Any, path: str) -> str:
    connection.enable_load_extension(True)
    try:
        connection.load_extension(path)
    except driver.Error as error:
        return f"sqlite-vec could not be loaded: {error}"
    finally:
        # Otherwise any SQL could load any library the process can read.
        connection.enable_load_extension(False)
    return ""


@cache
def _library() -> tuple[str, str]:
    """Return (path of the library, "") or ("", why there is none)."""
    try:
        import sqlite_vec
    except ImportError:
        return "", "sqlite-vec is not installed"
    return str(sqlite_vec.loadable_path()), ""


@cache
def _warn_once(problem: str) -> None:
    logger.warning("Vector search in the database is off: %s", problem)
