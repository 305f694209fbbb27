"""`kirocrew erase`: take a record out of every place, for good."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from memory.management.console import OPERATOR, quiet, told_plainly, watch
from memory.services.erasing.certificate import CLEAR, FAILED, FOUND, PENDING, Certificate
from memory.services.erasure import erase_certificate, erase_job, record_erase, record_named

WIDTH = 36  # characters of a place's title
MARKS = {CLEAR: "ok    ", FOUND: "FOUND ", FAILED: "FAILED", PENDING: "wait  "}


class Command(BaseCommand):
    help = (
        "Erase a record: its content, journal, audit, indexes, vectors, jobs, answers, exports, uploads and backups in "
        "the home, which it waits for. It can't be undone. To take a record out of recall only, forget it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("record", help="id of a record, or key of a fact")
        parser.add_argument("--confirm", default="", help="the key, or the id, once more; asked for when left out")
        parser.add_argument("--store", default="", help="the fact's store, where several have the key")
        parser.add_argument("--reason", default="", help="why; kept in the journal")
        parser.add_argument("--with-copies", action="store_true", help="also other records that say it word for word")
        parser.add_argument("--json", action="store_true", help="print the certificate as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        with told_plainly():
            record = record_named(actor=OPERATOR, name=options["record"], store=options["store"])
            wanted = record.key or str(record.uid)
            confirm = options["confirm"] or _asked(wanted)
            record_erase(
                actor=OPERATOR,
                uid=record.uid,
                confirm=confirm,
                reason=options["reason"],
                with_copies=options["with_copies"],
            )
            quiet()
            if job := erase_job(actor=OPERATOR, uid=record.uid):
                watch(self, job)
            made = erase_certificate(actor=OPERATOR, uid=record.uid)
        if options["json"]:
            self.stdout.write(json.dumps(made.as_json(), ensure_ascii=False, indent=2))
        else:
            self._tell(made)
        if not made.is_clear:
            raise CommandError("Erased, but its text was found elsewhere, or not every place could be looked at.")

    def _tell(self, made: Certificate) -> None:
        self.stdout.write(f"Erased {', '.join(map(str, made.erased))}. It can't be brought back.")
        for line in made.lines:
            mark = MARKS.get(line.state, "-     ")
            self.stdout.write(f"{mark} {line.title:<{WIDTH}} {'; '.join(line.hits[:3]) or line.note}".rstrip())
        for told in made.changed:
            self.stdout.write(f"       {told}")
        if made.copies:
            self.stdout.write(f"Kept, and says the same: {', '.join(map(str, made.copies))}")
        if made.mentions:
            self.stdout.write(f"Kept, and mentions it: {', '.join(map(str, made.mentions))}")
        if made.emptied:
            self.stdout.write(f"Kept, without old entries that said it: {', '.join(map(str, made.emptied))}")


def _asked(wanted: str) -> str:
    try:
        return input(f"This can't be undone. Type {wanted} to erase it: ")
    except EOFError:  # nobody is there to answer: in a script or a service
        raise CommandError(f"This can't be undone, and nobody can be asked here. Add --confirm {wanted}.") from None
