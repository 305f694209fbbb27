"""Which git commands only look."""

from typing import Final

from hooks.rules.shell.model import Word
from hooks.rules.shell.options import has_option, plain

LOOKING: Final = frozenset(
    (
        "status log show diff blame annotate shortlog describe rev-parse rev-list ls-files ls-tree cat-file name-rev"
        " merge-base for-each-ref show-ref count-objects version whatchanged cherry range-diff diff-tree diff-index"
        " diff-files check-ignore check-attr grep"
    ).split()
)
# These run another program, or write a file. Git takes the beginning of a long option for the whole.
RUNNING: Final = (
    "--output",
    "--ext-diff",
    "--textconv",
    "--open-files-in-pager",
    "--exec",
    "--upload-pack",
    "--receive-pack",
    "--show-signature",
    "--filters",
)
HARMLESS_GLOBALS: Final = frozenset(
    "--no-pager --no-optional-locks --literal-pathspecs --no-replace-objects --version".split()
)
LIST_FLAGS: Final[dict[str, frozenset[str]]] = {
    "branch": frozenset(
        "-a --all -r --remotes -v -vv --verbose -l --list --show-current --contains --no-contains --merged"
        " --no-merged --points-at --sort --format --column --no-column --color --no-color -i --ignore-case".split()
    ),
    "tag": frozenset(
        "-l --list -n --contains --no-contains --merged --no-merged --points-at --sort --format --column".split()
    ),
}
LISTING: Final = frozenset("-l --list --contains --no-contains --merged --no-merged --points-at".split())
SECOND: Final[dict[str, frozenset[str]]] = {
    "stash": frozenset(("list", "show")),
    "worktree": frozenset(("list",)),
    "submodule": frozenset(("status", "summary")),
    "reflog": frozenset(("", "show")),
    "remote": frozenset(("", "get-url")),
    "notes": frozenset(("", "list", "show")),
    "bisect": frozenset(("log",)),
}
CONFIG_SECTIONS: Final = (
    "user.",
    "core.",
    "branch.",
    "init.",
    "pull.",
    "push.",
    "color.",
    "alias.",
    "remote.origin.fetch",
)


def git_only_looks(args: list[Word]) -> bool:
    """Whether a git command with these words changes nothing and runs no other program."""
    at = _subcommand(args)
    if at is None:
        return False
    name, rest = args[at].text, args[at + 1 :]
    if has_option(rest, "", RUNNING):
        return False
    if name == "grep":
        return not has_option(rest, "O")
    if name in LOOKING:
        return True
    if name in LIST_FLAGS:
        return _only_lists(rest, LIST_FLAGS[name])
    if name == "config":
        return _reads_config(rest)
    if name in SECOND:
        words = plain(rest)
        return (words[0].text if words else "") in SECOND[name]
    return False


def _subcommand(args: list[Word]) -> int | None:
    """Where the subcommand stands; None when an option before it could make git run something."""
    at = 0
    while at < len(args):
        text = args[at].text
        if text == "-C":
            at += 2
        elif text in HARMLESS_GLOBALS:
            at += 1
        elif text.startswith("-"):
            return None
        else:
            return at
    return None


def _only_lists(rest: list[Word], flags: frozenset[str]) -> bool:
    given = [word.text.split("=", 1)[0] for word in rest if word.text.startswith("-")]
    if any(flag not in flags and not flag.startswith("-n") for flag in given):
        return False
    return not plain(rest) or any(flag in LISTING for flag in given)


def _reads_config(rest: list[Word]) -> bool:
    """A single value of a section that holds no credentials."""
    words = [word.text for word in rest]
    if words[:1] not in (["--get"], ["get"], ["--get-all"]) or len(words) != 2:
        return False
    return words[1].lower().startswith(CONFIG_SECTIONS)
