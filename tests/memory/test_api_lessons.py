"""Lessons over HTTP: which one is meant."""

from urllib.parse import urlencode

import pytest

from channels_bridge.actors import Actor
from memory.models import Kind, Record, Status, Store
from memory.services.drafts import LessonDraft
from memory.services.lessons import lessons_write
from tests.memory.test_api import Ask, asker

RULES = (
    "先跑测试再推送",
    "Tests vor dem Push ausführen",
    "푸시 전에 테스트를 실행하세요",
    "Run the tests 🧪 before you push",
)


@pytest.fixture
def rules(alice: Actor, main_store: Store) -> None:
    drafts = [LessonDraft(rule=rule) for rule in RULES] + [LessonDraft(rule=RULES[-1], repo_scope="services/billing")]
    outcomes = lessons_write(actor=alice, store=main_store, drafts=drafts)
    assert [outcome.refusal for outcome in outcomes] == [None] * 5


def proposed(store: Store) -> set[tuple[str, str]]:
    rows = Record.objects.filter(store=store, kind=Kind.LESSON, revisions__status="proposed", status=Status.ACTIVE)
    return set(rows.values_list("lesson__rule", "lesson__repo_scope"))


@pytest.mark.parametrize("rule", RULES)
def test_the_rule_names_its_lesson(main_store: Store, rules: None, rule: str) -> None:
    ask = asker("botty", main_store, "memory:read", "lessons:write")
    response = ask("delete", f"/api/lessons?{urlencode({'rule': f'  {rule} '})}")
    assert (response.status_code, response.json()["status"]) == (202, "proposed")  # the owner wrote it
    assert proposed(main_store) == {(rule, "")}


def test_a_rule_bound_to_a_path_is_another_lesson(main_store: Store, rules: None) -> None:
    ask = asker("botty", main_store, "memory:read", "lessons:write")
    query = urlencode({"rule": RULES[-1], "repo_scope": "services/billing"})
    assert ask("delete", f"/api/lessons?{query}").json()["status"] == "proposed"
    assert proposed(main_store) == {(RULES[-1], "services/billing")}


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({}, 422),
        ({"key": "lesson.0", "rule": "x"}, 422),
        ({"key": "lesson.0", "repo_scope": "x"}, 422),
        ({"rule": "x" * 501}, 422),
        ({"rule": "Nobody ever said so"}, 404),
    ],
)
def test_what_names_no_lesson_is_told_so(main_store: Store, rules: None, query: dict[str, str], status: int) -> None:
    ask: Ask = asker("botty", main_store, "memory:read", "lessons:write")
    assert ask("delete", f"/api/lessons?{urlencode(query)}").status_code == status
    assert proposed(main_store) == set()
