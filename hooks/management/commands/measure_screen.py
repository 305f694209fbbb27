"""``manage.py measure_screen FILE...``: recall and false-positive rate of the injection screen."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from hooks.measuring.screen import NEEDED
from hooks.services.measure import BadRow, ScreenReport, Slice, measure_screen, milliseconds_each, read_rows
from hooks.services.redaction import snippet
from hooks.services.screening import Origin
from hooks.services.training import held_out, read_samples, task_of

WORST = 10


class Command(BaseCommand):
    help = "Measure the injection screen on JSON-lines files of labelled texts (text, label, kind, lang, source)."
    requires_system_checks = ()  # reads files only

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument("--origin", choices=[str(one) for one in Origin], default=str(Origin.AGENT))
        parser.add_argument("--json", action="store_true", help="print the report as JSON")
        parser.add_argument(
            "--worst", nargs="?", type=int, const=WORST, default=0, metavar="N", help="show N misses and false alarms"
        )
        parser.add_argument(
            "--held-out",
            action="store_true",
            help="train on the files anew, leaving sources out, and judge each text by the model that did not see it; "
            "needs sources.json beside the files",
        )
        parser.add_argument(
            "--rules-too",
            action="store_true",
            help="with --held-out: also without the rules and words that only the sources left out call for",
        )
        parser.add_argument(
            "--meanings-kept",
            action="store_true",
            help="with --rules-too: but with the words that were written from a list of meanings, not from texts",
        )
        parser.add_argument(
            "--documents", nargs="+", type=Path, default=[], metavar="FILE", help="as for train_screen, with --held-out"
        )
        parser.add_argument("--no-own-texts", action="store_true", help="as for train_screen, with --held-out")

    def handle(self, *args: Any, **options: Any) -> None:
        origin = Origin(options["origin"])
        try:
            rows = [row for path in options["files"] for row in read_rows(path, NEEDED)]
            if options["held_out"]:
                task = task_of(read_samples(options["files"], options["documents"], own=not options["no_own_texts"])[0])
                report = held_out(task).report(
                    task, origin, rules_too=options["rules_too"], meanings=options["meanings_kept"]
                )
            else:
                report = measure_screen(rows, origin)
        except (BadRow, OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        if options["json"]:
            self.stdout.write(json.dumps(report.as_dict(), indent=2))
            return
        self.write_slice(report.overall)
        for title, slices in report.groups.items():
            self.stdout.write(f"\nby {title}")
            for one in slices:
                self.write_slice(one)
        if options["worst"]:
            self.write_worst(report, options["worst"])
        self.stdout.write(f"\n{milliseconds_each(rows, origin):.2f} ms for 500 characters")

    def write_slice(self, one: Slice) -> None:
        self.stdout.write(one.name or "(none)")
        for name, rate in (
            ("injections caught", one.caught),
            ("  of them refused", one.refused),
            ("benign alarmed   ", one.alarmed),
            ("  of them refused", one.blocked),
        ):
            if rate.total:
                self.stdout.write(f"  {name}  {rate}")

    def write_worst(self, report: ScreenReport, count: int) -> None:
        self.stdout.write("\nmisses")
        for one in [one for one in report.wrong if one.verdict.level == "clear"][:count]:
            self.stdout.write(f"  {one.name}  {one.source}  {snippet(one.text, 120)}")
        self.stdout.write("\nfalse alarms, refusals first")
        alarms = [one for one in report.wrong if one.verdict.level != "clear"]
        for one in sorted(alarms, key=lambda wrong: wrong.verdict.level)[:count]:
            reasons = ", ".join(one.verdict.reasons[:3])
            self.stdout.write(f"  {one.name}  {one.verdict.level}  {reasons}  {snippet(one.text, 120)}")
