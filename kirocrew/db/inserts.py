"""Inserting many rows at once, several times faster than bulk_create, which builds an expression for each value.

Only for rows that are known to be new and models without database defaults; fields are prepared by the fields
themselves, so what is stored is the same.
"""

import json
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connection, connections, models, transaction

from kirocrew.db.backends.sqlite3.cursor import question_marks

_LAST_KEY: Final = "SELECT last_insert_rowid()"

# What fields of exactly these types store as it is: preparing it would give the same.
_TEXT: Final[frozenset[type]] = frozenset({str, type(None)})
_NUMBER: Final[frozenset[type]] = frozenset({int, type(None)})
_PLAIN: Final[dict[type, frozenset[type]]] = {
    models.BigAutoField: _NUMBER,
    models.BigIntegerField: _NUMBER,
    models.BooleanField: frozenset({bool, type(None)}),
    models.CharField: _TEXT,
    models.FloatField: frozenset({float, type(None)}),
    models.ForeignKey: _NUMBER,
    models.IntegerField: _NUMBER,
    models.OneToOneField: _NUMBER,
    models.PositiveIntegerField: _NUMBER,
    models.SlugField: _TEXT,
    models.TextField: _TEXT,
}


class _Plan(NamedTuple):
    statement: str  # which inserts one row
    returning: str  # what is added to it to learn the row's key
    read: Callable[[Any], tuple[Any, ...]]  # the values of a row, in the columns' order
    columns: list[tuple[frozenset[type], Callable[..., Any]]]  # types stored as they are, preparation of others


def insert_rows(model: type[models.Model], rows: Sequence[Any]) -> list[Any]:
    """Insert rows of one model, in order, and return their automatic keys (none when the model has no such key).

    A row is an unsaved instance, which then counts as saved and has its key, or an object of a slotted class with the
    model's attributes, those left out having their defaults: an instance takes longer to make than to store.
    """
    if not rows:
        return []
    kind: Any = type(rows[0])
    plan = _plan(model, kind)
    if len(rows) == 1:
        keys = _insert(plan, rows[0])
    elif connection.in_atomic_block:
        keys = _insert_many(plan, rows)
    else:
        with transaction.atomic():
            keys = _insert_many(plan, rows)
    if isinstance(rows[0], model):
        for row, key in zip(rows, keys, strict=False):
            row.pk = key
        for row in rows:
            row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
    return keys


def _insert(plan: _Plan, row: Any) -> list[Any]:
    database: Any = connections[DEFAULT_DB_ALIAS]
    statement, values = plan.statement + plan.returning, _values(plan, row, database)
    if not database.in_atomic_block or database.execute_wrappers or database.queries_logged:
        with database.cursor() as cursor:
            cursor.execute(statement, values)
            return [key for (key,) in cursor.fetchall()] if plan.returning else []
    # Past Django's cursor, which takes longer than a short statement, unless somebody listens to it.
    database.validate_no_broken_transaction()
    with database.wrap_database_errors:
        return [key for (key,) in database.connection.execute(question_marks(statement), values).fetchall()]


def _insert_many(plan: _Plan, rows: Sequence[Any]) -> list[Any]:
    """Insert with the statement of one row, which is prepared once, whatever their number.

    The transaction holds the write lock, so their keys follow each other.
    """
    database: Any = connections[DEFAULT_DB_ALIAS]
    with database.cursor() as cursor:
        cursor.executemany(plan.statement, [_values(plan, row, database) for row in rows])
        if not plan.returning:
            return []
        cursor.execute(_LAST_KEY)
        (last,) = cursor.fetchone()
    return list(range(last - len(rows) + 1, last + 1))


def _values(plan: _Plan, row: Any, database: Any) -> list[Any]:
    return [
        value if type(value) in plain else prepare(value, database)
        for value, (plain, prepare) in zip(plan.read(row), plan.columns, strict=True)
    ]


@cache
def _plan(model: type[models.Model], row: type[object]) -> _Plan:
    quote = connection.ops.quote_name
    auto = model._meta.auto_field
    fields = [field for field in model._meta.concrete_fields if field is not auto]
    given = [field for field in fields if hasattr(row, field.attname)]
    fixed = [field for field in fields if field not in given]
    columns = ", ".join(quote(str(field.column)) for field in (*given, *fixed))
    defaults = tuple(field.get_default() for field in fixed)
    read = attrgetter(*(field.attname for field in given))
    marks = ", ".join(["%s"] * len(fields))
    return _Plan(
        f"INSERT INTO {quote(model._meta.db_table)} ({columns}) VALUES ({marks})",  # noqa: S608
        f" RETURNING {quote(str(auto.column))}" if auto else "",
        (lambda row: (*read(row), *defaults)) if fixed else read,
        [preparation_of(field) for field in (*given, *fixed)],
    )


def preparation_of(field: Any) -> tuple[frozenset[type], Callable[[Any, Any], Any]]:
    """The types of values the field stores as they are, and what makes a parameter of the others."""
    return _PLAIN.get(type(field), frozenset()), _preparation(field)


def _preparation(field: Any) -> Callable[[Any, Any], Any]:
    """What makes a value into a parameter: the field's own method, without what it would do anew for each value."""
    prepare: Callable[[Any, Any], Any] = field.get_db_prep_save
    if type(field) is models.DateTimeField:
        return lambda value, database: _moment(value) if type(value) is datetime else prepare(value, database)
    if type(field) is models.JSONField:
        encode = (field.encoder or json.JSONEncoder)().encode
        return lambda value, _: None if value is None else encode(value)
    if type(field) is models.UUIDField and not connection.features.has_native_uuid_field:
        return lambda value, database: value.hex if type(value) is UUID else prepare(value, database)
    if type(field) is models.CharField:  # of a choice the text is stored
        return lambda value, database: str.__str__(value) if isinstance(value, str) else prepare(value, database)
    return prepare


@lru_cache(maxsize=1_024)
def _moment(value: datetime) -> Any:
    """Of the rows of a batch most have the same moments. Equal ones are stored alike, whatever their zone."""
    return connection.ops.adapt_datetimefield_value(value)
