"""Every way by which text comes in, and every place at which it goes out again."""

import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from channels_bridge.actors import Actor
from channels_bridge.admin.urls import PAGES as ACTIVITY
from channels_bridge.models import Bot, Job
from channels_bridge.services.bots import bot_create, bot_revoke
from channels_bridge.services.jobs import run_job_now
from hooks.admin.urls import PAGES as HOOKS
from kirocrew.base.problems import Problem
from kirocrew.pages.urls import PAGES as ABOVE
from memory.admin.urls import PAGES as MEMORY
from memory.models import BotStore, Policy, Record, RefusedValue, Revision, Store
from memory.services.bots import bot_with_stores_create
from memory.services.decisions import Decision, proposal_accept, proposal_reject, revision_undo
from memory.services.drafts import FactDraft
from memory.services.exports import export_markdown, export_stream
from memory.services.facts import facts_write
from memory.services.importing.sources import Upload
from memory.services.imports import import_apply
from memory.services.imports_staged import import_stage
from memory.services.recorded_turns import Evidence, TurnRef
from memory.services.records import record_forget, record_restore
from memory.services.refusals import value_refuse
from memory.services.settings import settings_change
from memory.services.stores import store_create

PERMISSIONS = ("memory:read", "memory:write", "lessons:write", "import:write", "jobs:read", "admin:*")


@dataclass
class House:
    """A server with a store, its owner and a bot that may do everything a bot can."""

    store: Store
    owner: Actor
    browser: Client
    bot: Client
    folder: Path

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Send JSON as the bot."""
        data = "" if body is None else json.dumps(body, ensure_ascii=False)
        return self.bot.generic(method.upper(), path, data, content_type="application/json", headers=headers)

    def ask_as_owner(self, method: str, path: str, body: Any = None) -> Any:
        """Send JSON from the owner's browser."""
        data = "" if body is None else json.dumps(body, ensure_ascii=False)
        return self.browser.generic(method.upper(), path, data, content_type="application/json")


def house(store: Store, folder: Path) -> House:
    user = get_user_model().objects.create_superuser("alice", password="alice's long password")
    browser = Client()
    browser.force_login(user)
    owner = Actor.owner("alice", str(user.pk))
    bot, key = bot_create(actor=owner, name="carrier", permissions=list(PERMISSIONS))
    BotStore.objects.create(bot=bot, store=store, is_default=True)
    return House(store, owner, browser, Client(headers={"Authorization": f"Bearer {key}"}), folder)


Way = Callable[[House, str], None]
WAYS: dict[str, Way] = {}
"""Each sends one text in. What the server answers is up to it; a refusal is as good as a tag."""


def way(function: Way) -> Way:
    WAYS[function.__name__.removeprefix("by_")] = function
    return function


# ---- facts, lessons and episodes, field by field ----

METADATA = ("category", "subject", "predicate", "scope", "project", "source_ref")
FACT = {"key": "user.note", "value": "The kettle is blue.", "confidence": 0.95}
LESSON = {"rule": "Prefer small commits in this project"}
EPISODE = {"text": "The release went out on Friday afternoon."}


def _field(path: str, method: str, body: dict[str, Any], name: str, shape: Callable[[str], Any] = str) -> Way:
    return lambda at, text: at.ask(method, path, body | {name: shape(text)})


for _name, _method, _path, _body in (
    ("fact", "put", "/api/memory/semantic", FACT),
    ("lesson", "post", "/api/lessons", LESSON),
    ("episode", "post", "/api/memory/episodic", EPISODE),
):
    for _metadata in METADATA:
        WAYS[f"{_name} {_metadata}"] = _field(_path, _method, _body, _metadata)
WAYS |= {
    "fact value": _field("/api/memory/semantic", "put", FACT, "value"),
    "fact value in a list": _field("/api/memory/semantic", "put", FACT, "value", lambda text: {"a": [{"b": text}]}),
    "fact value's key": _field("/api/memory/semantic", "put", FACT, "value", lambda text: {text: 1}),
    "fact value's labelled key": _field("/api/memory/semantic", "put", FACT, "value", lambda text: {"password": text}),
    "fact key": _field("/api/memory/semantic", "put", FACT, "key", lambda text: f"user.{text}"),
    "fact source": _field("/api/memory/semantic", "put", FACT, "source"),
    "fact unknown field": _field("/api/memory/semantic", "put", FACT, "colour"),
    "lesson rule": _field("/api/lessons", "post", LESSON, "rule", lambda text: f"In CI use {text} always"),
    "lesson negative": _field("/api/lessons", "post", LESSON, "negative", lambda text: f"Never use {text} again"),
    "lesson scope": _field("/api/lessons", "post", LESSON, "repo_scope", lambda text: f"packages/{text}"),
    "lesson workspace": _field("/api/lessons", "post", LESSON, "workspace"),
    "episode text": _field("/api/memory/episodic", "post", EPISODE, "text", lambda text: f"Mira wrote: {text} (noon)"),
    "episode tag": _field("/api/memory/episodic", "post", EPISODE, "tags", lambda text: ["work", text]),
    "episode conversation": _field("/api/memory/episodic", "post", EPISODE, "conversation"),
    "episode session": _field("/api/memory/episodic", "post", EPISODE, "session"),
    "episode speaker": _field("/api/memory/episodic", "post", EPISODE, "speaker"),
    "fact evidence": _field(
        "/api/memory/semantic", "put", FACT, "evidence", lambda text: {"conversation": text, "position": 3}
    ),
    "lesson taught in": _field(
        "/api/lessons", "post", LESSON, "taught_in", lambda text: {"conversation": text, "position": 3}
    ),
    "store name in a write": _field("/api/memory/episodic", "post", EPISODE, "store"),
}


@way
def by_batch(at: House, text: str) -> None:
    items = [
        {"kind": "fact", "key": "user.a", "value": text},
        {"kind": "lesson", "rule": f"Remember {text} for later"},
        {"kind": "episode", "text": f"Bob said {text} at lunch", "speaker": text},
        {"kind": text, "text": "A kind that does not exist at all"},
        text,
    ]
    at.ask("post", "/api/memory/batch", {"items": items})


@way
def by_a_low_confidence_fact(at: House, text: str) -> None:
    at.ask("put", "/api/memory/semantic", FACT | {"value": text, "confidence": 0.1})


@way
def by_a_disputed_fact(at: House, text: str) -> None:
    facts_write(actor=at.owner, store=at.store, drafts=[FactDraft(key="user.note", value="The kettle is red.")])
    at.ask("put", "/api/memory/semantic", FACT | {"value": f"The kettle has {text} on it"})


@way
def by_the_owners_form(at: House, text: str) -> None:
    form = {"key": "user.form", "value": f'"{text}"', "confidence": "1", "subject": text, "reason": text}
    at.browser.post(reverse("admin:memory-new-fact"), form)
    at.browser.post(reverse("admin:memory-new-lesson"), {"rule": f"Keep {text} in mind", "negative": text})
    at.browser.post(reverse("admin:memory-new-episode"), {"text": f"Alice noted {text} today", "tags": text})


# ---- reasons, names and settings ----


def _written(at: House) -> Record:
    facts_write(actor=at.owner, store=at.store, drafts=[FactDraft(key="user.tea", value="green")])
    return Record.objects.get(key="user.tea")


@way
def by_a_reason_to_forget(at: House, text: str) -> None:
    record_forget(actor=at.owner, uid=_written(at).uid, reason=text)


@way
def by_a_reason_in_the_browser(at: House, text: str) -> None:
    record = _written(at)
    at.browser.post(reverse("admin:memory-forget", args=[record.uid]), {"reason": text})
    at.browser.post(reverse("admin:memory-restore", args=[record.uid]), {"reason": text})


@way
def by_a_reason_over_http(at: House, text: str) -> None:
    record = _written(at)
    at.ask("delete", "/api/memory/semantic/user.tea", {"reason": text})
    at.ask("post", f"/api/memory/records/{record.uid}/restore", {"reason": text})


@way
def by_a_reason_to_restore(at: House, text: str) -> None:
    record = _written(at)
    record_forget(actor=at.owner, uid=record.uid)
    record_restore(actor=at.owner, uid=record.uid, reason=text)


@way
def by_a_reason_to_refuse(at: House, text: str) -> None:
    value_refuse(actor=at.owner, record=_written(at), reason=text)


@way
def by_a_reason_to_lift_a_refusal(at: House, text: str) -> None:
    with transaction.atomic():
        value_refuse(actor=at.owner, record=_written(at), reason="never")
    at.ask_as_owner("post", f"/api/memory/refusals/{RefusedValue.objects.latest('id').pk}/lift", {"reason": text})


def _edited(at: House, operation: dict[str, Any], *, reason: str = "") -> dict[str, Any]:
    """Preview an edit of all that is found, apply it, and take it back; the last answer that came."""
    body = {"selection": {"query": {"q": ""}}, "operation": operation}
    shown = at.ask_as_owner("post", "/api/memory/records/bulk/preview", body).json()
    if "preview_id" not in shown:
        return dict(shown)
    asked = {"preview_id": shown["preview_id"], "reason": reason}
    done = at.ask_as_owner("post", "/api/memory/records/bulk/apply", asked).json()
    return dict(done)


@way
def by_an_edit_in_bulk(at: House, text: str) -> None:
    _written(at)
    _edited(at, {"type": "replace_text", "find": "green", "replacement": f"green {text}"})
    _edited(at, {"type": "replace_text", "find": text, "replacement": "green"})


@way
def by_an_edit_of_labels(at: House, text: str) -> None:
    _written(at)
    for name in ("category", "subject", "predicate", "source_ref"):
        _edited(at, {"type": "metadata", "values": {name: text}})


@way
def by_a_move_to_a_project(at: House, text: str) -> None:
    _written(at)
    for name in ("project", "scope"):
        _edited(at, {"type": "move", name: text})


@way
def by_a_reason_to_edit_and_to_take_back(at: House, text: str) -> None:
    _written(at)
    done = _edited(at, {"type": "replace_text", "find": "green", "replacement": "black"}, reason=text)
    at.ask_as_owner("post", f"/api/memory/edits/{done['uid']}/undo", {"reason": text})


@way
def by_a_reason_to_erase(at: House, text: str) -> None:
    record = _written(at)
    at.ask_as_owner("post", f"/api/memory/records/{record.uid}/erase", {"confirm": record.key, "reason": text})


@way
def by_evidence_for_a_disputed_fact(at: House, text: str) -> None:
    private = Store.objects.create(slug="hers", name="Hers", policy=Policy.PRIVATE)
    key = "user.city"
    facts_write(actor=at.owner, store=private, drafts=[FactDraft(key=key, value="Lisbon")])
    evidence = Evidence(TurnRef(text, 1), 1)
    facts_write(
        actor=Actor.system("task"), store=private, drafts=[FactDraft(key=key, value="Porto", evidence=evidence)]
    )


@way
def by_a_bots_description(at: House, text: str) -> None:
    bot_with_stores_create(actor=at.owner, name="other", permissions=["memory:read"], description=text)


@way
def by_a_bots_name(at: House, text: str) -> None:
    bot_with_stores_create(actor=at.owner, name=text, permissions=["memory:read"])


@way
def by_a_bots_project(at: House, text: str) -> None:
    bot_with_stores_create(actor=at.owner, name="bound", permissions=["memory:read"], project=text)


@way
def by_a_reason_to_revoke(at: House, text: str) -> None:
    bot, _ = bot_with_stores_create(actor=at.owner, name="gone", permissions=["memory:read"])
    bot_revoke(actor=at.owner, bot=bot, reason=text)


@way
def by_a_stores_name(at: House, text: str) -> None:
    store_create(actor=at.owner, slug="second", name=text)


@way
def by_a_stores_short_name(at: House, text: str) -> None:
    store_create(actor=at.owner, slug=text, name="Third")


def _setting(name: str, shape: Callable[[str], Any]) -> Way:
    return lambda at, text: settings_change(actor=at.owner, values={name: shape(text)}) and None


WAYS |= {
    "setting of keys": _setting("allowed_keys", lambda text: [f"{text}.*"]),
    "setting of folders": _setting("project_roots", lambda text: [f"/srv/{text}"]),
    "setting of rates": _setting("decay_rates", lambda text: {text: 0.1}),
    "setting of windows": _setting("model_windows", lambda text: {text: 1000}),
    "setting of a wrong kind": _setting("episodes_max", str),
    "setting of no name": lambda at, text: at.ask_as_owner("put", "/api/memory/settings", {text: 1}),
}

# ---- the Model Context Protocol ----


def _by_mcp(tool: str, shape: Callable[[str], dict[str, Any]]) -> Way:
    def way(at: House, text: str) -> None:
        params = {"name": tool, "arguments": shape(text)}
        at.ask("post", "/mcp", {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})

    return way


WAYS |= {
    "mcp fact": _by_mcp("remember", lambda text: {"key": "user.note", "value": text}),
    "mcp key": _by_mcp("remember", lambda text: {"key": text[:200], "value": 1}),
    "mcp episode": _by_mcp("remember", lambda text: {"text": text, "tags": [text[:40]], "conversation": text[:200]}),
    "mcp lesson": _by_mcp(
        "learn_add", lambda text: {"rule": text[:500], "negative": text[:500], "category": text[:40]}
    ),
    "mcp question": _by_mcp("memory_recall", lambda text: {"query": text, "project_dir": f"/{text}"[:1000]}),
    "mcp context": _by_mcp("context_get", lambda text: {"query": text, "agent": text[:200], "model": text[:200]}),
    "mcp tool call": _by_mcp("hooks_evaluate", lambda text: {"tool_name": text[:300], "tool_input": {"command": text}}),
    "mcp skill": _by_mcp("skill_search", lambda text: {"query": text[:500]}),
}

# ---- questions ----


@way
def by_a_question(at: House, text: str) -> None:
    at.ask("get", f"/api/memory/search?q={text}")
    at.ask("post", "/api/memory/search", {"query": text})
    at.ask("get", f"/api/memory/episodic/search?q={text}")
    at.ask("get", f"/api/memory/context-preview?q={text}")
    at.browser.get(reverse("admin:search"), {"q": text})


@way
def by_a_sessions_question(at: House, text: str) -> None:
    at.ask_as_owner("post", "/api/context/session", {"query": text, "agent": text[:200], "language": text[:200]})
    passed = {"compressed": text, "stops": [text[:500]], "steering": [{"name": text[:200], "text": text}]}
    at.ask_as_owner("post", "/api/context/session", passed | {"user": text[:200]})


@way
def by_a_message_for_an_agent(at: House, text: str) -> None:
    at.ask_as_owner("post", "/api/context/message", {"message": text, "around": text, "user": text[:200]})
    passed = {"reply_style": text[:500], "folder": {"path": text[:1_000], "text": text[:8_000]}, "action": text[:500]}
    at.ask_as_owner("post", "/api/context/message", passed | {"message": "Go on.", "is_interactive": True})


@way
def by_a_question_asked_again(at: House, text: str) -> None:
    receipt = at.ask_as_owner("post", "/api/context/session", {"query": text}).json()["receipt"]
    at.ask_as_owner("post", f"/api/context/receipts/{receipt}/replay", {"query": text})


@way
def by_an_agent(at: House, text: str) -> None:
    for number, field in enumerate(("slug", "name", "description", "expertise", "model")):
        at.ask_as_owner("post", "/api/agents", {"slug": f"probe-{number}", field: text})
    at.ask_as_owner("post", "/api/agents", {"slug": "probe", "kind": "open", "shared_people": [text[:200]]})
    at.ask_as_owner("post", "/api/agents", {"slug": "probe", "kind": "open"})
    for field in ("name", "description", "expertise", "model"):
        at.ask_as_owner("patch", "/api/agents/probe", {field: text})
    at.ask_as_owner("delete", "/api/agents/probe", {"reason": text})
    at.ask_as_owner("post", "/api/agents/probe/return", {"reason": text})


@way
def by_a_file_of_an_agent(at: House, text: str) -> None:
    at.ask_as_owner("post", "/api/agents", {"slug": "probe", "kind": "open"})
    of = "/api/agents/probe/files/SOUL.md"
    for ask in (at.ask, at.ask_as_owner):
        for person in ("", "bob", text[:200]):
            query = f"?{urlencode({'person': person})}"
            ask("put", of + query, {"content": text, "reason": text})
            ask("put", of + query, {"content": "Kind."})
            ask("put", of + query, {"content": f"Kind.\n\n{text}", "propagate": True, "reason": text})
            ask("post", f"{of}/restore{query}", {"number": 1, "reason": text})
            ask("post", f"{of}/decide{query}", {"number": 2, "allow": True, "reason": text})
            ask("delete", of + query, {"reason": text})
    at.ask("put", f"/api/agents/probe/files/{quote(text[:100], safe='')}", {"content": text})


@way
def by_an_instruction_for_an_agent(at: House, text: str) -> None:
    at.ask_as_owner("post", "/api/agents", {"slug": "probe", "description": text})
    at.ask_as_owner("post", "/api/agents/probe/summon")
    at.ask_as_owner("post", "/api/agents/probe/regenerate", {"instruction": text})


@way
def by_a_prompt_of_an_agent(at: House, text: str) -> None:
    at.ask_as_owner("post", "/api/agents", {"slug": "probe", "kind": "open"})
    tools = [{"name": text[:200], "description": text[:2_000]}]
    named = {"person": "bob", "channel": text[:200], "project_dir": text[:1_000], "owners": [text[:200]]}
    at.ask(
        "post", "/api/agents/probe/prompt", named | {"extra": text[:20_000], "sandbox": text[:2_000], "tools": tools}
    )
    at.ask("post", "/api/agents/probe/prompt", {"person": text[:200], "session": "group"})


@way
def by_a_person_of_an_agent(at: House, text: str) -> None:
    at.ask_as_owner("post", "/api/agents", {"slug": "probe", "kind": "open"})
    for person in ("bob", text[:200]):
        at.ask("post", "/api/agents/probe/turn", {"person": person, "display_name": text[:200]})
        at.ask_as_owner("post", "/api/agents/probe/people", {"person": person, "may_write": True})
    at.ask("post", "/api/agents/probe/identity", {"person": "bob", "field": "Name", "value": text[:500]})
    at.ask("post", "/api/agents/probe/identity", {"person": "bob", "field": text[:60], "value": "Rex"})


@way
def by_an_address(at: House, text: str) -> None:
    at.ask("get", f"/api/memory/semantic/user.{text}")
    at.ask("get", f"/api/memory/semantic?store={text}")
    at.ask("get", f"/api/memory/events?code={text[:40]}")
    at.ask("get", f"/api/{text}")


@way
def by_an_idempotency_key(at: House, text: str) -> None:
    at.ask("post", "/api/memory/episodic", EPISODE, **{"Idempotency-Key": text})


@way
def by_a_broken_body(at: House, text: str) -> None:
    at.bot.generic("POST", "/api/memory/episodic", f'{{"text": "{text}', content_type="application/json")


@way
def by_a_tool_call(at: House, text: str) -> None:
    at.ask_as_owner("post", "/api/hooks/evaluate", {"tool_name": "Bash", "tool_input": {"command": f"echo {text}"}})
    at.ask_as_owner("post", "/api/hooks/evaluate", {"tool_name": text, "tool_input": {text: text}, "cwd": f"/{text}"})
    server = {"server": text, "tool": text, "verified": True}
    at.ask_as_owner("post", "/api/hooks/evaluate", {"mcp": server, "title": f"Running: {text}", "agent_id": text})


@way
def by_a_message(at: House, text: str) -> None:
    at.ask_as_owner("post", "/api/hooks/message", {"text": f"please note {text}"})


def _room(at: House) -> str:
    """A channel that only listens, in which Bob may speak."""
    at.ask("post", "/api/channels", {"surface": "slack", "key": "room"})
    senders = {"senders": ["U-bob"], "owners": ["U-alice"]}
    at.ask_as_owner("put", "/api/channels/room/senders", senders)
    at.ask_as_owner("patch", "/api/channels/room", {"activation": "observe"})
    return "/api/channels/room"


@way
def by_a_channels_name(at: House, text: str) -> None:
    room = _room(at)
    at.ask("post", "/api/channels", {"surface": "slack", "key": "named", "name": text})
    at.ask("post", "/api/channels", {"surface": "slack", "key": text})
    at.ask("post", "/api/channels", {"surface": text, "key": "named"})
    at.ask_as_owner("patch", room, {"name": text, "names": [text]})


@way
def by_a_channels_senders(at: House, text: str) -> None:
    room = _room(at)
    at.ask_as_owner("put", f"{room}/senders", {"senders": [text], "owners": []})
    at.ask_as_owner("put", "/api/channels/surfaces/slack/senders", {"senders": [], "owners": [text]})
    at.ask_as_owner("put", f"/api/channels/surfaces/{text[:40]}/senders", {"senders": [], "owners": ["U1"]})


@way
def by_what_a_channel_is_not_read_for(at: House, text: str) -> None:
    room = _room(at)
    for name in ("exclude_users", "exclude_patterns", "allowed_types"):
        at.ask_as_owner("put", f"{room}/memory", {name: [text, re.escape(text)]})
    at.ask_as_owner("put", f"{room}/memory", {text: text})


@way
def by_a_message_in_a_channel(at: House, text: str) -> None:
    said = {"text": text, "author": text, "key": text[:100]}
    for activation in ("observe", "mention", "always"):
        room = _room(at)
        at.ask_as_owner("patch", room, {"activation": activation})
        for sender in ("U-bob", "U-mallory", text):
            at.ask("post", f"{room}/messages", {"sender": sender, **said, "conversation": "talk"})
            at.ask("post", f"{room}/messages", {"sender": sender, "text": text, "conversation": text[:100]})
    at.ask("get", f"{room}/context")


@way
def by_a_rule(at: House, text: str) -> None:
    at.ask_as_owner("post", "/api/hooks/rules", {"section": "auto_deny_tools", "pattern": text, "note": text})
    reply = {"section": "auto_replies", "pattern": text, "reply": f"It is {text}"}
    at.ask_as_owner("post", "/api/hooks/rules", reply)


@way
def by_a_section_of_rules(at: House, text: str) -> None:
    section = {
        "auto_approve_tools": [text, 7],
        "auto_replies": [{"pattern": "hi", "reply": text}, {"pattern": text}],
        "transforms": [{"pattern": "hi", "prefix": text, "suffix": text}],
        "context_rules": [{"triggers": [text], "context": text}],
        "denied_commands": {"user_added": [{"pattern": text}], "disabled_ids": [text]},
        text: text,
    }
    at.ask_as_owner("post", "/api/hooks/rules/import", {"hooks": section})


@way
def by_a_script_hook(at: House, text: str) -> None:
    hook = {"event": "PreToolUse", "command": "true"}
    for name, body in (
        ("a", {"name": text}),
        ("b", {"command": f"echo {text}"}),
        ("c", {"matcher": text}),
        ("d", {"folder": f"/srv/{text}"}),
        ("e", {"event": text}),
    ):
        at.ask_as_owner("post", "/api/hooks/scripts", {"name": name} | hook | body)


@way
def by_what_a_script_hook_is_told_and_says(at: House, text: str) -> None:
    echo = {"name": "echo", "event": "UserPromptSubmit", "command": "cat"}
    uid = at.ask_as_owner("post", "/api/hooks/scripts", echo).json()["uid"]
    at.ask_as_owner("patch", f"/api/hooks/scripts/{uid}", {"enabled": True})
    at.ask_as_owner("post", "/api/hooks/run", {"event": "UserPromptSubmit", "payload": {"prompt": text}})
    at.ask_as_owner("post", f"/api/hooks/scripts/{uid}/try", {"payload": {"prompt": text}})


@way
def by_hook_files_of_other_systems(at: House, text: str) -> None:
    claude = {"hooks": {"PreToolUse": [{"matcher": text, "hooks": [{"type": "command", "command": f"echo {text}"}]}]}}
    cursor = {"version": 1, "hooks": {"beforeShellExecution": [{"command": f"/bin/echo {text}"}]}, text: text}
    files = [
        {"name": ".claude/settings.json", "text": json.dumps(claude)},
        {"name": ".cursor/hooks.json", "text": json.dumps(cursor)},
        {"name": f"{text}.json", "text": json.dumps({text: [text]})},
        {"name": "broken.json", "text": f'{{"hooks": "{text}'},
    ]
    for apply in (False, True):
        at.ask_as_owner("post", "/api/hooks/scripts/import", {"files": files, "apply": apply})


@way
def by_an_mcp_server(at: House, text: str) -> None:
    at.ask_as_owner("post", "/api/mcp", {"name": text[:40], "command": "true"})
    at.ask_as_owner("post", "/api/mcp", {"name": "a", "command": f"/bin/{text}"})
    at.ask_as_owner("post", "/api/mcp", {"name": "b", "command": "true", "args": [text]})
    at.ask_as_owner("post", "/api/mcp", {"name": "c", "url": f"https://example.com/{text}"})


@way
def by_an_mcp_configuration(at: House, text: str) -> None:
    servers = {
        "d": {"command": "true", "args": [text]},
        text: {"command": "true"},
        "e": {"command": "true", "env": {"TOKEN": text}},
        "f": {"url": "https://example.com/mcp", "headers": {"Authorization": text}},
        "g": {"command": "true", text: text},
    }
    for body in (json.dumps({"mcpServers": servers}), f'{{"mcpServers": "{text}'):
        at.ask_as_owner("post", "/api/mcp/import", {"text": body, "file": f"/srv/{text}.json", "apply": True})


def _disputed(at: House) -> int:
    """A bot's change of the owner's fact in a private store, which waits for the owner."""
    store = Store.objects.get_or_create(slug="bob", defaults={"name": "Bob's", "policy": Policy.PRIVATE})[0]
    bot = Bot.objects.get(name="carrier")
    BotStore.objects.get_or_create(bot=bot, store=store)
    for actor, value in ((at.owner, "The kettle is red."), (bot.actor, "The kettle is blue.")):
        facts_write(actor=actor, store=store, drafts=[FactDraft(key="user.note", value=value)])
    return int(Revision.objects.filter(status=Revision.Status.PROPOSED).latest("id").pk)


@way
def by_a_reason_to_accept(at: House, text: str) -> None:
    proposal_accept(actor=at.owner, decision=Decision(_disputed(at), accept=True, reason=text))


@way
def by_an_edited_proposal(at: House, text: str) -> None:
    proposal_accept(actor=at.owner, decision=Decision(_disputed(at), accept=True, edited={"value": text}))


@way
def by_a_reason_to_reject(at: House, text: str) -> None:
    proposal_reject(actor=at.owner, decision=Decision(_disputed(at), accept=False, reason=text, for_good=True))


@way
def by_a_reason_to_undo(at: House, text: str) -> None:
    record = _written(at)
    revision_undo(actor=at.owner, revision_id=Revision.objects.filter(record=record).latest("id").pk, reason=text)


# ---- imports, one for each format ----


def _import(name: str, content: str, format_name: str = "") -> Callable[[House], None]:
    def bring(at: House) -> None:
        sources = [Upload(name, content.encode())]
        job = import_apply(actor=at.owner, store=at.store, sources=sources, format_name=format_name)
        run_job_now(job)

    return bring


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


IMPORTS: dict[str, Callable[[str], tuple[str, str]]] = {
    "markdown": lambda text: ("CLAUDE.md", f"# Rules\n\n- Always keep {text} in mind when you push.\n\n{text}\n"),
    "markdown head": lambda text: (
        "rule.mdc",
        f"---\nglobs: packages/{text}/**\ndescription: {text}\n---\n- Use pnpm here.\n",
    ),
    "kirocrew-markdown": lambda text: (
        "preferences.md",
        f"# Preferences\n\n- Note: {text}\n- {text} is what Bob told us at noon\n",
    ),
    "markdown daily note": lambda text: (
        "memory/2026-07-14.md",
        f"# {text}\n\nWe met Mira and wrote down {text} for later.\n",
    ),
    "semantic-episodic": lambda text: (
        "memory.json",
        _json(
            {
                "semantic": [
                    {"key": "user.note", "value": text, "source": text},
                    {"key": f"user.{text}", "value": "x"},
                    {"key": "lesson.1", "value": {"rule": f"Keep {text} in mind", "repo_scope": text}},
                ],
                "episodic": [{"text": f"Bob told us {text} at noon", "tags": [text], "conversation_id": text}],
            }
        ),
    ),
    "kirocrew-export": lambda text: (
        "export.json",
        _json(
            {
                "format": "kirocrew-export",
                "version": 1,
                "store": text,
                "records": [
                    {"kind": "fact", "key": "user.note", "value": {"a": text}, "subject": text, "source_ref": text},
                    {"kind": "lesson", "rule": f"Keep {text} in mind", "negative": text},
                    {"kind": "episode", "text": f"Bob told us {text} at noon", "tags": [text], "speaker": text},
                    {"kind": "episode", "text": "The sun shone all day long.", text: text},
                    {"kind": text},
                ],
            }
        ),
    ),
    "turns": lambda text: (
        "talk.jsonl",
        _json(
            {
                "conversation": text,
                "session": 1,
                "date": "2025-05-20T10:00:00Z",
                "speaker": text,
                "text": f"It is {text}.",
            }
        )
        + "\n"
        + f"{{broken {text}\n",
    ),
    "mem0": lambda text: (
        "mem0.json",
        _json(
            {
                "results": [
                    {"id": text, "memory": f"Bob told us {text} at noon", "user_id": text, "categories": [text]},
                    {"id": "2", "memory": text, "user_id": "bob", "metadata": {text: text}},
                ],
                "relations": [{"source": text, "relationship": text, "target": text}],
            }
        ),
    ),
    "chatgpt": lambda text: (
        "conversations.json",
        _json(
            [
                {
                    "title": text,
                    "create_time": 1767225600.0,
                    "conversation_id": text,
                    "current_node": "a",
                    "mapping": {
                        "a": {
                            "id": "a",
                            "parent": None,
                            "children": [],
                            "message": {
                                "id": text,
                                "author": {"role": "user", "name": text},
                                "create_time": 1767225600.0,
                                "content": {"content_type": "text", "parts": [f"Bob told us {text} at noon"]},
                                "metadata": {},
                            },
                        }
                    },
                }
            ]
        ),
    ),
    "chatgpt-memories": lambda text: (
        "chatgpt_memories.txt",
        f"[2026-01-02] - Bob told us {text} at noon.\n[unknown] - {text}\n[2026-13-40] - {text}\n",
    ),
    "claude": lambda text: (
        "conversations.json",
        _json(
            [
                {
                    "uuid": text,
                    "name": text,
                    "chat_messages": [
                        {"uuid": text, "sender": "human", "text": f"Bob told us {text} at noon", "content": []}
                    ],
                }
            ]
        ),
    ),
    "letta": lambda text: (
        "agent.af",
        _json(
            {
                "agent_type": "memgpt_agent",
                "name": text,
                "core_memory": [
                    {"label": text, "value": f"Bob told us {text} at noon"},
                    {"label": "human", "value": text},
                ],
                "messages": [{"role": "user", "content": [{"type": "text", "text": text}]}],
                "tools": [{"name": text}],
            }
        ),
    ),
    "kirocrew-export-md": lambda text: (
        "facts.md",
        f"---\nkirocrew: facts\nformat: 1\nrecords: 1\n---\n\n## user.note\n\n`subject: {text}` `{text}`\n\n"
        f"> {text}\n\n{text}\n",
    ),
    "mcp-memory": lambda text: (
        "memory.jsonl",
        _json({"type": "entity", "name": text, "entityType": text, "observations": [f"Bob told us {text} at noon"]})
        + "\n"
        + _json({"type": "relation", "from": text, "to": f"Bob {text}", "relationType": text})
        + f"\n{{broken {text}\n",
    ),
    "basic-memory": lambda text: (
        "kettle.md",
        f"---\ntitle: {text}\ntype: {text}\npermalink: {text}\ntags: [{text}]\n---\n"
        f"- [{text}] Bob told us {text} at noon #{text} ({text})\n"
        f"- {text} [[{text}]]\n- [ ] {text}\n\nFree {text} here.\n",
    ),
    "hermes": lambda text: (
        "USER.md",
        f"Bob told us {text} at noon\n§\nNote: {text}\n§\nAlways keep {text} in mind.\n",
    ),
    "workspace": lambda text: (
        "workspace.json",
        _json({"files": {"MEMORY.md": f"- Note: {text}\n", f"memory/{text}.md": f"- {text}\n", f"{text}.json": text}}),
    ),
    "table": lambda text: (
        "memories.csv",
        f"text;key;value;tags;user_id;{text}\nBob told us {text} at noon;;;{text};{text};{text}\n;{text};{text};;;\n"
        f';user.note;{text};;;\n"{text}" broken;;;;;\nat noon;;;;;;{text}\n',
    ),
    "lessons": lambda text: (
        "lessons.jsonl",
        _json({"rule": f"Keep {text} in mind", "negative": text, "repo_scope": text, "workspace": text, "source": text})
        + f"\n{{broken {text}\n",
    ),
    "file name": lambda text: (f"{text}.md", "- Always run the tests before you push.\n"),
    "unknown file": lambda text: (f"{text}.json", f'{{"what": "{text}"}}'),
    "broken file": lambda text: ("memory.json", f'{{"semantic": [{{"key": "user.x", "value": "{text}'),
}


def _by_import(make: Callable[[str], tuple[str, str]], format_name: str) -> Way:
    return lambda at, text: _import(*make(text), format_name)(at)


NEVER_GUESSED = ("kirocrew-markdown",)
WAYS |= {f"import of {name}": _by_import(make, name if name in NEVER_GUESSED else "") for name, make in IMPORTS.items()}


@way
def by_an_upload_that_waits(at: House, text: str) -> None:
    """Its raw bytes wait in the home, in a private folder, until the owner decides; its preview is shown."""
    for make in IMPORTS.values():
        name, content = make(text)
        uid = import_stage(actor=at.owner, store=at.store, uploads=[Upload(name, content.encode())])
        assert at.browser.get(reverse("admin:transfer-preview", args=[uid])).status_code == 200


@way
def by_an_import_over_http(at: House, text: str) -> None:
    response = at.ask("post", "/api/memory/import", {"semantic": [{"key": "user.x", "value": text}], "episodic": []})
    if response.status_code == 202:
        run_job_now(Job.objects.order_by("-id")[0])


def send(at: House, name: str, text: str) -> None:
    """Send a text one way; that it is refused is an answer, too."""
    try:
        WAYS[name](at, text)
    except (Problem, ValidationError):
        return


# ---- out ----

READABLE = (
    "/api/memory/stores",
    "/api/memory/semantic",
    "/api/memory/episodic",
    "/api/lessons",
    "/api/memory/records",
    "/api/memory/records?status=proposed",
    "/api/memory/records?status=superseded",
    "/api/memory/records?status=forgotten",
    "/api/memory/events",
    "/api/memory/refusals?state=all",
    "/api/memory/stats",
    "/api/memory/settings",
    "/api/memory/embedding-status",
    "/api/memory/export",
    "/api/memory/documents",
    "/api/memory/documents/preferences",
    "/api/memory/documents/projects",
    "/api/memory/history",
    "/api/memory/context-preview",
    "/api/memory/context-preview?q=kettle+Mira+commits+mind",
    "/api/memory/import",
    "/api/memory/search?q=kettle+Mira+Bob+note",
    "/api/memory/episodic/search?q=Mira+Bob+noon+release",
    "/api/jobs",
    "/api/channels",
    "/api/channels/room/context",
    "/api/channels/room/events",
    "/api/channels/room/memory",
    "/api/channels/room/memory/items",
    "/api/hooks/rules",
    "/api/hooks/scripts",
    "/api/mcp",
    "/api/mcp/config",
    "/api/hooks/protections",
    "/api/hooks/rules/export",
    "/api/hooks/decisions",
    "/api/hooks/decisions/export",
    "/api/agents",
    "/api/agents/-/waiting",
    "/api/agents/probe/people",
    "/api/agents/probe/files",
    "/api/agents/probe/files/SOUL.md?person=bob",
    "/api/agents/probe/files/IDENTITY.md?person=bob",
)
PROMPTS = tuple(path for path in READABLE if "context-preview" in path or "search" in path or "/files/" in path)


def answers(at: House, paths: tuple[str, ...] = READABLE) -> Iterator[tuple[str, str]]:
    """What the API answers, as a bot that may see everything and as the owner see it."""
    for path in paths:
        yield path, _body(at.ask("get", path))
        yield f"{path} (owner)", _body(at.ask_as_owner("get", path))
    if paths is READABLE:
        for record in Record.objects.all():
            yield f"record {record.pk}", _body(at.ask("get", f"/api/memory/records/{record.uid}"))
            yield f"history {record.pk}", _body(at.ask("get", f"/api/memory/records/{record.uid}/history"))
        for job in Job.objects.all():
            yield f"job {job.pk}", _body(at.ask_as_owner("get", f"/api/jobs/{job.uid}"))
            yield f"job {job.pk} events", _body(at.ask_as_owner("get", f"/api/jobs/{job.uid}/events"))


def pages(at: House) -> Iterator[tuple[str, str]]:
    """Every page of the owner that can be read, with those of each record, job and bot."""
    yield "page index", _body(at.browser.get(reverse("admin:index")))
    for page in (*ABOVE, *MEMORY, *HOOKS, *ACTIVITY):
        if "<" not in page.route:
            yield f"page {page.name}", _body(at.browser.get(reverse(f"admin:{page.name}")))
    for record in Record.objects.all():
        yield f"page of record {record.pk}", _body(at.browser.get(reverse("admin:memory-record", args=[record.uid])))
    for job in Job.objects.all():
        yield f"page of job {job.pk}", _body(at.browser.get(reverse("admin:activity-job", args=[job.uid])))


def exported(at: House) -> Iterator[tuple[str, str]]:
    for store in Store.objects.all():
        yield f"export of {store.pk}", "".join(export_stream(actor=at.owner, store=store))
        packed = io.BytesIO()
        export_markdown(actor=at.owner, store=store, handle=packed)
        with zipfile.ZipFile(packed) as archive:
            said = "".join(archive.read(name).decode() for name in archive.namelist())
        yield f"export of {store.pk} as Markdown", said


def tables() -> Iterator[tuple[str, str]]:
    """Every row of every table, those of the text index among them."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        names = [name for (name,) in cursor.fetchall() if not name.endswith(("_data", "_idx", "_docsize", "_config"))]
        for name in names:
            cursor.execute(f'SELECT * FROM "{name}"')  # noqa: S608  (the names are the database's own)
            yield f"table {name}", "\n".join(map(repr, cursor.fetchall()))


def files(at: House) -> Iterator[tuple[str, str]]:
    """What lies in the home but for the database and uploads that wait, whose bytes are the owner's own."""
    for file in Path(settings.KIROCREW_HOME).rglob("*"):
        if file.is_file() and ".sqlite3" not in file.name and not re.fullmatch(r"\d{4}", file.name):
            yield f"file {file.name}", file.read_text(encoding="utf-8", errors="replace")


def everything(at: House) -> Iterator[tuple[str, str]]:
    """Each place with all that can be read there."""
    yield from answers(at)
    yield from pages(at)
    yield from exported(at)
    yield from tables()
    yield from files(at)


def _body(response: Any) -> str:
    if getattr(response, "streaming", False):
        return b"".join(response).decode("utf-8", "replace")
    text: str = response.content.decode("utf-8", "replace")
    return text
