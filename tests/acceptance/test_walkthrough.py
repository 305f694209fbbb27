"""From an agent nobody described to a correction its next session knows: the owner, the model, and a bot by MCP."""

import json
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from channels_bridge.models import Job, JobState
from channels_bridge.services.jobs import run_job_now
from memory.models import Store
from tests.kirocrew.mcp.asking import Asking, key_of

pytestmark = pytest.mark.django_db(transaction=True)

FILES = """<frontmatter>Plant beds, frost dates, snails.</frontmatter>
<file name="SOUL.md"># SOUL.md

Geduldig. 静か. 🐌</file>
<file name="IDENTITY.md"># IDENTITY.md

- **Name:** Erika</file>
<file name="AGENTS.md"># AGENTS.md

One bed at a time.</file>
<file name="TOOLS.md"># TOOLS.md

A watering can.</file>"""
CORRECTION = "From now on: always give temperatures in Celsius."
RULE = "Always give temperatures in Celsius"
AGENT = ("memory:read", "memory:write", "lessons:write", "agents:read", "agents:write")
HARNESS = ("memory:read", "memory:write", "turns:record")


@pytest.fixture
def owner() -> Client:
    """The owner's browser."""
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("alice", password="alice's long password"))
    return client


def sent(client: Client, path: str, body: Any, key: str = "") -> Any:
    """What a request that is right is answered with."""
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    answer = client.post(path, json.dumps(body), content_type="application/json", headers=headers)
    assert answer.status_code < 300, answer.content
    return answer.json()


def test_an_agent_is_summoned_taught_by_mcp_and_knows_it_in_its_next_session(
    owner: Client, main_store: Store, settings: Any
) -> None:
    settings.KIROCREW_LANGUAGE_MODEL, settings.KIROCREW_LANGUAGE_SCRIPT = "scripted", lambda _: FILES

    # The owner makes an agent and lets the model write it.
    sent(owner, "/api/agents", {"slug": "erika", "description": "Looks after the vegetable beds."})
    job = Job.objects.get(uid=sent(owner, "/api/agents/erika/summon", {})["uid"])
    assert run_job_now(job).state == JobState.DONE
    assert owner.get("/api/agents/erika").json()["name"] == "Erika"

    # A bot asks for the prompt of a person's first session. What is said is recorded by the program around it, since
    # nobody is believed who says of themselves that they were taught.
    key, harness, bot = key_of("porch", main_store, *AGENT), key_of("harness", main_store, *HARNESS), Client()
    prompt = sent(bot, "/api/agents/erika/prompt", {"person": "ana"}, key)["prompt"]
    assert "Geduldig. 静か. 🐌" in prompt and "One bed at a time." in prompt
    said = [
        {"author": "ana", "role": "owner", "text": "How cold will it get?"},
        {"author": "Erika", "role": "assistant", "text": "28 Fahrenheit."},
        {"author": "ana", "role": "owner", "text": CORRECTION},
    ]
    monday = sent(bot, "/api/conversations", {"key": "monday", "agent": "erika"}, harness)["uid"]
    sent(bot, "/api/conversations/monday/turns", {"turns": said}, harness)

    # What it was taught it passes on by MCP, and names the turn.
    asking = Asking(key)
    first = sent(bot, "/api/context/session", {"agent": "erika", "query": "frost tonight"}, key)
    assert RULE not in first["text"]
    learned = asking.call("learn_add", rule=RULE, category="correction", conversation=monday, position=2)
    assert learned["status"] == "written", json.dumps(learned)

    # The next session's prompt has it, and its receipt names the turn.
    later = asking.call("context_get", agent="erika", query="frost tonight")
    assert RULE in later["text"]
    receipt = bot.get(f"/api/context/receipts/{later['receipt']}", headers={"Authorization": f"Bearer {key}"}).json()
    [turn] = [one for one in receipt["turns"] if one["record"] == learned["uid"]]
    assert (turn["conversation"], turn["position"]) == (monday, 2)

    # The owner sees where it comes from; somebody else's key sees none of it.
    page = owner.get(reverse("admin:memory-record", args=[learned["uid"]])).content.decode()
    assert RULE in page and "monday" in page
    other = key_of("mallory", None, "memory:read")
    answer = bot.get(f"/api/context/receipts/{later['receipt']}", headers={"Authorization": f"Bearer {other}"})
    assert answer.status_code == 404
