"""Editing many records at once: choose, look at what would change, apply, and take back."""

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
from channels_bridge.admin.paging import in_order
from channels_bridge.api.authentication import actor_of
from kirocrew.base.diffs import Piece
from kirocrew.base.problems import Invalid, Problem
from memory.admin.choosing import store_chosen
from memory.admin.edit_forms import OPERATIONS, OperationForm
from memory.admin.showing import (
    ASIDE,
    CONTENT,
    SHOWN,
    FieldDiff,
    fields_between,
    record_words,
    revision_views,
    value_text,
)
from memory.models import Edit, Kind, Record, Revision, Status
from memory.services.editor import (
    Pair,
    Preview,
    Search,
    Selection,
    edit_apply,
    edit_get,
    edit_preview,
    edit_undo,
    preview_page,
    records_page,
    selection_again,
    selection_without,
)

PAGE: Final = 50  # records of the list on a page
EDITS_SHOWN: Final = 5  # of those made lately
RECORDS_SHOWN: Final = 200  # of a receipt
EXCERPT: Final = 300  # characters of a value in the list
KINDS: Final = {"": "any", "fact": "facts", "lesson": "lessons", "episode": "episodes"}


@dataclass(frozen=True, slots=True)
class PairView:
    """A changed record and its fields before and after, word by word."""

    pair: Pair
    fields: list[FieldDiff]


@require_safe
@owner_page
def edit(request: HttpRequest) -> HttpResponse:
    """Find records and choose what is to be done with them."""
    return _choosing(request, OperationForm(initial=_initial(request)))


@require_POST
@owner_page
def preview(request: HttpRequest) -> HttpResponse:
    """What the edit would make of each record; a page of it, or all of it without some records."""
    if token := request.POST.get("preview_id", ""):
        return _preview_again(request, token)
    form = OperationForm(request.POST)
    try:
        if not form.is_valid():
            return _choosing(request, form, status=422)
        selection = _selection(request)
        shown = edit_preview(actor=actor_of(request), selection=selection, operation=form.read(_kind(selection)))
    except Problem as problem:
        return _choosing(request, form, problem=problem, status=problem.status)
    return _previewed(request, shown)


@require_POST
@owner_page
def apply(request: HttpRequest) -> HttpResponse:
    """Make the edit that was looked at."""
    token = request.POST.get("preview_id", "")
    try:
        receipt = edit_apply(actor=actor_of(request), token=token, reason=request.POST.get("reason", "").strip())
    except Problem as problem:
        return _stopped(request, token, problem)
    return redirect("admin:memory-edited", uid=receipt.uid)


@require_safe
@owner_page
def edited(request: HttpRequest, uid: UUID) -> HttpResponse:
    """The receipt of an edit: what was done, to which records, and Undo."""
    receipt = edit_get(actor=actor_of(request), uid=uid)
    entries = Revision.objects.filter(edited_by__edit=receipt).select_related("record", "record__store").order_by("id")
    views = revision_views(list(entries[:RECORDS_SHOWN]))
    return page(
        request,
        "memory/edit_receipt.html",
        title="Edited",
        receipt=receipt,
        operation=dict(OPERATIONS)[receipt.operation],
        views=views,
        more=max(0, receipt.changed - len(views)),
    )


@require_POST
@owner_page
def undo(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Take an edit back, all of it or nothing."""
    try:
        edit_undo(actor=actor_of(request), uid=uid, reason=request.POST.get("reason", "").strip())
    except Problem as problem:
        messages.error(request, problem.detail)
    else:
        messages.success(request, "Undone. Every record is as it was before.")
    return redirect("admin:memory-edited", uid=uid)


def _choosing(
    request: HttpRequest, form: OperationForm, *, problem: Problem | None = None, status: int = 200
) -> HttpResponse:
    """The list and the form; after a refusal with what was typed, and why."""
    given = request.POST if request.method == "POST" else request.GET
    kind = chosen(request, "kind", KINDS) if request.method != "POST" else given.get("kind", "")
    store = store_chosen(request)
    words, start = given.get("q", "").strip(), _number(given.get("start", ""))
    search = Search(q=words, kind=kind if kind in KINDS else "", store=store.slug if store else "")
    only = _uid(given.get("record", ""))
    keys, total = _listed(actor_of(request), search, only, start)
    rows = in_order(Record.objects.with_content(), keys)
    ticked = {item.split(":")[0] for item in given.getlist("item")} if request.method == "POST" else {str(only)}
    return page(
        request,
        "memory/edit.html",
        title="Edit records",
        status=status,
        form=form,
        problem=problem,
        rows=[(record, record_words(record)[:EXCERPT], str(record.uid) in ticked) for record in rows],
        total=total,
        all_chosen=bool(given.get("all")),
        only=only or "",
        words=words,
        kind=search.kind,
        start=start,
        earlier=max(0, start - PAGE) if start else None,
        later=start + PAGE if start + PAGE < total else None,
        filters=[filter_links("kind", "Kind", KINDS, search.kind)],
        edits=[(item, dict(OPERATIONS)[item.operation]) for item in Edit.objects.order_by("-pk")[:EDITS_SHOWN]],
    )


def _listed(actor: Actor, search: Search, only: UUID | None, start: int) -> tuple[list[int], int]:
    """Primary keys of a page of the list, and how many records it has; a list of one where one was asked for."""
    if only is None:
        return records_page(actor=actor, search=search, limit=PAGE, offset=start)
    rows = Record.objects.visible_to(actor).filter(uid=only, status=Status.ACTIVE)
    keys = list(rows.values_list("pk", flat=True))
    return keys, len(keys)


def _initial(request: HttpRequest) -> dict[str, Any]:
    """Where one record is to be edited, its content is there to be changed."""
    uid = _uid(request.GET.get("record", ""))
    record = Record.objects.visible_to(actor_of(request)).with_content().filter(uid=uid).first() if uid else None
    if record is None:
        return {}
    value = record.fact.value if record.kind == Kind.FACT else record_words(record)
    negative = record.lesson.negative if record.kind == Kind.LESSON else ""
    as_json = not isinstance(value, str)
    return {"operation": "set", "content": value_text(value), "as_json": as_json, "negative": negative}


def _selection(request: HttpRequest) -> Selection:
    """The ticked records; or, where all that match are chosen, those without the ones shown and not ticked."""
    ticked = dict(item.split(":", 1) for item in request.POST.getlist("item") if ":" in item)
    if not request.POST.get("all"):
        items = [(uid, _number(revision)) for text, revision in ticked.items() if (uid := _uid(text))]
        if not items:
            raise Invalid("Tick the records that you mean, or all that match.", type="invalid-memory-edit")
        return Selection(items=tuple(items))
    store = store_chosen(request)
    kind = request.POST.get("kind", "")
    search = Search(q=request.POST.get("q", "").strip(), kind=kind, store=store.slug if store else "")
    left_out = {uid for text in request.POST.getlist("shown") if text not in ticked and (uid := _uid(text))}
    return Selection(search=search, excluded=frozenset(left_out))


def _kind(selection: Selection) -> str:
    """The kind of the one record that is chosen, else nothing."""
    if len(selection.items) != 1:
        return ""
    return Record.objects.filter(uid=selection.items[0][0]).values_list("kind", flat=True).first() or ""


def _preview_again(request: HttpRequest, token: str) -> HttpResponse:
    """Another page of a preview; a new one without the records that were ticked; or one of how things stand now."""
    actor = actor_of(request)
    left_out = frozenset(uid for text in request.POST.getlist("leave_out") if (uid := _uid(text)))
    try:
        if "again" in request.POST:
            selection, operation = selection_again(actor=actor, token=token)
            return _previewed(request, edit_preview(actor=actor, selection=selection, operation=operation))
        if left_out:
            selection, operation = selection_without(actor=actor, token=token, left_out=left_out)
            return _previewed(request, edit_preview(actor=actor, selection=selection, operation=operation))
        offset = _number(request.POST.get("offset", ""))
        return _previewed(request, preview_page(actor=actor, token=token, offset=offset))
    except Problem as problem:
        return _stopped(request, token, problem)


def _previewed(request: HttpRequest, shown: Preview) -> HttpResponse:
    return page(
        request,
        "memory/edit_preview.html",
        title="What would change",
        preview=shown,
        operation=dict(OPERATIONS)[shown.signed.operation.type],
        what=shown.signed.operation.data(),
        pairs=[PairView(pair, _fields(pair)) for pair in shown.pairs],
        first=shown.offset + 1,
        last=shown.offset + len(shown.pairs),
        earlier=shown.offset - PAGE // 2 if shown.offset else None,
        is_forgetting=shown.signed.operation.type == "forget",
    )


def _fields(pair: Pair) -> list[FieldDiff]:
    fields = fields_between(pair.before, pair.after, (*CONTENT, *SHOWN, *ASIDE))
    if pair.store:
        there = [Piece("del", pair.record.store.slug), Piece("same", " "), Piece("ins", pair.store)]
        fields.append(FieldDiff("store", there))
    return fields


def _stopped(request: HttpRequest, token: str, problem: Problem) -> HttpResponse:
    """What stands in the way, in one place, and how to go on."""
    return page(
        request,
        "memory/edit_stopped.html",
        title=problem.title,
        status=problem.status,
        problem=problem,
        preview_id=token if problem.type not in ("invalid-memory-preview",) else "",
        refused=problem.extra.get("refused", []),
    )


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


def _uid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
