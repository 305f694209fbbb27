"""System checks: a queue set up so that it loses, doubles or delays work."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register


@register
def queue_settings(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """Jobs own their retries and rely on a queue that rolls back with a transaction."""
    queue: dict[str, Any] = settings.Q_CLUSTER
    found: list[CheckMessage] = []
    if not queue.get("orm"):
        found.append(
            Error(
                "The queue is not kept in the database, so a job outlives a rollback of the change it belongs to.",
                hint="Set Q_CLUSTER['orm'] to 'default'.",
                id="channels_bridge.E001",
            )
        )
    if queue.get("max_attempts") != 1 or not queue.get("ack_failures"):
        found.append(
            Error(
                "The queue repeats failed deliveries by itself, without end.",
                hint="Set Q_CLUSTER['max_attempts'] to 1 and Q_CLUSTER['ack_failures'] to True.",
                id="channels_bridge.E002",
            )
        )
    if (needed := _retry_needed(queue)) >= queue.get("retry", 60):
        found.append(
            Warning(
                "The queue delivers again what is still waiting inside a worker.",
                hint=f"Set Q_CLUSTER['retry'] to more than {needed:.0f} seconds.",
                id="channels_bridge.W001",
            )
        )
    return found


def _retry_needed(queue: dict[str, Any]) -> float:
    """Seconds: a fetched task waits behind `queue_limit` others; the clock starts when it is fetched."""
    workers = int(queue.get("workers", 1))
    ahead = float(queue.get("queue_limit", workers**2)) / workers
    return float(queue.get("timeout") or 0) * (ahead + 2)
