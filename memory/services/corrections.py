"""Verified corrections: a person said outright, in a recorded turn, that a fact's value is to be another one.

All of it must hold, and is asked of the stored row inside the transaction that writes: the turn was recorded by
somebody else than the writer; it is the latest word of a person in its conversation, and not older than the fact; it
is, as a whole, one of the literal forms, with the live value as the old one and the written value as the new one; and
the fact is at the revision the model saw. Anything less is a proposal, which says what was missing.
"""

from dataclasses import dataclass, field
from typing import Any

from channels_bridge.actors import Actor
from kirocrew.base.canonical import canonical_json
from memory.models import Record
from memory.services.correction_forms import is_replacement
from memory.services.drafts import FactDraft
from memory.services.episode_drafts import conversation_name
from memory.services.recorded_turns import Turn, TurnRef, turn_find


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the correction is verified. `notes` is for the journal: the turn, and what was missing, if anything."""

    is_verified: bool
    notes: dict[str, Any] = field(default_factory=dict)


NOTHING_OFFERED = Verdict(False)


def correction_judge(*, actor: Actor, record: Record, draft: FactDraft, new: Any) -> Verdict:
    """Judge the evidence a draft offers for changing this stored fact's value to `new`. Call it under the lock."""
    evidence = draft.evidence
    if evidence is None:
        return NOTHING_OFFERED
    ref = ref_as_recorded(evidence.turn)
    turn = turn_find(actor=actor, store=record.store, ref=ref)
    if isinstance(turn, str):
        return Verdict(False, {"conversation": ref.conversation, "position": ref.position, "missing": turn})
    seen = draft.expected_revision if draft.expected_revision is not None else evidence.revision
    missing = _missing(turn, record=record, old=record.fact.value, new=new, seen=seen)
    notes = {**turn.as_evidence(), "revision": record.revision}
    return Verdict(not missing, {**notes, "missing": missing} if missing else notes)


def ref_as_recorded(ref: TurnRef) -> TurnRef:
    """The turn with its conversation's name as episodes keep it: one line, without credentials."""
    return TurnRef(conversation_name(ref.conversation), ref.position)


def scalar_text(value: Any) -> str:
    """A single value as people write it; empty for lists and objects, which no sentence replaces."""
    if isinstance(value, str):
        return value.strip()
    return canonical_json(value) if isinstance(value, bool | int | float) else ""


def _missing(turn: Turn, *, record: Record, old: Any, new: Any, seen: int | None) -> str:
    """The first condition that does not hold, in words for the owner; empty when all do."""
    if not turn.role.is_person:
        return f"the turn is not a person's but the {turn.role}'s"
    if not turn.is_latest:
        return "it is not the latest word of a person in this conversation"
    if seen is None:
        return "the revision that the model saw is not named"
    if seen != record.revision:
        return f"the model saw revision {seen} of the fact, which is at {record.revision}"
    if turn.said_at < record.updated_at:
        return "the turn is older than the fact"
    if not is_replacement(turn.text, old=scalar_text(old), new=scalar_text(new)):
        return "the turn as a whole does not say that this value takes the place of the stored one"
    return ""
