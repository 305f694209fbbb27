"""`kirocrew model`: the models that can be installed, and how the embedding model in use is doing."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from memory.inference.chat_models import KNOWN_CHAT, ChatSpec
from memory.inference.embedding import get_embedder, state
from memory.inference.install import ModelInstallError, install_chat_model, install_model
from memory.inference.models import KNOWN, ModelSpec
from memory.management.console import OPERATOR, console, require_database, table, told_plainly, write_json
from memory.services.statistics import embedding_status

LOAD_PATIENCE_S = 60.0
FEW_LANGUAGES = 5
INSTALLED_BY_NAME = (*KNOWN, *KNOWN_CHAT)


class Command(BaseCommand):
    help = "Install a model, list those that are known, show how the embedding model in use is doing."

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True, metavar="install|list|status")
        install = actions.add_parser("install", help="fetch, check and try out a model")
        install.add_argument("name", help=f"one of {', '.join(INSTALLED_BY_NAME)}")
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
        name = options["name"]
        if name not in INSTALLED_BY_NAME:
            raise CommandError(
                f"There is no model {name!r} to install, only {', '.join(INSTALLED_BY_NAME)}. Any GGUF file works, "
                "too: set KIROCREW_EMBEDDING_MODEL or KIROCREW_LANGUAGE_MODEL to its path."
            )
        try:
            if name in KNOWN_CHAT:
                path = install_chat_model(KNOWN_CHAT[name], models_dir(), report=self.stdout.write)
                told = f"Set KIROCREW_LANGUAGE_MODEL to {name} where the server is started, to use it."
            else:
                path = install_model(KNOWN[name], models_dir(), report=self.stdout.write)
                told = "A running server finds it within a minute."
        except ModelInstallError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Installed: {path}. {told}")

    def _list(self, options: dict[str, Any]) -> None:
        specs: list[ModelSpec | ChatSpec] = [*KNOWN.values(), *KNOWN_CHAT.values()]
        models: list[dict[str, Any]] = [
            {
                "name": spec.name,
                "title": spec.title,
                "kind": "embedding" if isinstance(spec, ModelSpec) else "language",
                "dimension": spec.dimension if isinstance(spec, ModelSpec) else None,
                "languages": list(spec.languages),
                "licence": spec.licence,
                "download_bytes": spec.download_bytes,
                "installed": (models_dir() / spec.file_name).is_file(),
            }
            for spec in specs
        ]
        if options["json"]:
            write_json(self, models)
            return
        rows = table("name", "title", "kind", "dimensions", "languages", "licence", "download", "installed")
        for model in models:
            words = [str(model[name]) for name in ("name", "title", "kind")]
            size = f"{model['download_bytes'] / 1e6:.0f} MB"
            installed = "yes" if model["installed"] else "no"
            languages = languages_told(model["languages"])
            rows.add_row(*words, str(model["dimension"] or "-"), languages, model["licence"], size, installed)
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


def languages_told(codes: list[str]) -> str:
    """A few languages by their codes, many by their number."""
    return ", ".join(codes) if len(codes) <= FEW_LANGUAGES else f"{len(codes)} languages"


def models_dir() -> Path:
    """Where models are kept."""
    return Path(settings.KIROCREW_HOME) / "models"
