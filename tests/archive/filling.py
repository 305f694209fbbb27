"""Rows in every table that an archive has, with values of every script; and a home as nobody has used it."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

from django.db import connection, models

from channels_bridge.actors import Actor
from kirocrew.archive.codec import model_of
from kirocrew.archive.tables import LEFT_OUT, TABLES
from memory.models import Store

SCRIPTS = (
    "the kettle is red", "der Kessel ist grün, ähnlich", "水壶是红色的", "やかんは赤い", "주전자는 빨간색이다",
    "ấm đun nước màu đỏ", "الغلاية حمراء", "הקומקום אדום", "केतली लाल है", "чайник красный",
    "🫖👩‍👩‍👧 red\u2028kettle", 'quotes " and \\ and \t tabs\nand lines',
)  # fmt: skip
MOMENT = datetime(2026, 3, 29, 1, 59, 59, 999_999, tzinfo=UTC)
FITTING: dict[tuple[str, str], Any] = {
    ("hooks_mcpserver", "transport"): "stdio",
    ("hooks_mcpserver", "url"): "",
    ("hooks_scripthook", "timeout"): 30,
    ("memory_consolidationpass", "last"): 9,
    ("memory_consolidationpass", "first"): 1,
    ("memory_document", "kind"): "file",
    ("memory_evidencelink", "source_id"): None,
    ("memory_record", "valid_from"): None,
    ("memory_record", "superseded_by_id"): None,
    ("memory_revision", "before"): None,
    ("memory_revision", "after"): None,
    ("memory_fact", "confidence"): Decimal("0.85"),
    ("memory_lesson", "confidence"): Decimal("0.5"),
    ("memory_episode", "importance"): 0.1,
    ("memory_store", "member"): "",
    ("channels_bridge_channelsender", "sender"): "somebody",
}
"""Values that constraints of the tables ask for."""


def fill(number: int = 2) -> None:
    """Put rows into every table that an archive has."""
    for table in TABLES:
        model = model_of(table.name)
        for row in range(number):
            values = {field.attname: _value(table.name, field, row) for field in model._meta.concrete_fields}
            values = {name: value for name, value in values.items() if value is not KEY}
            model._base_manager.bulk_create([model(**values)])


KEY = object()


def _value(table: str, field: Any, row: int) -> Any:
    if (table, field.attname) == ("memory_space", "state"):
        return "retired" if row else "current"
    if (table, field.attname) in FITTING:
        return FITTING[table, field.attname]
    if field.is_relation:
        keys = list(field.related_model._base_manager.order_by("pk").values_list("pk", flat=True))
        if field.related_model is field.model:
            return keys[0] if keys and row else None
        return keys[row % len(keys)] if keys else None
    if field.choices:
        return next(choice for choice, _ in field.flatchoices)
    return _made(field, row)


def _made(field: Any, row: int) -> Any:
    text = f"{row}-{uuid4().hex[:4]} {SCRIPTS[len(field.name) % len(SCRIPTS)]} {SCRIPTS[row % len(SCRIPTS)]}"
    made = {
        models.BigAutoField: KEY,
        models.UUIDField: uuid4(),
        models.BooleanField: bool(row),
        models.DateTimeField: MOMENT + timedelta(days=row, microseconds=1),
        models.DateField: date(2024, 2, 29),
        models.DecimalField: Decimal("0.1"),
        models.FloatField: 0.1 + row,
        models.JSONField: {"z": [text, None, 1e-7, 2**70, True], "a": {"ключ": text}},
        models.BinaryField: bytes(range(256)),
    }
    if isinstance(field, models.CharField | models.TextField):
        return text[: field.max_length] if field.max_length else text
    return made.get(type(field), 7 + row)


def emptied() -> None:
    """Leave what `kirocrew prepare` leaves, of the tables that a restore minds."""
    with connection.cursor() as cursor:
        for name in (*(left.name for left in LEFT_OUT if left.anew), *(table.name for table in reversed(TABLES))):
            cursor.execute(f"DELETE FROM {name}")  # noqa: S608
    Store.objects.create(slug="main", name="Main")


OPERATOR = Actor.system("operator")
