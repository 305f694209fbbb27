"""What a draft makes of a stored fact's identity and window, and whose fact it is. Nothing here reads the store."""

from collections.abc import Mapping
from datetime import datetime

from channels_bridge.actors import Actor
from memory.gate.outcomes import Refusal, RefusalCode
from memory.models import Record, Status
from memory.services.drafts import FactDraft
from memory.services.timeline_steps import Effect

# Scope, subject and predicate.
Identity = tuple[str, str, str]
# From (inclusive) and until (exclusive); None is open.
Window = tuple[datetime | None, datetime | None]

KEY_ELSEWHERE = Refusal(RefusalCode.CONFLICT, "The key is in use elsewhere in this store. Choose another key.", "key")
IDENTITY_ELSEWHERE = Refusal(
    RefusalCode.CONFLICT,
    "The subject and predicate are in use elsewhere in this store. Choose another subject or predicate.",
    "subject",
)
IDENTITY_TAKEN = Refusal(
    RefusalCode.CONFLICT,
    "Another fact holds this scope, subject and predicate. Change that fact, or choose others.",
    "subject",
)
HIDES_PRESENT = Refusal(
    RefusalCode.CONFLICT,
    "The value holds later, and a fact has one value at a time: the present one would be hidden until then. Write it "
    "when it holds, or end the present value first by its 'valid_until'.",
    "valid_from",
)
WINDOW_BACKWARD = Refusal(
    RefusalCode.METADATA,
    "With what is stored the window would end before it begins. Name both 'valid_from' and 'valid_until'.",
    "valid_until",
)
NO_SUCH_FACT = Refusal(
    RefusalCode.STALE, "There is no fact under this key. Leave the revision out to write a new one.", "revision"
)
NOT_ACTIVE = Refusal(
    RefusalCode.STALE, "The fact is not active any more. Leave the revision out to ask for its return.", "revision"
)


def stale(record: Record) -> Refusal:
    """The refusal of a change that was decided on another revision of an active fact."""
    return Refusal(
        RefusalCode.STALE,
        f"The fact is at revision {record.revision}. Read it again and repeat the change.",
        "revision",
    )


def is_hidden(record: Record, actor: Actor) -> bool:
    """Whether the record belongs to another project than the one the actor is bound to."""
    return bool(actor.project) and record.project not in ("", actor.project)


def identity_of(record: Record) -> Identity | None:
    """The record's identity; None unless it has both subject and predicate."""
    return (record.scope, record.subject, record.predicate) if record.subject and record.predicate else None


def identity_after(record: Record, fields: Mapping[str, str]) -> Identity | None:
    """The identity once the given metadata is on the record."""
    scope, subject, predicate = (fields[name] or getattr(record, name) for name in ("scope", "subject", "predicate"))
    return (scope, subject, predicate) if subject and predicate else None


def window_of(record: Record) -> Window:
    """The record's window."""
    return record.valid_from, record.valid_until


def window_after(draft: FactDraft, record: Record, *, is_new_value: bool, at: datetime) -> Window:
    """The window once the draft is written: each end that it names, and of the others what is stored.

    The stored ends go when the draft replaces the window, and when the window is over at that instant and the draft
    says something new: another value, or a period after it. A correction is about the stored window itself.
    """
    start, end = window_of(record)
    is_over = end is not None and end <= at and draft.effect != Effect.CORRECTION
    is_later = end is not None and draft.valid_from is not None and draft.valid_from >= end
    if draft.replaces_window or (is_over and (is_new_value or is_later)):
        start = end = None
    return draft.valid_from or start, draft.valid_until or end


def effect_metadata(draft: FactDraft, *, is_new_value: bool) -> dict[str, str]:
    """What the journal keeps of how the draft meant its new value: the effect, and the instant it named for it."""
    if not is_new_value and not draft.effect:
        return {}
    said = {"effect": draft.effect} if draft.effect else {}
    return said | ({"since": draft.valid_from.isoformat()} if draft.valid_from else {})


def window_refusal(window: Window) -> Refusal | None:
    """What is wrong with a window, if anything."""
    start, end = window
    return WINDOW_BACKWARD if start is not None and end is not None and end <= start else None


def hides_present(window: Window, record: Record, *, at: datetime) -> bool:
    """Whether an active fact that holds at that instant would no longer, because its window would begin later."""
    start, end = window_of(record)
    holds = record.status == Status.ACTIVE and (start is None or start <= at) and (end is None or end > at)
    return holds and window[0] is not None and window[0] > at
