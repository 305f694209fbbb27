"""What others write between the moment an edit is judged and the moment it is written."""

from collections.abc import Callable
from typing import Any

import pytest

from kirocrew.base.problems import Conflict, Invalid
from memory.models import Edit, Record, Store
from memory.services.editor import applying, edit_apply
from memory.services.records import record_forget, record_restore
from tests.memory.editing import OWNER, active, fact, named, now_is, preview

Meanwhile = Callable[[Callable[[], Any]], None]


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    """Do something once an edit is judged, and not written yet: then another process may have the lock."""
    judge = applying._planned

    def arrange(work: Callable[[], Any]) -> None:
        def judged(*values: Any) -> Any:
            plans = judge(*values)
            work()
            return plans

        monkeypatch.setattr(applying, "_planned", judged)

    return arrange


def refusal(token: str) -> str:
    """The gate's code for the one record that an edit is refused for."""
    with pytest.raises(Invalid) as caught:
        edit_apply(actor=OWNER, token=token)
    assert caught.value.type == "memory-edit-refused"
    return str(caught.value.extra["refused"][0]["code"])


def test_a_value_that_the_other_store_has_refused_for_good_meanwhile_does_not_go_there(
    main_store: Store, private_store: Store, meanwhile: Meanwhile
) -> None:
    there = fact(private_store, "user.city", "Lisbon")
    record = fact(main_store, "user.city", "Lisbon")
    record_forget(actor=OWNER, uid=there.uid)
    token = preview(named(record), type="move", store=private_store.slug).token

    def refuse_for_good() -> None:
        record_restore(actor=OWNER, uid=there.uid)
        record_forget(actor=OWNER, uid=there.uid, for_good=True)

    meanwhile(refuse_for_good)
    assert refusal(token) == "refused_value"
    assert (active(private_store), now_is(record).status) == ([], "active")


def test_a_place_that_another_record_has_taken_meanwhile_is_named(
    main_store: Store, private_store: Store, meanwhile: Meanwhile
) -> None:
    record = fact(main_store, "user.city", "Berlin")
    token = preview(named(record), type="move", store=private_store.slug).token
    meanwhile(lambda: fact(private_store, "user.city", "Porto"))
    assert refusal(token) == "conflict_skip"
    assert [row.fact.value for row in active(private_store)] == ["Porto"]


def test_what_has_nothing_to_do_with_an_edit_does_not_stop_it(main_store: Store, meanwhile: Meanwhile) -> None:
    record = fact(main_store, "user.city", "Berlin")
    token = preview(named(record), type="replace_text", find="Berlin", replacement="Lisbon").token
    meanwhile(lambda: fact(main_store, "user.name", "Alice"))
    edit_apply(actor=OWNER, token=token)
    assert now_is(record).fact.value == "Lisbon"
    assert Record.objects.count() == 2


def test_a_place_taken_without_an_entry_in_the_journal_makes_the_preview_stale(
    main_store: Store, private_store: Store, meanwhile: Meanwhile
) -> None:
    record = fact(main_store, "user.city", "Berlin")
    other = fact(private_store, "user.town", "Porto")
    token = preview(named(record), type="move", store=private_store.slug).token
    meanwhile(lambda: Record.objects.filter(pk=other.pk).update(key="user.city"))
    with pytest.raises(Conflict) as caught:
        edit_apply(actor=OWNER, token=token)
    assert caught.value.type == "stale-memory-preview"
    assert (now_is(record).status, Edit.objects.count()) == ("active", 0)
