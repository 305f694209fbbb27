"""`manage.py measure_model_change`: what a change of the embedding model does to those who use memory meanwhile."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from memory.inference.hashing import HASHING
from memory.inference.models import KNOWN


class Command(BaseCommand):
    help = (
        "Change the embedding model of a home made for it, while a bot writes, readers search and the worker is "
        "killed; ends with 1 when a request failed, a write lacks a vector or something was found worse."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        names = (*KNOWN, *HASHING)
        parser.add_argument("--records", type=int, default=20_000, help="memories to change")
        parser.add_argument("--before", choices=names, default="minilm", help="model to begin with")
        parser.add_argument("--after", choices=names, default="multilingual", help="model to change to")
        parser.add_argument("--questions", type=int, default=60, help="known questions that the readers ask")
        parser.add_argument("--readers", type=int, default=4, help="readers at the same time")
        parser.add_argument("--kills", type=int, default=5, help="how often the worker is killed on the way")
        parser.add_argument(
            "--models", type=Path, default=None, help="folder with the models' files; that of this home when left out"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        models = options["models"] or Path(settings.KIROCREW_HOME) / "models"
        with tempfile.TemporaryDirectory(prefix="kirocrew-change-") as home:
            self._models_linked(models, Path(home) / "models", (options["before"], options["after"]))
            environment = os.environ | {
                "KIROCREW_HOME": home,
                "KIROCREW_SECRET_KEY": "a key for a home that lives as long as the measurement",
                "KIROCREW_EMBEDDING_MODEL": options["before"],
                "KIROCREW_LOG_LEVEL": "ERROR",
            }
            numbers = [str(options[name]) for name in ("records", "questions", "readers", "kills")]
            command = [sys.executable, "-m", "kirocrew.bench.changing", options["before"], options["after"], *numbers]
            done = subprocess.run(command, env=environment, check=False)  # noqa: S603
        if done.returncode:
            raise SystemExit(done.returncode)

    def _models_linked(self, source: Path, target: Path, names: tuple[str, ...]) -> None:
        """The home of the measurement uses the files that are there."""
        target.mkdir(mode=0o700)
        for name in names:
            if name not in KNOWN:
                continue
            file = source / KNOWN[name].file_name
            if not file.is_file():
                raise CommandError(f"{name} is not in {source}. Run `kirocrew model install {name}`.")
            os.link(file, target / file.name) if _same_disk(file, target) else (target / file.name).symlink_to(file)


def _same_disk(file: Path, folder: Path) -> bool:
    return file.stat().st_dev == folder.stat().st_dev
