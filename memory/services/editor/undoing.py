"""Taking an applied edit back as one operation."""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from channels_bridge.actors import Actor
from kirocrew.base.clock import now
from kirocrew.base.garbage import collector_resting
from kirocrew.base.problems import Conflict, Invalid, NotFound
from memory.models import Edit, Record, Revision, Status
from memory.services.decisions import is_last_in_force
from memory.services.editor.occupied import occupied, refused_values
from memory.services.editor.plans import REFUSALS_SHOWN, records_of
from memory.services.editor.previews import owner_require
from memory.services.editor.selection import Row
from memory.services.evidence import MOVED
from memory.services.journal import Change, changes_commit, snapshot
from memory.services.records import record_text
from memory.services.snapshots import says_otherwise, snapshot_apply


def edit_get(*, actor: Actor, uid: UUID) -> Edit:
    """The receipt. Raises Forbidden for anybody but the owner, NotFound."""
    owner_require(actor)
    edit = Edit.objects.filter(uid=uid).first()
    if edit is None:
        raise NotFound("There is no such edit.", type="unknown-memory-edit")
    return edit


def edit_undo(*, actor: Actor, uid: UUID, reason: str = "") -> Edit:
    """Put every record of an edit back to what it was; undoing again returns the same receipt.

    Proposals that the edit settled stay settled. Raises Forbidden, NotFound; Conflict when a record was changed since
    (`stale-memory-edit`), Invalid when one can't be what it was (`memory-edit-refused`). Then nothing is written.
    """
    owner_require(actor)
    with collector_resting(), transaction.atomic():
        edit = edit_get(actor=actor, uid=uid)
        if edit.undone_at is not None:
            return edit
        entries = _entries(edit)
        pairs = [(entry, entry.record) for entry in entries]
        _refuse_changed(pairs)
        changes = [_taken_back(entry, record, reason) for entry, record in pairs]
        _refuse_impossible(changes)
        changes_commit(actor=actor, changes=changes)
        edit.undone_at, edit.undone_by = now(), actor.source
        edit.save(update_fields=("undone_at", "undone_by"))
    return edit


def _entries(edit: Edit) -> list[Revision]:
    """What the edit wrote, last first: a record that took another's place gives it back before that one returns."""
    entries = list(Revision.objects.filter(edited_by__edit=edit).order_by("-id"))
    rows = Record.objects.filter(pk__in=[entry.record_id for entry in entries])
    names = ("pk", "uid", "kind", "revision", "chain_hash")
    records = {record.pk: record for record in records_of([Row(*values) for values in rows.values_list(*names)])}
    for entry in entries:
        entry.record = records[entry.record_id]
    return entries


def _refuse_changed(pairs: Sequence[tuple[Revision, Record]]) -> None:
    changed = [record for entry, record in pairs if not is_last_in_force(entry, record)]
    if changed:
        raise Conflict(
            f"{len(changed)} of the {len(pairs)} records were changed since. Undo those changes first; nothing was "
            "undone.",
            type="stale-memory-edit",
            extra={"records": [str(record.uid) for record in changed[:REFUSALS_SHOWN]]},
        )


def _taken_back(entry: Revision, record: Record, reason: str) -> Change:
    before, base = snapshot(record, record.content), record.revision
    state = entry.before or {**before, "status": str(Status.FORGOTTEN)}
    snapshot_apply(record, state)
    if record.status == Status.ACTIVE:
        record.superseded_by = None
    return Change(
        record,
        record.content,
        entry.operation,
        before=before,
        status=Revision.Status.UNDONE,
        base_revision=base,
        reason=reason,
        metadata={name: entry.metadata[name] for name in (MOVED,) if name in entry.metadata},
        event="undone",
        new_text=record_text(record),
        answers_id=entry.pk,
        text_changed=says_otherwise(before, state),
    )


def _refuse_impossible(changes: Sequence[Change]) -> None:
    """Raise Invalid where a value was refused for good since, or another record has taken a place."""
    refusals = occupied([(change.record, change.record, change.before or {}) for change in changes])
    refusals |= refused_values([(change.record.pk, change.record) for change in changes], counted=True)
    if refusals:
        uids = {change.record.pk: str(change.record.uid) for change in changes}
        named = [
            {"uid": uids[pk], "code": refusal.code.value, "message": refusal.message}
            for pk, refusal in refusals.items()
        ]
        raise Invalid(
            f"{len(named)} of {len(changes)} records can't be what they were, so nothing is undone. The first: "
            f"{named[0]['message']}",
            type="memory-edit-refused",
            extra={"refused": named[:REFUSALS_SHOWN], "refused_count": len(named)},
        )
