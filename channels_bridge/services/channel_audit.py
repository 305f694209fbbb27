"""The audit of channels: who did what, where and when, never what was said."""

from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils.crypto import salted_hmac

from channels_bridge.actors import Actor
from channels_bridge.models import Channel, ChannelEvent, ChannelEventCode
from channels_bridge.services.texts import text_redacted
from kirocrew.base.clock import now
from kirocrew.base.problems import Forbidden
from kirocrew.base.text import cut

DENIALS_KEPT: Final = 1_000
"""Rows of a channel about who was turned away; a flood of invented senders pushes out its own oldest."""
OTHERS_KEPT: Final = 1_000
_SALT: Final = "channels_bridge.sender"


def who_of(surface: str, sender: str) -> str:
    """A digest of a sender's id, 32 hexadecimal digits, by which the server knows them again without keeping it."""
    return salted_hmac(_SALT, f"{surface}\n{sender}", algorithm="sha256").hexdigest()[:32]


def denial_note(channel: Channel, sender: str) -> bool:
    """Note that a sender was turned away; returns whether it is their first time today in this channel."""
    instant, who = now(), who_of(channel.surface, sender)
    today = ChannelEvent.objects.filter(channel=channel, code=ChannelEventCode.DENIED, who=who, day=instant.date())
    if today.update(times=F("times") + 1, last_at=instant):
        return False
    try:
        with transaction.atomic():
            event_write(channel, ChannelEventCode.DENIED, who)
    except IntegrityError:  # two of their messages at the same time
        today.update(times=F("times") + 1, last_at=instant)
        return False
    return True


def channel_events(*, actor: Actor, channel: Channel) -> QuerySet[ChannelEvent]:
    """The audit of a channel, newest first. Raises Forbidden unless the owner asks."""
    if not (actor.is_owner or actor.is_system):
        raise Forbidden("Only the owner reads the audit of a channel.", type="owner-only")
    return channel.events.order_by("-id")


def event_write(channel: Channel, code: ChannelEventCode, who: str, detail: str = "") -> None:
    """Write an entry, and remove the channel's oldest beyond what is kept."""
    instant = now()
    ChannelEvent.objects.create(
        channel=channel,
        surface=channel.surface,
        code=code,
        who=who,
        day=instant.date(),
        at=instant,
        last_at=instant,
        detail=cut(text_redacted(detail), 500),
    )
    is_denial = code == ChannelEventCode.DENIED
    rows = channel.events.filter(code=code) if is_denial else channel.events.exclude(code=ChannelEventCode.DENIED)
    kept = DENIALS_KEPT if is_denial else OTHERS_KEPT
    oldest = rows.order_by("-id").values_list("id", flat=True)[kept : kept + 1].first()
    if oldest is not None:
        rows.filter(id__lte=oldest).delete()
