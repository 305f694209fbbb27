"""`kirocrew model`: the models that can be installed, and how the embedding model in use is doing."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from memory.management import model_files
from memory.management.console import require_database
from memory.management.model_changing import add_arguments, model_action


class Command(BaseCommand):
    help = "Install a model, list those that are known, change the embedding model, show how it is doing."

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
        model_files.add_arguments(actions)
        add_arguments(actions)

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Looking at models needs neither home nor database, and a state without them is told in one line."""
        if options["action"] == "list":
            options["skip_checks"] = True
        elif options["action"] != "install":
            require_database()
        return super().execute(*args, **options)

    def handle(self, *args: Any, **options: Any) -> None:
        actions = {"install": model_files.install, "list": model_files.show, "remove": model_files.remove}
        actions.get(options["action"], model_action)(self, options)
        if options["action"] == "status" and not options["json"]:
            model_files.advise(self)
