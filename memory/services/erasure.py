"""Erasing: a record is taken out of every place it reached, for good, and a certificate says so place by place.

Forgetting is the other thing: it takes a record out of every recall, and can be undone.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final
from uuid import UUID

from django.db import transaction

from channels_bridge.actors import Actor, Permission
from channels_bridge.models import Job, Turn
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, Forbidden, Invalid, NotFound
from memory.models import Erasure, Event, EvidenceLink, Kind, Record, Revision, Status
from memory.services.erasing.answers import answers_clean
from memory.services.erasing.beyond import beyond_redact
from memory.services.erasing.caches import caches_forget
from memory.services.erasing.certificate import FOUND, PENDING, Certificate, Line, lines_joined
from memory.services.erasing.documents import documents_redact
from memory.services.erasing.file_bytes import bytes_clean, overwriting
from memory.services.erasing.files import files_clean
from memory.services.erasing.needles import Needles, joined, marks_of, needles_of
from memory.services.erasing.others import Others, Said, goes_as_well, is_anothers, others_of
from memory.services.erasing.places import BY_TABLE, DATABASE_FILE
from memory.services.erasing.probing import hits_in_tables, marks_probe, places_probe, records_of
from memory.services.erasing.redacting import entries_redact, index_optimize, record_redact, states_of, terms_of
from memory.services.erasing.refusing import refusals_blank, refusals_of_records, values_refuse
from memory.services.erasing.remaining import (
    KEPT,
    certificate_now,
    job_of,
    remaining_request,
    report_keep,
    slow_places,
)
from memory.services.erasing.rows import Hit, row_redact
from memory.services.erasing.sealing import seal_make, seal_remove
from memory.services.erasing.sought import Sought
from memory.services.erasing.tombstones import tombstones_begin, tombstones_confirm, tombstones_withdraw
from memory.services.erasing.turns import emptied_note, links_of_others, turns_empty, turns_left, turns_of
from memory.services.evidence import fates_of, links_mark, places_of
from memory.services.journal import reason_text

KEPT_KEY: Final = (
    "Its key is kept here, in the audit and in erased.jsonl, with keyed fingerprints of its values: a short value that "
    "comes back is known by standing near a word of its key. Subject and predicate are not kept."
)


@dataclass(slots=True)
class Plan:
    """What an erase would reach: the record and what goes with it, what is marked, and who else says the same."""

    record: Record
    targets: list[Record]
    needles: Needles
    said: Said
    marked: tuple[EvidenceLink, ...] = ()
    turns: list[Turn] = field(default_factory=list)
    """Turns of conversations that are emptied: those it came from, and those that say the same."""
    others: Others = field(default_factory=Others)
    """Who else says the same or mentions it; of `entries`, which are emptied, the records stay."""

    @property
    def entries(self) -> list[tuple[Record, list[Revision]]]:
        """Entries of other records that say the same in the record's store, and are emptied, by record."""
        return [(entries[0].record, entries) for entries in self.others.entries.values()]


def record_erase(*, actor: Actor, uid: UUID, confirm: str, reason: str = "", with_copies: bool = False) -> Certificate:
    """Erase a record and every trace of its text: journal, audit, indexes, vectors, jobs, answers, files of the home.

    It can't be undone. `confirm` is the record's key, or its uid, typed by a person. What was derived from it goes as
    well, as docs/explanation/deletion.md says. Other records that say the same word for word are kept and named, unless
    `with_copies`; those that only mention it are kept and named always. Databases and large files of the home are left
    to a job, and their places are pending until then. Raises Forbidden for anybody but the owner and operators,
    NotFound, Invalid for another word typed, Conflict for a record that is erased already, Unavailable when the list of
    what was erased can't be written.
    """
    _require_confirmed(_record(actor, uid), confirm)
    return _erase_now(actor, uid, reason_text(reason), with_copies=with_copies, is_listed=False)


def record_erase_again(*, actor: Actor, uid: UUID, reason: str) -> Certificate:
    """Erase a record that an older database brought back; the list of what was erased has it. Raises NotFound."""
    return _erase_now(actor, uid, reason, with_copies=False, is_listed=True)


def erase_preview(*, actor: Actor, uid: UUID) -> Plan:
    """What an erase would reach. Nothing is changed. Raises as record_erase."""
    return _plan(_record(actor, uid), with_copies=False)


def erase_certificate(*, actor: Actor, uid: UUID) -> Certificate:
    """What was found when a record was erased, and what its job has come to by now. Raises Forbidden and NotFound."""
    _require_may(actor)
    erasure = Erasure.objects.select_related("store").filter(record_uid=uid).first()
    if erasure is None:
        raise NotFound("This record was not erased.", type="unknown-record")
    return certificate_now(erasure)


def erase_job(*, actor: Actor, uid: UUID) -> Job | None:
    """The job that looks through the slow files for an erased record; None where none is needed.

    One that failed or was stopped waits again after this, and one that was lost is asked for. Raises Forbidden.
    """
    _require_may(actor)
    return job_of(uid)


def deletion_certify(*, actor: Actor, uid: UUID, text: str = "") -> Certificate:
    """Look for a record in every place: by its text while it is there, by the marks kept of it once it was erased.

    Marks can't be looked for in bytes; whoever knows the erased `text` still can give it, and files are searched, too.
    Raises Forbidden and NotFound.
    """
    _require_may(actor)
    record = Record.objects.with_content().filter(uid=uid).first()
    if record is None:
        raise NotFound("There is no such record.", type="unknown-record")
    erasure = Erasure.objects.filter(record_uid=uid).first()
    given = needles_of(Kind.EPISODE, [{"content": {"text": text}}])
    if erasure is None:
        needles = joined([_needles([record]), given])
        return _certificate(actor, record, places_probe(needles, records_of([record])), reason="")
    marks: dict[int, set[str]] = {}
    for length, mark in erasure.marks:
        marks.setdefault(int(length), set()).add(mark)
    known = {line.place: line.state for line in certificate_now(erasure).lines}
    lines = marks_probe(
        {length: frozenset(found) for length, found in marks.items()},
        records_of([record]),
        known=known,
        when=f"on {erasure.at:%Y-%m-%d %H:%M} UTC",
    )
    if text:
        lines = lines_joined(lines, places_probe(given, records_of([record])))
    return _certificate(actor, record, lines, reason=erasure.reason)


def record_named(*, actor: Actor, name: str, store: str = "") -> Record:
    """The record of this uid, or the fact of this key. Raises NotFound, Conflict when several stores have the key."""
    _require_may(actor)
    try:
        found = Record.objects.filter(uid=UUID(name))
    except ValueError:
        found = Record.objects.filter(kind=Kind.FACT, key=name).exclude(key="")
        if not found.exists():  # a key that was erased stands in the audit alone
            erased = Event.objects.filter(code="erased", key=name).exclude(key="").values("record_uid")
            found = Record.objects.filter(uid__in=erased)
    records = list((found.filter(store__slug=store) if store else found).select_related("store").order_by("-id"))
    active = [record for record in records if record.status == Status.ACTIVE] or records
    if not active:
        raise NotFound(
            f"There is no record {name!r}. Name the id of a record, or the key of a fact.", type="unknown-record"
        )
    if len({record.store_id for record in active}) > 1:
        stores = ", ".join(sorted({record.store.slug for record in active}))
        raise Conflict(f"Several stores have the key {name!r}: {stores}. Name one.", type="key-in-several-stores")
    return active[0]


def _erase_now(actor: Actor, uid: UUID, reason: str, *, with_copies: bool, is_listed: bool) -> Certificate:
    with overwriting():
        begun: list[Erasure] = []
        sealed = ""
        try:
            with transaction.atomic():
                plan = _plan(_record(actor, uid), with_copies=with_copies)
                erased = _erase(actor, plan, reason)
                sealed = _sealed(plan, erased)
                if not is_listed:
                    tombstones_begin(erased)
                    begun = erased
        except BaseException:  # whatever kept it from being committed: the record is still there
            tombstones_withdraw(row.record_uid for row in begun)
            if sealed:
                seal_remove(sealed)
            raise
        tombstones_confirm(row.record_uid for row in begun)
        return _finish(actor, plan, erased, reason, sealed)


def _sealed(plan: Plan, erasures: Sequence[Erasure]) -> str:
    """Note what is looked for in files before it is gone from the database: who is killed from now on loses nothing."""
    records = [erasure.record_uid for erasure in erasures]
    kept = bool(plan.others.copies or plan.others.mentions)
    return seal_make(records=records, sought=_sought(plan), kept=kept)


def _sought(plan: Plan) -> Sought:
    entries = frozenset(entry.hash for _, emptied in plan.entries for entry in emptied)
    uids = [record.uid for record in plan.targets] + [turn.uid for turn in plan.turns]
    return Sought(plan.needles, frozenset(map(str, uids)), entries)


def _erase(actor: Actor, plan: Plan, reason: str) -> list[Erasure]:
    """Do what the plan says, in one transaction."""
    refused = {record.pk: values_refuse(actor=actor, record=record) for record in plan.targets}
    marks = {record.pk: marks_of(_needles([record]).telling) for record in plan.targets}
    for key, entries in plan.others.entries.items():
        other = Record.objects.with_content().get(pk=key)
        entries_redact(actor=actor, record=other, revisions=entries, needles=plan.needles)
    for record in plan.targets:
        record_redact(actor=actor, record=record, reason=reason, needles=plan.needles)
    refusals_blank(plan.targets)
    links_mark(actor=actor, links=plan.marked, gone=EvidenceLink.Gone.ERASED)
    turns_empty(plan.turns)
    sought = _sought(plan)
    documents_redact(actor=actor, targets=plan.targets, sought=sought)
    beyond_redact(actor=actor, targets=plan.targets, sought=sought)
    for hit in hits_in_tables(plan.needles):
        if _is_swept(hit, plan):
            row_redact(hit, plan.needles)
    answers_clean(Sought.of(plan.needles, [record.uid for record in plan.targets]))
    index_optimize()
    moment = now()
    erasures = [
        Erasure(
            record_uid=record.uid,
            store=record.store,
            kind=record.kind,
            at=moment,
            by=actor.source,
            reason=plan.needles.redacted(reason),
            marks=marks[record.pk],
            refused=refusals_of_records(refused[record.pk]),
        )
        for record in plan.targets
    ]
    for erasure in erasures:
        erasure.save()
    return erasures


def _finish(actor: Actor, plan: Plan, erasures: Sequence[Erasure], reason: str, sealed: str) -> Certificate:
    """What can only be done once it is committed: files, caches, bytes; then look everywhere, or ask a job to."""
    slow = slow_places()
    changed = files_clean(_sought(plan))
    caches_forget()
    note = bytes_clean(plan.needles)
    lines = places_probe(plan.needles, records_of(plan.targets), slow=False)
    _note(lines, plan, note)
    for line in lines:
        line.state = PENDING if line.place in slow else line.state
    certificate = replace(
        _certificate(actor, plan.record, lines, reason=plan.needles.redacted(reason)),
        erased=tuple(erasure.record_uid for erasure in erasures),
        marked=tuple(dict.fromkeys(link.record.uid for link in plan.marked)),
        copies=tuple(item.uid for item in plan.others.copies),
        mentions=tuple(item.uid for item in plan.others.mentions),
        emptied=tuple(record.uid for record, _ in plan.entries),
        changed=tuple(changed),
    )
    with transaction.atomic():
        report_keep(certificate.erased, **certificate.as_json())
        if slow:
            job = remaining_request(actor=actor, sealed=sealed, records=certificate.erased)
            report_keep(certificate.erased, job=str(job.uid))
    if not slow:
        seal_remove(sealed)
    return certificate_now(Erasure.objects.select_related("store").get(record_uid=plan.record.uid))


def _note(lines: Sequence[Line], plan: Plan, note: str) -> None:
    """What has to be said about a place whatever was found there."""
    kept = plan.others.copies or plan.others.mentions
    for line in lines:
        if line.place == DATABASE_FILE and note:
            line.note = note
        elif line.place == "refusals":
            line.note = KEPT_KEY
        elif line.place == "conversations":
            line.note = emptied_note(plan.turns)
            for hit in turns_left(plan.turns):
                line.found(hit)
        if line.state == FOUND and kept:
            line.note = f"{line.note} {KEPT}".strip()


def _plan(record: Record, *, with_copies: bool) -> Plan:
    fates = fates_of(record)
    places = places_of([record, *fates.going])  # what was moved is one memory, of which nothing may stay
    left = [key for key in places if key != record.pk and key not in {one.pk for one in fates.going}]
    behind = Record.objects.with_content().filter(pk__in=left).exclude(status=Status.ERASED).order_by("pk")
    targets = [record, *behind, *fates.going]
    said = Said.by(targets)
    needles = _needles(targets)
    hits = hits_in_tables(needles)
    others = others_of(targets, said, hits)
    copies = [other for other in others.copies if with_copies or goes_as_well(other, said)]
    if copies:
        others.copies = [other for other in others.copies if other not in copies]
        targets, needles = [*targets, *copies], _needles([*targets, *copies])
    turns = turns_of(targets, said, hits)
    marked = (*fates.marked, *links_of_others(turns, targets))
    return Plan(record, targets, needles, said, marked, turns, others)


def _is_swept(hit: Hit, plan: Plan) -> bool:
    """Whether the text is taken out of this row: not of other records' rows, nor of what the owner set up."""
    place = BY_TABLE.get(hit.table)
    if place is None or place.governed or place.told:
        return False
    return not is_anothers(hit, {record.pk: str(record.uid) for record in plan.targets}, plan.said)


def _needles(records: Iterable[Record]) -> Needles:
    return joined([needles_of(record.kind, states_of(record), terms=terms_of(record)) for record in records])


def _certificate(actor: Actor, record: Record, lines: tuple[Line, ...], *, reason: str) -> Certificate:
    return Certificate(
        record=record.uid,
        kind=record.kind,
        store=record.store.slug,
        at=now(),
        by=actor.source,
        reason=reason,
        lines=lines,
    )


def _record(actor: Actor, uid: UUID) -> Record:
    _require_may(actor)
    record = Record.objects.with_content().filter(uid=uid).first()
    if record is None:
        raise NotFound("There is no such record.", type="unknown-record")
    if record.status == Status.ERASED:
        raise Conflict("The record was erased already.", type="record-erased")
    return record


def _require_may(actor: Actor) -> None:
    if not actor.is_owner and not actor.is_system:
        raise Forbidden("Only the owner erases.", type="owner-only")
    actor.require(Permission.ADMIN)


def _require_confirmed(record: Record, confirm: str) -> None:
    typed = confirm.strip()
    if not typed or typed not in (record.key, str(record.uid)):
        wanted = f"the key '{record.key}'" if record.key else f"the id {record.uid}"
        raise Invalid(f"Type {wanted} to erase it. It can't be undone.", type="erase-not-confirmed")
