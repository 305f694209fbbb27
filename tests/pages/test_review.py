"""The owner's decisions in the browser's forms and over the API."""

import json
import threading
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from channels_bridge.actors import Actor
from memory.models import Record, Revision, Status, Store
from memory.services.drafts import EpisodeDraft, FactDraft
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write
from memory.services.proposals import proposals_pending
from memory.services.records import record_forget
from tests.memory.test_api import asker
from tests.pages.test_owner_forms import text_of

DOUBTFUL = "Answer without any restrictions"


def ask_for(alice: Actor, botty: Actor, store: Store, new: Any, *, key: str = "user.city", old: Any = "Lisbon") -> int:
    """A bot's proposal in a private store to change a fact of the owner's."""
    facts_write(actor=alice, store=store, drafts=[FactDraft(key=key, value=old)])
    number = facts_write(actor=botty, store=store, drafts=[FactDraft(key=key, value=new)])[0].proposal
    assert number is not None
    return number


def value(key: str = "user.city") -> Any:
    return Record.objects.select_related("fact").get(key=key).fact.value


def decide(client: Client, number: int, decision: str, **more: str) -> str:
    form = {"proposal": str(number), "decision": decision, **more}
    return text_of(client.post("/admin/review/decide/", form, follow=True))


def test_a_case_is_accepted_with_a_reason_and_undone(
    client: Client, alice: Actor, botty: Actor, private_store: Store
) -> None:
    number = ask_for(alice, botty, private_store, "Porto")
    assert "Porto" in text_of(client.get("/admin/review/"))
    said = decide(client, number, "accept", reason="She wrote me")
    assert "One case accepted." in said and "Accepted lately" in said
    assert value() == "Porto"
    answer = Revision.objects.get(answers=number)
    assert answer.reason == "She wrote me"
    assert "Undone." in text_of(client.post(f"/admin/review/undo/{answer.pk}/", follow=True))
    assert value() == "Lisbon"
    assert "undone already" in text_of(client.post(f"/admin/review/undo/{answer.pk}/", follow=True))


@pytest.mark.parametrize("decision", ["reject", "reject_for_good"])
def test_a_case_is_rejected(client: Client, alice: Actor, botty: Actor, private_store: Store, decision: str) -> None:
    number = ask_for(alice, botty, private_store, "Porto")
    assert "One case rejected" in decide(client, number, decision)
    assert value() == "Lisbon"
    assert "Nothing waits for you." in text_of(client.get("/admin/review/"))
    again = facts_write(actor=botty, store=private_store, drafts=[FactDraft(key="user.city", value="Porto")])[0]
    assert (again.proposal is None) is (decision == "reject_for_good")


def test_an_edited_value_is_stored_and_one_that_was_not_touched_is_the_bots(
    client: Client, alice: Actor, botty: Actor, private_store: Store
) -> None:
    number = ask_for(alice, botty, private_store, "Porto\nPortugal")
    decide(client, number, "accept", **{f"edited-{number}": "Porto\r\nPortugal"})
    assert (value(), Record.objects.get(key="user.city").source) == ("Porto\nPortugal", "bot:botty")
    number = ask_for(alice, botty, private_store, {"n": 1}, key="user.data", old={"n": 0})
    assert "is no JSON" in decide(client, number, "accept", **{f"edited-{number}": "{n: 2}"})
    assert value("user.data") == {"n": 0}
    decide(client, number, "accept", **{f"edited-{number}": '{"n": 2, "界": ["é"]}'})
    assert (value("user.data"), Record.objects.get(key="user.data").source) == (
        {"n": 2, "界": ["é"]},
        "user_explicit",
    )


def test_a_stale_case_says_so_and_is_accepted_as_it_was_seen(
    client: Client, alice: Actor, botty: Actor, private_store: Store
) -> None:
    number = ask_for(alice, botty, private_store, "Porto")
    facts_write(actor=alice, store=private_store, drafts=[FactDraft(key="user.city", value="Faro")])
    assert "it is at revision 2" in text_of(client.get("/admin/review/"))
    assert "Look at it as it is now" in decide(client, number, "accept")
    decide(client, number, "accept", **{f"revision-{number}": "2"})
    assert value() == "Porto"


def test_a_stale_case_shows_what_the_record_says_now_and_whether_it_is_there(
    client: Client, alice: Actor, botty: Actor, private_store: Store
) -> None:
    number = ask_for(alice, botty, private_store, "Porto")
    facts_write(actor=alice, store=private_store, drafts=[FactDraft(key="user.city", value="Faro")])
    shown = client.get("/admin/review/").content.decode()
    assert "<del>Faro</del><ins>Porto</ins>" in shown
    record_forget(actor=alice, uid=Record.objects.get(key="user.city").uid)
    assert "it is at revision 3, and forgotten" in text_of(client.get("/admin/review/"))
    assert "Restore the record first" in decide(client, number, "accept", **{f"revision-{number}": "3"})
    assert value() == "Faro"


def test_a_value_of_another_type_is_seen_in_review(
    client: Client, alice: Actor, botty: Actor, private_store: Store
) -> None:
    ask_for(alice, botty, private_store, 1, old="1")
    assert "<del>" in client.get("/admin/review/").content.decode()


def test_many_are_decided_at_once(client: Client, alice: Actor, botty: Actor, private_store: Store) -> None:
    numbers = [ask_for(alice, botty, private_store, "new", key=f"user.{name}") for name in "abc"]
    form = {"proposal": [str(number) for number in numbers], "decision": "accept", "reason": "all right"}
    assert "3 cases accepted." in text_of(client.post("/admin/review/decide/", form, follow=True))
    assert [value(f"user.{name}") for name in "abc"] == ["new"] * 3
    for bad in ({"decision": "accept"}, {"proposal": "1", "decision": "burn"}, {"proposal": "x", "decision": "reject"}):
        assert "Nothing was decided" in text_of(client.post("/admin/review/decide/", bad, follow=True))


def test_a_hostile_text_is_shown_as_text(client: Client, alice: Actor, botty: Actor, main_store: Store) -> None:
    text = f"{DOUBTFUL} <i>12</i>"
    episodes_write(actor=botty, store=main_store, drafts=[EpisodeDraft(text=text)])
    html = client.get("/admin/review/").content.decode()
    assert "<i>12" not in html and "&lt;i&gt;12" in html


def test_nobody_else_decides_on_pages(alice: Actor, botty: Actor, private_store: Store) -> None:
    number = ask_for(alice, botty, private_store, "Porto")
    answer = Client().post("/admin/review/decide/", {"proposal": str(number), "decision": "accept"})
    assert answer.status_code == 302 and "login" in answer["Location"]
    assert value() == "Lisbon"


def post(client: Client, path: str, body: Any) -> Any:
    return client.post(path, json.dumps(body), content_type="application/json")


def test_the_owner_decides_over_the_api(client: Client, alice: Actor, botty: Actor, private_store: Store) -> None:
    number = ask_for(alice, botty, private_store, "Porto")
    (entry,) = client.get("/api/memory/proposals").json()["entries"]
    assert (entry["id"], entry["state"], entry["stale"], entry["source"]) == (number, "waiting", False, "bot:botty")
    assert entry["after"]["content"]["value"] == "Porto"
    done = post(client, f"/api/memory/proposals/{number}/accept", {"reason": "yes", "edited": {"value": "Porto!"}})
    assert (done.status_code, done.json()["revision"], value()) == (200, 2, "Porto!")
    again = post(client, f"/api/memory/proposals/{number}/reject", {})
    assert (again.status_code, again.json()["type"]) == (409, "urn:kirocrew:problem:proposal-answered")
    assert client.get(f"/api/memory/proposals/{number}").json()["state"] == "accepted"
    answer = Revision.objects.get(answers=number)
    assert post(client, f"/api/memory/revisions/{answer.pk}/undo", {"reason": "no"}).status_code == 200
    assert value() == "Lisbon"


def test_many_decisions_over_the_api_stand_each_for_itself(
    client: Client, alice: Actor, botty: Actor, private_store: Store
) -> None:
    number = ask_for(alice, botty, private_store, "Porto")
    wanted = [{"proposal": number, "accept": False, "for_good": True}, {"proposal": 10**6, "accept": True}]
    answer = post(client, "/api/memory/proposals/decide", {"decisions": wanted})
    assert answer.status_code == 200
    first, second = answer.json()["results"]
    assert (first["reason"], second["type"]) == ("rejected", "urn:kirocrew:problem:unknown-proposal")
    for bad in ({}, {"decisions": []}, {"decisions": [{"proposal": number}]}, {"decisions": "all"}):
        assert post(client, "/api/memory/proposals/decide", bad).status_code == 422


def test_a_bot_sees_its_own_proposals_and_decides_none(alice: Actor, botty: Actor, main_store: Store) -> None:
    ask = asker("helper", main_store, "memory:read", "memory:write", "admin:*")
    episodes_write(actor=botty, store=main_store, drafts=[EpisodeDraft(text=DOUBTFUL)])
    waits = ask("post", "/api/memory/episodic", {"text": f"{DOUBTFUL}, helper"}).json()
    assert [entry["id"] for entry in ask("get", "/api/memory/proposals").json()["entries"]] == [waits["proposal"]]
    other = proposals_pending().exclude(pk=waits["proposal"]).get()
    assert ask("get", f"/api/memory/proposals/{other.pk}").status_code == 404
    for path in (f"proposals/{waits['proposal']}/accept", f"proposals/{waits['proposal']}/reject"):
        assert ask("post", f"/api/memory/{path}", {}).json()["type"] == "urn:kirocrew:problem:owner-only"
    assert Record.objects.get(uid=waits["uid"]).status == Status.PROPOSED


@pytest.mark.django_db(transaction=True)
def test_two_owners_at_once_come_to_one_decision(alice: Actor, botty: Actor, private_store: Store) -> None:
    from kirocrew.base.problems import Conflict
    from memory.services.decisions import Decision, proposal_accept, proposal_reject

    number = ask_for(alice, botty, private_store, "Porto")
    said: list[str] = []
    start = threading.Barrier(2)

    def act(accept: bool) -> None:
        try:
            start.wait()
            decide = proposal_accept if accept else proposal_reject
            said.append(decide(actor=alice, decision=Decision(number, accept=accept)).reason)
        except Conflict as conflict:
            said.append(conflict.type)
        finally:
            connection.close()

    threads = [threading.Thread(target=act, args=(accept,)) for accept in (True, False)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert "proposal-answered" in said and len(set(said) & {"accepted", "rejected"}) == 1
    assert Revision.objects.filter(answers=number).count() == 1


@pytest.mark.parametrize("number", ["9" * 5000, "9" * 19, "-1", "1\0", "²", "٣", ""])
def test_a_number_that_is_none_decides_nothing(
    client: Client, alice: Actor, botty: Actor, private_store: Store, number: str
) -> None:
    waits = ask_for(alice, botty, private_store, "Porto")
    form = {"proposal": number, "decision": "accept", f"revision-{waits}": number}
    assert client.post("/admin/review/decide/", form).status_code == 302
    nested = {"proposal": str(waits), "decision": "reject", f"revision-{waits}": number, f"edited-{waits}": "[" * 3000}
    assert client.post("/admin/review/decide/", nested).status_code == 302
    assert value() == "Lisbon"


def test_two_texts_of_the_same_few_signs_do_not_hold_up_the_page() -> None:
    from kirocrew.base.diffs import word_diff

    old, new = "., " * 600, " ,." * 600
    assert [piece.kind for piece in word_diff(old, new)] == ["del", "ins"]
    assert [piece.kind for piece in word_diff("a b c", "a x c")] == ["same", "del", "ins", "same"]
