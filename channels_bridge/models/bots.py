"""Bots, their keys, and how fast each may ask."""

from datetime import datetime
from typing import Final, Self

from django.core.validators import MinValueValidator
from django.db import models

from channels_bridge.actors import Actor, ActorKind
from kirocrew.base.clock import now

DEFAULT_RATE: Final = 1000
"""Requests per second of one bot. It stops a runaway loop, not 32 writers at once."""
DEFAULT_BURST: Final = 2000
"""Requests a bot that was silent may send at once."""


class BotQuerySet(models.QuerySet["Bot"]):
    def live(self, at: datetime | None = None) -> Self:
        """Bots whose key opens the door at an instant (now): neither revoked nor expired."""
        instant = at or now()
        unexpired = models.Q(expires_at__isnull=True) | models.Q(expires_at__gt=instant)
        return self.filter(unexpired, revoked_at__isnull=True)


class Bot(models.Model):
    """Someone who comes with a key. Only a digest of the key is kept; `prefix` finds the row.

    `member` is the name of the agent whose own store this key reaches, and no other; set when the key is made.
    """

    name = models.SlugField(max_length=60, unique=True)
    description = models.CharField(max_length=500, blank=True)
    prefix = models.CharField(max_length=8, unique=True, editable=False)
    digest = models.CharField(max_length=64, editable=False)
    permissions = models.JSONField(default=list)
    project = models.CharField(max_length=200, blank=True)
    member = models.SlugField(max_length=60, blank=True, db_index=False, editable=False)
    rate_per_second = models.PositiveIntegerField(default=DEFAULT_RATE, validators=[MinValueValidator(1)])
    burst = models.PositiveIntegerField(default=DEFAULT_BURST, validators=[MinValueValidator(1)])
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True, editable=False)
    revoked_reason = models.CharField(max_length=500, blank=True, editable=False)
    last_used_at = models.DateTimeField(null=True, blank=True, editable=False)
    created_at = models.DateTimeField(default=now, editable=False)
    created_by = models.CharField(max_length=200, editable=False)

    objects = BotQuerySet.as_manager()

    class Meta:
        ordering = ("name",)
        constraints = (
            models.CheckConstraint(condition=models.Q(rate_per_second__gte=1), name="bot_rate_positive"),
            models.CheckConstraint(condition=models.Q(burst__gte=1), name="bot_burst_positive"),
        )

    def __str__(self) -> str:
        return self.name

    def is_live(self, at: datetime | None = None) -> bool:
        """Whether the key opens the door at an instant (now)."""
        instant = at or now()
        return self.revoked_at is None and (self.expires_at is None or self.expires_at > instant)

    @property
    def actor(self) -> Actor:
        """The bot as one who acts."""
        permissions = frozenset(self.permissions)
        return Actor(ActorKind.BOT, self.name, str(self.pk), permissions, self.project, self.member)


class TokenBucket(models.Model):
    """What a bot may still ask: `tokens` at the instant `filled_at` (Unix seconds), refilling at the bot's rate."""

    bot = models.OneToOneField(Bot, on_delete=models.CASCADE, primary_key=True, related_name="bucket")
    tokens = models.FloatField()
    filled_at = models.FloatField()

    def __str__(self) -> str:
        return f"{self.tokens:.0f} of {self.bot_id}"
