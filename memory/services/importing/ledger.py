"""The provenance ledger: what was imported from where, and what became of it."""

from collections.abc import Iterable, Sequence

from kirocrew.base.clock import now
from memory.gate.outcomes import RefusalCode
from memory.models import ImportedItem, ImportRun, Record, Store
from memory.services.importing.results import ALREADY_IMPORTED, SETTLED, Action, ItemResult

ORIGIN_LIMIT = 500  # characters
READ_AT_ONCE = 10_000  # rows
_UPDATED = ("origin", "outcome", "code", "record", "run", "at")


def ledger_outcomes(store: Store, fingerprints: Sequence[str]) -> dict[str, Action]:
    """What became of those of the fingerprints that were imported into the store before."""
    rows = ImportedItem.objects.filter(store=store, fingerprint__in=fingerprints)
    return {fingerprint: Action(outcome) for fingerprint, outcome in rows.values_list("fingerprint", "outcome")}


def is_settled(outcome: Action | None) -> bool:
    """Whether an item with this entry in the ledger need not be tried again."""
    return outcome in SETTLED


def ledger_write(*, store: Store, run: ImportRun, results: Iterable[ItemResult]) -> None:
    """Note what became of the items, in the caller's transaction. What was imported before keeps its entry."""
    fresh = {result.item.fingerprint: result for result in results if result.code != ALREADY_IMPORTED}
    uids = [result.uid for result in fresh.values() if result.uid is not None]
    records = dict(Record.objects.filter(uid__in=uids).values_list("uid", "pk"))
    moment = now()
    ImportedItem.objects.bulk_create(
        [
            ImportedItem(
                store=store,
                fingerprint=fingerprint,
                origin=result.item.origin_ref[:ORIGIN_LIMIT],
                outcome=result.action.value,
                code=result.code,
                record_id=records.get(result.uid) if result.uid else None,
                run=run,
                at=moment,
            )
            for fingerprint, result in fresh.items()
        ],
        update_conflicts=True,
        unique_fields=("store", "fingerprint"),
        update_fields=_UPDATED,
    )


class KnownElsewhere:
    """Fingerprints that other runs brought into the store: their lessons don't count against the limit of this one.

    Those that only found no room count again. Read at the first question, since most imports ask none.
    """

    def __init__(self, store: Store, run: ImportRun | None = None) -> None:
        rows = ImportedItem.objects.filter(store=store).exclude(code=RefusalCode.CAPACITY)
        self._rows = rows if run is None else rows.exclude(run=run)
        self._known: set[bytes] | None = None

    def __contains__(self, fingerprint: object) -> bool:
        if self._known is None:
            marks = self._rows.values_list("fingerprint", flat=True).iterator(chunk_size=READ_AT_ONCE)
            self._known = {_short(mark) for mark in marks}
        return _short(str(fingerprint)) in self._known


def _short(fingerprint: str) -> bytes:
    """128 of the 256 bits: a third of the memory, and still never the same for two items."""
    return bytes.fromhex(fingerprint)[:16]
