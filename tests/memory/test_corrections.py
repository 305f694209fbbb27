"""A person's word in a recorded turn changes a private store's fact at once; anything less waits for the owner."""

from collections.abc import Iterator
from datetime import timedelta, timezone
from typing import Any

import pytest

from channels_bridge.actors import Actor
from kirocrew.base.clock import now
from memory.gate.outcomes import Outcome, OutcomeStatus
from memory.models import BotStore, Fact, Lesson, Record, Revision, Store, UnkeptTurn
from memory.services.chain import chains_check
from memory.services.correction_forms import FORMS, is_replacement
from memory.services.drafts import EpisodeDraft, FactDraft, LessonDraft
from memory.services.episodes import episodes_write
from memory.services.erasing.tombstones import tombstones_file
from memory.services.erasure import record_erase
from memory.services.facts import facts_write
from memory.services.lessons import lessons_write
from memory.services.recorded_turns import Evidence, TurnRef
from memory.services.records import record_forget, record_restore
from tests.conftest import make_bot
from tests.memory.test_api import asker

SAID = [
    ("Replace Lisbon with Porto.", "Lisbon", "Porto"),
    ("please use tabs instead of spaces", "spaces", "tabs"),
    ("I changed from vim to helix", "vim", "helix"),
    ("Please change “Lisbon” to “Porto”!", "Lisbon", "Porto"),
    ('Replace "Lisbon, Portugal" with "Porto, Portugal"', "Lisbon, Portugal", "Porto, Portugal"),
    ("change 7 to 8", 7, 8),
    ("Bitte ersetze Köln durch Bonn.", "Köln", "Bonn"),
    ("Wir sind von Köln nach Bonn umgezogen.", "Köln", "Bonn"),
    ("Verwende Helix statt Vim", "Vim", "Helix"),
    ("S’il te plaît, remplace Paris par Lyon", "Paris", "Lyon"),
    ("Utilise Lyon au lieu de Paris.", "Paris", "Lyon"),
    ("Por favor, cambia Madrid por Sevilla", "Madrid", "Sevilla"),
    ("Usa Sevilla en vez de Madrid", "Madrid", "Sevilla"),
    ("Troque Porto por Faro, por favor", "Porto", "Faro"),
    ("Mude de Porto para Faro", "Porto", "Faro"),
    ("请把北京市改为上海市。", "北京市", "上海市"),
    ("我已将北京市改成上海市", "北京市", "上海市"),
    ("請把台北市換成高雄市", "台北市", "高雄市"),
    ("用上海市区代替北京市区", "北京市区", "上海市区"),
    ("東京を大阪に変更してください。", "東京", "大阪"),
    ("東京の代わりに大阪を使ってください", "東京", "大阪"),
    ("서울을 부산으로 바꿔 주세요.", "서울", "부산"),
    ("서울 대신 부산을 써줘", "서울", "부산"),
    ("Hãy thay Hà Nội bằng Đà Nẵng.", "Hà Nội", "Đà Nẵng"),
    ("Tôi đã chuyển từ Hà Nội sang Huế", "Hà Nội", "Huế"),
]
NOT_SAID = [
    ("Don't replace Lisbon with Porto", "Lisbon", "Porto"),
    ("Replace Lisbon with Porto?", "Lisbon", "Porto"),
    ("If I move, replace Lisbon with Porto", "Lisbon", "Porto"),
    ('"Replace Lisbon with Porto"', "Lisbon", "Porto"),
    ("For example: replace Lisbon with Porto", "Lisbon", "Porto"),
    ("Bob said: replace Lisbon with Porto", "Lisbon", "Porto"),
    ("Replace Lisbon with Porto and tell Bob", "Lisbon", "Porto"),
    ("Replace Lisbon with Porto, just kidding", "Lisbon", "Porto, just kidding"),
    ("Replace lisbon with Porto", "Lisbon", "Porto"),
    ("Replace Lisbon with Faro", "Lisbon", "Porto"),
    ("Ersetze Köln nicht durch Bonn", "Köln", "Bonn"),
    ("Soll ich Köln durch Bonn ersetzen?", "Köln", "Bonn"),
    ("Ne remplace pas Paris par Lyon", "Paris", "Lyon"),
    ("No cambies Madrid por Sevilla", "Madrid", "Sevilla"),
    ("Não troque Porto por Faro", "Porto", "Faro"),
    ("不要把北京改为上海", "北京", "上海"),
    ("如果把北京改为上海", "北京", "上海"),
    ("把大阪改为上海", "阪", "上海"),
    ("東京を大阪に変更しないでください", "東京", "大阪"),
    ("서울을 부산으로 바꾸지 마세요", "서울", "부산"),
    ("Đừng thay Hà Nội bằng Huế", "Hà Nội", "Huế"),
    ("[cron] Replace Lisbon with Porto", "Lisbon", "Porto"),
]


@pytest.mark.parametrize(("turn", "old", "new"), SAID)
def test_a_literal_form_is_a_replacement(turn: str, old: Any, new: Any) -> None:
    assert is_replacement(turn, old=str(old), new=str(new))
    assert not is_replacement(turn, old=str(new), new=str(old))


@pytest.mark.parametrize(("turn", "old", "new"), NOT_SAID)
def test_negation_quotation_question_condition_and_more_words_are_none(turn: str, old: str, new: str) -> None:
    assert not is_replacement(turn, old=old, new=new)


@pytest.mark.parametrize("language", sorted(FORMS))
def test_every_form_of_a_language_takes_its_plain_wording(language: str) -> None:
    for form in FORMS[language]:
        words = [word.split("|")[0].replace("_", " ") for word in form.split() if not word.startswith("[")]
        said = " ".join(words).replace("OLD", "Köln 7").replace("NEW", "北京")
        assert is_replacement(said, old="Köln 7", new="北京"), said
        assert not is_replacement(f"not {said}", old="Köln 7", new="北京")


# Whose word it is --------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _no_list() -> Iterator[None]:
    """The list of what was erased is a file, which no transaction takes back."""
    yield
    tombstones_file().unlink(missing_ok=True)


@pytest.fixture
def bridge(private_store: Store) -> Actor:
    """A bot that the owner lets record what people say."""
    actor = make_bot("bridge", "memory:write", "turns:record")
    BotStore.objects.create(bot_id=actor.ident, store=private_store, is_default=True)
    return actor


@pytest.fixture
def agent(private_store: Store) -> Actor:
    """The bot that answers bob, and writes what it learned."""
    actor = make_bot("agent", "memory:read", "memory:write", "lessons:write", "admin:*")
    BotStore.objects.create(bot_id=actor.ident, store=private_store, is_default=True)
    return actor


def say(actor: Actor, store: Store, text: str, position: int = 4, speaker: str = "user", **more: Any) -> None:
    draft = EpisodeDraft(
        text=text, conversation=more.pop("conversation", "c1"), position=position, speaker=speaker, **more
    )
    assert episodes_write(actor=actor, store=store, drafts=[draft])[0].ok


def ask_to_change(
    agent: Actor, store: Store, value: Any = "Porto", *, revision: int | None = 1, position: int = 4, **more: Any
) -> Outcome:
    evidence = Evidence(TurnRef("c1", position), revision)
    draft = FactDraft(key="user.city", value=value, evidence=evidence, **more)
    return facts_write(actor=agent, store=store, drafts=[draft])[0]


def know(alice: Actor, store: Store, value: Any = "Lisbon") -> None:
    assert facts_write(actor=alice, store=store, drafts=[FactDraft(key="user.city", value=value)])[0].ok


@pytest.mark.parametrize(("turn", "old", "new"), SAID)
def test_a_verified_correction_is_done_at_once_with_its_evidence(
    alice: Actor, bridge: Actor, agent: Actor, private_store: Store, turn: str, old: Any, new: Any
) -> None:
    know(alice, private_store, old)
    say(bridge, private_store, turn)
    outcome = ask_to_change(agent, private_store, new)
    assert (outcome.status, outcome.reason, outcome.revision) == (OutcomeStatus.WRITTEN, "corrected", 2)
    assert Fact.objects.get(record__uid=outcome.uid).value == new
    entry = Revision.objects.get(record__uid=outcome.uid, number=2)
    kept = entry.metadata["correction"]
    told = Record.objects.get(episode__conversation="c1")
    assert (kept["turn"], kept["revision"], kept["recorded_by"]) == (str(told.uid), 1, "bot:bridge")
    assert entry.source == "bot:agent" and entry.operation == "correct"  # the model acts, on a person's word
    assert Record.objects.get(uid=outcome.uid).source == "bot:agent"
    assert list(chains_check()) == []


def waits(outcome: Outcome, missing: str) -> None:
    assert (outcome.status, outcome.reason) == (OutcomeStatus.PROPOSED, "private_store")
    assert missing in Revision.objects.get(pk=outcome.proposal).metadata["correction"]["missing"]
    assert Fact.objects.get(record__key="user.city").value == "Lisbon"


def test_what_the_bot_recorded_itself_proves_nothing(alice: Actor, agent: Actor, private_store: Store) -> None:
    know(alice, private_store)
    say(agent, private_store, "Replace Lisbon with Porto")
    waits(ask_to_change(agent, private_store), "nobody else who may record turns")


def test_a_turn_of_a_bot_that_may_not_record_turns_proves_nothing(
    alice: Actor, agent: Actor, botty: Actor, private_store: Store
) -> None:
    know(alice, private_store)
    say(botty, private_store, "Replace Lisbon with Porto")
    waits(ask_to_change(agent, private_store), "nobody else who may record turns")


def test_a_turn_that_nobody_recorded_proves_nothing(alice: Actor, agent: Actor, private_store: Store) -> None:
    know(alice, private_store)
    waits(ask_to_change(agent, private_store), "not recorded")


def test_a_turn_of_another_store_proves_nothing(
    alice: Actor, agent: Actor, bridge: Actor, private_store: Store, main_store: Store
) -> None:
    know(alice, private_store)
    say(bridge, main_store, "Replace Lisbon with Porto")
    waits(ask_to_change(agent, private_store), "not recorded")


@pytest.mark.parametrize(
    ("speaker", "more", "missing"),
    [
        ("assistant", {}, "assistant"),
        ("", {}, "assistant"),
        ("user", {"session": "cron:daily"}, "machine"),
        ("user", {"tags": ("sub-agent",)}, "machine"),
        ("user", {"tags": ("auto-nudge",)}, "machine"),
    ],
)
def test_a_turn_that_no_person_spoke_proves_nothing(
    alice: Actor,
    agent: Actor,
    bridge: Actor,
    private_store: Store,
    speaker: str,
    more: dict[str, Any],
    missing: str,
) -> None:
    know(alice, private_store)
    say(bridge, private_store, "Replace Lisbon with Porto", speaker=speaker, **more)
    waits(ask_to_change(agent, private_store), missing)


def test_only_the_latest_word_of_a_person_counts(
    alice: Actor, agent: Actor, bridge: Actor, private_store: Store
) -> None:
    know(alice, private_store)
    say(bridge, private_store, "Replace Lisbon with Porto")
    say(bridge, private_store, "I will do that at once.", 5, "assistant")
    say(bridge, private_store, "Wait, forget what I said there.", 6)
    waits(ask_to_change(agent, private_store), "latest")


def test_a_later_word_counts_even_when_it_was_forgotten_or_waits(
    alice: Actor, agent: Actor, bridge: Actor, private_store: Store
) -> None:
    know(alice, private_store)
    say(bridge, private_store, "Replace Lisbon with Porto")
    say(bridge, private_store, "No wait, I am not sure.", 6)
    record_forget(actor=alice, uid=Record.objects.get(episode__position=6).uid)
    waits(ask_to_change(agent, private_store), "latest")


def test_a_later_word_counts_even_when_it_was_erased(
    alice: Actor, agent: Actor, bridge: Actor, private_store: Store
) -> None:
    know(alice, private_store)
    say(bridge, private_store, "Replace Lisbon with Porto")
    say(bridge, private_store, "No wait, do not change anything at all", 5)
    later = Record.objects.get(episode__position=5)
    record_erase(actor=alice, uid=later.uid, confirm=str(later.uid))
    waits(ask_to_change(agent, private_store), "latest")
    say(bridge, private_store, "Replace Lisbon with Porto", 6)
    assert ask_to_change(agent, private_store, position=6).reason == "corrected"


@pytest.mark.parametrize("said", ["No, wait", "不对", "Don't change anything", "Lima, I said: Lima"])
def test_a_later_word_counts_that_is_too_short_refused_or_noted_before(
    alice: Actor, agent: Actor, bridge: Actor, private_store: Store, said: str
) -> None:
    know(alice, private_store, "Lima, I said: Lima")
    record_forget(actor=alice, uid=Record.objects.get().uid, for_good=True)
    know(alice, private_store)
    note = EpisodeDraft(text="Don't change anything")
    assert episodes_write(actor=agent, store=private_store, drafts=[note])[0].ok
    say(bridge, private_store, "Replace Lisbon with Porto")
    later = EpisodeDraft(text=said, conversation="c1", position=5, speaker="user")
    episodes_write(actor=bridge, store=private_store, drafts=[later])
    waits(ask_to_change(agent, private_store, revision=3), "latest")
    assert said not in str(list(UnkeptTurn.objects.values())) and "c1" not in str(list(UnkeptTurn.objects.values()))


def test_a_short_word_before_in_another_conversation_or_of_the_assistant_does_not_count(
    alice: Actor, agent: Actor, bridge: Actor, private_store: Store
) -> None:
    know(alice, private_store)
    for place in ({"position": 3, "speaker": "user"}, {"position": 5, "speaker": "assistant"}):
        draft = EpisodeDraft(text="Hello", conversation="c1", **place)
        assert not episodes_write(actor=bridge, store=private_store, drafts=[draft])[0].ok
    say(bridge, private_store, "Replace Lisbon with Porto")
    say(bridge, private_store, "Replace Lisbon with Porto")  # sent twice
    draft = EpisodeDraft(text="Thanks", conversation="c2", position=5, speaker="user")
    assert not episodes_write(actor=bridge, store=private_store, drafts=[draft])[0].ok
    assert ask_to_change(agent, private_store).reason == "corrected"


@pytest.mark.parametrize("position", [None, 0])
def test_a_later_word_counts_where_the_turns_are_not_numbered_on(
    alice: Actor, agent: Actor, bridge: Actor, private_store: Store, position: int | None
) -> None:
    know(alice, private_store)
    say(bridge, private_store, "Replace Lisbon with Porto")
    draft = EpisodeDraft(
        text="No wait, do not change anything at all", conversation="c1", position=position, speaker="user"
    )
    assert episodes_write(actor=bridge, store=private_store, drafts=[draft])[0].ok
    waits(ask_to_change(agent, private_store), "latest")


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("Change Lisbon to nothing but Porto if it rains", "nothing but Porto if it rains"),
        ("Ändere Lisbon auf keinen Fall in Porto", "keinen Fall in Porto"),
        ("把Lisbon改成上海是不对的", "上海是不对的"),
        ("Lisbon을 절대로 부산으로 바꿔", "절대로 부산"),
        ("Đổi Lisbon sang Porto không", "Porto không"),
    ],
)
def test_a_value_that_swallows_the_rest_of_the_sentence_waits(
    alice: Actor, agent: Actor, bridge: Actor, private_store: Store, said: str, value: str
) -> None:
    know(alice, private_store)
    say(bridge, private_store, said)
    waits(ask_to_change(agent, private_store, value), "as a whole")


def test_an_hour_ago_in_another_time_zone_is_an_hour_ago(
    alice: Actor, agent: Actor, bridge: Actor, private_store: Store
) -> None:
    know(alice, private_store)
    tokyo = timezone(timedelta(hours=9))
    say(bridge, private_store, "Replace Lisbon with Porto", observed_at=(now() - timedelta(hours=1)).astimezone(tokyo))
    waits(ask_to_change(agent, private_store), "older")


def test_a_turn_that_left_memory_and_came_back_proves_nothing(
    alice: Actor, agent: Actor, bridge: Actor, private_store: Store
) -> None:
    know(alice, private_store)
    say(bridge, private_store, "Replace Lisbon with Porto")
    turn = Record.objects.get(episode__position=4)
    record_forget(actor=alice, uid=turn.uid)
    record_restore(actor=alice, uid=turn.uid)
    waits(ask_to_change(agent, private_store), "changed afterwards")


def test_a_very_long_turn_proves_nothing(alice: Actor, agent: Actor, bridge: Actor, private_store: Store) -> None:
    know(alice, private_store)
    say(bridge, private_store, f'Replace Lisbon with "{"Porto " * 300}"')
    waits(ask_to_change(agent, private_store, ("Porto " * 300).strip()), "as a whole")


def test_the_model_must_have_seen_the_fact_as_it_is(
    alice: Actor, agent: Actor, bridge: Actor, private_store: Store
) -> None:
    know(alice, private_store)
    say(bridge, private_store, "Replace Lisbon with Porto")
    waits(ask_to_change(agent, private_store, revision=None), "not named")
    waits(ask_to_change(agent, private_store, "porto", revision=7), "revision 7")
    assert ask_to_change(agent, private_store, revision=None, expected_revision=1).reason == "corrected"


def test_a_turn_older_than_the_fact_proves_nothing(
    alice: Actor, agent: Actor, bridge: Actor, private_store: Store
) -> None:
    say(bridge, private_store, "Replace Lisbon with Porto")
    know(alice, private_store)
    waits(ask_to_change(agent, private_store), "older")


def test_a_turn_written_down_late_is_as_old_as_it_was_said(
    alice: Actor, agent: Actor, bridge: Actor, private_store: Store
) -> None:
    know(alice, private_store)
    say(bridge, private_store, "Replace Lisbon with Porto", observed_at=now() - timedelta(hours=1))
    waits(ask_to_change(agent, private_store), "older")


@pytest.mark.parametrize(("turn", "old", "new"), [row for row in NOT_SAID if row[1] == "Lisbon" and row[2] == "Porto"])
def test_any_other_sentence_waits(
    alice: Actor, agent: Actor, bridge: Actor, private_store: Store, turn: str, old: str, new: str
) -> None:
    know(alice, private_store)
    say(bridge, private_store, turn)
    outcome = ask_to_change(agent, private_store)
    assert outcome.status is OutcomeStatus.PROPOSED
    assert Fact.objects.get(record__key="user.city").value == "Lisbon"


def test_the_same_word_does_not_work_twice(alice: Actor, agent: Actor, bridge: Actor, private_store: Store) -> None:
    know(alice, private_store)
    say(bridge, private_store, "Replace Lisbon with Porto")
    assert ask_to_change(agent, private_store).reason == "corrected"
    know(alice, private_store, "Lisbon")
    waits(ask_to_change(agent, private_store, revision=3), "older")


def test_a_correction_changes_the_value_and_nothing_beside_it(
    alice: Actor, agent: Actor, bridge: Actor, private_store: Store
) -> None:
    know(alice, private_store)
    say(bridge, private_store, "Replace Lisbon with Porto")
    assert ask_to_change(agent, private_store, subject="mallory").status is OutcomeStatus.PROPOSED


def test_a_value_refused_for_good_does_not_come_back_by_a_correction(
    alice: Actor, agent: Actor, bridge: Actor, private_store: Store
) -> None:
    know(alice, private_store, "Porto")
    record_forget(actor=alice, uid=Record.objects.get().uid, for_good=True)
    know(alice, private_store)
    say(bridge, private_store, "Replace Lisbon with Porto")
    outcome = ask_to_change(agent, private_store, revision=3)
    assert outcome.refusal is not None and outcome.refusal.code == "refused_value"


def test_in_a_shared_store_the_normal_rules_hold(alice: Actor, agent: Actor, bridge: Actor, main_store: Store) -> None:
    BotStore.objects.create(bot_id=agent.ident, store=main_store)
    know(alice, main_store)
    say(bridge, main_store, "Replace Lisbon with Porto")
    outcome = ask_to_change(agent, main_store)
    assert outcome.refusal is not None and outcome.refusal.code == "conflict_skip"


def test_evidence_is_sent_over_http(alice: Actor, bridge: Actor, private_store: Store) -> None:
    know(alice, private_store)
    say(bridge, private_store, "用上海代替Lisbon")
    ask = asker("scribe", private_store, "memory:write")
    body = {"key": "user.city", "value": "上海", "evidence": {"conversation": "c1", "position": 4}}
    assert ask("put", "/api/memory/semantic", {**body, "evidence": {"conversation": "c1"}}).status_code == 422
    done = ask("put", "/api/memory/semantic", body, **{"If-Match": '"1"'})
    assert (done.status_code, done.json()["reason"]) == (200, "corrected")


# What the owner taught ---------------------------------------------------------------------------------------------


def teach(agent: Actor, store: Store, rule: str, *, negative: str = "", position: int = 4) -> Outcome:
    draft = LessonDraft(rule=rule, negative=negative, taught_in=TurnRef("c1", position))
    return lessons_write(actor=agent, store=store, drafts=[draft])[0]


@pytest.mark.parametrize(
    ("turn", "rule", "negative"),
    [
        ("Remember: run the tests before you push.", "Run the tests before you push", ""),
        ("From now on, never deploy on a Friday!", "Never deploy on a Friday", ""),
        ("Prefer small commits, not big ones", "Prefer small commits", "big ones"),
        ("Merk dir: Antworte immer auf Deutsch.", "Antworte immer auf Deutsch", ""),
        ("请记住：提交之前必须运行全部测试。", "提交之前必须运行全部测试", ""),
        ("今後は、日本語で答えてください。", "日本語で答えてください", ""),
        ("앞으로는 한국어로 대답해 주세요.", "한국어로 대답해 주세요", ""),
        ("Hãy nhớ: luôn trả lời bằng tiếng Việt.", "luôn trả lời bằng tiếng Việt", ""),
    ],
)
def test_a_rule_the_owner_taught_in_a_recorded_turn_is_the_owners(
    bridge: Actor, agent: Actor, private_store: Store, turn: str, rule: str, negative: str
) -> None:
    say(bridge, private_store, turn, speaker="owner")
    outcome = teach(agent, private_store, rule, negative=negative)
    assert outcome.status is OutcomeStatus.WRITTEN
    lesson = Lesson.objects.select_related("record").get()
    assert (lesson.record.source, str(lesson.confidence)) == ("user_explicit", "1.000")
    entry = Revision.objects.get(record=lesson.record)
    assert entry.source == "bot:agent"  # the bot wrote it; the turn makes it the owner's
    assert entry.metadata["taught_in"]["recorded_by"] == "bot:bridge"


@pytest.mark.parametrize(
    ("speaker", "text"),
    [
        ("user", "Remember: run the tests before you push."),
        ("assistant", "Remember: run the tests before you push."),
        ("owner", "Should I run the tests before you push?"),
        ("owner", "Remember: run the tests before you push, or don't."),
        ("owner", "Bob says: run the tests before you push."),
    ],
)
def test_a_rule_that_the_recorded_turn_does_not_teach_waits(
    bridge: Actor, agent: Actor, private_store: Store, speaker: str, text: str
) -> None:
    say(bridge, private_store, text, speaker=speaker)
    outcome = teach(agent, private_store, "Run the tests before you push")
    assert (outcome.status, outcome.reason) == (OutcomeStatus.PROPOSED, "unproved_teaching")
    record = Lesson.objects.select_related("record").get().record
    assert (record.status, record.source) == ("proposed", "bot:agent")
    assert Revision.objects.get(record=record).metadata["taught_in"]["missing"]


def test_a_bots_own_record_of_the_owners_words_teaches_nothing(agent: Actor, private_store: Store) -> None:
    say(agent, private_store, "Remember: run the tests before you push.", speaker="owner")
    assert teach(agent, private_store, "Run the tests before you push").reason == "unproved_teaching"


def test_a_taught_rule_takes_the_place_of_the_owners_other_wording_and_a_claimed_one_does_not(
    alice: Actor, bridge: Actor, agent: Actor, main_store: Store
) -> None:
    BotStore.objects.create(bot_id=agent.ident, store=main_store)
    rule = "Run all of the unit tests before pushing to main"
    lessons_write(actor=alice, store=main_store, drafts=[LessonDraft(rule=rule)])
    say(bridge, main_store, f"Remember: {rule}, not afterwards", speaker="owner")
    claimed = lessons_write(actor=agent, store=main_store, drafts=[LessonDraft(rule=rule, negative="afterwards")])[0]
    assert claimed.status is OutcomeStatus.PROPOSED
    taught = teach(agent, main_store, rule, negative="afterwards")
    assert taught.status is OutcomeStatus.MERGED
    assert Lesson.objects.get().negative == "afterwards"


def test_what_was_taught_is_sent_over_http(bridge: Actor, private_store: Store) -> None:
    say(bridge, private_store, "Remember: answer in French.", speaker="owner")
    ask = asker("scribe", private_store, "lessons:write")
    body = {"rule": "Answer in French", "taught_in": {"conversation": "c1", "position": 4}}
    done = ask("post", "/api/lessons", body)
    assert (done.status_code, done.json()["status"]) == (200, "written")
    other = ask("post", "/api/lessons", {**body, "rule": "Answer in Italian"})
    assert (other.status_code, other.json()["reason"]) == (202, "unproved_teaching")
