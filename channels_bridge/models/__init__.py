"""The tables of channels_bridge."""

from channels_bridge.models.bots import Bot, TokenBucket
from channels_bridge.models.channels import (
    Activation,
    Channel,
    ChannelEntry,
    ChannelEvent,
    ChannelEventCode,
    ChannelPace,
    ChannelSender,
)
from channels_bridge.models.conversations import Conversation, MemoryMode, Origin, Role, Turn
from channels_bridge.models.idempotency import IdempotencyKey
from channels_bridge.models.jobs import Heartbeat, Job, JobEvent, JobState

__all__ = [
    "Activation",
    "Bot",
    "Channel",
    "ChannelEntry",
    "ChannelEvent",
    "ChannelEventCode",
    "ChannelPace",
    "ChannelSender",
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
