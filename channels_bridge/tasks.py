"""What the worker runs: jobs, repairs, signs of life. Thin; the services do the work."""

import logging
import os
import threading
from typing import Final

from django.db import OperationalError, connection

from channels_bridge.services.channel_buffers import entries_expire
from channels_bridge.services.channel_paces import paces_expire
from channels_bridge.services.heartbeats import BEAT_SECONDS, WORKER, heartbeat_touch
from channels_bridge.services.job_repairs import answers_prune, jobs_deliver_due, jobs_prune, jobs_reap
from channels_bridge.services.job_runs import JobLost, JobRun, job_claim, run_claimed
from channels_bridge.services.schedules import scheduled

logger = logging.getLogger(__name__)

HOUR: Final = 60  # minutes
DAY: Final = 24 * 60  # minutes


def run_job(job_uid: str) -> None:
    """Do a job, if it still waits. The queue delivers at least once; the claim makes it run once."""
    run = job_claim(job_uid)
    if run is None:
        return
    with _Beating(run):
        run_claimed(run)


@scheduled("jobs.reap", minutes=1)
def reap_jobs() -> None:
    """Take back the jobs of dead workers and deliver what is due."""
    jobs_reap()
    jobs_deliver_due()


@scheduled("worker.beat", minutes=1)
def beat() -> None:
    """Say that a worker lives."""
    heartbeat_touch(WORKER, {"pid": os.getpid()})


@scheduled("jobs.prune", minutes=DAY)
def prune() -> None:
    """Remove old jobs and expired answers."""
    jobs_prune()
    answers_prune()


@scheduled("channels.expire", minutes=HOUR)
def expire_channels() -> None:
    """Remove what was overheard a week ago, also where nobody speaks any more, and paces that say nothing."""
    entries_expire()
    paces_expire()


class _Beating:
    """Beats for a running job from a thread, since a handler may be busy in one long step.

    It also beats for the worker: when every worker is busy, none is left to run `beat`.
    """

    def __init__(self, run: JobRun) -> None:
        self._run = run
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._beat, name="job-heartbeat", daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _beat(self) -> None:
        try:
            while not self._stop.wait(BEAT_SECONDS):
                try:
                    self._run.heartbeat()
                    heartbeat_touch(WORKER, {"pid": os.getpid()})
                except OperationalError:
                    logger.warning("A heartbeat was late: the database is busy.")
        except JobLost:
            logger.warning("Job %s was taken over; its heartbeat stops.", self._run.job.uid)
        finally:
            connection.close()
