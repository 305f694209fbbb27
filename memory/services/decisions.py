"""What the owner decides: a proposal is accepted, edited and accepted, or rejected, and a decision is undone.

Each decision is an entry of the journal that answers another one, so nothing is decided twice and nothing is lost. Two
owners who decide at once are served one after the other; the second is told that it was answered.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction

from channels_bridge.actors import Actor
from kirocrew.base.canonical import json_equal
from kirocrew.base.problems import Conflict, Forbidden, Invalid, NotFound, Problem
from memory.gate.checks import Checked, Passed
from memory.gate.outcomes import Outcome, OutcomeStatus, Refusal
from memory.models import Kind, Record, Revision, Status
from memory.models.revisions import ERASE
from memory.services.content_gate import EDITABLE, content_check
from memory.services.fact_rules import window_refusal
from memory.services.journal import Change, changes_commit, events_write, snapshot
from memory.services.lessons import lesson_key
from memory.services.preparing import REFUSED_VALUE, refused, secret_event
from memory.services.records import record_text, refuse_occupied, refused_event
from memory.services.refusals import value_refuse
from memory.services.refused import Refused
from memory.services.snapshots import Snapshot, merged, says_otherwise, snapshot_apply
from memory.services.timeline_steps import effect_kept

MOST_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Decision:
    """What is to become of one proposal. `edited` holds new content to accept in place of what was proposed.

    `revision` is the record's that the owner saw: needed to accept a proposal that was made on an older one.
    """

    proposal: int
    accept: bool
    reason: str = ""
    for_good: bool = False
    edited: Mapping[str, Any] = field(default_factory=dict)
    revision: int | None = None


def proposal_accept(*, actor: Actor, decision: Decision) -> Outcome:
    """Do what was proposed, or what the owner made of it.

    Raises Forbidden for anybody but the owner, NotFound, Conflict for a proposal that is answered already
    (`proposal-answered`), was made on an older revision that the owner did not name (`proposal-stale`), is about a
    record that is not in memory and would stay out of it (`record-not-active`), or whose place another record has taken
    (`key-occupied`); Invalid for an edit of what the kind does not have.
    """
    with transaction.atomic():
        proposal, record = _waiting(actor, decision.proposal)
        if proposal.base_revision != record.revision and decision.revision != record.revision:
            raise Conflict(
                f"The record was changed since this was proposed; it is at revision {record.revision}. Look at it as "
                "it is now, and accept with that revision, or reject.",
                type="proposal-stale",
            )
        before = snapshot(record, record.content)
        state = merged(before, proposal.before, proposal.after or {})
        if state["status"] == Status.PROPOSED:
            state["status"] = str(Status.ACTIVE)
        _refuse_unseen(record, state)
        passed: Passed | None = None
        if decision.edited:
            judged = _judged(actor, record, state, decision.edited)
            if isinstance(judged, Refusal):
                return refused(record.kind, judged, key=record.key)
            passed = judged
            state = {**state, **_edited(record, state, decision.edited, passed.value), "source": actor.source}
        return _accept(actor, proposal, record, before, state, decision, passed)


def proposal_reject(*, actor: Actor, decision: Decision) -> Outcome:
    """Leave memory as it is; what was proposed anew is kept as forgotten. `for_good` refuses its value from now on.

    Raises Forbidden, NotFound and Conflict as `proposal_accept`; whether the record changed meanwhile does not matter.
    """
    with transaction.atomic():
        proposal, record = _waiting(actor, decision.proposal)
        if decision.for_good:
            _refuse_proposed(actor, proposal, record, decision.reason)
        before = snapshot(record, record.content)
        is_new = record.status == Status.PROPOSED
        if is_new:
            record.status = Status.FORGOTTEN
        change = Change(
            record,
            record.content,
            proposal.operation,
            before=before,
            status=Revision.Status.REJECTED,
            base_revision=record.revision,
            reason=decision.reason,
            event="proposal_rejected",
            old_text=record_text(record),
            answers_id=proposal.pk,
            keeps_state=not is_new,
            text_changed=False,
        )
        changes_commit(actor=actor, changes=[change])
        return _done(record, "rejected")


def proposals_decide(*, actor: Actor, decisions: Sequence[Decision]) -> list[Outcome | Problem]:
    """Decide on many, each for itself: one that can't be done is answered with its problem and stops no other.

    Raises Forbidden for anybody but the owner, Invalid for more than 500.
    """
    _require_owner(actor)
    if len(decisions) > MOST_AT_ONCE:
        raise Invalid(f"At most {MOST_AT_ONCE} decisions at once.", type="too-many-decisions")
    results: list[Outcome | Problem] = []
    with transaction.atomic():
        for decision in decisions:
            try:
                with transaction.atomic():
                    decide = proposal_accept if decision.accept else proposal_reject
                    results.append(decide(actor=actor, decision=decision))
            except Problem as problem:
                results.append(problem)
    return results


def revision_undo(*, actor: Actor, revision_id: int, reason: str = "") -> Outcome:
    """Take an accepted change back: the record is again what it was before it, in a revision of its own.

    Raises Forbidden for anybody but the owner, NotFound, Conflict for an entry that changed nothing
    (`revision-not-undoable`), was undone already (`proposal-answered`), or is not the record's last that was not undone
    (`stale-revision`).
    """
    _require_owner(actor)
    with transaction.atomic():
        entry = Revision.objects.select_related("record").filter(pk=revision_id).first()
        if entry is None:
            raise NotFound("There is no such revision.", type="unknown-revision")
        record = Record.objects.with_content().get(pk=entry.record_id)
        _refuse_undoable(entry, record)
        before = snapshot(record, record.content)
        state = entry.before or {**before, "status": str(Status.FORGOTTEN)}
        if state["status"] == Status.PROPOSED:
            state = {**state, "status": str(Status.FORGOTTEN)}
        _apply(record, state)
        if record.status == Status.ACTIVE and (stopped := _stopped(actor, record, before)) is not None:
            return stopped
        change = Change(
            record,
            record.content,
            entry.operation,
            before=before,
            status=Revision.Status.UNDONE,
            base_revision=record.revision,
            reason=reason,
            event="undone",
            new_text=record_text(record),
            answers_id=entry.pk,
            text_changed=says_otherwise(before, state),
        )
        changes_commit(actor=actor, changes=[change])
        if entry.before is None:
            bring_back(actor, record)
        return _done(record, "undone")


def is_last_in_force(entry: Revision, record: Record) -> bool:
    """Whether the record is as this entry left it: it is the last one, or all later ones were undone."""
    if entry.number == record.revision:
        return True
    later = record.revisions.filter(number__gt=entry.number).order_by("number")
    standing: list[int] = []
    for key, status, answers in later.values_list("pk", "status", "answers"):
        if status == Revision.Status.UNDONE and standing and answers == standing[-1]:
            standing.pop()
        else:
            standing.append(key)
    return not standing


def refusable(proposal: Revision) -> bool:
    """Whether a proposal brings a value of its own, which could be refused for good."""
    after = (proposal.after or {}).get("content") or {}
    if proposal.before is None:
        return True
    before = proposal.before.get("content") or {}
    main = EDITABLE[Kind(proposal.record.kind)][0]
    return not json_equal(before.get(main), after.get(main))


def _waiting(actor: Actor, proposal_id: int) -> tuple[Revision, Record]:
    """The proposal and its record, read under the write lock."""
    _require_owner(actor)
    proposal = Revision.objects.filter(pk=proposal_id, status=Revision.Status.PROPOSED).first()
    if proposal is None:
        raise NotFound("There is no such proposal.", type="unknown-proposal")
    if Revision.objects.filter(answers=proposal).exists():
        raise Conflict("This proposal was decided already.", type="proposal-answered")
    return proposal, Record.objects.with_content().get(pk=proposal.record_id)


def _require_owner(actor: Actor) -> None:
    if not actor.is_owner:
        raise Forbidden("Only the owner decides on proposals.", type="owner-only")


def _refuse_unseen(record: Record, state: Snapshot) -> None:
    """Raise Conflict where a decision would change a record that is out of memory, and leave it there."""
    if record.status not in (Status.ACTIVE, Status.PROPOSED) and state["status"] != Status.ACTIVE:
        raise Conflict(
            f"The record is {record.get_status_display().lower()} by now, so accepting this would change nothing that "
            "is remembered. Restore the record first, or reject.",
            type="record-not-active",
        )


def _judged(actor: Actor, record: Record, state: Snapshot, edited: Mapping[str, Any]) -> Checked:
    """What the gate says of the content as the owner wants it: the same as of everything they write."""
    allowed = EDITABLE[Kind(record.kind)]
    if unknown := sorted(set(edited) - set(allowed)):
        raise Invalid(f"'{unknown[0]}' can't be edited here; of this kind: {', '.join(allowed)}.", type="not-editable")
    if state["status"] != Status.ACTIVE:
        raise Invalid("What is to be forgotten can't be edited. Accept or reject it.", type="not-editable")
    return content_check(record.kind, {**state["content"], **edited}, actor=actor, store=record.store)


def _edited(record: Record, state: Snapshot, edited: Mapping[str, Any], value: Any) -> dict[str, Any]:
    """What of the state follows from the value that passed the gate: the content, and the key of a rule."""
    content = {**state["content"], **edited}
    if record.kind == Kind.LESSON:
        rule, negative = value
        key = lesson_key(rule, str(content["repo_scope"]), state["project"])
        return {"content": content | {"rule": rule, "negative": negative}, "key": key}
    return {"content": content | {EDITABLE[Kind(record.kind)][0]: value}}


def _accept(  # noqa: PLR0913  (a decision, the state it is made on, and the one it leads to)
    actor: Actor,
    proposal: Revision,
    record: Record,
    before: Snapshot,
    state: Snapshot,
    decision: Decision,
    passed: Passed | None,
) -> Outcome:
    if refusal := window_refusal((_instant(state["valid_from"]), _instant(state["valid_until"]))):
        return refused(record.kind, refusal, key=record.key)
    old_text = "" if record.status == Status.PROPOSED else record_text(record)
    _apply(record, state)
    if record.status == Status.ACTIVE and (stopped := _stopped(actor, record, before)) is not None:
        return stopped
    change = Change(
        record,
        record.content,
        proposal.operation,
        before=dict(before) if proposal.before is not None else None,
        base_revision=record.revision,
        reason=decision.reason,
        metadata=({"edited": sorted(decision.edited)} if decision.edited else {}) | effect_kept(proposal.metadata),
        event="proposal_accepted",
        old_text=old_text,
        new_text=record_text(record),
        answers_id=proposal.pk,
        text_changed=says_otherwise(before, state),
    )
    changes_commit(actor=actor, changes=[change])
    if passed is not None:
        kept = secret_event(passed, actor=actor, store=record.store, kind=record.kind, key=record.key)
        events_write([kept] if kept else [])
    return _done(record, "accepted", passed.redacted if passed is not None else ())


def _apply(record: Record, state: Snapshot) -> None:
    snapshot_apply(record, state)
    if record.status == Status.ACTIVE:
        record.superseded_by = None
    elif record.status == Status.SUPERSEDED and record.superseded_by_id is None:
        last = record.revisions.filter(operation="supersede").order_by("id").last()
        uid = last.metadata.get("superseded_by") if last is not None else None
        record.superseded_by = Record.objects.filter(uid=uid).first() if uid else None


def bring_back(actor: Actor, record: Record) -> None:
    """What a new record took the place of is there again once that record is not."""
    changes = []
    for older in Record.objects.with_content().filter(superseded_by=record, status=Status.SUPERSEDED):
        before, base = snapshot(older, older.content), older.revision
        if Refused(older.store).record(older) is not None:
            continue  # refused since by its value: it stays superseded
        older.status, older.superseded_by = Status.ACTIVE, None
        refuse_occupied(older)
        changes.append(
            Change(
                older,
                older.content,
                "restore",
                before=before,
                base_revision=base,
                reason="undone",
                event="restore",
                new_text=record_text(older),
                text_changed=False,
            )
        )
    changes_commit(actor=actor, changes=changes)


def _stopped(actor: Actor, record: Record, before: Snapshot) -> Outcome | None:
    """Why the record can't be active as it is now: its value is refused for good, or its place is taken."""
    barred = Refused(record.store)
    if barred.record(record) is not None:
        barred.count()
        events_write([refused_event(actor, record)])
        return refused(record.kind, REFUSED_VALUE, key=record.key)
    identity = ("key", "scope", "subject", "predicate")
    if before["status"] != Status.ACTIVE or any(before[name] != getattr(record, name) for name in identity):
        refuse_occupied(record)
    return None


def _refuse_proposed(actor: Actor, proposal: Revision, record: Record, reason: str) -> None:
    """Refuse the value that was proposed, not the one the record has. Raises Invalid when it is the same."""
    current = snapshot(record, record.content)
    if not refusable(proposal):
        raise Invalid(
            "This would not change the value, so there is none to refuse. Reject it, or forget the record for good.",
            type="nothing-to-refuse",
        )
    said = {name: (proposal.after or current)[name] for name in ("content", "key", "subject", "predicate")}
    _apply(record, current | said)
    value_refuse(actor=actor, record=record, reason=reason, revision=proposal)
    _apply(record, current)


def _refuse_undoable(entry: Revision, record: Record) -> None:
    changed = entry.number > 0 and entry.status in (Revision.Status.ACCEPTED, Revision.Status.UNDONE)
    if not changed or entry.operation == ERASE or entry.erased_at is not None:
        raise Conflict("This entry changed nothing that could be taken back.", type="revision-not-undoable")
    if Revision.objects.filter(answers=entry).exists():
        raise Conflict("This change was undone already.", type="proposal-answered")
    if not is_last_in_force(entry, record):
        raise Conflict(
            f"The record was changed since; it is at revision {record.revision}. Undo the later changes first.",
            type="stale-revision",
        )


def _done(record: Record, reason: str, redacted: tuple[str, ...] = ()) -> Outcome:
    return Outcome(
        OutcomeStatus.WRITTEN,
        record.kind,
        key=record.key,
        uid=record.uid,
        revision=record.revision,
        reason=reason,
        redacted=redacted,
    )


def _instant(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
