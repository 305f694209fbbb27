"""What of today holds over a database of an earlier day that is put back: keys, erased turns; and what waited then."""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django_q.models import OrmQ

from channels_bridge.models import Bot, Heartbeat, Job, JobState, Turn
from channels_bridge.services.job_events import event_add
from kirocrew.base.clock import now

NOT_THERE: Final = "not there any more when a backup was put back"
OF_THEN: Final = "It waited when the backup was made. Ask for it again if it is still wanted."
AT_ONCE: Final = 5_000  # turns; SQLite takes 32,766 parameters


def bots_carry(today: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Give each bot the key, permissions and end it has today, by its name; one that is not there today is revoked.

    Returns the names of the keys that open no door any more and did in the backup.
    """
    closed = []
    with transaction.atomic():
        for bot in Bot.objects.select_for_update():
            was_live = bot.is_live()
            gone = {"revoked_at": bot.revoked_at or now(), "revoked_reason": bot.revoked_reason or NOT_THERE}
            values = today.get(bot.name, gone)
            for name, value in values.items():
                setattr(bot, name, value)
            bot.save(update_fields=list(values))
            if was_live and not bot.is_live():
                closed.append(bot.name)
    return closed


def turns_erase_again(uids: Sequence[UUID]) -> int:
    """Take the words of turns away that are erased today. Returns how many had some."""
    number = 0
    for start in range(0, len(uids), AT_ONCE):
        there = Turn.objects.filter(uid__in=uids[start : start + AT_ONCE], erased_at__isnull=True)
        number += there.update(text="", tool_calls=[], erased_at=now())
    return number


def jobs_of_then_stop() -> int:
    """Stop what waited or ran when the backup was made, which nobody waits for by now. Returns how many."""
    with transaction.atomic():
        OrmQ.objects.all().delete()
        Heartbeat.objects.all().delete()
        jobs = list(Job.objects.unfinished())
        for job in jobs:
            job.state, job.finished_at, job.cancel_requested, job.error = JobState.CANCELLED, now(), True, OF_THEN
            job.save(update_fields=("state", "finished_at", "cancel_requested", "error"))
            event_add(job, "cancelled", {"by": "restore"})
    return len(jobs)
