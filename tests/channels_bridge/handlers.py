"""Job handlers of the tests; also loaded by the worker processes that tests start."""

import time
from typing import Any

from django.db import OperationalError, transaction
from django_q.exceptions import TimeoutException

from channels_bridge.models import Heartbeat
from channels_bridge.services.jobs import JobRetryLater, JobRun, job_handler
from kirocrew.base.problems import Conflict

calls: list[dict[str, Any]] = []


@job_handler("test.count", title="Count")
def count(run: JobRun, *, to: int = 3, pause: float = 0.0) -> dict[str, Any]:
    """Counts from where the checkpoint says; the step and the checkpoint are one transaction."""
    for number in range(run.checkpoint.get("counted", 0), to):
        run.raise_if_cancelled()
        with transaction.atomic():
            Heartbeat.objects.create(name=f"counted {run.job.uid} {number}"[:60])
            run.checkpoint = {"counted": number + 1}
        run.progress(number + 1, to, f"第{number + 1}步")
        time.sleep(pause)
    return {"counted": to}


@job_handler("test.note", title="Note the call")
def note(run: JobRun, **args: Any) -> dict[str, Any]:
    calls.append({"args": args, "actor": run.actor, "job": run.job})
    return {"noted": True}


@job_handler("test.fail", title="Fail", max_attempts=2)
def fail(run: JobRun, *, how: str) -> dict[str, Any]:
    if how == "problem":
        raise Conflict("The file changed. Upload it again.")
    if how == "later":
        raise JobRetryLater("The model is loading.")
    if how == "in an hour":
        raise JobRetryLater("The line is down.", seconds=3600)
    if how == "busy":
        raise OperationalError("database is locked")
    if how == "overlong":
        run.checkpoint = {"half": True}
        raise TimeoutException("time is up")
    if how == "result":
        return {"when": object()}
    raise RuntimeError("password=hunter2")


@job_handler("test.sleep", title="Sleep")
def sleep(run: JobRun, *, seconds: float) -> dict[str, Any]:
    """One long step that tells no progress."""
    time.sleep(seconds)
    return {}
