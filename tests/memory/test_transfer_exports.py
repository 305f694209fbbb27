"""Our own export, written and read back, and the rows of related systems."""

import json
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest

from memory.transfer.formats import UnknownFormat, by_name, detect, formats
from memory.transfer.items import EpisodeItem, FactItem, Item, LessonItem, Unsupported
from memory.transfer.reasons import Reason
from memory.transfer.sources import SourceFile
from memory.transfer.writer import ExportError, export_document

UID = UUID("01900000-0000-7000-8000-000000000001")
NOON = datetime(2026, 7, 14, 12, tzinfo=UTC)
FACT: dict[str, Any] = {
    "uid": UID,
    "kind": "fact",
    "key": "user.name",
    "value": {"姓": "林", "given": ["Mira", None, True, 1.5]},
    "confidence": Decimal("0.9"),
    "source": "user_explicit",
    "status": "active",
    "observed_at": NOON,
    "valid_from": NOON,
    "valid_until": None,
    "revision": 3,
    "subject": "mira",
    "predicate": "name",
}
LESSON: dict[str, Any] = {
    "uid": UUID(int=2),
    "kind": "lesson",
    "rule": "Immer vor dem Commit testen.",
    "negative": "nie ungeprüft",
    "category": "tool",
    "repo_scope": "src/api",
    "applies": "on_topic",
}
EPISODE: dict[str, Any] = {
    "uid": UUID(int=3),
    "kind": "episode",
    "text": "바닷가에서 미라와 차를 마셨다 👩\u200d👧",
    "tags": ["바다", "tea"],
    "importance": 0.7,
    "conversation": "sea",
    "session": "2",
    "position": 4,
    "speaker": "Mira",
}


def export(*records: dict[str, Any]) -> str:
    return "".join(export_document(records, {"slug": "main"}, exported_at=NOON))


def read(text: str, path: str = "export.json", name: str = "kirocrew-export") -> list[Item]:
    return list(by_name(name).parse(SourceFile(path=path, text=text)))


def reasons(items: list[Item]) -> list[Reason]:
    return [item.reason_code for item in items if isinstance(item, Unsupported)]


def test_an_export_is_one_json_document_with_a_record_per_line_and_counts() -> None:
    text = export(FACT, LESSON, EPISODE)
    document = json.loads(text)
    assert (document["format"], document["version"], document["exported_at"]) == (
        "kirocrew-export",
        1,
        "2026-07-14T12:00:00Z",
    )
    assert document["store"] == {"slug": "main"}
    assert document["counts"] == {"fact": 1, "lesson": 1, "episode": 1}
    assert document["records"][0]["uid"] == str(UID)
    assert len(text.splitlines()) == 5


def test_an_empty_store_exports_and_imports() -> None:
    assert json.loads(export())["records"] == []
    assert read(export()) == []


def test_what_is_exported_comes_back() -> None:
    fact, lesson, episode = read(export(FACT, LESSON, EPISODE))
    assert isinstance(fact, FactItem)
    assert (fact.key, fact.value, fact.confidence) == ("user.name", FACT["value"], Decimal("0.9"))
    assert (fact.observed_at, fact.valid_from, fact.valid_until) == (NOON, NOON, None)
    assert (fact.subject, fact.predicate) == ("mira", "name")
    assert isinstance(lesson, LessonItem)
    assert {name: getattr(lesson, name) for name in LESSON if name not in {"uid", "kind"}} == {
        name: value for name, value in LESSON.items() if name not in {"uid", "kind"}
    }
    assert isinstance(episode, EpisodeItem)
    assert {name: getattr(episode, name) for name in EPISODE if name not in {"uid", "kind", "tags"}} == {
        name: value for name, value in EPISODE.items() if name not in {"uid", "kind", "tags"}
    }
    assert episode.tags == ("바다", "tea")


def test_what_a_file_says_about_its_source_is_only_a_note() -> None:
    (fact,) = read(export(FACT))
    assert isinstance(fact, FactItem)
    assert "user_explicit" in fact.note
    assert not hasattr(fact, "source")


def test_a_record_is_known_again_in_a_later_export_under_another_name() -> None:
    first = read(export(FACT), "monday.json")
    second = read(export(LESSON, FACT | {"source": "bot:botty", "revision": 4}), "box/friday.json")
    assert first[0].fingerprint == second[1].fingerprint
    changed = read(export(FACT | {"value": "Mira"}))
    assert changed[0].fingerprint != first[0].fingerprint


@pytest.mark.parametrize("status", ["forgotten", "superseded", "expired", "proposed", "rejected", 7])
def test_what_was_not_active_is_not_brought_back(status: object) -> None:
    assert reasons(read(export(FACT | {"status": status}))) == [Reason.NOT_ACTIVE]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"key": ""}, Reason.BAD_RECORD),
        ({"key": 7}, Reason.BAD_RECORD),
        ({"confidence": 1.5}, Reason.BAD_RECORD),
        ({"confidence": "high"}, Reason.BAD_RECORD),
        ({"confidence": True}, Reason.BAD_RECORD),
        ({"valid_until": "someday"}, Reason.BAD_DATE),
        ({"observed_at": "2026-02-30"}, Reason.BAD_DATE),
        ({"valid_until": "2026-07-14T12:00:00Z"}, Reason.BAD_RECORD),
    ],
)
def test_a_bad_field_refuses_its_record_only(change: dict[str, Any], reason: Reason) -> None:
    items = read(export(FACT | change, LESSON))
    assert reasons(items) == [reason]
    assert isinstance(items[1], LessonItem)


@pytest.mark.parametrize("scope", ["/etc", "../x", "a/../b", "c:/x", "a//b"])
def test_a_lesson_with_a_scope_that_cannot_be_kept_is_withheld_not_widened(scope: str) -> None:
    assert reasons(read(export(LESSON | {"repo_scope": scope}))) == [Reason.SCOPE_INADMISSIBLE]


def test_a_missing_value_is_not_null() -> None:
    without = {name: value for name, value in FACT.items() if name != "value"}
    assert reasons(read(export(without))) == [Reason.BAD_RECORD]
    (fact,) = read(export(FACT | {"value": None}))
    assert isinstance(fact, FactItem)
    assert fact.value is None


def test_the_counts_are_verified() -> None:
    text = export(FACT, EPISODE)
    cut = text.replace(text.splitlines()[2], "", 1).replace("},\n\n]", "}\n]")
    items = read(cut)
    assert reasons(items) == [Reason.COUNT_MISMATCH]
    assert "episode: 1 promised, 0 there" in items[-1].message  # type: ignore[union-attr]


def test_fields_without_a_place_are_named() -> None:
    items = read(export(FACT | {"mood": "calm"}))
    assert reasons(items) == [Reason.FIELDS_IGNORED]
    assert "mood" in items[-1].message  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"format":"kirocrew-export","version":2,"records":[]}', Reason.BAD_VERSION),
        ('{"format":"kirocrew-export","version":true,"records":[]}', Reason.BAD_VERSION),
        ('{"format":"kirocrew-export","version":1}', Reason.BAD_RECORD),
        ('{"format":"kirocrew-export","version":1,"records":{}}', Reason.BAD_RECORD),
        ("[]", Reason.BAD_RECORD),
        ("{", Reason.BAD_LINE),
        ("[" * 200_000, Reason.TOO_DEEP),
    ],
)
def test_a_document_that_is_none_is_refused_with_its_reason(text: str, reason: Reason) -> None:
    assert reasons(read(text)) == [reason]


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ('{"kind":"fact","key":"user.x","value":{"1":"a","1":"b"}}', Reason.DUPLICATE_KEYS),
        ('{"kind":"fact","key":"user.x","value":{"a":1,"a\\u0000":2}}', Reason.DUPLICATE_KEYS),
        ('{"kind":"fact","kind":"lesson","key":"user.x","value":1}', Reason.DUPLICATE_KEYS),
        ('{"kind":"fact","key":"user.x","value":NaN}', Reason.NOT_FINITE),
        ('{"kind":"fact","key":"user.x","value":1e999}', Reason.NOT_FINITE),
        ('{"kind":"fact","key":"user.x","value":' + "[" * 40 + "]" * 40 + "}", Reason.TOO_DEEP),
        ('{"kind":"directive"}', Reason.BAD_KIND),
        ('{"kind":["fact"]}', Reason.BAD_KIND),
        ("7", Reason.BAD_RECORD),
        ('{"kind":"episode","text":"short"}', Reason.TOO_SHORT),
        ('{"kind":"episode","text":["a"]}', Reason.BAD_RECORD),
        ('{"kind":"lesson","rule":""}', Reason.BAD_RECORD),
    ],
)
def test_a_record_that_would_lose_something_is_refused(record: str, reason: Reason) -> None:
    text = f'{{"format":"kirocrew-export","version":1,"records":[{record},{json.dumps(LESSON, default=str)}]}}'
    items = read(text)
    assert reasons(items)[0] is reason
    assert any(isinstance(item, LessonItem) for item in items)


def test_half_a_character_is_cleaned_away() -> None:
    text = (
        '{"format":"kirocrew-export","version":1,"records":[{"kind":"fact","key":"user.x","value":"a\\ud800b\\u0000"}]}'
    )
    fact = read(text)[0]
    assert isinstance(fact, FactItem)
    assert fact.value == "ab"


@pytest.mark.parametrize(
    "change", [{"value": float("nan")}, {"value": {1: "a", "1": "b"}}, {"value": "\ud800"}, {"kind": "directive"}]
)
def test_what_cannot_be_written_without_loss_is_named(change: dict[str, Any]) -> None:
    with pytest.raises(ExportError, match=str(UID)):
        export(FACT | change)


def related(**lists: Any) -> list[Item]:
    return read(json.dumps(lists), name="semantic-episodic")


def test_rows_of_a_related_system_are_read() -> None:
    items = related(
        semantic=[
            {"key": "pref.tea", "value_json": '"oolong"', "confidence": 0.9, "source": "user_explicit"},
            {"key": "user.age", "value": 41},
            {"key": "lesson.ab12", "value_json": '{"rule": "先写测试再提交", "category": "tool", "negative": null}'},
            {"key": "lesson.cd34", "value": "Always water the plants."},
            {"key": "user.odd", "value_json": "not json"},
        ],
        episodic=[
            {"text": "We drank tea by the sea.", "tags": '["tea", "sea"]', "created_at": "2026-07-14T12:00:00+00:00"},
            {"text": "雨の日に灯台へ行きました。", "tags": ["雨"], "importance": 7, "conversation_id": "c1"},
        ],
        events=[{"event_type": "create"}, {"event_type": "merge"}],
    )
    tea, age, tests, plants, odd, sea, rain = items[:7]
    assert isinstance(tea, FactItem)
    assert (tea.key, tea.value, tea.confidence) == ("pref.tea", "oolong", Decimal("0.9"))
    assert "user_explicit" in tea.note
    assert isinstance(age, FactItem)
    assert (age.value, age.confidence) == (41, Decimal("0.85"))
    assert isinstance(tests, LessonItem)
    assert (tests.rule, tests.category, tests.negative) == ("先写测试再提交", "tool", "")
    assert isinstance(plants, LessonItem)
    assert plants.rule == "Always water the plants."
    assert isinstance(odd, FactItem)
    assert odd.value == "not json"
    assert isinstance(sea, EpisodeItem)
    assert (sea.tags, sea.importance, sea.observed_at) == (("tea", "sea"), 0.5, NOON)
    assert isinstance(rain, EpisodeItem)
    assert (rain.tags, rain.importance, rain.conversation) == (("雨",), 1.0, "c1")
    assert reasons(items) == [Reason.EVENTS_IGNORED]
    assert "2 events" in items[-1].message  # type: ignore[union-attr]


def test_a_bad_row_does_not_stop_the_others() -> None:
    items = related(semantic=[{"key": "pref.tea"}, None, 7, {"key": "pref.tea", "value": 1}], episodic="none")
    assert reasons(items) == [Reason.BAD_RECORD] * 3
    assert isinstance(items[-1], FactItem)


def test_deleted_rows_stay_deleted() -> None:
    assert reasons(related(semantic=[{"key": "pref.tea", "value": 1, "is_deleted": 1}])) == [Reason.NOT_ACTIVE]


def test_formats_are_found_by_content_and_by_name() -> None:
    own = detect(SourceFile(path="x.json", text=export(FACT)))
    rows = detect(SourceFile(path="x.json", text='{"semantic": [], "episodic": []}'))
    assert own is not None
    assert rows is not None
    assert (own.name, rows.name) == ("kirocrew-export", "semantic-episodic")
    assert detect(SourceFile(path="package.json", text='{"name": "x"}')) is None
    with pytest.raises(UnknownFormat, match="kirocrew-export, kirocrew-export-md, kirocrew-markdown, "):
        by_name("wordperfect")
    assert all(known.label for known in formats().values())
