"""An erased value is refused for good, so that feeding its source again does not bring it back."""

from collections.abc import Mapping, Sequence
from typing import Any

from channels_bridge.actors import Actor
from kirocrew.base.canonical import canonical_json
from memory.gate.fingerprints import identities_of, value_fingerprints
from memory.models import Record, RefusalKey, RefusedFingerprint, RefusedValue, Store
from memory.services.erasing.needles import MARK, values_of
from memory.services.erasing.redacting import states_of
from memory.services.journal import snapshot
from memory.services.refusal_keys import key_of
from memory.services.refusals import value_refuse
from memory.services.refused import value_of
from memory.services.snapshots import snapshot_apply

REASON = "erased"


def values_refuse(*, actor: Actor, record: Record) -> list[RefusedValue]:
    """Refuse every value the record ever had; the record itself is left as it is.

    Returns all refusals that cover one of them, those that were there before included.
    """
    current = snapshot(record, record.content)
    covering: set[int] = set()
    for state in _states(record):
        snapshot_apply(record, state)
        value_refuse(actor=actor, record=record, reason=REASON)
        covering |= _covering(record)
    snapshot_apply(record, current)
    return list(RefusedValue.objects.filter(pk__in=covering).order_by("pk"))


def refusals_blank(records: Sequence[Record]) -> None:
    """Take subject and predicate of erased records out of their refusals: whole values are known without them.

    The key stays: a short value is told apart from other uses of its words by standing near a word of it.
    """
    RefusedValue.objects.filter(record__in=records).update(subject="", predicate="")


def refusals_of_records(rows: Sequence[RefusedValue]) -> list[dict[str, Any]]:
    """What is needed to refuse the same again in a database that does not know it yet."""
    return [
        {
            "kind": row.kind,
            "key": row.key,
            "refused_by": row.refused_by,
            "fingerprints": [
                [bytes(one.made_with.secret).hex(), one.fingerprint, one.units, one.care, one.made_with.scheme]
                for one in row.fingerprints.select_related("made_with")
            ],
        }
        for row in rows
    ]


def refusals_renew(*, store: Store, entries: Sequence[dict[str, Any]]) -> int:
    """Refuse again what the entries name, unless it is refused; returns how many were not.

    A quotation may be known from a refusal under another key, which says nothing of this one: the entry counts as
    known only when every fingerprint of its whole value is. The keys come with the fingerprints, since a database of
    an earlier day may have none; an entry of an earlier day names no scheme.
    """
    made = 0
    for entry in entries:
        prints = [(_key(row[0], *row[4:5]), *row[1:4]) for row in entry.get("fingerprints", [])]
        whole = {fingerprint for _, fingerprint, units, _ in prints if not units} or {row[1] for row in prints}
        known = RefusedFingerprint.objects.filter(store=store, fingerprint__in=whole)
        if not prints or whole <= set(known.values_list("fingerprint", flat=True)):
            continue
        named = {name: entry.get(name, "") for name in ("kind", "key", "subject", "predicate", "refused_by")}
        refused = RefusedValue.objects.create(store=store, reason=REASON, **named)
        RefusedFingerprint.objects.bulk_create(
            RefusedFingerprint(
                refused=refused, store=store, made_with=key, fingerprint=fingerprint, units=units, care=care
            )
            for key, fingerprint, units, care in prints
        )
        made += 1
    return made


def _states(record: Record) -> list[Mapping[str, Any]]:
    """The states of the record that say something, each once; what a backup was cleaned of says nothing."""
    found: dict[str, Mapping[str, Any]] = {}
    for state in states_of(record):
        content = state.get("content")
        if not content or MARK in values_of(content):
            continue
        mark = canonical_json([state.get("key"), state.get("subject"), state.get("predicate"), content])
        found.setdefault(mark, state)
    return list(found.values())


def _covering(record: Record) -> set[int]:
    """All refusals under which the record's value falls as it is in memory, by primary key."""
    names = identities_of(record.kind, key=record.key, subject=record.subject, predicate=record.predicate)
    found: set[int] = set()
    for row in RefusalKey.objects.all():
        prints = value_fingerprints(
            key_of(row), store_id=record.store_id, kind=record.kind, identities=names, value=value_of(record)
        )
        rows = RefusedFingerprint.objects.filter(store=record.store_id, made_with=row, fingerprint__in=prints, units=0)
        found.update(rows.values_list("refused_id", flat=True))
    return found


def _key(secret: str, scheme: int = RefusalKey.Scheme.UNITS) -> RefusalKey:
    """The key with this secret (hex); an empty one is the first release's."""
    data = bytes.fromhex(secret)
    for row in RefusalKey.objects.order_by("id"):
        if bytes(row.secret) == data:
            return row
    return RefusalKey.objects.create(scheme=scheme if data else RefusalKey.Scheme.FIRST, secret=data)
