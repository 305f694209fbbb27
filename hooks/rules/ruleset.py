"""The owner's rules as the order of decisions needs them, taken once for each question."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from hooks.rules.folding import for_approve, for_deny, for_message, glob_match, strip_title

GLOB_SIGNS: Final = re.compile(r"[*?\[]")


@dataclass(frozen=True, slots=True)
class Entry:
    """One rule: its uid as text, its pattern, and what the owner noted."""

    id: str
    pattern: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class MessageEntry:
    """One rule about messages. `triggers` holds one pattern for replies and transforms."""

    id: str
    triggers: tuple[str, ...]
    exact: bool = False
    reply: str = ""
    prefix: str = ""
    suffix: str = ""
    context: str = ""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """All live rules in order, and the switches. The defaults are those of an owner who never touched anything."""

    deny: tuple[Entry, ...] = ()
    denied_commands: tuple[Entry, ...] = ()
    approve: tuple[Entry, ...] = ()
    sources: tuple[Entry, ...] = ()
    replies: tuple[MessageEntry, ...] = ()
    transforms: tuple[MessageEntry, ...] = ()
    contexts: tuple[MessageEntry, ...] = ()
    switched_off: frozenset[str] = frozenset()
    disable_all: bool = False
    paused: bool = False
    approve_spawn: bool = False
    approve_subagent_tools: bool = False
    own_servers: tuple[str, ...] = ()
    servers_off: frozenset[str] = frozenset()
    """MCP servers of the registry that are switched off, by their canonical names: no tool of theirs is approved."""
    tools_off: frozenset[tuple[str, str]] = frozenset()
    """Tools that are switched off, as (canonical name of the server, tool in lower case): they are refused."""

    def protects(self, protection: str) -> bool:
        """Whether a built-in protection is on."""
        if protection in self.switched_off:
            return False
        return not (self.disable_all and protection.startswith("deny."))


def command_denied(pattern: str, command: str) -> bool:
    """Whether a denied command occurs in a command; both folded for denying.

    With a sign of a glob the pattern may stand anywhere. Without one it must not begin or end inside a word of
    letters and digits, so that `rm` is not found in `format`; scripts without blanks know no such ends.
    """
    if GLOB_SIGNS.search(pattern):
        return glob_match(f"*{pattern}*", command)
    before = r"(?<![a-z0-9_-])" if re.match(r"[a-z0-9_]", pattern) else ""
    after = r"(?![a-z0-9_-])" if re.search(r"[a-z0-9_]$", pattern) else ""
    return bool(re.search(before + re.escape(pattern) + after, command))


@lru_cache(maxsize=8192)
def fold_pattern(pattern: str) -> str:
    """A pattern of a deny list, folded as what it is compared with."""
    return for_deny(pattern)


@lru_cache(maxsize=8192)
def fold_denied_tool(pattern: str) -> str:
    """The same for a tool: what a harness puts before a title is taken off."""
    return for_deny(strip_title(pattern))


@lru_cache(maxsize=8192)
def fold_approved(pattern: str) -> str:
    """A pattern of approval, folded as what it is compared with."""
    return for_approve(strip_title(pattern))


@lru_cache(maxsize=8192)
def fold_trigger(trigger: str) -> str:
    """A pattern of a rule about messages, folded as messages are."""
    return for_message(trigger)
