"""``manage.py measure_redaction FILE...``: precision and recall of the secret redactor."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from hooks.measuring.redaction import NEEDED
from hooks.services.measure import BadRow, measure_redaction, read_rows

WORST = 10


class Command(BaseCommand):
    help = "Measure the redactor on JSON-lines files of marked texts (text or parts, label, spans, strict, type)."
    requires_system_checks = ()  # reads files only

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument("--json", action="store_true", help="print the report as JSON")
        parser.add_argument(
            "--worst", nargs="?", type=int, const=WORST, default=0, metavar="N", help="name N rows judged wrongly"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            rows = [row for path in options["files"] for row in read_rows(path, NEEDED)]
        except (BadRow, OSError) as error:
            raise CommandError(str(error)) from error
        report = measure_redaction(rows)
        if options["json"]:
            self.stdout.write(json.dumps(report.as_dict(), indent=2))
            return
        for name, rate in (
            ("strict secrets gone      ", report.secrets_gone),
            ("strict look-alikes kept  ", report.lookalikes_kept),
            ("findings that are secrets", report.precision),
            ("secret spans covered     ", report.recall),
            ("placeholders kept        ", report.loose_kept),
        ):
            self.stdout.write(f"{name}  {rate}")
        self.stdout.write("\nby type")
        for name, rate in report.by_type.items():
            self.stdout.write(f"  {name or '(none)'}  {rate}")
        if options["worst"]:
            self.stdout.write("\nwrong")
            for one in report.wrong[: options["worst"]]:
                kinds = ", ".join(found.kind for found in one.findings) or "nothing found"
                self.stdout.write(f"  {one.name}  {one.label}  {one.kind}  {kinds}")
