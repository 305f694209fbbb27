"""Episodes: fragments of what happened, without duplicates and within a store's capacity."""

from collections.abc import Callable, Sequence

from django.db import transaction

from channels_bridge.actors import Actor, Permission
from kirocrew.base.garbage import collector_resting
from memory.gate.outcomes import Outcome
from memory.models import Kind, Store
from memory.services.conversation_modes import closed_by_mode
from memory.services.drafts import EpisodeDraft, WriteMode
from memory.services.episode_batch import EpisodeBatch
from memory.services.episode_drafts import Judged, Prepared, episode_prepare, place_of
from memory.services.evidence import drafts_link, drafts_refuse
from memory.services.journal import events_write
from memory.services.preparing import (
    refusal_events,
)
from memory.services.refused import refused_ahead
from memory.services.settings import settings_all
from memory.services.unkept_turns import Place, unkept_remember

MANY = 100  # drafts of a batch for which the collector of cycles rests


def episodes_write(
    *,
    actor: Actor,
    store: Store,
    drafts: Sequence[EpisodeDraft],
    mode: WriteMode = WriteMode.NORMAL,
    reason: str = "",
) -> list[Outcome]:
    """Write episodes in one transaction; one outcome per draft, in order.

    Raises Forbidden when the actor may not write. A refused draft does not stop the others.
    """
    with collector_resting(when=len(drafts) >= MANY):
        judged = episodes_prepare(actor=actor, store=store, drafts=drafts)
        return episodes_settle(actor=actor, store=store, judged=judged, mode=mode, reason=reason)


def episodes_prepare(*, actor: Actor, store: Store, drafts: Sequence[EpisodeDraft]) -> list[Judged]:
    """Let the gate judge drafts: most of the work of a write, and done without a lock. Raises Forbidden."""
    actor.require(Permission.MEMORY_WRITE)
    closed = closed_by_mode(actor=actor, kind=Kind.EPISODE, drafts=drafts)
    judged: list[Judged] = [
        ("", closed[place]) if place in closed else (draft.text, episode_prepare(draft, actor=actor, store=store))
        for place, draft in enumerate(drafts)
    ]
    texts = (item.episode.text for _, item in judged if isinstance(item, Prepared))
    refused_ahead(actor, store, texts)
    return judged


def episodes_settle(
    *, actor: Actor, store: Store, judged: Sequence[Judged], mode: WriteMode = WriteMode.NORMAL, reason: str = ""
) -> list[Outcome]:
    """Decide on judged drafts and write them, in one transaction or the caller's."""
    values = settings_all()
    with transaction.atomic():
        batch = EpisodeBatch(actor, store, mode, reason, values)
        offered = judged
        judged = drafts_refuse(actor=actor, store=store, judged=judged)
        outcomes = batch.settle(judged)
        unkept_remember(store=store, places=_unkept(offered))
        drafts_link(actor=actor, judged=judged, outcomes=outcomes)
        texts = [(outcome, text) for outcome, (text, _) in zip(outcomes, judged, strict=True)]
        events_write([*batch.events, *refusal_events(texts, actor=actor, store=store)])
    return outcomes


def _unkept(judged: Sequence[Judged]) -> list[Place]:
    """Where a person said what did not become an episode of its own."""
    places = []
    for _, item in judged:
        if not isinstance(item, Prepared):
            places.append(item.turn)
        elif not item.record.pk:
            places.append(place_of(item.draft))
    return [place for place in places if place is not None]


def episodes_rehearsal(*, actor: Actor, store: Store) -> Callable[[Sequence[Judged]], list[Outcome]]:
    """Return what tells, batch after batch, what an import would come to. It writes nothing and takes no lock."""
    return EpisodeBatch(actor, store, WriteMode.PRESERVE, "", settings_all(), rehearsing=True).settle
