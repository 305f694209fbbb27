"""Pieces of SQL that the SQLite engine is put together from, and how they are run."""

from collections.abc import Collection
from datetime import datetime
from functools import lru_cache
from typing import Any, Final

from django.db import connection

from kirocrew.db.rows import fetch_all as fetch_all
from memory.recall.scope import CHANGE_TOKEN, Scope

DATED: Final = (
    "SELECT id FROM memory_record WHERE status = 'active' AND (valid_from IS NOT NULL OR valid_until IS NOT NULL)"
    " AND (valid_from > %s OR valid_until <= %s)"
)
"""Active records outside their window at an instant, which is given twice; read from a partial index."""
GIVEN: Final = "SELECT value FROM json_each(%s)"
"""Keys as one parameter: the statement stays the same whatever their number, and needs no new plan."""
ANNOUNCES: Final = f"INSTR(' ' || t.c1 || ' ', ' {CHANGE_TOKEN} ') > 0"
"""Whether a text has a word of change; `t` is the table behind a text index."""


def seconds_of(column: str) -> str:
    """An instant as seconds since 1970, exact to a millisecond: quicker to read and compare than a text."""
    return f"(JULIANDAY({column}) - 2440587.5) * 86400.0"


def given(keys: Collection[int]) -> str:
    """Keys as the parameter of GIVEN or of json_each."""
    return str([*keys])  # the same as JSON for whole numbers, in a third of the time


def marks(values: Collection[Any]) -> str:
    """One placeholder for each value."""
    return ", ".join(["%s"] * len(values))


@lru_cache(maxsize=64)
def stored(moment: datetime) -> str:
    """An instant as Django stores it, which compares as text."""
    return str(connection.ops.adapt_datetimefield_value(moment))


def token_condition(scope: Scope, column: str) -> tuple[str, list[str]]:
    """Return a condition on a column of scope tokens, and its parameters.

    For rows that are at hand already: reading a wide scope from the text index would cost more than it saves.
    """
    condition = " AND ".join(
        "(" + " OR ".join([f"INSTR(' ' || {column} || ' ', %s) > 0"] * len(group)) + ")" for group in scope.groups
    )
    return condition, [f" {token} " for group in scope.groups for token in group]
