"""``manage.py measure_packages FILE...``: how well SKILL.md files are read, and how many the guard refuses."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from hooks.services.measure import BadRow
from skills.measuring.packages import measure_packages


class Command(BaseCommand):
    help = (
        "Read SKILL.md files of JSON lines (id, raw or raw_b64) and hold them against `expect` (accept, "
        "accept_with_warning, reject_with_message) or `reference_yaml`."
    )
    requires_system_checks = ()  # reads files only

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument("--json", action="store_true", help="print the report as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            reports = [measure_packages(path) for path in options["files"]]
        except (BadRow, OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        if options["json"]:
            self.stdout.write(json.dumps([report.as_dict() for report in reports], indent=2))
            return
        for report in reports:
            self.stdout.write(report.name)
            for title, rate in (
                ("verdict as expected       ", report.verdicts),
                ("fields right or explained ", report.fields),
                ("refused by the guard      ", report.refused),
            ):
                if rate.total:
                    self.stdout.write(f"  {title}{rate}")
            for code, count in report.reasons.most_common():
                self.stdout.write(f"    {code} {count}")
            for name in report.wrong:
                self.stdout.write(f"  differs: {name}")
