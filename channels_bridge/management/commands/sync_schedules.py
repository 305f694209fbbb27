"""Write the schedules of all apps into the scheduler's table."""

from typing import Any

from django.core.management.base import BaseCommand

from channels_bridge.services.schedules import schedules_sync


class Command(BaseCommand):
    help = "Write the schedules of all apps into the scheduler's table. Running it again changes nothing."

    def handle(self, *_: Any, **__: Any) -> None:
        report = schedules_sync()
        self.stdout.write(
            f"Schedules: {report.created} new, {report.changed} changed, {report.removed} removed, "
            f"{report.unchanged} as they should be."
        )
