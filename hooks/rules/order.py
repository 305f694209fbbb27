"""The order in which a tool call is decided. Each stage answers with a verdict, or passes the call on."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from hooks.mcp.definitions import canonical_name
from hooks.models.decisions import Outcome
from hooks.reading.sensitive import holds_sensitive, is_protected_config, is_sensitive
from hooks.rules.calls import IDLE, LOOKING, SPAWNING, ToolCall
from hooks.rules.commands import Commandline
from hooks.rules.flows import DROPS
from hooks.rules.folding import for_approve, for_deny, glob_match, strip_title
from hooks.rules.paths import command_sensitive, command_writes_config, first_reason, split
from hooks.rules.protections import (
    DENY_LIST,
    PROTECTED_CONFIG,
    SENSITIVE_PATH,
    SHAPES,
    UNRECOVERABLE,
)
from hooks.rules.ruleset import Entry, Ruleset, command_denied, fold_approved, fold_denied_tool, fold_pattern
from hooks.rules.shell import Script, Simple, is_read_only
from hooks.rules.shell.readonly import redirect_looks

TOOL_OFF: Final = "policy.tool-off"
PAUSED: Final = "policy.paused"
OWN_SERVER: Final = "own-server"
SUBAGENT_SPAWN: Final = "auto_approve_subagent_spawn"
SUBAGENT_TOOLS: Final = "auto_approve_subagent_tools"
READ_ONLY: Final = "read-only"
NOTHING: Final = "nothing-to-decide"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is decided. `rule` is a protection's id, a rule's uid, or the name of what decided; `stage` is where.

    `is_security_denial` is false for a refusal that only follows from a switch of the owner. `identity_grant`: it was
    approved because of a verified server and tool. `read_only`: it was approved because it only looks.
    """

    outcome: Outcome
    stage: str
    rule: str
    reason: str
    is_security_denial: bool = False
    identity_grant: bool = False
    read_only: bool = False


@dataclass
class Case:
    """A call with what the stages share."""

    call: ToolCall
    rules: Ruleset
    source: str = ""

    @cached_property
    def lines(self) -> list[Commandline]:
        """The commands of the call."""
        return [Commandline(text) for text in self.call.commands]

    @property
    def is_server_off(self) -> bool:
        """Whether it is a tool of a server that the registry has switched off."""
        return self.call.is_mcp and canonical_name(for_deny(self.call.server)) in self.rules.servers_off

    @cached_property
    def approvable(self) -> "list[Approvable]":
        """The commands as patterns of approval see them."""
        return [_approvable(line) for line in self.lines]

    @cached_property
    def title(self) -> str:
        return strip_title(self.call.title)

    @cached_property
    def texts(self) -> list[str]:
        """All that a deny pattern is compared with, folded: names, title, commands and their parts, paths, targets."""
        call = self.call
        names = [call.tool_name, self.title, call.title, call.identity]
        if call.is_mcp:
            names += [f"@{call.server}", f"mcp__{call.server}__{call.tool}"]
        found = [*names, *self.command_texts, *call.paths, *call.targets]
        return list(dict.fromkeys(folded for text in found if (folded := for_deny(text))))

    @cached_property
    def folded_commands(self) -> list[str]:
        """What a denied command is looked for in, folded."""
        found = (for_deny(text) for text in (*self.command_texts, self.title, *self.call.targets) if text)
        return list(dict.fromkeys(found))

    @cached_property
    def command_texts(self) -> list[str]:
        """The commands and every simple command in them, wrappers and quotes taken off."""
        parts = [" ".join(w.text for w in item.simple.words) for line in self.lines for item in line.items]
        return [*self.call.commands, *parts]

    def path_reason(self, check: Callable[..., str | None], paths: Iterable[str]) -> str | None:
        """The first reason a check finds against one of the paths."""
        return first_reason(check(path, cwd=self.call.cwd or None) for path in paths)


def deny(stage: str, rule: str, reason: str, *, security: bool = True) -> Verdict:
    """A refusal."""
    return Verdict(Outcome.DENY, stage, rule, reason, is_security_denial=security)


def command_known(case: Case) -> Verdict | None:
    """1. A shell tool whose command can't be read from the call."""
    if not all(line.is_judged for line in case.lines):
        return deny("command", UNRECOVERABLE, "The command is too long or nested too deeply to be judged. Divide it.")
    if not case.call.is_shell or case.call.commands:
        return None
    return deny("command", UNRECOVERABLE, "This tool runs commands, and the call holds none that can be read.")


def sensitive(case: Case) -> Verdict | None:
    """2. A sensitive path in title or command, and shapes that carry something out or bring strange code in."""
    reason = case.path_reason(is_sensitive, _title_paths(case))
    reason = reason or first_reason(command_sensitive(line, case.call.cwd) for line in case.lines)
    if reason:
        return deny("sensitive", SENSITIVE_PATH, reason)
    for shape in SHAPES:
        if case.rules.protects(shape.id) and any(shape.test(line) for line in case.lines):
            return deny("sensitive", shape.id, f"{shape.title}.")
    if case.rules.protects("shape.drop-host") and any(DROPS.search(for_deny(text)) for text in case.call.targets):
        return deny("sensitive", "shape.drop-host", "The address belongs to a host made for catching what others send.")
    return None


def _title_paths(case: Case) -> Iterator[str]:
    if not case.call.is_shell or not case.lines:
        yield from split(case.title)
        yield case.title


def paths(case: Case) -> Verdict | None:
    """3. A sensitive path argument, or writing a file that decides what agents may do."""
    if reason := case.path_reason(is_sensitive, case.call.paths):
        return deny("paths", SENSITIVE_PATH, reason)
    reason = first_reason(command_writes_config(line, case.call.cwd) for line in case.lines)
    if not reason and case.call.writes and not case.call.is_shell:
        reason = case.path_reason(is_protected_config, case.call.paths)
    return deny("paths", PROTECTED_CONFIG, reason) if reason else None


def deny_list(case: Case) -> Verdict | None:
    """4. The built-in deny list, then the owner's denied commands and tools."""
    for protection in DENY_LIST:
        if case.rules.protects(protection.id) and any(protection.test(line) for line in case.lines):
            return deny("deny-list", protection.id, f"{protection.title}.")
    for entry in case.rules.denied_commands:
        if any(command_denied(fold_pattern(entry.pattern), text) for text in case.folded_commands):
            return deny("deny-list", entry.id, _noted(entry, "denied commands"))
    for entry in case.rules.deny:
        pattern = fold_denied_tool(entry.pattern)
        if any(glob_match(pattern, text) for text in case.texts):
            return deny("deny-list", entry.id, _noted(entry, "denied tools"))
    return None


def _noted(entry: Entry, where: str) -> str:
    return f"'{entry.pattern}' is among the {where}." + (f" {entry.note}" if entry.note else "")


def policy(case: Case) -> Verdict | None:
    """5. What the owner switched, whatever the call is about."""
    if case.rules.paused:
        return deny("policy", PAUSED, "The owner has paused all tool use.", security=False)
    call = case.call
    if call.is_mcp and (canonical_name(for_deny(call.server)), for_deny(call.tool)) in case.rules.tools_off:
        return deny("policy", TOOL_OFF, "The owner has switched this tool off.", security=False)
    return None


def own_server(case: Case) -> Verdict | None:
    """6. A tool of a server the owner declared as its own, known by its verified identity."""
    call = case.call
    if case.is_server_off:
        return None
    if call.is_mcp and call.verified and for_approve(call.server) in map(for_approve, case.rules.own_servers):
        reason = f"'{call.server}' is one of the owner's own servers."
        return Verdict(Outcome.APPROVE, "own-server", OWN_SERVER, reason, identity_grant=True)
    return None


def auto_approve(case: Case) -> Verdict | None:
    """7. The owner's approvals: of tools, of whoever asks, of sub-agents."""
    if case.is_server_off:
        return None
    for entry in case.rules.approve:
        if _approves(fold_approved(entry.pattern), case):
            reason = f"'{entry.pattern}' is among the approved tools."
            return Verdict(Outcome.APPROVE, "auto-approve", entry.id, reason, identity_grant=case.call.is_mcp)
    for entry in case.rules.sources:
        if glob_match(fold_approved(entry.pattern), for_approve(case.source)):
            reason = f"What '{entry.pattern}' asks for is approved."
            return Verdict(Outcome.APPROVE, "auto-approve", entry.id, reason)
    if case.rules.approve_spawn and case.call.name in SPAWNING and not case.call.is_mcp:
        return Verdict(Outcome.APPROVE, "auto-approve", SUBAGENT_SPAWN, "Starting a sub-agent is approved.")
    if case.rules.approve_subagent_tools and case.call.is_subagent:
        return Verdict(Outcome.APPROVE, "auto-approve", SUBAGENT_TOOLS, "What sub-agents ask for is approved.")
    return None


def _approves(pattern: str, case: Case) -> bool:
    """By a verified identity, a tool's name, a path, or a command; never by a title."""
    call = case.call
    if call.is_mcp:
        names = (call.identity, f"mcp__{call.server}__{call.tool}")
        return call.verified and any(glob_match(pattern, for_approve(name)) for name in names)
    if call.tool_name and glob_match(pattern, for_approve(call.tool_name)):
        return True
    if call.is_shell or case.lines:
        return bool(case.lines) and all(_approves_command(pattern, command) for command in case.approvable)
    return bool(call.paths) and all(glob_match(pattern, for_approve(path)) for path in call.paths)


def _approves_command(pattern: str, command: "Approvable") -> bool:
    """The whole command word for word, or each of its parts: a pattern for one must not let a second one through."""
    if pattern == command.whole:
        return True
    named = [part.can_be_named and glob_match(pattern, part.text) for part in command.parts]
    return any(named) and all(hit or part.looks for part, hit in zip(command.parts, named, strict=True))


@dataclass(frozen=True, slots=True)
class Part:
    """One simple command as patterns of approval see it. `looks`: it needs no approval."""

    text: str
    can_be_named: bool
    looks: bool


@dataclass(frozen=True, slots=True)
class Approvable:
    """A command as patterns of approval see it; without parts when not all of it is understood."""

    whole: str
    parts: tuple[Part, ...]


def _approvable(line: Commandline) -> Approvable:
    simples = [item.simple for item in line.items if not item.guess and not item.via] if line.is_understood else []
    return Approvable(for_approve(line.text.strip()), tuple(map(_part, simples)))


def _part(simple: Simple) -> Part:
    plain = not simple.assignments and all(redirect_looks(simple, at) for at in range(len(simple.redirects)))
    text = for_approve(" ".join(word.text for word in simple.words))
    return Part(text, plain, simple.name == "(" or is_read_only(Script([[simple]])))


def looks_only(case: Case) -> Verdict | None:
    """8. What only looks."""
    call = case.call
    if call.is_mcp:
        return None
    if call.name in IDLE and not case.lines:
        return Verdict(Outcome.ALLOW, "read-only", NOTHING, "This tool reaches nothing outside the conversation.")
    if call.is_shell or case.lines:
        looks = bool(case.lines) and all(line.is_read_only for line in case.lines)
    else:
        looks = call.name in LOOKING or (not call.name and call.kind in ("read", "search"))
        looks = looks and not case.path_reason(holds_sensitive, call.paths)
    if not looks:
        return None
    return Verdict(Outcome.APPROVE, "read-only", READ_ONLY, "It only looks.", read_only=True)


STAGES: Final = (command_known, sensitive, paths, deny_list, policy, own_server, auto_approve, looks_only)
"""In the order in which they are asked; the first answer holds, so that a refusal beats every approval."""


def decide_all(call: ToolCall, rules: Ruleset, source: str) -> list[Verdict]:
    """Return what every stage would say, in order: the first one holds, the others would have."""
    case = Case(call, rules, source)
    return [verdict for stage in STAGES if (verdict := stage(case))]


def decide(call: ToolCall, rules: Ruleset, source: str) -> Verdict:
    """Return what the first stage with an answer says, and otherwise that a person is to be asked."""
    case = Case(call, rules, source)
    for stage in STAGES:
        if verdict := stage(case):
            return verdict
    return Verdict(Outcome.ASK, "ask", "", "No rule decides this; the person in front of the agent does.")
