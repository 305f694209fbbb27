"""One reader for each shape of hook file."""

from collections.abc import Callable
from typing import Any, Final

from hooks.scripts.foreign.entries import BadHookFile, Entry, Found, items_of, matcher_of, seconds_of, text_of
from hooks.scripts.systems import System

_LOOSE: Final = "It stands where a group with 'hooks' belongs; Claude Code does not run it."
_CONDITION: Final = "Its 'if' looks at the arguments, which a matcher can't; the script has to do that here."


def hooks_of(document: dict[str, Any]) -> dict[str, Any]:
    """The object under `hooks`. Raises BadHookFile without one."""
    section = document.get("hooks")
    if not isinstance(section, dict):
        raise BadHookFile("There is no object 'hooks' in it.")
    return section


def read_groups(document: dict[str, Any], system: System) -> Found:
    """Event → groups with a matcher → handlers: Claude Code, Codex and Goose."""
    found = Found(system)
    for event, groups in hooks_of(document).items():
        if event == "state" and system is System.CODEX:
            continue  # where Codex notes which hooks are trusted
        for where, group in items_of(found, groups, event):
            if "hooks" in group:
                for place, handler in items_of(found, group["hooks"], f"{where}.hooks"):
                    _add(found, event, place, handler, group.get("matcher"))
            else:
                _add(found, event, where, group, group.get("matcher"), notes=(_LOOSE,))
    return found


def read_flat(document: dict[str, Any], system: System) -> Found:
    """Event → handlers that carry their own matcher: Kiro's command line, Cursor and Copilot."""
    found = Found(system)
    for event, handlers in hooks_of(document).items():
        for where, handler in items_of(found, handlers, event):
            _add(found, event, where, handler, handler.get("matcher"))
    return found


def _add(
    found: Found, event: str, where: str, handler: dict[str, Any], matcher: object, *, notes: tuple[str, ...] = ()
) -> None:
    text = next((handler[key] for key in ("command", "bash", "prompt", "url") if text_of(handler.get(key))), "")
    kind = text_of(handler.get("type")) or "command"
    if not text and not text_of(handler.get("powershell")):
        found.skip(where, "It has neither a command nor a prompt.")
        return
    condition = text_of(handler.get("if"))
    arguments = handler.get("args")
    if isinstance(arguments, list) and arguments:
        notes = (*notes, "Its 'args' were left out; write them into the command.")
    if not text:
        notes = (*notes, "It has a command for PowerShell only, which does not run here.")
    if condition:
        notes = (*notes, _CONDITION)
    found.add(
        Entry(
            system=found.system,
            event=event,
            where=where,
            matcher=matcher_of(matcher),
            type=kind,
            text=text,
            timeout=seconds_of(handler),
            condition=condition,
            name=text_of(handler.get("name")),
            notes=notes,
        )
    )


_AGENT_PARTS: Final = {
    "skills": "Skills of an agent are listed, never registered. Import them as skills.",
    "resources": "Files and skills an agent reads are listed, never registered.",
    "mcpServers": "MCP servers are no hooks. Import them as servers.",
}


def read_agent(document: dict[str, Any], system: System) -> Found:
    """An agent of Kiro's command line: its hooks, and a word about what else it would bring along."""
    found = read_flat(document, system)
    for name, reason in _AGENT_PARTS.items():
        if document.get(name):
            found.skip(name, reason)
    return found


def read_kiro_file(document: dict[str, Any], system: System = System.KIRO_IDE) -> Found:
    """`when` … `then` …: one hook of Kiro's editor in a `.kiro.hook` file."""
    found = Found(system)
    when, then = document.get("when"), document.get("then")
    if not isinstance(when, dict) or not isinstance(then, dict):
        raise BadHookFile("It needs the objects 'when' and 'then'.")
    event, kind = text_of(when.get("type")), text_of(then.get("type"))
    text = text_of(then.get("command")) or text_of(then.get("prompt"))
    if not event or not kind or not text:
        found.skip("then", "It needs 'when.type', 'then.type' and a command or prompt.")
        return found
    found.add(
        Entry(
            system=system,
            event=event,
            where="then",
            matcher=matcher_of(when.get("patterns") or when.get("toolTypes")),
            type=kind,
            text=text,
            timeout=seconds_of(then),
            name=text_of(document.get("name")),
            enabled=document.get("enabled") is not False,
        )
    )
    return found


def read_kiro_list(document: dict[str, Any], system: System = System.KIRO_IDE) -> Found:
    """`hooks: [{trigger, matcher, action}]`: the versioned files of Kiro 1.0."""
    found = Found(system)
    for where, item in items_of(found, document.get("hooks"), "hooks"):
        action = item.get("action")
        if not isinstance(action, dict) or not text_of(item.get("trigger")):
            found.skip(where, "It needs 'trigger' and the object 'action'.")
            continue
        text = text_of(action.get("command")) or text_of(action.get("prompt"))
        if not text:
            found.skip(where, "It has neither a command nor a prompt.")
            continue
        found.add(
            Entry(
                system=system,
                event=item["trigger"],
                where=where,
                matcher=matcher_of(item.get("matcher")),
                type=text_of(action.get("type")) or "command",
                text=text,
                timeout=seconds_of(item),
                name=text_of(item.get("name")),
                enabled=item.get("enabled") is not False,
                is_regex=True,
            )
        )
    return found


READERS: Final[dict[System, Callable[[dict[str, Any], System], Found]]] = {
    System.CLAUDE_CODE: read_groups,
    System.CODEX: read_groups,
    System.GOOSE: read_groups,
    System.KIRO_CLI: read_agent,
    System.CURSOR: read_flat,
    System.COPILOT_CLI: read_flat,
}
