"""instance_new makes what the model's constructor makes."""

import pytest

from kirocrew.db.instances import instance_new
from memory.models import Episode, Fact, Kind, Record, Store


def test_an_instance_is_what_the_constructor_makes(main_store: Store) -> None:
    values = {"store": main_store, "kind": Kind.EPISODE, "source": "bot:botty", "email_addresses": ["a@example.org"]}
    made, usual = instance_new(Record, values), Record(**values)
    own = {"uid", "observed_at", "created_at", "updated_at"}
    for field in Record._meta.concrete_fields:
        if field.name not in own:
            assert getattr(made, field.attname) == getattr(usual, field.attname), field.name
    assert made.store is main_store and made._state.adding
    made.content_hash = "0" * 64
    made.save()
    assert Record.objects.get() == made


def test_each_instance_has_its_own_defaults(main_store: Store) -> None:
    one, other = (instance_new(Record, {"store": main_store, "kind": Kind.FACT}) for _ in range(2))
    assert one.uid != other.uid
    one.email_addresses.append("a@example.org")
    assert other.email_addresses == []


def test_both_sides_of_one_to_one_know_each_other(main_store: Store) -> None:
    record = instance_new(Record, {"store": main_store, "kind": Kind.EPISODE})
    episode = instance_new(Episode, {"record": record, "text": "这是一个测试 🙂"})
    assert record.episode is episode and episode.record is record


def test_what_is_no_field_is_refused() -> None:
    with pytest.raises(AttributeError, match="Fact has no field vlaue"):
        instance_new(Fact, {"vlaue": 1})
