"""The tables of hooks."""

from hooks.models.decisions import Decision, Outcome, Subject
from hooks.models.events import HookEvent
from hooks.models.mcp import McpServer
from hooks.models.mcp import Origin as McpOrigin
from hooks.models.rules import HookSetting, Malformed, ProtectionOff, Rule, Section
from hooks.models.scripts import ScriptHook

__all__ = [
    "Decision",
    "HookEvent",
    "HookSetting",
    "Malformed",
    "McpOrigin",
    "McpServer",
    "Outcome",
    "ProtectionOff",
    "Rule",
    "ScriptHook",
    "Section",
    "Subject",
]
