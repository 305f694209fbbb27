"""`kirocrew migrate-markdown`: the Markdown memory of the reference system becomes records."""

from typing import Any

from django.core.management.base import CommandParser

from memory.management.importing import ImportCommand
from memory.transfer.formats.kirocrew_markdown import KirocrewMarkdown


class Command(ImportCommand):
    help = (
        "Say what would become of the preferences.md, projects.md, history/*.md and lessons.jsonl of a workspace; with "
        "--apply, make facts, episodes and lessons of them. What was brought before is known again, so it can be run "
        "as often as you like. Ends as `kirocrew import` does."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs=1, metavar="DIR", help="the folder of the workspace")
        self.add_shared_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        super().handle(*args, **options | {"format": KirocrewMarkdown.name})
