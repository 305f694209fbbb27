"""Who changed what in hooks: written in the transaction of the change."""

from typing import Any, Final

from channels_bridge.actors import Actor
from hooks.models.events import VALUE_LIMIT, HookEvent
from hooks.redaction.walk import snippet
from kirocrew.base.problems import Forbidden

EVENT_CODES: Final = {
    "rule_created": "A rule was made",
    "rule_changed": "A rule was changed, or switched on or off",
    "rule_moved": "A rule is tried at another place",
    "rule_deleted": "A rule was removed",
    "rules_imported": "A `hooks` section was imported",
    "protection_switched": "A built-in protection was switched on or off",
    "switch_changed": "A switch of hooks was changed",
    "decisions_pruned": "Old decisions were removed",
    "script_created": "A script hook was made, switched off",
    "script_changed": "A script hook was changed",
    "script_enabled": "A script hook was switched on",
    "script_disabled": "A script hook was switched off",
    "script_fails_open": "A script hook may fail without blocking; the new value is why",
    "script_fails_closed": "A script hook that fails blocks again",
    "script_deleted": "A script hook was removed",
    "script_tried": "A script hook was run by hand",
    "scripts_imported": "Script hooks were imported as drafts",
    "mcp_created": "An MCP server was made, switched off",
    "mcp_enabled": "An MCP server was switched on",
    "mcp_disabled": "An MCP server was switched off",
    "mcp_tool_enabled": "A tool of an MCP server was switched on",
    "mcp_tool_disabled": "A tool of an MCP server was switched off",
    "mcp_deleted": "An MCP server was removed",
    "mcp_imported": "MCP servers were imported, switched off",
    "mcp_synced": "MCP servers were brought in line with their files",
    "mcp_probed": "An MCP server was asked for its tools",
}
"""Codes of the changes these services write."""


def event_write(*, actor: Actor, code: str, key: str = "", old: Any = "", new: Any = "", detail: str = "") -> HookEvent:
    """Write down a change. Values are redacted first, then cut."""
    return HookEvent.objects.create(
        code=code,
        key=snippet(key),
        old_value=_shown(old),
        new_value=_shown(new),
        source=actor.source,
        detail=snippet(detail, 500),
    )


def _shown(value: Any) -> str:
    return snippet(value if isinstance(value, str) else repr(value), VALUE_LIMIT) if value != "" else ""


def require_owner(actor: Actor) -> None:
    """Raise Forbidden unless the owner or the system acts: no key of a bot changes what bots may do."""
    if not (actor.is_owner or actor.is_system):
        raise Forbidden("Only the owner changes rules. A bot may ask what they say.", type="owner-only")
