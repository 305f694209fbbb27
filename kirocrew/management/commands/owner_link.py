"""`kirocrew owner-link`: another one-time sign-in link."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kirocrew.db.presence import database_missing
from kirocrew.owner import LinkError, link_make


class Command(BaseCommand):
    help = "Print a link that signs the owner in once, within 15 minutes; only while no owner has a password."

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """With the name people type in its usage line."""
        return super().create_parser(prog_name, subcommand.replace("_", "-"), **kwargs)

    def handle(self, *args: Any, **options: Any) -> None:
        if missing := database_missing():
            raise CommandError(missing)
        try:
            link = link_make()
        except LinkError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(link.url)
        self.stderr.write(f"Works once, within {link.seconds / 60:.0f} minutes. Earlier links don't work any more.")
