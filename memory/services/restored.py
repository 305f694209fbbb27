"""What of today holds over a database of an earlier day that is put back: refused values, and keys' ways into stores.

Rows of today come as they were read out of a database that may be of another version, so they are small values here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from channels_bridge.actors import Actor
from channels_bridge.models import Bot
from kirocrew.base.problems import Unavailable
from memory.models import (
    BotStore,
    Record,
    RefusalKey,
    RefusedFingerprint,
    RefusedValue,
    Revision,
    Status,
    Store,
)
from memory.services.journal import Change, changes_commit, snapshot
from memory.services.records import record_text
from memory.services.refused import Refused

REASON: Final = "refused for good before the backup was put back"
AT_ONCE: Final = 500  # records that are forgotten in one batch

Print = tuple[bytes, int, str, int, int]
"""A fingerprint: the key's secret and scheme, the fingerprint, its units and its care."""


@dataclass(frozen=True, slots=True)
class RefusalToday:
    """A refused value of today: its store's name, its columns, what it was said of, and how it is known again."""

    store: str
    kind: str
    refused_by: str
    refused_at: datetime
    values: Mapping[str, Any]
    record: UUID | None
    revision: str
    """Hash of the journal entry that holds the value; empty where none does."""
    prints: tuple[Print, ...]


def refusals_carry(*, stores: Mapping[str, Mapping[str, Any]], refusals: Sequence[RefusalToday]) -> int:
    """Have refused values as they are today, those that were lifted as well. Returns how many were not known here.

    `stores` are the columns of today's stores by name; one that is not here is made, empty, under its number: the
    fingerprints are of the number. Raises Unavailable when another store has that number, since then nothing that is
    refused in it would be known again.
    """
    made = 0
    with transaction.atomic():
        places = {name: _store(name, stores[name]) for name in sorted({one.store for one in refusals})}
        keys: dict[tuple[bytes, int], RefusalKey] = {}
        for one in refusals:
            place = places[one.store]
            row = RefusedValue.objects.filter(
                store=place, kind=one.kind, refused_at=one.refused_at, refused_by=one.refused_by
            ).first()
            if row is None:
                row = RefusedValue(store=place, kind=one.kind, refused_at=one.refused_at, refused_by=one.refused_by)
                made += 1
            for name, value in one.values.items():
                setattr(row, name, value)
            row.record = Record.objects.filter(uid=one.record).first() if one.record else None
            row.revision = Revision.objects.filter(hash=one.revision).first() if one.revision else None
            row.save()
            _prints_replace(row, one.prints, keys)
    return made


def refused_forget(*, actor: Actor) -> list[UUID]:
    """Take every active record out of memory whose value is refused; each can be looked at, none can be restored.

    Returns what was forgotten.
    """
    gone: list[UUID] = []
    for store in Store.objects.filter(refused_fingerprints__isnull=False).distinct():
        barred, found = Refused(store), []
        active = Record.objects.with_content().filter(store=store, status=Status.ACTIVE).order_by("pk")
        for record in active.iterator(chunk_size=AT_ONCE):
            if barred.record(record) is not None:
                found.append(record)
        for start in range(0, len(found), AT_ONCE):
            with transaction.atomic():
                changes_commit(actor=actor, changes=[_forgotten(record) for record in found[start : start + AT_ONCE]])
        gone += [record.uid for record in found]
    return gone


def bindings_carry(bindings: Mapping[str, Sequence[tuple[str, bool]]]) -> None:
    """Bind each bot to the stores it is bound to today, of those there are: pairs of a store's name and whether it is
    the one that is meant when none is named.
    """
    stores = {store.slug: store for store in Store.objects.all()}
    with transaction.atomic():
        for bot in Bot.objects.filter(name__in=bindings):
            BotStore.objects.filter(bot=bot).delete()
            BotStore.objects.bulk_create(
                BotStore(bot=bot, store=stores[slug], is_default=is_default)
                for slug, is_default in bindings[bot.name]
                if slug in stores
            )


def _store(slug: str, today: Mapping[str, Any]) -> Store:
    number = today["id"]
    known = Store.objects.filter(slug=slug).first()
    if known is None and not Store.objects.filter(pk=number).exists():
        kept = {name: today[name] for name in ("name", "policy", "member", "secrets_policy") if name in today}
        return Store.objects.create(pk=number, slug=slug, **kept)
    if known is None or known.pk != number:
        raise Unavailable(
            f"The backup is not of this server: its store {slug} has another number here, so what is refused in it "
            "would not be known again. Import an export of it instead.",
            type="restore-not-possible",
        )
    return known


def _prints_replace(row: RefusedValue, prints: Sequence[Print], keys: dict[tuple[bytes, int], RefusalKey]) -> None:
    wanted = {(_key(secret, scheme, keys).pk, text): (units, care) for secret, scheme, text, units, care in prints}
    there = set(row.fingerprints.values_list("made_with_id", "fingerprint"))
    for key, text in there - set(wanted):
        row.fingerprints.filter(made_with=key, fingerprint=text).delete()
    RefusedFingerprint.objects.bulk_create(
        RefusedFingerprint(refused=row, store=row.store, made_with_id=key, fingerprint=text, units=units, care=care)
        for (key, text), (units, care) in wanted.items()
        if (key, text) not in there
    )


def _key(secret: bytes, scheme: int, keys: dict[tuple[bytes, int], RefusalKey]) -> RefusalKey:
    if (secret, scheme) not in keys:
        rows = RefusalKey.objects.filter(scheme=scheme).order_by("id")
        known = next((row for row in rows if bytes(row.secret) == secret), None)
        keys[secret, scheme] = known or RefusalKey.objects.create(scheme=scheme, secret=secret)
    return keys[secret, scheme]


def _forgotten(record: Record) -> Change:
    before, base = snapshot(record, record.content), record.revision
    record.status, record.superseded_by = Status.FORGOTTEN, None
    return Change(
        record,
        record.content,
        "forget",
        before=before,
        base_revision=base,
        reason=REASON,
        event="forget",
        old_text=record_text(record),
        text_changed=False,
    )
