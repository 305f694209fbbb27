"""The `agent.kiro_hooks` section: bundled hooks first, the owner's after them, checked and counted."""

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from hooks.reading.sensitive import is_sensitive
from hooks.scripts.foreign.entries import Found, Skipped, items_of
from hooks.scripts.systems import System

PER_EVENT_MAX: Final = 10
TOTAL_MAX: Final = 20
MATCHER_MAX: Final = 200  # characters
KIRO_EVENTS: Final = ("agentSpawn", "userPromptSubmit", "preToolUse", "postToolUse", "stop")
_COMMAND: Final = re.compile(r"[A-Za-z0-9/_.-]+\Z")
_MATCHER: Final = re.compile(r"[A-Za-z0-9_.*-]*\Z")
_HEADER: Final = re.compile(r"#\s*(event|matcher)\s*:\s*(\S*)\s*\Z")
_HEADER_LINES: Final = 20

Pair = dict[str, str]


@dataclass(slots=True)
class Merged:
    """Event → hooks with `command` and perhaps `matcher`, and what was turned down."""

    hooks: dict[str, list[Pair]] = field(default_factory=dict)
    rejected: list[Skipped] = field(default_factory=list)

    @property
    def total(self) -> int:
        return sum(len(pairs) for pairs in self.hooks.values())


def merge_kiro_hooks(bundled: Mapping[str, list[Pair]], documents: object) -> Merged:
    """Bundled hooks, then those of one or several documents of the owner, each checked; never raises.

    Only command and matcher are kept, the same pair is kept once, at most 10 of an event and 20 in all.
    """
    merged = Merged({event: [dict(pair) for pair in pairs] for event, pairs in bundled.items()})
    events = dict.fromkeys((*KIRO_EVENTS, *bundled))
    for number, document in enumerate(documents if isinstance(documents, list) else [documents]):
        if not isinstance(document, dict):
            merged.rejected.append(Skipped(f"document {number}", "An object of events belongs here."))
            continue
        for event, hooks in document.items():
            if event not in events:
                merged.rejected.append(Skipped(str(event)[:60], "Kiro has no such event."))
                continue
            found = Found(System.KIRO_CLI)
            for where, hook in items_of(found, hooks, event):
                _take(merged, event, where, hook)
            merged.rejected.extend(found.skipped)
    return merged


def _take(merged: Merged, event: str, where: str, hook: dict[str, Any]) -> None:
    pair, reason = _checked(hook)
    kept = merged.hooks.get(event, [])
    if not reason and pair in kept:
        reason = "The same command with the same matcher is there already."
    if not reason and len(kept) >= PER_EVENT_MAX:
        reason = f"An event has at most {PER_EVENT_MAX} hooks."
    if not reason and merged.total >= TOTAL_MAX:
        reason = f"There are at most {TOTAL_MAX} hooks."
    if reason:
        merged.rejected.append(Skipped(where, reason))
    else:
        merged.hooks.setdefault(event, kept).append(pair)


def _checked(hook: dict[str, Any]) -> tuple[Pair, str]:
    """The pair that is kept, its command resolved, and why it is not, if it is not."""
    command, reason = command_resolved(hook.get("command"))
    matcher = hook.get("matcher")
    if reason:
        return {}, reason
    if matcher is None:
        return {"command": command}, ""
    if not isinstance(matcher, str) or len(matcher) > MATCHER_MAX or not _MATCHER.match(matcher):
        return {}, f"A matcher has at most {MATCHER_MAX} letters, digits, '_', '.', '*' and '-'."
    return {"command": command, "matcher": matcher}, ""


def command_resolved(command: object) -> tuple[str, str]:
    """The real path of a command that is one, and why it is none, if it is none."""
    if not isinstance(command, str) or not _COMMAND.match(command):
        return "", "A command is a path of letters, digits, '/', '_', '.' and '-', without arguments."
    if not command.startswith("/"):
        return "", "A command is an absolute path."
    resolved = os.path.realpath(command)
    if not _COMMAND.match(resolved):
        return "", "The file the command leads to has other characters in its path."
    if is_sensitive(resolved):
        return "", "The command lies where secrets are kept."
    if not Path(resolved).is_file():
        return "", "There is no such file."
    return resolved, ""


def script_header(name: str, lines: Iterable[str]) -> Pair:
    """Event and matcher of a shell script: `# event:` and `# matcher:` near its top, else the name's `.event.sh`."""
    said: Pair = {}
    for _, line in zip(range(_HEADER_LINES), lines, strict=False):
        if found := _HEADER.match(line.strip()):
            said.setdefault(found[1], found[2])
    parts = name.removesuffix(".sh").split(".")
    if "event" not in said and len(parts) > 1:
        said["event"] = parts[-1]
    return said
