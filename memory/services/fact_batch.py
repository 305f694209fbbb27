"""Decisions on a batch of facts: who may change what, and what it comes to."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from channels_bridge.actors import Actor
from kirocrew.base.canonical import json_equal
from kirocrew.base.clock import now
from memory.gate.checks import check_key
from memory.gate.outcomes import Outcome, OutcomeStatus, Refusal, RefusalCode
from memory.models import Event, Kind, Record, Revision, Status, Store
from memory.recall.text_index import index_terms
from memory.services.corrections import correction_judge
from memory.services.drafts import WriteMode
from memory.services.fact_drafts import Judged, Prepared, value_text
from memory.services.fact_lookup import FactLookup
from memory.services.fact_rules import (
    HIDES_PRESENT,
    IDENTITY_ELSEWHERE,
    IDENTITY_TAKEN,
    KEY_ELSEWHERE,
    NO_SUCH_FACT,
    NOT_ACTIVE,
    Window,
    effect_metadata,
    hides_present,
    identity_after,
    identity_of,
    is_hidden,
    stale,
    window_after,
    window_of,
    window_refusal,
)
from memory.services.fact_words import fact_text
from memory.services.journal import Change, changes_commit, snapshot
from memory.services.preparing import (
    REFUSED_VALUE,
    held_back,
    held_event,
    labels_of,
    refused,
    rules_of,
    secret_event,
)
from memory.services.proposals import proposal_find
from memory.services.refused import Refused
from memory.services.settings import settings_all

CONFIDENCE_STEP = Decimal("0.1")  # an automatic value this much less certain than the stored one is refused


Notes = dict[str, Any]
_DONE = {"restore": "restored", "update": "updated", "correct": "corrected"}


class FactBatch:
    """Decisions on a batch, made under the lock against what is stored and what the batch itself changed."""

    def __init__(self, actor: Actor, store: Store, mode: WriteMode, reason: str, *, rehearsing: bool = False) -> None:
        self.actor, self.store, self.mode, self.reason = actor, store, mode, reason
        self.rehearsing = rehearsing
        self.changes: list[Change] = []
        self.events: list[Event] = []
        self._pending: dict[int, Change] = {}
        self._touched: set[int] = set()
        self._refused = Refused(store)
        self._facts = FactLookup(store)
        self._is_identity_freed = False

    def settle(self, judged: Sequence[Judged]) -> list[Outcome]:
        """Decide on drafts in their order and write what is to be written; one outcome per draft."""
        self._look_up([item for _, item in judged if isinstance(item, Prepared)])
        outcomes = [item if isinstance(item, Outcome) else self.decide(item) for _, item in judged]
        self.flush()
        return [self.finish(outcome) for outcome in outcomes]

    def _look_up(self, items: Sequence[Prepared]) -> None:
        self._refused.refresh()
        self._facts.read(items)

    def decide(self, item: Prepared) -> Outcome:
        """Decide on one draft and queue its change."""
        existing = self._facts.find(item)
        refusal = self._barred(item, existing)
        if refusal is not None:
            return refused(Kind.FACT, refusal, key=item.draft.key)
        record = item.record
        said = fact_text(record.key, record.subject, record.predicate, item.fact.value)
        texts = (said, *labels_of(record))
        item.passed = held_back(item.passed, texts, refused=self._refused, actor=self.actor, kind=Kind.FACT)
        for noted in (secret_event, held_event):
            event = noted(item.passed, actor=self.actor, store=self.store, kind=Kind.FACT, key=item.draft.key)
            self.events += [event] if event else []
        if self._is_identity_freed or (existing is not None and id(existing) in self._touched):
            self.flush()
        if existing is None:
            return self._create(item)
        if existing.status != Status.ACTIVE:
            return self._revive(item, existing)
        return self._update(item, existing)

    def flush(self) -> None:
        """Write what was decided so far; a record can change once per round."""
        if not self.rehearsing:
            changes_commit(actor=self.actor, changes=self.changes)
            self._refused.count()
        self.changes.clear()
        self._touched.clear()
        self._is_identity_freed = False

    def finish(self, outcome: Outcome) -> Outcome:
        """Fill in what is only known once it is written: the revision, or the id of the proposal."""
        change = self._pending.pop(id(outcome), None)
        if change is None:
            return outcome
        number = change.revision_id if outcome.status is OutcomeStatus.PROPOSED else None
        return Outcome(
            outcome.status,
            outcome.kind,
            key=change.record.key,
            uid=change.record.uid,
            revision=change.base_revision if change.is_proposal else change.base_revision + 1,
            reason=outcome.reason,
            proposal=number,
            redacted=outcome.redacted,
        )

    def _barred(self, item: Prepared, existing: Record | None) -> Refusal | None:
        """Why the draft can't be written to that record, or as a new one, whoever is more certain."""
        key, is_expected = item.draft.key, item.draft.expected_revision is not None
        if existing is not None and is_hidden(existing, self.actor):
            return KEY_ELSEWHERE if existing.key == key else IDENTITY_ELSEWHERE
        about = {"subject": item.record.subject, "predicate": item.record.predicate}
        if self._refused.value(Kind.FACT, item.fact.value, key=key, **about) is not None:
            return REFUSED_VALUE
        if existing is None:
            return NO_SUCH_FACT if is_expected else None
        if refusal := self._barred_under(existing, item):
            return refusal
        return NOT_ACTIVE if is_expected and existing.status != Status.ACTIVE else None

    def _barred_under(self, existing: Record, item: Prepared) -> Refusal | None:
        """What the gate says of the key and identity to which the draft leads."""
        fields = {name: item.fields[name] or getattr(existing, name) for name in ("subject", "predicate")}
        if existing.key != item.draft.key:
            refusal = check_key(existing.key, actor=self.actor, rules=rules_of(settings_all()))
            if refusal is not None:
                return refusal
        is_refused = self._refused.value(Kind.FACT, item.fact.value, key=existing.key, **fields) is not None
        return REFUSED_VALUE if is_refused else None

    def _create(self, item: Prepared) -> Outcome:
        if item.passed.doubts:
            return self._propose_new(item)
        change = Change(
            item.record,
            item.fact,
            "create",
            reason=self.reason,
            event="create",
            new_text=value_text(item.fact.value),
            terms=item.terms,
            is_searched=isinstance(item.fact.value, str) and item.passed.holds_no_secret,
        )
        self._facts.remember(item.record)
        return self._queue(change, OutcomeStatus.WRITTEN, item, "created")

    def _propose_new(self, item: Prepared) -> Outcome:
        item.record.status, item.record.revision = Status.PROPOSED, 0
        after = snapshot(item.record, item.fact)
        known = proposal_find(store=self.store, key=item.draft.key, record=None, after=after)
        if known is not None:
            return self._waits(Record.objects.get(revisions=known), known, item, item.passed.why)
        change = Change(
            item.record,
            item.fact,
            "create",
            status=Revision.Status.PROPOSED,
            reason=self.reason,
            metadata=item.passed.notes,
            after=after,
            event="proposed",
            new_text=value_text(item.fact.value),
        )
        return self._queue(change, OutcomeStatus.PROPOSED, item, item.passed.why)

    def _update(self, item: Prepared, record: Record) -> Outcome:
        draft, owner = item.draft, self.actor.is_owner
        if draft.expected_revision is not None and draft.expected_revision != record.revision:
            return refused(Kind.FACT, stale(record), key=record.key)
        is_new_value = not json_equal(record.fact.value, item.fact.value)
        window = window_after(draft, record, is_new_value=is_new_value, at=now())
        same = not is_new_value and window == window_of(record) and self._same_metadata(item, record)
        if same and (not owner or record.source == self.actor.source):
            return self._unchanged(record)
        unfit = self._unfit(item, record, window)
        if item.passed.doubts and unfit is None:
            return self._propose_change(item, record, item.passed.why, window)
        if self.mode is WriteMode.PROPOSE and unfit is None:
            return self._propose_change(item, record, "told_otherwise", window)
        refusal = (None if owner else self._conflict(item, record)) or unfit
        if refusal is not None:
            return self._refuse_conflict(record, refusal)
        if self.store.is_private and not owner:
            return self._correct(item, record, window)
        return self._overwrite(item, record, "update", window)

    def _correct(self, item: Prepared, record: Record, window: Window) -> Outcome:
        """In a private store a change waits for the owner, unless a recorded turn proves that a person asked for it."""
        verdict = correction_judge(actor=self.actor, record=record, draft=item.draft, new=item.fact.value)
        if not verdict.is_verified or window != window_of(record) or not self._same_metadata(item, record):
            return self._propose_change(item, record, "private_store", window, correction=verdict.notes)
        return self._overwrite(item, record, "correct", window, correction=verdict.notes)

    def _unfit(self, item: Prepared, record: Record, window: Window) -> Refusal | None:
        """Why the record could not be stored, or would leave the present without a value, once it is changed."""
        if refusal := window_refusal(window):
            return refusal
        if hides_present(window, record, at=now()):
            return HIDES_PRESENT
        return (
            IDENTITY_TAKEN if self._facts.is_taken(identity_after(record, item.fields), by_other_than=record) else None
        )

    def _conflict(self, item: Prepared, record: Record) -> Refusal | None:
        """The conflict ladder between what is stored and an automatic writer, in decimals."""
        if self.mode is WriteMode.PRESERVE:
            return Refusal(RefusalCode.CONFLICT, "The key holds another value already; it was kept.", "key")
        if self.store.is_private:
            return None
        if record.source == "user_explicit":
            return Refusal(RefusalCode.CONFLICT, "The owner set this value; only the owner changes it.", "key")
        if record.fact.confidence - item.draft.confidence >= CONFIDENCE_STEP:
            return Refusal(
                RefusalCode.CONFLICT,
                f"The stored value is more certain ({record.fact.confidence.normalize()}). Write it again when you are "
                "as certain.",
                "confidence",
            )
        return None

    def _refuse_conflict(self, record: Record, refusal: Refusal) -> Outcome:
        outcome = refused(Kind.FACT, refusal, key=record.key)
        return Outcome(
            outcome.status, outcome.kind, key=record.key, uid=record.uid, revision=record.revision, refusal=refusal
        )

    def _revive(self, item: Prepared, record: Record) -> Outcome:
        """What was forgotten comes back only by the owner's hand; anybody else asks."""
        window = window_after(item.draft, record, is_new_value=True, at=now())
        unfit = self._unfit(item, record, window)
        if unfit is not None:
            return self._refuse_conflict(record, unfit)
        if self.actor.is_owner and not item.passed.doubts:
            return self._overwrite(item, record, "restore", window)
        return self._propose_change(item, record, "revival", window)

    def _overwrite(
        self, item: Prepared, record: Record, operation: str, window: Window, *, correction: Notes | None = None
    ) -> Outcome:
        before, base = snapshot(record, record.fact), record.revision
        old = value_text(record.fact.value)
        text_changed = not json_equal(record.fact.value, item.fact.value)
        held = identity_of(record)
        _apply(item, record, actor=self.actor, window=window)
        # New rows are inserted before old ones change: what comes next may want the identity this one had.
        self._is_identity_freed |= held is not None and held != identity_of(record)
        self._facts.remember(record)
        change = Change(
            record,
            record.fact,
            operation,
            before=before,
            base_revision=base,
            reason=self.reason,
            metadata=({"correction": correction} if correction else {})
            | effect_metadata(item.draft, is_new_value=text_changed),
            event=operation,
            old_text=old,
            new_text=value_text(record.fact.value),
            terms=index_terms(record, record.fact),
            text_changed=text_changed,
        )
        return self._queue(change, OutcomeStatus.WRITTEN, item, _DONE[operation])

    def _propose_change(
        self, item: Prepared, record: Record, why: str, window: Window, *, correction: Notes | None = None
    ) -> Outcome:
        before = snapshot(record, record.fact)
        observed = item.draft.observed_at
        after = before | {
            **{name: text for name, text in item.fields.items() if text},
            **({"observed_at": observed.isoformat()} if observed else {}),
            "status": str(Status.ACTIVE),
            "content": item.fact.snapshot(),
            "source": self.actor.source,
            "valid_from": window[0].isoformat() if window[0] else None,
            "valid_until": window[1].isoformat() if window[1] else None,
        }
        known = proposal_find(store=self.store, key=record.key, record=record, after=after)
        if known is not None:
            return self._waits(record, known, item, why)
        change = Change(
            record,
            record.fact,
            "restore" if why == "revival" else "update",
            before=before,
            status=Revision.Status.PROPOSED,
            base_revision=record.revision,
            reason=self.reason,
            metadata={
                **item.passed.notes,
                "why": why,
                "evidence": item.fields["source_ref"],
                **({"correction": correction} if correction else {}),
                **effect_metadata(item.draft, is_new_value=not json_equal(record.fact.value, item.fact.value)),
            },
            after=after,
            event="proposed",
            old_text=value_text(record.fact.value),
            new_text=value_text(item.fact.value),
        )
        return self._queue(change, OutcomeStatus.PROPOSED, item, why)

    def _waits(self, record: Record, proposal: int, item: Prepared, why: str) -> Outcome:
        """Asking for what waits already is answered as it was the first time."""
        return Outcome(
            OutcomeStatus.PROPOSED,
            Kind.FACT,
            key=record.key,
            uid=record.uid,
            revision=record.revision,
            reason=why,
            proposal=proposal,
            redacted=item.passed.redacted,
        )

    def _same_metadata(self, item: Prepared, record: Record) -> bool:
        given = {name: text for name, text in item.fields.items() if text and name != "source_ref"}
        return all(getattr(record, name) == text for name, text in given.items())

    def _unchanged(self, record: Record) -> Outcome:
        return Outcome(
            OutcomeStatus.UNCHANGED,
            Kind.FACT,
            key=record.key,
            uid=record.uid,
            revision=record.revision,
            reason="same_value",
        )

    def _queue(self, change: Change, status: OutcomeStatus, item: Prepared, reason: str) -> Outcome:
        self.changes.append(change)
        self._touched.add(id(change.record))
        outcome = Outcome(status, Kind.FACT, key=change.record.key, reason=reason, redacted=item.passed.redacted)
        self._pending[id(outcome)] = change
        return outcome


def _apply(item: Prepared, record: Record, *, actor: Actor, window: Window) -> None:
    """Put the draft's value and given metadata on the stored record; what was not named stays."""
    for name, text in item.fields.items():
        if text:
            setattr(record, name, text)
    record.status = Status.ACTIVE
    record.superseded_by = None
    record.valid_from, record.valid_until = window
    record.observed_at = item.record.observed_at
    record.source, record.source_ref = actor.source, item.record.source_ref
    record.email_addresses = item.record.email_addresses
    record.fact.value, record.fact.confidence = item.fact.value, item.draft.confidence
