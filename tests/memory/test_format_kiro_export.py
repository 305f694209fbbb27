"""The JSON export of Kiro Crew: rows of two tables, without vectors, events and authority."""

import json
from decimal import Decimal
from typing import Any

import pytest

from memory.transfer.items import EpisodeItem, FactItem, LessonItem
from tests.memory.foreign import episodes, facts, format_of, left, reading, reasons, rules, texts

CITY = {
    "key": "user.home_city",
    "value_json": '"Oslo"',
    "confidence": 0.9,
    "source": "consolidation",
    "created_at": "2026-03-01T10:00:00.123456+00:00",
    "updated_at": "2026-03-02T10:00:00+00:00",
    "is_deleted": 0,
    "embedding": "b'\\x00\\x01'",
}
DAWN = {
    "id": "0b1c2d3e-0000-4aaa-8bbb-111122223333",
    "conversation_id": "chat-7",
    "text": "We saw the lighthouse at dawn.",
    "tags": '["sea", "dawn"]',
    "importance": 0.7,
    "created_at": "2026-03-01T05:30:00",
    "last_accessed_at": "2026-04-01T05:30:00",
    "is_deleted": 0,
}


def export(semantic: Any = (), episodic: Any = (), **more: Any) -> str:
    return json.dumps({"semantic": list(semantic), "episodic": list(episodic)} | more, ensure_ascii=False)


def test_rows_become_facts_and_episodes_with_their_times() -> None:
    fact, episode = reading("export.json", export([CITY], [DAWN]))
    assert isinstance(fact, FactItem)
    assert isinstance(episode, EpisodeItem)
    assert (fact.key, fact.value, fact.confidence) == ("user.home_city", "Oslo", Decimal("0.9"))
    assert fact.observed_at is not None
    assert (episode.tags, episode.importance, episode.conversation) == (("sea", "dawn"), 0.7, "chat-7")
    assert episode.observed_at is not None
    assert episode.observed_at.isoformat() == "2026-03-01T05:30:00+00:00"


@pytest.mark.parametrize(
    ("row", "value"),
    [
        ({"value_json": '{"a": [1, null]}'}, {"a": [1, None]}),
        ({"value_json": "not json at all"}, "not json at all"),
        ({"value_json": "42"}, 42),
        ({"value": "Oslo"}, "Oslo"),
        ({"value": {"city": "Oslo"}}, {"city": "Oslo"}),
        ({"value_json": '"オスロ"'}, "オスロ"),
        ({"value_json": None, "value": False}, False),
    ],
)
def test_a_value_is_json_in_a_text_or_as_it_is(row: dict[str, Any], value: Any) -> None:
    assert facts(reading("export.json", export([{"key": "user.home_city"} | row]))) == {"user.home_city": value}


def test_what_is_missing_gets_the_usual_values() -> None:
    fact, episode = reading("e.json", export([{"key": "user.a", "value": 1}], [{"text": "We saw the lighthouse."}]))
    assert isinstance(fact, FactItem)
    assert isinstance(episode, EpisodeItem)
    assert fact.confidence == Decimal("0.85")
    assert (episode.importance, episode.tags) == (0.5, ())
    assert fact.observed_at is episode.observed_at is None


def test_a_file_that_says_user_explicit_is_not_believed() -> None:
    (fact,) = reading("e.json", export([CITY | {"source": "user_explicit", "confidence": 1.0, "authority": "owner"}]))[
        :1
    ]
    assert isinstance(fact, FactItem)
    assert fact.note == "source user_explicit"
    assert not hasattr(fact, "authority")


@pytest.mark.parametrize("vector", ["b'\\x00\\x80?'", [0.1] * 1024, [float("nan")], None])
def test_vectors_of_every_kind_are_left_behind(vector: Any) -> None:
    text = export([CITY | {"embedding": vector}], [DAWN | {"embedding": vector}], embedding_space_sig="qwen3:1024")
    items = reading("export.json", text)
    assert len(items) == 2
    assert not left(items)


def test_events_are_told_of_and_left_out() -> None:
    items = reading("export.json", export([CITY], events=[{"event_type": "create"}] * 3))
    assert left(items) == [("events_ignored", "3 events were left out: the journal of another system is not ours.")]


def test_deleted_rows_stay_deleted() -> None:
    assert (
        reasons(reading("e.json", export([CITY | {"is_deleted": 1}], [DAWN | {"is_deleted": True}])))
        == ["not_active"] * 2
    )


def test_one_bad_row_does_not_stop_the_others() -> None:
    rows = [CITY, 7, None, {"key": "user.x"}, {"value": 1}, CITY | {"confidence": "high"}, CITY | {"confidence": 7}]
    told = [DAWN, {"text": "x"}, {"text": 7}, [], DAWN | {"text": "A second one is good."}]
    items = reading("e.json", export(rows, told))
    assert facts(items) == {"user.home_city": "Oslo"}
    assert len(episodes(items)) == 2
    assert len(left(items)) == 9


def test_a_time_that_cannot_be_read_is_left_out_but_a_window_refuses_its_row() -> None:
    (fact,) = reading("e.json", export([CITY | {"created_at": "long ago"}]))
    assert isinstance(fact, FactItem)
    assert fact.observed_at is None
    assert reasons(reading("e.json", export([CITY | {"metadata": {"valid_until": "soon"}}]))) == ["bad_date"]


def test_what_stands_beside_a_row_comes_along_except_authority() -> None:
    meta = {"subject": "mira", "predicate": "lives in", "valid_until": "2027-01-01T00:00:00Z", "scope": "default"}
    (fact,) = reading("e.json", export([CITY | {"metadata": meta | {"status": "active", "authority": "owner"}}]))
    assert isinstance(fact, FactItem)
    assert (fact.subject, fact.predicate, fact.scope) == ("mira", "lives in", "")
    assert fact.valid_until is not None
    assert reasons(reading("e.json", export([CITY | {"metadata": {"status": "superseded"}}]))) == ["not_active"]


@pytest.mark.parametrize("scope", ["", "default", "Global", "main", "none", "NULL", None])
def test_names_that_mean_everywhere_are_no_scope(scope: Any) -> None:
    (fact,) = reading("e.json", export([CITY | {"scope": scope, "workspace": scope}]))
    assert isinstance(fact, FactItem)
    assert (fact.scope, fact.project) == ("", "")


def test_lessons_are_rows_with_a_mapping() -> None:
    rule = {
        "rule": "Run the tests first.",
        "negative": "",
        "category": "tool",
        "repo_scope": "src",
        "applies": "on_topic",
    }
    rows = [{"key": "lesson.a1b2c3d4e5f6", "value_json": json.dumps(rule)}, {"key": "lesson.x", "value": "Never push."}]
    items = reading("e.json", export(rows))
    first, _ = (item for item in items if isinstance(item, LessonItem))
    assert (first.category, first.repo_scope, first.applies) == ("tool", "src", "on_topic")
    assert rules(items) == ["Run the tests first.", "Never push."]


def test_lists_may_be_called_like_their_tables_or_keyed() -> None:
    text = json.dumps({"semantic_memory": {"user.a": {"value": 1}}, "episodic_memories": [DAWN]})
    items = reading("e.json", text)
    assert facts(items) == {"user.a": 1}
    assert texts(items) == [DAWN["text"]]


def test_broken_and_odd_files_say_so() -> None:
    assert format_of("e.json", '{"semantic": [') == "semantic-episodic"
    assert reasons(reading("e.json", '{"semantic": [')) == ["bad_line"]
    assert reasons(reading("e.json", '{"semantic": [], "episodic": []}')) == ["empty"]
    assert reasons(reading("e.json", '{"semantic": [], "semantic": []}')) == ["duplicate_keys"]
    deep = "[" * 100 + "]" * 100
    assert reasons(reading("e.json", export([CITY | {"value_json": deep}]))) == ["too_deep"]
