"""What was found in channels: it waits for the owner, and becomes an episode only by their word."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Min, QuerySet

from channels_bridge.actors import Actor
from channels_bridge.models import Channel
from hooks.services import redact
from hooks.services.redaction import Personal
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, Forbidden, NotFound
from memory.consolidation.passive import Found, item_hash
from memory.gate.outcomes import OutcomeStatus
from memory.models import ItemState, Kind, PassiveItem, PassiveRun, Record, Status, Store
from memory.services.drafts import EpisodeDraft
from memory.services.episodes import episodes_write
from memory.services.records import record_forget
from memory.services.review_queue import QueueKind, queue_register

EPISODE_DAYS: Final = 90
SOURCE_PREFIX: Final = "channel:"
QUEUE: Final = "channels"
OPEN: Final = (ItemState.PENDING_REVIEW, ItemState.APPROVED)
"""States in which an item can still be written."""


def items_keep(run: PassiveRun, found: Sequence[Found], *, review: bool) -> int:
    """Keep what a run found, without what the channel gave before, whatever became of it. Joins a transaction.

    Without review the system approves it at once; the gate judges it all the same. Returns how many are new.
    """
    cleaned = [_cleaned(one) for one in found]
    hashes = {item_hash(run.channel, one.type, one.summary): one for one in cleaned}
    known = PassiveItem.objects.filter(run__channel=run.channel, hash__in=hashes).values_list("hash", flat=True)
    for known_hash in set(known):
        del hashes[known_hash]
    items = [
        PassiveItem(
            run=run,
            hash=digest,
            type=one.type,
            summary=one.summary,
            topics=list(one.topics),
            entities=list(one.entities),
            confidence=one.confidence,
        )
        for digest, one in hashes.items()
    ]
    PassiveItem.objects.bulk_create(items)
    if not review:
        for item in items:
            _write(item, by="system")
    return len(items)


def items_of(*, actor: Actor, channel: Channel, state: str = "") -> QuerySet[PassiveItem]:
    """What was found in a channel, newest first. Raises Forbidden unless the owner asks."""
    _require_owner(actor)
    rows = PassiveItem.objects.filter(run__channel=channel).select_related("run__channel", "run__store")
    return rows.filter(state=state) if state else rows


def item_get(*, actor: Actor, uid: UUID) -> PassiveItem:
    """One item. Raises Forbidden unless the owner asks, NotFound."""
    _require_owner(actor)
    item = PassiveItem.objects.filter(uid=uid).select_related("run__channel__bot", "run__store").first()
    if item is None:
        raise NotFound("There is no such item.", type="unknown-channel-item")
    return item


def item_approve(*, actor: Actor, uid: UUID) -> PassiveItem:
    """Write an item as an episode that holds for 90 days; one that is written already stays as it is.

    A text the gate doubts waits in Review, and the item says `approved` until then; one it refuses stays open with the
    reason in `note`. Raises Forbidden unless the owner asks, NotFound, Conflict for one that was rejected or deleted.
    """
    with transaction.atomic():
        item = _locked(actor, uid)
        if item.state == ItemState.WRITTEN:
            return item
        _require_open(item)
        return _write(item, by=actor.source)


def item_reject(*, actor: Actor, uid: UUID) -> PassiveItem:
    """Leave an item out of memory, also when it is found again. Raises as `item_approve`, and for a written one."""
    with transaction.atomic():
        item = _locked(actor, uid)
        if item.state != ItemState.REJECTED:
            _require_open(item)
            _decide(item, ItemState.REJECTED, actor.source)
    return item


def item_delete(*, actor: Actor, uid: UUID) -> PassiveItem:
    """Take an item back: the episode it became is forgotten. Raises as `item_approve`."""
    with transaction.atomic():
        item = _locked(actor, uid)
        record = _own_record(item)
        if record is not None and record.status == Status.PROPOSED:
            raise Conflict("Its text waits in Review. Reject it there first.", type="channel-item-decided")
        if record is not None:
            record_forget(actor=actor, uid=record.uid, reason="The channel item was deleted.")
        _decide(item, ItemState.DELETED, actor.source)
    return item


def _write(item: PassiveItem, *, by: str) -> PassiveItem:
    """Write the episode, or take the one that is there under the item's source. Joins a transaction."""
    record = _own_record(item)
    if record is not None:
        item.record_uid = record.uid
        return _decide(item, _state_of(record), by)
    run = item.run
    draft = EpisodeDraft(
        text=item.summary,
        tags=("channel", item.type, *item.topics),
        project=run.channel.bot.project,
        source_ref=SOURCE_PREFIX + item.hash,
        observed_at=run.started_at,
        valid_until=now() + timedelta(days=EPISODE_DAYS),
    )
    writer = Actor.system(f"{SOURCE_PREFIX}{run.channel.surface}")
    outcome = episodes_write(actor=writer, store=run.store, drafts=[draft])[0]
    if outcome.refusal is not None:
        item.note = f"{outcome.refusal.code.value}: {outcome.refusal.message}"[:200]
        item.save(update_fields=["note"])
        return item
    item.record_uid, item.note = outcome.uid, ""
    waits = outcome.status is OutcomeStatus.PROPOSED
    return _decide(item, ItemState.APPROVED if waits else ItemState.WRITTEN, by)


def _own_record(item: PassiveItem) -> Record | None:
    """The episode this item became: never one that was there before and says the same."""
    rows = Record.objects.filter(store=item.run.store, kind=Kind.EPISODE, source_ref=SOURCE_PREFIX + item.hash)
    return rows.filter(status__in=(Status.ACTIVE, Status.PROPOSED)).order_by("-id").first()


def _state_of(record: Record) -> ItemState:
    return ItemState.WRITTEN if record.status == Status.ACTIVE else ItemState.APPROVED


def _decide(item: PassiveItem, state: ItemState, by: str) -> PassiveItem:
    item.state, item.decided_at, item.decided_by = state, now(), by
    item.save(update_fields=["state", "decided_at", "decided_by", "record_uid", "note"])
    return item


def _cleaned(found: Found) -> Found:
    """A model may repeat what it was shown; what it was not shown it must not have guessed."""

    def bare(text: str) -> str:
        return redact(text, also=tuple(Personal)).text

    return Found(
        found.type,
        bare(found.summary)[: PassiveItem._meta.get_field("summary").max_length],
        tuple(map(bare, found.topics)),
        tuple(map(bare, found.entities)),
        found.confidence,
    )


def _locked(actor: Actor, uid: UUID) -> PassiveItem:
    item = item_get(actor=actor, uid=uid)
    PassiveItem.objects.select_for_update().get(pk=item.pk)
    item.refresh_from_db(fields=["state", "record_uid"])
    return item


def _require_open(item: PassiveItem) -> None:
    if item.state not in OPEN:
        raise Conflict(f"This item is {item.get_state_display().lower()}.", type="channel-item-decided")


def _require_owner(actor: Actor) -> None:
    if not actor.is_owner:
        raise Forbidden("Only the owner reviews what was found in channels.", type="owner-only")


def _pending(actor: Actor, store: Store | None) -> QuerySet[PassiveItem]:
    rows = PassiveItem.objects.filter(state=ItemState.PENDING_REVIEW, run__store__in=Store.objects.visible_to(actor))
    return rows.filter(run__store=store) if store is not None else rows


def _counted(actor: Actor, store: Store | None) -> tuple[int, datetime | None]:
    found = _pending(actor, store).order_by().aggregate(n=Count("pk"), oldest=Min("created_at"))
    return found["n"], found["oldest"]


def _cases(actor: Actor, store: Store | None, most: int) -> list[PassiveItem]:
    return list(_pending(actor, store).select_related("run__channel", "run__store").order_by("id")[:most])


queue_register(QueueKind(QUEUE, "found in channels", _counted, _cases, "memory/parts/channel_cases.html"))
