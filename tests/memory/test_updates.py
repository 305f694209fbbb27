"""Newer statements qualify older ones: on the project's own chains in eleven languages, and one rule at a time."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime
from importlib.resources import files
from typing import Any

import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from channels_bridge.actors import Actor
from kirocrew.base.clock import now
from memory.models import Record, Store
from memory.recall.hits import Hit
from memory.recall.qualifiers import QualifierCode
from memory.recall.sqlite import SqliteEngine
from memory.recall.updates import concepts, cues, reading, values
from memory.recall.updates.cues import announces_change
from memory.recall.updates.lexicon import Lexicon
from memory.recall.updates.reading import read, statements
from memory.recall.updates.until import last_day
from memory.recall.updates.verdict import is_special_case, supersedes
from memory.services.context import context_preview
from memory.services.drafts import EpisodeDraft
from memory.services.episodes import episodes_write
from memory.services.erasure import record_erase
from memory.services.recall import RecallOptions, recall
from memory.services.records import record_forget
from tests.memory.recalling import OWNER, remember, say

LEXICONS: dict[str, Lexicon[Any]] = {
    f"{module.__name__.rsplit('.', 1)[1]}{name}": value
    for module in (concepts, cues, reading, values)
    for name, value in vars(module).items()
    if isinstance(value, Lexicon)
}
CHAINS = files("memory.measuring").joinpath("update_chains.jsonl")
JANUARY, MAY = datetime(2026, 1, 10, tzinfo=UTC), datetime(2026, 5, 20, tzinfo=UTC)


def told(store: Store, *texts: str, start: datetime = JANUARY) -> list[Record]:
    """Write texts that were said a month apart."""
    return [
        remember(store, text, observed_at=start.replace(month=start.month + place))[0]
        for place, text in enumerate(texts)
    ]


def found(store: Store, question: str, **more: Any) -> dict[str, Hit]:
    """The hits by text, everything that was found."""
    options = RecallOptions(admit=False, embed_seconds=0, **more)
    return {hit.text: hit for hit in recall(actor=OWNER, query=question, stores=[store], options=options).hits}


def codes(hit: Hit) -> list[str]:
    return [qualifier.code.value for qualifier in hit.qualifiers]


def test_a_newer_value_qualifies_the_older_one_and_is_named_with_its_day(main_store: Store) -> None:
    _, new = told(main_store, "The build server is called Falcon.", "The build server was renamed to Osprey.")
    hits = found(main_store, "build server")
    [qualifier] = hits["The build server is called Falcon."].qualifiers
    assert (qualifier.code, qualifier.by, qualifier.at) == ("superseded", new.uid, new.observed_at)
    assert "2026-02-10" in qualifier.text
    assert hits["The build server was renamed to Osprey."].qualifiers == ()


def test_what_changed_stands_before_what_it_changes_and_comes_along_when_it_was_not_found(main_store: Store) -> None:
    told(main_store, "My flight leaves at 7:15 on the runway side.", "Sorry, it leaves at 7:50.")
    hits = list(found(main_store, "runway side flight"))
    assert hits == ["Sorry, it leaves at 7:50.", "My flight leaves at 7:15 on the runway side."]


def test_the_limit_holds_when_a_newer_statement_comes_along(main_store: Store) -> None:
    told(main_store, "My flight leaves at 7:15 on the runway side.", "Sorry, it leaves at 7:50.")
    result = recall(actor=OWNER, query="runway side flight", stores=[main_store], limit=1)
    assert [hit.text for hit in result.hits] == ["Sorry, it leaves at 7:50."]


def test_before_the_change_the_older_statement_stands_as_it_is(main_store: Store) -> None:
    told(main_store, "The build server is called Falcon.", "The build server was renamed to Osprey.")
    hits = found(main_store, "build server", instant=JANUARY.replace(day=20))
    assert hits["The build server is called Falcon."].qualifiers == ()


def test_what_was_forgotten_changes_nothing(main_store: Store) -> None:
    _, new = told(main_store, "The build server is called Falcon.", "The build server was renamed to Osprey.")
    record_forget(actor=OWNER, uid=new.uid)
    assert found(main_store, "build server")["The build server is called Falcon."].qualifiers == ()


def test_a_statement_of_another_store_or_project_changes_nothing(main_store: Store, private_store: Store) -> None:
    told(main_store, "The build server is called Falcon.")
    told(private_store, "The build server was renamed to Osprey.", start=MAY)
    remember(main_store, "The build server was renamed to Kestrel.", observed_at=MAY, project="other")
    hits = found(main_store, "build server", project="mine")
    assert hits["The build server is called Falcon."].qualifiers == ()


def test_two_speakers_say_i_of_two_people(main_store: Store) -> None:
    say(main_store, "c", ("Ann", "I live in Porto these days."), ("Ben", "I moved to Ghent last month."))
    assert [codes(hit) for hit in found(main_store, "Porto Ghent live").values()] == [[], []]


def test_no_prompt_holds_a_changed_statement_without_its_qualifier(alice: Actor, main_store: Store) -> None:
    _, new = told(main_store, "The build server is called Falcon.", "The build server was renamed to Osprey.")
    lines = context_preview(actor=alice, store=main_store, query="build server").episodes.text.splitlines()
    [line] = [line for line in lines if "Falcon" in line]
    before, _, _ = line.partition("The build server")
    assert f"[changed 2026-02-10 by memory:{new.uid}]" in before
    assert any("Osprey" in line and "changed" not in line for line in lines)


@pytest.mark.parametrize(
    ("text", "spoken", "day"),
    [
        ("I am on holiday until July 14.", "2026-07-01", "2026-07-14"),
        ("The office is closed through the end of March.", "2026-03-02", "2026-03-31"),
        ("The car is in the garage until Friday.", "2026-03-02", "2026-03-06"),
        ("Bis Ende Februar bin ich in Wien.", "2028-02-03", "2028-02-29"),
        ("Das Büro ist bis 3. Januar geschlossen.", "2026-12-20", "2027-01-03"),
        ("Estoy de baja hasta el 20 de mayo.", "2026-05-04", "2026-05-20"),
        ("Je suis en congé jusqu'au 18 mai 2027.", "2026-05-04", "2027-05-18"),
        ("到5月底我都在家办公。", "2026-04-04", "2026-05-31"),
        ("6月10日まで育児休暇中です。", "2026-05-04", "2026-06-10"),
        ("5월 20일까지 출장이야.", "2026-05-04", "2026-05-20"),
        ("Đến hết tháng 4 mình ăn chay.", "2026-04-01", "2026-04-30"),
        ("The shop is open from Monday till Friday.", "2026-03-02", None),
        ("The shop is open from 9 until 5.", "2026-03-02", None),
        ("Wait until February 31 and see.", "2026-02-01", None),
        ("周会改到周四了，时间不变。", "2026-03-02", None),
        ("Der Termin wurde auf den 26. März verschoben.", "2026-02-02", None),
    ],
)
def test_until_when_a_statement_holds_is_read_from_its_words(text: str, spoken: str, day: str | None) -> None:
    assert last_day(text, date.fromisoformat(spoken)) == (date.fromisoformat(day) if day else None)


def test_what_held_until_a_day_says_so_before_and_after_it(main_store: Store) -> None:
    remember(main_store, "I am on holiday in Wales until July 14.", observed_at=datetime(2026, 7, 1, tzinfo=UTC))
    text = "I am on holiday in Wales until July 14."
    during = found(main_store, "holiday Wales", instant=datetime(2026, 7, 10, tzinfo=UTC))[text].qualifiers
    after = found(main_store, "holiday Wales", instant=datetime(2026, 8, 1, tzinfo=UTC))[text].qualifiers
    assert [one.text for one in during] == ["Holds until 2026-07-14."]
    assert [one.text for one in after] == ["Held until 2026-07-14, which is over."]


def test_an_index_from_before_is_asked_anew_after_a_rebuild(main_store: Store) -> None:
    told(main_store, "The build server is called Falcon.", *(f"Note {n} on lunch" for n in range(5)))
    remember(main_store, "Our build server got renamed: it was renamed to Osprey.", observed_at=MAY.replace(month=9))
    with connection.cursor() as cursor:
        cursor.execute("UPDATE memory_text SET scope = REPLACE(scope, ' u', '')")
    SqliteEngine().rebuild()
    [qualifier] = found(main_store, "Falcon")["The build server is called Falcon."].qualifiers
    assert qualifier.code is QualifierCode.SUPERSEDED


def chains() -> Iterator[Any]:
    for line in CHAINS.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield pytest.param(row, id=row["id"])


CHANGING = {"supersedes", "retracts", "corrects"}
OWN_WORDS = {"expires": "until", "past_value": "past", "hypothetical": "supposed", "scope": "limited"}


@pytest.mark.parametrize("row", list(chains()))
def test_a_chain_is_qualified_as_it_should_be(main_store: Store, row: dict[str, Any]) -> None:
    drafts = [
        EpisodeDraft(text=memory["text"], observed_at=datetime.fromisoformat(f"{memory['t']}T09:00:00+00:00"))
        for memory in row["memories"]
    ]
    outcomes = [episodes_write(actor=OWNER, store=main_store, drafts=[draft])[0] for draft in drafts]
    assert all(outcome.ok for outcome in outcomes)
    question = " ".join(draft.text for draft in drafts)
    options = RecallOptions(admit=False, embed_seconds=0)
    result = recall(actor=OWNER, query=question, stores=[main_store], options=options)
    hits = {hit.id: codes(hit) for hit in result.hits}
    said = [hits[outcome.uid] for outcome in outcomes if outcome.uid]
    assert len(said) == len(drafts)
    if row["relation"] in CHANGING:
        assert all("superseded" in one for one in said[:-1])
    else:
        assert not any("superseded" in one for one in said)
    if row["relation"] in OWN_WORDS:
        assert OWN_WORDS[row["relation"]] in said[-1]
    assert "superseded" not in said[-1]
    assert now() > drafts[-1].observed_at  # type: ignore[operator]


WORDS = st.sampled_from(
    """
    not from to until bis hasta 到 まで 까지 moved no longer 10 9:30 12. May July 31 monday friday 周二 不 了 もう ない
    十 点 红 Bosch , . ? sorry instead of february 29 9999 tháng 4 kein mehr
    """.split()
)


@given(st.one_of(st.text(max_size=300), st.lists(WORDS, max_size=60).map(" ".join)), st.dates())
def test_every_text_is_read_without_an_error(text: str, day: date) -> None:
    last = last_day(text, day)
    assert last is None or isinstance(last, date)
    for one in statements(text):
        for other in statements(text):
            assert supersedes(one, other) in (True, False)
            assert is_special_case(one, other) in (True, False)


SLOW = ("not 10, ", "moved from 5 to 7 ", "kein a b c ", "もうあ", "不a", "9:30 May 5 until ", "n'a b ", "周二不")


@pytest.mark.parametrize("piece", SLOW)
def test_a_text_made_to_be_slow_is_read_in_no_time(piece: str) -> None:
    text = (piece * 2000)[:2000]
    statements(text)
    last_day(text, date(2026, 1, 1))


def test_what_an_erased_text_said_is_not_remembered_by_the_process(alice: Actor, main_store: Store) -> None:
    old, _ = told(main_store, "The build server is called Falcon.", "The build server was renamed to Osprey.")
    found(main_store, "build server")
    assert statements.cache_info().currsize > 0 and announces_change.cache_info().currsize > 0
    record_erase(actor=alice, uid=old.uid, confirm=str(old.uid), reason="asked to")
    for cache in (statements, read, announces_change, last_day):
        assert cache.cache_info().currsize == 0


@pytest.mark.parametrize("name", LEXICONS)
def test_every_pattern_of_a_lexicon_is_one(name: str) -> None:
    """They are compiled when a text asks for them, so a broken one would not be met at the start."""
    lexicon = LEXICONS[name]
    tables = (*lexicon._exact.values(), *lexicon._prefixes.values(), lexicon._joined)
    patterns = [pattern for table in tables for _, pattern in table]
    assert patterns and all(re.compile(pattern) for pattern in patterns)
