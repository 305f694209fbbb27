"""`kirocrew prune`: remove what has served its time."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from memory.management.console import OPERATOR, told_plainly
from memory.services.history import history_prunable
from memory.services.pruning import prunable, prune


class Command(BaseCommand):
    help = (
        "Export and remove audit entries beyond the owner's limit; remove expired answers, old jobs with their steps, "
        "old calls of the language model, receipts of readings beyond receipts_days, uploads nobody will import, and "
        "days of the history beyond history_max_days. The worker does it once a day. Records and documents are never "
        "touched."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only say how much would go")

    def handle(self, *args: Any, **options: Any) -> None:
        with told_plainly():
            if options["dry_run"]:
                self.stdout.write(f"{prunable(actor=OPERATOR):,} audit entries would be exported and removed.")
                self.stdout.write(f"{history_prunable(actor=OPERATOR):,} entries of the history would be deleted.")
                return
            try:
                done = prune(actor=OPERATOR)
            except OSError as error:
                raise CommandError(
                    f"The audit entries can't be exported ({error.strerror or error}), so none was removed."
                ) from error
        self.stdout.write(
            f"{done.events:,} audit entries" + (f", kept in {done.events_file}" if done.events_file else "")
        )
        self.stdout.write(f"{done.answers:,} expired answers, {done.jobs:,} old jobs, {done.uploads:,} uploads")
        self.stdout.write(f"{done.calls:,} old calls of the language model, {done.history:,} entries of the history")
        self.stdout.write(f"{done.receipts:,} old receipts")
