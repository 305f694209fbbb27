"""``manage.py measure_consolidation FILE…``: what consolidation makes of conversations, and of the same once more."""

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from hooks.services.measure import BadRow
from memory.management.console import console, table
from memory.measuring.consolidation import Measured, explicit_answer, measured
from memory.measuring.explicit import conversations_read
from memory.recall.evaluation import throwaway_database


class Command(BaseCommand):
    help = (
        "Send the conversations of files of JSON lines to a throwaway database as a bot would, read them on both "
        "paths, and once more; print what the items came to, how many name their turn, what the second reading wrote "
        "(nothing is right) and how long it takes until what was said can be read. A reading that failed is not tried "
        "again, so what stands behind it is not read. Without --model a scripted model answers from the rules that "
        "read plain statements; with it the one that is configured."
    )
    requires_system_checks = ()  # works on a database of its own

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", type=Path, nargs="+", metavar="FILE", help="turns as JSON lines")
        parser.add_argument("--model", action="store_true", help="ask the language model that is configured")
        parser.add_argument("--limit", type=int, default=0, help="only the first N conversations of each file")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            read = [conversations_read(path)[: options["limit"] or None] for path in options["paths"]]
        except (OSError, BadRow) as error:
            raise CommandError(f"The turns cannot be read: {error}") from error
        if not options["model"]:
            settings.KIROCREW_LANGUAGE_MODEL, settings.KIROCREW_LANGUAGE_SCRIPT = "scripted", explicit_answer
        with throwaway_database():
            found = measured([conversation for file in read for conversation in file])
        if options["json"]:
            self.stdout.write(json.dumps({name: _as_dict(row) for name, row in found.items()}, indent=2))
            return
        self._table(found)

    def _table(self, found: dict[str, Measured]) -> None:
        columns = (
            "conversations",
            "turns",
            "passes",
            "failed",
            "written",
            "known",
            "waiting",
            "refused",
            "nothing",
            "history",
        )
        listed = table("source", *columns, "with evidence", "second reading", "lag p50", "p95")
        for name, row in found.items():
            of = row.statuses
            done, failed = row.passes["done"], row.passes["failed"]
            counts = (row.conversations, row.turns, done, failed, of["written"] + of["merged"], row.duplicates)
            rest = (of["proposed"], of["refused"], of["nothing"], row.history)
            listed.add_row(
                name,
                *(f"{count:,}" for count in (*counts, *rest)),
                f"{row.evidence:.1%}",
                f"{row.again:,}",
                f"{row.lag(0.5):.2f} s",
                f"{row.lag(0.95):.2f} s",
            )
        console(self).print(listed)
        for name, row in found.items():
            told = ", ".join(f"{code} {count:,}" for code, count in row.codes.most_common())
            self.stdout.write(f"{name}: {told}; {row.tokens:,} tokens")


def _as_dict(row: Measured) -> dict[str, Any]:
    return {
        "conversations": row.conversations,
        "turns": row.turns,
        "passes": dict(row.passes),
        "statuses": dict(row.statuses),
        "codes": dict(row.codes),
        "records": row.records,
        "evidence": row.evidence,
        "history": row.history,
        "tokens": row.tokens,
        "second_reading": row.again,
        "lag_p50": row.lag(0.5),
        "lag_p95": row.lag(0.95),
    }
