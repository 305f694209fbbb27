"""Giving an agent a store of its own: chosen, shown, done, and taken back."""

from typing import Any, Final
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST

from channels_bridge.admin.pages import owner_page, page
from channels_bridge.api.authentication import actor_of
from channels_bridge.models import Bot
from kirocrew.agents.agents import agent_get
from kirocrew.agents.members import SEEDS_MOST, move_apply, move_preview, move_undo, moves_of
from kirocrew.base.problems import Problem
from memory.models import Kind, Record
from memory.services.records import record_text

SHOWN: Final = 50
"""Records that can be ticked at once; as many as go along."""


@require_http_methods(["GET", "POST"])
@owner_page
def member(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose keys and items, and see what it would mean; or the moves there were."""
    actor = actor_of(request)
    agent = agent_get(actor=actor, slug=slug)
    shown: Any = None
    if request.method == "POST":
        try:
            shown = move_preview(
                actor=actor,
                agent=agent,
                keys=request.POST.getlist("key"),
                seeds=[UUID(uid) for uid in request.POST.getlist("seed") if _is_uid(uid)],
                reason=request.POST.get("reason", "").strip(),
            )
        except Problem as problem:
            messages.error(request, problem.detail)
    words = request.GET.get("q", "").strip()
    return page(
        request,
        "kirocrew/agents/member.html",
        title=f"Memory of {agent.name}",
        agent=agent,
        moves=moves_of(actor=actor, agent=agent),
        shown=shown,
        free=Bot.objects.live().filter(member="") if agent.store_id is None else (),
        records=_records(words) if agent.store_id is None and shown is None else (),
        words=words,
        most=SEEDS_MOST,
    )


@require_POST
@owner_page
def apply(request: HttpRequest, slug: str) -> HttpResponse:
    """Do what was shown."""
    actor = actor_of(request)
    agent = agent_get(actor=actor, slug=slug)
    try:
        move = move_apply(actor=actor, agent=agent, token=request.POST.get("token", ""))
    except Problem as problem:
        messages.error(request, problem.detail)
        return redirect("admin:agents-member", slug=slug)
    messages.success(request, f"{agent.name} has the store {move.store.slug} now. Its keys reach nothing else.")
    return redirect("admin:agents-one", slug=slug)


@require_POST
@owner_page
def undo(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the keys of the last move back what they had."""
    actor = actor_of(request)
    agent = agent_get(actor=actor, slug=slug)
    try:
        move_undo(actor=actor, agent=agent, reason=request.POST.get("reason", "").strip())
    except Problem as problem:
        messages.error(request, problem.detail)
    else:
        messages.success(request, "Taken back. The store and what stands in it stay, for you alone.")
    return redirect("admin:agents-member", slug=slug)


def _records(words: str) -> list[tuple[Record, str]]:
    """Facts and lessons an agent could begin with, newest first, those with the words in them where some are given."""
    rows = Record.objects.live().with_content().select_related("store").filter(kind__in=(Kind.FACT, Kind.LESSON))
    found = []
    for row in rows.order_by("-updated_at", "-pk")[: SHOWN if not words else 20 * SHOWN]:
        text = record_text(row)
        if words.casefold() in f"{row.key} {text}".casefold():
            found.append((row, text))
    return found[:SHOWN]


def _is_uid(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True
