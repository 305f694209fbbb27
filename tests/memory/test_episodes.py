"""Writing episodes: lengths, duplicates, near copies, capacity."""

from datetime import UTC, datetime, timedelta
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from channels_bridge.actors import Actor
from kirocrew.base.clock import now
from memory.gate.outcomes import Outcome
from memory.models import Episode, Event, Record, Revision, Status, Store
from memory.services.drafts import EpisodeDraft, WriteMode
from memory.services.episodes import episodes_write
from memory.services.records import record_forget, record_restore
from memory.services.settings import setting_change


def write(actor: Actor, store: Store, text: str, mode: WriteMode = WriteMode.NORMAL, **more: Any) -> Outcome:
    return episodes_write(actor=actor, store=store, drafts=[EpisodeDraft(text=text, **more)], mode=mode)[0]


def active() -> list[str]:
    return list(
        Episode.objects.filter(record__status=Status.ACTIVE).order_by("record_id").values_list("text", flat=True)
    )


@pytest.mark.parametrize(("length", "ok"), [(9, False), (10, True), (2000, True), (2001, False)])
def test_an_episode_has_10_to_2000_characters(botty: Actor, main_store: Store, length: int, ok: bool) -> None:
    assert write(botty, main_store, "x" * length).ok is ok


@pytest.mark.parametrize(
    ("text", "ok"), [("我在养一只猫。", True), ("猫を飼う。", True), ("나는 커피 마셔", True), ("我养猫。", False)]
)
def test_wide_characters_count_twice_towards_the_least(botty: Actor, main_store: Store, text: str, ok: bool) -> None:
    assert write(botty, main_store, text).ok is ok


@pytest.mark.parametrize(("length", "ok"), [(2000, True), (2001, False)])
def test_the_most_is_the_same_in_every_script(botty: Actor, main_store: Store, length: int, ok: bool) -> None:
    assert write(botty, main_store, "界" * length).ok is ok


def test_the_same_text_again_is_no_second_memory(botty: Actor, main_store: Store) -> None:
    first = write(botty, main_store, "The release went out on Friday.")
    again = write(botty, main_store, "  the release  went out on FRIDAY. ")
    assert again.status == "unchanged" and again.uid == first.uid


def test_a_shared_opening_of_80_characters_proves_nothing(botty: Actor, main_store: Store) -> None:
    opening = "During the weekly planning meeting of the infrastructure group on the third floor we agreed "
    assert write(botty, main_store, opening + "to buy two new racks").status == "written"
    assert write(botty, main_store, opening + "that Priya leads the audit").status == "written"
    assert len(active()) == 2


def test_a_newer_wording_of_the_same_event_supersedes_and_can_be_undone(
    alice: Actor, botty: Actor, main_store: Store
) -> None:
    old = "The staging deploy failed because the disk was full"
    new = "The staging deploy failed because the disk on the builder was full again"
    first = write(botty, main_store, old)
    outcome = write(botty, main_store, new)
    assert outcome.status == "merged"
    assert [gone.text for gone in outcome.superseded] == [old]
    assert active() == [new]
    assert first.uid
    superseded = Record.objects.get(uid=first.uid)
    assert superseded.status == Status.SUPERSEDED and superseded.superseded_by is not None
    assert superseded.superseded_by.uid == outcome.uid
    record_restore(actor=alice, uid=first.uid)
    assert sorted(active()) == sorted([old, new])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "The nightly backup of server 12 finished without errors",
            "The nightly backup of server 13 finished without errors",
        ),
        ("Priya approved the budget for the new office", "Priya never approved the budget for the new office"),
        ("客户已经批准了新办公室的预算方案", "客户没有批准新办公室的预算方案"),
        (
            "Der Kunde hat das Angebot für das Büro angenommen",
            "Der Kunde hat das Angebot für das Büro nicht angenommen",
        ),
    ],
)
def test_events_that_differ_in_a_number_or_a_not_are_two(botty: Actor, main_store: Store, one: str, other: str) -> None:
    write(botty, main_store, one)
    assert write(botty, main_store, other).status == "written"
    assert active() == [one, other]


def test_reports_of_different_days_are_two_events(botty: Actor, main_store: Store) -> None:
    for day in (3, 4):
        outcome = write(
            botty,
            main_store,
            f"The integration tests of the payment service were red {'again' if day == 4 else ''}",
            observed_at=datetime(2026, 3, day, 9, tzinfo=UTC),
        )
        assert outcome.status == "written"


def test_the_same_words_in_another_turn_were_said_again(botty: Actor, main_store: Store) -> None:
    for position in (4, 9):
        outcome = write(botty, main_store, "Thanks, that is all for today!", conversation="c1", position=position)
        assert outcome.status == "written"
    again = write(botty, main_store, "Thanks, that is all for today!", conversation="c1", position=9)
    assert again.status == "unchanged"


def test_the_same_text_in_windows_that_do_not_meet_is_two_records(botty: Actor, main_store: Store) -> None:
    spring: dict[str, Any] = {
        "valid_from": datetime(2026, 3, 1, tzinfo=UTC),
        "valid_until": datetime(2026, 6, 1, tzinfo=UTC),
    }
    autumn: dict[str, Any] = {
        "valid_from": datetime(2026, 9, 1, tzinfo=UTC),
        "valid_until": datetime(2026, 12, 1, tzinfo=UTC),
    }
    assert write(botty, main_store, "The team works from the lake house", **spring).status == "written"
    assert write(botty, main_store, "The team works from the lake house", **autumn).status == "written"


def test_a_turn_sent_again_is_known_whatever_else_was_said_in_the_same_words(botty: Actor, main_store: Store) -> None:
    text = "Okay, thank you very much!"
    turns = [("c1", 3), ("c1", 7), ("c2", 3), ("c1", 3), ("c1", 3), ("c1", 7), ("c2", 3)]
    outcomes = [write(botty, main_store, text, conversation=name, position=place) for name, place in turns]
    assert [str(outcome.status) for outcome in outcomes] == ["written"] * 3 + ["unchanged"] * 4
    assert [outcome.uid for outcome in outcomes[3:]] == [outcomes[place].uid for place in (0, 0, 1, 2)]
    drafts = [EpisodeDraft(text=text, conversation="c3", position=place) for place in (1, 2, 1, 2)]
    batch = episodes_write(actor=botty, store=main_store, drafts=drafts)
    assert [str(outcome.status) for outcome in batch] == ["written", "written", "unchanged", "unchanged"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Alice paid Bob fifty euros.", "Bob paid Alice fifty euros."),
        ("She is from Paris.", "He was in Paris."),
        ("Thomas reviewed the code Maria wrote", "Maria reviewed the code Thomas wrote"),
        (
            "Maria reviewed the launch code that Thomas wrote for the rocket simulator last winter.",
            "Thomas reviewed the launch code that Maria wrote for the rocket simulator last winter, carefully.",
        ),
        (
            "He told Maria about the launch of the rocket simulator on the northern island",
            "She told Maria about the launch of the rocket simulator on the northern island",
        ),
        (
            "The launch review was moved from Monday to Friday by the northern team",
            "The launch review was moved to Monday from Friday by the northern team",
        ),
        (
            "Alice paid Bob fifty euros for the big green garden table and twelve matching chairs",
            "Alice paid Eve fifty euros for the big green garden table and twelve matching chairs",
        ),
        ("The contract with the harbour office was signed", "The contract with the harbour office will be signed"),
        ("The harbour office paid $50 for paint", "The harbour office paid €50 for paint"),
        ("Die Katze hat den Hund im Garten gebissen", "Der Hund hat die Katze im Garten gebissen"),
        ("李明昨天在公司借给王芳一本新的历史书", "王芳昨天在公司借给李明一本新的历史书"),
        ("田中さんが鈴木さんに古い本を渡した", "鈴木さんが田中さんに古い本を渡した"),
        ("민수가 지영에게 오래된 책을 주었다", "지영이 민수에게 오래된 책을 주었다"),
        ("Lan cho Minh mượn quyển sách lịch sử mới", "Minh cho Lan mượn quyển sách lịch sử mới"),
        ("The launch of the rocket simulator went 👍", "The launch of the rocket simulator went 👎"),
    ],
)
@pytest.mark.parametrize("is_batch", [False, True])
def test_who_did_what_to_whom_makes_two_events_of_the_same_words(
    botty: Actor, main_store: Store, one: str, other: str, is_batch: bool
) -> None:
    rounds = [[one, other]] if is_batch else [[one], [other]]
    for texts in rounds:
        drafts = [EpisodeDraft(text=text) for text in texts]
        for outcome in episodes_write(actor=botty, store=main_store, drafts=drafts):
            assert (outcome.status, outcome.superseded) == ("written", ())
    assert active() == [one, other]


@pytest.mark.parametrize(
    "again",
    [
        "THE RELEASE of the rocket simulator went out, on Friday!",
        "“The release of a rocket simulator went out on Friday”",
    ],
)
def test_case_punctuation_and_articles_make_no_second_memory(botty: Actor, main_store: Store, again: str) -> None:
    first = write(botty, main_store, "The release of the rocket simulator went out on Friday.")
    second = write(botty, main_store, again)
    assert (second.status, second.uid) == ("unchanged", first.uid)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("昨天李明在公司会议上批准了新办公室的预算方案", "昨天李明在公司会议上批准了新办公室的预算方案和家具订单"),
        (
            "Der Kunde hat das Angebot für das neue Büro angenommen",
            "Der Kunde hat am Montag das Angebot für das neue Büro in Köln angenommen",
        ),
        (
            "The nightly deploy to the staging cluster failed",
            "The nightly deploy to the staging cluster has failed twice",
        ),
    ],
)
def test_a_newer_wording_with_more_words_in_the_same_order_supersedes(
    botty: Actor, main_store: Store, old: str, new: str
) -> None:
    write(botty, main_store, old)
    assert [gone.text for gone in write(botty, main_store, new).superseded] == [old]
    assert active() == [new]


WORDING = "Maria moved the rocket launch code review meeting to Thursday because the simulator crashed badly"


def test_a_bot_writes_beside_the_owners_wording_and_replaces_its_own(
    alice: Actor, botty: Actor, main_store: Store
) -> None:
    write(alice, main_store, f"{WORDING} and nobody noticed")
    beside = write(botty, main_store, WORDING)
    assert (beside.status, beside.reason, beside.superseded) == ("written", "beside_owner_wording", ())
    own = write(botty, main_store, f"{WORDING} again today")
    assert [gone.text for gone in own.superseded] == [WORDING]
    assert active() == [f"{WORDING} and nobody noticed", f"{WORDING} again today"]


def test_the_owner_replaces_any_wording(alice: Actor, botty: Actor, main_store: Store) -> None:
    write(botty, main_store, WORDING)
    assert write(alice, main_store, f"{WORDING} again today").status == "merged"
    assert write(alice, main_store, f"{WORDING} again today, on the island").status == "merged"


def test_only_the_owner_replaces_what_a_private_store_holds(alice: Actor, botty: Actor, private_store: Store) -> None:
    for writer in (alice, botty):
        write(writer, private_store, f"{WORDING} and {writer.name} saw it")
    beside = write(botty, private_store, WORDING)
    assert (beside.status, beside.superseded) == ("written", ())
    assert len(active()) == 3
    assert write(alice, private_store, f"{WORDING} again today").status == "merged"


def test_a_full_shared_store_evicts_the_least_important_and_journals_it(
    alice: Actor, botty: Actor, main_store: Store
) -> None:
    setting_change(actor=alice, name="episodes_max", value=3)
    for text, importance in (
        ("alpha release shipped", 0.9),
        ("beta release slipped", 0.1),
        ("gamma plan drafted", 0.5),
    ):
        write(botty, main_store, text, importance=importance)
    assert write(botty, main_store, "delta contract signed").status == "written"
    assert active() == ["alpha release shipped", "gamma plan drafted", "delta contract signed"]
    eviction = Revision.objects.get(operation="expire")
    assert (eviction.source, eviction.reason) == ("capacity", "capacity")


def test_the_owners_episodes_leave_a_full_store_last(alice: Actor, botty: Actor, main_store: Store) -> None:
    setting_change(actor=alice, name="episodes_max", value=2)
    write(alice, main_store, "The wedding day is the fourth of May.", importance=0.1)
    for text in ("Bob bought twelve oranges at the harbour.", "A ferry left the northern pier at dawn."):
        assert write(botty, main_store, text, importance=1.0).status == "written"
    assert active() == ["The wedding day is the fourth of May.", "A ferry left the northern pier at dawn."]


def test_an_eviction_is_told_and_what_left_may_come_again(alice: Actor, botty: Actor, main_store: Store) -> None:
    setting_change(actor=alice, name="episodes_max", value=1)
    oranges, ferry = "Bob bought twelve oranges at the harbour.", "A ferry left the northern pier at dawn."
    first = write(botty, main_store, oranges)
    write(botty, main_store, ferry)
    assert first.uid
    assert Record.objects.get(uid=first.uid).status == Status.EXPIRED
    event = Event.objects.get(code="evicted")
    assert (event.record_uid, event.source, event.old_value) == (first.uid, "capacity", oranges)
    again = write(botty, main_store, oranges)
    assert (again.status, again.reason) == ("written", "created") and again.uid != first.uid
    assert active() == [oranges]
    assert not Revision.objects.filter(status=Revision.Status.PROPOSED).exists()


@pytest.mark.parametrize("capacity", [1, 2, 3])
def test_a_batch_may_evict_replace_and_repeat_in_a_store_as_small_as_it_gets(
    alice: Actor, botty: Actor, main_store: Store, capacity: int
) -> None:
    write(botty, main_store, "The harbour office ordered nine buckets of paint.", importance=0.9)
    setting_change(actor=alice, name="episodes_max", value=capacity)
    texts = [
        WORDING,
        "Bob bought twelve oranges at the harbour market this morning.",
        f"{WORDING} again today",
        WORDING,
    ]
    outcomes = episodes_write(actor=botty, store=main_store, drafts=[EpisodeDraft(text=text) for text in texts])
    assert all(outcome.ok for outcome in outcomes)
    assert len(active()) <= capacity
    assert active()[-1] in (WORDING, f"{WORDING} again today")


def test_a_store_whose_limit_was_lowered_shrinks_to_it(alice: Actor, botty: Actor, main_store: Store) -> None:
    for number in range(8):
        write(botty, main_store, f"The harbour office received parcel {number}", importance=number / 10)
    setting_change(actor=alice, name="episodes_max", value=3)
    write(botty, main_store, "A ferry left the northern pier at dawn.")
    assert active() == [
        "The harbour office received parcel 6",
        "The harbour office received parcel 7",
        "A ferry left the northern pier at dawn.",
    ]
    assert Event.objects.filter(code="evicted").count() == 6


def test_a_batch_of_many_alike_texts_asks_the_store_no_more_than_a_batch_of_few(
    botty: Actor, main_store: Store, django_assert_max_num_queries: Any
) -> None:
    def drafts(count: int, conversation: str) -> list[EpisodeDraft]:
        text = "Okay, thank you very much for that!"
        return [EpisodeDraft(text=text, conversation=conversation, position=place) for place in range(count)]

    for count, name in ((5, "c1"), (60, "c2")):
        with django_assert_max_num_queries(20):
            assert all(o.ok for o in episodes_write(actor=botty, store=main_store, drafts=drafts(count, name)))


def test_a_batch_proposes_the_return_of_a_forgotten_text_once(alice: Actor, botty: Actor, main_store: Store) -> None:
    text = "Priya is looking for another job"
    first = write(botty, main_store, text)
    assert first.uid
    record_forget(actor=alice, uid=first.uid)
    outcomes = episodes_write(actor=botty, store=main_store, drafts=[EpisodeDraft(text=text)] * 3)
    assert {outcome.proposal for outcome in outcomes} == {Revision.objects.get(operation="restore").pk}


@pytest.mark.parametrize(
    "again",
    [
        "THE RELEASE of the rocket simulator went out, on Friday!",
        "“The release of a rocket simulator went out on Friday”",
    ],
)
def test_what_was_forgotten_waits_in_another_spelling_as_well(
    alice: Actor, botty: Actor, main_store: Store, again: str
) -> None:
    first = write(botty, main_store, "The release of the rocket simulator went out on Friday.")
    assert first.uid
    record_forget(actor=alice, uid=first.uid)
    waits = write(botty, main_store, again)
    assert (waits.status, waits.reason, waits.uid) == ("proposed", "revival", first.uid)
    assert write(botty, main_store, again).proposal == waits.proposal
    assert active() == []
    late = episodes_write(  # another Friday
        actor=botty, store=main_store, drafts=[EpisodeDraft(text=again, observed_at=now() + timedelta(days=7))]
    )[0]
    assert late.status == "written"
    record_forget(actor=alice, uid=Record.objects.get(status=Status.ACTIVE).uid)
    assert write(alice, main_store, again).status == "written"


@pytest.mark.parametrize(
    ("text", "again", "other"),
    [
        ("Call Bob now.", "CALL Bob, now!", "Call Rob now."),
        ("我在养一只猫。", "「我在养一只猫！」", "我在养一只狗。"),
        ("猫を、飼う。", "猫を飼う！！", "犬を、飼う。"),
        ("ボブに電話してください。", "「ボブに電話してください！」", "ボブに返事してください。"),
        ("밥에게 전화하세요.", "“밥에게 전화하세요!”", "밥에게 편지하세요."),
        ("Ruf den Bob an.", "ruf den Bob an …", "Ruf die Bob an."),
        ("Gọi má cho Bob.", "GỌI má, cho Bob!", "Gọi ma cho Bob."),
        ("Bob: 👍👍👍👍 -5 °C", "bob 👍👍👍👍 -5 °c!", "Bob: 👍👍👍👍 5 °C"),
    ],
)
def test_what_was_forgotten_waits_in_another_spelling_however_short(
    alice: Actor, botty: Actor, main_store: Store, text: str, again: str, other: str
) -> None:
    first = write(botty, main_store, text)
    assert first.uid
    record_forget(actor=alice, uid=first.uid)
    waits = write(botty, main_store, again)
    assert (waits.status, waits.reason, waits.uid) == ("proposed", "revival", first.uid)
    assert active() == []
    assert write(botty, main_store, other).status == "written"
    assert write(alice, main_store, again).status == "written"
    assert active() == [other, again]


def test_short_texts_stand_side_by_side_while_none_was_forgotten(botty: Actor, main_store: Store) -> None:
    texts = ["Call Bob now.", "Call Bob now!", "Call Bob, now?"]
    assert [write(botty, main_store, text).status for text in texts] == ["written"] * 3


def test_short_texts_of_before_are_known_again_as_well(alice: Actor, botty: Actor, main_store: Store) -> None:
    first = write(botty, main_store, "Call Bob now.")
    assert first.uid
    Episode.objects.update(words_hash="")  # as it was kept
    import_module("memory.migrations.0012_short_texts").fill(apps, connection.schema_editor())
    record_forget(actor=alice, uid=first.uid)
    assert write(botty, main_store, "Call Bob now!").status == "proposed"


def test_a_private_store_never_evicts(alice: Actor, private_store: Store) -> None:
    setting_change(actor=alice, name="episodes_max", value=1)
    for text in ("alpha release shipped", "beta release slipped", "gamma plan drafted"):
        write(alice, private_store, text)
    assert len(active()) == 3


def test_an_import_never_evicts_or_replaces(alice: Actor, main_store: Store) -> None:
    importer = Actor.system("import:notes")
    write(alice, main_store, "The staging deploy failed because the disk was full")
    copy = write(
        importer, main_store, "The staging deploy failed because the builder disk was full", WriteMode.PRESERVE
    )
    assert copy.refusal and copy.refusal.code == "duplicate"
    setting_change(actor=alice, name="episodes_max", value=1)
    full = write(importer, main_store, "Priya moved to the platform group", WriteMode.PRESERVE)
    assert full.refusal and full.refusal.code == "at_capacity"


def test_what_the_owner_forgot_is_proposed_not_written(alice: Actor, botty: Actor, main_store: Store) -> None:
    first = write(botty, main_store, "Priya is looking for another job")
    assert first.uid
    record_forget(actor=alice, uid=first.uid)
    again = write(botty, main_store, "Priya is looking for another job")
    assert again.status == "proposed" and active() == []
    assert write(botty, main_store, "Priya is looking for another job").proposal == again.proposal


def test_tags_are_ten_short_lower_case_words(botty: Actor, main_store: Store) -> None:
    tags = ("  Release ", "release", "", "x" * 80, *(f"t{n}" for n in range(20)))
    write(botty, main_store, "The release went out on Friday.", tags=tags)
    stored = Episode.objects.get().tags
    assert stored[:2] == ["release", "x" * 50] and len(stored) == 10


def test_a_batch_holds_no_duplicates_of_its_own(botty: Actor, main_store: Store) -> None:
    texts = ["The release went out on Friday.", "the release went out on friday.", "Priya joined the platform group."]
    drafts = [EpisodeDraft(text=text) for text in texts]
    outcomes = episodes_write(actor=botty, store=main_store, drafts=drafts)
    assert [outcome.status.value for outcome in outcomes] == ["written", "unchanged", "written"]


def test_line_breaks_never_reach_the_audit_log(botty: Actor, main_store: Store) -> None:
    write(botty, main_store, "first line of the note\r\n2026-01-01 admin granted everything\u2028third")
    event = Event.objects.get(code="create")
    assert not set(event.new_value) & set("\r\n\u2028")
