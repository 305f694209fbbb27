"""Documents and the history of days, as the owner reads and writes them."""

from datetime import date
from itertools import groupby
from typing import Any, Final
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from channels_bridge.admin.pages import owner_page, page
from channels_bridge.api.authentication import actor_of
from kirocrew.base.diffs import shortened, word_diff
from kirocrew.base.problems import Conflict, NotFound
from memory.admin.choosing import back_to, store_chosen
from memory.admin.records import memory_tabs
from memory.gate.checks import DOCUMENT_MAX, ENTRY_MAX
from memory.gate.outcomes import Outcome, OutcomeStatus, Refusal, RefusalCode
from memory.models import Document, DocumentKind, HistoryEntry, Store
from memory.models.documents import KINDS
from memory.services.document_gate import HEADERS
from memory.services.document_proposals import document_decide
from memory.services.document_search import DocumentHit, documents_search
from memory.services.documents import (
    Stated,
    document_restore,
    document_revisions,
    document_text,
    document_write,
    documents_removed,
    documents_visible_to,
)
from memory.services.history import history_append, history_remove, history_visible_to
from memory.services.mirroring import mirror_dismiss, mirror_problems
from memory.services.settings import setting
from memory.services.stores import MAIN

DAYS_SHOWN: Final = 14  # days of the history on a page
HITS_SHOWN: Final = 50
REMOVED_SHOWN: Final = 50
OPERATIONS: Final = {
    "create": "written",
    "update": "changed",
    "move": "moved",
    "remove": "removed",
    "erase": "a text of it was erased",
}


class DocumentForm(forms.Form):
    """A whole text, on the revision it was made from."""

    store = forms.ModelChoiceField(Store.objects.all(), to_field_name="slug", empty_label=None)
    project = forms.CharField(required=False, max_length=200, help_text="Empty: of no project.")
    text = forms.CharField(
        required=False,
        strip=False,
        max_length=2 * DOCUMENT_MAX,
        widget=forms.Textarea(attrs={"rows": 20, "dir": "auto", "spellcheck": "true"}),
        label="Text",
    )
    reason = forms.CharField(required=False, max_length=500, label="Why", help_text="Optional; kept with the revision.")
    base = forms.IntegerField(min_value=0, widget=forms.HiddenInput)


class EntryForm(forms.Form):
    """An entry of the history."""

    store = forms.ModelChoiceField(Store.objects.all(), to_field_name="slug", empty_label=None)
    text = forms.CharField(max_length=2 * ENTRY_MAX, widget=forms.Textarea(attrs={"rows": 3, "dir": "auto"}))
    at = forms.DateTimeField(label="When")


@require_safe
@owner_page
def documents(request: HttpRequest) -> HttpResponse:
    """The documents there are, and those that could be written."""
    actor, store = actor_of(request), store_chosen(request)
    rows = documents_visible_to(actor)
    rows = rows if store is None else rows.filter(store=store)
    query = request.GET.get("q", "").strip()
    there = {row.kind for row in rows if not row.project}
    return page(
        request,
        "memory/documents.html",
        title="Memory",
        kind="documents",
        tabs=memory_tabs(),
        rows=list(rows),
        removed=list(documents_removed(actor).filter(**({} if store is None else {"store": store}))[:REMOVED_SHOWN]),
        missing=[(kind.value, kind.label) for kind in DocumentKind if kind not in there],
        words=query,
        hits=_hits(request, store, query, [kind for kind, _ in KINDS]),
        mirror=mirror_problems(),
        mirrored=setting("mirror_documents"),
    )


@require_safe
@owner_page
def document(request: HttpRequest, uid: UUID) -> HttpResponse:
    """A document with its revisions as diffs."""
    row = _document(request, uid)
    before = request.GET.get("before", "")
    number = int(before) if before.isascii() and before.isdigit() and len(before) < 10 else None
    found = document_revisions(document=row, before=number)
    last = found[-1].revision.number if found else 1
    return page(
        request,
        "memory/document.html",
        title=row.get_kind_display(),
        document=row,
        revisions=[_revision_view(item) for item in found],
        older=last if last > 1 else None,
        is_first=number is None,
    )


@require_http_methods(["GET", "POST"])
@owner_page
def write(request: HttpRequest, name: str) -> HttpResponse:
    """The editor of a document; one who wrote in between is shown, and nothing is lost."""
    if name not in DocumentKind.values:
        raise NotFound("There is no document of that kind.", type="unknown-document")
    title = DocumentKind(name).label
    if request.method != "POST":
        return _editor(request, name, title, DocumentForm(initial=_stored(request, name)))
    form = DocumentForm(request.POST)
    if not form.is_valid():
        return _editor(request, name, title, form)
    data = form.cleaned_data
    outcome = document_write(
        actor=actor_of(request),
        store=data["store"],
        kind=name,
        text=data["text"],
        project=data["project"],
        base_revision=data["base"],
        reason=data["reason"],
    )
    if outcome.refusal and outcome.refusal.code is RefusalCode.STALE:
        return _met(request, name, title, data)
    if outcome.refusal:
        return _editor(request, name, title, form, refusal=outcome.refusal)
    messages.success(request, _said(outcome))
    return redirect("admin:memory-document", uid=outcome.uid)


@require_POST
@owner_page
def restore(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Write the text of an earlier revision again."""
    numbers = [request.POST.get(name, "") for name in ("number", "base")]
    if not all(text.isascii() and text.isdigit() and len(text) < 10 for text in numbers):
        raise NotFound("There is no such revision.", type="unknown-document")
    number, base = map(int, numbers)
    reason = request.POST.get("reason", "").strip()
    outcome = document_restore(actor=actor_of(request), uid=uid, number=number, base_revision=base, reason=reason)
    if outcome.refusal:
        messages.error(request, f"Refused ({outcome.refusal.code}): {outcome.refusal.message}")
    else:
        messages.success(request, _said(outcome))
    return redirect("admin:memory-document", uid=uid)


@require_POST
@owner_page
def decide(request: HttpRequest, number: int) -> HttpResponse:
    """Write a text that a reading of a conversation proposes, on the revision that was looked at, or reject it."""
    wanted, revision = request.POST.get("decision", ""), request.POST.get("revision", "")
    if wanted not in ("accept", "reject") or not (revision.isascii() and revision.isdigit() and len(revision) < 10):
        raise NotFound("There is no such decision.", type="unknown-proposal")
    try:
        document_decide(
            actor=actor_of(request),
            number=number,
            accept=wanted == "accept",
            base_revision=int(revision),
            reason=request.POST.get("reason", "").strip(),
        )
    except Conflict as problem:
        messages.error(request, problem.detail)
    else:
        messages.success(request, f"{wanted.capitalize()}ed." + (" Every earlier text is kept." * (wanted == "accept")))
    return back_to(request, "review")


@require_POST
@owner_page
def dismiss(request: HttpRequest, number: int) -> HttpResponse:
    """Stop listing a file of the mirror that was kept beside its own."""
    mirror_dismiss(actor=actor_of(request), number=number)
    messages.success(request, "It is not listed any more. The file is where it was.")
    return redirect("admin:memory-documents")


@require_safe
@owner_page
def history(request: HttpRequest) -> HttpResponse:
    """The history, newest day first, by a few days a page; or one day; or what a search found."""
    actor, store = actor_of(request), store_chosen(request)
    rows = history_visible_to(actor)
    rows = rows if store is None else rows.filter(store=store)
    one, before = _day(request, "day"), _day(request, "before")
    if one is not None:
        days = [one]
    else:
        known = rows if before is None else rows.filter(day__lt=before)
        days = list(known.order_by("-day").values_list("day", flat=True).distinct()[: DAYS_SHOWN + 1])
    shown = days[:DAYS_SHOWN]
    entries = rows.filter(day__in=shown).order_by("-day", "at", "id")
    query = request.GET.get("q", "").strip()
    return page(
        request,
        "memory/history.html",
        title="Memory",
        kind="history",
        tabs=memory_tabs(),
        days=[(day, list(items)) for day, items in groupby(entries, key=lambda entry: entry.day)],
        older=shown[-1] if len(days) > DAYS_SHOWN else None,
        is_first=before is None and one is None,
        words=query,
        hits=_hits(request, store, query, ("history",)),
        form=EntryForm(initial={"store": store.slug if store else MAIN, "at": _local_now()}),
    )


@require_POST
@owner_page
def append(request: HttpRequest) -> HttpResponse:
    """Add an entry, as the owner."""
    form = EntryForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Nothing was added: say what happened, and when.")
        return back_to(request, "memory-history")
    data = form.cleaned_data
    entry = history_append(actor=actor_of(request), store=data["store"], entry=data["text"], at=data["at"])
    if isinstance(entry, HistoryEntry):
        messages.success(request, f"Added to {entry.day:%Y-%m-%d}.")
    else:
        messages.error(request, f"Refused ({entry.code}): {entry.message}")
    return back_to(request, "memory-history")


@require_POST
@owner_page
def remove(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Take an entry's text away."""
    history_remove(actor=actor_of(request), uid=uid, reason=request.POST.get("reason", "").strip())
    messages.success(request, "Removed. That there was an entry stays, its text is gone.")
    return back_to(request, "memory-history")


def _document(request: HttpRequest, uid: UUID) -> Document:
    actor = actor_of(request)
    row = documents_visible_to(actor).filter(uid=uid).first() or documents_removed(actor).filter(uid=uid).first()
    if row is None:
        raise NotFound("There is no such document.", type="unknown-document")
    return row


def _stored(request: HttpRequest, kind: str) -> dict[str, Any]:
    """What the editor opens with: the text that is there, or the header of a new one."""
    store = store_chosen(request) or Store.objects.get(slug=MAIN)
    project = request.GET.get("project", "").strip()
    text, base = document_text(actor=actor_of(request), store=store, kind=kind, project=project)
    return {
        "store": store.slug,
        "project": project,
        "text": text if base else f"{HEADERS[DocumentKind(kind)]}\n\n",
        "base": base,
    }


def _editor(
    request: HttpRequest, kind: str, title: str, form: DocumentForm, *, refusal: Refusal | None = None, met: Any = None
) -> HttpResponse:
    status = 409 if met else 200
    base = str(form["base"].value() or "0")
    return page(
        request,
        "memory/document_edit.html",
        status=status,
        title=title,
        form=form,
        refusal=refusal,
        met=met,
        is_new=base == "0",
        name=kind,
    )


def _met(request: HttpRequest, kind: str, title: str, data: dict[str, Any]) -> HttpResponse:
    """Somebody wrote in between: what is there now against what was typed, which the next save replaces it with."""
    store: Store = data["store"]
    text, base = document_text(actor=actor_of(request), store=store, kind=kind, project=data["project"])
    form = DocumentForm(data | {"store": store.slug, "base": base})
    return _editor(request, kind, title, form, met=shortened(word_diff(text, data["text"])) or True)


def _revision_view(item: Stated) -> dict[str, Any]:
    revision = item.revision
    erased = revision.erased_at is not None
    return {
        "revision": revision,
        "title": OPERATIONS.get(revision.operation, revision.operation),
        "doubts": revision.metadata.get("doubts", []),
        "citations": revision.metadata.get("citations", []),
        "pieces": [] if erased else shortened(word_diff(item.before, revision.text)),
    }


def _hits(request: HttpRequest, store: Store | None, query: str, kinds: Any) -> list[DocumentHit]:
    stores = list(Store.objects.all()) if store is None else [store]
    if not query:
        return []
    return documents_search(actor=actor_of(request), query=query, stores=stores, kinds=kinds, limit=HITS_SHOWN)


def _day(request: HttpRequest, name: str) -> date | None:
    try:
        return parse_date(request.GET.get(name, ""))
    except ValueError:
        return None


def _local_now() -> str:
    return f"{timezone.localtime():%Y-%m-%d %H:%M}"


def _said(outcome: Outcome) -> str:
    said = "Nothing to change: it says so already." if outcome.status is OutcomeStatus.UNCHANGED else "Written."
    return said + (f" Taken out before storing: {', '.join(outcome.redacted)}." if outcome.redacted else "")
