"""`kirocrew model`: the embedding models that can be installed, and how the one in use is doing."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from memory.inference.embedding import get_embedder, state
from memory.inference.install import ModelInstallError, install_model
from memory.inference.models import KNOWN
from memory.management.console import OPERATOR, console, require_database, table, told_plainly, write_json
from memory.services.statistics import embedding_status

LOAD_PATIENCE_S = 60.0


class Command(BaseCommand):
    help = "Install an embedding model, list those that are known, show how the one in use is doing."

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True, metavar="install|list|status")
        install = actions.add_parser("install", help="fetch, check, convert and try out a model")
        install.add_argument("name", help=f"one of {', '.join(KNOWN)}")
        for name, purpose in (
            ("list", "show the known models"),
            ("status", "load the model in use and show its state"),
        ):
            action = actions.add_parser(name, help=purpose)
            action.add_argument("--json", action="store_true", help="write one JSON document")

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Looking at models needs neither home nor database, and a state without them is told in one line."""
        if options["action"] == "list":
            options["skip_checks"] = True
        elif options["action"] == "status":
            require_database()
        return super().execute(*args, **options)

    def handle(self, *args: Any, **options: Any) -> None:
        actions = {"install": self._install, "list": self._list, "status": self._status}
        actions[options["action"]](options)

    def _install(self, options: dict[str, Any]) -> None:
        spec = KNOWN.get(options["name"])
        if spec is None:
            raise CommandError(
                f"There is no model {options['name']!r} to install, only {', '.join(KNOWN)}. Any GGUF file works, too: "
                "set KIROCREW_EMBEDDING_MODEL to its path."
            )
        try:
            path = install_model(spec, models_dir(), report=self.stdout.write)
        except ModelInstallError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Installed: {path}. A running server finds it within a minute.")

    def _list(self, options: dict[str, Any]) -> None:
        models = [
            {
                "name": spec.name,
                "title": spec.title,
                "dimension": spec.dimension,
                "languages": list(spec.languages),
                "licence": spec.licence,
                "download_bytes": spec.download_bytes,
                "installed": (models_dir() / spec.file_name).is_file(),
            }
            for spec in KNOWN.values()
        ]
        if options["json"]:
            write_json(self, models)
            return
        rows = table("name", "title", "dimensions", "languages", "licence", "download", "installed")
        for spec in KNOWN.values():
            installed = "yes" if (models_dir() / spec.file_name).is_file() else "no"
            size = f"{spec.download_bytes / 1e6:.0f} MB"
            languages = ", ".join(spec.languages)
            rows.add_row(spec.name, spec.title, str(spec.dimension), languages, spec.licence, size, installed)
        console(self).print(rows)

    def _status(self, options: dict[str, Any]) -> None:
        with told_plainly():
            get_embedder(wait=LOAD_PATIENCE_S)
            found = state()
            coverage = embedding_status(actor=OPERATOR)
        if options["json"]:
            space = found.space.model if found.space else None
            write_json(self, coverage | {"status": found.status, "reason": found.reason, "model": space})
            return
        out = console(self)
        out.print(f"asked for: {settings.KIROCREW_EMBEDDING_MODEL}")
        out.print(f"state:     {found.status}{f': {found.reason}' if found.reason else ''}")
        out.print(f"searched:  {coverage['space'] or 'no vectors yet, recall goes by keywords'}\n")
        rows = table("kind", "active", "embedded", "waiting", "failed")
        for kind, numbers in coverage["kinds"].items():
            rows.add_row(kind, *(f"{numbers[name]:,}" for name in ("total", "embedded", "waiting", "failed")))
        out.print(rows)


def models_dir() -> Path:
    """Where models are kept."""
    return Path(settings.KIROCREW_HOME) / "models"
