"""Who may speak in a channel. Nobody is listed at first, and who is not listed may not: fail closed."""

from collections.abc import Iterable, Sequence
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet

from channels_bridge.actors import Actor
from channels_bridge.models import Channel, ChannelEventCode, ChannelSender
from channels_bridge.models.channels import EVERYONE, SENDER_LIMIT, SURFACE_LIMIT
from channels_bridge.services.channel_audit import event_write
from channels_bridge.services.channel_buffers import senders_drop
from channels_bridge.services.channels import place_name
from channels_bridge.services.texts import text_redacted
from kirocrew.base.problems import Forbidden, Invalid
from kirocrew.base.text import clean

SENDERS_LIMIT: Final = 1_000
"""Ids in one list."""


class Listed:
    """The lists that hold for a channel, read once."""

    def __init__(self, channel: Channel) -> None:
        rows = list(_holding(channel).values_list("sender", "is_owner"))
        self._owners = {sender for sender, is_owner in rows if is_owner}
        self._others = {sender for sender, is_owner in rows if not is_owner}

    def may_speak(self, sender: str) -> bool:
        """Whether a sender may speak: listed by their exact id, or everyone is. `*` itself is nobody's id."""
        if not sender or sender == EVERYONE:
            return False
        return sender in self._owners or sender in self._others or EVERYONE in self._others

    def is_owner(self, sender: str) -> bool:
        """Whether it is one of the owner's own ids."""
        return sender in self._owners


def channel_senders_set(
    *, actor: Actor, channel: Channel, senders: Sequence[str], owners: Sequence[str]
) -> list[ChannelSender]:
    """Make these the ids that may speak in one channel; `*` among the senders is everyone.

    What was overheard of those who may not any more is removed. Raises Forbidden unless the owner asks, Invalid.
    """
    return _set(actor, channel.surface, channel, senders, owners)


def surface_senders_set(
    *, actor: Actor, surface: str, senders: Sequence[str], owners: Sequence[str]
) -> list[ChannelSender]:
    """Make these the ids that may speak in every channel of a surface. Raises as `channel_senders_set`."""
    senders_require_owner(actor)
    return _set(actor, place_name(surface, SURFACE_LIMIT, "surface"), None, senders, owners)


def channel_senders(*, actor: Actor, channel: Channel) -> list[ChannelSender]:
    """The ids listed for one channel, beside those of its surface. Raises Forbidden unless the owner asks."""
    senders_require_owner(actor)
    return list(channel.senders.all())


def surface_senders(*, actor: Actor, surface: str) -> list[ChannelSender]:
    """The ids that may speak on a whole surface. Raises Forbidden unless the owner asks."""
    senders_require_owner(actor)
    return list(ChannelSender.objects.filter(surface=surface, channel=None))


def _set(
    actor: Actor, surface: str, channel: Channel | None, senders: Iterable[str], owners: Iterable[str]
) -> list[ChannelSender]:
    senders_require_owner(actor)
    wanted = dict.fromkeys(_checked(senders, everyone=channel is not None), False)
    wanted |= dict.fromkeys(_checked(owners, everyone=False), True)
    if len(wanted) > SENDERS_LIMIT:
        raise Invalid(f"A list holds at most {SENDERS_LIMIT} ids.", type="sender-invalid")
    with transaction.atomic():
        rows = ChannelSender.objects.filter(surface=surface, channel=channel)
        before = dict(rows.values_list("sender", "is_owner"))
        changed = {sender for sender, is_owner in before.items() if wanted.get(sender) is not is_owner}
        rows.filter(sender__in=changed).delete()
        ChannelSender.objects.bulk_create(
            ChannelSender(surface=surface, channel=channel, sender=sender, is_owner=is_owner, added_by=actor.source)
            for sender, is_owner in wanted.items()
            if before.get(sender) is not is_owner
        )
        touched = [channel] if channel else list(Channel.objects.filter(surface=surface))
        for one in touched:
            listed = Listed(one)
            senders_drop(one, lambda sender, listed=listed: not listed.may_speak(sender))  # type: ignore[misc]
            if wanted != before:
                event_write(one, ChannelEventCode.SENDERS, actor.source, _told(before, wanted))
        return list(rows.all())


def _told(before: dict[str, bool], after: dict[str, bool]) -> str:
    """How many came and went; `*` is told by name, since it opens the channel to all."""
    added, removed = after.keys() - before.keys(), before.keys() - after.keys()
    told = f"{len(added)} added, {len(removed)} removed, {sum(after.values())} of the owner's"
    if EVERYONE in added:
        return f"{told}; everyone may speak now"
    return f"{told}; no longer everyone" if EVERYONE in removed else told


def _checked(senders: Iterable[str], *, everyone: bool) -> list[str]:
    checked = []
    for sender in senders:
        name = clean(sender).strip()
        if not 1 <= len(name) <= SENDER_LIMIT:
            raise Invalid(f"A sender's id has 1 to {SENDER_LIMIT} characters.", type="sender-invalid")
        if name == EVERYONE and not everyone:
            raise Invalid(
                "'*' opens one channel to everyone. It is no id of the owner's and no entry for a whole surface.",
                type="sender-invalid",
            )
        if text_redacted(name) != name:
            raise Invalid("A sender's id is shown to the owner, and this one is a credential.", type="sender-invalid")
        checked.append(name)
    return checked


def _holding(channel: Channel) -> QuerySet[ChannelSender]:
    return ChannelSender.objects.filter(Q(channel=channel) | Q(channel=None, surface=channel.surface))


def senders_require_owner(actor: Actor) -> None:
    """Raise Forbidden unless the owner asks: who may speak is no bot's to say."""
    if not (actor.is_owner or actor.is_system):
        raise Forbidden("Only the owner says who may speak in a channel.", type="owner-only")
