"""Agents over HTTP: what bots, outsiders and the owner get."""

import json
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from channels_bridge.actors import Actor
from channels_bridge.models import Bot
from channels_bridge.services.bots import bot_create
from kirocrew.agents.agents import agent_create
from kirocrew.models import Agent, AgentFile
from memory.models import Event, Store
from tests.kirocrew.agents.conftest import HOSTILE, SUSPICIOUS

pytestmark = pytest.mark.django_db
SOUL = "/api/agents/mochi/files/SOUL.md"


class Asker:
    """Sends JSON and returns what comes back."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def __call__(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.generic(method, path, _json(body), content_type="application/json", headers=named)


def _json(body: Any) -> str:
    return "" if body is None else json.dumps(body, ensure_ascii=False)


def keyed(name: str, *permissions: str, member: str = "") -> Asker:
    bot, key = bot_create(actor=Actor.owner("alice", "1"), name=name, permissions=list(permissions))
    Bot.objects.filter(pk=bot.pk).update(member=member)
    return Asker(Client(headers={"Authorization": f"Bearer {key}"}))


@pytest.fixture
def owner(main_store: Store) -> Asker:
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("alice", password="alice's long password"))
    return Asker(client)


@pytest.fixture
def bot(main_store: Store) -> Asker:
    return keyed("porch", "agents:read", "agents:write")


def test_the_owner_makes_changes_and_retires_an_agent(owner: Asker) -> None:
    made = owner("POST", "/api/agents", {"slug": "gardener", "name": "Gärtner 园丁", "description": "Digs"})
    assert (made.status_code, made.json()["name"], made.json()["kind"]) == (201, "Gärtner 园丁", "predefined")
    assert owner("POST", "/api/agents", {"slug": "gardener"}).json()["type"].endswith("agent-exists")

    changed = owner("PATCH", "/api/agents/gardener", {"name": r"A\B", "mode": "minimal", "self_evolve": True}).json()
    assert (changed["name"], changed["mode"], changed["self_evolve"]) == (r"A\B", "minimal", True)
    assert owner("PATCH", "/api/agents/gardener", {"name": r"A\B"}).json()["name"] == r"A\B"
    identity = owner("GET", "/api/agents/gardener/files/IDENTITY.md").json()["content"]
    assert r"- **Name:** A\B" in identity

    assert owner("DELETE", "/api/agents/gardener", {"reason": "Winter"}).json()["retired_at"]
    assert owner("GET", "/api/agents").json()["entries"] == []
    assert [one["slug"] for one in owner("GET", "/api/agents?retired=true").json()["entries"]] == ["gardener"]
    assert owner("DELETE", "/api/agents/gardener", {}).status_code == 409
    assert owner("POST", "/api/agents/gardener/return", {}).json()["retired_at"] is None


@pytest.mark.parametrize(
    "body",
    [
        {"slug": "Gardener"}, {"slug": "-"}, {"slug": "a b"}, {"slug": "x" * 61}, {"slug": "园丁"}, {},
        {"slug": "a", "kind": "other"}, {"slug": "a", "name": HOSTILE}, {"slug": "a", "expertise": "x" * 201},
        {"slug": "a", "status": "summoning"}, {"slug": "a", "shared_people": "bob"},
    ],
)  # fmt: skip
def test_what_is_no_agent_is_refused(owner: Asker, body: Any) -> None:
    assert owner("POST", "/api/agents", body).status_code == 422
    assert not Agent.objects.exists()


def test_a_bot_makes_no_agents(bot: Asker, mochi: Agent) -> None:
    assert bot("POST", "/api/agents", {"slug": "mine"}).status_code == 403
    for method, path in (("PATCH", ""), ("DELETE", ""), ("POST", "/return"), ("POST", "/people")):
        body = {"person": "bob", "may_write": True} if path == "/people" else {}
        assert bot(method, f"/api/agents/mochi{path}", body).status_code in (403, 409)
    assert bot("GET", "/api/agents/mochi/people").status_code == 403
    assert bot("GET", "/api/agents/-/waiting").status_code == 403
    assert bot("GET", f"{SOUL}/revisions").status_code == 403
    assert Agent.objects.get().retired_at is None


def test_a_file_is_written_read_and_guarded_by_its_revision(bot: Asker, mochi: Agent) -> None:
    path = f"{SOUL}?person=bob"
    first = bot("PUT", path, {"content": "Kind. 优しい 🐻"}, If_Match='"0"')
    assert (first.status_code, first["ETag"], first.json()["copies"]) == (200, '"1"', 0)
    assert bot("GET", path).json()["content"] == "Kind. 优しい 🐻"
    assert bot("PUT", path, {"content": "Wild."}, If_Match='"0"').status_code == 412
    assert bot("PUT", path, {"content": "Wild.", "revision": 1}).json()["revision"] == 2
    assert bot("DELETE", path, {}, If_Match='"2"').status_code == 200
    assert bot("GET", path).status_code == 404


def test_a_write_that_is_sent_twice_is_done_once(bot: Asker, mochi: Agent) -> None:
    answers = [bot("PUT", f"{SOUL}?person=bob", {"content": "Kind."}, Idempotency_Key="k1") for _ in range(2)]

    assert [one.json()["status"] for one in answers] == ["written", "written"]
    assert AgentFile.objects.get().revision == 1


def test_what_waits_is_shown_to_the_owner_and_decided(bot: Asker, owner: Asker, mochi: Agent) -> None:
    answer = bot("PUT", f"{SOUL}?person=bob", {"content": SUSPICIOUS})
    assert (answer.status_code, answer.json()["status"], answer.json()["reason"]) == (202, "proposed", "suspicious")
    assert bot("GET", f"{SOUL}?person=bob").status_code == 404

    (waiting,) = owner("GET", "/api/agents/-/waiting").json()["entries"]
    assert (waiting["agent"], waiting["name"], waiting["person"]) == ("mochi", "SOUL.md", "bob")
    assert waiting["content"] == SUSPICIOUS and waiting["doubts"]
    (entry,) = owner("GET", "/api/agents/mochi/files").json()["entries"]
    assert (entry["waiting"], entry["revision"], entry["removed"]) == (1, 0, True)

    decision = {"number": 1, "allow": True}
    assert bot("POST", f"{SOUL}/decide?person=bob", decision).status_code == 403
    assert owner("POST", f"{SOUL}/decide?person=bob", decision).json()["revision"] == 2
    assert bot("GET", f"{SOUL}?person=bob").json()["content"] == SUSPICIOUS


def test_an_attack_answers_with_its_code(bot: Asker, mochi: Agent) -> None:
    answer = bot("PUT", f"{SOUL}?person=bob", {"content": HOSTILE})

    assert (answer.status_code, answer.json()["code"]) == (422, "injection_blocked")


def test_the_owner_sees_every_text_page_by_page_and_restores_one(owner: Asker, mochi: Agent) -> None:
    for number in range(4):
        owner("PUT", SOUL, {"content": f"Text {number}"})

    page = owner("GET", f"{SOUL}/revisions?limit=3").json()
    assert [one["number"] for one in page["entries"]] == [4, 3, 2] and page["next"] == 2
    rest = owner("GET", f"{SOUL}/revisions?limit=3&before=2").json()
    assert [one["number"] for one in rest["entries"]] == [1] and rest["next"] is None
    assert owner("POST", f"{SOUL}/restore", {"number": 1}, If_Match='"3"').status_code == 412
    assert owner("POST", f"{SOUL}/restore", {"number": 1}, If_Match='"4"').json()["revision"] == 5
    assert owner("GET", SOUL).json()["content"] == "Text 0"


def test_the_owner_gives_a_text_to_everybody(bot: Asker, owner: Asker, mochi: Agent) -> None:
    bot("PUT", f"{SOUL}?person=bob", {"content": "Bob's."})
    body = {"content": "For all.", "propagate": True}

    assert bot("PUT", f"{SOUL}?person=eve", body).status_code == 403
    assert not AgentFile.objects.filter(person="eve").exists()
    assert owner("PUT", SOUL, body).json()["copies"] == 1
    assert bot("GET", f"{SOUL}?person=bob").json()["content"] == "For all."


def test_a_turn_begins_the_first_run_and_a_field_ends_the_question(bot: Asker, mochi: Agent) -> None:
    turn = "/api/agents/mochi/turn"
    assert bot("POST", turn, {"person": "bob"}).json()["is_first_run"] is True
    assert bot("POST", turn, {"person": "bob"}).json()["nudge"] is True
    field = {"person": "bob", "field": "Name", "value": "小熊"}
    assert bot("POST", "/api/agents/mochi/identity", field).status_code == 200
    assert "- **Name:** 小熊" in bot("GET", "/api/agents/mochi/files/IDENTITY.md?person=bob").json()["content"]
    assert bot("POST", turn, {"person": "bob"}).json()["must_name"] is True
    assert bot("POST", turn, {}).status_code == 422


def test_the_owner_names_who_may_write_in_a_group(bot: Asker, owner: Asker, mochi: Agent) -> None:
    owner("POST", "/api/agents/mochi/people", {"person": "bob", "may_write": True})
    path = f"{SOUL}?person=mallory&session=group"

    closed = bot("PUT", path, {"content": "Mine."})

    assert (closed.status_code, closed.json()["type"]) == (403, "urn:kirocrew:problem:agent-file-closed")
    assert Event.objects.filter(code="agent_file_closed").exists()
    assert [one["person"] for one in owner("GET", "/api/agents/mochi/people").json()["entries"]] == ["bob"]


# ---- outsiders ----

PATHS = [
    ("GET", ""), ("PATCH", ""), ("DELETE", ""), ("POST", "/return"), ("GET", "/files"), ("GET", "/files/SOUL.md"),
    ("PUT", "/files/SOUL.md"), ("DELETE", "/files/SOUL.md"), ("GET", "/files/SOUL.md/revisions"),
    ("POST", "/files/SOUL.md/restore"), ("POST", "/files/SOUL.md/decide"), ("POST", "/identity"), ("POST", "/turn"),
    ("GET", "/people"), ("POST", "/people"),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path"), PATHS)
def test_without_the_permission_nothing_is_told(mochi: Agent, method: str, path: str) -> None:
    mallory = keyed("mallory", "memory:read", "memory:write")

    there = mallory(method, f"/api/agents/mochi{path}", {})
    nowhere = mallory(method, f"/api/agents/nobody{path}", {})

    assert there.status_code == nowhere.status_code == 403
    assert there.json() == nowhere.json()


@pytest.mark.parametrize(("method", "path"), PATHS)
def test_a_members_agent_does_not_exist_for_keys_that_are_not_its_own(
    alice: Actor, main_store: Store, method: str, path: str
) -> None:
    agent = agent_create(actor=alice, slug="ivy", kind="open")
    store = Store.objects.create(slug="ivy", name="Ivy's", policy="private", member="ivy")
    Agent.objects.filter(pk=agent.pk).update(store=store)
    agent_create(actor=alice, slug="rose")

    for outsider in (
        keyed("mallory", "agents:read", "agents:write", "admin:*"),
        keyed("rosie", "agents:read", "agents:write", member="rose"),
    ):
        there, nowhere = (outsider(method, f"/api/agents/{slug}{path}", {}) for slug in ("ivy", "nobody"))
        assert there.status_code == nowhere.status_code == 404
        assert there.json()["detail"] == nowhere.json()["detail"]
        assert "ivy" not in outsider("GET", "/api/agents").content.decode()


def test_a_members_key_sees_itself_alone(alice: Actor, main_store: Store, mochi: Agent) -> None:
    agent = agent_create(actor=alice, slug="ivy", kind="open")
    Agent.objects.filter(pk=agent.pk).update(
        store=Store.objects.create(slug="ivy", name="Ivy's", policy="private", member="ivy")
    )
    own = keyed("ivy-key", "agents:read", "agents:write", member="ivy")

    assert [one["slug"] for one in own("GET", "/api/agents").json()["entries"]] == ["ivy"]
    assert own("PUT", "/api/agents/ivy/files/SOUL.md?person=bob", {"content": "Green."}).status_code == 200
    assert own("GET", "/api/agents/mochi").status_code == 404
    assert Event.objects.get(code="agent_file_written").store_id == Agent.objects.get(slug="ivy").store_id


def test_nobody_signed_in_gets_nothing(mochi: Agent) -> None:
    anybody = Asker(Client())

    assert {anybody(method, f"/api/agents/mochi{path}", {}).status_code for method, path in PATHS} == {401}


def test_a_retired_agent_is_not_there_for_bots(bot: Asker, owner: Asker, mochi: Agent) -> None:
    owner("DELETE", "/api/agents/mochi", {})

    assert bot("GET", "/api/agents/mochi").status_code == 404
    assert bot("PUT", f"{SOUL}?person=bob", {"content": "Still?"}).status_code == 404
    assert bot("GET", "/api/agents?retired=true").json()["entries"] == []


def test_files_of_a_predefined_agent_are_not_read_by_chats(bot: Asker, gardener: Agent) -> None:
    read = bot("GET", "/api/agents/gardener/files/SOUL.md?person=bob").json()

    assert read["content"] == "" and "already in the prompt" in read["note"]
    listed = bot("GET", "/api/agents/gardener/files?person=bob").json()["entries"]
    assert [one["name"] for one in listed][:2] == ["AGENTS.md", "SOUL.md"]


def test_a_file_with_a_name_nobody_has_is_refused(bot: Asker, mochi: Agent) -> None:
    for name in ("MEMORY.md", "..%2F..%2Fetc%2Fpasswd", "SOUL.md.bak"):
        answer = bot("PUT", f"/api/agents/mochi/files/{name}?person=bob", {"content": "x"})
        assert answer.status_code in (404, 422), name
    assert not AgentFile.objects.exists()
