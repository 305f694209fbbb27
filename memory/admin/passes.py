"""Readings of conversations: what each read, what became of every item, what it cost, and taking it back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from channels_bridge.actors import Actor
from channels_bridge.admin.filters import chosen, filter_links
from channels_bridge.admin.pages import owner_page, page
from channels_bridge.admin.paging import in_order, key_page
from channels_bridge.api.authentication import actor_of
from channels_bridge.models import Conversation
from memory.admin.showing import record_words
from memory.models import ConsolidationPass, PassPath, PassState, Record
from memory.services.consolidation import backlog_of, pass_get, pass_retry, pass_undo, passes_visible_to
from memory.services.conversations import conversation_get

ANY: Final = {"": "any"}
STATUSES: Final = {
    "written": ("written", "ok"),
    "merged": ("merged", "ok"),
    "unchanged": ("known already", ""),
    "proposed": ("waiting for you", "warn"),
    "refused": ("refused", "bad"),
    "nothing": ("nothing", ""),
}
"""What became of an item, and the colour of its tag."""
READERS: Final = {"rules": "by the rules", "model": "by the model"}


@dataclass(frozen=True, slots=True)
class ItemView:
    """One item of a reading. `text` is what the record it led to says now, empty where there is none."""

    kind: str
    reader: str
    status: str
    colour: str
    why: str
    key: str
    turn: int | None
    record: Record | None
    text: str
    proposal: int | None
    asked: int | None
    """The number of the text for a document that waits."""
    document: str
    """The uid of the document that was written, empty for none."""


@dataclass(frozen=True, slots=True)
class PassView:
    """A reading and its items. `statuses` counts them, `left` holds what an undo could not take back."""

    row: ConsolidationPass
    items: list[ItemView]
    statuses: list[tuple[str, str, int]]
    left: list[tuple[Record | None, str, str]]

    @property
    def is_undoable(self) -> bool:
        return self.row.state in (PassState.DONE, PassState.SET_ASIDE)

    @property
    def is_retryable(self) -> bool:
        return self.row.state in (PassState.FAILED, PassState.SET_ASIDE)

    @property
    def last_turn(self) -> int:
        """The position of the last turn of the span."""
        return self.row.last - 1


def pass_views(actor: Actor, rows: Sequence[ConsolidationPass]) -> list[PassView]:
    """Readings as a page shows them, with the records their items led to."""
    uids = {entry["record"] for row in rows for entry in (*row.items, *row.left) if entry.get("record")}
    found = Record.objects.visible_to(actor).with_content().select_related("store").filter(uid__in=uids)
    records = {str(record.uid): record for record in found}
    return [_view(row, records) for row in rows]


@require_safe
@owner_page
def passes(request: HttpRequest) -> HttpResponse:
    """All readings, newest first, and what waits to be read."""
    actor = actor_of(request)
    paths, states = ANY | dict(PassPath.choices), ANY | dict(PassState.choices)
    path, state = chosen(request, "path", paths), chosen(request, "state", states)
    wanted = {name: value for name, value in (("path", path), ("state", state)) if value}
    rows = passes_visible_to(actor).filter(**wanted)
    conversation = _conversation(actor, request.GET.get("conversation", ""))
    if conversation is not None:
        rows = rows.filter(conversation=conversation)
    pages = key_page([rows], request.GET)
    return page(
        request,
        "memory/passes.html",
        title="What was learned",
        views=pass_views(actor, in_order(rows, pages.ids)),
        pages=pages,
        filters=[filter_links("path", "Path", paths, path), filter_links("state", "State", states, state)],
        is_filtered=bool(wanted or conversation),
        conversation=conversation,
        backlog=backlog_of(actor=actor),
    )


@require_safe
@owner_page
def one_pass(request: HttpRequest, uid: UUID) -> HttpResponse:
    """One reading with all its items."""
    actor = actor_of(request)
    row = pass_get(actor=actor, uid=uid)
    return page(
        request,
        "memory/pass.html",
        title=f"{row.get_path_display()} from “{row.conversation.key}”",
        view=pass_views(actor, [row])[0],
    )


@require_POST
@owner_page
def undo(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Take back all that a reading did, as one operation."""
    row = pass_undo(actor=actor_of(request), uid=uid, reason=request.POST.get("reason", ""))
    left = len(row.left)
    told = f" {left} changed since and stayed; they are listed." if left else ""
    messages.success(request, f"What was learned from these turns is taken back.{told}")
    return redirect("admin:conversations-pass", uid=uid)


@require_POST
@owner_page
def retry(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Read the turns again that were given up."""
    pass_retry(actor=actor_of(request), uid=uid)
    messages.success(request, "The turns are read again. Activity shows how far it is.")
    return redirect("admin:conversations-pass", uid=uid)


def _conversation(actor: Actor, uid: str) -> Conversation | None:
    """The conversation that the address names; None where it names none. Raises NotFound."""
    return conversation_get(actor=actor, name=uid) if uid else None


def _view(row: ConsolidationPass, records: Mapping[str, Record]) -> PassView:
    counts: Mapping[str, int] = row.counts.get("statuses", {})
    statuses = [(*STATUSES.get(name, (name, "")), count) for name, count in counts.items()]
    left = [(records.get(entry["record"]), entry["key"] or entry["kind"], entry["why"]) for entry in row.left]
    return PassView(row, [_item(entry, records) for entry in row.items], statuses, left)


def _item(entry: Mapping[str, Any], records: Mapping[str, Record]) -> ItemView:
    status, colour = STATUSES.get(entry["status"], (entry["status"], ""))
    record = records.get(entry.get("record", ""))
    return ItemView(
        kind=entry["kind"],
        reader=READERS.get(entry.get("by", ""), ""),
        status=status,
        colour=colour,
        why="" if entry["code"] == entry["status"] else entry["code"],
        key=entry.get("key", ""),
        turn=entry.get("turn"),
        record=record,
        text=record_words(record) if record is not None else "",
        proposal=entry.get("proposal"),
        asked=entry.get("asked"),
        document=entry.get("document", ""),
    )
