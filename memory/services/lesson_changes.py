"""What the decisions on lessons are made of: a draft made ready, the answers, and changes of stored rules."""

from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from memory.gate.checks import UNPROVED_TEACHING, Passed
from memory.gate.outcomes import Outcome, OutcomeStatus, Refusal, RefusalCode
from memory.models import Category, Kind, Lesson, Record, Status
from memory.recall.text_index import index_terms
from memory.services.drafts import LessonDraft
from memory.services.journal import Change, snapshot
from memory.services.proposals import proposals_pending
from memory.services.similarity import Likeness

OWNER_CONFIDENCE = Decimal(1)
AUTOMATIC_CONFIDENCE = Decimal("0.9")

# What the owner's writing of a rule that waits puts on the waiting record; the rest is its identity.
_RECORD_FIELDS = (
    "category",
    "subject",
    "predicate",
    "valid_from",
    "valid_until",
    "observed_at",
    "source",
    "source_ref",
    "email_addresses",
)
_LESSON_FIELDS = ("rule", "negative", "category", "applies", "confidence")


@dataclass(slots=True)
class Prepared:
    """A draft the gate has let through; `likeness` tells which stored rules are near, where vectors are there.

    `is_taught` once a recorded turn proved that the rule is the owner's.
    """

    draft: LessonDraft
    passed: Passed
    record: Record
    lesson: Lesson
    terms: str
    likeness: Likeness
    teaching: dict[str, Any] = field(default_factory=dict)
    is_taught: bool = False

    @property
    def notes(self) -> dict[str, Any]:
        """What the journal keeps beside the change: the turn in which it was taught, as far as that was looked at."""
        return {"taught_in": self.teaching} if self.teaching else {}


# A draft's rule with what the gate made of it.
Judged = tuple[str, Prepared | Outcome]


def unprove(item: Prepared, source: str, missing: str = "") -> None:
    """Take a rule for the word of its writer (`source`) alone: it waits, and says what was missing."""
    item.is_taught = False
    item.record.source, item.lesson.confidence = source, AUTOMATIC_CONFIDENCE
    item.passed = replace(item.passed, doubts=(*item.passed.doubts, UNPROVED_TEACHING))
    if missing:
        item.teaching = {**item.teaching, "missing": missing}


def metadata_keep(item: Prepared, row: Record) -> None:
    """Give a taught rule that takes the place of the owner's what the turn does not say: all beside its words."""
    for name in ("category", "subject", "predicate", "valid_from", "valid_until"):
        setattr(item.record, name, getattr(row, name))
    item.lesson.category, item.lesson.applies = row.lesson.category, row.lesson.applies
    item.terms = index_terms(item.record, item.lesson)


def named_otherwise(draft: LessonDraft, stored: Lesson) -> dict[str, str]:
    """What a draft names that is stored otherwise; what it leaves out stays."""
    given = {"category": draft.category if draft.category in Category.values else "", "applies": draft.applies}
    return {name: value for name, value in given.items() if value and value != getattr(stored, name)}


def draft_onto(item: Prepared, row: Record) -> None:
    """Put all a draft says on the record that waited for it."""
    row.status = Status.ACTIVE
    for name in _RECORD_FIELDS:
        setattr(row, name, getattr(item.record, name))
    for name in _LESSON_FIELDS:
        setattr(row.lesson, name, getattr(item.lesson, name))


def waiting_proposal(row: Record) -> int | None:
    """The newest unanswered proposal for the record."""
    if row._state.adding:  # a rehearsed rule is in no journal
        return None
    return proposals_pending().filter(record=row).values_list("pk", flat=True).last()


def waits_already(item: Prepared, row: Record, proposal: int | None) -> Outcome:
    """The answer to asking for what was asked before."""
    return Outcome(
        OutcomeStatus.PROPOSED,
        Kind.LESSON,
        key=row.key,
        uid=row.uid,
        revision=row.revision,
        reason="waits_already",
        proposal=proposal,
        redacted=item.passed.redacted,
    )


def unchanged(row: Record, reason: str) -> Outcome:
    """The answer that the stored rule stays as it is."""
    return Outcome(OutcomeStatus.UNCHANGED, Kind.LESSON, key=row.key, uid=row.uid, revision=row.revision, reason=reason)


def deduped(row: Record) -> Outcome:
    """The refusal of a rule that says the same as one which does not give way."""
    refusal = Refusal(
        RefusalCode.DUPLICATE, f"A rule that says the same is stored and was kept: “{row.lesson.rule}”", "rule"
    )
    return Outcome(OutcomeStatus.REFUSED, Kind.LESSON, key=row.key, uid=row.uid, revision=row.revision, refusal=refusal)


def retirement(row: Record, by: Record) -> Change:
    """The change by which a written rule takes the place of another."""
    before, base = snapshot(row, row.lesson), row.revision
    row.status, row.superseded_by = Status.SUPERSEDED, by
    return Change(
        row,
        row.lesson,
        "supersede",
        before=before,
        base_revision=base,
        reason="same_lesson",
        metadata={"superseded_by": str(by.uid)},
        event="supersede",
        old_text=row.lesson.rule,
        new_text=by.key,
        text_changed=False,
    )
