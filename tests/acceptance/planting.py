"""Two agents with stores of their own, and words planted in everything each of them has.

A word is planted once, stands nowhere else, and looks like nothing a screen or a redactor knows.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.test import Client

from channels_bridge.actors import Actor
from channels_bridge.models import Job
from channels_bridge.services.bots import bot_authenticate
from channels_bridge.services.jobs import run_job_now
from kirocrew.agents.agents import agent_create
from kirocrew.agents.files import file_write
from kirocrew.agents.members import move_apply, move_preview
from kirocrew.models import Agent
from memory.models import Store
from memory.services.bots import bot_with_stores_create
from memory.services.documents import document_write
from memory.services.drafts import EpisodeDraft, FactDraft, LessonDraft
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write
from memory.services.history import history_append
from memory.services.lessons import lessons_write
from skills.services.catalogue import skill_create
from skills.services.grants import grant_give
from tests.kirocrew.mcp.asking import Asking

SHARED: Final = "harbour ledger"
"""Stands beside every planted word, so that one question finds all of them."""
PERMISSIONS: Final = (
    *("memory:read", "memory:write", "lessons:write", "turns:record", "channels:serve", "import:write", "jobs:read"),
    *("hooks:read", "hooks:evaluate", "skills:read", "skills:write", "agents:read", "agents:write"),
)
COUNTS: Final = {
    "fact": 12, "lesson": 12, "episode": 12, "preferences": 6, "projects": 6, "history": 10, "file": 10,
    "soul": 6, "user": 4, "skill": 3, "granted": 1, "turn": 12, "channel": 3, "proposal": 1, "import": 1, "job": 1,
}  # fmt: skip
"""How many words of each kind an agent gets: a hundred."""
CONSONANTS, VOWELS = "bdfgklmnprtv", "aeiou"


def words(seed: int) -> Iterator[str]:
    """Words of four syllables, none twice; those of another seed begin with another syllable."""
    syllables = [consonant + vowel for consonant in CONSONANTS for vowel in VOWELS]
    for number in range(len(syllables) ** 2):
        first, second = divmod(number * 37 % len(syllables) ** 2, len(syllables))
        yield f"zu{syllables[seed]}{syllables[first]}{syllables[second]}x"


@dataclass(slots=True)
class World:
    """One agent: its keys, its store, and the words planted in what it has, by kind."""

    agent: Agent
    store: Store
    key: str
    actor: Actor
    client: Client
    mcp: Asking
    planted: dict[str, list[str]] = field(default_factory=dict)

    @property
    def tokens(self) -> set[str]:
        return {word for words_ in self.planted.values() for word in words_}

    def send(self, method: str, path: str, body: Any = None) -> Any:
        """Send JSON with the agent's key."""
        data = "" if body is None else json.dumps(body, ensure_ascii=False)
        return self.client.generic(method.upper(), path, data, content_type="application/json")


def world(owner: Actor, slug: str, seed: int) -> World:
    """An agent with a store and a key, and a hundred planted words."""
    agent = agent_create(actor=owner, slug=slug, name=slug.capitalize(), self_evolve=True)
    move_apply(actor=owner, agent=agent, token=move_preview(actor=owner, agent=agent).token)
    _, key = bot_with_stores_create(actor=owner, name=f"{slug}-key", permissions=PERMISSIONS, member=slug)
    agent.refresh_from_db()
    actor = bot_authenticate(key)
    assert actor is not None and agent.store is not None
    made = World(agent, agent.store, key, actor, Client(headers={"Authorization": f"Bearer {key}"}), Asking(key))
    source = words(seed)
    made.planted = {kind: [next(source) for _ in range(count)] for kind, count in COUNTS.items()}
    _records(owner, made)
    _texts(owner, made)
    _talk(owner, made)
    _skills(owner, made)
    return made


def _said(word: str) -> str:
    return f"{SHARED} {word}"


def _records(owner: Actor, at: World) -> None:
    planted, slug = at.planted, at.agent.slug
    outcomes = [
        *facts_write(
            actor=at.actor,
            store=at.store,
            drafts=[FactDraft(key=f"user.{slug}.n{n}", value=_said(word)) for n, word in enumerate(planted["fact"])],
        ),
        *lessons_write(
            actor=owner,
            store=at.store,
            drafts=[
                LessonDraft(rule=f"Look up {_said(word)} in volume {n}.") for n, word in enumerate(planted["lesson"])
            ],
        ),
        *episodes_write(
            actor=at.actor,
            store=at.store,
            drafts=[
                EpisodeDraft(text=f"On day {n} we went through page {n * 7} of the {_said(word)} with {word * 2}.")
                for n, word in enumerate(planted["episode"])
            ],
        ),
        *facts_write(actor=owner, store=at.store, drafts=[FactDraft(key=f"user.{slug}.plan", value="The old plan")]),
    ]
    assert all(outcome.ok and outcome.status != "merged" for outcome in outcomes), outcomes
    change = FactDraft(key=f"user.{slug}.plan", value=_said(planted["proposal"][0]))
    [waits] = facts_write(actor=at.actor, store=at.store, drafts=[change])
    assert waits.status == "proposed", waits
    content = json.dumps({"semantic": [{"key": f"user.{slug}.brought", "value": _said(planted["import"][0])}]})
    sent = {"name": f"{planted['job'][0]}.json", "content": content, "dry_run": False}
    answer = at.send("post", "/api/memory/import", sent)
    assert answer.status_code == 202, answer.content
    run_job_now(Job.objects.get(uid=answer.json()["job"]))


def _texts(owner: Actor, at: World) -> None:
    planted = at.planted
    for kind, header in (("preferences", "# Preferences"), ("projects", "# Projects")):
        text = "\n".join([header, *(f"- {_said(word)}" for word in planted[kind])])
        assert document_write(actor=owner, store=at.store, kind=kind, text=text).ok
    today = datetime.now(UTC)
    for number, word in enumerate(planted["history"]):
        entry = history_append(
            actor=at.actor, store=at.store, entry=f"Read the {_said(word)}.", at=today - timedelta(hours=number)
        )
        assert getattr(entry, "pk", None), entry
    for number, word in enumerate(planted["file"]):
        path = f"/memories/notes/{word}.md" if number == 0 else f"/memories/n{number}.md"
        answer = at.send("post", "/api/memory/tool", {"command": "create", "path": path, "file_text": _said(word)})
        assert answer.json()["is_error"] is False, answer.content
    soul = "You keep the books.\n" + "\n".join(f"You know the {_said(word)}." for word in planted["soul"])
    assert file_write(actor=owner, agent=at.agent, name="SOUL.md", text=soul).ok
    user = "# User\n" + "\n".join(f"- Likes the {_said(word)}" for word in planted["user"])
    assert file_write(actor=owner, agent=at.agent, name="USER.md", text=user, person="bob").ok


def _talk(owner: Actor, at: World) -> None:
    slug, planted = at.agent.slug, at.planted
    assert at.send("post", "/api/conversations", {"key": f"{slug}-talk"}).status_code in (200, 201)
    turns = [{"role": "user", "text": f"Tell me of the {_said(word)}."} for word in planted["turn"]]
    answer = at.send("post", f"/api/conversations/{slug}-talk/turns", {"turns": turns})
    assert answer.status_code in (200, 201), answer.content
    room = f"{slug}-room"
    assert at.send("post", "/api/channels", {"surface": "slack", "key": room}).status_code in (200, 201)
    browser = Client()
    browser.force_login(_user(owner))
    for path, body in ((f"{room}/senders", {"senders": ["U1"], "owners": []}), (room, {"activation": "observe"})):
        method = browser.put if path.endswith("senders") else browser.patch
        answer = method(f"/api/channels/{path}", json.dumps(body), content_type="application/json")
        assert answer.status_code == 200, answer.content
    for word in planted["channel"]:
        said = {"sender": "U1", "author": "Bob", "text": f"Has anybody the {_said(word)}?"}
        assert at.send("post", f"/api/channels/{room}/messages", said).status_code == 200


def _user(owner: Actor) -> Any:
    from django.contrib.auth import get_user_model

    return get_user_model().objects.get(pk=owner.ident)


def _skills(owner: Actor, at: World) -> None:
    for number, word in enumerate((*at.planted["skill"], *at.planted["granted"])):
        name = f"{at.agent.slug}-skill-{number}"
        about = f"description: How to read the {_said(word)}.\ntriggers: read the {SHARED}"
        text = f"---\nname: {name}\n{about}\n---\n\nOpen the {_said(word)}.\n"
        if word in at.planted["granted"]:
            skill = skill_create(actor=owner, name=name, content=text, visibility="internal")
            grant_give(actor=owner, skill=skill, kind="member", name=at.agent.slug)
            continue
        answer = at.send("post", "/api/skills", {"name": name, "content": text})
        assert answer.status_code in (200, 201), answer.content
