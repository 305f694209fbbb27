"""What gave way by itself, and what contradicts each other: two lists, each with what can be done about it."""

from typing import Final
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST, require_safe

from channels_bridge.admin.filters import chosen, filter_links
from channels_bridge.admin.pages import owner_page, page
from channels_bridge.api.authentication import actor_of
from kirocrew.base.problems import Problem
from memory.admin.choosing import back_to, store_chosen
from memory.admin.showing import record_words
from memory.models import Contradiction, DocumentContradiction, Retirement
from memory.services.contradictions import contradiction_decide, contradictions, told_in
from memory.services.document_contradictions import document_contradiction_decide, document_contradictions
from memory.services.records import record_restore
from memory.services.retirement import retirements

SHOWN: Final = 100
EXCERPT: Final = 400  # characters
CAUSES: Final = {
    "": "any",
    Retirement.Cause.VALUE_CHANGED.value: "a fact changed",
    Retirement.Cause.SOURCE_FORGOTTEN.value: "its source was forgotten",
}


@require_safe
@owner_page
def retired(request: HttpRequest) -> HttpResponse:
    """What was taken out of memory because something else changed, newest first."""
    cause = chosen(request, "cause", CAUSES)
    rows = list(retirements(actor=actor_of(request), cause=cause, store=store_chosen(request))[: SHOWN + 1])
    return page(
        request,
        "memory/retired.html",
        title="Retired",
        filters=[filter_links("cause", "Because", CAUSES, cause)],
        rows=[(row, record_words(row.record)[:EXCERPT]) for row in rows[:SHOWN]],
        more=len(rows) > SHOWN,
    )


@require_POST
@owner_page
def bring_back(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Restore one of them and stay on the list."""
    try:
        outcome = record_restore(actor=actor_of(request), uid=uid, reason=request.POST.get("reason", "").strip())
    except Problem as problem:
        messages.error(request, problem.detail)
        return back_to(request, "review-retired")
    if outcome.refusal:
        messages.error(request, f"Not restored ({outcome.refusal.code}): {outcome.refusal.message}")
    else:
        messages.success(request, "Restored. It is recalled again.")
    return back_to(request, "review-retired")


@require_safe
@owner_page
def contradicting(request: HttpRequest) -> HttpResponse:
    """Pairs that cannot both hold, newest first."""
    rows = list(contradictions(actor=actor_of(request), store=store_chosen(request))[: SHOWN + 1])
    return page(
        request,
        "memory/contradictions.html",
        title="Contradictions",
        rows=[
            (row, record_words(row.first)[:EXCERPT], record_words(row.second)[:EXCERPT], told_in(row))
            for row in rows[:SHOWN]
        ],
        more=len(rows) > SHOWN,
        documents=_documents(request),
    )


@require_POST
@owner_page
def decide_document(request: HttpRequest, number: int) -> HttpResponse:
    """Keep the fact, the document, or both."""
    keep = request.POST.get("keep", "")
    try:
        reason = request.POST.get("reason", "").strip()
        document_contradiction_decide(actor=actor_of(request), number=number, keep=keep, reason=reason)
    except Problem as problem:
        messages.error(request, problem.detail)
        return back_to(request, "review-contradictions")
    done = {
        "fact": "The line says now what the fact says.",
        "document": "The new value waits in Review, where you accept it, or edit it first.",
    }
    messages.success(request, done.get(keep, "Both stay."))
    return back_to(request, "review-contradictions")


def _documents(request: HttpRequest) -> list[tuple[DocumentContradiction, str]]:
    """Lines of documents that a fact contradicts, each with the fact's value."""
    rows, store = document_contradictions(actor=actor_of(request)), store_chosen(request)
    rows = rows if store is None else rows.filter(document__store=store)
    return [(row, record_words(row.fact)[:EXCERPT]) for row in rows[:SHOWN]]


@require_POST
@owner_page
def decide(request: HttpRequest, number: int) -> HttpResponse:
    """Keep one of two, or both."""
    keep = request.POST.get("keep", "")
    try:
        row = contradiction_decide(
            actor=actor_of(request), number=number, keep=keep, reason=request.POST.get("reason", "").strip()
        )
    except Problem as problem:
        messages.error(request, problem.detail)
        return back_to(request, "review-contradictions")
    done = "Both stay." if keep == "both" else "One stays; the other is forgotten and can be restored."
    if keep == "second" and row.cause == Contradiction.Cause.TOLD_OTHERWISE:
        done = "The new value waits in Review, where you accept it, or edit it first."
    messages.success(request, done)
    return back_to(request, "review-contradictions")
