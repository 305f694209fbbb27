"""Refusing a value for good, seeing what is refused and how often it came back, and lifting a refusal."""

from django.db import transaction
from django.db.models import QuerySet

from channels_bridge.actors import Actor
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, Forbidden, Invalid, NotFound
from memory.gate.fingerprints import identities_of, quote_fingerprints, value_fingerprints
from memory.gate.quotes import quotes_of
from memory.models import Event, Kind, Record, RefusalKey, RefusedFingerprint, RefusedValue, Revision, Store
from memory.services.journal import events_write, reason_text
from memory.services.refusal_keys import key_current, key_of
from memory.services.refused import said_by, value_of


def value_refuse(*, actor: Actor, record: Record, reason: str, revision: Revision | None = None) -> None:
    """Remember, by fingerprints, that the owner refuses this record's value. Call it inside a transaction.

    `revision` is the journal entry that holds the value where it is not the record's last one. What is refused
    already stays refused as it is.
    """
    if _is_refused(record):
        return
    row = RefusedValue.objects.create(
        store=record.store,
        kind=record.kind,
        record=record,
        revision=revision or _holding(record),
        reason=reason_text(reason),
        refused_by=actor.source,
        key=record.key if record.kind == Kind.FACT else "",
        subject=record.subject,
        predicate=record.predicate,
    )
    RefusedFingerprint.objects.bulk_create(_fingerprints(row, record), ignore_conflicts=True)
    events_write([_event("value_refused", actor, row)])


def refusals_of(*, actor: Actor, store: Store | None = None) -> QuerySet[RefusedValue]:
    """What is and was refused, newest first. Raises Forbidden for bots and members."""
    if not (actor.is_owner or actor.is_system):
        raise Forbidden("Only the owner looks at refused values.", type="owner-only")
    rows = RefusedValue.objects.select_related("store", "record", "revision").order_by("-id")
    return rows.filter(store=store) if store is not None else rows


def refusal_lift(*, actor: Actor, number: int, reason: str) -> RefusedValue:
    """Let a refused value be written again. It stays listed, with who lifted it and why; its fingerprints go.

    Raises Forbidden for anybody but the owner, Invalid without a reason, NotFound, Conflict when it was lifted already.
    """
    _require_owner(actor)
    why = reason_text(reason.strip())
    if not why:
        raise Invalid("Say why the value may be written again: the reason is kept.", type="reason-needed")
    with transaction.atomic():
        row = RefusedValue.objects.select_related("store", "record", "revision").filter(pk=number).first()
        if row is None:
            raise NotFound("There is no such refusal.", type="unknown-refusal")
        if row.lifted_at is not None:
            raise Conflict("This refusal was lifted already.", type="refusal-lifted")
        row.lifted_at, row.lifted_by, row.lifted_reason = now(), actor.source, why
        row.save(update_fields=("lifted_at", "lifted_by", "lifted_reason"))
        RefusedFingerprint.objects.filter(refused=row).delete()
        events_write([_event("refusal_lifted", actor, row, detail=why)])
    return row


def _is_refused(record: Record) -> bool:
    """Whether the value is refused under each of its identities. Asked of the index: there may be many refusals."""
    names = identities_of(record.kind, key=record.key, subject=record.subject, predicate=record.predicate)
    keys = [key_of(row) for row in RefusalKey.objects.all()]
    for name in names.each():
        found = [
            fingerprint
            for key in keys
            for fingerprint in value_fingerprints(
                key, store_id=record.store_id, kind=record.kind, identities=name, value=value_of(record)
            )
        ]
        rows = RefusedFingerprint.objects.filter(store=record.store_id, made_with__in=[key.pk for key in keys])
        if not rows.filter(fingerprint__in=found, units=0).exists():
            return False
    return True


def _fingerprints(row: RefusedValue, record: Record) -> list[RefusedFingerprint]:
    made_with, value = key_current(), value_of(record)
    key = key_of(made_with)
    names = identities_of(row.kind, key=row.key, subject=row.subject, predicate=row.predicate)
    whole = value_fingerprints(key, store_id=row.store_id, kind=row.kind, identities=names, value=value)
    found = dict.fromkeys(whole, (0, 0))
    for quote in (quote for said in said_by(record) for quote in quotes_of(said, is_version=names.is_version)):
        for fingerprint in quote_fingerprints(key, store_id=row.store_id, forms=quote.forms):
            found[fingerprint] = (quote.units, quote.care)
    return [
        RefusedFingerprint(
            refused=row, store_id=row.store_id, made_with=made_with, fingerprint=fingerprint, units=units, care=care
        )
        for fingerprint, (units, care) in found.items()
    ]


def _holding(record: Record) -> Revision | None:
    """The journal entry that made the record what it is."""
    return record.revisions.filter(number=record.revision, number__gt=0).order_by("id").last()


def _event(code: str, actor: Actor, row: RefusedValue, *, detail: str = "") -> Event:
    return Event(
        code=code,
        kind=row.kind,
        store=row.store,
        record_uid=row.record.uid if row.record else None,
        key=row.key,
        source=actor.source,
        detail=detail or row.reason,
    )


def _require_owner(actor: Actor) -> None:
    if not actor.is_owner:
        raise Forbidden("Only the owner lifts a refusal.", type="owner-only")
