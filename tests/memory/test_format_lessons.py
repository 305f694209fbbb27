"""`lessons.jsonl`: one lesson a line, whoever is said to have written it."""

import hashlib
import json

from memory.transfer.items import LessonItem
from tests.memory.foreign import format_of, json_lines, left, reading, reasons, rules

TESTS = {"rule": "Run the tests before pushing", "negative": "push first", "category": "tool", "repo_scope": "src/api/"}


def lessons(*lines: object) -> list[LessonItem]:
    return [item for item in reading("lessons.jsonl", json_lines(*lines)) if isinstance(item, LessonItem)]


def test_a_line_is_a_lesson_with_its_fields() -> None:
    (lesson,) = lessons(TESTS | {"created_at": "2026-03-01T10:00:00Z", "applies": "always"})
    assert (lesson.rule, lesson.negative, lesson.category) == ("Run the tests before pushing", "push first", "tool")
    assert (lesson.repo_scope, lesson.applies) == ("src/api", "always")
    assert lesson.observed_at is not None


def test_a_missing_or_unreadable_time_stays_missing() -> None:
    assert [lesson.observed_at for lesson in lessons(TESTS, TESTS | {"created_at": "yesterday"})] == [None, None]


def test_authority_and_confidence_are_not_believed() -> None:
    line = TESTS | {"source": "user_explicit", "confidence": 1.0, "authority": "owner", "status": "active"}
    items = reading("lessons.jsonl", json_lines(line))
    (lesson,) = items
    assert isinstance(lesson, LessonItem)
    assert lesson.note == "source user_explicit"
    assert not hasattr(lesson, "confidence")


def test_a_deleted_lesson_stays_deleted() -> None:
    assert reasons(reading("lessons.jsonl", json_lines(TESTS | {"is_deleted": 1}))) == ["not_active"]


def test_other_categories_become_knowledge() -> None:
    assert [lesson.category for lesson in lessons(TESTS | {"category": "magic"}, TESTS | {"category": "tool"})] == [
        "knowledge",
        "tool",
    ]


def test_a_lesson_of_a_workspace_holds_in_that_project_alone() -> None:
    first, second = lessons(
        TESTS | {"scope": "workspace", "workspace": "kettle"}, TESTS | {"scope": "global", "workspace": "default"}
    )
    assert (first.project, second.project) == ("kettle", "")


def test_a_lesson_of_a_workspace_without_a_name_is_refused() -> None:
    assert reasons(reading("lessons.jsonl", json_lines(TESTS | {"scope": "workspace"}))) == ["scope_inadmissible"]


def test_an_inadmissible_path_refuses_its_lesson() -> None:
    assert reasons(reading("lessons.jsonl", json_lines(TESTS | {"repo_scope": "../etc"}))) == ["scope_inadmissible"]


def test_broken_lines_are_named_and_the_rest_go_on() -> None:
    text = (
        json_lines(TESTS)
        + '{"rule": "cut off\n\n[1]\n{"rule": 7}\n{"rule": ""}\n{"rule": "a", "rule": "b"}\n'
        + json_lines(TESTS)
    )
    items = reading("lessons.jsonl", text)
    assert len(rules(items)) == 2
    assert [(reason, message.split(":")[0]) for reason, message in left(items)] == [
        ("bad_line", "Line 2"),
        ("bad_record", "Line 4"),
        ("bad_record", "Line 5"),
        ("bad_record", "Line 6"),
        ("duplicate_keys", "Line 7"),
    ]


def test_a_line_may_be_one_text() -> None:
    assert rules(reading("lessons.jsonl", json_lines("Always water the plants."))) == ["Always water the plants."]


def test_the_file_is_known_by_its_lines() -> None:
    assert format_of("export.jsonl", json_lines(TESTS)) == "lessons"
    assert format_of("lessons.jsonl", "{broken\n") == "lessons"
    assert format_of("turns.jsonl", json_lines({"text": "We saw the light.", "speaker": "Mira"})) == "turns"


def test_every_script_is_a_rule() -> None:
    said = ["始终先运行测试。", "必ず先にテストする。", "항상 먼저 테스트하세요.", "Immer zuerst testen 🧪"]
    assert rules(reading("lessons.jsonl", json_lines(*({"rule": rule} for rule in said)))) == said


def test_an_old_text_is_divided_only_where_its_key_proves_it() -> None:
    rule = "Write dates — NOT: as words"
    key = "lesson." + hashlib.md5(rule.encode(), usedforsecurity=False).hexdigest()[:12]
    rows = [
        {"key": key, "value": f"{rule} — NOT: with slashes"},
        {"key": "lesson.000000000000", "value": "Write dates — NOT: with slashes"},
    ]
    items = reading("m.json", f'{{"semantic": {json.dumps(rows)}}}')
    first, second = (item for item in items if isinstance(item, LessonItem))
    assert (first.rule, first.negative) == (rule, "with slashes")
    assert (second.rule, second.negative) == ("Write dates — NOT: with slashes", "")
