"""insert_rows stores what bulk_create would."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from kirocrew.db.inserts import insert_rows
from memory.models import Episode, Event, Fact, Kind, Record, Store


def record(store: Store, number: int) -> Record:
    return Record(
        store=store,
        kind=Kind.FACT,
        key=f"user.k{number}",
        source="bot:botty",
        content_hash="0" * 64,
        email_addresses=["a@example.org"],
        valid_from=datetime(2026, 1, 1, tzinfo=UTC),
    )


def test_rows_come_back_as_they_went_in_with_their_keys(main_store: Store) -> None:
    rows = [record(main_store, number) for number in range(3)]
    insert_rows(Record, rows)
    facts = [
        Fact(record=row, value={"n": row.key, "界": [1, 2.5, None, True]}, confidence=Decimal("0.25")) for row in rows
    ]
    insert_rows(Fact, facts)
    stored = list(Record.objects.select_related("fact").order_by("id"))
    assert [row.pk for row in rows] == [row.pk for row in stored]
    for row, found in zip(rows, stored, strict=True):
        assert (found.uid, found.valid_from, found.email_addresses) == (row.uid, row.valid_from, ["a@example.org"])
        assert found.fact.value == {"n": found.key, "界": [1, 2.5, None, True]}
        assert found.fact.confidence == Decimal("0.25")
    assert not rows[0]._state.adding


def test_many_rows_keep_their_order(main_store: Store) -> None:
    events = [Event(code=f"c{number}", source="alice", store=main_store) for number in range(600)]
    insert_rows(Event, events)
    stored = dict(Event.objects.values_list("pk", "code"))
    assert [stored[event.pk] for event in events] == [event.code for event in events]


@pytest.mark.django_db(transaction=True)
def test_rows_outside_a_transaction_are_stored_all_or_none(main_store: Store) -> None:
    events = [Event(code=f"c{number}", source="alice", store=main_store) for number in range(3)]
    events[-1].code = None  # type: ignore[assignment]
    with pytest.raises(IntegrityError):
        insert_rows(Event, events)
    assert not Event.objects.exists()


def test_batches_of_every_size_share_their_statements(main_store: Store) -> None:
    statements = set()
    for number in range(1, 9):
        with CaptureQueriesContext(connection) as asked:
            insert_rows(Event, [Event(code=f"c{number}", source="alice", store=main_store) for _ in range(number)])
        statements |= {query["sql"].count("(") for query in asked if "INSERT" in query["sql"]}
    assert len(statements) == 1


def test_keys_go_on_after_rows_that_were_taken_back(main_store: Store) -> None:
    def events(number: int) -> list[Event]:
        return [Event(code="c", source="alice", store=main_store) for _ in range(number)]

    first = insert_rows(Event, events(3))
    with pytest.raises(IntegrityError), transaction.atomic():
        insert_rows(Event, events(5))
        insert_rows(Event, [Event(code=None, source="alice"), *events(1)])  # type: ignore[misc]
    assert insert_rows(Event, events(2)) == list(Event.objects.order_by("pk").values_list("pk", flat=True))[3:]
    assert Event.objects.filter(pk__in=first).count() == 3


@pytest.mark.django_db
def test_nothing_to_insert_asks_nothing(django_assert_num_queries: object) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        insert_rows(Episode, [])
