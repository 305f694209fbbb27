"""`kirocrew backup`: a checked copy of the database while the server runs."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kirocrew.backup.kinds import KEEP
from kirocrew.backup.making import BackupError, backup_make
from kirocrew.db.presence import database_missing


class Command(BaseCommand):
    help = "Copy the database while it is in use, check the copy, and keep the newest ones."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("-o", "--output", type=Path, help="file to write; by default one in the home's backups")
        parser.add_argument(
            "--keep", type=int, default=KEEP, help=f"how many stay in the home's backups (default {KEEP})"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["keep"] < 1:
            raise CommandError("--keep must be at least 1.")
        if missing := database_missing():
            raise CommandError(missing)
        output = options["output"]
        try:
            backup = backup_make(target=output.expanduser().absolute() if output else None, keep=options["keep"])
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{backup.path} ({backup.size / 1e6:.1f} MB, checked, {backup.seconds:.1f} s)")
        tables = backup.counts.tables
        records, revisions = tables.get("memory_record", 0), tables.get("memory_revision", 0)
        rows = f"{sum(tables.values()):,} rows of {len(tables)} tables"
        self.stdout.write(f"counted {records:,} records and {revisions:,} revisions among {rows}")
