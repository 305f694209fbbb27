"""Saving memory before an agent compacts its context: once for each compaction, appended to today's history."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from channels_bridge.actors import Actor, Permission
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict
from memory.consolidation.flush import (
    Message,
    flush_extract,
    flush_prompt,
    is_due,
    says_no_reply,
    threshold,
)
from memory.gate.outcomes import Refusal
from memory.models import Flush, Store
from memory.services.episode_drafts import conversation_name
from memory.services.history import history_append, owner_day

WRITTEN: Final = "written"
EXTRACTED: Final = "extracted"
NOTHING: Final = "nothing"
REFUSED: Final = "refused"


@dataclass(frozen=True, slots=True)
class Context:
    """Whose context it is, how full, and how often it was compacted so far."""

    conversation: str
    total: int
    window: int
    compaction: int


@dataclass(frozen=True, slots=True)
class Asked:
    """Whether memory is to be saved now, why not, from how many tokens on, and what the agent is asked."""

    due: bool
    reason: str
    threshold: int
    prompt: str


@dataclass(frozen=True, slots=True)
class Flushed:
    """What a flush came to, and the entry of the history it became."""

    outcome: str
    entry: UUID | None = None
    refusal: Refusal | None = None


def flush_asked(*, actor: Actor, store: Store, context: Context) -> Asked:
    """Whether the conversation's memory is to be saved before its next compaction. Raises Forbidden."""
    actor.require(Permission.MEMORY_WRITE)
    due, reason = is_due(total=context.total, window=context.window), ""
    if not due:
        reason = "not_full"
    elif _done(actor, store, context).exists():
        due, reason = False, "flushed"
    today = owner_day(now())
    return Asked(due, reason, threshold(context.window), flush_prompt(today.isoformat()) if due else "")


def flush_take(  # noqa: PLR0913  (whose context, and what is kept of it)
    *,
    actor: Actor,
    store: Store,
    context: Context,
    result: str | None,
    messages: Sequence[Message] = (),
    project: str = "",
    at: datetime | None = None,
) -> Flushed:
    """Append what an agent wants kept to today's history; once for each compaction of a conversation.

    Without a result, when the gate refuses it, or when it says NO_REPLY, what the messages plainly say is taken by
    rules. A result that nothing was made of does not use up its turn. Raises Forbidden, Conflict when this compaction's
    memory was saved already.
    """
    actor.require(Permission.MEMORY_WRITE)
    outcome, refusal = NOTHING, None
    with transaction.atomic():
        _claim(actor, store, context)
        said = "" if result is None or says_no_reply(result) else result.strip()
        for kind, text in ((WRITTEN, said), (EXTRACTED, flush_extract(messages))):
            if not text:
                continue
            kept = history_append(
                actor=actor, store=store, entry=text, at=at or now(), conversation=context.conversation, project=project
            )
            if not isinstance(kept, Refusal):
                _done(actor, store, context).update(outcome=kind)
                return Flushed(kind, kept.uid, refusal)
            outcome, refusal = REFUSED, refusal or kept
        if outcome == REFUSED:
            _done(actor, store, context).delete()
    return Flushed(outcome, refusal=refusal)


def _claim(actor: Actor, store: Store, context: Context) -> None:
    try:
        with transaction.atomic():
            Flush.objects.create(
                store=store,
                conversation=conversation_name(context.conversation),
                source=actor.source,
                compaction=context.compaction,
                outcome=NOTHING,
            )
    except IntegrityError as error:
        raise Conflict(
            "The memory of this conversation was saved before this compaction already.", type="flushed-already"
        ) from error


def _done(actor: Actor, store: Store, context: Context) -> QuerySet[Flush]:
    return Flush.objects.filter(
        store=store,
        source=actor.source,
        conversation=conversation_name(context.conversation),
        compaction=context.compaction,
    )
