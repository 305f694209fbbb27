"""Channels: registering, finding and changing them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from channels_bridge.actors import Actor, ActorKind, Permission
from channels_bridge.models import Activation, Bot, Channel, ChannelEventCode
from channels_bridge.models.channels import KEY_LIMIT, SURFACE_LIMIT
from channels_bridge.services.channel_audit import event_write
from channels_bridge.services.channel_buffers import buffers_empty
from channels_bridge.services.channel_paces import MAX_RATE
from channels_bridge.services.mentions import NAME_LIMIT, NAMES_LIMIT
from channels_bridge.services.texts import text_redacted
from kirocrew.base.problems import Forbidden, Invalid, NotFound
from kirocrew.base.text import clean, cut

CHANNEL_NAME_LIMIT: Final = 200


def channels_visible_to(actor: Actor) -> QuerySet[Channel]:
    """The channels an actor may see, with their bots."""
    return Channel.objects.visible_to(actor).select_related("bot")


def channel_get(*, actor: Actor, key: str, surface: str = "") -> Channel:
    """The channel of that key, or of that uid. Raises NotFound, or Invalid for a key that several channels have."""
    rows = channels_visible_to(actor)
    uid = _uid(key)
    found = list(rows.filter(uid=uid)) if uid is not None else []
    if not found:
        found = list(rows.filter(key=key, **({"surface": surface} if surface else {}))[:2])
    if len(found) > 1:
        raise Invalid(
            "Several channels have this key. Name the surface, or the channel by its uid.", type="channel-ambiguous"
        )
    if not found:
        raise NotFound("There is no such channel, or another bot serves it.", type="unknown-channel")
    return found[0]


def channel_register(
    *, actor: Actor, surface: str, key: str, bot: Bot | None = None, name: str = "", is_direct: bool = False
) -> tuple[Channel, bool]:
    """Make a channel known, and say whether it is new; one that is known stays as it is.

    It begins in mention mode, and nobody may speak in it but whom the owner listed for the surface. A bot registers
    what it serves itself; the owner names the bot. Raises Forbidden, Invalid.
    """
    actor.require(Permission.CHANNELS_SERVE)
    server = _server(actor, bot)
    place = place_name(surface, SURFACE_LIMIT, "surface"), place_name(key, KEY_LIMIT, "key")
    known = Channel.objects.filter(bot=server, surface=place[0], key=place[1]).select_related("bot").first()
    if known is not None:
        return known, False
    channel = Channel(
        bot=server,
        surface=place[0],
        key=place[1],
        name=_name(name),
        is_direct=is_direct,
        created_by=actor.source,
    )
    try:
        with transaction.atomic():
            channel.save(force_insert=True)
            event_write(channel, ChannelEventCode.REGISTERED, actor.source)
    except IntegrityError:
        return Channel.objects.select_related("bot").get(bot=server, surface=place[0], key=place[1]), False
    return channel, True


def channel_change(*, actor: Actor, channel: Channel, values: Mapping[str, Any]) -> Channel:
    """Change `activation`, `name`, `names`, `is_direct` or `rate_per_minute`, each with its entry in the audit.

    Turned off, a channel forgets what was overheard in it. Raises Forbidden unless the owner or a key with `admin:*`
    asks, Invalid.
    """
    actor.require(Permission.ADMIN)
    checked = {name: _CHECKS[name](value) for name, value in values.items()}
    with transaction.atomic():
        row = Channel.objects.select_for_update().select_related("bot").get(pk=channel.pk)
        if "activation" in checked:
            _activate(row, checked.pop("activation"), actor.source)
        rate = checked.pop("rate_per_minute", None)
        if rate is not None:
            row.settings = row.settings | {"rate_per_minute": rate}
        for name, value in checked.items():
            setattr(row, name, value)
        row.save(update_fields=["settings", *checked])
        told = [*checked, *(["rate_per_minute"] if rate is not None else [])]
        if told:
            event_write(row, ChannelEventCode.SETTINGS, actor.source, ", ".join(told))
    return row


def channel_activate(*, channel: Channel, activation: Activation, who: str) -> Channel:
    """Change the activation by the owner's command from inside the channel; `who` is the digest of their id."""
    with transaction.atomic():
        row = Channel.objects.select_for_update().select_related("bot").get(pk=channel.pk)
        _activate(row, activation, who)
    return row


def channel_section_set(*, actor: Actor, channel: Channel, section: str, values: Mapping[str, Any]) -> Channel:
    """Keep checked settings of another app in a channel under its own name, beside the others.

    Raises Forbidden unless the owner asks.
    """
    if not (actor.is_owner or actor.is_system):
        raise Forbidden("Only the owner changes what is learned from a channel.", type="owner-only")
    with transaction.atomic():
        row = Channel.objects.select_for_update().select_related("bot").get(pk=channel.pk)
        row.settings = row.settings | {section: dict(values)}
        row.save(update_fields=["settings"])
        event_write(row, ChannelEventCode.SETTINGS, actor.source, section)
    return row


def names_of(channel: Channel) -> list[str]:
    """What the bot is called in a channel: its own name and those given there."""
    return [channel.bot.name, *channel.names]


def _activate(channel: Channel, activation: Activation, who: str) -> None:
    before = channel.activation
    if before == activation:
        return
    channel.activation = activation
    channel.save(update_fields=["activation"])
    event_write(channel, ChannelEventCode.ACTIVATION, who, f"{before} → {activation}")
    if activation == Activation.OFF and (lost := buffers_empty(channel)):
        event_write(channel, ChannelEventCode.EMPTIED, who, f"{lost} overheard messages removed")


def _server(actor: Actor, bot: Bot | None) -> Bot:
    if actor.kind is ActorKind.BOT:
        if bot is not None and str(bot.pk) != actor.ident:
            raise Forbidden("A bot registers the channels it serves itself.", type="owner-only")
        return Bot.objects.get(pk=actor.ident)
    if bot is None:
        raise Invalid("Say which bot serves the channel.", type="channel-invalid")
    return bot


def place_name(text: str, limit: int, what: str) -> str:
    """A surface's or channel's name as it stands in an address: no slash, no credential. Raises Invalid."""
    name = clean(text).strip()
    if not 1 <= len(name) <= limit or "/" in name or "\n" in name:
        raise Invalid(f"A channel's {what} has 1 to {limit} characters on one line, no slash.", type="channel-invalid")
    if text_redacted(name) != name:
        raise Invalid(f"A channel's {what} is shown everywhere, and this one is a credential.", type="channel-invalid")
    return name


def _name(value: Any) -> str:
    if not isinstance(value, str):
        raise Invalid("A channel's name is text.", type="channel-invalid")
    return cut(text_redacted(clean(value).strip()), CHANNEL_NAME_LIMIT)


def _names(value: Any) -> list[str]:
    names: Sequence[Any] = value if isinstance(value, list | tuple) else [None]
    if len(names) > NAMES_LIMIT or not all(isinstance(n, str) and 1 <= len(n.strip()) <= NAME_LIMIT for n in names):
        raise Invalid(
            f"The bot has at most {NAMES_LIMIT} names in a channel, of 1 to {NAME_LIMIT} characters each.",
            type="channel-invalid",
        )
    return list(dict.fromkeys(text_redacted(clean(name).strip()) for name in names))


def _activation(value: Any) -> Activation:
    if value not in Activation.values:
        raise Invalid(f"Activation is one of {', '.join(Activation.values)}.", type="channel-invalid")
    return Activation(value)


def _rate(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MAX_RATE:
        raise Invalid(f"rate_per_minute is a whole number from 1 to {MAX_RATE}.", type="channel-invalid")
    return value


def _yes_or_no(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Invalid("is_direct is true or false.", type="channel-invalid")
    return value


_CHECKS: Final[dict[str, Callable[[Any], Any]]] = {
    "activation": _activation,
    "name": _name,
    "names": _names,
    "is_direct": _yes_or_no,
    "rate_per_minute": _rate,
}


def _uid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
