"""The contract of a search engine: what is in scope is found, nothing else ever is, and no text is syntax."""

from datetime import timedelta

import pytest
from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kirocrew.base.analysis import query_terms
from kirocrew.base.clock import now
from kirocrew.base.text import clean
from memory.models import Embedding, EmbeddingBits, Kind, Record, Store
from memory.recall import sqlite, statistics
from memory.recall.engine import SearchEngine
from memory.recall.scope import Scope
from memory.recall.sqlite import SqliteEngine
from memory.recall.text_index import IndexRow
from memory.services.records import record_forget, record_restore
from tests.memory.recalling import OWNER, embed_all, know, learn, remember, say, scope_of, vector_of

# What people type; each is an error or a wrong column when handed to FTS5 as it is.
RAW = [
    "state-of-the-art", "user's", "C++", "50% off", "#tag", "@me", "a.b", "path/to/x.md", "what's up?", "AND",
    "OR", "NOT", "NEAR(", "NEAR(a b, 2)", "foo:bar", "terms : x", "scope:s1", "*", "pre*", '"', '""', "'", "^a",
    "{a b} : c",
    "(", ")", "a + b", "-a", "--", ";", "\\", "\x00", "\ud800", "🍕", "悬空", "",
]  # fmt: skip


@pytest.fixture
def engine() -> SearchEngine:
    return SqliteEngine()


def found(engine: SearchEngine, query: str, scope: Scope, limit: int = 10) -> set[int]:
    return {hit.record_id for hit in engine.lexical(query_terms(query), scope, limit=limit)}


def near(engine: SearchEngine, query: str, scope: Scope, limit: int = 10) -> set[int]:
    hits = engine.semantic(vector_of(query), scope, space_id=embed_all(), limit=limit)
    return {hit.record_id for hit in hits}


def everywhere(engine: SearchEngine, query: str, scope: Scope, keys: list[int]) -> list[set[int]]:
    """What each way into the engine shows."""
    return [
        found(engine, query, scope),
        near(engine, query, scope),
        {hit.record_id for hit in engine.newest(scope, limit=10)},
        {row.record_id for row in engine.pool(keys, scope)},
    ]


def test_a_scope_without_a_store_or_a_kind_finds_nothing(engine: SearchEngine, main_store: Store) -> None:
    record = remember(main_store, "The blue bicycle is in the shed")[0]
    for scope in (scope_of(), scope_of(main_store, kinds=frozenset())):
        assert everywhere(engine, "blue bicycle", scope, [record.pk]) == [set()] * 4


def test_another_store_is_never_shown(engine: SearchEngine, main_store: Store, private_store: Store) -> None:
    mine = remember(main_store, "The blue bicycle is in the shed")[0]
    other = remember(private_store, "The blue bicycle was sold in May")[0]
    keys = [mine.pk, other.pk]
    assert everywhere(engine, "blue bicycle", scope_of(main_store), keys) == [{mine.pk}] * 4
    assert everywhere(engine, "blue bicycle", scope_of(main_store, private_store), keys) == [set(keys)] * 4


def test_only_the_kinds_asked_for_are_shown(engine: SearchEngine, main_store: Store) -> None:
    episode = remember(main_store, "The deploy script lives in tools")[0]
    fact = know(main_store, deploy_script="tools/deploy.sh")[0]
    lesson = learn(main_store, "Run the deploy script from a clean checkout")
    keys = [episode.pk, fact.pk, lesson.pk]
    for kind, record in ((Kind.EPISODE, episode), (Kind.FACT, fact), (Kind.LESSON, lesson)):
        scope = scope_of(main_store, kinds=frozenset({kind.value}))
        assert everywhere(engine, "deploy script", scope, keys) == [{record.pk}] * 4


def test_a_selective_scope_still_returns_as_many_as_asked(
    engine: SearchEngine, main_store: Store, private_store: Store
) -> None:
    crowd = [
        f"Ticket {number}: the blue bicycle of customer {number} needs new tyres {number * 7}" for number in range(300)
    ]
    remember(main_store, *crowd)
    few = remember(
        private_store, *(f"blue bicycle note {word} about {word}s" for word in "frame bell lock seat rack".split())
    )
    scope = scope_of(private_store)
    assert found(engine, "blue bicycle", scope, limit=5) == {record.pk for record in few}
    assert near(engine, "blue bicycle", scope, limit=5) == {record.pk for record in few}


def test_a_forgotten_record_is_gone_from_both_arms_and_comes_back(engine: SearchEngine, main_store: Store) -> None:
    record = remember(main_store, "The blue bicycle is in the shed")[0]
    scope = scope_of(main_store)
    assert near(engine, "blue bicycle", scope) == {record.pk}
    record_forget(actor=OWNER, uid=record.uid)
    assert everywhere(engine, "blue bicycle", scope, [record.pk]) == [set()] * 4
    record_restore(actor=OWNER, uid=record.uid)
    assert everywhere(engine, "blue bicycle", scope, [record.pk]) == [{record.pk}] * 4


def test_a_record_is_shown_inside_its_half_open_window_only(engine: SearchEngine, main_store: Store) -> None:
    start, end = now() - timedelta(days=10), now() + timedelta(days=10)
    record = remember(main_store, "The blue bicycle is lent to Priya", valid_from=start, valid_until=end)[0]
    tick = timedelta(microseconds=1)
    for instant, shown in ((start - tick, False), (start, True), (now(), True), (end - tick, True), (end, False)):
        scope = scope_of(main_store, instant=instant)
        assert everywhere(engine, "blue bicycle", scope, [record.pk]) == [{record.pk} if shown else set()] * 4


def test_a_project_shows_its_own_records_and_those_of_none(engine: SearchEngine, main_store: Store) -> None:
    free = remember(main_store, "The blue bicycle is in the shed")[0]
    apollo = remember(main_store, "Apollo bought a blue bicycle for the courier", project="apollo")[0]
    zeus = remember(main_store, "Zeus repaired the blue bicycle of the mayor", project="zeus")[0]
    keys = [free.pk, apollo.pk, zeus.pk]
    assert (
        everywhere(engine, "blue bicycle", scope_of(main_store, project="apollo"), keys) == [{free.pk, apollo.pk}] * 4
    )
    assert everywhere(engine, "blue bicycle", scope_of(main_store, project=""), keys) == [{free.pk}] * 4
    assert everywhere(engine, "blue bicycle", scope_of(main_store), keys) == [set(keys)] * 4


def test_a_conversation_and_tags_narrow_whatever_their_letters(engine: SearchEngine, main_store: Store) -> None:
    name = 'standup "OR" 会議 🍕 s1'
    turn = say(main_store, name, ("Bob", "I parked the blue bicycle at the station"))[0]
    note = remember(main_store, "The blue bicycle is in the shed", tags=("garage sale", "cr"))[0]
    other = remember(main_store, "A blue bicycle costs 300 euros now", tags=("cron",))[0]
    keys = [turn.pk, note.pk, other.pk]
    assert everywhere(engine, "blue bicycle", scope_of(main_store, conversation=name), keys) == [{turn.pk}] * 4
    for tag, record in (("garage sale", note), ("CR", note), ("cron", other)):
        scope = scope_of(main_store, tags=frozenset({tag}))
        assert everywhere(engine, "blue bicycle", scope, keys) == [{record.pk}] * 4
    both = scope_of(main_store, tags=frozenset({"cr", "cron"}))
    assert everywhere(engine, "blue bicycle", both, keys) == [{note.pk, other.pk}] * 4


@pytest.mark.parametrize("raw", RAW)
def test_what_people_type_is_text_and_never_syntax(engine: SearchEngine, main_store: Store, raw: str) -> None:
    remember(main_store, "The blue bicycle is in the shed")
    assert found(engine, raw, scope_of(main_store)) == set()
    engine.lexical([clean(raw)], scope_of(main_store), limit=3)


@pytest.mark.django_db
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
@given(terms=st.lists(st.text(max_size=12), max_size=6))
def test_no_term_is_ever_syntax(engine: SearchEngine, terms: list[str]) -> None:
    scope = Scope(instant=now(), store_ids=frozenset({1}))
    assert engine.lexical([term.encode("utf-8", "replace").decode() for term in terms], scope, limit=3) == []


def test_an_accent_in_the_index_is_one_token(engine: SearchEngine, main_store: Store) -> None:
    record = remember(main_store, "Wir treffen uns in der Straße am Café")[0]
    for query in ("strasse", "straße", "STRASSE", "cafe", "café", "cafe\u0301"):
        assert found(engine, query, scope_of(main_store)) == {record.pk}, query


def test_the_rarer_word_ranks_first(engine: SearchEngine, main_store: Store) -> None:
    remember(main_store, *(f"The meeting number {number} took {number + 3} minutes" for number in range(30)))
    rare = remember(main_store, "The meeting about zeppelins was short")[0]
    hits = engine.lexical(query_terms("zeppelin meeting"), scope_of(main_store), limit=3)
    assert hits[0].record_id == rare.pk
    assert hits[0].score > hits[1].score > 0


def test_a_word_that_nearly_all_have_brings_up_the_newest(
    engine: SearchEngine, main_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "MATCH_BUDGET", 5)
    records = remember(main_store, *(f"Bicycle number {number} was checked {number * 13}" for number in range(20)))
    newest = {record.pk for record in records[-5:]}
    assert found(engine, "bicycle", scope_of(main_store), limit=5) == newest
    assert found(engine, "bicycle 7", scope_of(main_store), limit=5) == {records[7].pk}


def test_a_wide_scope_of_a_large_index_is_no_wider_than_asked(
    engine: SearchEngine, main_store: Store, private_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "LARGE", 1)
    records = remember(main_store, *(f"Bicycle number {number} was checked {number * 13}" for number in range(8)))
    other = remember(private_store, "A bicycle of Bob is private")[0]
    fact = know(main_store, bicycle="blue")[0]
    over = remember(main_store, "A bicycle was stolen", valid_until=now() - timedelta(days=1))[0]
    episodes = scope_of(main_store, kinds=frozenset({"episode"}))
    assert found(engine, "bicycle", episodes, limit=20) == {record.pk for record in records}
    assert found(engine, "bicycle", scope_of(main_store), limit=20) == {record.pk for record in [*records, fact]}
    assert found(engine, "bicycle", scope_of(private_store), limit=20) == {other.pk}
    assert over.pk not in found(engine, "bicycle", scope_of(main_store, private_store), limit=20)


def test_large_counts_are_remembered_for_a_while_and_small_ones_never(
    engine: SearchEngine, main_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    scope = scope_of(main_store)
    remember(main_store, "The blue bicycle is in the shed")
    assert engine.corpus(["blue"], scope).rows == 1
    remember(main_store, "The blue kite is in the cellar")
    assert engine.corpus(["blue"], scope).rows == 2
    monkeypatch.setattr(statistics, "KEPT_FROM", 2)
    monkeypatch.setattr(statistics, "_large", {})
    assert engine.corpus(["blue"], scope).rows == 2
    remember(main_store, "The blue door was painted again")
    later = engine.corpus(["blue"], scope)
    assert (later.rows, later.frequencies["blue"]) == (2, 3)
    monkeypatch.setattr(statistics, "KEPT_SECONDS", -1.0)
    monkeypatch.setattr(statistics, "_large", {})
    assert engine.corpus(["blue"], scope).rows == 3


def test_the_corpus_counts_rows_per_term_of_the_texts_alone(engine: SearchEngine, main_store: Store) -> None:
    remember(main_store, "red red red balloon", "red kite in the sky")
    corpus = engine.corpus(["red", "kite", "nowher", f"s{main_store.pk}"], scope_of(main_store))
    assert corpus.rows == 2
    assert corpus.frequencies == {"red": 2, "kite": 1}
    assert corpus.shown == 1.0


def test_the_corpus_knows_at_most_which_share_a_scope_shows(engine: SearchEngine, main_store: Store) -> None:
    remember(main_store, "The blue bicycle is in the shed", "Green tea is in the kitchen", tags=("a",))
    know(main_store, bicycle="blue")
    say(main_store, "c", ("Bob", "I parked the blue bicycle at the station"))
    scope = scope_of(main_store, kinds=frozenset({"episode"}))
    assert engine.corpus(["blue"], scope).shown == 0.75
    assert engine.corpus(["blue"], scope_of(main_store, conversation="c")).shown == 0.25
    assert engine.corpus(["blue"], scope_of(main_store, tags=frozenset({"a"}))).shown == 0.5
    assert engine.corpus(["blue"], scope_of(main_store, tags=frozenset({"b"}))).shown == 0.0


def test_neighbours_are_of_the_same_session_only(engine: SearchEngine, main_store: Store) -> None:
    first = say(
        main_store, "c1", *(("Bob", f"Sentence number {word} here") for word in "one two three four five".split())
    )
    other = say(main_store, "c1", ("Bob", "Another session starts there"), session="2", start=6)
    assert set(engine.neighbours([first[4].pk], reach=2)) == {record.pk for record in first[2:]}
    assert set(engine.neighbours([other[0].pk], reach=2)) == {other[0].pk}
    assert engine.neighbours([], reach=2) == []


def test_the_nearest_part_of_a_long_text_counts(engine: SearchEngine, main_store: Store) -> None:
    record = remember(main_store, "Only one record stands here")[0]
    space = embed_all()
    first = Embedding.objects.get(record=record)
    second = Embedding.objects.create(
        record=record, space_id=space, chunk=1, text_hash="x", vector=vector_of("quantum chromodynamics").tobytes()
    )
    EmbeddingBits.objects.create(
        embedding=second, record=record, space_id=space, store=main_store, kind="episode", bits=bytes(32)
    )
    hits = engine.semantic(vector_of("quantum chromodynamics"), scope_of(main_store), space_id=space, limit=5)
    assert [(hit.record_id, round(hit.score, 5)) for hit in hits] == [(record.pk, 1.0)]
    rows = engine.pool([record.pk], scope_of(main_store), vector=vector_of("quantum chromodynamics"), space_id=space)
    assert rows[0].cosine == pytest.approx(1.0, abs=1e-5)
    assert first.pk != second.pk


def test_a_vector_of_another_length_space_or_no_number_is_never_compared(
    engine: SearchEngine, main_store: Store
) -> None:
    good, short, broken = remember(
        main_store, "The blue bicycle is in the shed", "Green tea is in the kitchen", "Yellow paint is on the wall"
    )
    space = embed_all()
    Embedding.objects.filter(record=short).update(vector=b"\0" * 8)
    Embedding.objects.filter(record=broken).update(vector=b"\xff" * 1024)
    scope = scope_of(main_store)
    hits = engine.semantic(vector_of("blue bicycle"), scope, space_id=space, limit=5)
    assert [hit.record_id for hit in hits] == [good.pk]
    assert engine.semantic(vector_of("blue bicycle"), scope, space_id=space + 1, limit=5) == []
    rows = engine.pool([good.pk, short.pk, broken.pk], scope, vector=vector_of("blue bicycle"), space_id=space)
    assert [row.cosine is None for row in rows] == [False, True, True]


def test_rebuild_brings_back_what_check_finds_missing(engine: SearchEngine, main_store: Store) -> None:
    kept, lost = remember(main_store, "The blue bicycle is in the shed", "Green tea is in the kitchen")
    assert engine.check().is_sound
    engine.remove([lost.pk])
    engine.upsert([IndexRow(999_999, "ghost", f"s{main_store.pk} s{main_store.pk}episode")])
    check = engine.check()
    assert not check.is_sound
    assert (check.missing_text, check.orphaned_text) == ((lost.pk,), (999_999,))
    steps: list[tuple[int, int]] = []
    assert engine.rebuild(lambda done, total: steps.append((done, total))) == 2
    assert steps == [(2, 2)]
    assert engine.check().is_sound
    assert found(engine, "green tea", scope_of(main_store)) == {lost.pk}
    assert found(engine, "blue bicycle", scope_of(main_store)) == {kept.pk}


def test_check_names_vectors_that_outlived_their_record(engine: SearchEngine, main_store: Store) -> None:
    record = remember(main_store, "The blue bicycle is in the shed")[0]
    embed_all()
    Record.objects.filter(pk=record.pk).update(status="forgotten")
    check = engine.check()
    assert check.orphaned_vectors == (record.pk,) and check.orphaned_text == (record.pk,)


def test_putting_a_row_in_again_replaces_it(engine: SearchEngine, main_store: Store) -> None:
    record = remember(main_store, "The blue bicycle is in the shed")[0]
    scope = f"s{main_store.pk} s{main_store.pk}episode p"
    engine.upsert([IndexRow(record.pk, "purpl scooter", scope)])
    assert found(engine, "bicycle", scope_of(main_store)) == set()
    assert found(engine, "purple", scope_of(main_store)) == {record.pk}
    with connection.cursor() as cursor:
        cursor.execute("SELECT COUNT(*) FROM memory_text")
        assert cursor.fetchone() == (1,)
