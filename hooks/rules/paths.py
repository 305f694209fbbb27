"""Which paths a command touches, and whether one of them is out of bounds."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from hooks.reading.sensitive import holds_sensitive, is_protected_config, is_sensitive
from hooks.rules.calls import PATCHED
from hooks.rules.commands import Commandline
from hooks.rules.shell import INTERPRETERS, Simple, Word
from hooks.rules.shell.options import has_option, plain
from hooks.rules.shell.unwrap import executed_by

PIECES_MAX: Final = 600
"""Pieces of one command that are looked at as paths; a command with more is denied."""
DIVIDERS: Final = re.compile(r"[\s'\"`;|&<>(){},=@\x00]+")
WINDOWS_LIKE: Final = re.compile(r"[A-Za-z]:\\|\\\\|%\w+%|\$env:|\\[.\w]", re.IGNORECASE)
LAST_WORD: Final = re.compile(r"\$_|\$\{_|!\$|\bfc\b|\bhistory\b")
"""Ways to take up a word of the command before: then what was only said may be opened."""
SEARCH_FLAGS: Final = re.compile(
    r"-[rRnilwcHhvoEFPsqxIazLU]+|--(?:color|colour|include|exclude|exclude-dir|glob)=.*"
    r"|--(?:ignore-case|line-number|recursive|count|word-regexp|fixed-strings|files-with-matches|hidden|no-ignore)"
)
SEARCHERS: Final = frozenset("grep egrep fgrep zgrep rg ag ack".split())
HARMLESS_EXECS: Final = frozenset("echo printf ls stat basename dirname du test".split())
COPIERS: Final = frozenset("tar zip 7z cp rsync scp rclone duplicity restic borg".split())
LAST_WRITERS: Final = frozenset("cp ln install rsync scp".split())
ALL_WRITERS: Final = frozenset(
    "tee mv rm rmdir unlink shred truncate touch chmod chown chattr patch ed ex vi vim nvim nano emacs sponge".split()
)
INPLACE: Final = frozenset("sed perl ruby gawk yq".split())
CODE_WRITES: Final = re.compile(r"['\"][wax]b?\+?['\"]|write|unlink|remove|rename|replace|copy|move|chmod|dump|append")
TOO_MANY: Final = "The command names more paths than are looked at. Divide it."


def command_sensitive(line: Commandline, cwd: str) -> str | None:
    """Why the command may not run because of a path it names, or None."""
    pieces = list(dict.fromkeys(_pieces(line)))
    if len(pieces) > PIECES_MAX:
        return TOO_MANY
    return first_reason(is_sensitive(piece, cwd=cwd or None) for piece in pieces) or _copies_home(line, cwd)


def first_reason(reasons: Iterable[str | None]) -> str | None:
    """The first that is one."""
    return next((reason for reason in reasons if reason), None)


def _pieces(line: Commandline) -> Iterator[str]:
    spoken, quiet = _spoken(line), _quiet(line)
    for item in line.items:
        if item.guess:
            continue
        for word in item.simple.words:
            if id(word) not in spoken:
                yield from split(word.text)
        for _, word in item.simple.assignments:
            yield from split(word.text)
        for redirect in item.simple.redirects:
            yield from split(redirect.target.text)
            if id(item.simple) not in quiet:
                yield from split(redirect.body)
    if WINDOWS_LIKE.search(line.text) or not line.is_understood:
        yield from split(line.text)


def split(text: str) -> Iterator[str]:
    """The parts of a word, or of code, that may be paths."""
    return (piece for piece in DIVIDERS.split(text) if len(piece) > 1)


def _spoken(line: Commandline) -> set[int]:
    """Words that are said and not opened: what echo prints to the screen, a message, a pattern to search for."""
    spoken: set[int] = set()
    if LAST_WORD.search(line.text):
        return spoken
    for pipeline in line.script.pipelines:
        for simple in pipeline:
            if (
                simple.name in ("echo", "printf")
                and not has_option(simple.args, "v")
                and not simple.feeds_pipe
                and not simple.redirects
            ):
                spoken |= {id(word) for word in simple.args}
            elif simple.name == "git" and any(word.text == "commit" for word in simple.args):
                spoken |= {id(word) for word in _behind(simple.args, ("-m", "--message", "-am"))}
            elif simple.name in SEARCHERS and (pattern := _pattern(simple.args)):
                spoken.add(id(pattern))
    return spoken


def _pattern(args: list[Word]) -> Word | None:
    """What a search looks for: the first word behind options that are known to take no value of their own."""
    for word in args:
        if not word.text.startswith("-"):
            return word
        if not SEARCH_FLAGS.fullmatch(word.text):
            return None
    return None


def _quiet(line: Commandline) -> set[int]:
    """Commands whose here-documents are text: what cat and tee put on, and what is committed as a message."""
    quiet: set[int] = set()
    for pipeline in line.script.pipelines:
        for simple in pipeline:
            if simple.name in ("cat", "tee") and not simple.feeds_pipe:
                quiet.add(id(simple))
            elif simple.name == "git" and any(word.text == "commit" for word in simple.args):
                quiet |= {id(inner) for script in simple.nested for inner in script.simples() if inner.name == "cat"}
    return quiet


def _behind(args: list[Word], options: tuple[str, ...]) -> Iterator[Word]:
    for at, word in enumerate(args[:-1]):
        if word.text in options:
            yield args[at + 1]


def _copies_home(line: Commandline, cwd: str) -> str | None:
    """A copy or an archive of a folder that holds secrets somewhere below."""
    for simple in line.calls(*COPIERS):
        whole = simple.name not in ("cp", "scp", "zip") or has_option(simple.args, "rRa", ("--recursive", "--archive"))
        sources = [word.text for word in plain(simple.args)]
        if simple.name in LAST_WRITERS:
            sources = sources[:-1]
        named = [text for text in sources if "/" in text or text == "~"]
        reason = first_reason(holds_sensitive(text, cwd=cwd or None) for text in named) if whole else None
        if reason:
            return reason
    return _spreads_home(line, cwd)


def _spreads_home(line: Commandline, cwd: str) -> str | None:
    """A search through such a folder whose finds are opened: `find ~ -exec cat {} +`, `ls ~ | xargs cat`."""
    for pipeline in line.pipelines:
        hands_on = any("xargs" in line.programs(simple) for simple in pipeline)
        for simple in pipeline:
            opened = _exec_programs(simple) - HARMLESS_EXECS if simple.name in ("find", "fd") else set()
            if not (opened or (hands_on and simple.name in ("find", "fd", "ls", "echo", "printf"))):
                continue
            named = [word.text for word in plain(simple.args) if "/" in word.text or word.text == "~"]
            if reason := first_reason(holds_sensitive(text, cwd=cwd or None) for text in named):
                return reason
    return None


def _exec_programs(simple: Simple) -> set[str]:
    return {inner.name for script in executed_by(simple) for inner in script.simples()}


def command_writes_config(line: Commandline, cwd: str) -> str | None:
    """Why the command may not run because of a file it would write that decides what agents may do, or None."""
    written = list(dict.fromkeys(_written(line)))[:PIECES_MAX]
    return first_reason(is_protected_config(text, cwd=cwd or None) for text in written)


def _written(line: Commandline) -> Iterator[str]:
    yield from PATCHED.findall(line.text)
    for item in line.items:
        simple = item.simple
        for redirect in simple.redirects:
            if redirect.writes and redirect.op != ">&":
                yield redirect.target.text
        yield from _arguments_written(simple)


def _arguments_written(simple: Simple) -> Iterator[str]:
    name, args = simple.name, simple.args
    if name in ALL_WRITERS:
        yield from (word.text for word in plain(args))
    elif name in LAST_WRITERS:
        yield from (word.text for word in plain(args)[-1:])
        yield from (word.text for word in _behind(args, ("-t", "--target-directory")))
    elif name in INPLACE and has_option(args, "i", ("--in-place", "--inplace")):
        yield from (word.text for word in plain(args))
    elif name in ("curl", "wget"):
        yield from (re.sub(r"^-[a-zA-Z]|^--[a-z-]+=", "", word.text) for word in args if "://" not in word.text)
    elif name == "dd":
        yield from (word.text[3:] for word in args if word.text.startswith("of="))
    elif name in INTERPRETERS:
        code = "\n".join([*(word.text for word in args), *(redirect.body for redirect in simple.redirects)])
        if CODE_WRITES.search(code):
            yield from (piece for piece in split(code) if "/" in piece or piece.startswith("."))
