"""Rooms where people talk and a bot listens: how it takes part, who may speak, what it heard, what was decided."""

from typing import Final, Self

from django.db import models

from channels_bridge.actors import Actor, ActorKind, Permission
from channels_bridge.models.bots import Bot
from kirocrew.base.clock import now
from kirocrew.base.ids import new_uid

SURFACE_LIMIT: Final = 60
KEY_LIMIT: Final = 200
SENDER_LIMIT: Final = 200
EVERYONE: Final = "*"
"""In the list of a channel: whoever speaks there may. Only the owner puts it there."""
ENTRY_LIMIT: Final = 4_000
"""Characters kept of a message that is only overheard."""


class Activation(models.TextChoices):
    """When what is said in a channel reaches the bot."""

    ALWAYS = "always", "Every message"
    MENTION = "mention", "When it is addressed"
    OBSERVE = "observe", "Listens, never answers"
    OFF = "off", "Off"


class ChannelEventCode(models.TextChoices):
    """What the audit of channels tells."""

    REGISTERED = "registered", "Registered"
    DENIED = "denied", "Turned away"
    ACTIVATION = "activation_changed", "Activation changed"
    SENDERS = "senders_changed", "Who may speak changed"
    SETTINGS = "settings_changed", "Settings changed"
    EMPTIED = "buffer_emptied", "Buffer emptied"


class ChannelQuerySet(models.QuerySet["Channel"]):
    def visible_to(self, actor: Actor) -> Self:
        """All for the owner and the system; a bot that may serve channels sees those it serves."""
        if actor.kind in (ActorKind.OWNER, ActorKind.SYSTEM):
            return self
        if actor.kind is ActorKind.BOT and actor.ident and actor.may(Permission.CHANNELS_SERVE):
            return self.filter(bot_id=actor.ident)
        return self.none()


class Channel(models.Model):
    """A room on a surface (a chat network, a terminal) that a bot serves.

    `names` are what the bot is called there, beside its own name. In a direct channel whoever speaks addresses the bot.
    `heard_at` is when somebody who may last spoke, to the minute. `given_to` is the last overheard message that was
    handed along with a delivered one.
    """

    uid = models.UUIDField(default=new_uid, unique=True, editable=False)
    surface = models.CharField(max_length=SURFACE_LIMIT)
    key = models.CharField(max_length=KEY_LIMIT)
    bot = models.ForeignKey(Bot, on_delete=models.PROTECT, related_name="channels")
    name = models.CharField(max_length=200, blank=True)
    names = models.JSONField(default=list)
    activation = models.CharField(max_length=10, choices=Activation.choices, default=Activation.MENTION)
    is_direct = models.BooleanField(default=False)
    settings = models.JSONField(default=dict)
    given_to = models.PositiveBigIntegerField(default=0)
    heard_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=now)
    created_by = models.CharField(max_length=200)

    objects = ChannelQuerySet.as_manager()

    class Meta:
        ordering = ("surface", "name", "key")
        constraints = (
            models.UniqueConstraint(fields=("bot", "surface", "key"), name="channel_once_per_bot"),
            models.CheckConstraint(
                condition=models.Q(activation__in=Activation.values), name="channel_activation_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.surface}:{self.key}"


class ChannelSender(models.Model):
    """Somebody who may speak, by the surface's own id: in one channel, or without one on the whole surface.

    `is_owner` marks the owner's own ids: they may speak wherever they are listed and give the server's commands.
    """

    surface = models.CharField(max_length=SURFACE_LIMIT)
    channel = models.ForeignKey(Channel, null=True, blank=True, on_delete=models.CASCADE, related_name="senders")
    sender = models.CharField(max_length=SENDER_LIMIT)
    is_owner = models.BooleanField(default=False)
    added_at = models.DateTimeField(default=now)
    added_by = models.CharField(max_length=200)

    class Meta:
        ordering = ("-is_owner", "sender")
        constraints = (
            models.UniqueConstraint(fields=("channel", "sender"), name="sender_once_in_a_channel"),
            models.UniqueConstraint(
                fields=("surface", "sender"), condition=models.Q(channel=None), name="sender_once_on_a_surface"
            ),
            models.CheckConstraint(
                condition=~models.Q(sender=EVERYONE) | models.Q(channel__isnull=False, is_owner=False),
                name="everyone_is_of_one_channel_and_no_owner",
            ),
        )

    def __str__(self) -> str:
        return self.sender


class ChannelEntry(models.Model):
    """A message that was overheard in observe mode, without its secrets."""

    channel = models.ForeignKey(Channel, on_delete=models.CASCADE, related_name="entries")
    key = models.CharField(max_length=KEY_LIMIT, blank=True)
    sender = models.CharField(max_length=SENDER_LIMIT)
    author = models.CharField(max_length=100, blank=True)
    text = models.CharField(max_length=ENTRY_LIMIT)
    said_at = models.DateTimeField()
    recorded_at = models.DateTimeField(default=now)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("channel", "key"), condition=~models.Q(key=""), name="entry_once_in_a_channel"
            ),
        )
        indexes = (
            models.Index(fields=("channel", "-id"), name="entry_of_channel"),
            models.Index(fields=("recorded_at",), name="entry_by_age"),
        )

    def __str__(self) -> str:
        return f"{self.channel_id}:{self.pk}"


class ChannelPace(models.Model):
    """How many messages somebody who may speak has left for now in a channel; `who` is a digest of their id."""

    channel = models.ForeignKey(Channel, on_delete=models.CASCADE, related_name="paces")
    who = models.CharField(max_length=64)
    tokens = models.FloatField()
    filled_at = models.FloatField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("channel", "who"), name="pace_once_per_sender"),)

    def __str__(self) -> str:
        return f"{self.channel_id}:{self.who}"


class ChannelEvent(models.Model):
    """An entry of the channels' audit. It never holds anything that was said.

    `who` is who acted, or the digest of the id of who was turned away: an id may be made to say something. Those are
    one row for a sender, a channel and a day, with how often.
    """

    channel = models.ForeignKey(Channel, null=True, on_delete=models.CASCADE, related_name="events")
    surface = models.CharField(max_length=SURFACE_LIMIT)
    code = models.CharField(max_length=30, choices=ChannelEventCode.choices)
    who = models.CharField(max_length=200)
    day = models.DateField()
    at = models.DateTimeField(default=now)
    last_at = models.DateTimeField(default=now)
    times = models.PositiveIntegerField(default=1)
    detail = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ("-id",)
        constraints = (
            models.UniqueConstraint(
                fields=("channel", "who", "day"),
                condition=models.Q(code=ChannelEventCode.DENIED),
                name="denied_once_a_day",
            ),
        )
        indexes = (models.Index(fields=("channel", "code", "-id"), name="channel_event_latest"),)

    def __str__(self) -> str:
        return f"{self.code} {self.surface}"
