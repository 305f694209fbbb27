"""Readings of conversations as the owner sees them, takes them back and has them read again."""

from typing import Any

import pytest
from django.test import Client

from channels_bridge.actors import Actor
from memory.inference.chat import ChatError
from memory.models import ConsolidationPass, PassState, Record, Status, Store
from memory.services.consolidating.running import Ran
from tests.memory.consolidating import Script, episode, fact, facts_of, history_of, lesson, talk, with_model
from tests.pages.conftest import HOSTILE
from tests.pages.test_records import words

ANSWER: dict[str, Any] = {
    "history_entry": "The editor is Helix now; リリースを延期した。",
    "semantic": [
        fact("user.editor", "Helix", 0, "my editor is Helix"),
        fact("user.pet", "parrot", 0, "words that nobody said"),
        fact("secret key!", "x", 0, "my editor is Helix"),
    ],
    "episodic": [episode("リリースを金曜日に延期した", 2, "延期しよう")],
    "lessons": [lesson(f"Write {HOSTILE} never", 0, "my editor is Helix")],
}


def read(botty: Actor, settings: Any) -> ConsolidationPass:
    with_model(settings, ANSWER)
    return history_of(talk(botty, "By the way, my editor is Helix", "Good", "リリースを延期しよう", "Done"))


def test_a_reading_shows_what_became_of_every_item_and_what_it_cost(
    client: Client, main_store: Store, botty: Actor, settings: Any
) -> None:
    row = read(botty, settings)
    page = client.get(f"/admin/conversations/passes/{row.uid}/")
    shown = words(page)
    assert (
        "user.editor" in page.content.decode().replace("<wbr>", "")
        and "Helix" in shown
        and "リリースを金曜日に延期した" in shown
    )
    assert "waiting for you" in shown and "refused" in shown and "key format" in shown
    assert "scripted" in shown and "an entry of the history" in shown
    assert HOSTILE not in page.content.decode() and "secret key!" not in shown


def test_a_conversation_has_its_readings_as_cards_and_each_leads_to_its_page(
    client: Client, main_store: Store, botty: Actor, settings: Any
) -> None:
    row = read(botty, settings)
    page = client.get(f"/admin/conversations/{row.conversation.uid}/").content.decode()
    assert f"/admin/conversations/passes/{row.uid}/" in page
    assert "turn=2#turn-2" in page


def test_one_click_takes_a_whole_reading_back(client: Client, main_store: Store, botty: Actor, settings: Any) -> None:
    row = read(botty, settings)
    assert Record.objects.filter(status=Status.ACTIVE).exists()
    answer = client.post(f"/admin/conversations/passes/{row.uid}/undo/", {"reason": "a bad day"}, follow=True)
    assert "taken back" in words(answer).lower()
    assert not Record.objects.filter(status=Status.ACTIVE).exists()
    row.refresh_from_db()
    assert row.state == PassState.UNDONE
    assert "Take all of it back" not in words(answer)


def test_what_was_given_up_is_read_again_when_the_owner_says_so(
    client: Client, main_store: Store, botty: Actor, settings: Any
) -> None:
    def fails() -> None:
        raise ChatError("The answer was cut off.", kind="cut_off")

    settings.KIROCREW_LANGUAGE_MODEL = "scripted"
    settings.KIROCREW_LANGUAGE_SCRIPT = Script(then=fails)
    row = facts_of(talk(botty, "We met at the harbour and talked all day", "So you did"), Ran.FAILED)
    assert "Read these turns again" in words(client.get(f"/admin/conversations/passes/{row.uid}/"))
    client.post(f"/admin/conversations/passes/{row.uid}/retry/")
    row.refresh_from_db()
    assert (row.state, row.attempts) == (PassState.WAITING, 0)


def test_the_list_says_what_waits_and_narrows_by_path_and_state(
    client: Client, main_store: Store, botty: Actor, settings: Any
) -> None:
    assert "Nothing was read yet" in words(client.get("/admin/conversations/passes/"))
    row = read(botty, settings)
    talk(botty, "한국어로 이야기했다", "네", key="chat-2")
    shown = words(client.get("/admin/conversations/passes/"))
    assert "2 turns of 1 conversation not read yet" in shown and "chat-1" in shown
    assert "None of these" in words(client.get("/admin/conversations/passes/?state=failed"))
    assert str(row.uid) in client.get("/admin/conversations/passes/?path=history&state=done").content.decode()


def test_the_list_narrows_to_one_conversation(client: Client, main_store: Store, botty: Actor, settings: Any) -> None:
    row = read(botty, settings)
    other = history_of(talk(botty, "회의를 금요일로 옮기자", "네", key="chat-2"))
    page = client.get(f"/admin/conversations/passes/?conversation={row.conversation.uid}").content.decode()
    assert str(row.uid) in page and str(other.uid) not in page
    assert client.get("/admin/conversations/passes/?conversation=nobody").status_code == 404


@pytest.mark.parametrize("action", ["", "undo/", "retry/"])
def test_a_reading_that_is_not_there_is_not_found(client: Client, main_store: Store, action: str) -> None:
    address = f"/admin/conversations/passes/0198c0de-0000-7000-8000-000000000000/{action}"
    answer = client.post(address) if action else client.get(address)
    assert answer.status_code == 404 and "no such reading" in words(answer)
