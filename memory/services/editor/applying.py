"""Making an edit that was previewed: all of it in one transaction and once, with a receipt."""

from collections.abc import Sequence
from typing import Final

from django.db import IntegrityError, transaction

from channels_bridge.actors import Actor
from kirocrew.base.clock import now
from kirocrew.base.garbage import collector_resting
from kirocrew.base.problems import Invalid, Problem
from kirocrew.db.inserts import insert_rows
from memory.models import Edit, EditedRevision, Event, Record, RefusedFingerprint, Revision, Status
from memory.services.editor.operations import Forget, Operation, ReplaceText, SetContent, effect_data
from memory.services.editor.plans import Plan, plans_judge, plans_make, plans_require_places, proposals_waiting
from memory.services.editor.previews import owner_require
from memory.services.editor.selection import Row, rows_chosen
from memory.services.editor.tokens import (
    Signed,
    preview_read,
    preview_require_fresh,
    preview_require_same,
    preview_stale,
    token_hash,
)
from memory.services.evidence import MOVED
from memory.services.journal import Change, changes_commit, events_write, reason_text, snapshot
from memory.services.preparing import secret_event
from memory.services.proposals import proposals_pending
from memory.services.records import record_text

SETTLED: Final = "settled by an edit of the record"


def edit_apply(*, actor: Actor, token: str, reason: str = "") -> Edit:
    """Make the edit of a preview and return its receipt; the same preview again returns the same receipt.

    Raises Forbidden for anybody but the owner; Invalid for a token that is none, an edit that changes nothing
    (`invalid-memory-edit`) or whose result the gate refuses (`memory-edit-refused`); Conflict when the preview is too
    old (`expired-memory-preview`) or anything in it changed (`stale-memory-preview`). Then nothing is written.
    """
    owner_require(actor)
    signed = preview_read(token)
    if receipt := edit_of(token):
        return receipt
    preview_require_fresh(signed)
    try:
        with collector_resting():
            return _apply(actor, signed, reason)
    except (Problem, IntegrityError) as error:
        # Of several at once one makes the edit, and the others find the records changed by it, or its receipt.
        if receipt := edit_of(token):
            return receipt
        if isinstance(error, Problem):
            raise
        # What keeps the database whole has the last word: another record stands where one of these would.
        raise preview_stale() from error


def _apply(actor: Actor, signed: Signed, reason: str) -> Edit:
    seen = _latest()
    try:
        rows, plans = _planned(actor, signed)  # most of the work, and done without the lock
    except Problem:
        if _latest() != seen:  # another wrote while this was planned: half was read as it was, half as it is
            preview_require_same(signed, rows_chosen(actor, signed.selection))
        raise
    with transaction.atomic():
        if receipt := edit_of(signed.token):
            return receipt
        if _latest() != seen:
            preview_require_same(signed, rows_chosen(actor, signed.selection))
            if not isinstance(signed.operation, SetContent):  # which is judged under the lock
                plans_require_places(plans)  # others may have been written where these go, or refused there
        return _write(actor, signed, rows, plans, reason)


def _latest() -> tuple[int | None, int | None]:
    """The newest entry of the journal and the newest refusal for good, by primary key.

    While both are the same, no record has changed, nothing was proposed, and nothing more is refused.
    """
    entry, refused = (
        model.objects.order_by("-pk").values_list("pk", flat=True).first() for model in (Revision, RefusedFingerprint)
    )
    return entry, refused


def edit_of(token: str) -> Edit | None:
    """The receipt of a preview that was applied."""
    return Edit.objects.filter(token_hash=token_hash(token)).first()


def _planned(actor: Actor, signed: Signed) -> tuple[list[Row], list[Plan]]:
    rows = rows_chosen(actor, signed.selection)
    preview_require_same(signed, rows)
    plans = plans_make(actor, rows, signed.operation, proposals_waiting(rows))
    if not plans:
        raise Invalid("This changes nothing: every record is as it would be.", type="invalid-memory-edit")
    if not isinstance(signed.operation, SetContent):
        plans_judge(actor, plans, counted=True)
    return rows, plans


def _write(actor: Actor, signed: Signed, rows: Sequence[Row], plans: Sequence[Plan], reason: str) -> Edit:
    """Receipt, records, journal, audit and index."""
    edit = Edit.objects.create(
        token_hash=signed.hash,
        operation=signed.operation.type,
        fields=_named(signed.operation),
        matched=len(rows),
        changed=len(plans),
        reason=reason_text(reason),
        applied_by=actor.source,
        applied_at=now(),
    )
    if isinstance(signed.operation, SetContent):
        for plan in plans:
            _settle_proposals(actor, plan.record)
        plans_judge(actor, plans, counted=True)
    changes = [change for plan in plans for change in _changes(plan, edit, signed.operation, reason)]
    changes_commit(actor=actor, changes=changes)
    changes += _supersede(actor, [plan for plan in plans if plan.moved is not None], edit, reason)
    written = [change.revision_id for change in changes if change.revision_id is not None]
    insert_rows(EditedRevision, [EditedRevision(edit=edit, revision_id=number) for number in written])
    events_write(list(filter(None, (_kept_secret(actor, plan) for plan in plans))))
    return edit


def _changes(plan: Plan, edit: Edit, operation: Operation, reason: str) -> list[Change]:
    record = plan.subject
    metadata = {"edit": str(edit.uid)}
    if isinstance(operation, SetContent | ReplaceText) and plan.content_changes:
        metadata |= effect_data(operation.effect)
    if plan.moved is not None:
        metadata |= {MOVED: str(plan.record.uid)}
        text = record_text(record)
        return [
            Change(record, record.content, "create", reason=reason, metadata=metadata, event="create", new_text=text)
        ]
    name = _operation_name(plan, operation)
    gone = record.status != Status.ACTIVE
    return [
        Change(
            record,
            record.content,
            name,
            before=plan.before,
            base_revision=record.revision,
            reason=reason,
            metadata=metadata,
            event=name,
            old_text=_text_of(plan) if gone or plan.content_changes else "",
            new_text="" if gone else record_text(record),
            text_changed=plan.says_otherwise,
        )
    ]


def _operation_name(plan: Plan, operation: Operation) -> str:
    if plan.keeps:
        return "resolve"
    return "forget" if isinstance(operation, Forget) else "edit"


def _text_of(plan: Plan) -> str:
    """What the record said before."""
    content = plan.before["content"]
    value = content.get("value", content.get("rule", content.get("text")))
    return value if isinstance(value, str) else repr(value)


def _supersede(actor: Actor, plans: Sequence[Plan], edit: Edit, reason: str) -> list[Change]:
    """Let the records that went to another store give way to those that took their place there."""
    changes = []
    for plan in plans:
        record, base = plan.record, plan.record.revision
        record.status, record.superseded_by = Status.SUPERSEDED, plan.moved
        changes.append(
            Change(
                record,
                record.content,
                "supersede",
                before=plan.before,
                base_revision=base,
                reason=reason,
                metadata={"edit": str(edit.uid), "superseded_by": str(plan.subject.uid)},
                event="supersede",
                old_text=record_text(record),
                text_changed=False,
            )
        )
    changes_commit(actor=actor, changes=changes)
    return changes


def _settle_proposals(actor: Actor, record: Record) -> None:
    """Answer what waits for a record that the owner gives its content: they saw it in the preview and decided so."""
    for proposal in proposals_pending().filter(record=record):
        change = Change(
            record,
            record.content,
            proposal.operation,
            before=snapshot(record, record.content),
            status=Revision.Status.REJECTED,
            base_revision=record.revision,
            reason=SETTLED,
            event="proposal_rejected",
            answers_id=proposal.pk,
            keeps_state=True,
            text_changed=False,
        )
        changes_commit(actor=actor, changes=[change])


def _kept_secret(actor: Actor, plan: Plan) -> Event | None:
    if plan.passed is None:
        return None
    record = plan.subject
    return secret_event(plan.passed, actor=actor, store=record.store, kind=record.kind, key=record.key)


def _named(operation: Operation) -> list[str]:
    """The names of what the operation changes; never what it changes it to."""
    data = operation.data()
    return sorted(data["values"]) if "values" in data else sorted(set(data) - {"type"})
