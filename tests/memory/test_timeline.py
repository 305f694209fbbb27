"""What was true, by what was believed: facts, lists and search as they stood, exact, scoped, and qualified."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from channels_bridge.actors import Actor, Permission
from channels_bridge.models import Bot
from channels_bridge.services.bots import bot_authenticate, bot_create
from kirocrew.base.problems import Invalid, NotFound
from memory.models import BotStore, Kind, Record, Revision, Store
from memory.recall import resident
from memory.recall.hits import Hit
from memory.recall.qualifiers import QualifierCode
from memory.services import journal
from memory.services.context import context_preview
from memory.services.decisions import Decision, proposal_accept, proposal_reject
from memory.services.drafts import EpisodeDraft, FactDraft, LessonDraft
from memory.services.episodes import episodes_write
from memory.services.erasure import record_erase
from memory.services.facts import facts_write
from memory.services.lessons import lessons_write
from memory.services.moments import Moment, moment_named
from memory.services.recall import RecallOptions, recall
from memory.services.records import record_forget, record_restore
from memory.services.timeline import Wanted, fact_at, record_at, records_at, timeline_of
from memory.services.timeline_rebuild import past_check, past_rebuild
from tests.memory.editing import apply, named
from tests.memory.editing import found as found_by
from tests.memory.recalling import embed_all, vector_of

pytestmark = pytest.mark.django_db

START = datetime(2026, 3, 1, tzinfo=UTC)
TICK = timedelta(microseconds=1)


def day(number: int) -> datetime:
    return START + timedelta(days=number)


class Calendar:
    """Each write happens on the day a test names."""

    def __init__(self) -> None:
        self.at = START

    def __call__(self) -> datetime:
        self.at += TICK  # two writes of one day are not at the same instant
        return self.at


@pytest.fixture
def on(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int], None]]:
    calendar = Calendar()
    monkeypatch.setattr(journal, "now", calendar)

    def turn(number: int) -> None:
        calendar.at = day(number) - TICK

    yield turn


def set_fact(actor: Actor, store: Store, value: Any, key: str = "user.city", **more: Any) -> UUID:
    outcome = facts_write(actor=actor, store=store, drafts=[FactDraft(key=key, value=value, **more)])[0]
    assert outcome.ok and outcome.uid, outcome
    return outcome.uid


def city(actor: Actor, store: Store, as_of: datetime, known_at: datetime) -> Any:
    try:
        return fact_at(actor=actor, store=store, key="user.city", moment=Moment(as_of, known_at)).record.fact.value
    except NotFound:
        return None


def found(actor: Actor, store: Store, query: str, moment: Moment, **more: Any) -> tuple[Hit, ...]:
    options = RecallOptions(moment=moment, embed_seconds=0, **more)
    return recall(actor=actor, query=query, stores=[store], options=options, limit=50).hits


def codes(hit: Hit) -> list[str]:
    return [qualifier.code.value for qualifier in hit.qualifiers]


def test_a_change_leaves_the_old_value_true_until_now(
    alice: Actor, main_store: Store, on: Callable[[int], None]
) -> None:
    on(1)
    set_fact(alice, main_store, "Lisbon")
    on(5)
    set_fact(alice, main_store, "Porto")
    assert city(alice, main_store, day(5) - TICK, day(9)) == "Lisbon"
    assert city(alice, main_store, day(5), day(9)) == "Porto"
    assert city(alice, main_store, day(7), day(5) - TICK) == "Lisbon"


def test_a_correction_says_that_the_old_value_never_held(
    alice: Actor, main_store: Store, on: Callable[[int], None]
) -> None:
    on(1)
    set_fact(alice, main_store, "Lisbon")
    on(5)
    set_fact(alice, main_store, "Porto", effect="correction")
    for as_of in (day(-400), day(1), day(4), day(5), day(8)):
        assert city(alice, main_store, as_of, day(9)) == "Porto"
        assert city(alice, main_store, as_of, day(5) - TICK) == "Lisbon"


def test_a_correction_of_the_present_value_leaves_what_was_true_before_it(
    alice: Actor, main_store: Store, on: Callable[[int], None]
) -> None:
    for number, value, effect in ((1, "Lisbon", ""), (3, "Prto", "change"), (5, "Porto", "correction")):
        on(number)
        set_fact(alice, main_store, value, effect=effect)
    assert [city(alice, main_store, day(n), day(9)) for n in (2, 3, 6)] == ["Lisbon", "Porto", "Porto"]
    assert [city(alice, main_store, day(n), day(4)) for n in (2, 3, 6)] == ["Lisbon", "Prto", "Prto"]


def test_a_fact_may_be_true_before_it_was_recorded(alice: Actor, main_store: Store, on: Callable[[int], None]) -> None:
    on(1)
    set_fact(alice, main_store, "Lisbon")
    on(9)
    set_fact(alice, main_store, "Porto", valid_from=day(4))
    assert [city(alice, main_store, day(n), day(9)) for n in (3, 4)] == ["Lisbon", "Porto"]
    assert city(alice, main_store, day(4), day(9) - TICK) == "Lisbon"


def test_a_correction_is_kept_in_the_journal_and_through_a_proposal(
    alice: Actor, botty: Actor, private_store: Store, on: Callable[[int], None]
) -> None:
    BotStore.objects.create(bot_id=botty.ident, store=private_store)
    on(1)
    set_fact(alice, private_store, "Lisbon")
    on(2)
    outcome = facts_write(
        actor=botty, store=private_store, drafts=[FactDraft(key="user.city", value="Porto", effect="correction")]
    )[0]
    assert outcome.proposal
    on(3)
    proposal_accept(actor=alice, decision=Decision(outcome.proposal, accept=True))
    assert Revision.objects.order_by("-pk")[0].metadata["effect"] == "correction"
    assert city(alice, private_store, day(1), day(4)) == "Porto"


def test_what_is_forgotten_is_the_owners_alone_to_look_at(
    alice: Actor, botty: Actor, main_store: Store, on: Callable[[int], None]
) -> None:
    on(1)
    uid = set_fact(alice, main_store, "Lisbon harbour")
    on(5)
    record_forget(actor=alice, uid=uid)
    before = Moment(day(3), day(3))
    assert city(alice, main_store, day(3), day(3)) == "Lisbon harbour"
    assert codes(found(alice, main_store, "harbour", before)[0]) == ["forgotten"]
    assert city(botty, main_store, day(3), day(3)) is None
    assert found(botty, main_store, "harbour", before) == ()
    assert city(alice, main_store, day(3), day(6)) is None
    on(7)
    record_restore(actor=alice, uid=uid)
    assert city(botty, main_store, day(3), day(3)) == "Lisbon harbour"
    assert [city(alice, main_store, day(3), day(n)) for n in (4, 6, 8)] == ["Lisbon harbour", None, "Lisbon harbour"]


def test_what_is_erased_is_shown_to_nobody_at_any_instant(
    alice: Actor, main_store: Store, on: Callable[[int], None]
) -> None:
    on(1)
    uid = set_fact(alice, main_store, "the quagmire tangerine safe")
    on(2)
    set_fact(alice, main_store, "the empty safe")
    moment = Moment(day(1), day(1))
    assert len(found(alice, main_store, "quagmire tangerine", moment)) == 1
    record_erase(actor=alice, uid=uid, confirm="user.city", reason="private")
    assert found(alice, main_store, "quagmire tangerine", moment) == ()
    assert records_at(actor=alice, stores=[main_store], moment=moment).entries == []
    with pytest.raises(NotFound):
        record_at(actor=alice, uid=uid, moment=moment)
    with pytest.raises(NotFound):
        timeline_of(actor=alice, uid=uid)


def test_a_past_instant_shows_nobody_more_than_they_may_see_now(
    alice: Actor, main_store: Store, private_store: Store, mallory: Actor, on: Callable[[int], None]
) -> None:
    on(1)
    uid = set_fact(alice, main_store, "north pier", project="north")
    on(3)
    set_fact(alice, main_store, "south pier", project="south")
    _, key = bot_create(actor=alice, name="northy", permissions=[Permission.MEMORY_READ], project="north")
    northy = bot_authenticate(key)
    assert northy is not None
    BotStore.objects.create(bot=Bot.objects.get(name="northy"), store=main_store, is_default=True)
    then = Moment(day(2), day(2))
    # It was of their project then, and is of another one now.
    assert found(northy, main_store, "pier", then) == ()
    assert records_at(actor=northy, stores=[main_store], moment=then).entries == []
    with pytest.raises(NotFound):
        record_at(actor=northy, uid=uid, moment=then)
    assert [hit.value for hit in found(alice, main_store, "pier", then, project="north")] == ["north pier"]
    assert found(alice, main_store, "pier", then, project="south") == ()
    assert records_at(actor=mallory, stores=[main_store], moment=then).entries == []
    with pytest.raises(NotFound):
        found(mallory, main_store, "pier", then)


LANGUAGES = (
    ("用户喜欢用中文写提交信息", "用户喜欢用日文写提交信息", "中文"),
    ("会議は金曜日の午後です", "会議は月曜日の午前です", "金曜日"),
    ("김철수는 회의에서 새로운 일정을 제안했다", "김철수는 휴가를 갔다", "일정"),
    ("Die Prüfung der Verträge ist am Freitag", "Die Feier ist am Montag", "Verträge"),
    ("Nhóm dời cuộc họp sang thứ Sáu", "Nhóm hủy buổi tiệc", "cuộc họp"),
    ("The mascot is a 🦊 in a hat", "The mascot is an owl", "🦊"),
)


@pytest.mark.parametrize(("old", "new", "word"), LANGUAGES)
def test_search_finds_in_every_script_what_it_would_have_found(
    alice: Actor, main_store: Store, on: Callable[[int], None], old: str, new: str, word: str
) -> None:
    on(1)
    set_fact(alice, main_store, old, key="user.note")
    on(3)
    set_fact(alice, main_store, new, key="user.note")
    for kinds in ({Kind.FACT}, set(Kind.values)):
        options = RecallOptions(moment=Moment(day(2), day(2)), embed_seconds=0, admit=False)
        hits = recall(actor=alice, query=word, stores=[main_store], kinds=kinds, options=options).hits
        assert [(hit.value, codes(hit)) for hit in hits] == [(old, ["changed"])]
    assert word not in str([hit.text for hit in found(alice, main_store, word, Moment(day(3), day(4)), admit=False)])


def test_search_of_the_past_ranks_by_meaning_as_well(
    alice: Actor, main_store: Store, on: Callable[[int], None]
) -> None:
    on(1)
    outcome = episodes_write(actor=alice, store=main_store, drafts=[EpisodeDraft(text="The harbour closes at noon.")])[
        0
    ]
    assert outcome.uid
    embed_all()
    on(2)
    record_forget(actor=alice, uid=outcome.uid)
    question = "when does the harbour close"
    options = RecallOptions(moment=Moment(day(1), day(1)), vector=vector_of(question))
    hits = recall(actor=alice, query=question, stores=[main_store], options=options).hits
    assert [hit.text for hit in hits] == ["The harbour closes at noon."]
    assert hits[0].arms.cosine is not None and hits[0].arms.cosine > 0.1


@pytest.mark.django_db(transaction=True)
def test_vectors_of_replaced_texts_are_searched_from_memory_where_there_are_many(
    alice: Actor, main_store: Store, on: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memory.recall.past_vectors.RESIDENT_FROM", 1)
    monkeypatch.setattr("memory.recall.vectors.RESIDENT_FROM", 1)
    resident.forget()
    on(1)
    texts = [
        f"Ship number {n} came from {port} with {n * 7} crates." for n, port in enumerate(("Oslo", "Riga", "Kiel"))
    ]
    outcomes = episodes_write(actor=alice, store=main_store, drafts=[EpisodeDraft(text=text) for text in texts])
    embed_all()
    on(2)
    for outcome in outcomes[:2]:
        assert outcome.uid
        record_forget(actor=alice, uid=outcome.uid)
    on(3)
    episodes_write(actor=alice, store=main_store, drafts=[EpisodeDraft(text="Ship number 9 came from Bergen.")])
    embed_all()
    for question, at, count in (("ship number came from", 1, 3), ("ship number came from", 2, 1), ("ship", 3, 2)):
        options = RecallOptions(
            moment=Moment(day(at + 1) - TICK, day(at + 1) - TICK), vector=vector_of(question), admit=False
        )
        hits = recall(actor=alice, query=question, stores=[main_store], options=options).hits
        assert len(hits) == count
        assert all(hit.arms.cosine is not None for hit in hits)
    resident.forget()


def test_lessons_and_episodes_are_listed_as_they_stood(
    alice: Actor, main_store: Store, on: Callable[[int], None]
) -> None:
    on(1)
    lessons_write(actor=alice, store=main_store, drafts=[LessonDraft(rule="Run the tests before pushing")])
    drafts = [EpisodeDraft(text=f"Turn {n} of the talk.", tags=("talk",), conversation="c1") for n in range(3)]
    episodes = episodes_write(actor=alice, store=main_store, drafts=drafts)
    on(4)
    lessons_write(
        actor=alice, store=main_store, drafts=[LessonDraft(rule="Run the tests before pushing", negative="push first")]
    )
    for outcome in episodes[:2]:
        assert outcome.uid
        record_forget(actor=alice, uid=outcome.uid)
    then, now_ = Moment(day(2), day(2)), Moment(day(5), day(5))

    def listed(moment: Moment, **wanted: Any) -> list[Record]:
        found = records_at(actor=alice, stores=[main_store], moment=moment, wanted=Wanted(**wanted))
        return [entry.record for entry in found.entries]

    assert [record.lesson.negative for record in listed(then, kind="lesson", rule="tests")] == [""]
    assert [record.lesson.negative for record in listed(now_, kind="lesson")] == ["push first"]
    narrowed: dict[str, Any] = {"kind": "episode", "conversation": "c1", "tags": ("talk",)}
    assert len(listed(then, **narrowed)) == 3
    assert len(listed(now_, **narrowed)) == 1
    assert listed(then, kind="episode", tags=("tal",)) == []
    assert len(listed(then, anywhere="turn 1")) == 1


def test_pages_of_the_past_come_in_order_and_lose_nothing(
    alice: Actor, main_store: Store, on: Callable[[int], None]
) -> None:
    on(1)
    for n in range(7):
        set_fact(alice, main_store, f"first {n}", key=f"user.n{n}")
    on(2)
    for n in (1, 4, 5):
        set_fact(alice, main_store, f"second {n}", key=f"user.n{n}")
    seen: list[Any] = []
    below: int | None = None
    while True:
        page = records_at(
            actor=alice, stores=[main_store], moment=Moment(day(2) - TICK, day(2) - TICK), limit=2, below=below
        )
        seen += [then.record.fact.value for then in page.entries]
        below = page.following
        if below is None:
            break
    assert seen == [f"first {n}" for n in reversed(range(7))]


def test_a_hit_is_disputed_while_a_change_of_it_waits(
    alice: Actor, botty: Actor, private_store: Store, on: Callable[[int], None]
) -> None:
    BotStore.objects.create(bot_id=botty.ident, store=private_store)
    on(1)
    set_fact(alice, private_store, "Lisbon harbour")
    on(3)
    outcome = facts_write(actor=botty, store=private_store, drafts=[FactDraft(key="user.city", value="Porto")])[0]
    on(5)
    assert outcome.proposal
    assert codes(recall(actor=alice, query="harbour", stores=[private_store]).hits[0]) == ["disputed"]
    proposal_reject(actor=alice, decision=Decision(outcome.proposal, accept=False))
    asked = {n: found(alice, private_store, "harbour", Moment(day(n), day(n)))[0] for n in (2, 4, 6)}
    assert {n: codes(hit) for n, hit in asked.items()} == {2: [], 4: ["disputed"], 6: []}
    assert asked[4].qualifiers[0].at == day(3)


def test_hits_of_the_past_say_what_became_of_them(alice: Actor, main_store: Store, on: Callable[[int], None]) -> None:
    on(1)
    set_fact(alice, main_store, "harbour one", key="user.changed")
    set_fact(alice, main_store, "harbour two", key="user.corrected")
    set_fact(alice, main_store, "harbour three", key="user.over", valid_until=day(6))
    set_fact(alice, main_store, "harbour four", key="user.kept")
    on(4)
    set_fact(alice, main_store, "quay", key="user.changed")
    set_fact(alice, main_store, "quay", key="user.corrected", effect="correction")
    hits = found(alice, main_store, "harbour", Moment(day(2), day(2)), admit=False)
    said = {hit.key.partition(".")[2]: [(one.code, one.at) for one in hit.qualifiers] for hit in hits}
    assert said["changed"][0][0] is QualifierCode.CHANGED and said["changed"][0][1] == day(4)
    assert said["corrected"][0][0] is QualifierCode.CORRECTED
    assert said["over"] == [(QualifierCode.EXPIRED, day(6))]
    assert said["kept"] == []


def test_the_index_of_the_past_can_be_dropped_and_made_again(
    alice: Actor, main_store: Store, on: Callable[[int], None]
) -> None:
    on(1)
    set_fact(alice, main_store, "Lisbon harbour")
    on(3)
    set_fact(alice, main_store, "Porto")
    then = Moment(day(2), day(2))
    assert len(found(alice, main_store, "harbour", then)) == 1
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM memory_belief")
        cursor.execute("DELETE FROM memory_past_text")
    assert found(alice, main_store, "harbour", then) == ()
    assert past_check() != []
    assert city(alice, main_store, day(2), day(2)) == "Lisbon harbour"  # the journal has it all
    assert past_rebuild() == 1
    assert len(found(alice, main_store, "harbour", then)) == 1
    assert past_check() == []


def test_new_records_write_nothing_to_the_index_of_the_past(alice: Actor, main_store: Store) -> None:
    set_fact(alice, main_store, "warm")
    with CaptureQueriesContext(
        connection,
    ) as seen:
        set_fact(alice, main_store, "Lisbon", key="user.new")
    assert not [query["sql"] for query in seen if "belief" in query["sql"] or "past" in query["sql"]]


def test_a_clock_that_goes_back_does_not_hide_a_state(
    alice: Actor, main_store: Store, on: Callable[[int], None]
) -> None:
    on(5)
    set_fact(alice, main_store, "Lisbon")
    on(3)
    set_fact(alice, main_store, "Porto")
    assert city(alice, main_store, day(6), day(6)) == "Porto"
    on(8)
    set_fact(alice, main_store, "Faro")
    assert city(alice, main_store, day(6), day(6)) == "Porto"


@pytest.mark.parametrize(
    ("as_of", "known_at", "type"),
    [
        ("March 2026", None, "invalid-instant"),
        ("2026-02-30", None, "invalid-instant"),
        ("2026-03-01T10:30:00 01:00", None, "invalid-instant"),
        ("' OR 1=1", None, "invalid-instant"),
        (None, "yesterday", "invalid-instant"),
        (None, "2999-01-01", "known-in-future"),
        (datetime(2026, 3, 1), None, "naive-instant"),  # noqa: DTZ001  (what is refused)
    ],
)
def test_what_names_no_instant_is_refused_with_what_to_write(as_of: Any, known_at: Any, type: str) -> None:
    with pytest.raises(Invalid) as refusal:
        moment_named(as_of, known_at)
    assert refusal.value.type == type


def test_one_instant_stands_for_the_other_as_a_person_means_it() -> None:
    assert moment_named(None, None) is None
    by_knowledge = moment_named(None, "2026-03-01T10:30:00.000001Z")
    assert by_knowledge == Moment(START.replace(hour=10, minute=30, microsecond=1), by_knowledge.known_at)  # type: ignore[union-attr]
    ahead = moment_named("2999-01-01", None)
    assert ahead is not None and ahead.as_of.year == 2999 and ahead.known_at.year < 2999
    whole_day = moment_named("2026-03-01", None)
    assert whole_day is not None and whole_day.as_of == day(1) - TICK
    today = moment_named(None, f"{datetime.now(UTC):%Y-%m-%d}")
    assert today is not None and today.known_at <= datetime.now(UTC)


@pytest.mark.parametrize(("effect", "earlier"), [("change", "Lisbon"), ("correction", "Porto"), (None, "Lisbon")])
def test_the_editor_tells_a_change_from_a_correction(
    main_store: Store, on: Callable[[int], None], alice: Actor, effect: str | None, earlier: str
) -> None:
    said = {"effect": effect} if effect else {}
    on(1)
    set_fact(alice, main_store, "Lisbon")
    on(4)
    apply(named(Record.objects.get(key="user.city")), type="set", value="Porto", **said)
    assert [city(alice, main_store, day(n), day(5)) for n in (2, 5)] == [earlier, "Porto"]
    on(6)
    apply(found_by("Porto"), type="replace_text", find="Porto", replacement="Faro", **said)
    assert city(alice, main_store, day(5), day(7)) == ("Faro" if effect == "correction" else "Porto")


@pytest.mark.parametrize(("effect", "texts"), [("", ["user.city: Lisbon"]), ("correction", [])])
def test_an_episode_that_a_change_retired_was_true_until_then_and_one_a_correction_retired_never_was(
    alice: Actor, main_store: Store, on: Callable[[int], None], effect: str, texts: list[str]
) -> None:
    on(1)
    set_fact(alice, main_store, "Lisbon")
    episodes_write(actor=alice, store=main_store, drafts=[EpisodeDraft(text="user.city: Lisbon")])
    on(4)
    set_fact(alice, main_store, "Porto", effect=effect)
    assert Record.objects.get(kind="episode").status == "superseded"
    hits = found(alice, main_store, "user city Lisbon", Moment(day(2), day(5)), admit=False)
    assert [hit.text for hit in hits if hit.kind == "episode"] == texts
    assert [codes(hit) for hit in hits if hit.kind == "episode"] == [["superseded"]] * len(texts)


def test_verify_finds_a_damaged_index_of_the_past_and_mends_it(
    alice: Actor, main_store: Store, on: Callable[[int], None], capsys: pytest.CaptureFixture[str]
) -> None:
    on(1)
    set_fact(alice, main_store, "Lisbon harbour")
    on(3)
    set_fact(alice, main_store, "Porto")
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM memory_past_text")
    with pytest.raises(CommandError, match="faults"):
        call_command("verify")
    assert "replaced states are not in the index of the past" in capsys.readouterr().out
    call_command("verify", rebuild_index=True)
    assert "made anew from the journal of 1 records" in capsys.readouterr().out
    assert len(found(alice, main_store, "harbour", Moment(day(2), day(2)))) == 1


def test_facts_without_a_question_are_the_newest_of_that_time(
    alice: Actor, main_store: Store, on: Callable[[int], None]
) -> None:
    on(1)
    for n in range(3):
        set_fact(alice, main_store, f"first {n}", key=f"user.n{n}")
    on(3)
    set_fact(alice, main_store, "second 1", key="user.n1")
    set_fact(alice, main_store, "later", key="user.n9")
    options = RecallOptions(moment=Moment(day(2), day(2)))
    hits = recall(actor=alice, query="", stores=[main_store], kinds={Kind.FACT}, options=options).hits
    assert [hit.value for hit in hits] == ["first 2", "first 1", "first 0"]
    preview = context_preview(actor=alice, store=main_store, options=options)
    assert (preview.facts.shown, preview.facts.total) == (3, 3)
    assert "user.n1: first 1 [held until 2026-03-04]" in preview.facts.text


def test_a_disputed_fact_is_marked_in_a_prompt(
    alice: Actor, botty: Actor, private_store: Store, on: Callable[[int], None]
) -> None:
    BotStore.objects.create(bot_id=botty.ident, store=private_store)
    on(1)
    set_fact(alice, private_store, "Lisbon harbour")
    facts_write(actor=botty, store=private_store, drafts=[FactDraft(key="user.city", value="Porto")])
    preview = context_preview(actor=alice, store=private_store, query="harbour city")
    assert "user.city: Lisbon harbour [disputed]" in preview.facts.text


def test_a_rule_is_marked_in_a_prompt_when_a_change_of_it_waits_and_when_it_is_over(
    alice: Actor, botty: Actor, main_store: Store, on: Callable[[int], None]
) -> None:
    on(1)
    drafts = [LessonDraft(rule=rule) for rule in ("Moor at the east pier", "Light the harbour lamp at dusk")]
    pier, lamp = (outcome.uid for outcome in lessons_write(actor=alice, store=main_store, drafts=drafts))
    assert pier and lamp
    on(2)
    record_forget(actor=botty, uid=pier, reason="the pier is gone")
    lines = context_preview(actor=alice, store=main_store, query="harbour pier").lessons.text.splitlines()
    assert "- Moor at the east pier [disputed]" in lines and "- Light the harbour lamp at dusk" in lines
    on(3)
    record_forget(actor=alice, uid=lamp)
    moment = Moment(day(2), day(2) - TICK)
    options = RecallOptions(moment=moment, embed_seconds=0)
    past = context_preview(actor=alice, store=main_store, query="harbour", options=options).lessons.text.splitlines()
    assert "- Light the harbour lamp at dusk [forgotten 2026-03-04]" in past and "- Moor at the east pier" in past
