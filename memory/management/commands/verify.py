"""`kirocrew verify`: whether journal and indexes are whole."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from memory.management.console import require_database
from memory.models import Revision
from memory.recall.sqlite import SqliteEngine
from memory.services.chain import chains_check
from memory.services.document_search import documents_index_rebuild
from memory.services.documents import document_chains_check
from memory.services.timeline_rebuild import past_check, past_rebuild
from memory.services.vectors import past_embedding_request

SHOWN = 20  # faults listed of each kind


class Command(BaseCommand):
    help = "Recompute the hash chains of the journal and of documents, and compare the search indexes with the records."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--rebuild-index",
            action="store_true",
            help="make the indexes anew, from the records and the journal, before looking",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        require_database()
        if options["rebuild_index"]:
            self.stdout.write(f"index    made anew from {SqliteEngine().rebuild():,} records")
            self.stdout.write(f"past     made anew from the journal of {past_rebuild():,} records that were changed")
            self.stdout.write(
                f"texts    made anew from {documents_index_rebuild():,} documents and entries of the history"
            )
            past_embedding_request()  # replaced texts whose vectors are lost
        broken = list(chains_check())
        for fault in broken[:SHOWN]:
            where = f"revision {fault.revision}" if fault.revision else "record"
            self.stdout.write(f"journal  {fault.record}  {where}: {fault.why}")
        texts = list(document_chains_check())
        for document, number, why in texts[:SHOWN]:
            self.stdout.write(f"document {document}  revision {number}: {why}")
        index = SqliteEngine().check()
        findings = {
            "records not in the text index": index.missing_text,
            "rows of the text index without a record": index.orphaned_text,
            "vectors without a record": index.orphaned_vectors,
        }
        for name, keys in findings.items():
            if keys:
                self.stdout.write(f"index    {len(keys)} {name}")
        past = past_check()
        for problem in (*index.problems, *past):
            self.stdout.write(f"index    {problem}")
        faults = len(broken) + len(texts) + sum(map(len, findings.values())) + len(index.problems) + len(past)
        if faults:
            raise CommandError(
                f"{faults} faults. --rebuild-index mends the indexes; for the journal a backup is the way back."
            )
        entries = Revision.objects.count()
        self.stdout.write(f"The journal holds: {entries:,} entries, every chain whole. So do the indexes.")
