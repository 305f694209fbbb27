"""``manage.py measure_hooks DIR``: matchers, ends of hooks and hook files held against published ones."""

import json
from argparse import ArgumentParser
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from hooks.measuring.scripts import Tally, measure_files, measure_matchers, measure_outcomes
from hooks.services.measure import BadRow, read_rows

FILES: Final[tuple[tuple[str, tuple[str, ...], Callable[[Iterable[dict[str, Any]]], Tally]], ...]] = (
    ("matchers.jsonl", ("system", "matcher", "valid", "matches", "not_matches"), measure_matchers),
    ("outcomes.jsonl", ("system", "event", "exit_code", "stdout", "stderr", "expect"), measure_outcomes),
    ("hooks.jsonl", ("system", "raw", "entries"), measure_files),
)


class Command(BaseCommand):
    help = (
        "Hold how matchers, exit codes with output, and hook files are read against the published rows in a folder "
        "with matchers.jsonl, outcomes.jsonl and hooks.jsonl, and list every row that is read differently."
    )
    requires_system_checks = ()  # reads files only

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, metavar="DIR")
        parser.add_argument("--json", action="store_true", help="print the counts as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        tallies: dict[str, Tally] = {}
        for name, needed, measure in FILES:
            try:
                tallies[name] = measure(list(read_rows(options["folder"] / name, needed)))
            except (BadRow, OSError, ValueError) as error:
                raise CommandError(f"{name}: {error}") from error
        if options["json"]:
            self.stdout.write(json.dumps({name: tally.as_dict() for name, tally in tallies.items()}, indent=2))
            return
        for name, tally in tallies.items():
            self.write_tally(name, tally)

    def write_tally(self, name: str, tally: Tally) -> None:
        self.stdout.write(f"{name}: {tally.passed.total()} of {tally.total.total()}")
        for system, total in sorted(tally.total.items()):
            self.stdout.write(f"  {system:<12} {tally.passed[system]:>4} of {total}")
        self.stdout.write(f"  ({', '.join(f'{count} {kind}' for kind, count in sorted(tally.kinds.items()))})")
        for row, different in tally.failures:
            self.stdout.write(f"  different: {row}: {different}")
