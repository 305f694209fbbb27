"""Signs of life, read by the readiness check and the overview."""

from datetime import timedelta
from typing import Any, Final

from channels_bridge.models import Heartbeat
from kirocrew.base.clock import now

WORKER: Final = "worker"
BEAT_SECONDS: Final = 15
"""How often a worker that is busy says so."""
WORKER_LATE_AFTER: Final = timedelta(minutes=3)
"""An idle worker beats once a minute, and the scheduler looks twice a minute; later than this it is not there."""


def heartbeat_touch(name: str, detail: dict[str, Any] | None = None) -> None:
    """Note that a part of the server lives now."""
    Heartbeat.objects.update_or_create(name=name, defaults={"at": now(), "detail": detail or {}})


def heartbeat_age(name: str) -> timedelta | None:
    """How long ago it last said so; None if never."""
    beat = Heartbeat.objects.filter(name=name).first()
    return None if beat is None else now() - beat.at


def worker_is_alive() -> bool:
    """Whether a worker gave a sign of life within three minutes."""
    age = heartbeat_age(WORKER)
    return age is not None and age <= WORKER_LATE_AFTER
