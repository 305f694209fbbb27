"""`kirocrew worker`: the background worker alone."""

from typing import Any

from django.core.management.base import BaseCommand
from django_q.cluster import Cluster
from django_q.tasks import async_task

from kirocrew.supervisor.parent import stop_with_parent


class Command(BaseCommand):
    help = "Run the background worker alone; `kirocrew web` runs the other half."

    def handle(self, *args: Any, **options: Any) -> None:
        # The first sign of life, without waiting for the scheduler's first look half a minute from now. It
        # goes through the queue, so that it is a worker that gives it.
        async_task("channels_bridge.tasks.beat")
        # Jobs of a worker that was killed go on now, without waiting for the scheduler either.
        async_task("channels_bridge.tasks.reap_jobs")
        Cluster().start()
        stop_with_parent()  # after the fork: the processes that were forked should not have the thread
