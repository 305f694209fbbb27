"""Matchers that do not do what they look like: dead, too broad, unanchored, unreadable; and how to write them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from typing import Final

from hooks.scripts.matchers import BadMatcher, Mode, Test, ignores_matcher, is_plain, matcher_test
from hooks.scripts.patterns import PatternTimeout
from hooks.scripts.systems import KNOWN_TOOLS, VALUES, System, event_named

_CALL: Final = re.compile(r"\s*([A-Za-z][\w-]*)\((.*)\)\s*\Z", re.DOTALL)
_SERVER: Final = re.compile(r"mcp__[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*\Z")
_MCP_NAME: Final = re.compile(r"mcp__(.+?)__(.+)\Z")
_TAILED_STAR: Final = re.compile(r"([A-Za-z0-9_])\*")
PROBES: Final = ("qqq", "Zz9_zZ")
"""What stands for a name nobody thought of; a matcher that means them means nearly everything."""
LONG: Final = "a" * 900 + "!"
"""A name that makes an expression with nested repeats show itself."""


class Code(StrEnum):
    """What is wrong with a matcher."""

    INVALID = "invalid"
    SLOW = "slow"
    IGNORED = "ignored"
    ARGUMENTS = "arguments"
    SERVER_PREFIX = "server-prefix"
    WRONG_CASE = "wrong-case"
    OTHER_SYNTAX = "other-syntax"
    DEAD = "dead"
    DEAD_PART = "dead-part"
    TOO_BROAD = "too-broad"
    UNANCHORED = "unanchored"


NEVER_RUNS: Final = frozenset({Code.INVALID, Code.SERVER_PREFIX, Code.WRONG_CASE, Code.OTHER_SYNTAX, Code.DEAD})


@dataclass(frozen=True, slots=True)
class Hint:
    """One finding. `repair` is a matcher to write instead, empty when only a person can know."""

    code: Code
    message: str
    repair: str = ""

    def as_dict(self) -> dict[str, str]:
        return {"code": self.code, "message": self.message, "repair": self.repair}


def matcher_lint(
    system: System,
    matcher: str | None,
    known_tools: Iterable[str] = (),
    *,
    event: str = "PreToolUse",
    mode: Mode = Mode.GLOB,
) -> list[Hint]:
    """What is wrong with a matcher, most telling first. `known_tools` are names of MCP and other added tools."""
    if matcher is None or matcher.strip() in ("", "*"):
        return []
    if ignores_matcher(system, event):
        return [Hint(Code.IGNORED, f"{system} runs every hook of {event}; what the matcher says is not looked at.")]
    names = _known(system, known_tools, event)
    try:
        test = matcher_test(system, matcher, event=event, mode=mode)
    except BadMatcher as error:
        return [Hint(Code.INVALID, f"{error} The hook never runs.", _readable(system, matcher, event, mode))]
    look = _Look(system, matcher, test, names, event, mode)
    try:
        return look.hints()
    except PatternTimeout:
        return [Hint(Code.SLOW, "Some names take this expression too long; then nothing is decided by it.")]


def _known(system: System, added: Iterable[str], event: str) -> tuple[str, ...]:
    found = event_named(event)
    if found and found.name in VALUES:
        return VALUES[found.name]
    return tuple(dict.fromkeys((*KNOWN_TOOLS[system], *added)))


def _readable(system: System, matcher: str, event: str, mode: Mode) -> str:
    """The matcher without what keeps it from being read, when that is enough."""
    bare = re.sub(r"[()\[\]{}\\]", "", matcher)
    for candidate in (f"{matcher})", f"{matcher}]", bare):
        try:
            matcher_test(system, candidate, event=event, mode=mode)
        except BadMatcher:
            continue
        return candidate
    return ""


@dataclass(frozen=True, slots=True)
class _Look:
    """A readable matcher and what it is judged by."""

    system: System
    matcher: str
    test: Test
    names: Sequence[str]
    event: str
    mode: Mode

    @property
    def is_regex(self) -> bool:
        if self.system is System.KIROCREW:
            return self.mode is Mode.REGEX
        if self.system in (System.KIRO_CLI, System.KIRO_IDE):
            return False
        return not is_plain(self.system, self.matcher, self.event)

    @property
    def is_about_tools(self) -> bool:
        found = event_named(self.event)
        return found is not None and found.compared == "tool_name"

    def hints(self) -> list[Hint]:
        if self.is_regex:
            self.test(LONG)
        hit = [name for name in self.names if self.test(name)]
        if all(self.test(probe) for probe in PROBES):
            return [self.too_broad()]
        if not hit and (self.is_about_tools or self.event in VALUES) and not self.is_foreign:
            return [self.dead()]
        return [*self.dead_parts(), *self.glob_star(hit), *self.anchors(hit)]

    @property
    def is_foreign(self) -> bool:
        """Whether it is about an MCP server none of whose tools is known, so that nobody can say what it means."""
        if self.server_prefix() or self.other_syntax():
            return False
        servers = re.findall(r"mcp__.+?__|@[\w-]+", self.matcher)
        return bool(servers) and not any(name.startswith(tuple(servers)) for name in self.names)

    def too_broad(self) -> Hint:
        every = "" if self.system in (System.GOCLAW, System.COPILOT_CLI) else "*"
        return Hint(
            Code.TOO_BROAD,
            f"It means every name there is. Write '{every}' if that is wanted, the names otherwise.",
            every,
        )

    def dead(self) -> Hint:
        """Why it means nothing that is known, the most telling reason first."""
        for reason in (self.call, self.server_prefix, self.other_case, self.other_syntax):
            if hint := reason():
                return hint
        near = get_close_matches(self.matcher, self.names, n=1, cutoff=0.6)
        return Hint(Code.DEAD, "It means none of the known tools, so the hook never runs.", near[0] if near else "")

    def call(self) -> Hint | None:
        found = _CALL.match(self.matcher)
        if not found or not (found[1] in self.names or found[1][:1].isupper()):
            return None
        how = " Claude Code takes them in the hook's 'if'." if self.system is System.CLAUDE_CODE else ""
        return Hint(
            Code.ARGUMENTS,
            "A matcher sees the tool's name, never its arguments, so this never runs. The script can read them from "
            f"the payload.{how}",
            found[1],
        )

    def server_prefix(self) -> Hint | None:
        if self.is_regex or self.system in (System.KIRO_CLI, System.KIRO_IDE):
            return None
        if not _SERVER.match(self.matcher):
            return None
        repair = f"{self.matcher}__*" if self.system is System.KIROCREW else f"^{self.matcher}__.*$"
        return Hint(Code.SERVER_PREFIX, "The name of a server alone is no tool's name, so this never runs.", repair)

    def other_case(self) -> Hint | None:
        same = {name.lower(): name for name in self.names}
        parts = [part.strip() for part in self.matcher.split("|")]
        repaired = [same.get(part.lower(), part) for part in parts]
        if repaired == parts:
            return None
        return Hint(Code.WRONG_CASE, "Upper and lower case count in a tool's name.", "|".join(repaired))

    def other_syntax(self) -> Hint | None:
        """Written as another system would read it."""
        repair = ""
        if self.system is System.KIRO_CLI:
            if found := _MCP_NAME.match(self.matcher):
                repair = f"@{found[1]}/{'*' if found[2] == '.*' else found[2]}"
            elif ".*" in self.matcher:
                repair = self.matcher.strip("^$").replace(".*", "*")
            elif "|" in self.matcher:
                message = "Kiro reads '|' as part of the name. Write one hook for each name."
                return Hint(Code.OTHER_SYNTAX, message, self.matcher.split("|")[0].strip())
        elif self.matcher.startswith("@") and "/" in self.matcher:
            server, tool = self.matcher[1:].split("/", 1)
            repair = f"mcp__{server}__{tool}" if "*" not in tool else f"^mcp__{server}__.*$"
        elif "," in self.matcher and self.system not in (System.CLAUDE_CODE, System.GOOSE):
            repair = "|".join(part.strip() for part in self.matcher.split(","))
        elif self.system is System.KIROCREW and self.mode is Mode.GLOB and re.search(r"\||\.\*|\^|\$", self.matcher):
            message = "It is written as a regular expression, but read as a pattern of the whole name. Change its mode."
            return Hint(Code.OTHER_SYNTAX, message)
        if not repair:
            return None
        return Hint(Code.OTHER_SYNTAX, f"This is not how {self.system} writes it, so it never runs.", repair)

    def dead_parts(self) -> list[Hint]:
        if self.is_regex or "|" not in self.matcher.replace(",", "|"):
            return []
        parts = [part.strip() for part in re.split("[|,]", self.matcher)]
        dead = [part for part in parts if part and part not in self.names and not part.startswith("mcp__")]
        servers = [part for part in parts if _SERVER.match(part)]
        if not (dead or servers) or self.system is System.KIRO_CLI or self.mode is not Mode.GLOB:
            return []
        kept = "|".join(part for part in parts if part and part not in (*dead, *servers))
        if hint := self.other_case():
            return [hint]
        return [Hint(Code.DEAD_PART, f"No known tool is called {', '.join((*dead, *servers))}.", kept)]

    def glob_star(self, hit: list[str]) -> list[Hint]:
        """`Edit*` as a regular expression is `Edi` and any number of `t`."""
        if not self.is_regex or not _TAILED_STAR.search(self.matcher):
            return []
        repair = _TAILED_STAR.sub(r"\1.*", self.matcher).strip("^$")
        message = "'*' repeats the letter before it here; '.*' stands for any letters."
        return [Hint(Code.TOO_BROAD, f"{message} It means {_listed(hit)}.", f"^(?:{repair})$")]

    def anchors(self, hit: list[str]) -> list[Hint]:
        if not self.is_regex or self.system is System.COPILOT_CLI or _TAILED_STAR.search(self.matcher):
            return []
        repair = _anchored(self.matcher)
        whole = matcher_test(self.system, repair, event=self.event, mode=self.mode)
        example = hit[0] if hit else re.sub(r"\W", "", self.matcher.split("|")[0].replace(".*", "tool"))
        more = [name for name in (*hit, f"not{example}", f"{example}2") if self.test(name) and not whole(name)]
        if not more:
            return []
        if hit and not any(whole(name) for name in hit):
            repair = f"^(?:{'|'.join(hit)})$" if len(hit) > 1 else f"^{hit[0]}$"
        return [Hint(Code.UNANCHORED, f"It is found anywhere in a name, also in {_listed(more)}.", repair)]


def _anchored(matcher: str) -> str:
    """The expression as the whole name, with anchors it already has left where they are."""
    if "|" not in matcher:
        return f"{'' if matcher.startswith('^') else '^'}{matcher}{'' if matcher.endswith('$') else '$'}"
    return f"^(?:{matcher})$"


def _listed(names: Sequence[str]) -> str:
    rest = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return ", ".join(names[:3]) + rest
