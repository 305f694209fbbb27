"""Two people, or a person and a job, at the same time: nothing is lost, and one is told clearly."""

import json
import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client

from channels_bridge.actors import Actor
from channels_bridge.models import JobState
from channels_bridge.services.jobs import run_job_now
from memory.models import BotStore, Record, Revision, Status, Store
from memory.recall.sqlite import SqliteEngine
from memory.services.chain import chains_check
from memory.services.contradictions import contradictions_scan
from memory.services.importing.sources import Upload
from memory.services.imports import import_apply
from tests.acceptance.asking import fact, record_of, remembered
from tests.conftest import make_bot
from tests.memory.consolidating import codes, history_of, talk, with_model
from tests.memory.consolidating import fact as learned_fact
from tests.memory.importing import numbered
from tests.memory.recalling import embed_all

pytestmark = [pytest.mark.worker, pytest.mark.django_db(transaction=True)]


def together(*works: Callable[[], Any]) -> list[Any]:
    """Do all of it in threads that start at once; what each returned."""
    barrier = threading.Barrier(len(works))
    results: list[Any] = [None] * len(works)

    def run(place: int, work: Callable[[], Any]) -> None:
        try:
            barrier.wait(30)
            results[place] = work()
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=item) for item in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    return results


def owner_client(name: str) -> Client:
    client = Client()
    client.force_login(get_user_model().objects.create_superuser(name, password="a long password of theirs"))
    return client


def disputed(alice: Actor, store: Store) -> tuple[Record, int]:
    """The owner's fact in a private store, and a member's proposal to change it."""
    record = record_of(fact(alice, store, "Porto", key="user.city"))
    member = make_bot("member", "memory:read", "memory:write")
    BotStore.objects.create(bot_id=member.ident, store=store, is_default=True)
    fact(member, store, "Lisbon", key="user.city")
    return record, Revision.objects.get(status=Revision.Status.PROPOSED).pk


@pytest.mark.parametrize("ways", [("accept", "reject"), ("accept", "accept"), ("reject", "reject")])
def test_of_two_owners_who_decide_at_once_one_is_served_and_one_gets_a_clear_409(
    alice: Actor, private_store: Store, ways: tuple[str, str]
) -> None:
    record, number = disputed(alice, private_store)
    clients = [owner_client("alice"), owner_client("bob")]

    def decide(client: Client, way: str) -> Callable[[], Any]:
        path = f"/api/memory/proposals/{number}/{way}"
        return lambda: client.post(path, json.dumps({"reason": "seen"}), content_type="application/json")

    answers = together(*(decide(client, way) for client, way in zip(clients, ways, strict=True)))
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    [refused] = [answer.json() for answer in answers if answer.status_code == 409]
    assert refused["type"].endswith("proposal-answered") and refused["detail"]
    won = ways[[answer.status_code for answer in answers].index(200)]
    record.refresh_from_db()
    assert record.fact.value == ("Lisbon" if won == "accept" else "Porto")
    assert Revision.objects.filter(answers=number).count() == 1
    assert list(chains_check()) == []


def test_an_edit_during_an_import_loses_nothing(alice: Actor, main_store: Store) -> None:
    record = record_of(fact(alice, main_store, "Porto", key="user.city"))
    job = import_apply(actor=alice, store=main_store, sources=[Upload("talk.jsonl", numbered(150).encode())])
    client = owner_client("alice")

    def edit() -> list[int]:
        answers = []
        for value in ("Lisbon", "Faro", "Braga"):
            body = json.dumps({"key": "user.city", "value": value})
            answers.append(client.put("/api/memory/semantic", body, content_type="application/json").status_code)
        return answers

    finished, answers = together(lambda: run_job_now(job), edit)
    assert finished.state == JobState.DONE and answers == [200, 200, 200]
    assert Record.objects.filter(kind="episode", status=Status.ACTIVE).count() == 150
    record.refresh_from_db()
    assert record.fact.value == "Braga" and record.revision == 4
    assert list(chains_check()) == [] and SqliteEngine().check().is_sound


def test_of_two_edits_of_one_revision_during_background_work_one_is_made_and_one_is_told(
    alice: Actor, main_store: Store
) -> None:
    record = record_of(fact(alice, main_store, "Porto", key="user.city"))
    clients = [owner_client("alice"), owner_client("bob")]

    def edit(client: Client, value: str) -> Callable[[], Any]:
        body = json.dumps({"key": "user.city", "value": value})
        headers = {"If-Match": '"1"'}
        return lambda: client.put("/api/memory/semantic", body, content_type="application/json", headers=headers)

    one, other, _, _ = together(
        edit(clients[0], "Lisbon"), edit(clients[1], "Faro"), lambda: contradictions_scan().open, embed_all
    )
    assert sorted((one.status_code, other.status_code)) in ([200, 409], [200, 412])
    record.refresh_from_db()
    assert record.revision == 2 and record.fact.value == ("Lisbon" if one.status_code == 200 else "Faro")
    assert remembered(alice, main_store, "city") == [record.fact.value]


@pytest.mark.parametrize("policy", ["shared", "private"])
def test_an_edit_during_a_consolidation_stays_and_what_was_read_is_not_lost(
    alice: Actor, main_store: Store, private_store: Store, settings: Any, policy: str
) -> None:
    store = {"shared": main_store, "private": private_store}[policy]
    record = record_of(fact(alice, store, "Porto", key="user.city"))
    member = make_bot("member", "memory:read", "memory:write")
    BotStore.objects.create(bot_id=member.ident, store=store, is_default=True)
    said = ("I live in Braga these days and my dog is called Rufus.", "Good to know!")
    conversation = talk(member, *said)
    client = owner_client("alice")
    learned = {
        "semantic": [
            learned_fact("user.city", "Braga", 0, "I live in Braga"),
            learned_fact("user.dog", "Rufus", 0, "my dog is called Rufus"),
        ]
    }
    model = with_model(settings, learned)

    def edit() -> None:
        body = json.dumps({"key": "user.city", "value": "Lisbon"})
        address = f"/api/memory/semantic?store={store.slug}"
        answer = client.put(address, body, content_type="application/json", headers={"If-Match": '"1"'})
        assert answer.status_code == 200, answer.content

    model.then = edit
    row = history_of(conversation)
    record.refresh_from_db()
    assert (record.fact.value, record.revision) == ("Lisbon", 2)
    assert ("nothing", "older_statement") in codes(row), "said before the edit, and the receipt tells of it"
    assert Record.objects.get(key="user.dog").fact.value == "Rufus"
    assert list(chains_check()) == [] and SqliteEngine().check().is_sound
