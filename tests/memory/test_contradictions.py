"""Two live records that cannot both hold are found and listed, and the owner decides."""

import pytest

from channels_bridge.actors import Actor
from channels_bridge.services.jobs import job_enqueue, run_job_now
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, Forbidden
from memory.models import Contradiction, Record, Status, Store
from memory.services.contradictions import (
    CONTRADICTIONS_JOB,
    contradiction_decide,
    contradictions,
    contradictions_scan,
)
from memory.services.drafts import FactDraft, LessonDraft
from memory.services.facts import facts_write
from memory.services.lessons import lessons_write
from memory.services.records import record_restore
from memory.services.rule_signs import opposite, stances_of


def fact(actor: Actor, store: Store, key: str, value: object, scope: str, **values: object) -> Record:
    draft = FactDraft(key=key, value=value, subject="alice", predicate="lives in", scope=scope, **values)  # type: ignore[arg-type]
    outcome = facts_write(actor=actor, store=store, drafts=[draft])[0]
    assert outcome.uid, outcome
    return Record.objects.get(uid=outcome.uid)


def lesson(actor: Actor, store: Store, rule: str, **values: object) -> Record:
    outcome = lessons_write(actor=actor, store=store, drafts=[LessonDraft(rule=rule, **values)])[0]  # type: ignore[arg-type]
    assert outcome.uid, outcome
    return Record.objects.get(uid=outcome.uid)


def pairs() -> set[tuple[str, str]]:
    return {(row.first.key, row.second.key) for row in Contradiction.objects.filter(verdict="")}


def test_two_values_for_one_thing_are_found_once(alice: Actor, main_store: Store) -> None:
    fact(alice, main_store, "user.city", "Lisbon", "home")
    fact(alice, main_store, "user.town", "Porto", "letters")
    assert contradictions_scan().found == 1
    assert pairs() == {("user.city", "user.town")}
    assert contradictions_scan().found == 0


def test_the_same_value_and_windows_that_never_meet_are_no_contradiction(alice: Actor, main_store: Store) -> None:
    fact(alice, main_store, "user.city", "Lisbon", "home")
    fact(alice, main_store, "user.town", "Lisbon", "letters")
    moment = now()
    fact(alice, main_store, "user.place", "Faro", "past", valid_until=moment.replace(year=2020))
    contradictions_scan()
    dated = {("user.city", "user.place"), ("user.town", "user.place")}
    assert pairs() == dated, "those without a beginning held then as well"
    facts_write(
        actor=alice,
        store=main_store,
        drafts=[
            FactDraft(key=key, value="Lisbon", valid_from=moment.replace(year=2021))
            for key in ("user.city", "user.town")
        ],
    )
    assert contradictions_scan().closed == 2
    assert pairs() == set()


def test_two_projects_that_never_meet_are_no_contradiction(alice: Actor, main_store: Store) -> None:
    fact(alice, main_store, "user.city", "Lisbon", "home", project="acme")
    fact(alice, main_store, "user.town", "Porto", "letters", project="globex")
    assert contradictions_scan().open == 0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Always run the migrations before the deployment", "Never run the migrations before the deployment"),
        ("Immer die Tests vor dem Merge laufen lassen", "Nie die Tests vor dem Merge laufen lassen"),
        ("Toujours lancer les tests avant la fusion", "Ne jamais lancer les tests avant la fusion"),
        ("Siempre ejecutar pruebas antes de publicar", "Nunca ejecutar pruebas antes de publicar"),
        ("总是在部署之前运行迁移", "不要在部署之前运行迁移"),
        ("Push to the main branch on Friday", "Don't push to the main branch on Friday"),
    ],
)
def test_a_rule_and_its_opposite_are_opposite(one: str, other: str) -> None:
    (first,), (second,) = stances_of(one), stances_of(other)
    assert opposite(first, second) and opposite(second, first) and not opposite(first, first)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Always run the migrations before the deployment", "Never run the backups before the deployment"),
        ("Use tabs", "Never use tabs"),
        ("Never push on Friday evenings", "Do not push on Friday evenings"),
    ],
)
def test_rules_about_other_things_or_of_one_sign_are_not(one: str, other: str) -> None:
    assert not any(opposite(first, second) for first in stances_of(one) for second in stances_of(other))


def test_opposite_rules_of_two_places_are_found_where_they_meet(alice: Actor, main_store: Store) -> None:
    lesson(alice, main_store, "Always squash the commits of a branch", repo_scope="acme/backend")
    lesson(alice, main_store, "Never squash the commits of a branch", repo_scope="acme/frontend")
    assert contradictions_scan().open == 0
    lesson(alice, main_store, "Write the changelog by hand", negative="generate release notes automatically")
    lesson(alice, main_store, "Generate release notes automatically", project="acme")
    assert contradictions_scan().open == 1


def test_the_owner_keeps_one_and_the_other_can_be_restored(alice: Actor, botty: Actor, main_store: Store) -> None:
    first = fact(alice, main_store, "user.city", "Lisbon", "home")
    second = fact(alice, main_store, "user.town", "Porto", "letters")
    contradictions_scan()
    row = contradictions(actor=alice).get()
    with pytest.raises(Forbidden):
        contradiction_decide(actor=botty, number=row.pk, keep="first")
    contradiction_decide(actor=alice, number=row.pk, keep="second", reason="she moved")
    assert Record.objects.get(pk=first.pk).status == Status.FORGOTTEN
    with pytest.raises(Conflict):
        contradiction_decide(actor=alice, number=row.pk, keep="first")
    assert contradictions(actor=alice, decided=True).get().reason == "she moved"
    record_restore(actor=alice, uid=first.uid)
    contradictions_scan()
    assert pairs() == {("user.city", "user.town")}, "it is the owner's to decide again"
    assert second.uid


def test_both_hold_until_one_of_them_is_changed(alice: Actor, main_store: Store) -> None:
    fact(alice, main_store, "user.city", "Lisbon", "home")
    fact(alice, main_store, "user.town", "Porto", "letters")
    contradictions_scan()
    contradiction_decide(actor=alice, number=contradictions(actor=alice).get().pk, keep="both")
    assert contradictions_scan().found == 0
    facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.town", value="Faro")])
    assert contradictions_scan().found == 1


def test_what_changed_since_the_last_look_is_not_shown_as_it_was(alice: Actor, main_store: Store) -> None:
    fact(alice, main_store, "user.city", "Lisbon", "home")
    fact(alice, main_store, "user.town", "Porto", "letters")
    contradictions_scan()
    row = contradictions(actor=alice).get()
    facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.town", value="Lisbon")])
    assert not contradictions(actor=alice).exists()
    with pytest.raises(Conflict, match="changed since"):
        contradiction_decide(actor=alice, number=row.pk, keep="first")
    assert contradictions_scan().open == 0


def test_the_job_does_it_and_an_outsider_sees_nothing(alice: Actor, mallory: Actor, main_store: Store) -> None:
    fact(alice, main_store, "user.city", "Lisbon", "home")
    fact(alice, main_store, "user.town", "Porto", "letters")
    job = run_job_now(job_enqueue(actor=alice, name=CONTRADICTIONS_JOB, args={}))
    assert job.result == {"found": 1, "closed": 0, "open": 1, "documents": 0}
    assert not contradictions(actor=mallory).exists()
