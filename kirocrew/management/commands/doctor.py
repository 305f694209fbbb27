"""`kirocrew doctor`: is everything whole that the server rests on?"""

import sys
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandParser

from kirocrew.doctor.examine import examine, repair
from kirocrew.doctor.findings import FAULT, LEVELS, OK, WARNING, Finding, worst
from memory.management.console import write_json

MARKS: Final = {OK: "ok     ", WARNING: "WARNING", FAULT: "FAULT  "}
WIDTH: Final = 13  # characters of a look's name


class Command(BaseCommand):
    help = (
        "Look at the database, its indexes and vectors, the journal, the clock, the disk, permissions, versions and "
        "backups. Ends with 0 when all is well, 1 with warnings, 2 with faults."
    )
    requires_system_checks = ()  # a wrong setting must not keep anybody from looking

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--repair", action="store_true", help="make indexes anew, remove unusable vectors, close open permissions"
        )
        parser.add_argument("--json", action="store_true", dest="as_json", help="print the findings as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        found = self._looked(tell=not options["as_json"])
        done: list[str] = []
        if options["repair"] and any(one.can_repair for one in found):
            done = repair(found)
            if not options["as_json"]:
                for line in done:
                    self.stdout.write(f"repair  {line}")
            found = self._looked(tell=not options["as_json"])
        level = worst(found)
        if options["as_json"]:
            write_json(self, {"level": level, "findings": [one.as_json() for one in found], "repaired": done})
        else:
            self.stdout.write(self._summary(found, level))
        if level != OK:
            sys.exit(LEVELS.index(level))

    def _looked(self, *, tell: bool) -> list[Finding]:
        found = []
        for one in examine():
            found.append(one)
            if tell:
                self.stdout.write(f"{MARKS[one.level]} {one.check:<{WIDTH}} {one.told}")
                remedy = "`kirocrew doctor --repair` mends it." if one.can_repair else one.remedy
                if one.level != OK and remedy:
                    self.stdout.write(f"{'':<{WIDTH + 8}} {remedy}")
        return found

    def _summary(self, found: list[Finding], level: str) -> str:
        if level == OK:
            return "All is well."
        numbers = {name: sum(one.level == name for one in found) for name in (FAULT, WARNING)}
        told = [f"{number} {name}{'s' if number > 1 else ''}" for name, number in numbers.items() if number]
        return f"{', '.join(told)}."
