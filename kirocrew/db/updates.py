"""Updating many rows at once, each to values of its own, with one statement that is prepared once.

The ORM builds a statement for each row, which takes longer than running it; `bulk_update` makes one of CASEs, which
takes longer still. Values are prepared by the fields themselves, so what is stored is the same.
"""

from collections.abc import Callable, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple

from django.db import connection, models

from kirocrew.db.inserts import preparation_of


class _Plan(NamedTuple):
    statement: str
    read: Callable[[Any], tuple[Any, ...]]  # the values of a row, in the columns' order
    columns: list[tuple[frozenset[type], Callable[..., Any]]]  # types stored as they are, preparation of others


def update_rows(
    model: type[models.Model],
    rows: Sequence[Any],
    names: Sequence[str],
    *,
    guard: str = "",
    expected: Sequence[Any] = (),
) -> int:
    """Store the named attributes of instances under their primary keys and return how many rows were changed.

    With a `guard`, the name of another attribute, a row is only changed while its column holds the `expected` value,
    one for each instance.
    """
    if not rows:
        return 0
    plan = _plan(model, tuple(names), guard)
    bounds = expected if guard else [None] * len(rows)
    values = [
        [
            *(
                value if type(value) in plain else prepare(value, connection)
                for value, (plain, prepare) in zip(plan.read(row), plan.columns, strict=True)
            ),
            row.pk,
            *([bound] if guard else []),
        ]
        for row, bound in zip(rows, bounds, strict=True)
    ]
    with connection.cursor() as cursor:
        cursor.executemany(plan.statement, values)
        return int(cursor.rowcount)


@cache
def _plan(model: type[models.Model], names: tuple[str, ...], guard: str) -> _Plan:
    quote = connection.ops.quote_name
    fields = {field.attname: field for field in model._meta.concrete_fields}
    key = next(field for field in fields.values() if field.primary_key)
    chosen = [fields[name] for name in names]
    sets = ", ".join(f"{quote(str(field.column))} = %s" for field in chosen)
    where = f"{quote(str(key.column))} = %s" + (f" AND {quote(str(fields[guard].column))} = %s" if guard else "")
    return _Plan(
        f"UPDATE {quote(model._meta.db_table)} SET {sets} WHERE {where}",  # noqa: S608
        attrgetter(*names) if len(names) > 1 else lambda row: (getattr(row, names[0]),),
        [preparation_of(field) for field in chosen],
    )
