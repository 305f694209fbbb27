"""The story of a job, one row a step, and the shape in which the outside gets it."""

from typing import Any, TypedDict

from channels_bridge.models import Job, JobEvent


class JobMessage(TypedDict):
    """One step as sent to browsers and bots. `state`, `done`, `total` and `message` are those of that moment."""

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


def event_message(event: JobEvent) -> JobMessage:
    """Return a step as sent to the outside; `event.job` should be selected with it."""
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
    }
