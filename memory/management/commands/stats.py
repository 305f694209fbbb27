"""`kirocrew stats`: what is there, what was refused, what waits."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from memory.management.console import OPERATOR, console, store_named, table, told_plainly, write_json
from memory.models import Status
from memory.services.statistics import counts


class Command(BaseCommand):
    help = "Count records by kind and status, refusals of the last 30 days, proposals, and embeddings."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--store", default="", help="one store (default: all of them)")
        parser.add_argument("--json", action="store_true", help="write one JSON document")

    def handle(self, *args: Any, **options: Any) -> None:
        with told_plainly():
            store = store_named(options["store"]) if options["store"] else None
            found = counts(actor=OPERATOR, store=store)
        if options["json"]:
            write_json(self, found)
            return
        self._show(found)

    def _show(self, found: dict[str, Any]) -> None:
        out = console(self)
        records = table("kind", *Status.values, "embedded", "waiting", "failed")
        for kind, by_status in found["records"].items():
            vectors = found["embeddings"]["kinds"][kind]
            numbers = [*by_status.values(), vectors["embedded"], vectors["waiting"], vectors["failed"]]
            records.add_row(kind, *(f"{number:,}" for number in numbers))
        out.print(records)
        out.print(f"\nembedding space: {found['embeddings']['space'] or 'none'}")
        out.print(f"waiting for the owner: {found['backlog']['count']:,}")
        if found["rejections"]:
            refusals = table("refused in 30 days", "times")
            for code, number in found["rejections"].items():
                refusals.add_row(code, f"{number:,}")
            out.print()
            out.print(refusals)
