"""``manage.py measure_scripts [FILE...]``: precision and recall of the policy of scripts."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from hooks.services.measure import BadRow
from skills.measuring.scripts import measure_scripts, own_files


class Command(BaseCommand):
    help = "Judge labelled Python scripts (id, label good or bad, source) by the policy of learned skills' scripts."
    requires_system_checks = ()  # reads files only

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="default: those of the project")
        parser.add_argument("--json", action="store_true", help="print the report as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            reports = [measure_scripts(path) for path in options["files"] or own_files()]
        except (BadRow, OSError) as error:
            raise CommandError(str(error)) from error
        if options["json"]:
            self.stdout.write(json.dumps([report.as_dict() for report in reports], indent=2))
            return
        for report in reports:
            self.stdout.write(f"{report.name}\n  precision {report.precision}\n  recall    {report.recall}")
            for name, found in report.wrong:
                self.stdout.write(f"  {name}: {'; '.join(one.message for one in found) or 'nothing found'}")
