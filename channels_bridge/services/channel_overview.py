"""Channels with the counts a person wants to see beside them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db.models import Count, Sum

from channels_bridge.models import Channel, ChannelEntry, ChannelEvent, ChannelEventCode, ChannelSender
from channels_bridge.models.channels import EVERYONE
from kirocrew.base.clock import now

DENIED_WITHIN: Final = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class ChannelRow:
    """A channel, who may speak in it, how much is overheard, and how often strangers were turned away in a week."""

    channel: Channel
    owners: int
    others: int
    is_open: bool
    overheard: int
    denied: int

    @property
    def is_silent(self) -> bool:
        """Whether nobody at all may speak."""
        return not (self.owners or self.others or self.is_open)


def channel_rows(channels: Sequence[Channel]) -> list[ChannelRow]:
    """The rows of these channels, in their order; four queries however many they are."""
    ids = [channel.pk for channel in channels]
    entries = dict(ChannelEntry.objects.filter(channel__in=ids).values_list("channel").annotate(n=Count("id")))
    denied = dict(
        ChannelEvent.objects.filter(channel__in=ids, code=ChannelEventCode.DENIED, last_at__gte=now() - DENIED_WITHIN)
        .order_by()
        .values_list("channel")
        .annotate(n=Sum("times"))
    )
    surfaces = {channel.surface for channel in channels}
    listed = list(ChannelSender.objects.filter(channel__in=ids)) + list(
        ChannelSender.objects.filter(channel=None, surface__in=surfaces)
    )
    return [_row(channel, listed, entries.get(channel.pk, 0), denied.get(channel.pk, 0)) for channel in channels]


def _row(channel: Channel, listed: Sequence[ChannelSender], overheard: int, denied: int) -> ChannelRow:
    mine = {
        row.sender: row.is_owner
        for row in listed
        if row.channel_id == channel.pk or (row.channel_id is None and row.surface == channel.surface)
    }
    is_open = mine.pop(EVERYONE, None) is not None
    owners = sum(mine.values())
    return ChannelRow(channel, owners, len(mine) - owners, is_open, overheard, denied)
