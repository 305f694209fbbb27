"""How fast a bot may ask: a token bucket in the database, so that all web processes share one limit.

A process takes tokens from the row in small leases and spends them in memory, so that a busy bot costs a write every
few dozen requests and not one each. In `t` seconds a bot passes at most `burst + rate * t` requests, and one lease
(burst / 40) for each process on top.
"""

import threading
import time
from dataclasses import dataclass
from typing import Final

from django.db.models import F, FloatField, Value
from django.db.models.functions import Greatest, Least

from channels_bridge.models import Bot, TokenBucket

LEASE_FRACTION: Final = 40
LEASE_SECONDS: Final = 10.0
"""Tokens a process did not spend in this time are lost."""
NO_LIMIT_KNOWN: Final = 1.0
"""Seconds to wait that are told to a bot whose row vanished meanwhile."""


@dataclass(slots=True)
class _Lease:
    tokens: int
    ends: float


_leases: dict[int, _Lease] = {}
_lock = threading.Lock()


def token_take(bot_id: int, *, at: float | None = None) -> float | None:
    """Take one token. Return None when there was one, else the seconds until there will be. `at`: Unix seconds."""
    instant = time.time() if at is None else at
    if _spend_leased(bot_id, instant):
        return None
    limits = Bot.objects.filter(pk=bot_id).values_list("rate_per_second", "burst").first()
    if limits is None:
        return NO_LIMIT_KNOWN
    rate, burst = limits
    TokenBucket.objects.get_or_create(bot_id=bot_id, defaults={"tokens": burst, "filled_at": instant})
    lease = max(1, burst // LEASE_FRACTION)
    if lease > 1 and _draw(bot_id, lease, (rate, burst), instant):
        with _lock:
            _leases[bot_id] = _Lease(lease - 1, instant + LEASE_SECONDS)
        return None
    if _draw(bot_id, 1, (rate, burst), instant):
        return None
    bucket = TokenBucket.objects.get(bot_id=bot_id)
    present = min(burst, bucket.tokens + max(0.0, instant - bucket.filled_at) * rate)
    return max(0.0, 1 - present) / rate


def leases_forget() -> None:
    """Give up what this process has taken and not spent."""
    with _lock:
        _leases.clear()


def _spend_leased(bot_id: int, instant: float) -> bool:
    with _lock:
        lease = _leases.get(bot_id)
        if lease is None or lease.tokens < 1 or instant >= lease.ends:
            _leases.pop(bot_id, None)
            return False
        lease.tokens -= 1
        return True


def _draw(bot_id: int, count: int, limits: tuple[int, int], instant: float) -> bool:
    """Refill and take in one conditional UPDATE, so that two processes never spend one token twice."""
    rate, burst = limits
    waited = Greatest(_number(instant) - F("filled_at"), _number(0))
    present = Least(F("tokens") + waited * _number(rate), _number(burst))
    drawn = (
        TokenBucket.objects.alias(present=present)
        .filter(bot_id=bot_id, present__gte=count)
        .update(tokens=present - _number(count), filled_at=instant)
    )
    return bool(drawn)


def _number(value: float) -> Value:
    return Value(float(value), output_field=FloatField())
