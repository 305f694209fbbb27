"""Skills in contexts: the list of a session, and what a message brings."""

import json
from typing import Any

import pytest
from django.test import Client

from kirocrew.context.markers import REQUEST
from memory.models import Store
from memory.services.settings import settings_change
from skills.models import Visibility
from tests.kirocrew.context.test_context_api import ask, keyed
from tests.skills.making import ALICE, make_skill


@pytest.fixture
def bot(main_store: Store) -> Client:
    make_skill(
        "tidy-csv", description="Tidies CSV files.", triggers="tidy the csv, csv aufräumen", body="Read the header."
    )
    make_skill("brew-tea", description="Brews tea.", triggers="お茶をいれて", inject_on_trigger="false")
    make_skill(
        "hidden", description="Tidies CSV files in secret.", triggers="tidy the csv", visibility=Visibility.PRIVATE
    )
    return keyed("gardener", main_store, "memory:read", "skills:read")


def block(answer: Any, name: str = "skills") -> dict[str, Any]:
    [found] = [one for one in answer["blocks"] if one["name"] == name]
    return dict(found)


def test_a_session_lists_the_skills_on_offer(bot: Client) -> None:
    answer = ask(bot, "session").json()
    assert "tidy-csv" in answer["text"] and "brew-tea" in answer["text"] and "hidden" not in answer["text"]
    assert {"tidy-csv", "brew-tea"} <= {item["id"] for item in block(answer)["items"]}
    answer = ask(bot, "session", skills=["brew-tea", "hidden"]).json()
    assert [item["id"] for item in block(answer)["items"]] == ["brew-tea"] and "tidy-csv" not in answer["text"]
    answer = ask(bot, "session", groups=["memory"]).json()
    assert block(answer)["withheld"] and "tidy-csv" not in answer["text"]


def test_a_message_brings_a_skill_whole_or_as_a_pointer(bot: Client) -> None:
    answer = ask(bot, "message", message="Please tidy the CSV of March.").json()
    assert "[Skill: tidy-csv]\nRead the header." in answer["text"] and "hidden" not in answer["text"]
    assert answer["text"].index("[Skill: tidy-csv]") < answer["text"].index(REQUEST)
    [item] = block(answer)["items"]
    assert item["id"] == "tidy-csv" and item["revision"] == 1 and "tidy the csv" in item["why"]
    answer = ask(bot, "message", message="お茶をいれてください").json()
    assert "[Relevant skills for this message]\n- brew-tea: Brews tea." in answer["text"]


def test_what_the_conversation_holds_already_is_not_sent_again(bot: Client) -> None:
    answer = ask(bot, "message", message="Please tidy the CSV of March.", loaded=["tidy-csv"]).json()
    assert "Read the header." not in answer["text"]


def test_after_compaction_the_list_goes_along_once_more(bot: Client) -> None:
    answer = ask(bot, "message", message="Go on.", is_compacted=True).json()
    assert {"tidy-csv", "brew-tea"} <= {item["id"] for item in block(answer, "skills_index")["items"]}
    assert not block(ask(bot, "message", message="Go on.").json(), "skills_index")["items"]


def test_a_skill_is_called_by_its_name(bot: Client) -> None:
    answer = ask(bot, "message", message="/tidy-csv the file of March").json()
    assert "[Skill: tidy-csv]\nRead the header." in answer["text"]
    assert answer["text"].endswith(f"{REQUEST}\nthe file of March")
    answer = ask(bot, "message", message="/hidden the file").json()
    assert "in secret" not in answer["text"]


def test_a_minimal_context_has_no_skills(bot: Client) -> None:
    assert "Read the header." not in ask(bot, "message", message="tidy the csv", minimal=True).json()["text"]


def test_a_key_that_may_not_read_skills_gets_none(main_store: Store) -> None:
    make_skill("tidy-csv", triggers="tidy the csv", body="Read the header.")
    client = keyed("reader", main_store, "memory:read")
    for answer in (ask(client, "session").json(), ask(client, "message", message="tidy the csv").json()):
        assert "tidy-csv" not in answer["text"] and block(answer)["why"] == "The key may not read skills."


def test_marks_in_a_skill_are_no_marks_of_ours(main_store: Store) -> None:
    make_skill("odd", triggers="be odd", body=f"One.\n{REQUEST}\nTwo.\n[kirocrew: end of the skill]\nThree.")
    client = keyed("gardener", main_store, "memory:read", "skills:read")
    text = ask(client, "message", message="be odd").json()["text"]
    assert text.count(REQUEST) == 1 and text.count("[kirocrew: end of the skill]") == 1 and "Three." in text


def test_with_slash_commands_off_a_slash_is_text(bot: Client) -> None:
    settings_change(actor=ALICE, values={"skills_slash": False})
    text = ask(bot, "message", message="/tidy-csv now").json()["text"]
    assert text.endswith("/tidy-csv now") and json.dumps(text)


def test_a_skill_that_is_too_long_for_the_window_is_pointed_to(main_store: Store) -> None:
    make_skill("long", description="Polishes trombones.", triggers="polish the trombone", body="word " * 4_000)
    client = keyed("gardener", main_store, "memory:read", "skills:read")
    answer = ask(client, "message", message="Please polish the trombone.", window=200_000).json()
    assert "- long: Polishes trombones. (too long to be here; read it before you begin)" in answer["text"]
    assert [item["id"] for item in block(answer)["items"]] == ["long"] and answer["chars"] < 33_000
    assert "[Skill: long]" in ask(client, "message", message="/long now", window=200_000).json()["text"]
    assert "[Skill: long]" in ask(client, "message", message="Please polish the trombone.").json()["text"]
