"""Which tools a matcher means, as each system reads it."""

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hooks.scripts.dialects import BadPattern, Dialect
from hooks.scripts.lint import Code, matcher_lint
from hooks.scripts.matchers import BadMatcher, Mode, matcher_test, matches
from hooks.scripts.patterns import PatternTimeout, compile_pattern
from hooks.scripts.systems import System

CLAUDE = System.CLAUDE_CODE
MEANT = [
    # system, matcher, means, does not mean
    (CLAUDE, None, ["Bash", "mcp__a__b"], []),
    (CLAUDE, "", ["Bash", "工具"], []),
    (CLAUDE, "*", ["Bash", "Bash\n"], []),
    (CLAUDE, " Bash ", ["Bash"], ["BashOutput", "bash"]),
    (CLAUDE, "Edit|Write", ["Edit", "Write"], ["MultiEdit", "Edit|Write"]),
    (CLAUDE, "Edit, Write", ["Edit", "Write"], ["NotebookEdit"]),
    (CLAUDE, "mcp__memory", [], ["mcp__memory__create", "mcp__memory2"]),
    (CLAUDE, "mcp__memory__.*", ["mcp__memory__create", "notmcp__memory__x"], ["mcp__mem__x"]),
    (CLAUDE, "^Edit$", ["Edit"], ["Edit\n", "MultiEdit", "Edits"]),
    (CLAUDE, "Bash(git commit:*)", [], ["Bash"]),
    (CLAUDE, "^(?!mcp__)", ["Bash"], ["mcp__a__b"]),
    (CLAUDE, "データ.*", ["データ検索"], ["検索"]),
    (System.GOOSE, "Read", ["Read"], ["ReadFile"]),
    (System.CODEX, "Bash|apply_patch", ["Bash", "apply_patch"], ["BashOutput"]),
    (System.CODEX, "Edit, Write", [], ["Edit", "Write"]),
    (System.CODEX, "^Bash", ["Bash", "BashOutput"], ["rebash"]),
    (System.CURSOR, "Shell", ["Shell", "ShellX"], ["Read"]),
    (System.COPILOT_CLI, "bash|edit", ["bash", "edit"], ["bashful"]),
    (System.GOCLAW, "", ["exec"], []),
    (System.GOCLAW, "^memory_", ["memory_search"], ["my_memory_x"]),
    (System.GOCLAW, "(?i)WRITE", ["write_file"], ["exec"]),
    (System.KIRO_CLI, "*", ["fs_read", "@git/status"], []),
    (System.KIRO_CLI, "fs_*", ["fs_read", "fs_write2"], ["FS_READ", "xfs_read"]),
    (System.KIRO_CLI, "@git", ["@git/status"], ["@github/x", "git"]),
    (System.KIRO_CLI, "@*", ["@git/status"], ["fs_read"]),
    (System.KIRO_CLI, "@builtin", ["fs_read"], ["@git/status"]),
    (System.KIRO_CLI, "[a]", ["[a]"], ["a"]),
    (System.KIRO_IDE, "*.ts|*.tsx", ["a.ts", "b.tsx"], ["a.js"]),
]


@pytest.mark.parametrize(("system", "matcher", "means", "others"), MEANT)
def test_a_matcher_means_what_its_system_says(
    system: System, matcher: str | None, means: list[str], others: list[str]
) -> None:
    test = matcher_test(system, matcher)
    assert [name for name in means if not test(name)] == []
    assert [name for name in others if test(name)] == []


@pytest.mark.parametrize(
    ("system", "matcher"),
    [
        (CLAUDE, "(Read|Grep"),
        (CLAUDE, "Read)"),
        (CLAUDE, "[Read"),
        (CLAUDE, "*.py"),
        (CLAUDE, "Read++"),
        (CLAUDE, "(?P<a>Read)"),
        (CLAUDE, "(?>Read).*"),
        (CLAUDE, "(?i)read"),
        (CLAUDE, "a{3,1}."),
        (CLAUDE, "((.{100}){100}){100}"),
        (CLAUDE, "." * 3000),
        (System.CODEX, "(?=Bash)"),
        (System.GOCLAW, "[unclosed"),
        (System.GOCLAW, "(a)\\1"),
        (System.GOCLAW, "a**"),
        (System.CURSOR, "Shell("),
    ],
)
def test_a_matcher_that_cannot_be_read_is_reported_and_means_nothing(system: System, matcher: str) -> None:
    with pytest.raises(BadMatcher):
        matcher_test(system, matcher)
    assert [hint.code for hint in matcher_lint(system, matcher)] == [Code.INVALID]


def test_session_starts_are_matched_by_their_source() -> None:
    assert matches(CLAUDE, "startup|clear", "clear", event="SessionStart")
    assert not matches(CLAUDE, "startup|clear", "resume", event="SessionStart")


@pytest.mark.parametrize("event", ["UserPromptSubmit", "Stop"])
def test_a_matcher_is_not_looked_at_where_the_event_has_none(event: str) -> None:
    assert matches(CLAUDE, "Nothing", "anything", event=event)
    assert matches(System.CODEX, "(", "anything", event=event)


def test_stop_failure_reads_a_hyphen_as_part_of_an_expression() -> None:
    assert matches(CLAUDE, "rate-limit", "a rate-limit", event="StopFailure")
    assert not matches(CLAUDE, "rate-limit", "a rate-limit", event="Notification")


@pytest.mark.parametrize(
    ("mode", "matcher", "name", "is_meant"),
    [
        (Mode.GLOB, "mcp__*", "mcp__git__status", True),
        (Mode.GLOB, "mcp__*", "notmcp__git", False),
        (Mode.GLOB, "Bash", "BashOutput", False),
        (Mode.REGEX, "^(Edit|Write)$", "Write", True),
        (Mode.REGEX, "^(Edit|Write)$", "Writer", False),
        (Mode.CONTAINS, "edit | write", "notebook_edit", True),
        (Mode.CONTAINS, "edit|write", "read", False),
        (Mode.GLOB, "", "anything", True),
    ],
)
def test_own_hooks_have_three_ways_to_write_a_matcher(mode: Mode, matcher: str, name: str, is_meant: bool) -> None:
    assert matches(System.KIROCREW, matcher, name, mode=mode) is is_meant


def test_a_list_of_parts_without_a_part_is_refused() -> None:
    with pytest.raises(BadMatcher):
        matcher_test(System.KIROCREW, "||", mode=Mode.CONTAINS)


def test_an_expression_that_takes_too_long_is_given_up() -> None:
    with pytest.raises(PatternTimeout):
        matches(CLAUDE, "(a+)+$", "a" * 900 + "!")


@pytest.mark.parametrize(
    ("source", "dialect", "name", "is_found"),
    [
        (r"\u0042ash", Dialect.JAVASCRIPT, "Bash", True),
        (r"(B)\1", Dialect.JAVASCRIPT, "BB", True),
        (r"(?<x>B)\k<x>", Dialect.JAVASCRIPT, "BB", True),
        (r"[^]", Dialect.JAVASCRIPT, "\n", True),
        (r"[]", Dialect.JAVASCRIPT, "a", False),
        (r"a{x}", Dialect.JAVASCRIPT, "a{x}", True),
        (r"(?:foo){e<=1}", Dialect.JAVASCRIPT, "fo", False),
        (r"\p{L}", Dialect.JAVASCRIPT, "ä", False),
        (r"[\d.-]+$", Dialect.JAVASCRIPT, "v1.2-3", True),
        (r"\pL", Dialect.GO, "ä", True),
        (r"\Qa.b\E$", Dialect.GO, "xa.b", True),
        (r"[[:digit:]]\z", Dialect.GO, "x1", True),
        (r"a(?i)b|c", Dialect.GO, "C", True),
        (r"(?i:b)c", Dialect.RUST, "BC", False),
        (r"\x{42}", Dialect.RUST, "B", True),
    ],
)
def test_expressions_keep_the_meaning_of_their_dialect(
    source: str, dialect: Dialect, name: str, is_found: bool
) -> None:
    assert compile_pattern(source, dialect).found_in(name) is is_found


@given(st.text(alphabet=string.ascii_letters + r"()[]{}|*+?^$\.:-,<>=!_0123456789ä", max_size=30))
@settings(max_examples=300, deadline=None)
def test_any_text_is_either_read_or_refused(source: str) -> None:
    for system in System:
        try:
            test = matcher_test(system, source, mode=Mode.REGEX)
        except BadMatcher:
            continue
        assert test("Bash") in (True, False)


@given(st.text(alphabet="ab|()*+?.^$[]{}1,\\", max_size=12))
@settings(max_examples=300, deadline=None)
def test_what_a_linear_dialect_reads_javascript_reads_alike(source: str) -> None:
    try:
        linear = compile_pattern(source, Dialect.GO)
        wide = compile_pattern(source, Dialect.JAVASCRIPT)
    except BadPattern:
        return
    if "[]" not in source and "[^]" not in source:
        assert [linear.found_in(name) for name in ("a", "ab", "b1")] == [
            wide.found_in(name) for name in ("a", "ab", "b1")
        ]


@pytest.mark.parametrize(
    ("system", "matcher", "code", "repair"),
    [
        (CLAUDE, "Bash(git commit:*)", Code.ARGUMENTS, "Bash"),
        (CLAUDE, "mcp__memory", Code.SERVER_PREFIX, "^mcp__memory__.*$"),
        (CLAUDE, "mcp__brave-search", Code.SERVER_PREFIX, "^mcp__brave-search__.*$"),
        (CLAUDE, "bash", Code.WRONG_CASE, "Bash"),
        (CLAUDE, "Edit|write", Code.WRONG_CASE, "Edit|Write"),
        (CLAUDE, "Raed", Code.DEAD, "Read"),
        (CLAUDE, "Bash|Foo", Code.DEAD_PART, "Bash"),
        (CLAUDE, ".*", Code.TOO_BROAD, "*"),
        (CLAUDE, "(Bash|)", Code.TOO_BROAD, "*"),
        (CLAUDE, "Edit*", Code.TOO_BROAD, "^(?:Edit.*)$"),
        (CLAUDE, "mcp__.*", Code.UNANCHORED, "^mcp__.*$"),
        (CLAUDE, "Edit.*|Write", Code.UNANCHORED, "^(?:Edit.*|Write)$"),
        (CLAUDE, "(Read|Grep", Code.INVALID, "(Read|Grep)"),
        (CLAUDE, "(a+)+$", Code.SLOW, ""),
        (CLAUDE, "@git/status", Code.OTHER_SYNTAX, "mcp__git__status"),
        (System.KIRO_CLI, "fs_.*", Code.OTHER_SYNTAX, "fs_*"),
        (System.KIRO_CLI, "mcp__git__status", Code.OTHER_SYNTAX, "@git/status"),
        (System.KIRO_CLI, "fs_write|fs_read", Code.OTHER_SYNTAX, "fs_write"),
        (System.CODEX, "Edit, Write", Code.OTHER_SYNTAX, "Edit|Write"),
        (System.CURSOR, "Shell", Code.UNANCHORED, "^Shell$"),
        (System.GOCLAW, "write", Code.UNANCHORED, "^(?:memory_write|write_file)$"),
        (System.KIROCREW, "Edit|Write", Code.OTHER_SYNTAX, ""),
    ],
)
def test_the_linter_names_the_fault_and_the_repair(system: System, matcher: str, code: Code, repair: str) -> None:
    (first, *_) = matcher_lint(system, matcher, ["mcp__git__status"] if system is CLAUDE else [])
    assert (first.code, first.repair) == (code, repair)
    assert first.message.endswith(".")


@pytest.mark.parametrize(
    ("system", "matcher"),
    [
        (CLAUDE, None),
        (CLAUDE, "*"),
        (CLAUDE, "Bash"),
        (CLAUDE, "Edit|Write|MultiEdit"),
        (CLAUDE, "^mcp__git__.*$"),
        (CLAUDE, "mcp__unseen__tool"),
        (System.KIRO_CLI, "@git"),
        (System.COPILOT_CLI, "bash|edit"),
        (System.CODEX, "^Bash$|^mcp__.+__(read|view)$"),
    ],
)
def test_the_linter_is_silent_about_a_sound_matcher(system: System, matcher: str | None) -> None:
    assert matcher_lint(system, matcher, ["mcp__git__status"]) == []


def test_every_repair_can_be_read_and_means_something() -> None:
    for matcher in ("mcp__git", "Edit*", "bash", "mcp__git.*", "Bash(x)", "(Read|Grep"):
        (first, *_) = matcher_lint(CLAUDE, matcher, ["mcp__git__status"])
        test = matcher_test(CLAUDE, first.repair)
        assert any(test(name) for name in ("Bash", "Edit", "Read", "mcp__git__status")), matcher


def test_a_matcher_where_none_is_looked_at_is_pointed_out() -> None:
    assert [hint.code for hint in matcher_lint(CLAUDE, "Bash", event="Stop")] == [Code.IGNORED]
    assert [hint.code for hint in matcher_lint(CLAUDE, "boot", event="SessionStart")] == [Code.DEAD]
