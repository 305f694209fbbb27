"""What Python sends and gets back through the driver: types, placeholders, limits, the query log."""

import datetime
import decimal
import json
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import connection, models
from django.db.models import Avg, Count, F, Sum
from django.db.models.functions import TruncDay, Upper
from django.db.utils import IntegrityError
from django.test.utils import CaptureQueriesContext, isolate_apps

NOON = datetime.datetime(2026, 3, 1, 12, 30, 15, 123_456, tzinfo=datetime.UTC)


@pytest.fixture
def thing(transactional_db: None) -> Iterator[type[Any]]:
    """A table with a column of every type whose values pass a converter or adapter."""
    with isolate_apps():

        class Thing(models.Model):
            data = models.JSONField(null=True)
            at = models.DateTimeField(null=True)
            day = models.DateField(null=True)
            hour = models.TimeField(null=True)
            price = models.DecimalField(max_digits=12, decimal_places=4, null=True)
            yes = models.BooleanField(null=True)
            span = models.DurationField(null=True)
            uid = models.UUIDField(null=True)
            blob = models.BinaryField(null=True)
            text = models.TextField(default="")
            real = models.FloatField(null=True)
            big = models.BigIntegerField(null=True)

            class Meta:
                app_label = "round_trips"

            def __str__(self) -> str:
                return self.text

        with connection.schema_editor() as editor:
            editor.create_model(Thing)
        yield Thing
        with connection.schema_editor() as editor:
            editor.delete_model(Thing)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("data", {"ü": [1, 1.5, True, None, "東京 🍕", {"nested": []}], "quote\"'": "\\"}),
        ("data", []),
        ("data", "text"),
        ("data", False),
        ("at", NOON),
        ("at", datetime.datetime(1, 1, 1, tzinfo=datetime.UTC)),
        ("at", datetime.datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=datetime.UTC)),
        ("day", datetime.date(2024, 2, 29)),
        ("hour", datetime.time(23, 59, 59, 999_999)),
        ("price", decimal.Decimal("12345678.1234")),
        ("price", decimal.Decimal("-0.0001")),
        ("yes", True),
        ("yes", False),
        ("yes", None),
        ("span", datetime.timedelta(days=-3, microseconds=7)),
        ("uid", uuid.UUID("01890a5d-ac96-774b-bcce-b302099a8057")),
        ("text", "NFD cafe\u0301, 메모리, việt, 👨\u200d👩\u200d👧, 'quoted', 100%s, %%"),
        ("real", 0.1),
        ("big", 2**63 - 1),
        ("big", -(2**63)),
    ],
)
def test_a_value_comes_back_as_it_went(thing: type[Any], field: str, value: Any) -> None:
    thing.objects.create(**{field: value})
    found = getattr(thing.objects.get(), field)
    assert found == value
    assert type(found) is type(value)
    assert thing.objects.filter(**{field: value} if value is not None else {f"{field}__isnull": True}).exists()


def test_bytes_come_back_with_zeros_in_them(thing: type[Any]) -> None:
    thing.objects.create(blob=b"\x00\xff\x00vec")
    assert bytes(thing.objects.get().blob) == b"\x00\xff\x00vec"


def test_json_can_be_asked_by_path(thing: type[Any]) -> None:
    thing.objects.create(data={"name": "Đà Nẵng", "tags": ["a", "b"], "depth": {"n": 2}})
    assert thing.objects.filter(data__name="Đà Nẵng", data__depth__n=2, data__tags__1="b").count() == 1
    assert thing.objects.filter(data__has_key="missing").count() == 0


def test_dates_and_numbers_can_be_computed_with(thing: type[Any]) -> None:
    thing.objects.create(at=NOON, price="1.5000", real=1.0, text="straße")
    thing.objects.create(at=NOON + datetime.timedelta(hours=20), price="2.5000", real=2.0, text="ü")
    days = thing.objects.annotate(start=TruncDay("at")).values_list("start").annotate(n=Count("pk")).order_by("start")
    assert [n for _, n in days] == [1, 1]
    assert thing.objects.aggregate(Sum("price"))["price__sum"] == decimal.Decimal("4")
    assert thing.objects.aggregate(Avg("real"))["real__avg"] == 1.5
    assert thing.objects.filter(at__lt=NOON + datetime.timedelta(hours=1)).update(real=F("real") + 1) == 1
    assert thing.objects.filter(text__iregex=r"^STRA").annotate(up=Upper("text")).count() == 1


def test_a_raw_cursor_reads_declared_columns_as_python_values(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMP TABLE raw (a bool, b date, c time, d datetime, e timestamp)")
        row = [True, datetime.date(2026, 3, 1), "10:30:00", datetime.datetime(2026, 3, 1, 10), "2026-03-01 11:00:00"]  # noqa: DTZ001
        cursor.execute("INSERT INTO raw VALUES (%s, %s, %s, %s, %s)", row)
        cursor.execute("SELECT * FROM raw")
        assert cursor.fetchone() == (
            True,
            datetime.date(2026, 3, 1),
            datetime.time(10, 30),
            datetime.datetime(2026, 3, 1, 10),  # noqa: DTZ001
            datetime.datetime(2026, 3, 1, 11),  # noqa: DTZ001
        )
        cursor.execute("DROP TABLE raw")


def test_both_kinds_of_placeholders_and_percent_signs_work(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT %s, '100%%', %s", ["a", decimal.Decimal("1.50")])
        assert cursor.fetchone() == ("a", "100%", "1.50")
        cursor.execute("SELECT %(one)s || %(two)s || %(one)s", {"one": "x", "two": "y"})
        assert cursor.fetchone() == ("xyx",)
        cursor.execute("SELECT '100%'")
        assert cursor.fetchone() == ("100%",)


@pytest.mark.parametrize("rows", [[("a", 1), ("b", 2)], [{"n": "a", "v": 1}, {"n": "b", "v": 2}], []])
def test_many_rows_can_be_sent_at_once_also_from_a_generator(db: None, rows: list[Any]) -> None:
    named = bool(rows) and isinstance(rows[0], dict)
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMP TABLE many (n, v)")
        sql = "INSERT INTO many VALUES (%(n)s, %(v)s)" if named else "INSERT INTO many VALUES (%s, %s)"
        cursor.executemany(sql, iter(rows))
        cursor.execute("SELECT count(*) FROM many")
        assert cursor.fetchone() == (len(rows),)
        cursor.execute("DROP TABLE many")


def test_the_limit_of_parameters_is_the_real_one(db: None) -> None:
    limit = connection.features.max_query_params
    assert limit >= 999
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT 1 WHERE 1 IN ({','.join(['%s'] * limit)})", list(range(limit)))
        assert cursor.fetchone() == (1,)


def test_twenty_thousand_rows_are_created_in_one_call(db: None) -> None:
    Group.objects.bulk_create([Group(name=f"crew {number}") for number in range(20_000)])
    assert Group.objects.filter(name__startswith="crew ").count() == 20_000
    wanted = [f"crew {number}" for number in range(0, 20_000, 2)]
    assert Group.objects.filter(name__in=wanted).count() == 10_000
    assert Group.objects.filter(name__startswith="crew ").delete()[0] == 20_000


def test_the_query_log_shows_values_also_of_a_query_with_thousands(db: None) -> None:
    with CaptureQueriesContext(
        connection,
    ) as log:
        list(Group.objects.filter(name__in=[f"o'brien {number}" for number in range(5_000)]))
    assert "'o''brien 4999'" in log.captured_queries[-1]["sql"]


def test_errors_of_the_driver_become_errors_of_django(db: None) -> None:
    Group.objects.create(name="twice")
    with pytest.raises(IntegrityError, match="UNIQUE"):
        Group.objects.create(name="twice")


def test_a_foreign_key_without_its_row_is_refused(transactional_db: None) -> None:
    with pytest.raises(IntegrityError, match="FOREIGN KEY"), connection.cursor() as cursor:
        cursor.execute("INSERT INTO auth_group_permissions (group_id, permission_id) VALUES (9999, 9999)")


def test_json_text_is_valid_to_sqlite_itself(thing: type[Any]) -> None:
    thing.objects.create(data={"a": "\u2028"})
    with connection.cursor() as cursor:
        cursor.execute("SELECT json_valid(data), data FROM round_trips_thing")
        valid, text = cursor.fetchone()
    assert valid == 1
    assert json.loads(text) == {"a": "\u2028"}
