"""`kirocrew import`: the memories of other tools, of conversations and of exports."""

from django.core.management.base import CommandParser

from memory.management.importing import ImportCommand
from memory.transfer.formats import formats


class Command(ImportCommand):
    help = (
        "Say what would become of every memory in files, folders, zip archives and exports; with --apply, import them. "
        "Ends with 0 when done, 1 when a path, store or format is not there, 2 for a wrong call, 3 when there was "
        "nothing to import, 4 when the job failed and 130 when interrupted."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH", help="file, folder or zip archive")
        parser.add_argument(
            "--format", default="", help=f"one of {', '.join(sorted(formats()))}; found out if left out"
        )
        parser.add_argument(
            "--user",
            default="",
            metavar="NAME",
            help="bring only this person's memories, as the store's own; all are brought and kept apart if left out",
        )
        self.add_shared_arguments(parser)
