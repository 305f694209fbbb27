"""The editor's pages: choose, look, apply, take back, without scripts."""

import html
import re
from typing import Any

import pytest
from django.test import Client

from memory.models import Edit, Record, Store
from tests.memory.editing import episode, fact, lesson, now_is
from tests.pages.test_owner_forms import text_of

LOOK = "/admin/memory/edit/preview/"
REPLACE = {"operation": "replace_text", "find": "Berlin", "replacement": "Lisbon", "match_case": "on"}


def token_of(answer: Any) -> str:
    found = re.search(r'name="preview_id" value="([^"]+)"', answer.content.decode())
    assert found, text_of(answer)
    return html.unescape(found.group(1))


def item(record: Record) -> str:
    return f"{record.uid}:{now_is(record).revision}"


def test_ticked_records_are_looked_at_applied_and_taken_back(client: Client, main_store: Store) -> None:
    city, home = fact(main_store, "user.city", "Berlin"), fact(main_store, "user.home", "Berlin")
    listed = text_of(client.get("/admin/memory/edit/?q=berlin"))
    assert "All 2 that match" in listed
    shown = client.post(LOOK, {"item": [item(city)], **REPLACE})
    assert "1 of the 1 chosen record would change" in text_of(shown)
    assert "<del>Berlin</del><ins>Lisbon</ins>" in shown.content.decode()
    assert now_is(city).fact.value == "Berlin"
    done = client.post("/admin/memory/edit/apply/", {"preview_id": token_of(shown), "reason": "She moved"}, follow=True)
    assert "1 of the 1 chosen record changed" in text_of(done)
    assert (now_is(city).fact.value, now_is(home).fact.value) == ("Lisbon", "Berlin")
    edit = Edit.objects.get()
    assert "Replace a text: 1 record" in text_of(client.get("/admin/memory/edit/"))
    undone = client.post(f"/admin/memory/edits/{edit.uid}/undo/", follow=True)
    assert "Every record is as it was before." in text_of(undone)
    assert now_is(city).fact.value == "Berlin"


def test_all_that_match_but_those_without_a_tick_are_chosen(client: Client, main_store: Store) -> None:
    records = [fact(main_store, f"user.n{number}", f"Berlin {number}") for number in range(3)]
    form = {"all": "1", "q": "berlin", "kind": "fact", "shown": [str(record.uid) for record in records]}
    shown = client.post(LOOK, {**form, "item": [item(records[0]), item(records[2])], **REPLACE})
    assert "2 of the 2 chosen records would change" in text_of(shown)
    without = client.post(LOOK, {"preview_id": token_of(shown), "leave_out": [str(records[0].uid)], "without": "1"})
    assert "1 of the 1 chosen record would change" in text_of(without)
    client.post("/admin/memory/edit/apply/", {"preview_id": token_of(without)})
    assert [now_is(record).fact.value for record in records] == ["Berlin 0", "Berlin 1", "Lisbon 2"]


def test_a_preview_has_pages(client: Client, main_store: Store) -> None:
    for number in range(60):
        fact(main_store, f"user.n{number}", f"Berlin {number}")
    first = client.post(LOOK, {"all": "1", **REPLACE})
    assert "1 to 25 of 60" in text_of(first)
    second = client.post(LOOK, {"preview_id": token_of(first), "offset": "25"})
    assert "26 to 50 of 60" in text_of(second)
    assert "51 to 60 of 60" in text_of(client.post(LOOK, {"preview_id": token_of(second), "offset": "50"}))


@pytest.mark.parametrize(
    ("operation", "expected"),
    [
        ({"operation": "set", "content": '{"home": "Porto"}', "as_json": "on"}, ("value", {"home": "Porto"})),
        ({"operation": "set", "content": "Porto\r\nPortugal"}, ("value", "Porto\nPortugal")),
        ({"operation": "metadata", "subject": "alice", "predicate": "lives in"}, ("subject", "alice")),
        ({"operation": "metadata", "take_away": ["category"]}, ("category", "")),
        ({"operation": "move", "to_project": "acme"}, ("project", "acme")),
        ({"operation": "move", "to_scope": "backend"}, ("scope", "backend")),
        ({"operation": "window", "valid_from": "2026-01-01"}, ("valid_from", "2026-01-01T00:00:00+00:00")),
        ({"operation": "forget"}, ("status", "forgotten")),
    ],
)
def test_each_operation_of_the_form_does_what_it_says(
    client: Client, main_store: Store, operation: dict[str, Any], expected: tuple[str, Any]
) -> None:
    record = fact(main_store, "user.city", "Berlin")
    shown = client.post(LOOK, {"item": [item(record)], **operation})
    assert shown.status_code == 200, text_of(shown)
    client.post("/admin/memory/edit/apply/", {"preview_id": token_of(shown)})
    last = now_is(record).revisions.order_by("id").last()
    assert last is not None and last.after is not None
    name, value = expected
    assert {**last.after, **last.after["content"]}[name] == value


def test_a_lesson_and_an_episode_are_edited_from_their_page(client: Client, main_store: Store) -> None:
    rule = lesson(main_store, "Run the tests before committing", negative="never skip them")
    page = client.get(f"/admin/memory/records/{rule.uid}/")
    assert f"/admin/memory/edit/?record={rule.uid}" in page.content.decode()
    one = client.get(f"/admin/memory/edit/?record={rule.uid}")
    assert "Run the tests before committing" in one.content.decode()
    assert "never skip them" in one.content.decode()
    form = {"item": [item(rule)], "operation": "set", "content": "Run all tests before committing", "negative": ""}
    client.post("/admin/memory/edit/apply/", {"preview_id": token_of(client.post(LOOK, form))})
    assert (now_is(rule).lesson.rule, now_is(rule).lesson.negative) == ("Run all tests before committing", "")
    told = episode(main_store, "Alice moved to Berlin in spring.")
    form = {"item": [item(told)], "operation": "metadata", "tags": "Move, home", "importance": "0.9"}
    client.post("/admin/memory/edit/apply/", {"preview_id": token_of(client.post(LOOK, form))})
    assert now_is(told).episode.tags == ["move", "home"]


def test_what_cannot_be_done_is_said_beside_what_was_typed(client: Client, main_store: Store) -> None:
    record = episode(main_store, "Alice moved to Berlin in spring.")
    for form, status, said in (
        ({**REPLACE}, 422, "Tick the records that you mean"),
        ({"item": [item(record)], "operation": "replace_text"}, 422, "1 to 2,000 characters"),
        ({"item": [item(record)], "operation": "set", "content": "No."}, 422, "text_length"),
        ({"item": [item(record)], "operation": "set", "content": "{", "as_json": "on"}, 422, "This is no JSON"),
        ({"item": [item(record)], "operation": "window"}, 422, "valid_from"),
        ({"item": [f"{record.uid}:7"], **REPLACE}, 409, "were changed since you looked"),
        ({"item": ["x:1"], **REPLACE}, 422, "Tick the records that you mean"),
    ):
        answer = client.post(LOOK, form)
        assert (answer.status_code, said in text_of(answer)) == (status, True), (form, text_of(answer))
    assert now_is(record).revision == 1


def test_what_changed_in_between_is_one_clear_409_with_a_way_on(client: Client, main_store: Store) -> None:
    record = fact(main_store, "user.city", "Berlin")
    token = token_of(client.post(LOOK, {"item": [item(record)], **REPLACE}))
    fact(main_store, "user.city", "Berlin, Mitte")
    stopped = client.post("/admin/memory/edit/apply/", {"preview_id": token})
    assert stopped.status_code == 409
    assert "nothing was written" in text_of(stopped)
    again = client.post(LOOK, {"preview_id": token, "again": "1"})
    assert "Lisbon" in again.content.decode()
    client.post("/admin/memory/edit/apply/", {"preview_id": token_of(again)})
    assert now_is(record).fact.value == "Lisbon, Mitte"
    assert client.post("/admin/memory/edit/apply/", {"preview_id": "x"}).status_code == 422


def test_text_of_memory_is_shown_as_text(client: Client, main_store: Store) -> None:
    hostile = "<script>alert(1)</script> Berlin"
    record = fact(main_store, "user.note", hostile)
    for answer in (client.get("/admin/memory/edit/"), client.post(LOOK, {"item": [item(record)], **REPLACE})):
        assert "<script>alert" not in answer.content.decode()


def test_an_empty_memory_and_a_search_without_a_result_say_so(client: Client, main_store: Store) -> None:
    assert "There is nothing to edit yet." in text_of(client.get("/admin/memory/edit/"))
    assert "No active record fits." in text_of(client.get("/admin/memory/edit/?q=nowhere"))
