"""Which names a matcher means, as each system reads it."""

import re
from collections.abc import Callable
from enum import StrEnum
from fnmatch import translate as glob_to_regex
from functools import lru_cache
from typing import Final

from hooks.scripts.dialects import BadPattern, Dialect
from hooks.scripts.patterns import PATTERN_MAX, compile_pattern
from hooks.scripts.systems import System, event_named

Test = Callable[[str], bool]
"""Whether a name is meant. Raises PatternTimeout when that can't be said in time."""

_CLAUDE_PLAIN: Final = re.compile(r"[A-Za-z0-9_\-,| \t]*\Z")
_NARROW_PLAIN: Final = re.compile(r"[A-Za-z0-9_|]*\Z")
_NARROW_EVENTS: Final = frozenset({"FileChanged", "StopFailure"})
_IGNORED: Final = {
    System.CLAUDE_CODE: frozenset(
        "UserPromptSubmit PostToolBatch Stop TeammateIdle TaskCreated TaskCompleted WorktreeCreate WorktreeRemove "
        "CwdChanged MessageDisplay".split()
    ),
    System.CODEX: frozenset({"UserPromptSubmit", "Stop"}),
    System.KIRO_CLI: frozenset({"SessionStart", "UserPromptSubmit", "Stop"}),
}
KIRO_BUILTIN: Final = "@builtin"


class Mode(StrEnum):
    """How the matcher of a hook of our own is written: all of a name, a regular expression, or parts of a name."""

    GLOB = "glob"
    REGEX = "regex"
    CONTAINS = "contains"


class BadMatcher(ValueError):
    """The matcher can't be read; it means nothing, never everything. The message says why."""


def ignores_matcher(system: System, event: str) -> bool:
    """Whether the system runs a hook of this event whatever its matcher says."""
    found = event_named(event)
    return found is not None and found.name in _IGNORED.get(system, ())


def matcher_test(system: System, matcher: str | None, *, event: str = "PreToolUse", mode: Mode = Mode.GLOB) -> Test:
    """What tells which names a matcher means. `mode` is how our own matchers are written, others ignore it.

    Raises BadMatcher when it can't be read.
    """
    if matcher is not None and len(matcher) > PATTERN_MAX:
        raise BadMatcher(f"The matcher has more than {PATTERN_MAX:,} characters.")
    if ignores_matcher(system, event):
        return _everything
    try:
        if system is System.KIROCREW:
            return _own(matcher, mode)
        return _READERS[system](matcher, event)
    except BadPattern as error:
        raise BadMatcher(f"The matcher is no regular expression: {error}.") from error


def matches(
    system: System, matcher: str | None, name: str, *, event: str = "PreToolUse", mode: Mode = Mode.GLOB
) -> bool:
    """Whether the matcher means this name. Raises BadMatcher and PatternTimeout."""
    return matcher_test(system, matcher, event=event, mode=mode)(name)


def is_plain(system: System, matcher: str, event: str = "PreToolUse") -> bool:
    """Whether the system reads the matcher as a name or a list of names, not as a regular expression."""
    if system in (System.CLAUDE_CODE, System.GOOSE):
        found = event_named(event)
        is_narrow = found is not None and found.name in _NARROW_EVENTS
        return bool((_NARROW_PLAIN if is_narrow else _CLAUDE_PLAIN).match(matcher))
    return system is System.CODEX and bool(_NARROW_PLAIN.match(matcher))


def _everything(_: str) -> bool:
    return True


def _names(matcher: str, separators: str) -> Test:
    wanted = {name.strip() for name in re.split(f"[{separators}]", matcher)} - {""}
    return wanted.__contains__


def _search(matcher: str, dialect: Dialect) -> Test:
    return compile_pattern(matcher, dialect).found_in


def _claude(matcher: str | None, event: str) -> Test:
    if matcher is None or matcher.strip() in ("", "*"):
        return _everything
    if is_plain(System.CLAUDE_CODE, matcher, event):
        return _names(matcher, "|,")
    return _search(matcher, Dialect.JAVASCRIPT)


def _codex(matcher: str | None, _: str) -> Test:
    if not matcher or matcher == "*":
        return _everything
    if is_plain(System.CODEX, matcher):
        return _names(matcher, "|")
    return _search(matcher, Dialect.RUST)


def _cursor(matcher: str | None, _: str) -> Test:
    if not matcher or matcher == "*":
        return _everything
    return _search(matcher, Dialect.JAVASCRIPT)


def _copilot(matcher: str | None, _: str) -> Test:
    """A regular expression that has to be the whole name."""
    if not matcher:
        return _everything
    return compile_pattern(matcher, Dialect.JAVASCRIPT).is_whole


def _goclaw(matcher: str | None, _: str) -> Test:
    return _everything if not matcher else _search(matcher, Dialect.GO)


def _kiro_cli(matcher: str | None, _: str) -> Test:
    """A whole-name pattern with `*`; `@server` means all its tools, `@builtin` those of no server."""
    if not matcher or matcher == "*":
        return _everything
    if matcher == KIRO_BUILTIN:
        return lambda name: not name.startswith("@")
    if matcher.startswith("@") and "/" not in matcher and "*" not in matcher:
        return _wild(f"{matcher}/*")
    return _wild(matcher)


def _kiro_ide(matcher: str | None, _: str) -> Test:
    """A list of file patterns or kinds of tools, joined by `|` here."""
    if not matcher or matcher == "*":
        return _everything
    tests = [_wild(part.strip()) for part in matcher.split("|") if part.strip()]
    return lambda name: any(test(name) for test in tests)


_READERS: Final[dict[System, Callable[[str | None, str], Test]]] = {
    System.CLAUDE_CODE: _claude,
    System.GOOSE: _claude,
    System.CODEX: _codex,
    System.CURSOR: _cursor,
    System.COPILOT_CLI: _copilot,
    System.GOCLAW: _goclaw,
    System.KIRO_CLI: _kiro_cli,
    System.KIRO_IDE: _kiro_ide,
}


@lru_cache(maxsize=512)
def _glob_pattern(pattern: str) -> re.Pattern[str]:
    # fnmatch's own translation is free of backtracking: each star takes the shortest run, once
    return re.compile(glob_to_regex(pattern))


def _glob(pattern: str) -> Test:
    compiled = _glob_pattern(pattern)
    return lambda name: compiled.match(name) is not None


def _wild(pattern: str) -> Test:
    """Like `_glob`, but `[` stands for itself."""
    return _glob(pattern.replace("[", "[[]"))


def _own(matcher: str | None, mode: Mode) -> Test:
    if not matcher:
        return _everything
    if mode is Mode.REGEX:
        return _search(matcher, Dialect.JAVASCRIPT)
    if mode is Mode.CONTAINS:
        parts = [part.strip() for part in matcher.split("|") if part.strip()]
        if not parts:
            raise BadMatcher("The matcher holds nothing but '|'. Name a part of a tool's name.")
        return lambda name: any(part in name for part in parts)
    return _glob(matcher)
