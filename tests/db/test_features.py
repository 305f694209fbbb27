"""The parts that differ between drivers, also for those not installed here."""

import sqlite3
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection

from kirocrew.db.backends.sqlite3.cursor import cursor_class
from kirocrew.db.backends.sqlite3.drivers import pick_driver
from kirocrew.db.backends.sqlite3.features import DEFAULT_MAX_PARAMS, DatabaseFeatures
from kirocrew.db.backends.sqlite3.operations import DatabaseOperations


def wrapper(*, raw: Any = None, version: tuple[int, int, int] = (3, 50, 0)) -> Any:
    return SimpleNamespace(
        connection=raw, ensure_connection=lambda: None, Database=SimpleNamespace(sqlite_version_info=version)
    )


class _Raw:
    """A raw connection without getlimit, compiled with the given options."""

    def __init__(self, *options: str) -> None:
        self.options = options

    def execute(self, sql: str) -> list[tuple[str]]:
        assert sql == "PRAGMA compile_options"
        return [(option,) for option in self.options]


def test_a_driver_that_knows_its_limit_is_asked() -> None:
    raw = sqlite3.connect(":memory:")
    raw.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, 500)
    assert DatabaseFeatures(wrapper(raw=raw)).max_query_params == 500
    raw.close()


def test_else_the_limit_is_what_sqlite_was_built_with() -> None:
    raw = _Raw("ENABLE_FTS5", "MAX_VARIABLE_NUMBER=1234", "THREADSAFE=1")
    assert DatabaseFeatures(wrapper(raw=raw)).max_query_params == 1234
    assert DatabaseFeatures(wrapper(raw=_Raw("ENABLE_FTS5"))).max_query_params == DEFAULT_MAX_PARAMS


@pytest.mark.parametrize(("version", "ordered"), [((3, 43, 9), False), ((3, 44, 0), True), ((3, 53, 4), True)])
def test_ordered_aggregates_depend_on_the_sqlite_in_use(version: tuple[int, int, int], ordered: bool) -> None:
    assert DatabaseFeatures(wrapper(version=version)).supports_aggregate_order_by_clause is ordered


@pytest.mark.parametrize(("version", "clause"), [((3, 38, 5), ["GROUP BY TRUE"]), ((3, 39, 0), [])])
def test_grouping_by_a_constant_depends_on_the_sqlite_in_use(version: tuple[int, int, int], clause: list[str]) -> None:
    assert DatabaseOperations(wrapper(version=version)).force_group_by() == clause


@pytest.mark.parametrize("driver", [sqlite3, pick_driver()])
def test_every_driver_takes_the_placeholders_of_django(driver: Any) -> None:
    cursor = driver.connect(":memory:").cursor(factory=cursor_class(driver))
    assert cursor.execute("SELECT %s || '%%'", ["界"]).fetchone() == ("界%",)
    assert cursor.execute("SELECT %(a)s + %(b)s", {"a": 1, "b": 2}).fetchone() == (3,)


def test_django_takes_it_for_sqlite(db: None) -> None:
    assert connection.vendor == "sqlite"
    assert "sqlite3" in connection.settings_dict["ENGINE"]
