"""Agents, Preview: the prompt by block with sizes, windows, two moments, two agents; nothing is written."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from channels_bridge.actors import Actor
from hooks.models import Decision
from hooks.services.rules_transfer import rules_import
from kirocrew.agents.agents import agent_create
from kirocrew.agents.files import file_write
from kirocrew.models import ContextReceipt
from memory.models import Revision, Store
from memory.services.bots import bot_with_stores_create
from memory.services.documents import document_write
from memory.services.drafts import FactDraft, LessonDraft
from memory.services.facts import facts_write
from memory.services.lessons import lessons_write
from skills.models import SkillUse
from tests.pages.conftest import HOSTILE
from tests.skills.making import make_skill


def shown(client: Client, status: int = 200, **query: Any) -> str:
    answer = client.get(reverse("admin:agents-preview"), query)
    assert answer.status_code == status
    assert "unsafe" not in answer["Content-Security-Policy"]
    return answer.content.decode()


def test_without_agents_it_shows_what_any_bot_is_given_and_says_what_to_do(client: Client, main_store: Store) -> None:
    page = shown(client)
    assert "There is no agent yet" in page and reverse("admin:agents-new") in page
    assert "How to treat what follows" in page and "of 165,000" in page and "Without a message the newest facts" in page


def test_the_three_texts_of_an_agent_stand_by_block(client: Client, owner: Actor, full: Store) -> None:
    agent = agent_create(actor=owner, slug="greta", name="Greta 🌱")
    file_write(actor=owner, agent=agent, name="USER.md", text=f"Her name is Ana. {HOSTILE}", person="ana")
    page = shown(client, agent="greta", person="ana", q="東京都", store=full.slug)
    for title in ("System prompt", "Session", "Message"):
        assert f">{title}</h2>" in page
    assert "Her name is Ana." in page and "<img src=x" not in page
    assert (
        "characters stand before the boundary" in page
        and "東京都" in page
        and "[kirocrew: the present request]" in page
    )


def test_a_smaller_window_leaves_less_room(client: Client, owner: Actor, full: Store) -> None:
    assert "of 33,000" in shown(client, window=200_000) and "of 66,000" in shown(client, window=400_000)
    wrong = shown(client, 422, window="many")
    assert 'role="alert"' in wrong and "Enter a whole number" in wrong


def test_two_moments_are_compared_block_by_block(client: Client, owner: Actor, main_store: Store) -> None:
    facts_write(actor=owner, store=main_store, drafts=[FactDraft(key="user.city", value="Porto")])
    Revision.objects.update(recorded_at=timezone.now() - timedelta(hours=2))
    facts_write(actor=owner, store=main_store, drafts=[FactDraft(key="user.city", value="Lisbon")])
    hour_ago = timezone.localtime(timezone.now() - timedelta(hours=1))
    page = shown(client, then=f"{hour_ago:%Y-%m-%dT%H:%M:%S}")
    assert "differs" in page and "<del>Lisbon</del>" in page and "<ins>Porto</ins>" in page
    assert "differs" not in shown(client)


def test_two_agents_are_compared(client: Client, owner: Actor, main_store: Store) -> None:
    for slug, soul in (("greta", "Speak calmly."), ("otto", "Speak loudly.")):
        agent = agent_create(actor=owner, slug=slug)
        file_write(actor=owner, agent=agent, name="SOUL.md", text=soul)
    page = shown(client, agent="greta", other="otto")
    assert "<del>calmly</del>" in page and "<ins>loudly</ins>" in page
    assert "differs" in shown(client, agent="greta", other="nobody")


def test_it_is_tried_with_a_bots_key_as_the_bot_would_see_it(client: Client, owner: Actor, main_store: Store) -> None:
    agent_create(actor=owner, slug="greta", name="Greta")
    facts_write(actor=owner, store=main_store, drafts=[FactDraft(key="user.city", value="Porto")])
    names = {"reader": ["memory:read"], "writer": ["memory:write"]}
    for name, permissions in names.items():
        bot_with_stores_create(actor=owner, name=name, permissions=permissions, stores=["main"])
    page = shown(client, agent="greta", who="reader")
    assert "There is no such agent for this key" in page and "Porto" in page and "The key may not read skills." in page
    page = shown(client, agent="greta", who="writer")
    assert "The key may not read memory." in page and "Porto" not in page
    assert "no bot of that name" in shown(client, 404, who="nobody")


def test_nothing_is_counted_and_nothing_is_written_down(client: Client, owner: Actor, main_store: Store) -> None:
    make_skill("tidy-csv", triggers="tidy the csv", body="Read the header.")
    rules_import(
        actor=owner,
        data={
            "auto_replies": [{"pattern": "good morning", "reply": "To you, too."}],
            "context_rules": [{"triggers": ["csv"], "context": "Semicolons."}],
        },
    )
    before = (ContextReceipt.objects.count(), Decision.objects.count(), SkillUse.objects.count())
    page = shown(client, q="Please tidy the csv.")
    assert "Read the header." in page and "Semicolons." in page
    assert "A hook answers at once" in shown(client, q="Good morning!") and "Read the header." in shown(
        client, q="/tidy-csv it"
    )
    assert before == (ContextReceipt.objects.count(), Decision.objects.count(), SkillUse.objects.count())


@pytest.mark.parametrize("query", ["", "  ", "\u200b", "x" * 2_000, "</pre><script>", "日本語 🍵" * 100])
def test_any_message_is_shown_as_text(client: Client, main_store: Store, query: str) -> None:
    page = shown(client, q=query)
    assert "</pre><script>" not in page


def test_a_member_is_shown_from_its_own_store(
    client: Client, owner: Actor, main_store: Store, private_store: Store
) -> None:
    agent = agent_create(actor=owner, slug="bob-agent")
    agent.store = private_store
    agent.save(update_fields=["store"])
    facts_write(actor=owner, store=private_store, drafts=[FactDraft(key="user.city", value="Kyoto")])
    facts_write(actor=owner, store=main_store, drafts=[FactDraft(key="user.city", value="Porto")])
    page = shown(client, agent="bob-agent")
    assert "Kyoto" in page and "Porto" not in page
    assert "Porto" in shown(client) and "Kyoto" not in shown(client)


def test_a_page_of_the_largest_context_stays_light(client: Client, owner: Actor, main_store: Store) -> None:
    drafts = [
        FactDraft(key=f"user.n{number}", value=f"Bed {number} has {number * 3} roots. " * 20) for number in range(60)
    ]
    facts_write(actor=owner, store=main_store, drafts=drafts)
    lessons = [LessonDraft(rule=f"Rule {number}: water bed {number} " + f"w{number} " * 60) for number in range(120)]
    lessons_write(actor=owner, store=main_store, drafts=lessons)
    for kind in ("preferences", "projects"):
        document_write(actor=owner, store=main_store, kind=kind, text=f"A line of {kind}.\n" * 1_000)
    page = shown(client)
    assert len(page.encode()) < 150_000 and "The first 8,000 characters of it." in page and "left out" in page
