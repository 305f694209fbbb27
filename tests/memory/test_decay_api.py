"""Retirements, evidence and contradictions over HTTP and on the owner's pages."""

import pytest
from django.test import Client

from channels_bridge.actors import Actor
from channels_bridge.models import Bot
from memory.models import EvidenceKind, Record, Status, Store
from memory.services.contradictions import contradiction_decide, contradictions, contradictions_scan
from memory.services.drafts import EpisodeDraft, FactDraft, Source
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write
from memory.services.records import record_forget
from memory.services.retirement import retirements
from tests.memory.test_api import asker


@pytest.fixture
def said(alice: Actor, main_store: Store) -> Record:
    facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.city", value="Lisbon")])
    uid = episodes_write(actor=alice, store=main_store, drafts=[EpisodeDraft(text="user.city: Lisbon")])[0].uid
    facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.city", value="Porto")])
    return Record.objects.get(uid=uid)


def derived(actor: Actor, store: Store, project: str = "") -> tuple[Record, Record]:
    """An episode, and a fact that quotes it."""
    told = EpisodeDraft(text="The door code is kept at the front desk, maroon folder.", project=project)
    source = episodes_write(actor=actor, store=store, drafts=[told])[0].uid
    quoted = Source(kind=EvidenceKind.QUOTED, record=source)
    facts_write(
        actor=actor, store=store, drafts=[FactDraft(key="user.door", value="maroon folder", derived_from=(quoted,))]
    )
    return Record.objects.get(uid=source), Record.objects.get(key="user.door")


@pytest.fixture
def pair(alice: Actor, main_store: Store) -> tuple[Record, Record]:
    about = {"subject": "alice", "predicate": "lives in"}
    drafts = [
        FactDraft(key="user.home", value="Lisbon", scope="a", **about),  # type: ignore[arg-type]
        FactDraft(key="user.town", value="Porto", scope="b", **about),  # type: ignore[arg-type]
    ]
    uids = [outcome.uid for outcome in facts_write(actor=alice, store=main_store, drafts=drafts)]
    contradictions_scan()
    first, second = (Record.objects.get(uid=uid) for uid in uids)
    return first, second


def test_a_bot_sees_retirements_of_its_stores_by_cause(said: Record, main_store: Store) -> None:
    ask = asker("botty", main_store, "memory:read")
    (entry,) = ask("get", "/api/memory/retirements?cause=value_changed").json()["entries"]
    assert (entry["record"]["uid"], entry["by_key"], entry["cause"]) == (str(said.uid), "user.city", "value_changed")
    assert ask("get", "/api/memory/retirements?cause=source_forgotten").json()["entries"] == []
    assert ask("get", "/api/memory/retirements?cause=else").status_code == 422


def test_a_bot_reads_nothing_that_went_with_its_source(alice: Actor, main_store: Store) -> None:
    source, made = derived(alice, main_store)
    record_forget(actor=alice, uid=source.uid)
    ask = asker("botty", main_store, "memory:read")
    assert ask("get", f"/api/memory/records/{made.uid}").status_code == 404
    assert ask("get", "/api/memory/retirements").json()["entries"] == []
    assert [row.record_id for row in retirements(actor=alice)] == [made.pk]


def test_a_bot_sees_no_retirement_by_a_fact_that_is_forgotten_or_of_another_project(
    alice: Actor, main_store: Store, said: Record
) -> None:
    fact = Record.objects.get(key="user.city")
    ask = asker("botty", main_store, "memory:read")
    Bot.objects.filter(name="botty").update(project="beta")
    assert len(ask("get", "/api/memory/retirements").json()["entries"]) == 1
    Record.objects.filter(pk=fact.pk).update(project="alpha")
    assert ask("get", "/api/memory/retirements").json()["entries"] == []
    Record.objects.filter(pk=fact.pk).update(project="")
    record_forget(actor=alice, uid=fact.uid)
    assert ask("get", "/api/memory/retirements").json()["entries"] == []
    assert [row.record_id for row in retirements(actor=alice)] == [said.pk]


def test_a_write_names_what_it_came_out_of_and_the_record_shows_it(alice: Actor, main_store: Store) -> None:
    uid = episodes_write(actor=alice, store=main_store, drafts=[EpisodeDraft(text="She moved to Faro in May.")])[0].uid
    ask = asker("botty", main_store, "memory:read", "memory:write")
    body = {"key": "user.city", "value": "Faro", "derived_from": [{"record": str(uid), "kind": "quoted"}]}
    made = ask("put", "/api/memory/semantic", body).json()
    rests = ask("get", f"/api/memory/records/{made['uid']}/evidence").json()["rests_on"]
    assert [(row["record"], row["kind"], row["gone"]) for row in rests] == [(str(uid), "quoted", "")]
    derived = ask("get", f"/api/memory/records/{uid}/evidence").json()["derived"]
    assert [row["record"] for row in derived] == [made["uid"]]


def test_evidence_names_no_record_of_another_project(alice: Actor, main_store: Store) -> None:
    source, made = derived(alice, main_store, project="alpha")
    ask = asker("botty", main_store, "memory:read")
    address = f"/api/memory/records/{made.uid}/evidence"
    assert [row["record"] for row in ask("get", address).json()["rests_on"]] == [str(source.uid)]
    Bot.objects.filter(name="botty").update(project="beta")
    assert ask("get", address).json()["rests_on"] == []


def test_evidence_names_no_forgotten_record_to_a_bot(alice: Actor, main_store: Store) -> None:
    source, made = derived(alice, main_store)
    record_forget(actor=alice, uid=made.uid)
    ask = asker("botty", main_store, "memory:read")
    assert ask("get", f"/api/memory/records/{source.uid}/evidence").json()["derived"] == []


def test_a_source_of_another_store_is_refused_as_one_that_is_not_there(
    alice: Actor, main_store: Store, private_store: Store
) -> None:
    hidden = episodes_write(actor=alice, store=private_store, drafts=[EpisodeDraft(text="Only bob knows this.")])[0].uid
    ask = asker("botty", main_store, "memory:read", "memory:write")
    answers = [
        ask(
            "put", "/api/memory/semantic", {"key": "user.city", "value": "Faro", "derived_from": [{"record": str(uid)}]}
        )
        for uid in (hidden, "0199b9c5-6c1e-7d1f-a1a8-0d6e5f0b7c11")
    ]
    assert {(answer.status_code, answer.json()["field"]) for answer in answers} == {(422, "derived_from")}


def test_only_the_owner_decides_on_a_contradiction(pair: tuple[Record, Record], main_store: Store) -> None:
    ask = asker("botty", main_store, "memory:read", "memory:write")
    (entry,) = ask("get", "/api/memory/contradictions").json()["entries"]
    assert (entry["first"]["value"], entry["second"]["value"], entry["cause"]) == ("Lisbon", "Porto", "two_values")
    answer = ask("post", f"/api/memory/contradictions/{entry['id']}/decide", {"keep": "first"})
    assert (answer.status_code, answer.json()["type"]) == (403, "urn:kirocrew:problem:owner-only")
    assert Record.objects.filter(status=Status.ACTIVE).count() == 2


def test_a_bot_reads_no_forgotten_side_of_a_decided_pair(
    alice: Actor, pair: tuple[Record, Record], main_store: Store
) -> None:
    contradiction_decide(actor=alice, number=contradictions(actor=alice).get().pk, keep="second")
    ask = asker("botty", main_store, "memory:read")
    assert ask("get", f"/api/memory/records/{pair[0].uid}").status_code == 404
    assert ask("get", "/api/memory/contradictions?decided=true").json()["entries"] == []
    assert len(contradictions(actor=alice, decided=True)) == 1


def test_a_bot_reads_a_decided_pair_that_holds(alice: Actor, pair: tuple[Record, Record], main_store: Store) -> None:
    contradiction_decide(actor=alice, number=contradictions(actor=alice).get().pk, keep="both")
    ask = asker("botty", main_store, "memory:read")
    (entry,) = ask("get", "/api/memory/contradictions?decided=true").json()["entries"]
    assert (entry["first"]["uid"], entry["verdict"]) == (str(pair[0].uid), "both_hold")


def test_an_outsider_gets_empty_lists(said: Record, pair: tuple[Record, Record], private_store: Store) -> None:
    ask = asker("mallory", private_store, "memory:read")
    for address in ("retirements", "contradictions"):
        assert ask("get", f"/api/memory/{address}").json()["entries"] == []
    assert ask("get", f"/api/memory/records/{said.uid}/evidence").status_code == 404


def test_the_owner_decides_over_the_api(pair: tuple[Record, Record]) -> None:
    from django.contrib.auth import get_user_model

    client = Client()
    client.force_login(get_user_model().objects.create_superuser("alice", password="alice's long password"))
    number = client.get("/api/memory/contradictions").json()["entries"][0]["id"]
    url = f"/api/memory/contradictions/{number}/decide"
    answer = client.post(url, {"keep": "second", "reason": "moved"}, content_type="application/json")
    assert (answer.status_code, answer.json()["verdict"]) == (200, "one_kept")
    assert Record.objects.get(pk=pair[0].pk).status == Status.FORGOTTEN
    assert client.post(url, {"keep": "first"}, content_type="application/json").status_code == 409
    assert client.get("/api/memory/contradictions?decided=true").json()["entries"][0]["reason"] == "moved"
