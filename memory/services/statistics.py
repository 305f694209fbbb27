"""Counts for the overview and the API: what is there, what was refused, what waits."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Q

from channels_bridge.actors import Actor, Permission
from kirocrew.base.clock import now
from memory.models import EmbeddingFailure, Event, Kind, Record, Space, Status, Store
from memory.models.audit import EventQuerySet
from memory.services.proposals import proposals_pending
from memory.services.spaces import state_now


def stores_of(actor: Actor, store: Store | None) -> list[int]:
    """Primary keys of the stores a statistic is about: the one given, or all the actor sees."""
    if store is not None:
        return [store.pk]
    return list(Store.objects.visible_to(actor).values_list("pk", flat=True))


def counts(*, actor: Actor, store: Store | None = None) -> dict[str, Any]:
    """Records by kind and status, and the backlog of proposals with the age of its oldest in seconds."""
    actor.require(Permission.MEMORY_READ)
    stores = stores_of(actor, store)
    seen = Record.objects.visible_to(actor).filter(store__in=stores)
    rows = seen.values_list("kind", "status").annotate(n=Count("id")).order_by()
    by_kind: dict[str, dict[str, int]] = {kind: dict.fromkeys(Status.values, 0) for kind in Kind.values}
    for kind, status, number in rows:
        by_kind[kind][status] = number
    waiting = proposals_pending().filter(record__in=seen)
    oldest = waiting.values_list("recorded_at", flat=True).first()
    return {
        "records": by_kind,
        "backlog": {"count": waiting.count(), "oldest_seconds": _age(oldest)},
        "rejections": rejections(actor=actor, store=store),
        "embeddings": embedding_status(actor=actor, store=store),
    }


def rejections(*, actor: Actor, store: Store | None = None, days: int = 30) -> dict[str, int]:
    """Refusals by code within the last days."""
    since = now() - timedelta(days=days)
    rows = (
        _events(actor, store)
        .filter(is_refusal=True, at__gte=since)
        .values_list("code")
        .annotate(n=Count("id"))
        .order_by("code")
    )
    return dict(rows)


def embedding_status(*, actor: Actor, store: Store | None = None) -> dict[str, Any]:
    """Per kind: active records, those with a vector in the current space, those waiting and those that failed."""
    actor.require(Permission.MEMORY_READ)
    stores = stores_of(actor, store)
    space = Space.objects.filter(state=Space.State.CURRENT).first()
    active = Record.objects.visible_to(actor).filter(store__in=stores, status=Status.ACTIVE)
    totals = dict(active.values_list("kind").annotate(n=Count("id")))
    done: dict[str, int] = {}
    failed: dict[str, int] = {}
    if space is not None:
        embedded = Q(embeddings__space=space, embeddings__chunk=0)
        done = dict(active.filter(embedded).values_list("kind").annotate(n=Count("id")))
        failures = EmbeddingFailure.objects.filter(space=space, record__in=active)
        failed = dict(failures.values_list("record__kind").annotate(n=Count("id")))
    kinds = {
        kind: {
            "total": totals.get(kind, 0),
            "embedded": done.get(kind, 0),
            "waiting": totals.get(kind, 0) - done.get(kind, 0) - failed.get(kind, 0),
            "failed": failed.get(kind, 0),
        }
        for kind in Kind.values
    }
    model = state_now()
    return {
        "space": str(space) if space else None,
        "model": {"status": model.status, "reason": model.reason},
        "kinds": kinds,
    }


def _events(actor: Actor, store: Store | None) -> EventQuerySet:
    events = Event.objects.visible_to(actor)
    return events.filter(store=store) if store is not None else events


def _age(moment: datetime | None) -> int | None:
    return int((now() - moment).total_seconds()) if moment is not None else None
