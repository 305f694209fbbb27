"""Facts of several projects in one store: a bot bound to a project never touches, moves or reveals another's."""

from typing import Any

import pytest

from channels_bridge.actors import Actor, Permission
from channels_bridge.services.bots import bot_authenticate, bot_create
from kirocrew.base.problems import NotFound
from memory.gate.outcomes import Outcome, RefusalCode
from memory.models import BotStore, Record, Revision, Status, Store
from memory.services.drafts import FactDraft, WriteMode
from memory.services.facts import facts_prepare, facts_write
from memory.services.importing.deciding import Rehearsing, importer
from memory.services.records import fact_by_key, record_forget


def bound_bot(name: str, project: str, store: Store) -> Actor:
    """A bot that may read and write that store, and of the projects knows only its own."""
    _, key = bot_create(
        actor=Actor.owner("alice", "1"),
        name=name,
        permissions=[Permission.MEMORY_READ, Permission.MEMORY_WRITE],
        project=project,
    )
    actor = bot_authenticate(key)
    assert actor is not None
    BotStore.objects.create(bot_id=actor.ident, store=store, is_default=True)
    return actor


@pytest.fixture
def alpha(main_store: Store) -> Actor:
    return bound_bot("alpha-bot", "alpha", main_store)


@pytest.fixture
def beta(main_store: Store) -> Actor:
    return bound_bot("beta-bot", "beta", main_store)


def write(actor: Actor, store: Store, key: str, value: Any, **more: Any) -> Outcome:
    return facts_write(actor=actor, store=store, drafts=[FactDraft(key=key, value=value, **more)])[0]


def assert_tells_nothing(outcome: Outcome, *secrets: str) -> None:
    assert outcome.refusal is not None and outcome.refusal.code is RefusalCode.CONFLICT
    assert (outcome.uid, outcome.revision, outcome.proposal) == (None, None, None)
    assert not any(secret in repr(outcome) for secret in secrets)


def test_a_key_of_another_project_is_refused_and_nothing_of_it_told(
    alpha: Actor, beta: Actor, main_store: Store
) -> None:
    write(alpha, main_store, "user.city", "the secret plan")
    drafts: list[dict[str, Any]] = [{}, {"project": "alpha"}, {"project": "beta"}, {"expected_revision": 1}]
    for more in drafts:
        assert_tells_nothing(write(beta, main_store, "user.city", "Porto", **more), "secret plan", "alpha")
    record = Record.objects.get()
    assert (record.project, record.fact.value, record.revision) == ("alpha", "the secret plan", 1)


def test_a_forgotten_fact_of_another_project_is_not_told_of(
    alice: Actor, alpha: Actor, beta: Actor, main_store: Store
) -> None:
    uid = write(alpha, main_store, "user.city", "the secret plan").uid
    assert uid
    record_forget(actor=alice, uid=uid)
    assert_tells_nothing(write(beta, main_store, "user.city", "Porto"), "secret plan")
    assert Revision.objects.count() == 2


def test_a_subject_and_predicate_of_another_project_lead_nowhere(alpha: Actor, beta: Actor, main_store: Store) -> None:
    write(alpha, main_store, "user.city", "the secret plan", subject="Alice", predicate="lives in")
    outcome = write(beta, main_store, "user.home", "Porto", subject="Alice", predicate="lives in")
    assert_tells_nothing(outcome, "secret plan", "user.city")
    assert Record.objects.get().fact.value == "the secret plan"


def test_a_subject_and_predicate_are_not_taken_from_another_project_by_a_change(
    alpha: Actor, beta: Actor, main_store: Store
) -> None:
    write(alpha, main_store, "user.city", "the secret plan", subject="alice", predicate="lives in", scope="x")
    write(beta, main_store, "user.home", "Porto", subject="alice", predicate="lives in", scope="y")
    outcome = write(beta, main_store, "user.home", "Faro", scope="x")
    assert outcome.refusal is not None and outcome.refusal.code is RefusalCode.CONFLICT
    assert "user.city" not in repr(outcome) and "secret plan" not in repr(outcome)


def test_a_bound_bot_moves_no_fact_whatever_it_says(alpha: Actor, main_store: Store) -> None:
    write(alpha, main_store, "user.city", "Lisbon", project="beta")
    write(alpha, main_store, "user.city", "Porto", project="beta")
    record = Record.objects.get()
    assert (record.project, record.fact.value) == ("alpha", "Porto")
    assert write(alpha, main_store, "user.city", "Porto", project="beta").status == "unchanged"


def test_a_fact_of_everyone_stays_everyones_when_a_bound_bot_changes_it(
    botty: Actor, alpha: Actor, beta: Actor, main_store: Store
) -> None:
    write(botty, main_store, "user.city", "Lisbon")
    assert write(alpha, main_store, "user.city", "Porto", project="alpha").status == "written"
    assert Record.objects.get().project == ""
    assert fact_by_key(actor=beta, store=main_store, key="user.city").fact.value == "Porto"


def test_who_is_bound_to_no_project_may_move_a_fact(alice: Actor, alpha: Actor, beta: Actor, main_store: Store) -> None:
    write(alpha, main_store, "user.city", "Lisbon")
    assert write(alice, main_store, "user.city", "Lisbon", project="beta").status == "written"
    assert fact_by_key(actor=beta, store=main_store, key="user.city").fact.value == "Lisbon"
    with pytest.raises(NotFound):
        fact_by_key(actor=alpha, store=main_store, key="user.city")


def test_in_one_batch_another_projects_key_stops_nothing_else(alpha: Actor, beta: Actor, main_store: Store) -> None:
    write(alpha, main_store, "user.city", "the secret plan")
    drafts = [FactDraft(key="user.city", value="Porto"), FactDraft(key="user.pet", value="cat")]
    refused, written = facts_write(actor=beta, store=main_store, drafts=drafts)
    assert_tells_nothing(refused, "secret plan")
    assert written.status == "written"
    assert Record.objects.get(key="user.pet").project == "beta"


def test_an_import_and_its_rehearsal_tell_nothing_of_another_project(alpha: Actor, main_store: Store) -> None:
    write(alpha, main_store, "user.city", "the secret plan")
    actor = importer("notes", "beta")
    drafts = [FactDraft(key="user.city", value="the secret plan"), FactDraft(key="user.city", value="Porto")]
    rehearsed = Rehearsing(main_store).settle(
        "fact", actor, facts_prepare(actor=actor, store=main_store, drafts=drafts)
    )
    written = facts_write(actor=actor, store=main_store, drafts=drafts, mode=WriteMode.PRESERVE)
    for same, other in (rehearsed, written):
        assert_tells_nothing(same, "uid=UUID")
        assert same == other, "the right guess is answered as a wrong one is"
    assert Record.objects.get().status == Status.ACTIVE
