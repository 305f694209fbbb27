"""`manage.py bench`: how fast the server is on this machine."""

import os
import subprocess
import sys
import tempfile
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

PARTS: Final = ("writes", "editor", "http", "contexts", "recall")


class Command(BaseCommand):
    help = "Measure recall, context and writes in a home made for it and removed afterwards."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--sizes", default="1000,10000,100000", help="Numbers of episodes recall is measured at, comma separated"
        )

        parser.add_argument("--only", choices=PARTS, help="measure this part alone")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            sizes = [str(int(size)) for size in options["sizes"].split(",")]
        except ValueError as error:
            raise CommandError("--sizes takes whole numbers separated by commas, such as 1000,10000.") from error
        for part in [options["only"]] if options["only"] else PARTS:
            self._measure([part, *sizes] if part == "recall" else [part])

    def _measure(self, part: list[str]) -> None:
        """Measure one part in a home of its own: what another wrote would be looked through as well."""
        with tempfile.TemporaryDirectory(prefix="kirocrew-bench-") as home:
            environment = os.environ | {
                "KIROCREW_HOME": home,
                "KIROCREW_SECRET_KEY": "a key for a home that lives as long as the measurement",
                "KIROCREW_EMBEDDING_MODEL": "none",
                "KIROCREW_LOG_LEVEL": "ERROR",
            }
            done = subprocess.run([sys.executable, "-m", "kirocrew.bench", *part], env=environment, check=False)  # noqa: S603
        if done.returncode:
            raise SystemExit(done.returncode)
