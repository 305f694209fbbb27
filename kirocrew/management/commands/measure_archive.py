"""`manage.py measure_archive`: seconds and memory of an archive of many records, out and in."""

import shutil
import tempfile
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kirocrew.archive.measuring import archive_measure, home_fill
from memory.management.console import write_json

RECORDS = 200_000


class Command(BaseCommand):
    help = (
        "Fill a home of its own with records, write an archive, check it, restore it into another home, and say how "
        "long each took and the largest memory of its process; fails when the restored home's archive differs."
    )

    requires_system_checks = ()  # it measures in homes of its own, whatever the one that is set is like

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--records", type=int, default=RECORDS, help=f"how many (default {RECORDS:,})")
        parser.add_argument("--encrypt", action="store_true", help="lock the archive with a passphrase")
        parser.add_argument("--folder", type=Path, default=None, help="where there is room (default: the system's own)")
        parser.add_argument("--json", action="store_true", help="write one JSON document")
        parser.add_argument("--fill", type=int, default=0, help="only fill the home that is set with so many records")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["fill"]:
            home_fill(options["fill"])
            return
        work = Path(tempfile.mkdtemp(prefix="kirocrew-archive-", dir=options["folder"]))
        try:
            steps = archive_measure(
                records=options["records"],
                folder=work,
                locked=options["encrypt"],
                report=(lambda _: None) if options["json"] else self.stdout.write,
            )
        except RuntimeError as error:
            raise CommandError(str(error)) from error
        finally:
            shutil.rmtree(work, ignore_errors=True)
        if options["json"]:
            write_json(self, [step.as_json() for step in steps])
