"""Searching documents and history by words, in every script, through the same analyser as records."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final
from uuid import UUID

from django.db import transaction

from channels_bridge.actors import Actor, Permission
from kirocrew.base.analysis import analyse, query_terms
from kirocrew.base.text import cut
from memory.models import FILE, Document, DocumentKind, HistoryEntry, Store
from memory.recall.document_index import HISTORY, Found, rows_clear, rows_find, rows_write

KINDS: Final = (*DocumentKind.values, FILE, HISTORY)
SNIPPET: Final = 1_000  # characters
MOST: Final = 100
READ_AT_ONCE: Final = 500  # entries


@dataclass(frozen=True, slots=True)
class DocumentHit:
    """A document or an entry that holds words of the question, with the lines that hold most of them.

    `line` is the number of the snippet's first line in a document; `day` is an entry's. A higher score is better.
    """

    id: UUID
    kind: str
    store: str
    project: str
    snippet: str
    score: float
    source: str
    revision: int | None = None
    line: int | None = None
    day: date | None = None
    conversation: str = ""
    path: str = ""


def documents_search(
    *,
    actor: Actor,
    query: str,
    stores: Sequence[Store],
    kinds: Collection[str] = KINDS,
    project: str | None = None,
    limit: int = 10,
) -> list[DocumentHit]:
    """Documents and entries that hold any word of the question, best first. Raises Forbidden.

    The stores are those the actor may see; a bot bound to a project finds that project's and those of none.
    """
    actor.require(Permission.MEMORY_READ)
    terms = query_terms(query)
    if actor.project:
        project = actor.project if project in (None, actor.project) else ""
    visible = Store.objects.visible_to(actor).filter(pk__in=[store.pk for store in stores])
    found = rows_find(
        terms,
        stores=visible.values_list("pk", flat=True),
        kinds=[kind for kind in KINDS if kind in kinds],
        project=project,
        limit=min(limit, MOST),
    )
    documents = Document.objects.visible_to(actor).select_related("store").in_bulk(_keys(found, documents=True))
    entries = HistoryEntry.objects.visible_to(actor).kept().select_related("store")
    entries_by_key = entries.in_bulk(_keys(found, documents=False))
    hits = []
    for row in found:
        item = (documents if row.is_document else entries_by_key).get(row.pk)
        if item is not None:
            hits.append(_hit(item, set(terms), row.score))
    return hits


def documents_index_rebuild() -> int:
    """Make the index of documents and history anew from their texts, in one transaction; returns how many it holds."""
    with transaction.atomic():
        rows_clear()
        documents = list(Document.objects.all())
        rows_write(documents)
        after, made = 0, len(documents)
        while page := list(HistoryEntry.objects.kept().filter(pk__gt=after).order_by("pk")[:READ_AT_ONCE]):
            rows_write(page)
            after, made = page[-1].pk, made + len(page)
    return made


def _keys(found: Sequence[Found], *, documents: bool) -> list[int]:
    return [row.pk for row in found if row.is_document is documents]


def _hit(item: Document | HistoryEntry, terms: set[str], score: float) -> DocumentHit:
    if isinstance(item, HistoryEntry):
        return DocumentHit(
            item.uid,
            HISTORY,
            item.store.slug,
            item.project,
            cut(item.text, SNIPPET),
            score,
            item.source,
            day=item.day,
            conversation=item.conversation,
        )
    line, snippet = best_lines(item.text, terms)
    return DocumentHit(
        item.uid,
        item.kind,
        item.store.slug,
        item.project,
        snippet,
        score,
        item.source,
        revision=item.revision,
        line=line,
        path=item.path,
    )


def best_lines(text: str, terms: set[str]) -> tuple[int, str]:
    """The line of a text that holds most of the terms (numbered from 1), with what follows it up to SNIPPET."""
    lines = text.splitlines() or [""]
    best = max(range(len(lines)), key=lambda number: (len(terms & set(analyse(lines[number]))), -number))
    return best + 1, cut("\n".join(lines[best:]), SNIPPET)
