"""Moving an agent, and its essentials, over HTTP."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from channels_bridge.actors import Actor
from kirocrew.agents.agents import agent_create
from kirocrew.models import Agent
from memory.models import Record, Store
from tests.kirocrew.agents.test_members import key
from tests.kirocrew.mcp.asking import Asking


@pytest.fixture
def owner_client(db: None) -> Client:
    """The owner's browser."""
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("alice", password="alice's long password"))
    return client


@pytest.fixture
def rose(alice: Actor, main_store: Store) -> Agent:
    """An agent that works in the crew's store."""
    return agent_create(actor=alice, slug="rose", name="Rose")


def test_a_member_is_moved_and_asked_over_http(client: Client, alice: Actor, rose: Agent, owner_client: Client) -> None:
    held = key(alice, "roses")
    base = "/api/agents/rose"
    shown = owner_client.post(f"{base}/member/preview", {"keys": ["roses"]}, content_type="application/json")
    assert shown.status_code == 200 and shown.json()["keys"][0]["name"] == "roses"
    made = owner_client.post(f"{base}/member", {"token": shown.json()["token"]}, content_type="application/json")
    assert made.status_code == 200 and made.json()["store"] == "rose", made.content
    headers = {"Authorization": f"Bearer {held}"}
    asked = client.post(f"{base}/essentials", {}, content_type="application/json", headers=headers)
    assert asked.status_code == 200 and "SOUL.md" in [one["name"] for one in asked.json()["sources"]]
    assert Asking(held).call("remember", key="user.tea", value="Oolong")["status"] == "written"
    assert Record.objects.get().store.slug == "rose"
    for path in ("member/preview", "member", "member/undo"):
        for other in ({}, headers):
            answer = client.post(f"{base}/{path}", {"token": "x"}, content_type="application/json", headers=other)
            assert answer.status_code in (401, 403), (path, answer.content)
    undone = owner_client.post(f"{base}/member/undo", {}, content_type="application/json")
    assert undone.status_code == 200 and undone.json()["undone_at"]
