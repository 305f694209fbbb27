"""How fast one sender may speak in a channel: a token bucket in the database, shared by all web processes."""

import time
from typing import Final

from django.db.models import F, FloatField, Value
from django.db.models.functions import Greatest, Least

from channels_bridge.models import Channel, ChannelPace

DEFAULT_RATE: Final = 20
"""Messages a minute of one sender in one channel; as many may come at once."""
MAX_RATE: Final = 600
FULL_AFTER: Final = 60.0
"""Seconds after which an untouched bucket is full, and its row says nothing any more."""


def pace_take(channel: Channel, who: str, *, at: float | None = None) -> bool:
    """Whether a sender may speak now; takes one message from what they have. `at`: Unix seconds."""
    instant = time.time() if at is None else at
    rate = float(channel.settings.get("rate_per_minute", DEFAULT_RATE))
    ChannelPace.objects.get_or_create(channel=channel, who=who, defaults={"tokens": rate, "filled_at": instant})
    waited = Greatest(_number(instant) - F("filled_at"), _number(0))
    present = Least(F("tokens") + waited * _number(rate / FULL_AFTER), _number(rate))
    drawn = (
        ChannelPace.objects.alias(present=present)
        .filter(channel=channel, who=who, present__gte=1)
        .update(tokens=present - _number(1), filled_at=instant)
    )
    return bool(drawn)


def paces_expire(*, at: float | None = None) -> int:
    """Remove the rows of senders who have everything again."""
    instant = time.time() if at is None else at
    return ChannelPace.objects.filter(filled_at__lte=instant - FULL_AFTER).delete()[0]


def _number(value: float) -> Value:
    return Value(float(value), output_field=FloatField())
