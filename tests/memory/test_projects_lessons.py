"""Lessons of different projects in one store: none changes, hides, names or answers for another's."""

from typing import Any

import pytest

from channels_bridge.actors import Actor, Permission
from channels_bridge.services.bots import bot_authenticate, bot_create
from memory.gate.outcomes import Outcome
from memory.models import BotStore, Lesson, Record, Revision, Status, Store
from memory.services.drafts import LessonDraft
from memory.services.lessons import lesson_key, lessons_write
from memory.services.records import record_forget

RULE = "Run the tests before pushing"


def bot_of(project: str, store: Store) -> Actor:
    permissions = [Permission.MEMORY_READ, Permission.MEMORY_WRITE, Permission.LESSONS_WRITE]
    bot, key = bot_create(
        actor=Actor.owner("alice", "1"), name=f"bot-{project}", permissions=permissions, project=project
    )
    BotStore.objects.create(bot=bot, store=store, is_default=True)
    actor = bot_authenticate(key)
    assert actor is not None
    return actor


@pytest.fixture
def alpha(main_store: Store) -> Actor:
    return bot_of("alpha", main_store)


@pytest.fixture
def beta(main_store: Store) -> Actor:
    return bot_of("beta", main_store)


def learn(actor: Actor, store: Store, rule: str, **more: Any) -> Outcome:
    return lessons_write(actor=actor, store=store, drafts=[LessonDraft(rule=rule, **more)])[0]


def seen_by(actor: Actor) -> set[tuple[str, str]]:
    rows = Lesson.objects.filter(record__in=Record.objects.visible_to(actor), record__status=Status.ACTIVE)
    return set(rows.values_list("record__project", "rule"))


def test_the_same_rule_in_two_projects_is_two_lessons_with_their_own_clauses(
    alpha: Actor, beta: Actor, main_store: Store
) -> None:
    first = learn(alpha, main_store, RULE, negative="push first")
    second = learn(beta, main_store, RULE, negative="look later")
    assert (first.status, second.status) == ("written", "written")
    assert first.uid != second.uid and first.key != second.key
    assert dict(Lesson.objects.values_list("record__project", "negative")) == {
        "alpha": "push first",
        "beta": "look later",
    }
    assert seen_by(alpha) == {("alpha", RULE)} and seen_by(beta) == {("beta", RULE)}


def test_another_wording_retires_the_rule_of_its_own_project_only(alpha: Actor, beta: Actor, main_store: Store) -> None:
    learn(alpha, main_store, RULE)
    general = learn(Actor.system("test"), main_store, RULE)
    own = learn(beta, main_store, RULE)
    outcome = learn(beta, main_store, "Run tests before pushing!")
    assert [gone.uid for gone in outcome.superseded] == [own.uid]
    assert general.uid != own.uid
    assert seen_by(alpha) == {("alpha", RULE), ("", RULE)}


def test_a_covered_rule_of_another_project_is_still_written(alpha: Actor, beta: Actor, main_store: Store) -> None:
    learn(alpha, main_store, RULE)
    assert learn(alpha, main_store, "the " + RULE).status == "written"
    outcome = learn(beta, main_store, RULE + "!")
    assert outcome.status == "written" and not outcome.superseded


def test_the_owner_rule_of_one_project_does_not_refuse_anothers(alice: Actor, beta: Actor, main_store: Store) -> None:
    learn(alice, main_store, RULE, project="alpha")
    outcome = learn(beta, main_store, "Run tests before pushing")
    assert outcome.status == "written" and outcome.refusal is None


def test_a_rule_forgotten_in_one_project_is_new_in_another(
    alice: Actor, alpha: Actor, beta: Actor, main_store: Store
) -> None:
    first = learn(alpha, main_store, RULE)
    assert first.uid
    record_forget(actor=alice, uid=first.uid)
    assert learn(beta, main_store, RULE).status == "written"
    assert learn(alpha, main_store, RULE).status == "proposed"
    assert Revision.objects.filter(status="proposed").get().record.project == "alpha"


def test_a_batch_of_the_owner_keeps_its_projects_apart(alice: Actor, main_store: Store) -> None:
    drafts = [LessonDraft(rule=RULE, project=project) for project in ("", "alpha", "beta", "alpha")]
    outcomes = lessons_write(actor=alice, store=main_store, drafts=drafts)
    assert [outcome.status for outcome in outcomes] == ["written", "written", "written", "unchanged"]
    assert len({outcome.key for outcome in outcomes}) == 3


def test_a_project_and_a_repository_of_one_name_make_different_keys() -> None:
    keys = {lesson_key(RULE, ""), lesson_key(RULE, "web"), lesson_key(RULE, "", "web"), lesson_key(RULE, "web", "web")}
    assert len(keys) == 4
