"""What a command really runs: behind sudo, env, xargs, find -exec, bash -c and their like."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from hooks.rules.shell.model import TOO_DEEP, UNKNOWN, Script, Simple, Word
from hooks.rules.shell.parser import parse

DEPTH_MAX: Final = 6
SHELLS: Final = frozenset("sh bash zsh dash ksh mksh ash fish rbash busybox-sh".split())
INTERPRETERS: Final = SHELLS | frozenset(
    "python python2 python3 perl ruby node nodejs deno bun php lua tclsh osascript pwsh powershell".split()
)
# Programs that run the rest of their words: options that take a value, and words of their own before the program.
WRAPPERS: Final[dict[str, tuple[str, int]]] = {
    "sudo": ("-u -g -h -p -C -c -r -t -T -U -D -R --user --group --host --prompt --chdir --chroot --role --type", 0),
    "doas": ("-u -C", 0),
    "env": ("-u --unset -C --chdir -a --argv0", 0),
    "nohup": ("", 0),
    "nice": ("-n --adjustment", 0),
    "ionice": ("-c -n -p --class --classdata", 0),
    "timeout": ("-s -k --signal --kill-after", 1),
    "gtimeout": ("-s -k --signal --kill-after", 1),
    "time": ("-f -o --format --output", 0),
    "stdbuf": ("-i -o -e --input --output --error", 0),
    "setsid": ("", 0),
    "chrt": ("", 1),
    "taskset": ("", 1),
    "command": ("", 0),
    "builtin": ("", 0),
    "exec": ("-a", 0),
    "xargs": ("-I -n -P -L -d -E -a -s --max-args --max-procs --delimiter --arg-file", 0),
    "parallel": ("-j -N -a --jobs --arg-file --colsep", 0),
    "watch": ("-n -d --interval", 0),
    "strace": ("-o -e -p -s -u", 0),
    "ltrace": ("-o -e -p -s -u", 0),
    "chroot": ("--userspec --groups", 1),
    "unshare": ("", 0),
    "nsenter": ("-t --target", 0),
    "busybox": ("", 0),
    "toybox": ("", 0),
    "caffeinate": ("-t -w", 0),
    "unbuffer": ("", 0),
    "runuser": ("-u -g", 0),
    "flock": ("-w --timeout -E", 1),
    "arch": ("-arch", 0),
    "proxychains": ("-f", 0),
    "proxychains4": ("-f", 0),
    "torsocks": ("", 0),
}
RUNNERS: Final = frozenset(
    (
        "pkexec firejail docker podman kubectl nerdctl uv poetry pipenv conda npx gosu su-exec systemd-run screen tmux"
        " start-stop-daemon bwrap dbus-run-session xvfb-run rlwrap entr at batch"
    ).split()
)
"""Programs that can run others in ways not known here: what stands behind them is guessed at, to forbid only."""
GUESSES_MAX: Final = 24
_C_FLAG: Final = re.compile(r"-[A-Za-z]*c[A-Za-z]*")
_ASSIGNMENT: Final = re.compile(r"[A-Za-z_]\w*=")
_EXECUTORS: Final = ("-exec", "-execdir", "-ok", "-okdir")


@dataclass(frozen=True, slots=True)
class Effective:
    """A simple command that would run, the wrappers in front of it, and what could not be read on the way.

    `guess`: it may be no command at all; it counts when something is forbidden, and not when something is allowed.
    """

    simple: Simple
    via: tuple[str, ...] = ()
    opaque: frozenset[str] = frozenset()
    guess: bool = False


def effective(script: Script) -> list[Effective]:
    """Every command a script would run, wrappers and what they wrap alike, substitutions among them."""
    return [item for simple in script.simples() for item in _unwrap(simple, (), 0)]


def guesses(items: list[Effective]) -> list[Effective]:
    """What wrappers might run if one of their options took a value, or none: every word could be the program."""
    found = []
    for item in items:
        if item.simple.name in WRAPPERS or item.simple.name in RUNNERS:
            args = item.simple.args
            for at in range(min(len(args), GUESSES_MAX)):
                if not args[at].text.startswith("-"):
                    for simple in _as_script(args[at:], item.simple).simples():
                        via = (*item.via, item.simple.name)
                        found += [replace(inner, guess=True) for inner in _unwrap(simple, via, DEPTH_MAX - 2)]
    return found


def scripts_of(script: Script, depth: int = 0) -> list[Script]:
    """The script, those substituted into it, and those given as words to a shell: their pipelines count alike."""
    found = [script]
    if depth > DEPTH_MAX:
        return found
    for simple in script.simples():
        found += simple.nested
        for inner in _inner(simple):
            found += scripts_of(inner, depth + 1)
    return found


def _unwrap(simple: Simple, via: tuple[str, ...], depth: int) -> Iterator[Effective]:
    reasons = {TOO_DEEP} if depth > DEPTH_MAX else set()
    if simple.words and UNKNOWN in simple.words[0].text:
        reasons.add("its program is computed")
    inner_scripts = list(_inner(simple))
    yield Effective(simple, via, frozenset(reasons.union(*(s.reasons() for s in inner_scripts))))
    if depth > DEPTH_MAX:
        return
    for script in inner_scripts:
        for inner in script.simples():
            yield from _unwrap(inner, (*via, simple.name), depth + 1)


def _inner(simple: Simple) -> Iterator[Script]:
    """The scripts that a command's own words make it run."""
    code = code_of(simple)
    if code is not None:
        yield code
    name = simple.name
    if name in WRAPPERS:
        rest = _behind_wrapper(name, simple.args)
        if len(rest) == 1 and re.search(r"[\s;|&]", rest[0].text):
            yield parse(rest[0].text)  # `watch 'a b'` gives its word to a shell
        elif rest:
            yield _as_script(rest, simple)
    if name == "find" or name == "fd":
        yield from (_as_script(words, simple) for words in _executed(simple.args))


def executed_by(simple: Simple) -> list[Script]:
    """The scripts that the words of a command make it run."""
    return list(_inner(simple))


def _as_script(words: list[Word], outer: Simple) -> Script:
    """The words as a command of their own, with the assignments `env` and `sudo` take."""
    inner = Simple(reads_pipe=outer.reads_pipe, feeds_pipe=outer.feeds_pipe)
    for word in words:
        if not inner.words and _ASSIGNMENT.match(word.text):
            name, _, value = word.text.partition("=")
            inner.assignments.append((name, Word(value, word.dynamic)))
        else:
            inner.words.append(word)
    return Script([[inner]])


def _behind_wrapper(name: str, args: list[Word]) -> list[Word]:
    """The program behind a wrapper with its words: behind options, their values, and words of the wrapper's own."""
    valued, own = WRAPPERS[name]
    if name == "command" and args and re.fullmatch(r"-p?[vV]+", args[0].text):
        return []  # it tells what the program is
    options = valued.split()
    at = 0
    while at < len(args):
        text = args[at].text
        if text == "--":
            at += 1
            break
        if not text.startswith("-") or text == "-":
            break
        at += 2 if text in options else 1
    while own and at < len(args):
        at, own = at + 1, own - 1
    return args[at:]


def _executed(args: list[Word]) -> Iterator[list[Word]]:
    words: list[Word] | None = None
    for word in args:
        if words is None:
            words = [] if word.text in _EXECUTORS or word.text in ("-x", "-X", "--exec", "--exec-batch") else None
        elif word.text in (";", "+") and not (word.text == "+" and not words):
            yield words
            words = None
        else:
            words.append(word)
    if words:
        yield words


def code_of(simple: Simple) -> Script | None:
    """The script given to a shell as a word or a here-document; None for other programs."""
    name, args = simple.name, simple.args
    if name in SHELLS:
        return _shell_code(simple)
    if name == "eval":
        return parse(" ".join(word.text for word in args))
    if name in ("su", "script", "runuser", "flock"):
        return next((parse(b.text) for a, b in pairwise(args) if a.text in ("-c", "--command")), None)
    if name == "env":
        split = [b.text for a, b in pairwise(args) if a.text in ("-S", "--split-string")]
        split += [a.text.split("=", 1)[1] for a in args if a.text.startswith("--split-string=")]
        split += [a.text[2:] for a in args if a.text.startswith("-S") and len(a.text) > 2]
        return parse(" ".join(split)) if split else None
    if name == "trap" and args:
        return parse(args[0].text)
    if name == "alias":
        return parse("\n".join(word.text.partition("=")[2] for word in args))
    if name == "git" and "=!" in _joined(args):
        return parse("\n".join(word.text.partition("=!")[2] for word in args))  # an alias that is a command
    if name in ("at", "batch"):
        return _shell_code(simple)
    if name == "ssh":
        return _remote(args)
    return None


def _joined(args: list[Word]) -> str:
    return " ".join(word.text for word in args)


def _shell_code(simple: Simple) -> Script | None:
    args = simple.args
    for at, word in enumerate(args):
        if _C_FLAG.fullmatch(word.text):
            code = next((a for a in args[at + 1 :] if not a.text.startswith("-")), None)
            return parse(code.text) if code is not None else None
        if not word.text.startswith(("-", "+")):
            break
    for redirect in simple.redirects:
        if redirect.op in ("<<", "<<-"):
            return parse(redirect.body)
        if redirect.op == "<<<":
            return parse(redirect.target.text)
    return None


_SSH_VALUED: Final = frozenset("-b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w".split())


def _remote(args: list[Word]) -> Script | None:
    at = 0
    while at < len(args) and args[at].text.startswith("-"):
        at += 2 if args[at].text in _SSH_VALUED else 1
    words = [word.text for word in args[at + 1 :]]
    return parse(" ".join(words)) if words else None
