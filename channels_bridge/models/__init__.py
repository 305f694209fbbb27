"""The tables of channels_bridge."""

from channels_bridge.models.bots import Bot, TokenBucket
from channels_bridge.models.conversations import Conversation, MemoryMode, Origin, Role, Turn
from channels_bridge.models.idempotency import IdempotencyKey
from channels_bridge.models.jobs import Heartbeat, Job, JobEvent, JobState

__all__ = [
    "Bot",
    "Conversation",
    "Heartbeat",
    "IdempotencyKey",
    "Job",
    "JobEvent",
    "JobState",
    "MemoryMode",
    "Origin",
    "Role",
    "TokenBucket",
    "Turn",
]
