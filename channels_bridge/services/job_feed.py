"""What a watcher of jobs gets to see, in order: the story so far, then what is new."""

from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db.models import Min, Q

from channels_bridge.actors import Actor
from channels_bridge.models import JobEvent
from channels_bridge.models.jobs import FINISHED
from channels_bridge.services.job_events import JobMessage, event_message
from channels_bridge.services.job_paces import Paces
from channels_bridge.services.jobs import jobs_visible_to
from kirocrew.base.clock import now

STORY_OF_ENDED: Final = timedelta(days=1)
"""Whoever watches all jobs is told the story of those that ended in this time, and of all that have not."""
READ_AT_ONCE: Final = 200


def feed_start(*, actor: Actor, uid: UUID | None) -> int | None:
    """Return the event id after which the story begins; None for a job the actor may not see."""
    jobs = jobs_visible_to(actor)
    if uid is not None:
        return 0 if jobs.filter(uid=uid).exists() else None
    recent = ~Q(state__in=FINISHED) | Q(finished_at__gte=now() - STORY_OF_ENDED)
    first = JobEvent.objects.filter(job__in=jobs.filter(recent)).aggregate(first=Min("id"))["first"]
    return 0 if first is None else first - 1


def feed_read(
    *, actor: Actor, uid: UUID | None, after: int, paces: Paces, limit: int = READ_AT_ONCE
) -> list[JobMessage]:
    """Return the next steps after an event id, oldest first, of one job or of all the actor may see.

    A reader gives the same `paces` each time it reads on.
    """
    events = JobEvent.objects.filter(pk__gt=after).select_related("job").order_by("pk")
    if not (actor.is_owner or actor.is_system):
        events = events.filter(job__in=jobs_visible_to(actor))
    if uid is not None:
        events = events.filter(job__uid=uid)
    return [event_message(event, paces) for event in events[:limit]]
