"""The system prompt over HTTP."""

import json
from typing import Any

import pytest
from django.test import Client

from channels_bridge.actors import Actor
from kirocrew.agents.agents import agent_create, agent_retire
from memory.models import Store
from tests.kirocrew.context.test_context_api import keyed


@pytest.fixture
def bot(alice: Actor, main_store: Store) -> Client:
    agent_create(actor=alice, slug="greta", name="Greta", model="gpt-5")
    return keyed("gardener", main_store, "agents:read", "memory:read")


def ask(client: Client, slug: str = "greta", **body: Any) -> Any:
    return client.post(f"/api/agents/{slug}/prompt", json.dumps(body), content_type="application/json")


def test_a_prompt_comes_with_its_sections_and_boundary(bot: Client) -> None:
    answer = ask(bot, person="ana", channel="web", tools=[{"name": "Read"}], extra="The shed is locked.").json()
    text = answer["prompt"]
    assert answer["mode"] == "full" and answer["chars"] == len(text) and answer["tools"] == ["Read"]
    assert answer["token_count"] > 0 and answer["tokens_are"] == "estimate"
    for section in answer["sections"]:
        assert text[section["start"] : section["end"]].strip()
        assert (section["end"] <= answer["boundary"]) == section["is_stable"]
    assert "model gpt-5" in text and "<extra_context>\nThe shed is locked.\n</extra_context>" in text


def test_without_tools_those_of_the_key_are_named(bot: Client) -> None:
    answer = ask(bot).json()
    assert "memory_recall" in answer["tools"] and "remember" not in answer["tools"]
    assert ask(bot, tools=[]).json()["tools"] == []


def test_a_scheduled_run_gets_a_minimal_prompt(bot: Client) -> None:
    answer = ask(bot, session="cron", mode="full").json()
    assert answer["mode"] == "minimal" and "memory_recall" not in [one["name"] for one in answer["sections"]]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"mode": "huge"}, "mode"),
        ({"session": "sleep"}, "session"),
        ({"prompt": "mine"}, "prompt"),
        ({"extra": "x" * 20_001}, "extra"),
        ({"team": {"name": "Beds"}}, "role"),
    ],
)
def test_a_wrong_request_says_what_is_wrong(bot: Client, body: dict[str, Any], field: str) -> None:
    answer = ask(bot, **body)
    assert answer.status_code == 422 and field in answer.content.decode()


def test_an_agent_that_is_not_for_the_key_has_no_prompt(bot: Client, alice: Actor, main_store: Store) -> None:
    assert ask(bot, "nobody").status_code == 404
    assert ask(keyed("mallory", main_store, "memory:read")).status_code == 403
    assert Client().post("/api/agents/greta/prompt").status_code in (401, 403)
    from kirocrew.models import Agent

    agent_retire(actor=alice, agent=Agent.objects.get(slug="greta"))
    assert ask(bot).status_code == 404
