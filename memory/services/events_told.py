"""What audit entries and proposals tell whom: that something happened is told to all who see it, the words to fewer."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import F, Max, Q

from channels_bridge.actors import Actor
from memory.models import Event, Record, Revision, Status

OUT = (Status.FORGOTTEN, Status.ERASED)


def events_told(*, actor: Actor, events: Sequence[Event]) -> list[Event]:
    """The events, in memory, without the words that this actor may not read.

    What was forgotten, or went to another store, is the owner's alone to look at; one bound to a project reads nothing
    of what a record was in another one.
    """
    if actor.is_owner or actor.is_system:
        return list(events)
    uids = {event.record_uid for event in events if event.record_uid is not None}
    gone = _gone(uids)
    came = _came(actor, uids) if actor.project else {}
    for event in events:
        uid = event.record_uid
        if uid is not None and (uid in gone or (uid in came and event.at <= came[uid])):
            event.old_value = event.new_value = ""
    return list(events)


def proposals_told(*, actor: Actor, proposals: Sequence[Revision]) -> list[Revision]:
    """The proposals, in memory, without the states of records that this actor may not read.

    Whoever writes under a key that was forgotten asks for its return, and is not told what it said.
    """
    if actor.is_owner or actor.is_system:
        return list(proposals)
    gone, bound = _gone({proposal.record.uid for proposal in proposals}), ("", actor.project)
    for proposal in proposals:
        states = [state for state in (proposal.before, proposal.after) if state]
        outside = actor.project and any(state.get("project", "") not in bound for state in states)
        # What was never in memory has no state before, and is the caller's own words.
        if outside or (proposal.record.uid in gone and proposal.before is not None):
            proposal.before = proposal.after = None
    return list(proposals)


def _gone(uids: set[UUID]) -> set[UUID]:
    """Records that are out of memory, or in another store by now."""
    moved = Q(superseded_by__isnull=False) & ~Q(superseded_by__store=F("store"))
    return set(Record.objects.filter(Q(status__in=OUT) | moved, uid__in=uids).values_list("uid", flat=True))


def _came(actor: Actor, uids: set[UUID]) -> dict[UUID, datetime]:
    """When the records left the last project that is hidden from the actor."""
    outside = ~Q(before__project__in=("", actor.project))
    entries = Revision.objects.filter(outside, record__uid__in=uids, number__gt=0, before__isnull=False)
    return dict(entries.order_by().values_list("record__uid").annotate(at=Max("recorded_at")))
