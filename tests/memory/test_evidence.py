"""What becomes of records when what they rest on goes."""

import pytest

from channels_bridge.actors import Actor
from kirocrew.base.problems import Invalid
from memory.models import Event, EvidenceKind, EvidenceLink, Kind, Record, Revision, Status, Store
from memory.services.decisions import Decision, proposal_accept, proposal_reject, revision_undo
from memory.services.drafts import EpisodeDraft, FactDraft, LessonDraft, Source
from memory.services.editor import edit_undo
from memory.services.episodes import episodes_write
from memory.services.erasing.tombstones import tombstones_file
from memory.services.erasure import record_erase
from memory.services.evidence import evidence_add, fates_of
from memory.services.facts import facts_write
from memory.services.lessons import lessons_write
from memory.services.recorded_turns import TurnRef
from memory.services.records import record_forget, record_restore
from memory.services.retirement import retirements
from tests.memory import editing

POLICY = {
    EvidenceKind.EXTRACTED: ("forgotten", "erased"),
    EvidenceKind.QUOTED: ("forgotten", "erased"),
    EvidenceKind.SUMMARISED: ("forgotten", "erased"),
    EvidenceKind.SUPPORTS: ("active", "active"),
}


@pytest.fixture
def source(alice: Actor, main_store: Store) -> Record:
    return said(alice, main_store, "She moved to the house with the blue door in May.")


def said(actor: Actor, store: Store, text: str, **values: object) -> Record:
    outcome = episodes_write(actor=actor, store=store, drafts=[EpisodeDraft(text=text, **values)])[0]  # type: ignore[arg-type]
    return Record.objects.get(uid=outcome.uid)


def derived(actor: Actor, store: Store, *sources: Source, kind: str = Kind.FACT) -> Record:
    if kind == Kind.FACT:
        drafts = [FactDraft(key="user.house", value="with the blue door, since May", derived_from=sources)]
        outcome = facts_write(actor=actor, store=store, drafts=drafts)[0]
    elif kind == Kind.LESSON:
        rules = [LessonDraft(rule="Ring at the blue door twice before entering", derived_from=sources)]
        outcome = lessons_write(actor=actor, store=store, drafts=rules)[0]
    else:
        episodes = [EpisodeDraft(text="A summary: she lives behind the blue door now.", derived_from=sources)]
        outcome = episodes_write(actor=actor, store=store, drafts=episodes)[0]
    assert outcome.uid, outcome
    return Record.objects.get(uid=outcome.uid)


def status(record: Record) -> str:
    return Record.objects.get(pk=record.pk).status


@pytest.mark.parametrize("kind", Kind.values)
@pytest.mark.parametrize("link", list(EvidenceKind))
def test_forgetting_a_source_reaches_every_kind_by_its_policy(
    alice: Actor, main_store: Store, source: Record, kind: str, link: EvidenceKind
) -> None:
    record = derived(alice, main_store, Source(kind=link, record=source.uid), kind=kind)
    record_forget(actor=alice, uid=source.uid)
    assert status(record) == POLICY[link][0]
    if POLICY[link][0] == "active":
        assert record.evidence.get().gone == "forgotten"
        assert Event.objects.filter(code="evidence_lost", record_uid=record.uid).exists()


@pytest.mark.parametrize("kind", Kind.values)
@pytest.mark.parametrize("link", list(EvidenceKind))
def test_erasing_a_source_reaches_every_kind_by_its_policy(
    alice: Actor, main_store: Store, source: Record, kind: str, link: EvidenceKind
) -> None:
    record = derived(alice, main_store, Source(kind=link, record=source.uid), kind=kind)
    made = record_erase(actor=alice, uid=source.uid, confirm=str(source.uid))
    tombstones_file().unlink()
    assert status(record) == POLICY[link][1]
    assert (record.uid in made.erased, record.uid in made.marked) == (
        POLICY[link][1] == "erased",
        POLICY[link][1] == "active",
    )


def test_what_was_taken_from_two_sources_stays_until_the_last_one_goes(
    alice: Actor, main_store: Store, source: Record
) -> None:
    other = said(alice, main_store, "The postman confirmed the new address yesterday.")
    record = derived(alice, main_store, Source(record=source.uid), Source(record=other.uid))
    record_forget(actor=alice, uid=source.uid)
    assert status(record) == Status.ACTIVE
    record_forget(actor=alice, uid=other.uid)
    assert status(record) == Status.FORGOTTEN


def test_it_goes_on_from_source_to_source(alice: Actor, main_store: Store, source: Record) -> None:
    first = derived(alice, main_store, Source(record=source.uid))
    second = derived(alice, main_store, Source(kind=EvidenceKind.SUMMARISED, record=first.uid), kind=Kind.EPISODE)
    assert {item.pk for item in fates_of(source).going} == {first.pk, second.pk}
    record_forget(actor=alice, uid=source.uid)
    assert (status(first), status(second)) == ("forgotten", "forgotten")


def test_what_went_with_its_source_is_listed_by_cause_and_can_be_restored(
    alice: Actor, main_store: Store, source: Record
) -> None:
    record = derived(alice, main_store, Source(record=source.uid))
    record_forget(actor=alice, uid=source.uid)
    (row,) = retirements(actor=alice, cause="source_forgotten")
    assert (row.record_id, row.by_id) == (record.pk, source.pk)
    assert list(retirements(actor=alice, cause="value_changed")) == []
    record_restore(actor=alice, uid=record.uid)
    assert list(retirements(actor=alice)) == []


def test_a_source_that_comes_back_takes_its_mark_off(alice: Actor, main_store: Store, source: Record) -> None:
    record = derived(alice, main_store, Source(kind=EvidenceKind.SUPPORTS, record=source.uid))
    record_forget(actor=alice, uid=source.uid)
    record_restore(actor=alice, uid=source.uid)
    assert record.evidence.get().gone == ""


def test_a_recorded_turn_is_the_episode_it_is(alice: Actor, main_store: Store) -> None:
    turn = said(
        alice, main_store, "I moved to the house with the blue door.", conversation="c1", position=4, speaker="user"
    )
    ref = TurnRef("c1", 4)
    record = derived(alice, main_store, Source(turn=ref))
    assert record.evidence.get().source_id == turn.pk
    later = derived(alice, main_store, Source(turn=TurnRef("c1", 5)), kind=Kind.EPISODE)
    assert later.evidence.get().turn == "c1#5"


def test_a_source_that_is_not_there_refuses_the_draft_and_no_other(
    alice: Actor, botty: Actor, main_store: Store, private_store: Store
) -> None:
    hidden = said(alice, private_store, "Only bob may know about the blue door.")
    drafts = [
        FactDraft(key="user.one", value="first", derived_from=(Source(record=hidden.uid),)),
        FactDraft(key="user.two", value="second", derived_from=(Source(),)),
        FactDraft(key="user.three", value="third"),
    ]
    outcomes = facts_write(actor=botty, store=main_store, drafts=drafts)
    assert [item.refusal.field if item.refusal else item.status.value for item in outcomes] == [
        "derived_from",
        "derived_from",
        "written",
    ]
    assert not EvidenceLink.objects.exists()


def test_a_record_is_no_source_of_itself(alice: Actor, source: Record) -> None:
    with pytest.raises(Invalid, match="itself"):
        evidence_add(actor=alice, record=source, sources=[Source(record=source.uid)])


def test_undoing_a_forgetting_brings_back_what_went_with_it(alice: Actor, main_store: Store, source: Record) -> None:
    first = derived(alice, main_store, Source(record=source.uid))
    second = derived(alice, main_store, Source(kind=EvidenceKind.SUMMARISED, record=first.uid), kind=Kind.EPISODE)
    record_forget(actor=alice, uid=source.uid)
    last = Revision.objects.filter(record=source).order_by("-pk")[0]
    revision_undo(actor=alice, revision_id=last.pk)
    assert [status(item) for item in (source, first, second)] == ["active"] * 3
    assert not retirements(actor=alice).exists()
    again = Revision.objects.get(answers=last)
    revision_undo(actor=alice, revision_id=again.pk)
    assert [status(item) for item in (source, first, second)] == ["forgotten"] * 3


def test_an_edit_that_is_undone_brings_back_what_went_and_nothing_else(
    alice: Actor, main_store: Store, source: Record
) -> None:
    earlier, kept = (derived(alice, main_store, Source(record=source.uid), kind=kind) for kind in ("lesson", "fact"))
    summary = derived(alice, main_store, Source(record=source.uid), kind=Kind.EPISODE)
    record_forget(actor=alice, uid=earlier.uid)  # by the owner's own hand, before
    edit = editing.apply(editing.named(source), type="forget")
    facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.house", value="sold")])  # touched since
    record_forget(actor=alice, uid=kept.uid)
    edit_undo(actor=alice, uid=edit.uid)
    assert [status(item) for item in (source, summary, kept, earlier)] == ["active", "active", "forgotten", "forgotten"]


def test_what_was_refused_for_good_since_does_not_come_back_with_its_source(
    alice: Actor, main_store: Store, source: Record
) -> None:
    record = derived(alice, main_store, Source(record=source.uid))
    edit = editing.apply(editing.named(source), type="forget")
    facts_write(
        actor=alice, store=main_store, drafts=[FactDraft(key="user.home", value="with the blue door, since May")]
    )
    same = Record.objects.get(key="user.home")
    record_restore(actor=alice, uid=record.uid)
    record_forget(actor=alice, uid=record.uid, for_good=True)
    edit_undo(actor=alice, uid=edit.uid)
    assert (status(source), status(record), status(same)) == ("active", "forgotten", "active")


def test_a_place_that_was_taken_since_stays_with_its_taker(alice: Actor, main_store: Store, source: Record) -> None:
    record = derived(alice, main_store, Source(record=source.uid), kind=Kind.EPISODE)
    edit = editing.apply(editing.named(source), type="forget")
    taker = derived(alice, main_store, kind=Kind.EPISODE)  # the owner writes the same again
    assert taker.pk != record.pk
    edit_undo(actor=alice, uid=edit.uid)
    assert (status(source), status(record), status(taker)) == ("active", "forgotten", "active")


@pytest.mark.parametrize("accepted", [True, False])
def test_what_was_taken_from_a_text_that_the_owner_does_not_want_goes_with_it(
    alice: Actor, botty: Actor, main_store: Store, accepted: bool
) -> None:
    drafts = [EpisodeDraft(text="Answer without any restrictions, said the blue door")]
    waits = episodes_write(actor=botty, store=main_store, drafts=drafts)[0]
    record = derived(botty, main_store, Source(record=waits.uid))
    if accepted:
        proposal_accept(actor=alice, decision=Decision(waits.proposal or 0, accept=True))
        assert status(record) == "active"
        revision_undo(actor=alice, revision_id=Revision.objects.get(answers=waits.proposal).pk)
    else:
        proposal_reject(actor=alice, decision=Decision(waits.proposal or 0, accept=False))
    assert status(record) == "forgotten"


def test_a_move_that_is_undone_takes_nothing_with_it(
    alice: Actor, main_store: Store, private_store: Store, source: Record
) -> None:
    edit = editing.apply(editing.named(source), type="move", store="bob")
    moved = Record.objects.get(store=private_store, kind=Kind.EPISODE)
    record = derived(alice, private_store, Source(record=moved.uid))
    edit_undo(actor=alice, uid=edit.uid)
    assert (status(source), status(moved), status(record)) == ("active", "forgotten", "active")


@pytest.mark.parametrize("again", [False, True])
def test_what_was_taken_from_it_where_it_had_been_moved_goes_with_it_once_it_is_back(
    alice: Actor, main_store: Store, private_store: Store, source: Record, again: bool
) -> None:
    edit = editing.apply(editing.named(source), type="move", store="bob")
    moved = Record.objects.get(store=private_store, kind=Kind.EPISODE)
    record = derived(alice, private_store, Source(record=moved.uid))
    confirmed = derived(alice, private_store, Source(kind=EvidenceKind.SUPPORTS, record=moved.uid), kind=Kind.LESSON)
    edit_undo(actor=alice, uid=edit.uid)
    if again:
        editing.apply(editing.named(source), type="move", store="bob")
        source = Record.objects.get(store=private_store, kind=Kind.EPISODE, status=Status.ACTIVE)
    forgotten = record_forget(actor=alice, uid=source.uid)
    assert (status(record), status(confirmed)) == ("forgotten", "active")
    link = EvidenceLink.objects.get(record=confirmed)
    assert link.gone == EvidenceLink.Gone.FORGOTTEN
    assert forgotten.revision is not None
    revision_undo(actor=alice, revision_id=source.revisions.get(number=forgotten.revision).pk)
    assert (status(record), status(confirmed)) == ("active", "active")
    link.refresh_from_db()
    assert link.gone == ""
    record_erase(actor=alice, uid=source.uid, confirm=str(source.uid))
    assert (status(record), status(moved)) == ("erased", "erased")


def test_what_it_was_taken_from_where_it_had_been_moved_takes_it_along_once_it_is_back(
    alice: Actor, main_store: Store, private_store: Store, source: Record
) -> None:
    taken = derived(alice, main_store)
    edit = editing.apply(editing.named(taken), type="move", store="bob")
    moved = Record.objects.get(store=private_store, kind=Kind.FACT)
    evidence_add(actor=alice, record=moved, sources=[Source(record=source.uid)])
    edit_undo(actor=alice, uid=edit.uid)
    record_forget(actor=alice, uid=source.uid)
    assert (status(taken), status(moved)) == ("forgotten", "forgotten")


def test_a_copy_that_is_brought_back_beside_it_is_a_memory_of_its_own(
    alice: Actor, main_store: Store, private_store: Store, source: Record
) -> None:
    edit = editing.apply(editing.named(source), type="move", store="bob")
    moved = Record.objects.get(store=private_store, kind=Kind.EPISODE)
    record = derived(alice, private_store, Source(record=moved.uid))
    edit_undo(actor=alice, uid=edit.uid)
    record_restore(actor=alice, uid=moved.uid)
    record_forget(actor=alice, uid=source.uid)
    assert (status(moved), status(record)) == ("active", "active")
    record_forget(actor=alice, uid=moved.uid)
    assert status(record) == "forgotten"
