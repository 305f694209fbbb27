"""Trying a question against the present rules, and holding recorded ones against them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from channels_bridge.actors import Actor
from channels_bridge.admin.pages import owner_page
from channels_bridge.api.authentication import actor_of
from hooks.admin.naming import rule_names
from hooks.admin.tabs import hooks_page
from hooks.models import Decision, Subject
from hooks.rules.messages import MessageVerdict
from hooks.rules.order import Verdict
from hooks.services.decisions import decision_get, decisions_visible
from hooks.services.evaluate import Replay, decisions_replay, message_try, tool_explain, tool_try

REPLAYED: Final = 500  # decisions
DIFFERING_SHOWN: Final = 100
TYPED_CHARACTERS: Final = 100_000
KINDS: Final = (("tool", "Tool call"), ("message", "Message"))


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of one question."""

    verdict: Verdict | None = None
    rule: str = ""
    others: tuple[tuple[Verdict, str], ...] = ()
    message: MessageVerdict | None = None
    fired: tuple[str, ...] = ()
    problem: str = ""


@require_http_methods(["GET", "POST"])
@owner_page
def workbench(request: HttpRequest) -> HttpResponse:
    """Ask, and see which rule decides and which would have; nothing is written down."""
    actor = actor_of(request)
    kind, typed, source = _asked(request)
    names = rule_names(actor)
    tried: Tried | None = None
    replays: list[Replay] = []
    if request.method == "POST" and "replay" in request.POST:
        replays = decisions_replay(actor=actor, decisions=list(decisions_visible(actor=actor)[:REPLAYED]))
    elif request.method == "POST":
        tried = _try(actor, kind, typed, source, names)
    differing = [
        (item, names.get(item.decision.rule, item.decision.rule), names.get(item.rule, item.rule))
        for item in replays
        if item.differs
    ]
    return hooks_page(
        request,
        "workbench.html",
        tab="hooks-workbench",
        kinds=KINDS,
        kind=kind,
        typed=typed,
        source=source,
        tried=tried,
        replayed=len(replays),
        unkept=sum(item.outcome is None for item in replays),
        differing=differing[:DIFFERING_SHOWN],
        changed=len(differing),
        limit=REPLAYED,
        has_decisions=Decision.objects.exists(),
    )


def _asked(request: HttpRequest) -> tuple[str, str, str]:
    """The kind, what was typed or recorded, and who would ask."""
    if request.method == "POST":
        kind = "message" if request.POST.get("kind") == "message" else "tool"
        return kind, request.POST.get("typed", "")[:TYPED_CHARACTERS], request.POST.get("source", "").strip()[:200]
    uid = request.GET.get("decision", "")
    try:
        decision = decision_get(actor=actor_of(request), uid=UUID(uid))
    except ValueError:
        return "tool", "", ""
    if decision.kind == Subject.MESSAGE:
        return "message", str(decision.call.get("text", "")), decision.source
    return "tool", json.dumps(decision.call, ensure_ascii=False, indent=2), decision.source


def _try(actor: Actor, kind: str, typed: str, source: str, names: dict[str, str]) -> Tried:
    if not typed.strip():
        return Tried(problem="Type a command, paste a tool call as JSON, or write a message.")
    if kind == "message":
        verdict = message_try(actor=actor, text=typed)
        return Tried(message=verdict, fired=tuple(names.get(rule, rule) for rule in verdict.rules))
    call = _call(typed)
    if call is None:
        return Tried(problem="This JSON is no tool call: it has no tool_name, mcp, title or kind.")
    decided = tool_try(actor=actor, call=call, source=source)
    found = tool_explain(actor=actor, call=call, source=source)
    others = tuple((other, names.get(other.rule, other.rule)) for other in found[1:])
    return Tried(decided, names.get(decided.rule, decided.rule), others)


def _call(typed: str) -> Mapping[str, Any] | None:
    """A tool call as JSON; anything else is a command."""
    if not typed.lstrip().startswith("{"):
        return {"tool_name": "Bash", "tool_input": {"command": typed}}
    try:
        found = json.loads(typed)
    except (ValueError, RecursionError):
        return {"tool_name": "Bash", "tool_input": {"command": typed}}
    if not isinstance(found, dict) or not any(found.get(name) for name in ("tool_name", "mcp", "title", "kind")):
        return None
    return found
