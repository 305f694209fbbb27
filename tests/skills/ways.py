"""Every way by which somebody reaches a skill. A new way is a new entry here; the tests try each as outsiders.

A way is asked for a skill by its slug, as an actor and over HTTP as that actor's client, and says whether anything of
the skill came back: its text, its name, its files, or that it is there at all.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.test import Client

from channels_bridge.actors import Actor
from kirocrew.base.problems import Problem
from skills.services.access import skill_files, skill_usable, skills_usable
from skills.services.catalogue import skill_find, skills_list
from skills.services.exporting import skills_export
from skills.services.listing import skills_listing
from skills.services.matching import skills_match
from skills.services.searching import skill_search
from skills.services.slash import slash_read

SECRET = "The kettle stands behind the blue door."
"""What stands in the body, a file and the description of the skill that is looked for."""
TRIGGER = "descale the kettle"
"""The phrase that brings it."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Who tries: the actor, and a client with its key."""

    actor: Actor
    client: Client


Way = Callable[[Asker, str], bool]


def _get(path: str) -> Way:
    """An address of the API about one skill; `{}` is the slug. Every answer but a refusal reaches the skill."""

    def way(asker: Asker, slug: str) -> bool:
        return bool(asker.client.get(f"/api/skills{path.format(slug)}").status_code == 200)

    return way


def _send(method: str, path: str, body: Any) -> Way:
    """A change over the API; it reaches the skill if it is not refused like one of a skill there is not."""

    def way(asker: Asker, slug: str) -> bool:
        data = json.dumps(body).replace("SLUG", slug)
        answer = asker.client.generic(method, f"/api/skills{path.format(slug)}", data, content_type="application/json")
        return (answer.status_code not in (403, 404) and answer.status_code < 500) or SECRET in answer.content.decode()

    return way


def _among(path: str) -> Way:
    """An address of the API about many skills; it reaches the skill if the answer holds its name or text."""

    def way(asker: Asker, slug: str) -> bool:
        text = asker.client.get(f"/api/skills{path.format(slug)}").content.decode()
        return slug in text or SECRET in text

    return way


def _says(path: str, message: str) -> Way:
    """A message that names the skill in its own way; `{}` is the slug. It reaches it if the skill comes back."""

    def way(asker: Asker, slug: str) -> bool:
        body = json.dumps({"message": message.format(slug), "trial": True})
        answer = asker.client.post(f"/api/skills/-/{path}", body, content_type="application/json")
        found = answer.json() if answer.status_code == 200 else {}
        return SECRET in answer.content.decode() or any(one["slug"] == slug for one in found.get("entries", ()))

    return way


def _mcp(method: str, params: dict[str, Any]) -> Way:
    """A request of the Model Context Protocol; it reaches the skill if its name or text comes back."""

    def way(asker: Asker, slug: str) -> bool:
        filled = json.loads(json.dumps(params).replace("SLUG", slug))
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": filled})
        sent = asker.client.post("/mcp", body, content_type="application/json")
        answer = sent.json() if sent.status_code < 500 else {}
        text = json.dumps(answer.get("result", {}))
        return f'"{slug}"' in text or (f"skills/{slug}" in text and "error" not in answer) or SECRET in text

    return way


def _context(path: str, body: dict[str, Any]) -> Way:
    """A context; it reaches the skill if its name or text stands in it, in its blocks, or in its receipt.

    What was asked is said back nowhere in these answers but in the message's own block, which is left out.
    """

    def way(asker: Asker, slug: str) -> bool:
        data = json.dumps(body).replace("SLUG", slug)
        answer = asker.client.post(f"/api/context/{path}", data, content_type="application/json")
        if answer.status_code != 200:
            return False
        built = answer.json()
        blocks = [one for one in built["blocks"] if one["name"].startswith("skill")]
        receipt = asker.client.get(f"/api/context/receipts/{built['receipt']}").json() if built.get("receipt") else {}
        of_receipt = [one for one in receipt.get("blocks", ()) if one["name"].startswith("skill")]
        return SECRET in built["text"] or any(slug in json.dumps(one) for one in (*blocks, *of_receipt))

    return way


def _replayed(asker: Asker, slug: str) -> bool:
    """A context that is built again from its receipt."""
    asked = {"query": slug}
    built = asker.client.post("/api/context/session", json.dumps(asked), content_type="application/json")
    if built.status_code != 200:
        return False
    address = f"/api/context/receipts/{built.json()['receipt']}/replay"
    text = asker.client.post(address, json.dumps(asked), content_type="application/json").content.decode()
    return SECRET in text or f'"{slug}"' in text


def _service(ask: Callable[[Actor, str], Any]) -> Way:
    """A service: it reaches the skill if it returns something and does not raise."""

    def way(asker: Asker, slug: str) -> bool:
        try:
            return bool(ask(asker.actor, slug))
        except Problem:
            return False

    return way


def _near(asker: Asker, slug: str) -> bool:
    """A name mistyped by a letter, for which suggestions are made."""
    body = json.dumps({"message": f"/{slug[:-1]}x now", "trial": True})
    answer = asker.client.post("/api/skills/-/slash", body, content_type="application/json")
    return answer.status_code == 200 and (slug in answer.json()["suggestions"] or slug in answer.json()["message"])


def _proposed(asker: Asker, slug: str) -> bool:
    """A skill that is proposed tells what it resembles."""
    words = {"slug": "my-kettle", "description": SECRET, "triggers": [TRIGGER], "procedure": "## Steps\n1. Look.\n"}
    answer = asker.client.post("/api/skills/-/pending", json.dumps(words), content_type="application/json")
    return answer.status_code == 201 and any(slug in one["key"] for one in answer.json()["similar"])


WAYS: dict[str, Way] = {
    "list": _among(""),
    "list, narrowed to it": _among("?only={}"),
    "get": _get("/{}"),
    "tree": _get("/{}/-/tree"),
    "file": _get("/{}/-/file?path=SKILL.md"),
    "versions": _get("/{}/-/versions"),
    "access": _get("/{}/-/access"),
    "grants": _get("/{}/-/grants"),
    "export": _get("/-/export?names={}"),
    "trigger": _says("match", f"Please {TRIGGER} today."),
    "change": _send("PUT", "/{}", {"fields": {"description": "Mine now."}}),
    "delete": _send("DELETE", "/{}", {}),
    "rollback": _send("POST", "/{}/-/rollback", {"version": 1}),
    "grant": _send("POST", "/{}/-/grants", {"kind": "member", "name": "mallory"}),
    "pin": _send("POST", "/-/pin", {"name": "SLUG"}),
    "inject": _send("POST", "/-/inject-on-trigger", {"name": "SLUG", "inject": False}),
    "match": _says("match", "{0} {0} {0}"),
    "dollar": _says("match", "Please use ${}"),
    "slash": _says("slash", "/{} now"),
    "slash help": _says("slash", "/help {}"),
    "slash list": _says("slash", "/list-skills"),
    "search": _among("/-/search?q={}"),
    "listing": _among("/-/listing?mode=inline"),
    "listing, searched": _among("/-/listing?mode=search"),
    "listing, lazy": _among("/-/listing?mode=lazy&budget=60000"),
    "budget": _among("/-/budget"),
    "get, of the tier": _get("/{}?tier=managed"),
    "get, in another case": _get("/KETTLE-LORE"),
    "strict export": _get("/-/export?names={}&strict=true"),
    "use": _says("slash", "/use {} now"),
    "activate": _says("slash", "/activate {} now"),
    "slash near": _near,
    "search for its text": _among("/-/search?q=kettle+blue+door"),
    "pending": _among("/-/pending"),
    "propose the like": _proposed,
    "context of a session": _context("session", {"query": "SLUG"}),
    "context: trigger": _context("message", {"message": f"Please {TRIGGER} today."}),
    "context: dollar": _context("message", {"message": "Please use $SLUG now"}),
    "context: slash": _context("message", {"message": "/SLUG now"}),
    "context: use": _context("message", {"message": "/use SLUG now"}),
    "context: list": _context("message", {"message": "/list-skills"}),
    "context: replay": _replayed,
    "mcp context": _mcp("tools/call", {"name": "context_get", "arguments": {"query": "SLUG"}}),
    "mcp other file": _mcp("resources/read", {"uri": "kirocrew://skills/SLUG/notes.md"}),
    "mcp prompts": _mcp("prompts/list", {}),
    "mcp prompt": _mcp("prompts/get", {"name": "SLUG"}),
    "mcp templates": _mcp("resources/templates/list", {}),
    "mcp search": _mcp("tools/call", {"name": "skill_search", "arguments": {"query": "SLUG"}}),
    "mcp resources": _mcp("resources/list", {}),
    "mcp resource": _mcp("resources/read", {"uri": "kirocrew://skills/SLUG"}),
    "mcp file": _mcp("resources/read", {"uri": "kirocrew://skills/SLUG/SKILL.md"}),
    "service: match": _service(lambda actor, slug: skills_match(actor=actor, message=f"${slug}", record=False).matches),
    "service: slash": _service(lambda actor, slug: slash_read(actor=actor, message=f"/{slug}", record=False).skill),
    "service: search": _service(
        lambda actor, slug: [hit for hit in skill_search(actor=actor, query=slug) if hit.usable.skill.slug == slug]
    ),
    "service: listing": _service(lambda actor, slug: slug in skills_listing(actor=actor).shown),
    "service: usable": _service(lambda actor, slug: skill_usable(actor=actor, slug=slug)),
    "service: all usable": _service(
        lambda actor, slug: [one for one in skills_usable(actor=actor) if one.skill.slug == slug]
    ),
    "service: files": _service(lambda actor, slug: skill_files(skill_usable(actor=actor, slug=slug))),
    "service: catalogue": _service(
        lambda actor, slug: [entry for entry in skills_list(actor=actor) if entry.skill.slug == slug]
    ),
    "service: find": _service(lambda actor, slug: skill_find(actor=actor, name=slug)),
    "service: export": _service(lambda actor, slug: skills_export(actor=actor, names=[slug])),
}
"""The ways by their names. The reader's ways must succeed for who may use the skill, and fail for all others."""

OWNERS = {"versions", "grants", "change", "delete", "rollback", "grant", "pin", "inject"}
"""Ways that who merely may use a skill does not have either."""
NEVER = {"mcp prompts", "mcp prompt", "mcp templates", "pending", "listing, searched"}
"""Ways that tell of no skill today, whoever asks; tried, so that it stays so or is added to the others."""
