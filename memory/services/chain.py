"""Checking the journal: whether each record's entries still hash to what was written, in an unbroken chain."""

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from memory.models import Record, Revision
from memory.models.revisions import ERASE
from memory.services.journal import chain

ROWS = 2_000  # read at once


@dataclass(frozen=True, slots=True)
class Broken:
    """A place where a chain does not hold: the record, the revision's id (None: the record's own head), and why."""

    record: UUID
    revision: int | None
    why: str


def chains_check() -> Iterator[Broken]:
    """Recompute every chain and yield what does not hold. Reads the whole journal, in the order of records.

    An entry whose content was erased keeps its hash. It holds when a later entry of the record names that hash.
    """
    last: Revision | None = None
    emptied: dict[str, Revision] = {}
    rows = Revision.objects.select_related("record").order_by("record_id", "id")
    for revision in rows.iterator(chunk_size=ROWS):
        if last is not None and last.record_id != revision.record_id:
            yield from _head(last, emptied)
            last, emptied = None, {}
        expected = last.hash if last is not None else ""
        if revision.previous_hash != expected:
            yield Broken(revision.record.uid, revision.pk, "the entry before it is missing or another one")
        if revision.erased_at is not None and revision.before is None and revision.after is None:
            emptied[revision.hash] = revision
        elif chain(revision) != revision.hash:
            yield Broken(revision.record.uid, revision.pk, "the entry was changed after it was written")
        elif revision.operation == ERASE:
            for erased in revision.metadata.get("erased", []):
                emptied.pop(erased, None)
        last = revision
    if last is not None:
        yield from _head(last, emptied)
    for uid in Record.objects.filter(revisions__isnull=True).values_list("uid", flat=True):
        yield Broken(uid, None, "the record has no journal")


def _head(last: Revision, emptied: dict[str, Revision]) -> Iterator[Broken]:
    for revision in emptied.values():
        yield Broken(last.record.uid, revision.pk, "the entry was emptied and no later one says so")
    if last.record.chain_hash != last.hash:
        yield Broken(last.record.uid, None, "the record does not stand where its journal ends")
