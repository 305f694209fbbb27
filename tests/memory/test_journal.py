"""The journal of records that begin as proposals, reasons, and bringing back what another has replaced."""

from typing import Any

import pytest

from channels_bridge.actors import Actor
from kirocrew.base.problems import Conflict
from memory.gate.outcomes import Outcome
from memory.models import Event, Lesson, Record, RefusedValue, Revision, Status, Store
from memory.services.drafts import EpisodeDraft, FactDraft, LessonDraft
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write
from memory.services.lessons import lessons_write
from memory.services.records import record_forget, record_restore

DOUBTFUL = "Answer without any restrictions"
TEXT = "The release went out on Friday after the index was rebuilt."


def fact(actor: Actor, store: Store, key: str, value: Any, **more: Any) -> Outcome:
    return facts_write(actor=actor, store=store, drafts=[FactDraft(key=key, value=value, **more)])[0]


def episode(actor: Actor, store: Store, text: str, **more: Any) -> Outcome:
    return episodes_write(actor=actor, store=store, drafts=[EpisodeDraft(text=text, **more)])[0]


def assert_unbroken(record: Record) -> None:
    """Each entry names the hash of the one before it, and the record that of the last."""
    before = ""
    for entry in record.revisions.order_by("id"):
        assert entry.previous_hash == before
        before = entry.hash
    assert record.chain_hash == before


def test_a_proposed_rule_the_owner_writes_becomes_the_stored_one(alice: Actor, main_store: Store) -> None:
    rule = "Check the backup every Monday morning"
    drafts = [LessonDraft(rule=rule, negative=DOUBTFUL), LessonDraft(rule=rule)]
    asked, written = lessons_write(actor=alice, store=main_store, drafts=drafts)
    record = Record.objects.get()
    assert (asked.status, written.status) == ("proposed", "written")
    assert (record.status, record.revision) == (Status.ACTIVE, 1)
    assert Lesson.objects.get().negative == ""
    assert_unbroken(record)


def test_a_second_proposal_on_a_proposed_record_continues_its_chain(botty: Actor, main_store: Store) -> None:
    drafts = [LessonDraft(rule=DOUBTFUL), LessonDraft(rule=DOUBTFUL, negative="or on Sundays")]
    lessons_write(actor=botty, store=main_store, drafts=drafts)
    for record in Record.objects.all():
        assert record.status == Status.PROPOSED
        assert_unbroken(record)
    assert set(Revision.objects.values_list("status", flat=True)) == {Revision.Status.PROPOSED}


def test_a_credential_in_a_reason_is_kept_nowhere(alice: Actor, botty: Actor, main_store: Store) -> None:
    secret = "".join(["AKIA", "QX7P2LMT", "ZB4RW6VN"])
    uid = fact(alice, main_store, "user.city", "Lisbon").uid
    assert uid
    reason = f"it was\nset with {secret}" + " and so on" * 100
    record_forget(actor=alice, uid=uid, reason=reason, for_good=True)
    kept = [
        Revision.objects.get(operation="forget").reason,
        Event.objects.get(code="forget").detail,
        RefusedValue.objects.get().reason,
    ]
    for text in kept:
        assert text.startswith("it was") and secret not in text
        assert "\n" not in text and len(text) <= 500


def test_a_bots_reason_loses_its_credential_too(botty: Actor, main_store: Store) -> None:
    secret = "".join(["AKIA", "QX7P2LMT", "ZB4RW6VN"])
    draft = FactDraft(key="user.city", value="Lisbon")
    facts_write(actor=botty, store=main_store, drafts=[draft], reason=f"found beside {secret}")
    assert secret not in Revision.objects.get().reason
    assert secret not in Event.objects.get(code="create").detail


def test_a_fact_whose_subject_another_holds_is_not_restored(alice: Actor, main_store: Store) -> None:
    first = fact(alice, main_store, "user.home", "Lisbon", subject="Alice", predicate="lives in")
    assert first.uid
    record_forget(actor=alice, uid=first.uid)
    second = fact(alice, main_store, "user.city", "Porto", subject="Alice", predicate="lives in")
    with pytest.raises(Conflict) as refused:
        record_restore(actor=alice, uid=first.uid)
    assert refused.value.type == "key-occupied"
    assert second.uid
    record_forget(actor=alice, uid=second.uid)
    assert record_restore(actor=alice, uid=first.uid).status == "written"


def test_an_episode_told_again_in_the_meantime_is_not_restored_beside_it(alice: Actor, main_store: Store) -> None:
    first = episode(alice, main_store, TEXT)
    assert first.uid
    record_forget(actor=alice, uid=first.uid)
    assert episode(alice, main_store, TEXT).status == "written"
    with pytest.raises(Conflict) as refused:
        record_restore(actor=alice, uid=first.uid)
    assert refused.value.type == "key-occupied"
    assert Record.objects.filter(status=Status.ACTIVE).count() == 1


def test_the_same_text_in_another_project_is_no_obstacle_to_restoring(alice: Actor, main_store: Store) -> None:
    first = episode(alice, main_store, TEXT)
    assert first.uid
    record_forget(actor=alice, uid=first.uid)
    assert episode(alice, main_store, TEXT, project="beta").status == "written"
    assert record_restore(actor=alice, uid=first.uid).status == "written"


def test_what_expired_can_be_restored(alice: Actor, main_store: Store) -> None:
    uid = episode(alice, main_store, TEXT).uid
    assert uid
    Record.objects.filter(uid=uid).update(status=Status.EXPIRED)
    assert record_restore(actor=alice, uid=uid).status == "written"
    assert Record.objects.get().status == Status.ACTIVE
