"""`kirocrew digest`: send the digest of what waits for the owner, or show it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from kirocrew.base.clock import now
from memory.management.console import OPERATOR, told_plainly, write_json
from memory.services.digest import digest_content, digest_send, digest_text


class Command(BaseCommand):
    help = (
        "Send the digest of what waits in Review now, in each way the setting 'digest' names, also when nothing waits. "
        "Ends with 1 and the reason when no way is set up or one fails."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--print", action="store_true", help="show it here and send nothing")
        parser.add_argument("--json", action="store_true", help="with --print, as the webhook gets it")

    def handle(self, *args: Any, **options: Any) -> None:
        with told_plainly():
            if not options["print"]:
                sent = digest_send(actor=OPERATOR)
                self.stdout.write(f"Sent by {' and '.join(sent['ways'])}: {sent['waiting']:,} waiting.")
                return
            content = digest_content(now())
        if options["json"]:
            write_json(self, content)
        else:
            self.stdout.write(digest_text(content))
