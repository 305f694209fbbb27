"""``manage.py measure_shapes FILE``: what is found in files of other tools against what they are known to hold."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from hooks.services.measure import BadRow
from memory.measuring.shapes import Shape, shapes_read


class Command(BaseCommand):
    help = (
        "Read the files of other tools in rows of JSON lines (`filename`, `content`, `expect`) and print for each what "
        "is expected and what was found: records, messages, users. Ends with 1 when one is off, read by no format, or "
        "read differently a second time."
    )
    requires_system_checks = ()  # works on files alone

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", type=Path, metavar="FILE", help="rows as JSON lines")
        parser.add_argument("--json", action="store_true", help="write one JSON document")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            shapes = list(shapes_read(options["path"]))
        except (OSError, BadRow) as error:
            raise CommandError(f"The rows cannot be read: {error}") from error
        if options["json"]:
            self.stdout.write(json.dumps([shape.as_dict() for shape in shapes], indent=2, ensure_ascii=False))
        else:
            for shape in shapes:
                self._show(shape)
        right = sum(shape.is_right for shape in shapes)
        if right < len(shapes):
            raise CommandError(f"{right} of {len(shapes)} files were read as they should be.")
        if not options["json"]:
            self.stdout.write(f"All {right} files were read as they should be.")

    def _show(self, shape: Shape) -> None:
        mark = "ok " if shape.is_right else "OFF"
        self.stdout.write(f"{mark} {shape.name} ({shape.kind}) read as {shape.format or 'nothing: no format knows it'}")
        for one in shape.compared:
            sign = "    " if one.is_right else "  ! "
            found = "not counted" if one.found is None else json.dumps(one.found, ensure_ascii=False)
            expected = json.dumps(one.expected, ensure_ascii=False)
            self.stdout.write(f"{sign}{one.name:<36} expected {expected:<14} found {found}")
        if not shape.is_steady:
            self.stdout.write("  ! reading it again gave other items")
        self.stdout.write(f"    became {', '.join(f'{count} {name}' for name, count in shape.became.items())}")
