"""Values of columns on their way out of the database and back, held against what the column admits."""

import base64
import binascii
import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal, InvalidOperation
from functools import cache
from typing import Any, Final
from uuid import UUID

from django.apps import apps
from django.db import connection, models

from kirocrew.archive.tables import BY_NAME, Table
from kirocrew.db.inserts import preparation_of

LARGEST: Final = 2**63 - 1


class Unfit(ValueError):
    """A value that its column can't hold."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column: `store` makes what the database keeps of the archive's value. Raises Unfit."""

    name: str
    field: Any
    store: Callable[[Any], Any]


@cache
def model_of(name: str) -> type[models.Model]:
    """The model of a table."""
    return next(model for model in apps.get_models(include_auto_created=True) if model._meta.db_table == name)


@cache
def columns_of(name: str) -> tuple[Column, ...]:
    """The columns of a table that travel, in the order of the archive."""
    table: Table = BY_NAME[name]
    fields = {str(field.column): field for field in model_of(name)._meta.concrete_fields}
    return tuple(Column(column, fields[column], _storing(fields[column])) for column in table.columns)


def shown(value: Any) -> Any:
    """A value of a column that JSON has no word for, as it is written in an archive: `default` of a JSON encoder."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, UUID | Decimal):
        return str(value)
    if isinstance(value, bytes | bytearray | memoryview):
        return base64.b64encode(bytes(value)).decode()
    raise TypeError(f"{type(value).__name__} has no place in an archive")


encode: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=shown).encode


def _storing(field: Any) -> Callable[[Any], Any]:
    target = field.target_field if field.is_relation else field
    parse = _PARSERS[target.get_internal_type()]
    _, prepare = preparation_of(target)
    needs_null = not field.null
    is_json = isinstance(target, models.JSONField)
    limit = target.max_length if isinstance(target, models.CharField) else None

    def store(value: Any) -> Any:
        if value is None:
            if not needs_null:
                return None
            if is_json:
                return "null"
            raise Unfit("nothing, where there has to be something")
        parsed = parse(value)
        if limit is not None and len(parsed) > limit:
            raise Unfit(f"longer than {limit} characters")
        return prepare(parsed, connection)

    return store


def _whole(value: Any) -> int:
    if type(value) is not int or not -LARGEST <= value <= LARGEST:
        raise Unfit("no whole number")
    return value


def _count(value: Any) -> int:
    if _whole(value) < 0:
        raise Unfit("below 0")
    return int(value)


def _number(value: Any) -> float:
    if type(value) not in (int, float) or not math.isfinite(value):
        raise Unfit("no number")
    return float(value)


def _truth(value: Any) -> bool:
    if type(value) is not bool:
        raise Unfit("neither true nor false")
    return value


def _text(value: Any) -> str:
    if type(value) is not str or "\0" in value:
        raise Unfit("no text")
    return value


def _instant(value: Any) -> datetime:
    try:
        moment = datetime.fromisoformat(_text(value))
    except ValueError as error:
        raise Unfit("no instant") from error
    if moment.tzinfo is None:
        raise Unfit("an instant without a zone")
    return moment


def _day(value: Any) -> date:
    try:
        return date.fromisoformat(_text(value))
    except ValueError as error:
        raise Unfit("no day") from error


def _uid(value: Any) -> UUID:
    try:
        return UUID(_text(value))
    except ValueError as error:
        raise Unfit("no UUID") from error


def _decimal(value: Any) -> Decimal:
    try:
        number = Decimal(_text(value))
    except InvalidOperation as error:
        raise Unfit("no decimal") from error
    if not number.is_finite():
        raise Unfit("no decimal")
    return number


def _bytes(value: Any) -> bytes:
    try:
        return base64.b64decode(_text(value), validate=True)
    except binascii.Error as error:
        raise Unfit("no base64") from error


_PARSERS: Final[dict[str, Callable[[Any], Any]]] = {
    "AutoField": _whole,
    "BigAutoField": _whole,
    "BigIntegerField": _whole,
    "BinaryField": _bytes,
    "BooleanField": _truth,
    "CharField": _text,
    "DateField": _day,
    "DateTimeField": _instant,
    "DecimalField": _decimal,
    "FloatField": _number,
    "IntegerField": _whole,
    "JSONField": lambda value: value,
    "PositiveBigIntegerField": _count,
    "PositiveIntegerField": _count,
    "PositiveSmallIntegerField": _count,
    "SlugField": _text,
    "TextField": _text,
    "UUIDField": _uid,
}
