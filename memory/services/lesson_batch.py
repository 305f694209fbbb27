"""Decisions on a batch of lessons, made under the lock: what is new, what is known, what waits for the owner."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from channels_bridge.actors import OWNER_SOURCE, Actor
from kirocrew.base.text import normal_form
from memory.gate.outcomes import Outcome, OutcomeStatus, Superseded
from memory.models import Event, Kind, Record, Revision, Status, Store
from memory.services import lesson_rules
from memory.services.drafts import WriteMode
from memory.services.emails import emails_in
from memory.services.journal import Change, changes_commit, snapshot
from memory.services.lesson_changes import (
    AUTOMATIC_CONFIDENCE,
    OWNER_CONFIDENCE,
    Judged,
    Prepared,
    deduped,
    draft_onto,
    metadata_keep,
    named_otherwise,
    retirement,
    unchanged,
    unprove,
    waiting_proposal,
    waits_already,
)
from memory.services.lesson_index import Known, LessonIndex
from memory.services.preparing import REFUSED_VALUE, held_back, held_event, refused, secret_event
from memory.services.proposals import proposal_find
from memory.services.refused import Refused
from memory.services.teaching import teaching_judge, turn_outdated


class LessonBatch:
    """Decides on drafts one by one and writes in rounds, each record at most once in a round."""

    def __init__(self, actor: Actor, store: Store, mode: WriteMode, reason: str, *, rehearsing: bool = False) -> None:
        self.actor, self.store, self.mode, self.reason = actor, store, mode, reason
        self.rehearsing = rehearsing
        self.events: list[Event] = []
        self._index = LessonIndex(store)
        self._refused = Refused(store)
        self._changes: list[Change] = []
        self._retired: list[tuple[Record, Record]] = []
        self._touched: set[int] = set()
        self._pending: dict[int, Change] = {}

    def settle(self, judged: Sequence[Judged]) -> list[Outcome]:
        """Decide on drafts in their order and write what is to be written; one outcome per draft."""
        items = [item for _, item in judged if isinstance(item, Prepared)]
        self._refused.refresh()
        self._index.load(item.record for item in items)
        outcomes = [item if isinstance(item, Outcome) else self._decide(item) for _, item in judged]
        self._flush()
        return [self._finish(outcome) for outcome in outcomes]

    def _decide(self, item: Prepared) -> Outcome:
        if self._refused.value(Kind.LESSON, item.lesson.rule) is not None:
            return refused(Kind.LESSON, REFUSED_VALUE, key=item.record.key)
        self._judge_teaching(item)
        texts = (item.lesson.rule, item.lesson.negative)
        item.passed = held_back(item.passed, texts, refused=self._refused, actor=self.actor, kind=Kind.LESSON)
        for noted in (secret_event, held_event):
            event = noted(item.passed, actor=self.actor, store=self.store, kind=Kind.LESSON)
            self.events += [event] if event else []
        same = self._index.same_rule(item.record)
        self._judge_change(item, same)
        if same is not None and id(same) in self._touched:
            self._flush()
        waits = same is not None and same.status == Status.PROPOSED
        if same is not None and not (waits and self._is_owners(item) and not item.passed.doubts):
            return self._answer_same_rule(item, same)
        if item.passed.doubts:
            return self._write(item, [], proposed=True)
        return self._decide_among_alike(item, same)

    def _decide_among_alike(self, item: Prepared, waiting: Record | None) -> Outcome:
        alike = self._index.alike(item.record, item.lesson, item.likeness)
        covered = next((known for known in alike if lesson_rules.covers(known.rule, item.lesson.rule)), None)
        if covered is not None:
            return unchanged(self._index.record_of(covered), "covered_by_stored_rule")
        rows = [self._index.record_of(known) for known in alike]
        stronger = next((row for row in rows if self._outranks(row, item)), None)
        if stronger is not None or (rows and self._preserves):
            return deduped(stronger or rows[0])
        if any(id(row) in self._touched for row in rows):
            self._flush()
        forgotten = None if rows or self._is_owners(item) else self._index.forgotten(item.record, item.lesson)
        if forgotten is not None:
            return self._return_asked(item, forgotten)
        return self._write(item, alike, waiting=waiting)

    def _return_asked(self, item: Prepared, row: Record) -> Outcome:
        """What the owner forgot comes back under another spelling no more than under its own: it waits."""
        if id(row) in self._touched:
            self._flush()
        return self._revive(item, row, {"negative": item.lesson.negative or row.lesson.negative})

    @property
    def _preserves(self) -> bool:
        return self.mode is WriteMode.PRESERVE

    def _is_owners(self, item: Prepared) -> bool:
        """Whether the rule is the owner's: they write it, or a recorded turn proves that they taught it."""
        return self.actor.is_owner or item.is_taught

    def _judge_teaching(self, item: Prepared) -> None:
        """Whose rule it is when a bot says that the owner taught it: the recorded turn decides, else it waits."""
        if item.draft.taught_in is None or self.actor.is_owner:
            return
        rule, negative = item.lesson.rule, item.lesson.negative
        verdict = teaching_judge(actor=self.actor, store=self.store, draft=item.draft, rule=rule, negative=negative)
        item.teaching = verdict.notes
        if verdict.is_verified:
            item.is_taught = True
            item.record.source, item.lesson.confidence = OWNER_SOURCE, OWNER_CONFIDENCE
        else:
            unprove(item, self.actor.source)

    def _judge_change(self, item: Prepared, same: Record | None) -> None:
        """A taught rule that would change the owner's own waits, unless the turn is their later word."""
        if not item.is_taught:
            return
        rows = [self._index.record_of(known) for known in self._index.alike(item.record, item.lesson, item.likeness)]
        owners = [row for row in (*rows, *filter(None, [same])) if row.source == OWNER_SOURCE]
        if missing := turn_outdated(item.teaching, draft=item.draft, owners=owners):
            unprove(item, self.actor.source, missing)
        elif owners:
            metadata_keep(item, owners[0])

    def _outranks(self, row: Record, item: Prepared) -> bool:
        """The owner's rules, more certain ones and those of a private store don't give way to an automatic writer's."""
        if self._is_owners(item):
            return False
        return self.store.is_private or row.source == "user_explicit" or row.lesson.confidence > AUTOMATIC_CONFIDENCE

    def _answer_same_rule(self, item: Prepared, row: Record) -> Outcome:
        """The same rule again: it waits, is kept, changed by its owner, enriched by a clause, or brought back."""
        if row.status == Status.PROPOSED:
            return waits_already(item, row, waiting_proposal(row))
        new, old = item.lesson.negative, row.lesson.negative
        named = named_otherwise(item.draft, row.lesson) if self.actor.is_owner else {}
        if row.status != Status.ACTIVE:
            return self._revive(item, row, {"negative": new or old} | named)
        differs = bool(new) and normal_form(new) != normal_form(old) and not (old and self._preserves)
        upgrade = self._is_owners(item) and row.source != OWNER_SOURCE
        if not (differs or named or upgrade):
            return unchanged(row, "kept_stored_clause" if old and normal_form(new) != normal_form(old) else "unchanged")
        values = {"negative": new if differs else old} | named
        return self._change(item, row, "update", values, why=self._why_proposed(item, row))

    def _revive(self, item: Prepared, row: Record, values: dict[str, str]) -> Outcome:
        """What is out of memory comes back by the owner's hand, in place of its other wordings; others ask."""
        alike = self._index.alike(item.record, item.lesson, item.likeness)
        rows = [self._index.record_of(known) for known in alike]
        if not self.actor.is_owner and rows and not item.lesson.negative:
            return unchanged(rows[0], "covered_by_stored_rule")
        if not self.actor.is_owner or item.passed.doubts:
            return self._change(item, row, "restore", values, why="revival")
        if any(id(other) in self._touched for other in rows):
            self._flush()
        return self._change(item, row, "restore", values, gone=tuple(self._retire_later(one, row) for one in alike))

    def _why_proposed(self, item: Prepared, row: Record) -> str:
        """Why a change of this active rule waits for the owner; empty when it is done at once."""
        if item.passed.doubts:
            return item.passed.why
        if self._is_owners(item):
            return ""
        if self.store.is_private:
            return "private_store"
        if self._outranks(row, item):
            return "stronger_rule"
        return "enriched" if self._preserves else ""

    def _change(
        self,
        item: Prepared,
        row: Record,
        operation: str,
        values: dict[str, str],
        *,
        why: str = "",
        gone: tuple[Superseded, ...] = (),
    ) -> Outcome:
        """Change a stored rule, or propose it when there is a reason why."""
        before, base, old_negative = snapshot(row, row.lesson), row.revision, row.lesson.negative
        category = values.get("category", row.category)
        after = before | {
            "status": str(Status.ACTIVE),
            "category": category,
            "content": before["content"] | values,
        }
        if why and (known := self._proposed_before(row, after)) is not None:
            return waits_already(item, row, known)
        if not why:
            self._apply(row, values, as_owner=self._is_owners(item))
        change = Change(
            row,
            row.lesson,
            operation,
            before=before,
            base_revision=base,
            reason=self.reason,
            event="proposed" if why else operation,
            old_text=row.lesson.rule,
            new_text=f"{row.lesson.rule} {values['negative']}".strip(),
            metadata=item.notes,
            text_changed=values["negative"] != old_negative,
            after=after if why else None,
        )
        if why:
            change.status = Revision.Status.PROPOSED
            change.metadata |= {**item.passed.notes, "why": why}
            return self._queue(change, OutcomeStatus.PROPOSED, item, why)
        if operation == "restore":
            self._index.add(row, row.lesson)
            return self._queue(change, OutcomeStatus.WRITTEN, item, "restored", gone)
        reason = "enriched" if values["negative"] and not old_negative and len(values) == 1 else "updated"
        return self._queue(change, OutcomeStatus.MERGED, item, reason)

    def _proposed_before(self, row: Record, after: dict[str, Any]) -> int | None:
        if row._state.adding:  # a rehearsed rule is in no journal
            return None
        return proposal_find(store=self.store, key=row.key, record=row, after=after)

    def _apply(self, row: Record, values: dict[str, str], *, as_owner: bool) -> None:
        row.status, row.superseded_by = Status.ACTIVE, None
        for name, value in values.items():
            setattr(row.lesson, name, value)
        row.category = row.lesson.category
        row.email_addresses = emails_in(f"{row.lesson.rule} {row.lesson.negative}")
        if as_owner:
            row.source, row.lesson.confidence = OWNER_SOURCE, OWNER_CONFIDENCE

    def _write(
        self, item: Prepared, alike: Sequence[Known], *, proposed: bool = False, waiting: Record | None = None
    ) -> Outcome:
        """Write the rule and retire those it replaces; what waited for the owner is answered by their writing it."""
        record, lesson = (item.record, item.lesson) if waiting is None else (waiting, waiting.lesson)
        before = snapshot(record, lesson) if waiting is not None else None
        if waiting is not None:
            draft_onto(item, waiting)
        if proposed:
            record.status, record.revision = Status.PROPOSED, 0
        change = Change(
            record,
            lesson,
            "create",
            before=before,
            base_revision=record.revision if waiting is not None else 0,
            reason=self.reason,
            event="proposed" if proposed else "create",
            new_text=lesson.rule,
            terms=item.terms,
            metadata=item.notes,
            answers_id=waiting_proposal(waiting) if waiting is not None else None,
        )
        if proposed:
            change.status = Revision.Status.PROPOSED
            change.metadata |= item.passed.notes
        gone = tuple(self._retire_later(known, record) for known in alike)
        self._index.add(record, lesson)
        status = OutcomeStatus.PROPOSED if proposed else OutcomeStatus.WRITTEN
        return self._queue(change, status, item, item.passed.why if proposed else "inserted", gone)

    def _retire_later(self, known: Known, by: Record) -> Superseded:
        row = self._index.record_of(known)
        known.is_active = False
        self._retired.append((row, by))
        self._touched.add(id(row))
        return Superseded(row.uid, row.key, known.rule, "same_lesson")

    def _queue(
        self, change: Change, status: OutcomeStatus, item: Prepared, reason: str, gone: tuple[Superseded, ...] = ()
    ) -> Outcome:
        self._changes.append(change)
        self._touched.add(id(change.record))
        record = change.record
        outcome = Outcome(
            status,
            Kind.LESSON,
            key=record.key,
            uid=record.uid,
            reason=reason,
            superseded=gone,
            redacted=item.passed.redacted,
        )
        self._pending[id(outcome)] = change
        return outcome

    def _flush(self) -> None:
        """Write what was decided so far, then retire what it replaces, each only if it is still as it was read."""
        self._commit(self._changes)
        self._commit([retirement(row, by) for row, by in self._retired])
        if not self.rehearsing:
            self._refused.count()
        self._changes.clear()
        self._retired.clear()
        self._touched.clear()

    def _commit(self, changes: Sequence[Change]) -> None:
        if not self.rehearsing:
            changes_commit(actor=self.actor, changes=changes)

    def _finish(self, outcome: Outcome) -> Outcome:
        """Fill in what is only known once it is written: the revision, or the id of the proposal."""
        change = self._pending.pop(id(outcome), None)
        if change is None:
            return outcome
        if change.is_proposal:
            return replace(outcome, revision=change.base_revision, proposal=change.revision_id)
        return replace(outcome, revision=change.base_revision + 1)
