"""Episodes that literally assert a value give way when it changes, at most three, and can be brought back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from channels_bridge.actors import Actor
from memory.models import Event, Record, Retirement, Revision, Status, Store
from memory.services.chain import chains_check
from memory.services.decisions import revision_undo
from memory.services.drafts import EpisodeDraft, FactDraft
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write
from memory.services.records import record_forget, record_restore
from memory.services.retirement import retirements
from memory.services.retirement_rules import asserts

KEY = "user.home_city"


def city(actor: Actor, store: Store, value: object, key: str = KEY) -> Record:
    outcome = facts_write(actor=actor, store=store, drafts=[FactDraft(key=key, value=value)])[0]
    return Record.objects.get(uid=outcome.uid)


def episode(actor: Actor, store: Store, text: str, **values: object) -> Record:
    outcome = episodes_write(actor=actor, store=store, drafts=[EpisodeDraft(text=text, **values)])[0]  # type: ignore[arg-type]
    assert outcome.uid, outcome
    return Record.objects.get(uid=outcome.uid)


def status(record: Record) -> str:
    return Record.objects.get(pk=record.pk).status


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("user.home_city: Lisbon", "Lisbon"),
        ("We talked. user.home_city is Lisbon. She likes it there", "lisbon"),
        ("We noted “user.home_city: lisbon”; it has trams\nuser.home_city: Lisbon!\n- user.language: German", "Lisbon"),
        ("user.home_city ist 京都。次の話", "京都"),
        ("- user.home_city = “Lisbon”", "Lisbon"),
        ("user home city: Lisbon", "Lisbon"),
        ("Gut zu wissen; user.home_city ist Köln", "Köln"),
        ("user.home_city est Orléans", "Orléans"),
        ("user.home_city es Málaga", "Málaga"),
        ("user.home_city é São Paulo", "São Paulo"),
        ("记一下。user.home_city是里斯本", "里斯本"),
        ("user.home_city：里斯本", "里斯本"),
        ("メモ。user.home_cityは京都市です。", "京都市"),
        ("user.home_city는 부산시이다.", "부산시"),
        ("user.home_city là Đà Nẵng", "Đà Nẵng"),
        ("ＵＳＥＲ.home_city: ＬＩＳＢＯＮ", "Lisbon"),
    ],
)
def test_a_clause_that_opens_with_the_key_and_says_the_value_asserts_it(text: str, value: str) -> None:
    assert asserts(text, key=KEY, value=value) is (len(value) >= 3)


@pytest.mark.parametrize(
    "text",
    [
        "user.home_city: Lisbon is not right any more",
        "user.home_city: Lisbon, but that was previously",
        "user.home_city is Lisbon no longer",
        "user.home_city: Lisbon (old)",
        "user.home_city ist Lisbon nicht mehr",
        "user.home_city est Lisbon, autrefois",
        "user.home_city es Lisbon, ya no",
        "user.home_city é Lisbon, antigo endereço",
        "user.home_city: Lisbon 以前",
        "user.home_cityはLisbonではない",
        "user.home_city: Lisbon 아니다",
        "user.home_city là Lisbon, trước đây",
        "user.home_city: Lisbonne",
        "user.home_city: Porto, not Lisbon",
        "She asked whether user.home_city: Lisbon",
        "home_city: Lisbon",
        "user.home_city_name: Lisbon",
        "user.home_city was Lisbon",
        "Lisbon is user.home_city",
        "user.home_city is Lisbon, she said",
        "user.home_city is Lisbon. No, that is wrong",
        "user.home_city is Lisbon. Really?",
        "“user.home_city is Lisbon” is what he wrote",
        "user.home_city is Lisbon...",
        "user.home_city is Lisbon?!",
        "¿user.home_city es Lisbon？",
    ],
)
def test_what_denies_or_speaks_of_the_past_or_says_less_does_not(text: str) -> None:
    assert not asserts(text, key=KEY, value="Lisbon")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("user.home_city is 1.2.3", "1.2"),
        ("user.home_city is 1.2.3 since Monday.", "1.2"),
        ("user.home_city is 100,000", "100"),
        ("user.home_city is Paris, Texas", "Paris"),
        ("user.home_city is Berlin Heights", "Berlin"),
        ("user.home_city: New York-Newark", "New York"),
        ("user.home_city is bob@example.com.au", "bob@example.com"),
        ("user.home_city is https://a.example/v1", "https://a.example"),
        ("user.home_city是上海市郊", "上海市"),
        ("user.home_city is John F. Kennedy", "John F"),
        ("user.home_city is San St. Louis", "San St"),
    ],
)
def test_a_longer_value_is_another_value(text: str, value: str) -> None:
    assert not asserts(text, key=KEY, value=value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("user.home_city is Berlin? No, Lisbon", "Berlin"),
        ("user.home_city is Berlin? Wrong, she only studied there.", "Berlin"),
        ("user.home_city is Berlin if she gets the job", "Berlin"),
        ("user.home_city: Berlin or Lisbon, undecided", "Berlin"),
        ("user.home_city is Berlin is wrong", "Berlin"),
        ("user.home_city: Berlin is false", "Berlin"),
        ("user.home_city ist Berlin: falsch", "Berlin"),
        ("user.home_city ist Berlin. Falsch!", "Berlin"),
        ("user.home_city est Paris, faux", "Paris"),
        ("user.home_city は東京都というのは間違い", "東京都"),
        ("user.home_city は東京都です。間違いです。", "東京都"),
        ("user.home_city是上海市是错的", "上海市"),
        ("user.home_city是上海市。错了", "上海市"),
        ("user.home_city는 서울시라는 것은 틀렸다", "서울시"),
        ("user.home_city is Berlin until 2020", "Berlin"),
        ("user.home_city ist Berlin gewesen", "Berlin"),
        ("user.home_city est Paris jusqu'en 2020", "Paris"),
        ("user.home_city es Madrid hasta 2020", "Madrid"),
        ("user.home_city é Lisboa até 2020", "Lisboa"),
        ("user.home_city là Hà Nội đến năm 2020", "Hà Nội"),
        ("user.home_city は東京都でした。", "東京都"),
        ("user.home_city는 서울시였다.", "서울시"),
    ],
)
def test_what_asks_supposes_denies_or_has_an_end_does_not_assert(text: str, value: str) -> None:
    assert not asserts(text, key=KEY, value=value)


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ("1.2", "1.2.3", "user.home_city is 1.2.3 since Monday."),
        ("1.2", "1.2.3", "user.home_city is 1.2.3"),
        ("Berlin", "Lisbon", "user.home_city is Berlin? Wrong, she only studied there."),
    ],
)
def test_an_episode_that_says_the_new_value_or_denies_the_old_stays(
    alice: Actor, main_store: Store, old: str, new: str, text: str
) -> None:
    city(alice, main_store, old)
    said = episode(alice, main_store, text)
    city(alice, main_store, new)
    assert status(said) == Status.ACTIVE


@given(st.text(max_size=200), st.text(max_size=20))
def test_any_text_and_value_can_be_asked(text: str, value: str) -> None:
    assert asserts(text, key=KEY, value=value) in (True, False)
    assert not asserts(text, key=KEY, value=value[:2])


def test_the_change_of_a_value_retires_what_asserts_the_old_one(alice: Actor, main_store: Store) -> None:
    fact = city(alice, main_store, "Lisbon")
    says = episode(alice, main_store, "user.home_city: Lisbon")
    tells = episode(alice, main_store, "She likes Lisbon and its trams.")
    city(alice, main_store, "Porto")
    retired = Record.objects.get(pk=says.pk)
    assert (retired.status, retired.superseded_by_id) == (Status.SUPERSEDED, fact.pk)
    assert status(tells) == Status.ACTIVE
    event = Event.objects.get(code="retired")
    assert (event.record_uid, event.new_value) == (says.uid, KEY)
    (row,) = retirements(actor=alice)
    assert (row.record_id, row.cause, row.by_id) == (says.pk, "value_changed", fact.pk)
    assert list(chains_check()) == []


def test_at_most_three_are_retired_the_newest_ones(alice: Actor, main_store: Store) -> None:
    city(alice, main_store, "Lisbon")
    said = [episode(alice, main_store, f"Said on day {number}. user.home_city: Lisbon") for number in range(5)]
    city(alice, main_store, "Porto")
    assert [status(item) for item in said] == ["active"] * 2 + ["superseded"] * 3


def test_the_same_value_again_and_a_short_one_retire_nothing(alice: Actor, main_store: Store) -> None:
    city(alice, main_store, "Lisbon")
    said = episode(alice, main_store, "user.home_city: Lisbon")
    city(alice, main_store, "Lisbon")
    city(alice, main_store, 42, key="user.age")
    short = episode(alice, main_store, "user.age: 42 as of today")
    city(alice, main_store, 43, key="user.age")
    assert status(said) == status(short) == Status.ACTIVE


def test_only_the_facts_own_store_and_project_are_touched(
    alice: Actor, main_store: Store, private_store: Store
) -> None:
    city(alice, main_store, "Lisbon")
    elsewhere = episode(alice, private_store, "user.home_city: Lisbon")
    city(alice, main_store, "Porto")
    facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.desk", value="window", project="acme")])
    other = episode(alice, main_store, "user.desk: window", project="globex")
    own = episode(alice, main_store, "user.desk: window", project="acme")
    city(alice, main_store, "corner", key="user.desk")
    assert (status(elsewhere), status(other), status(own)) == ("active", "active", "superseded")


def test_a_retired_episode_comes_back_and_leaves_the_list(alice: Actor, main_store: Store) -> None:
    city(alice, main_store, "Lisbon")
    said = episode(alice, main_store, "user.home_city: Lisbon")
    city(alice, main_store, "Porto")
    record_restore(actor=alice, uid=said.uid)
    assert status(said) == Status.ACTIVE
    assert list(retirements(actor=alice)) == []


def test_what_a_person_deleted_is_never_offered(alice: Actor, main_store: Store) -> None:
    city(alice, main_store, "Lisbon")
    said = episode(alice, main_store, "Seven forms were filled in at the registry; user.home_city is Lisbon")
    deleted = episode(alice, main_store, "Dinner with the neighbours was long; user.home_city: Lisbon")
    record_forget(actor=alice, uid=deleted.uid)
    city(alice, main_store, "Porto")
    record_restore(actor=alice, uid=said.uid)
    record_forget(actor=alice, uid=said.uid)
    assert list(retirements(actor=alice)) == []
    assert Retirement.objects.count() == 1


def test_undoing_the_change_brings_back_what_it_retired(alice: Actor, main_store: Store) -> None:
    fact = city(alice, main_store, "Lisbon")
    said = episode(alice, main_store, "user.home_city: Lisbon")
    new = episode(alice, main_store, "user.home_city: Porto since May")
    city(alice, main_store, "Porto")
    last = Revision.objects.filter(record=fact, number=2).get()
    revision_undo(actor=alice, revision_id=last.pk)
    assert (status(said), status(new)) == ("active", "active")


def test_an_outsider_sees_no_retirements(alice: Actor, mallory: Actor, main_store: Store) -> None:
    city(alice, main_store, "Lisbon")
    episode(alice, main_store, "user.home_city: Lisbon")
    city(alice, main_store, "Porto")
    assert list(retirements(actor=mallory)) == []


def test_many_changes_at_once_retire_what_each_would_alone(alice: Actor, main_store: Store) -> None:
    def write(word: str) -> None:
        drafts = [FactDraft(key=f"user.place_{number}.now", value=f"{word} {number}") for number in range(60)]
        facts_write(actor=alice, store=main_store, drafts=drafts)

    write("shelf")
    said = {
        number: episode(alice, main_store, f"Box {number} was moved; user.place_{number}.now is shelf {number}")
        for number in (3, 17, 59)
    }
    other = episode(alice, main_store, "The inventory of the cellar says: user.place_4.now is drawer 4")
    write("drawer")
    assert {status(item) for item in said.values()} == {"superseded"}
    assert status(other) == "active"


def test_undoing_the_change_leaves_out_what_was_refused_meanwhile(alice: Actor, main_store: Store) -> None:
    city(alice, main_store, "Lisbon")
    text = "user.home_city is Lisbon"
    note = episode(alice, main_store, text)
    changed = city(alice, main_store, "Porto")
    assert status(note) == Status.SUPERSEDED
    again = episode(alice, main_store, text, conversation="talk", position=4, speaker="alice")
    record_forget(actor=alice, uid=again.uid, for_good=True)
    revision_undo(actor=alice, revision_id=changed.revisions.latest("id").pk)
    assert status(note) == Status.SUPERSEDED
