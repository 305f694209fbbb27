"""Lists of facts, lessons and episodes, and the page of one record."""

import json
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.contrib import messages
from django.db.models import Exists, OuterRef, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from channels_bridge.actors import OWNER_SOURCE
from channels_bridge.admin.filters import chosen, filter_links
from channels_bridge.admin.pages import owner_page, page
from channels_bridge.admin.paging import in_order, key_page
from channels_bridge.api.authentication import actor_of
from kirocrew.base.clock import now
from memory.admin.axes import DRAWN, axes_of
from memory.admin.choosing import store_chosen
from memory.admin.showing import LONG, record_words, revision_views
from memory.admin.windows import window_bar
from memory.gate.outcomes import Outcome
from memory.models import Category, Embedding, EmbeddingFailure, Kind, Record, Space, Status
from memory.models.records import RecordQuerySet
from memory.services.evidence import derived_from, evidence_of
from memory.services.records import record_forget, record_history, record_restore
from memory.services.timeline import Then, timeline_of

STATUSES: Final = {"active": "active", "any": "any"} | {
    status.value: status.label.lower() for status in Status if status != Status.ACTIVE
}
SOURCES: Final = {"": "any", "you": "you", "bots": "bots", "imports": "imports"}
SOURCE_CONDITIONS: Final = {
    "you": Q(source=OWNER_SOURCE),
    "bots": Q(source__startswith="bot:"),
    "imports": Q(source__startswith="import:"),
}
WINDOWS: Final = {"": "any", "now": "in force", "later": "not yet", "over": "over"}
CATEGORIES: Final = {"": "any"} | {item.value: item.label.lower() for item in Category}
AGES: Final = {"": "any", "day": "a day", "week": "a week", "month": "a month"}
WITHIN: Final = {"day": timedelta(days=1), "week": timedelta(days=7), "month": timedelta(days=30)}
VECTORS: Final = {"": "any", "waiting": "waiting", "failed": "failed"}
LINKS_SHOWN: Final = 50  # sources, and records that came out of one
EXCERPT: Final = 400  # characters of a value in a list, of which two lines are seen


def records(request: HttpRequest, kind: Kind) -> HttpResponse:
    """One tab of memory, newest first, by the filters of the address."""
    actor, store = actor_of(request), store_chosen(request)
    rows: RecordQuerySet = Record.objects.visible_to(actor)
    rows = rows.filter(kind=kind) if store is None else rows.filter(kind=kind, store=store)
    picked = {
        "status": chosen(request, "status", STATUSES, "active"),
        "source": chosen(request, "source", SOURCES),
        "window": chosen(request, "window", WINDOWS),
        "age": chosen(request, "age", AGES),
        "vector": chosen(request, "vector", VECTORS),
        "category": chosen(request, "category", CATEGORIES) if kind == Kind.LESSON else "",
        "tag": request.GET.get("tag", "").strip() if kind == Kind.EPISODE else "",
        "project": request.GET.get("project", "").strip(),
    }
    query = request.GET.get("q", "").strip()
    rows = _narrowed(rows, picked, query, kind)
    statuses = Status.values if picked["status"] == "any" else [picked["status"]]
    found = key_page([rows.filter(status=status) for status in statuses], request.GET)
    shown = in_order(Record.objects.with_content(), found.ids)
    return page(
        request,
        "memory/records.html",
        title="Memory",
        kind=kind,
        tabs=memory_tabs(),
        filters=_filters(picked, kind),
        filtered=bool(query) or any(value not in ("", "active") for value in picked.values()),
        rows=[(record, record_words(record)[:EXCERPT]) for record in shown],
        pages=found,
        words=query,
    )


@require_safe
@owner_page
def facts(request: HttpRequest) -> HttpResponse:
    return records(request, Kind.FACT)


@require_safe
@owner_page
def lessons(request: HttpRequest) -> HttpResponse:
    return records(request, Kind.LESSON)


@require_safe
@owner_page
def episodes(request: HttpRequest) -> HttpResponse:
    return records(request, Kind.EPISODE)


@require_safe
@owner_page
def record(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Everything about one record: value, trust, scope, window, revisions, events."""
    before = request.GET.get("before", "")
    history = record_history(
        actor=actor_of(request), uid=uid, before=int(before) if before.isascii() and before.isdigit() else None
    )
    row = history.record
    return page(
        request,
        "memory/record.html",
        title=row.key or f"{row.get_kind_display()} {str(row.uid)[-8:]}",
        record=row,
        content=row.content,
        text="" if row.status == Status.ERASED else record_words(row),
        long=len(record_words(row)) > LONG,
        rests_on=evidence_of(row)[:LINKS_SHOWN],
        derived=derived_from(row)[:LINKS_SHOWN],
        bar=window_bar(row),
        revisions=revision_views(history.revisions),
        older=history.older,
        is_first=not before,
        events=history.events,
        taken_by=row.superseded_by,
        vectors=_vector_words(row),
        axes=axes_of(_story(request, row)) if not before else None,
    )


@require_POST
@owner_page
def forget(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Forget a record, with the owner's reason; `for_good` also refuses its value from now on."""
    outcome = record_forget(
        actor=actor_of(request),
        uid=uid,
        reason=request.POST.get("reason", "").strip(),
        for_good="for_good" in request.POST,
    )
    done = "Forgotten. It is not recalled any more; its history stays, and Restore brings it back."
    if "for_good" in request.POST:
        done = "Forgotten, and its value is refused from now on, whoever writes it."
    return _back(request, uid, outcome, done)


@require_POST
@owner_page
def restore(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Bring a forgotten record back."""
    outcome = record_restore(actor=actor_of(request), uid=uid, reason=request.POST.get("reason", "").strip())
    return _back(request, uid, outcome, "Restored. It is recalled again.")


def _back(request: HttpRequest, uid: UUID, outcome: Outcome, done: str) -> HttpResponse:
    if outcome.refusal:
        messages.error(request, f"Refused ({outcome.refusal.code}): {outcome.refusal.message}")
    else:
        messages.success(request, done)
    return redirect("admin:memory-record", uid=uid)


def _narrowed(rows: RecordQuerySet, picked: dict[str, str], query: str, kind: Kind) -> RecordQuerySet:
    if picked["source"]:
        rows = rows.filter(SOURCE_CONDITIONS[picked["source"]])
    if picked["window"]:
        rows = rows.filter(_window(picked["window"]))
    if picked["age"]:
        rows = rows.filter(updated_at__gte=now() - WITHIN[picked["age"]])
    if picked["project"]:
        rows = rows.filter(project=picked["project"])
    if picked["tag"]:  # as it stands in the list that is stored, quotes included
        rows = rows.filter(episode__tags__icontains=json.dumps(picked["tag"], ensure_ascii=False))
    if picked["vector"]:
        rows = _without_vector(rows, picked["vector"])
    if picked["category"]:
        rows = rows.filter(lesson__category=picked["category"])
    if query:
        rows = rows.filter(_words(kind, query))
    return rows


def _words(kind: Kind, query: str) -> Q:
    """Where the words stand literally; the search field on top is the one that ranks."""
    if kind == Kind.FACT:
        return Q(key__startswith=query.lower()) | Q(fact__value__icontains=query)
    if kind == Kind.LESSON:
        return Q(lesson__rule__icontains=query) | Q(lesson__negative__icontains=query)
    return Q(episode__text__icontains=query)


def _window(name: str) -> Q:
    moment = now()
    if name == "later":
        return Q(valid_from__gt=moment)
    if name == "over":
        return Q(valid_until__lte=moment)
    begun = Q(valid_from__isnull=True) | Q(valid_from__lte=moment)
    return begun & (Q(valid_until__isnull=True) | Q(valid_until__gt=moment))


def _without_vector(rows: RecordQuerySet, name: str) -> RecordQuerySet:
    current = Space.objects.filter(state=Space.State.CURRENT).first()
    failed = Exists(EmbeddingFailure.objects.filter(record=OuterRef("pk"), space=current))
    if name == "failed":
        return rows.filter(failed)
    return rows.filter(~failed, ~Exists(Embedding.objects.filter(record=OuterRef("pk"), space=current, chunk=0)))


def memory_tabs() -> list[tuple[str, str, str]]:
    """The tabs of memory: what each shows, its page and its name."""
    return [
        (Kind.FACT, "memory", "Facts"),
        (Kind.LESSON, "memory-lessons", "Lessons"),
        (Kind.EPISODE, "memory-episodes", "Episodes"),
        ("documents", "memory-documents", "Documents"),
        ("history", "memory-history", "History"),
    ]


def _filters(picked: dict[str, str], kind: Kind) -> list[Any]:
    shown = [
        filter_links("status", "Status", STATUSES, picked["status"]),
        filter_links("source", "Written by", SOURCES, picked["source"]),
        filter_links("window", "Window", WINDOWS, picked["window"]),
        filter_links("age", "Changed within", AGES, picked["age"]),
    ]
    if kind == Kind.LESSON:
        shown.append(filter_links("category", "About", CATEGORIES, picked["category"]))
    # Chosen at a row that has them: nobody knows all tags by heart, and all of them would fill the page.
    for name, label in (("project", "Project"), ("tag", "Tag")):
        if value := picked[name]:
            shown.append(filter_links(name, label, {"": "any", value: value}, value))
    if picked["vector"]:
        shown.append(filter_links("vector", "Embedding", VECTORS, picked["vector"]))
    return shown


def _story(request: HttpRequest, row: Record) -> list[Then]:
    """What was believed of the record; of an erased one nothing is told."""
    if row.status == Status.ERASED:
        return []
    return timeline_of(actor=actor_of(request), uid=row.uid, latest=DRAWN)


def _vector_words(row: Record) -> str:
    """Whether the record can be found by meaning."""
    if row.status != Status.ACTIVE:
        return "not searched"
    current = Space.objects.filter(state=Space.State.CURRENT).first()
    if current is None:
        return "by words only; no model has embedded it"
    if row.embeddings.filter(space=current).exists():
        return f"by words and by meaning ({current.model})"
    failure = row.embedding_failures.filter(space=current).first()
    return f"by words only; embedding failed: {failure.error}" if failure else "by words; its embedding waits"
