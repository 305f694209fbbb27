"""Reading rows with a statement written by hand, where building the query takes longer than asking it.

For the few questions that every request asks. What comes back is loaded as Django loads it.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, models

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
    with connection.cursor() as cursor:
        cursor.execute(plan.select + rest, values)
        found = cursor.fetchall()
    return [model.from_db(DEFAULT_DB_ALIAS, plan.names, _converted(row, plan)) for row in found]


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
