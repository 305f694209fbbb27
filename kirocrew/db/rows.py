"""Reading rows with a statement written by hand, where building the query takes longer than asking it.

For the few questions that every request asks. What comes back is loaded as Django loads it.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections, models

from kirocrew.db.backends.sqlite3.cursor import question_marks

Row = TypeVar("Row", bound=models.Model)


class _Plan(NamedTuple):
    select: str
    names: list[str]
    converters: list[tuple[int, Callable[..., Any], Any]]


def rows_read(model: type[Row], rest: str, values: Sequence[Any]) -> list[Row]:
    """Instances of `model`, whose table is called `t` in the rest of the statement: `WHERE t.slug = %s`.

    `rest` is a part of the program, never of a request; what a request brings is among the values.
    """
    plan = _plan(model)
    found = fetch_all(plan.select + rest, values)
    return [model.from_db(DEFAULT_DB_ALIAS, plan.names, _converted(row, plan)) for row in found]


def fetch_all(statement: str, params: Sequence[Any]) -> list[tuple[Any, ...]]:
    """The rows of a statement that reads.

    Past Django's cursor, which takes three times as long as a short statement, unless somebody listens to it.
    """
    database: Any = connections[DEFAULT_DB_ALIAS]
    if database.connection is None:
        database.ensure_connection()
    if database.execute_wrappers or database.queries_logged:
        with database.cursor() as cursor:
            cursor.execute(statement, params)
            return list(cursor.fetchall())
    database.validate_no_broken_transaction()
    with database.wrap_database_errors:
        rows: list[tuple[Any, ...]] = database.connection.execute(question_marks(statement), params).fetchall()
        return rows


def _converted(found: Sequence[Any], plan: _Plan) -> list[Any]:
    row = list(found)
    for place, convert, column in plan.converters:
        row[place] = convert(row[place], column, connection)
    return row


@cache
def _plan(model: type[models.Model]) -> _Plan:
    """The columns of a model and how their values become Python's."""
    fields = model._meta.concrete_fields
    table = connection.ops.quote_name(model._meta.db_table)
    columns = ", ".join(f"t.{connection.ops.quote_name(str(field.column))}" for field in fields)
    converters = []
    for place, field in enumerate(fields):
        column = field.get_col(model._meta.db_table)
        for convert in (*connection.ops.get_db_converters(column), *field.get_db_converters(connection)):
            converters.append((place, convert, column))
    select = f"SELECT {columns} FROM {table} t "  # noqa: S608
    return _Plan(select, [field.attname for field in fields], converters)
