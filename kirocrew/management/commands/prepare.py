"""`kirocrew prepare`: what `up` does before it starts anything, for those who run web and worker as
services.
"""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from kirocrew.management.commands.up import check_settings
from kirocrew.owner import owner_ensure
from kirocrew.supervisor import HomeLock, UpError, prepare_database


class Command(BaseCommand):
    help = "Make the home, back up and migrate the database, and sync the schedules; start nothing."
    requires_system_checks = ()  # run below, with an exit code of their own

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"home: {settings.KIROCREW_HOME}")
        try:
            with HomeLock(settings.KIROCREW_HOME):
                check_settings(self)
                prepare_database(report=self.stdout.write)
                owner_ensure()
        except UpError as error:
            raise CommandError(str(error), returncode=error.exit_code) from error
