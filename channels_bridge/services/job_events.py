"""The story of a job, one row a step, and the shape in which the outside gets it."""

from typing import Any, TypedDict

from channels_bridge.models import Job, JobEvent
from channels_bridge.services.job_paces import Paces, pace_numbers


class JobMessage(TypedDict):
    """One step as sent to browsers and bots. `state`, `done`, `total` and `message` are those of that moment.

    `rate` is in items per second, `seconds_left` what is left at that rate, `pace` both in words; None and empty where
    nothing can be told.
    """

    job: str
    id: int
    kind: str
    at: str
    data: dict[str, Any]
    state: str
    done: int
    total: int | None
    message: str
    title: str
    rate: float | None
    seconds_left: float | None
    pace: str


def event_add(job: Job, kind: str, data: dict[str, Any] | None = None) -> JobEvent:
    """Append a step with the present state of the job. Call it in the transaction that changes the job."""
    return JobEvent.objects.create(
        job=job,
        kind=kind,
        state=job.state,
        done=job.done,
        total=job.total,
        message=job.message,
        data=data or {},
    )


def event_message(event: JobEvent, paces: Paces) -> JobMessage:
    """Return a step as sent to the outside; `event.job` should be selected with it.

    Steps are given in their order, with the same `paces` for all that one reader reads.
    """
    pace = paces.after(event)
    rate, seconds_left = pace_numbers(pace)
    return {
        "job": str(event.job.uid),
        "id": event.pk,
        "kind": event.kind,
        "at": event.at.isoformat(),
        "data": event.data,
        "state": event.state,
        "done": event.done,
        "total": event.total,
        "message": event.message,
        "title": event.job.title,
        "rate": rate,
        "seconds_left": seconds_left,
        "pace": pace.words if pace else "",
    }
