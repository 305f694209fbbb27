"""Taking an applied edit back: as one operation, or not at all."""

import pytest

from channels_bridge.actors import Actor
from kirocrew.base.problems import Conflict, Forbidden, Invalid, NotFound
from memory.models import Edit, Embedding, Event, Record, Revision, Space, Status, Store
from memory.services.chain import chains_check
from memory.services.decisions import revision_undo
from memory.services.editor import edit_undo
from memory.services.recall import recall
from memory.services.records import record_forget
from tests.memory.editing import OWNER, active, apply, episode, fact, found, lesson, named, now_is, preview


def state(store: Store) -> list[tuple[object, ...]]:
    """What the active records of a store are, but for their revisions."""
    return [
        (r.uid, r.key, r.category, r.subject, r.scope, r.project, r.valid_until, r.source, r.content.snapshot())
        for r in active(store)
    ]


@pytest.mark.parametrize(
    "operation",
    [
        {"type": "replace_text", "find": "Berlin", "replacement": "Lisbon"},
        {"type": "forget"},
        {"type": "metadata", "values": {"subject": "alice", "category": "tool"}},
        {"type": "window", "valid_until": "2031-01-01T00:00:00Z"},
        {"type": "move", "project": "acme", "scope": "backend"},
        {"type": "move", "store": "other"},
    ],
)
def test_after_the_undo_everything_is_as_it_was(main_store: Store, botty: Actor, operation: dict[str, object]) -> None:
    other = Store.objects.create(slug="other", name="Other")
    fact(main_store, "user.city", {"home": ["Berlin"]}, botty)
    lesson(main_store, "Book trains from Berlin in the morning", botty)
    episode(main_store, "Alice moved to Berlin in spring.", tags=("move",))
    before = state(main_store)
    edit = apply(found("berlin"), **operation)  # type: ignore[arg-type]
    assert state(main_store) != before
    undone = edit_undo(actor=OWNER, uid=edit.uid, reason="A mistake")
    assert undone.undone_at is not None
    assert state(main_store) == before
    assert state(other) == []
    hits = recall(actor=OWNER, query="Berlin", stores=[main_store]).hits
    assert {hit.id for hit in hits} == {record.uid for record in active(main_store)}
    assert list(chains_check()) == []


def test_undoing_again_returns_the_same_receipt_and_writes_nothing(main_store: Store) -> None:
    fact(main_store, "user.city", "Berlin")
    edit = apply(found(), type="forget")
    first = edit_undo(actor=OWNER, uid=edit.uid)
    entries = Revision.objects.count()
    assert edit_undo(actor=OWNER, uid=edit.uid).undone_at == first.undone_at
    assert Revision.objects.count() == entries


def test_an_edit_whose_record_changed_since_is_not_undone_at_all(main_store: Store) -> None:
    one, other = fact(main_store, "user.city", "Berlin"), fact(main_store, "user.home", "Berlin")
    edit = apply(found("berlin"), type="replace_text", find="Berlin", replacement="Lisbon")
    fact(main_store, "user.home", "Porto")
    with pytest.raises(Conflict) as error:
        edit_undo(actor=OWNER, uid=edit.uid)
    assert error.value.type == "stale-memory-edit"
    assert error.value.extra["records"] == [str(other.uid)]
    assert (now_is(one).fact.value, now_is(other).fact.value) == ("Lisbon", "Porto")
    last = now_is(other).revisions.order_by("id").last()
    assert last is not None
    revision_undo(actor=OWNER, revision_id=last.pk)
    edit_undo(actor=OWNER, uid=edit.uid)  # now every record is as the edit left it
    assert (now_is(one).fact.value, now_is(other).fact.value) == ("Berlin", "Berlin")


def test_an_undo_does_not_bring_back_what_was_refused_since_nor_take_a_place(main_store: Store) -> None:
    fact(main_store, "user.city", "Berlin")
    gone = apply(found("berlin"), type="forget")
    newer = fact(main_store, "user.town", "Lisbon")
    moved = apply(named(newer), type="replace_text", find="Lisbon", replacement="Porto")
    record_forget(actor=OWNER, uid=fact(main_store, "user.third", "x").uid)
    again = fact(main_store, "user.city", "Hamburg")  # the owner's own word revives the key
    assert again.status == Status.ACTIVE
    with pytest.raises((Conflict, Invalid)):
        edit_undo(actor=OWNER, uid=gone.uid)
    assert edit_undo(actor=OWNER, uid=moved.uid).undone_at is not None


def test_a_forgotten_key_that_another_record_took_since_is_named(main_store: Store) -> None:
    first = lesson(main_store, "Deploy on Monday")
    edit = apply(named(first), type="replace_text", find="Monday", replacement="Tuesday")
    second = lesson(main_store, "Deploy on Monday")
    assert second.pk != first.pk
    with pytest.raises(Invalid) as error:
        edit_undo(actor=OWNER, uid=edit.uid)
    assert error.value.type == "memory-edit-refused"
    assert error.value.extra["refused"][0]["code"] == "duplicate"
    assert now_is(first).lesson.rule == "Deploy on Tuesday"


def test_only_the_owner_undoes_and_only_what_there_is(main_store: Store, botty: Actor) -> None:
    fact(main_store, "user.city", "Berlin")
    edit = apply(found(), type="forget")
    with pytest.raises(Forbidden):
        edit_undo(actor=botty, uid=edit.uid)
    with pytest.raises(NotFound):
        edit_undo(actor=OWNER, uid=Edit().uid)
    assert Record.objects.get().status == Status.FORGOTTEN


def test_vectors_of_a_changed_text_go_and_those_of_a_forgotten_record_come_back(main_store: Store) -> None:
    record = fact(main_store, "user.city", "Berlin")
    space = Space.objects.create(model="test", dimension=8, state=Space.State.CURRENT)
    Embedding.objects.create(record=record, space=space, text_hash="x", vector=b"\0" * 32)
    edit_undo(actor=OWNER, uid=apply(named(record), type="forget").uid)
    assert record.embeddings.exists()
    apply(named(record), type="metadata", values={"category": "place"})
    assert record.embeddings.exists()
    apply(named(record), type="replace_text", find="Berlin", replacement="Lisbon")
    assert not record.embeddings.exists()


def test_the_history_and_the_audit_log_tell_of_the_edit_and_its_undo(main_store: Store) -> None:
    record = fact(main_store, "user.city", "Berlin")
    edit = apply(named(record), type="replace_text", find="Berlin", replacement="Lisbon")
    edit_undo(actor=OWNER, uid=edit.uid, reason="A mistake")
    entries = list(now_is(record).revisions.order_by("id"))
    assert [(entry.operation, entry.status) for entry in entries] == [
        ("create", "accepted"),
        ("edit", "accepted"),
        ("edit", "undone"),
    ]
    assert entries[1].metadata["edit"] == str(edit.uid)
    assert entries[2].answers_id == entries[1].pk
    codes = list(Event.objects.order_by("id").values_list("code", flat=True))
    assert codes == ["create", "edit", "undone"]
    assert preview(named(record), type="forget").changed == 1
