"""The history of days: what happened, in a few sentences each, under the day of the owner's calendar.

An entry is never rewritten. The owner can remove one, which takes its text away for good.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import Count, QuerySet
from django.utils import timezone

from channels_bridge.actors import Actor, Permission
from hooks.services import snippet
from kirocrew.base.clock import dated, now
from kirocrew.base.problems import Forbidden, NotFound
from memory.gate.fingerprints import text_hash
from memory.gate.outcomes import AUDITED_CODES, SECURITY_CODES, Refusal
from memory.models import Event, HistoryEntry, Store
from memory.recall import document_index
from memory.services.conversation_modes import NOTHING_KEPT, keeps_nothing
from memory.services.document_gate import EVENT_KIND, entry_judge, labels_refusal
from memory.services.journal import events_write, reason_text, refusal_event
from memory.services.mirror_requests import mirror_request
from memory.services.preparing import instant_refusal, label_of, secret_event
from memory.services.refused import Refused
from memory.services.settings import setting

NOON: Final = time(12)
CITATIONS_MAX: Final = 200
PRUNED_AT_ONCE: Final = 500  # rows in one transaction


@dataclass(frozen=True, slots=True)
class Citation:
    """What an entry rests on: a turn, by its position in a conversation (none named: the entry's own), or a record."""

    position: int | None = None
    conversation: str = ""
    record: UUID | None = None

    def as_json(self) -> dict[str, Any]:
        record = str(self.record) if self.record else None
        parts = {"position": self.position, "conversation": self.conversation, "record": record}
        return {name: value for name, value in parts.items() if value not in (None, "")}


@dataclass(frozen=True, slots=True)
class Day:
    """A day that has entries, and how many."""

    day: date
    entries: int


def owner_day(moment: datetime) -> date:
    """The day of an instant in the owner's calendar, whose zone is KIROCREW_TIME_ZONE."""
    return dated(moment).astimezone(timezone.get_default_timezone()).date()


def owner_instant(day: date, at: time) -> datetime:
    """The instant of a time of that day in the owner's zone."""
    return datetime.combine(day, at, tzinfo=timezone.get_default_timezone())


def history_visible_to(actor: Actor) -> QuerySet[HistoryEntry]:
    """The entries an actor may read. Raises Forbidden when it may not read memory at all."""
    actor.require(Permission.MEMORY_READ)
    return HistoryEntry.objects.visible_to(actor).kept().select_related("store")


def history_append(  # noqa: PLR0913  (the columns of an entry)
    *,
    actor: Actor,
    store: Store,
    entry: str,
    at: datetime,
    conversation: str = "",
    source_ref: str = "",
    project: str = "",
    citations: Sequence[Citation] = (),
) -> HistoryEntry | Refusal:
    """Append an entry to the day of `at` (aware) in the owner's zone, in the caller's transaction or one of its own.

    What says the same on the same day in the same conversation and project is there already and is returned. A refusal
    is audited: `placeholder_text` from machines, `suspicious_text`, `refused_value`, and those of every text. Raises
    Forbidden.
    """
    actor.require(Permission.MEMORY_WRITE)
    labels = {"conversation": label_of(conversation)[:200], "source_ref": label_of(source_ref)[:1024]}
    labels["project"] = actor.project or label_of(project)
    if keeps_nothing(actor, [conversation, *(citation.conversation for citation in citations)]):
        return NOTHING_KEPT
    refused = Refused(store)
    passed = (
        instant_refusal("at", at)
        or labels_refusal(labels, actor=actor)
        or entry_judge(entry, actor=actor, store=store, refused=refused)
    )
    with transaction.atomic():
        refused.count()
        if isinstance(passed, Refusal):
            events_write(_refusal_events(passed, entry, actor=actor, store=store))
            return passed
        text, place = str(passed.value), (labels["conversation"], labels["project"])
        if (there := entry_twin(store=store, at=at, text=text, conversation=place[0], project=place[1])) is not None:
            return there
        kept = [citation.as_json() for citation in citations[:CITATIONS_MAX]]
        row = HistoryEntry(store=store, at=at, text=text, citations=kept, **labels)
        entry_add(actor=actor, entry=row)
        secret = secret_event(passed, actor=actor, store=store, kind=EVENT_KIND, key=document_index.HISTORY)
        events_write([secret] if secret else [])
    return row


def entry_twin(*, store: Store, at: datetime, text: str, conversation: str, project: str) -> HistoryEntry | None:
    """The entry that says the same on the same day in the same conversation and project, if any."""
    rows = HistoryEntry.objects.kept().filter(store=store, day=owner_day(at), text_hash=text_hash(text))
    return rows.filter(conversation=conversation, project=project).first()


def entry_add(*, actor: Actor, entry: HistoryEntry) -> None:
    """Store an entry whose text was let through, under the owner's day of its instant, inside a transaction."""
    entry.day, entry.zone = owner_day(entry.at), timezone.get_default_timezone_name()
    entry.text_hash, entry.source = text_hash(entry.text), actor.source
    entry.save(force_insert=True)
    document_index.rows_write([entry])
    transaction.on_commit(mirror_request)
    events_write([_event("history_appended", entry, actor, new_value=snippet(entry.text))])


def history_get(*, actor: Actor, uid: UUID) -> HistoryEntry:
    """The entry. Raises NotFound for one that is not there, was removed, or is not for this actor."""
    found = history_visible_to(actor).filter(uid=uid).first()
    if found is None:
        raise NotFound("There is no such entry for you.", type="unknown-entry")
    return found


def history_remove(*, actor: Actor, uid: UUID, reason: str = "") -> None:
    """Take an entry's text away for good; that there was one stays. Owner only. Raises NotFound, Forbidden."""
    entry = history_get(actor=actor, uid=uid)
    if not actor.is_owner:
        raise Forbidden("Only the owner removes entries of the history.", type="owner-only")
    with transaction.atomic():
        entry_empty(entry, actor=actor, reason=reason)
        events_write([_event("history_removed", entry, actor, detail=reason_text(reason))])


def entry_empty(entry: HistoryEntry, *, actor: Actor, reason: str) -> None:
    """Take an entry's text and what it rests on away, inside a transaction."""
    entry.text, entry.text_hash, entry.citations = "", "", []
    entry.removed_at, entry.removed_by, entry.removed_why = now(), actor.source, reason_text(reason)
    entry.save(update_fields=["text", "text_hash", "citations", "removed_at", "removed_by", "removed_why"])
    document_index.rows_remove([entry])
    transaction.on_commit(mirror_request)


def history_days(*, actor: Actor, store: Store) -> list[Day]:
    """The days that have entries, newest first, with how many."""
    rows = history_visible_to(actor).filter(store=store).order_by("-day").values("day").annotate(entries=Count("id"))
    return [Day(row["day"], row["entries"]) for row in rows]


def history_of_day(*, actor: Actor, store: Store, day: date) -> list[HistoryEntry]:
    """The entries of a day, in their order."""
    return list(history_visible_to(actor).filter(store=store, day=day).order_by("at", "id"))


def history_prune(*, actor: Actor, today: date | None = None) -> int:
    """Delete the entries of days that are `history_max_days` old or older, and were written down so long ago.

    Returns how many went. Raises Forbidden.
    """
    actor.require(Permission.ADMIN)
    rows = _served(today)
    removed = 0
    while batch := list(rows.order_by("id")[:PRUNED_AT_ONCE]):
        with transaction.atomic():
            document_index.rows_remove(batch)
            removed += HistoryEntry.objects.filter(pk__in=[row.pk for row in batch]).delete()[0]
    if removed:
        events_write([Event(code="history_pruned", source=actor.source, detail=f"{removed} entries")])
    return removed


def history_prunable(*, actor: Actor, today: date | None = None) -> int:
    """How many entries a prune would delete. Raises Forbidden."""
    actor.require(Permission.ADMIN)
    return _served(today).count()


def _served(today: date | None) -> QuerySet[HistoryEntry]:
    """Entries of days that are old enough, if they were also written down that long ago.

    What is read today in a conversation of two years ago would else be gone tomorrow.
    """
    oldest = (today or owner_day(now())) - timedelta(days=int(setting("history_max_days")))
    return HistoryEntry.objects.filter(day__lte=oldest, recorded_at__lt=owner_instant(oldest + timedelta(1), time.min))


def _event(code: str, entry: HistoryEntry, actor: Actor, *, new_value: str = "", detail: str = "") -> Event:
    return Event(
        code=code,
        kind=EVENT_KIND,
        store=entry.store,
        key=entry.day.isoformat(),
        new_value=new_value,
        source=actor.source,
        detail=detail,
    )


def _refusal_events(refusal: Refusal, text: str, *, actor: Actor, store: Store) -> list[Event]:
    if refusal.code not in AUDITED_CODES:
        return []
    security = refusal.code in SECURITY_CODES
    key = document_index.HISTORY
    return [
        refusal_event(
            actor=actor, store=store, kind=EVENT_KIND, code=refusal.code, key=key, text=text, security=security
        )
    ]
