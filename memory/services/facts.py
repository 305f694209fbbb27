"""Facts: a JSON value under a key, and who may change it."""

from collections.abc import Callable, Sequence

from django.db import transaction

from channels_bridge.actors import Actor, Permission
from memory.gate.outcomes import Outcome
from memory.models import Kind, Store
from memory.services.conversation_modes import closed_by_mode
from memory.services.drafts import FactDraft, WriteMode
from memory.services.evidence import drafts_link, drafts_refuse
from memory.services.fact_batch import FactBatch
from memory.services.fact_drafts import Judged, Prepared, fact_prepare, value_text
from memory.services.fact_words import fact_text
from memory.services.journal import events_write
from memory.services.preparing import refusal_events, rules_of
from memory.services.refused import refused_ahead
from memory.services.settings import settings_all


def facts_write(
    *,
    actor: Actor,
    store: Store,
    drafts: Sequence[FactDraft],
    mode: WriteMode = WriteMode.NORMAL,
    reason: str = "",
) -> list[Outcome]:
    """Write facts in one transaction; one outcome per draft, in order.

    Raises Forbidden when the actor may not write. A refused draft does not stop the others.
    """
    judged = facts_prepare(actor=actor, store=store, drafts=drafts)
    return facts_settle(actor=actor, store=store, judged=judged, mode=mode, reason=reason)


def facts_prepare(*, actor: Actor, store: Store, drafts: Sequence[FactDraft]) -> list[Judged]:
    """Let the gate judge drafts: most of the work of a write, and done without a lock. Raises Forbidden."""
    actor.require(Permission.MEMORY_WRITE)
    rules = rules_of(settings_all())
    closed = closed_by_mode(actor=actor, kind=Kind.FACT, drafts=drafts)
    judged: list[Judged] = [
        ("", closed[place])
        if place in closed
        else (value_text(draft.value), fact_prepare(draft, actor=actor, store=store, rules=rules))
        for place, draft in enumerate(drafts)
    ]
    ready = [(item.record, item.fact.value) for _, item in judged if isinstance(item, Prepared)]
    refused_ahead(actor, store, (fact_text(row.key, row.subject, row.predicate, value) for row, value in ready))
    return judged


def facts_settle(
    *, actor: Actor, store: Store, judged: Sequence[Judged], mode: WriteMode = WriteMode.NORMAL, reason: str = ""
) -> list[Outcome]:
    """Decide on judged drafts and write them, in one transaction or the caller's."""
    with transaction.atomic():
        batch = FactBatch(actor, store, mode, reason)
        judged = drafts_refuse(actor=actor, store=store, judged=judged)
        outcomes = batch.settle(judged)
        drafts_link(actor=actor, judged=judged, outcomes=outcomes)
        texts = [(outcome, text) for outcome, (text, _) in zip(outcomes, judged, strict=True)]
        events_write([*batch.events, *refusal_events(texts, actor=actor, store=store)])
    return outcomes


def facts_rehearsal(*, actor: Actor, store: Store) -> Callable[[Sequence[Judged]], list[Outcome]]:
    """Return what tells, batch after batch, what an import would come to. It writes nothing and takes no lock."""
    return FactBatch(actor, store, WriteMode.PRESERVE, "", rehearsing=True).settle
