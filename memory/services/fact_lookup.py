"""What is stored under the keys and identities of a batch of facts, with what the batch itself changed."""

from collections.abc import Sequence
from typing import Final

from memory.models import Kind, Record, Status, Store
from memory.recall.statements import fetch_all, marks
from memory.services.fact_drafts import Prepared
from memory.services.fact_rules import Identity, identity_of

# Kind and status are no parameters: SQLite plans a statement anew for each value of what a partial index depends on.
_STORED: Final = (
    f"SELECT id FROM memory_record WHERE store_id = %s AND kind = '{Kind.FACT.value}'"  # noqa: S608
    f" AND NOT (status = '{Status.PROPOSED.value}')"
)


class FactLookup:
    """Facts by key and by identity. Each stored one is read once, so that it is one object for the whole batch."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[int, Record] = {}
        self._by_key: dict[str, Record] = {}
        self._by_identity: dict[Identity, Record] = {}

    def read(self, items: Sequence[Prepared]) -> None:
        """Read what is stored under the keys and subjects of the drafts."""
        for record in self._stored(items):
            if record.pk not in self._known:
                self.remember(record)

    def _stored(self, items: Sequence[Prepared]) -> list[Record]:
        numbers = self._numbers(items)
        return list(Record.objects.filter(pk__in=numbers).select_related("fact").order_by("id")) if numbers else []

    def _numbers(self, items: Sequence[Prepared]) -> list[int]:
        """The primary keys of the stored ones. Asked before every write, and for a new fact in vain."""
        if not items:
            return []
        keys = [item.draft.key for item in items]
        named = [item.fields["subject"] for item in items if item.fields["subject"] and item.fields["predicate"]]
        wanted, values = f"key IN ({marks(keys)})", [*keys]
        if named:
            wanted = f"({wanted} OR (status = '{Status.ACTIVE.value}' AND subject IN ({marks(named)})))"
            values += named
        statement = f"{_STORED} AND {wanted}"
        rows = fetch_all(statement, [self._store.pk, *values])
        return [number for (number,) in rows]

    def remember(self, record: Record) -> None:
        """Take in a record, or what the batch made of it."""
        if record.pk is not None:
            self._known[record.pk] = record
        current = self._by_key.get(record.key)
        if current is None or current.status != Status.ACTIVE:
            self._by_key[record.key] = record
        identity = identity_of(record)
        if record.status == Status.ACTIVE and identity is not None:
            self._by_identity[identity] = record

    def find(self, item: Prepared) -> Record | None:
        """The record of that explicit identity, else the one of that key."""
        identity = identity_of(item.record)
        found = self._remembered(identity) if identity is not None else None
        return found or self._by_key.get(item.draft.key)

    def _remembered(self, identity: Identity) -> Record | None:
        record = self._by_identity.get(identity)
        return record if record is not None and _holds(record, identity) else None

    def is_taken(self, identity: Identity | None, *, by_other_than: Record) -> bool:
        """Whether another active fact holds the identity, as stored or as the batch changed it."""
        if identity is None or _holds(by_other_than, identity):
            return False
        if self._remembered(identity) is not None:
            return True
        scope, subject, predicate = identity
        stored = Record.objects.filter(
            store=self._store,
            kind=Kind.FACT,
            status=Status.ACTIVE,
            scope=scope,
            subject=subject,
            predicate=predicate,
        ).first()
        return stored is not None and _holds(self._known.get(stored.pk, stored), identity)


def _holds(record: Record, identity: Identity) -> bool:
    return record.status == Status.ACTIVE and identity_of(record) == identity
