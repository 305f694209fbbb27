"""`kirocrew export`: everything a store remembers, in one file of our own format."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from memory.management.console import OPERATOR, store_named, told_plainly
from memory.models import Store
from memory.services.exports import FORMS, JSON, MARKDOWN, export_stream, export_write

TO_STDOUT = "-"


class Command(BaseCommand):
    help = (
        "Write every record with its status and revision as JSON: one private file for each store. With --format "
        "markdown, what is in memory for people and agents to read: a folder, or a zip where -o names one."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "-o",
            "--output",
            default="",
            help="file to write, a folder for several stores, or - for standard output; by default the home's exports",
        )
        parser.add_argument("--format", choices=FORMS, default=JSON, help="json (default) or markdown")
        parser.add_argument("--store", default="", help="one store (default: all of them)")
        parser.add_argument("--force", action="store_true", help="replace a file that is there already")

    def handle(self, *args: Any, **options: Any) -> None:
        with told_plainly():
            stores = self._stores(options["store"])
            form = options["format"]
            if options["output"] == TO_STDOUT:
                self._to_stdout(stores, form)
                return
            for store, target in self._targets(stores, options["output"], "" if form == MARKDOWN else ".json"):
                done = export_write(
                    actor=OPERATOR, store=store, target=target, replace=options["force"], form=options["format"]
                )
                size = f"{done.size / 1e6:.1f} MB, {done.seconds:.1f} s"
                self.stdout.write(f"{done.path} ({done.records:,} records of {store.slug}, {size})")

    def _stores(self, slug: str) -> list[Store]:
        if slug:
            return [store_named(slug)]
        return list(Store.objects.visible_to(OPERATOR))

    def _to_stdout(self, stores: list[Store], form: str) -> None:
        if form == MARKDOWN:
            raise CommandError("Markdown is a folder of files; name the folder, or a .zip, with -o.")
        if len(stores) != 1:
            raise CommandError(f"There are {len(stores)} stores; name one with --store.")
        for piece in export_stream(actor=OPERATOR, store=stores[0]):
            self.stdout.write(piece, ending="")

    def _targets(self, stores: list[Store], output: str, ending: str) -> list[tuple[Store, Path | None]]:
        if not output:
            return [(store, None) for store in stores]
        target = Path(output).expanduser().absolute()
        if target.is_dir():
            return [(store, target / f"kirocrew-{store.slug}{ending}") for store in stores]
        if output.endswith("/"):
            raise CommandError(f"There is no folder {target}. Make it first.")
        if len(stores) != 1:
            raise CommandError(
                f"There are {len(stores)} stores; name one with --store, or with -o a folder that is there."
            )
        return [(stores[0], target)]
