"""From the text of a file to its hooks: which format, whose."""

import json
import tomllib
from pathlib import PurePath
from typing import Any, Final

from hooks.scripts.foreign.entries import BadHookFile, Found
from hooks.scripts.foreign.readers import READERS, hooks_of, read_kiro_file, read_kiro_list
from hooks.scripts.systems import System

_CURSOR_EVENTS: Final = frozenset(
    "beforeShellExecution beforeMCPExecution beforeReadFile beforeSubmitPrompt afterShellExecution afterMCPExecution "
    "afterFileEdit afterAgentResponse afterAgentThought beforeTabFileRead afterTabFileEdit".split()
)
_COPILOT_EVENTS: Final = frozenset({"userPromptSubmitted", "errorOccurred", "agentStop", "subagentStart"})
_KIRO_EVENTS: Final = frozenset({"agentSpawn", "userPromptSubmit"})


def document_of(text: str, *, name: str = "") -> dict[str, Any]:
    """The object a file holds, JSON or (for a name that ends so) TOML. Raises BadHookFile."""
    try:
        value = tomllib.loads(text) if name.endswith(".toml") else json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadHookFile(f"It can't be read: {error}.") from error
    if not isinstance(value, dict):
        raise BadHookFile("It holds no object.")
    return value


def system_of(document: dict[str, Any], *, name: str = "") -> System:
    """Whose hooks these are, from the path when it says so, else from the shape. Raises BadHookFile for none."""
    if "when" in document and "then" in document:
        return System.KIRO_IDE
    if isinstance(document.get("hooks"), list):
        return System.KIRO_IDE
    if named := _by_path(name):
        return named
    section = hooks_of(document)
    names = set(section)
    handlers = [item for items in section.values() if isinstance(items, list) for item in items]
    nested = any(isinstance(item, dict) and "hooks" in item for item in handlers)
    if nested or not names:
        return System.CLAUDE_CODE
    if names & _CURSOR_EVENTS:
        return System.CURSOR
    if names & _COPILOT_EVENTS or any("bash" in item or "powershell" in item for item in handlers):
        return System.COPILOT_CLI
    if names & _KIRO_EVENTS or "tools" in document or "allowedTools" in document:
        return System.KIRO_CLI
    if "version" in document or any(event[:1].islower() for event in names):
        return System.CURSOR
    return System.CLAUDE_CODE


def _by_path(name: str) -> System | None:
    parts = [part.lower() for part in PurePath(name.replace("\\", "/")).parts]
    for word, system in (
        (".claude", System.CLAUDE_CODE),
        (".cursor", System.CURSOR),
        (".codex", System.CODEX),
        (".codex-plugin", System.CODEX),
        (".github", System.COPILOT_CLI),
        (".goose", System.GOOSE),
    ):
        if word in parts:
            return system
    if parts and ("codex" in parts[-1] or parts[-1] == "config.toml"):
        return System.CODEX
    return System.CURSOR if parts and "cursor" in parts[-1] else None


def hooks_read(document: dict[str, Any], system: System) -> Found:
    """Everything a document of this system holds. Raises BadHookFile when it holds no hooks at all."""
    if system is System.KIRO_IDE:
        return read_kiro_list(document) if isinstance(document.get("hooks"), list) else read_kiro_file(document)
    reader = READERS.get(system)
    if reader is None:
        raise BadHookFile(f"Hook files of {system} are not read.")
    return reader(document, system)
