"""The record editor over HTTP: the owner's alone, with one clear answer for everything that stands in the way."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from channels_bridge.actors import Actor
from memory.models import BotStore, Record, Store
from memory.services.drafts import FactDraft
from memory.services.facts import facts_write
from tests.memory.editing import episode, fact, now_is
from tests.memory.test_api import asker

Ask = Callable[..., Any]
REPLACE = {"type": "replace_text", "find": "Berlin", "replacement": "Lisbon"}
PATHS = [
    ("get", "/api/memory/records/find"),
    ("post", "/api/memory/records/refresh"),
    ("post", "/api/memory/records/bulk/preview"),
    ("post", "/api/memory/records/bulk/apply"),
    ("get", "/api/memory/edits"),
    ("get", "/api/memory/edits/0198c0de-0000-7000-8000-000000000000"),
    ("post", "/api/memory/edits/0198c0de-0000-7000-8000-000000000000/undo"),
]


@pytest.fixture
def ask(django_user_model: Any) -> Ask:
    """The owner, signed in."""
    client = Client()
    client.force_login(django_user_model.objects.create_superuser("alice"))

    def asking(method: str, path: str, body: Any = None) -> Any:
        data = json.dumps(body) if body is not None else ""
        return client.generic(method.upper(), f"/api/memory/{path}", data, content_type="application/json")

    return asking


def look(ask: Ask, operation: dict[str, Any] = REPLACE, **selection: Any) -> Any:
    return ask("post", "records/bulk/preview", {"selection": selection, "operation": operation})


def slug(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["type"].rsplit(":", 1)[1]


@pytest.mark.parametrize(("method", "path"), PATHS)
def test_bots_outsiders_and_strangers_get_nothing_of_it(main_store: Store, method: str, path: str) -> None:
    for name, store in (("botty", main_store), ("mallory", None)):
        answer = asker(name, store, "admin:*")(method, path, {})
        assert slug(answer) == (403, "owner-only")
    assert Client().generic(method.upper(), path, "{}", content_type="application/json").status_code == 401


def test_records_are_found_previewed_edited_and_the_edit_is_taken_back(main_store: Store, ask: Ask) -> None:
    record, other = fact(main_store, "user.city", "Berlin"), episode(main_store, "Alice moved to Berlin in spring.")
    found = ask("get", "records/find?q=berlin&limit=1").json()
    assert (found["total"], found["next"], found["entries"][0]["uid"]) == (2, 1, str(record.uid))
    assert found["entries"][0]["pending_proposals"] == 0
    shown = look(ask, query={"q": "berlin"}).json()
    assert (shown["matched"], shown["changed"], shown["next"]) == (2, 2, None)
    pair = shown["pairs"][0]
    assert (pair["before"]["content"]["value"], pair["after"]["content"]["value"]) == ("Berlin", "Lisbon")
    receipt = ask("post", "records/bulk/apply", {"preview_id": shown["preview_id"], "reason": "She moved"}).json()
    assert {item["uid"] for item in receipt["records"]} == {str(record.uid), str(other.uid)}
    assert now_is(record).fact.value == "Lisbon"
    assert ask("post", "records/bulk/apply", {"preview_id": shown["preview_id"]}).json() == receipt
    assert ask("get", f"edits/{receipt['uid']}").json() == receipt
    assert [entry["uid"] for entry in ask("get", "edits").json()["entries"]] == [receipt["uid"]]
    undone = ask("post", f"edits/{receipt['uid']}/undo", {"reason": "She did not"}).json()
    assert undone["undone_by"] == "user_explicit"
    assert now_is(record).fact.value == "Berlin"


def test_items_are_chosen_with_the_revision_that_was_seen(main_store: Store, ask: Ask) -> None:
    record = fact(main_store, "user.city", "Berlin")
    items = [{"uid": str(record.uid), "revision": 1}]
    assert look(ask, items=items).json()["changed"] == 1
    fact(main_store, "user.city", "Berlin, Mitte")
    stale = look(ask, items=items)
    assert slug(stale) == (409, "stale-memory-preview")
    assert stale.json()["records"] == [str(record.uid)]
    refreshed = ask("post", "records/refresh", {"items": [str(record.uid), "0198c0de-0000-7000-8000-000000000000"]})
    assert [(entry["uid"], entry["revision"]) for entry in refreshed.json()] == [(str(record.uid), 2)]
    missing = look(ask, items=[{"uid": "0198c0de-0000-7000-8000-000000000000", "revision": 1}])
    assert slug(missing) == (404, "memory-record-missing")


def test_all_that_match_but_some_are_chosen(main_store: Store, ask: Ask) -> None:
    records = [fact(main_store, f"user.n{number}", f"Berlin {number}") for number in range(3)]
    shown = look(ask, query={"q": "berlin", "kind": "fact"}, exclude=[str(records[1].uid)]).json()
    assert [pair["key"] for pair in shown["pairs"]] == ["user.n0", "user.n2"]


def test_a_page_of_a_preview_is_asked_for_by_its_id(main_store: Store, ask: Ask) -> None:
    for number in range(30):
        fact(main_store, f"user.n{number}", f"Berlin {number}")
    first = look(ask, query={}).json()
    assert (len(first["pairs"]), first["next"]) == (25, 25)
    second = ask("post", "records/bulk/preview", {"preview_id": first["preview_id"], "offset": 25}).json()
    assert (len(second["pairs"]), second["next"], second["preview_id"]) == (5, None, first["preview_id"])
    wrong = ask("post", "records/bulk/preview", {"preview_id": first["preview_id"], "offset": 26})
    assert slug(wrong) == (422, "invalid-memory-offset")
    both = ask("post", "records/bulk/preview", {"preview_id": first["preview_id"], "operation": REPLACE})
    assert slug(both) == (422, "invalid-memory-edit")


def test_what_the_gate_refuses_is_422_and_names_the_record(main_store: Store, ask: Ask) -> None:
    record = episode(main_store, "Alice moved to Berlin in spring.")
    answer = look(ask, {"type": "set", "text": "No."}, items=[{"uid": str(record.uid), "revision": 1}])
    assert slug(answer) == (422, "memory-edit-refused")
    assert [(item["uid"], item["code"]) for item in answer.json()["refused"]] == [(str(record.uid), "text_length")]


def test_a_change_in_between_is_one_clear_409(main_store: Store, ask: Ask) -> None:
    fact(main_store, "user.city", "Berlin")
    token = look(ask, query={}).json()["preview_id"]
    fact(main_store, "user.second", "Berlin, too")
    assert slug(ask("post", "records/bulk/apply", {"preview_id": token})) == (409, "stale-memory-preview")
    assert slug(ask("post", "records/bulk/apply", {"preview_id": "x.y"})) == (422, "invalid-memory-preview")
    assert Record.objects.filter(revision=2).count() == 0


def test_a_proposal_that_arrives_in_between_is_a_409(private_store: Store, botty: Actor, ask: Ask) -> None:
    BotStore.objects.create(bot_id=botty.ident, store=private_store)
    fact(private_store, "user.city", "Berlin")
    token = look(ask, query={}).json()["preview_id"]
    facts_write(actor=botty, store=private_store, drafts=[FactDraft(key="user.city", value="Ulm")])
    assert slug(ask("post", "records/bulk/apply", {"preview_id": token})) == (409, "stale-memory-preview")
    again = look(ask, query={}).json()
    assert again["pending_proposals"] == 1
    assert ask("get", "records/find?q=berlin").json()["entries"][0]["pending_proposals"] == 1


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"selection": {"query": {}}},
        {"selection": {}, "operation": REPLACE},
        {"selection": {"query": {}, "items": []}, "operation": REPLACE},
        {"selection": {"query": {"kind": "thought"}}, "operation": REPLACE},
        {"selection": {"query": {}}, "operation": {"type": "explode"}},
        {"selection": {"query": {}}, "operation": {"type": "replace_text"}},
        {"selection": {"query": {}}, "operation": {"type": "forget", "value": 3}},
        {"selection": {"query": {}}, "operation": "forget"},
        {"selection": {"query": {}}, "operation": {"type": "metadata", "values": {"status": "active"}}},
        {"selection": {"items": [{"uid": "x", "revision": 1}]}, "operation": REPLACE},
    ],
)
def test_what_is_no_edit_is_422(main_store: Store, ask: Ask, body: Any) -> None:
    fact(main_store, "user.city", "Berlin")
    assert slug(ask("post", "records/bulk/preview", body)) in {(422, "invalid-memory-edit"), (422, "invalid")}


@pytest.mark.parametrize(
    "operation",
    [
        {"type": "metadata", "values": {"observed_at": "0001-01-01T00:00:00+14:00"}},
        {"type": "metadata", "values": {"observed_at": "9999-12-31T23:59:59-12:00"}},
        {"type": "window", "valid_from": "0001-01-01T00:00:00+14:00"},
        {"type": "window", "valid_from": "9999-12-31T23:59:59-12:00"},
        {"type": "move", "store": "\ud800"},
        {"type": "move", "store": "\u0000"},
        {"type": "set", "value": {"\ud800": 1, "": 2}},
    ],
)
def test_instants_beyond_the_calendar_and_half_characters_are_422(
    main_store: Store, ask: Ask, operation: dict[str, Any]
) -> None:
    fact(main_store, "user.city", "Berlin")
    status, type_ = slug(look(ask, operation, query={}))
    assert (status, type_ in {"invalid", "invalid-memory-edit", "memory-edit-refused"}) == (422, True), type_


@pytest.mark.parametrize(
    ("value", "kept"),
    [({"a\ud800": 1}, {"a": 1}), ({"\ud800": 1}, {"": 1}), ("Lis\ud800bon", "Lisbon"), (["\ud83d\ude80"], ["🚀"])],
)
def test_half_characters_in_a_value_are_left_out(main_store: Store, ask: Ask, value: Any, kept: Any) -> None:
    record = fact(main_store, "user.city", "Berlin")
    shown = look(ask, {"type": "set", "value": value}, query={}).json()
    assert shown["pairs"][0]["after"]["content"]["value"] == kept
    assert ask("post", "records/bulk/apply", {"preview_id": shown["preview_id"]}).status_code == 200
    assert now_is(record).fact.value == kept


def test_an_unknown_store_is_404_and_a_body_that_is_too_large_413(main_store: Store, ask: Ask) -> None:
    assert slug(look(ask, query={"store": "nowhere"})) == (404, "unknown-memory-store")
    huge = {**REPLACE, "replacement": "x" * (512 * 1024)}
    assert slug(look(ask, huge, query={})) == (413, "too-large")


def test_an_unknown_edit_is_404(main_store: Store, ask: Ask) -> None:
    for method, path in PATHS[-2:]:
        assert slug(ask(method, path.removeprefix("/api/memory/"), {})) == (404, "unknown-memory-edit")


def test_a_move_over_http_makes_a_new_record_in_the_other_store(main_store: Store, ask: Ask) -> None:
    other = Store.objects.create(slug="other", name="Other")
    record = fact(main_store, "user.city", "Berlin")
    shown = look(ask, {"type": "move", "store": "other"}, items=[{"uid": str(record.uid), "revision": 1}]).json()
    assert shown["pairs"][0]["moves_to"] == "other"
    ask("post", "records/bulk/apply", {"preview_id": shown["preview_id"]})
    assert Record.objects.get(store=other).key == "user.city"
