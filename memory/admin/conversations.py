"""Conversations in the browser: the list, and one as a chat with what was learned from each turn beside it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from channels_bridge.actors import Actor
from channels_bridge.admin.filters import chosen, filter_links
from channels_bridge.admin.pages import owner_page, page
from channels_bridge.api.authentication import actor_of
from channels_bridge.models import Conversation, MemoryMode, Origin, Turn
from kirocrew.base.problems import Invalid
from memory.admin.choosing import store_chosen
from memory.admin.passes import pass_views
from memory.admin.showing import LONG, record_words
from memory.models import ConsolidationPass, EvidenceLink
from memory.models.consolidation import PassState
from memory.services.consolidation import passes_of
from memory.services.conversation_reading import Wanted, conversations_page, learned_from, turns_before
from memory.services.conversations import conversation_get
from memory.services.turns_erasing import turns_erase

PAGE_SIZE: Final = 50
TURNS_SHOWN: Final = 100
PASSES_SHOWN: Final = 3
AFTER: Final = 3  # turns that are shown after the one the address names
EXCERPT: Final = 160  # characters of what was learned
MODES: Final = {"": "any"} | {mode.value: mode.value for mode in MemoryMode}
ENDED: Final = {"": "any", "no": "open", "yes": "ended"}
NOT_DONE: Final = frozenset({"refused", "proposed"})


@dataclass(frozen=True, slots=True)
class Learned:
    """A record that rests on a turn, and how it reads."""

    link: EvidenceLink
    text: str


@dataclass(slots=True)
class TurnView:
    """A turn as the chat shows it: what was learned from it, and what became of the rest that was read in it."""

    turn: Turn
    calls: str
    is_long: bool
    learned: list[Learned] = field(default_factory=list)
    left: list[dict[str, Any]] = field(default_factory=list)

    @property
    def is_marked(self) -> bool:
        """Whether its origin says more than that somebody typed it."""
        return self.turn.origin != Origin.TYPED


@require_safe
@owner_page
def conversations(request: HttpRequest) -> HttpResponse:
    """All conversations, that with the latest turn first, by the filters of the address."""
    query = request.GET
    mode, ended = chosen(request, "mode", MODES), chosen(request, "ended", ENDED)
    picked = {name: query.get(name, "").strip() for name in ("surface", "project", "q")}
    wanted = Wanted(
        store=store_chosen(request),
        surface=picked["surface"],
        project=picked["project"],
        mode=MemoryMode(mode) if mode else None,
        has_ended={"no": False, "yes": True}.get(ended),
        words=picked["q"],
    )
    cursor = query.get("before", "")
    rows, older = conversations_page(actor=actor_of(request), wanted=wanted, limit=PAGE_SIZE, cursor=cursor)
    filters = [filter_links("mode", "Memory", MODES, mode), filter_links("ended", "Which", ENDED, ended)]
    for name, label in (("surface", "Surface"), ("project", "Project")):
        if value := picked[name]:
            filters.append(filter_links(name, label, {"": "any", value: value}, value))
    return page(
        request,
        "memory/conversations.html",
        title="Conversations",
        rows=rows,
        older=older,
        is_first=not cursor,
        filters=filters,
        filtered=bool(mode or ended or any(picked.values())),
        words=picked["q"],
    )


@require_safe
@owner_page
def conversation(request: HttpRequest, uid: UUID) -> HttpResponse:
    """One conversation as a chat: its last turns, or those around the one that the address names."""
    actor = actor_of(request)
    row = conversation_get(actor=actor, name=str(uid))
    before = _whole(request.GET.get("before", ""))
    if (named := _whole(request.GET.get("turn", ""))) is not None:
        before = named + AFTER + 1
    turns = turns_before(conversation=row, limit=TURNS_SHOWN, before=before)
    shown = turns[-TURNS_SHOWN:]
    passes = passes_of(actor=actor, conversation=row)
    return page(
        request,
        "memory/conversation.html",
        title=row.key,
        conversation=row,
        views=_views(actor, row, shown),
        named=named,
        earlier=shown[0].position if len(turns) > TURNS_SHOWN else None,
        is_last=not shown or shown[-1].position == row.next_position - 1,
        passes=pass_views(actor, list(passes[:PASSES_SHOWN])),
    )


@require_POST
@owner_page
def erase(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Take every word of a conversation away, once its key was typed."""
    actor = actor_of(request)
    row = conversation_get(actor=actor, name=str(uid))
    posted = request.POST
    try:
        erased = turns_erase(
            actor=actor, conversation=row, confirm=posted.get("confirm", ""), reason=posted.get("reason", "").strip()
        )
    except Invalid as problem:
        messages.error(request, f"Nothing was erased. {problem.detail}")
    else:
        stay = f" {len(erased.resting)} records that rest on them stay." if erased.resting else ""
        messages.success(request, f"{erased.turns} turns were emptied, and backups are looked through.{stay}")
    return redirect("admin:conversations-one", uid=uid)


def _views(actor: Actor, row: Conversation, turns: Sequence[Turn]) -> list[TurnView]:
    learned = learned_from(actor=actor, turns=turns)
    left = _left(actor, row, turns)
    return [
        TurnView(
            turn,
            json.dumps(turn.tool_calls, ensure_ascii=False, indent=1) if turn.tool_calls else "",
            len(turn.text) > LONG,
            [Learned(link, record_words(link.record)[:EXCERPT]) for link in learned.get(turn.pk, ())],
            left.get(turn.position, []),
        )
        for turn in turns
    ]


def _left(actor: Actor, row: Conversation, turns: Sequence[Turn]) -> dict[int, list[dict[str, Any]]]:
    """What passes read in the turns that no record shows, by position: refused, waiting, or written to a document."""
    if not turns:
        return {}
    found: dict[int, list[dict[str, Any]]] = {}
    passes = passes_of(actor=actor, conversation=row).filter(
        state=PassState.DONE, first__lte=turns[-1].position, last__gt=turns[0].position
    )
    for entry in _items(passes):
        is_shown = entry.get("status") in NOT_DONE or "document" in entry
        if is_shown and isinstance(entry.get("turn"), int):
            found.setdefault(entry["turn"], []).append(entry)
    return found


def _items(passes: Any) -> list[dict[str, Any]]:
    rows: list[ConsolidationPass] = list(passes.order_by("id"))
    return [entry for row in rows for entry in row.items]


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
