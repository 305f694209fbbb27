"""Tables of the project itself: agents with their files, and receipts of contexts."""

from kirocrew.models.agents import (
    Agent,
    AgentFile,
    AgentFileRevision,
    AgentKind,
    AgentPerson,
    AgentStatus,
    PromptMode,
)
from kirocrew.models.members import AgentMove
from kirocrew.models.receipts import ContextReceipt

__all__ = [
    "Agent",
    "AgentFile",
    "AgentFileRevision",
    "AgentKind",
    "AgentMove",
    "AgentPerson",
    "AgentStatus",
    "ContextReceipt",
    "PromptMode",
]
