"""Ways in which something refused for good tries to come back: in parts, beside, under other names, undone."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from channels_bridge.actors import Actor
from memory.gate.outcomes import OutcomeStatus
from memory.gate.units import units_of, value_forms
from memory.models import Record, RefusedValue, Revision, Status, Store
from memory.services.decisions import Decision, proposal_reject, revision_undo
from memory.services.drafts import FactDraft
from memory.services.facts import facts_write
from memory.services.records import record_forget
from memory.services.refusals import refusal_lift
from memory.services.refused import Refused
from tests.memory.test_refusals import episode, fact, is_refused, lesson, refuse

pytestmark = pytest.mark.django_db
SENTENCE = (
    "In the meeting with the whole team in Berlin on Monday we learned that Alice has a serious illness and leaves the "
    "company in May"
)
CLINIC = "never mention that Alice visits the Coimbra clinic on Rua das Flores"
CHINESE = "我们在星期一的会议上得知李雷得了重病并且将在五月离开公司请不要告诉其他任何人"


@pytest.mark.parametrize("text", ["48.5'30", "5,6'7", "12.30'15", "1.000,5'5", "0.'5", "9'9.9'9,9"])
def test_a_number_nobody_can_read_is_taken_as_it_is_written(
    alice: Actor, botty: Actor, main_store: Store, text: str
) -> None:
    record = refuse(alice, main_store, text, "user.size")
    assert record.status == Status.FORGOTTEN
    assert is_refused(fact(botty, main_store, text, "user.size"))
    assert episode(botty, main_store, f"The board is about {text} long, said the carpenter").status in {
        OutcomeStatus.WRITTEN,
        OutcomeStatus.PROPOSED,
    }


@given(st.text(alphabet="0123456789.,'’ -−+万千%:/ab", max_size=40) | st.text(max_size=60))
def test_any_text_can_be_read_into_units(text: str) -> None:
    assert isinstance(units_of(text), list)
    assert value_forms(text)


@pytest.mark.parametrize("text", [SENTENCE[3:], SENTENCE.split("learned that ")[1], SENTENCE.split(" that Alice")[0]])
def test_a_long_part_of_a_refused_text_is_held_back(alice: Actor, botty: Actor, main_store: Store, text: str) -> None:
    record_forget(actor=alice, uid=episode(alice, main_store, SENTENCE).uid, for_good=True)  # type: ignore[arg-type]
    assert episode(botty, main_store, text).status is OutcomeStatus.PROPOSED


def test_a_part_of_a_refused_text_is_held_back_without_spaces_too(
    alice: Actor, botty: Actor, main_store: Store
) -> None:
    record_forget(actor=alice, uid=episode(alice, main_store, CHINESE).uid, for_good=True)  # type: ignore[arg-type]
    assert episode(botty, main_store, CHINESE[7:30]).status is OutcomeStatus.PROPOSED
    assert episode(botty, main_store, "我们在星期一的会议上讨论了新的日程").status is OutcomeStatus.WRITTEN


def test_what_a_refused_lesson_warns_of_comes_back_in_no_other_record(
    alice: Actor, botty: Actor, main_store: Store
) -> None:
    outcome = lesson(alice, main_store, "Call the doctor by her title", negative=CLINIC)
    record_forget(actor=alice, uid=outcome.uid, for_good=True)  # type: ignore[arg-type]
    assert episode(botty, main_store, CLINIC).status is OutcomeStatus.PROPOSED
    assert lesson(botty, main_store, "Be polite", negative=CLINIC).status is OutcomeStatus.PROPOSED


def test_a_refused_text_hides_in_no_label(alice: Actor, botty: Actor, main_store: Store) -> None:
    record_forget(actor=alice, uid=episode(alice, main_store, CLINIC).uid, for_good=True)  # type: ignore[arg-type]
    neutral = "Something quite neutral was said today"
    assert episode(botty, main_store, neutral, source_ref=CLINIC).status is OutcomeStatus.PROPOSED
    assert (
        episode(botty, main_store, f"{neutral} too", tags=("visits the Coimbra clinic on Rua das Flores",)).status
        is OutcomeStatus.PROPOSED
    )
    assert fact(botty, main_store, "x", "user.foo", category=CLINIC).status is OutcomeStatus.PROPOSED
    assert episode(botty, main_store, "Nothing of it was in this one", tags=("work",)).status is OutcomeStatus.WRITTEN


def test_a_value_refused_under_two_keys_counts_near_the_words_of_each(
    alice: Actor, botty: Actor, main_store: Store
) -> None:
    refuse(alice, main_store, "Lisbon", "user.home_city")
    refuse(alice, main_store, "Lisbon", "project.office_site")
    assert episode(botty, main_store, "Her home was in Lisbon since some years").status is OutcomeStatus.PROPOSED
    assert episode(botty, main_store, "The office is Lisbon for the whole team").status is OutcomeStatus.PROPOSED
    second = RefusedValue.objects.order_by("id").last()
    refusal_lift(actor=alice, number=second.pk, reason="They moved there")  # type: ignore[union-attr]
    assert episode(botty, main_store, "Our home sits in Lisbon near the river").status is OutcomeStatus.PROPOSED
    assert episode(botty, main_store, "The new office is Lisbon, for everybody").status is OutcomeStatus.WRITTEN


def test_facts_of_one_identity_are_refused_under_their_own_keys(alice: Actor, botty: Actor, main_store: Store) -> None:
    about = {"subject": "alice", "predicate": "lives_in"}
    refuse(alice, main_store, "Lisbon", "user.home_city", **about)
    facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.town", value="Porto", **about)])
    town = Record.objects.get(key="user.town")
    proposed = fact(botty, main_store, "Faro", "user.town", **about)
    assert proposed.refusal is not None  # the owner's word stands
    facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.town", value="Faro", **about)])
    record_forget(actor=alice, uid=town.uid, for_good=True)
    assert is_refused(fact(botty, main_store, "Faro", "user.town"))
    assert is_refused(fact(botty, main_store, "Faro", "user.place", **about))


def test_a_value_rejected_for_good_is_refused_under_the_identity_it_was_to_have(
    alice: Actor, botty: Actor, private_store: Store
) -> None:
    fact(alice, private_store, "Porto", "user.town")
    about: dict[str, Any] = {"subject": "alice", "predicate": "lives_in"}
    wanted = fact(botty, private_store, "Lisbon", "user.town", **about)
    assert wanted.proposal is not None
    proposal_reject(actor=alice, decision=Decision(wanted.proposal, accept=False, for_good=True))
    assert is_refused(fact(botty, private_store, "Lisbon", "user.place", **about))
    assert Record.objects.get(key="user.town").subject == ""


def test_undoing_a_newer_wording_does_not_revive_one_that_was_refused_since(
    alice: Actor, botty: Actor, main_store: Store
) -> None:
    text = "Alice moved to the small house in Coimbra on 3 May"
    first = episode(botty, main_store, text)
    second = episode(botty, main_store, f"{text} with her dog")
    assert [gone.uid for gone in second.superseded] == [first.uid]
    turn = episode(alice, main_store, text, conversation="c9", position=3, speaker="user")
    record_forget(actor=alice, uid=turn.uid, for_good=True)  # type: ignore[arg-type]
    entry = Revision.objects.filter(record__uid=second.uid).order_by("id").last()
    revision_undo(actor=alice, revision_id=entry.pk)  # type: ignore[union-attr]
    assert Record.objects.get(uid=first.uid).status == Status.SUPERSEDED


def test_undoing_a_newer_wording_brings_the_older_one_back(alice: Actor, botty: Actor, main_store: Store) -> None:
    text = "Alice moved to the small house in Coimbra on 3 May"
    first = episode(botty, main_store, text)
    second = episode(botty, main_store, f"{text} with her dog")
    entry = Revision.objects.filter(record__uid=second.uid).order_by("id").last()
    revision_undo(actor=alice, revision_id=entry.pk)  # type: ignore[union-attr]
    assert Record.objects.get(uid=first.uid).status == Status.ACTIVE


@pytest.mark.parametrize(("value", "spelling"), [("トウキョウ", "とうきょう"), ("Lisbon", "L1sb0n"), ("Bill", "Bi11")])
def test_other_letters_of_the_same_sound_or_look_are_the_same(
    alice: Actor, botty: Actor, main_store: Store, value: str, spelling: str
) -> None:
    refuse(alice, main_store, value)
    assert is_refused(fact(botty, main_store, spelling))


def test_what_a_process_knows_grows_with_what_is_refused(alice: Actor, main_store: Store) -> None:
    for number in range(3):
        refuse(alice, main_store, f"value number {number}", f"user.k{number}")
        asked = Refused(main_store)
        met = [asked.value("fact", f"value number {n}", key=f"user.k{n}") is not None for n in range(4)]
        assert met == [n <= number for n in range(4)]
    refusal_lift(actor=alice, number=RefusedValue.objects.earliest("id").pk, reason="It was true")
    asked = Refused(main_store)
    assert [asked.value("fact", f"value number {n}", key=f"user.k{n}") is not None for n in range(3)] == [0, 1, 1]
