"""Two agents with private stores: nothing of one appears anywhere the other, or a key of the crew, can look.

A hundred words are planted in all that each of them has. Every address of the API that can be read, found by looking at
the table of addresses, every tool, resource and prompt of the protocol, and the owner's pages of one agent are asked
as each of them, for what is its own and for what is the other's, and the answers are searched for the words. What an
output shows to the agent itself proves that it would show the other's, too.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import get_resolver

from channels_bridge.actors import Actor
from channels_bridge.models import Conversation, Job
from kirocrew.mcp.table import tools_for
from kirocrew.models import Agent, ContextReceipt
from memory.models import Document, HistoryEntry, Record, Store
from skills.models import Skill
from tests.acceptance.planting import COUNTS, PERMISSIONS, SHARED, World, world
from tests.conftest import make_bot
from tests.kirocrew.mcp.asking import LEGACY, MODERN, Asking, key_of

Output = tuple[str, str]
OWN: Final = {
    "api/memory/semantic": "fact",
    "api/memory/semantic/<str:key>": "fact",
    "api/memory/episodic": "episode",
    "api/memory/episodic/search": "episode",
    "api/memory/search": "fact",
    "api/memory/context-preview": "fact",
    "api/memory/export": "lesson",
    "api/memory/records": "fact",
    "api/memory/records/<uuid:uid>": "fact",
    "api/memory/records/<uuid:uid>/history": "fact",
    "api/memory/records/<uuid:uid>/timeline": "fact",
    "api/memory/events": "soul",
    "api/memory/proposals": "proposal",
    "api/memory/documents/<str:kind>": "preferences",
    "api/memory/documents/<str:kind>/revisions": "projects",
    "api/memory/documents": "file",
    "api/memory/documents/search": "file",
    "api/memory/history": "history",
    "api/memory/history/context": "history",
    "api/lessons": "lesson",
    "api/conversations/<str:key>/turns": "turn",
    "api/channels/<str:key>/context": "channel",
    "api/skills": "skill",
    "api/skills/-/search": "granted",
    "api/skills/<skill:name>": "granted",
    "api/skills/<skill:name>/-/file": "skill",
    "api/jobs": "job",
    "api/jobs/<uuid:uid>": "job",
    "api/agents/<slug:slug>/files/<str:name>": "user",
    "POST api/memory/search": "fact",
    "POST api/context/session": "preferences",
    "POST api/context/message": "skill",
    "POST api/memory/tool": "file",
    "POST api/agents/essentials": "soul",
    "POST api/agents/prompt": "soul",
    "POST api/skills/-/match": "skill",
    "mcp memory_recall": "fact",
    "mcp memory_search": "episode",
    "mcp memory_expand": "fact",
    "mcp learn_list": "lesson",
    "mcp memory": "file",
    "mcp context_get": "preferences",
    "mcp skill_search": "skill",
    "mcp resources/list": "skill",
    "mcp resources/read": "projects",
}
"""What must carry the agent's own words, and of which kind: else that it hides the other's would prove nothing."""
PATHS: Final = (
    *("/memories", "/memories/notes", "/memories/preferences.md", "/memories/projects.md", "/memories/history"),
    *(f"/memories/n{number}.md" for number in range(COUNTS["file"])),
)
PAGES_OF_ONE: Final = {
    "memory": "fact",
    "memory-lessons": "lesson",
    "memory-episodes": "episode",
    "memory-documents": "preferences",
    "memory-history": "history",
    "memory-events": "user",
    "review": "proposal",
    "conversations-one": "turn",
    "memory-record": "fact",
    "memory-document": "projects",
}
"""Pages of the owner that show what is one agent's, and what they must show of it."""


def site_pages() -> Iterator[tuple[str, str]]:
    """Route and name of every page of ours."""
    stock = {"login", "logout", "jsi18n", "view_on_site"}
    for pattern in admin.site.get_urls():
        name = getattr(pattern, "name", None)
        if name and name not in stock:
            yield str(pattern.pattern), name


@pytest.fixture
def alice(db: None) -> Actor:
    user = get_user_model().objects.create_superuser("alice", password="alice's long password")
    return Actor.owner("alice", str(user.pk))


@pytest.fixture
def worlds(alice: Actor, main_store: Store, settings: Any, tmp_path: Path) -> list[World]:
    settings.KIROCREW_HOME = tmp_path
    return [world(alice, "ivy", 1), world(alice, "rose", 2)]


def routes() -> Iterator[str]:
    """Every address of the API that can be read."""

    def walk(patterns: Any, before: str) -> Iterator[str]:
        for pattern in patterns:
            route = before + str(pattern.pattern)
            if hasattr(pattern, "url_patterns"):
                yield from walk(pattern.url_patterns, route)
            elif hasattr(getattr(pattern.callback, "cls", None), "get"):
                yield route

    yield from (route for route in walk(get_resolver().url_patterns, "") if route.startswith("api/"))


def named(route: str, worlds: list[World]) -> list[str]:
    """A route with everything in its place that both agents have: one of each kind of each."""
    if route in ("api/schema/", "api/docs/"):
        return []
    if "<" not in route:
        return [route]
    slugs = [at.agent.slug for at in worlds]
    stores = [at.store for at in worlds]
    if "<uuid:uid>" in route:
        kinds = ("fact", "lesson", "episode")
        rows = [
            *(Record.objects.filter(store=store, kind=kind).first() for store in stores for kind in kinds),
            *(model.objects.filter(store=store).first() for store in stores for model in (Document, HistoryEntry)),
            *(row for model in (Conversation, Job, ContextReceipt, Skill, Agent) for row in model.objects.all()[:8]),
        ]
        return [route.replace("<uuid:uid>", str(row.uid)) for row in rows if row is not None]
    values = {
        "<str:kind>": ["preferences", "projects", "file"],
        "<slug:slug>": slugs,
        "<skill:name>": [skill.slug for skill in Skill.objects.all()],
        "<str:surface>": ["slack"],
        "<int:number>": [str(number) for number in range(1, 40)],
        "<str:name>": ["USER.md", "SOUL.md", *(f"{slug}-skill-0" for slug in slugs)],
        "<str:key>": (
            [f"user.{slug}.n0" for slug in slugs]
            if "semantic" in route
            else [f"{slug}-{what}" for slug in slugs for what in ("talk", "room")]
        ),
    }
    found = [route]
    for place, choices in values.items():
        found = [one.replace(place, choice) for one in found for choice in choices] if place in route else found
    return found


def api_reads(client: Client, worlds: list[World]) -> Iterator[Output]:
    """What every address that can be read answers, with and without the name of each store, and filled in for both."""
    day = HistoryEntry.objects.values_list("day", flat=True)[0].isoformat()
    for route in routes():
        for path in named(route, worlds):
            for more in _questions(route, day, worlds):
                yield route, body(client.get(f"/{path}", more))


def _questions(route: str, day: str, worlds: list[World]) -> Iterator[dict[str, str]]:
    """What an address is asked with: plainly, for each store, and for all that was planted."""
    yield {}
    if "<uuid:uid>" not in route:
        yield from ({"store": at.store.slug} for at in worlds)
    if "search" in route or "context-preview" in route:
        yield from ({"q": SHARED}, {"query": SHARED}, {"q": SHARED, "admit": "false"}, {"q": SHARED, "limit": "50"})
        yield from ({"q": SHARED, "store": at.store.slug} for at in worlds)
    if "/files" in route:
        yield {"person": "bob"}
    yield from [{"day": day}] if route == "api/memory/history" else []
    yield from [{"path": "SKILL.md"}] if route.endswith("/-/file") else []


def api_asks(send: Any, worlds: list[World]) -> Iterator[Output]:
    """What is asked for with a body."""

    def ask(route: str, /, **asked: Any) -> Output:
        return f"POST api/{route}", body(send("post", f"/api/{route}", asked))

    for at in (None, *worlds):
        slug = at.agent.slug if at else ""
        who: dict[str, Any] = {"agent": slug, "user": "bob"} if at else {}
        messages = (SHARED, f"/{slug}-skill-0", f"How do I read the {SHARED}?")
        for more in (who, who | {"conversation": f"{slug}-talk"}):
            yield ask("context/session", query=SHARED, **more)
            yield from (ask("context/message", message=message, **more) for message in messages)
        yield from (ask(f"skills/-/{what}", message=message) for what in ("match", "slash") for message in messages)
        store = {"store": at.store.slug} if at else {}
        yield from (ask("memory/search", **{field: SHARED}, **store) for field in ("q", "query"))
        yield from (ask("memory/tool", command="view", path=path, **store) for path in PATHS)
    for at in worlds:
        for what in ("essentials", "prompt"):
            yield f"POST api/agents/{what}", ask(f"agents/{at.agent.slug}/{what}", person="bob")[1]


def protocol(mcp: Asking, tools: set[str], worlds: list[World]) -> Iterator[Output]:
    """What the protocol answers in both kinds of revisions."""
    for revision in (MODERN, LEGACY):
        mcp.revision = revision
        for method in ("tools/list", "resources/list", "prompts/list"):
            yield f"mcp {method}", body(mcp.send(method))
        for name in ("flush", "review"):
            yield "mcp prompts/get", body(mcp.send("prompts/get", name=name))
        for uri in addresses(worlds):
            yield "mcp resources/read", body(mcp.send("resources/read", uri=uri))
        for tool, arguments in calls(worlds):
            if tool in tools:
                yield f"mcp {tool}", body(mcp.send("tools/call", name=tool, arguments=arguments))


def addresses(worlds: list[World]) -> Iterator[str]:
    yield from (f"kirocrew://{place}" for place in ("documents/preferences", "documents/projects", "history"))
    for at in worlds:
        yield from (f"kirocrew://skills/{at.agent.slug}-skill-{number}" for number in range(4))


def calls(worlds: list[World]) -> Iterator[tuple[str, dict[str, Any]]]:
    yield "memory_recall", {"query": SHARED, "cap": 12_000}
    yield "memory_search", {"query": SHARED, "limit": 20}
    yield "memory_search", {"query": SHARED, "limit": 20, "kinds": ["episode"]}
    yield "learn_list", {"limit": 100}
    yield "context_get", {"query": SHARED}
    yield "skill_search", {"query": SHARED}
    yield from (("memory", {"command": "view", "path": path}) for path in PATHS)
    for at in worlds:
        yield "context_get", {"query": SHARED, "agent": at.agent.slug, "conversation": f"{at.agent.slug}-talk"}
        yield "context_get", {"query": SHARED, "agent": at.agent.slug, "user": "bob"}
        for kind in ("fact", "lesson", "episode"):
            record = Record.objects.filter(store=at.store, kind=kind).first()
            yield "memory_expand", {"id": str(record.uid) if record else ""}


def outputs(client: Client, key: str, actor: Actor, worlds: list[World]) -> Iterator[Output]:
    """Everything a key can ask for."""

    def send(method: str, path: str, what: Any) -> Any:
        return client.generic(method.upper(), path, json.dumps(what), content_type="application/json")

    yield from api_asks(send, worlds)
    yield from api_reads(client, worlds)
    yield from protocol(Asking(key), {tool.name for tool in tools_for(actor)}, worlds)


def body(response: Any) -> str:
    if getattr(response, "streaming", False):
        parts = response.streaming_content
        return b"".join(parts).decode("utf-8", "replace") if not hasattr(parts, "__anext__") else ""
    text: str = response.content.decode("utf-8", "replace")
    return text


def test_each_agent_finds_all_of_its_own_and_nothing_of_the_other(worlds: list[World]) -> None:
    ivy, rose = worlds
    assert len(ivy.tokens) == len(rose.tokens) == sum(COUNTS.values()) == 100 and not ivy.tokens & rose.tokens
    for at, other in ((ivy, rose), (rose, ivy)):
        leaked: list[Output] = []
        carried: dict[str, set[str]] = defaultdict(set)
        for name, text in outputs(at.client, at.key, at.actor, worlds):
            leaked += [(name, word) for word in other.tokens if word in text]
            carried[name] |= {word for word in at.tokens if word in text}
        assert leaked == []
        # An output that does not show what is the agent's own proves nothing by hiding the other's.
        assert {name: kind for name, kind in OWN.items() if not carried[name] & set(at.planted[kind])} == {}
        assert at.tokens - set().union(*carried.values()) == set()
    _jobs_and_receipts_are_their_own(ivy, rose)


def _jobs_and_receipts_are_their_own(ivy: World, rose: World) -> None:
    [own] = ivy.client.get("/api/jobs").json()["results"]
    assert ivy.planted["job"][0] in json.dumps(own)
    made = ivy.send("post", "/api/context/session", {"query": SHARED}).json()["receipt"]
    assert ivy.client.get(f"/api/context/receipts/{made}").status_code == 200
    for path in (f"jobs/{own['uid']}", f"jobs/{own['uid']}/events", f"context/receipts/{made}"):
        assert rose.client.get(f"/api/{path}").status_code == 404
    assert rose.send("post", f"/api/context/receipts/{made}/replay", {}).status_code == 404


def test_a_key_of_the_crew_finds_nothing_of_either(worlds: list[World], main_store: Store) -> None:
    key = key_of("crew", main_store, *PERMISSIONS, "admin:*")
    actor = make_bot("stranger", *PERMISSIONS, "admin:*")
    client = Client(headers={"Authorization": f"Bearer {key}"})
    tokens = worlds[0].tokens | worlds[1].tokens
    assert [(name, word) for name, text in outputs(client, key, actor, worlds) for word in tokens if word in text] == []


def test_the_owners_pages_of_one_agent_show_nothing_of_the_other(worlds: list[World], alice: Actor) -> None:
    browser = Client()
    browser.force_login(get_user_model().objects.get(pk=alice.ident))
    for at, other in (worlds, worlds[::-1]):
        shown: dict[str, str] = defaultdict(str)
        for name, text in pages(browser, at):
            assert [word for word in other.tokens if word in text] == [], name
            shown[name] += text
        for name, kind in PAGES_OF_ONE.items():
            assert any(word in shown[name] for word in at.planted[kind]), name


def pages(browser: Client, at: World) -> Iterator[Output]:
    """The pages that are narrowed to a store, and those of one record, document, conversation or agent."""
    for route, name in site_pages():
        if "<" not in route and name in PAGES_OF_ONE:
            yield name, body(browser.get(f"/admin/{route}", {"store": at.store.slug}))
    rows: dict[str, Any] = {
        "memory-record": Record.objects.filter(store=at.store),
        "memory-document": Document.objects.filter(store=at.store),
        "conversations-one": Conversation.objects.filter(binding__store=at.store),
    }
    for route, name in site_pages():
        for row in rows.get(name, ()):
            yield name, body(browser.get(f"/admin/{route.replace('<uuid:uid>', str(row.uid))}"))
        if re.fullmatch(r"agents/<slug:\w+>/(?:files/)?", route):
            yield name, body(browser.get(f"/admin/{re.sub('<slug:[a-z]+>', at.agent.slug, route)}"))
