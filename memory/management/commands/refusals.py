"""`kirocrew refusals`: list what the owner refused for good, and change the key its fingerprints are made with."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from memory.api.refusals import RefusalSerializer
from memory.management.console import OPERATOR, console, table, told_plainly
from memory.services.refusal_keys import refusal_key_rotate
from memory.services.refusals import refusals_of


class Command(BaseCommand):
    help = (
        "List the values the owner refused for good, without the values; or make a new key for the fingerprints by "
        "which they are known again. What was refused before stays refused. Only the owner lifts one, in the admin."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True, metavar="list|rotate-key")
        listing = actions.add_parser("list", help="show what is refused and how often it came back")
        listing.add_argument("--json", action="store_true", help="print JSON")
        actions.add_parser("rotate-key", help="use a new key from now on; the old ones are still looked under")

    def handle(self, *args: Any, **options: Any) -> None:
        with told_plainly():
            if options["action"] == "rotate-key":
                kept = refusal_key_rotate(actor=OPERATOR)
                self.stdout.write(f"A new key is in use; {kept} in all. What was refused stays refused.")
                return
            rows = list(refusals_of(actor=OPERATOR))
        if options["json"]:
            shown = RefusalSerializer(rows, many=True).data
            self.stdout.write(json.dumps(shown, indent=2, ensure_ascii=False, default=str))
            return
        listed = table("id", "store", "refused for", "came back", "since", "lifted", "why")
        for row in rows:
            since, lifted = f"{row.refused_at:%Y-%m-%d}", f"{row.lifted_at:%Y-%m-%d}" if row.lifted_at else ""
            why = row.lifted_reason or row.reason
            listed.add_row(
                str(row.pk),
                row.store.slug,
                row.key or row.kind,
                str(row.hits),
                since,
                lifted,
                why,
            )
        console(self).print(listed)
