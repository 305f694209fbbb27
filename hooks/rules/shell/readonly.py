"""Whether a shell command only looks. What is not known here changes something, as far as anybody can tell."""

import re
from collections.abc import Callable
from typing import Final

from hooks.rules.shell.git import git_only_looks
from hooks.rules.shell.model import UNKNOWN, Script, Simple, Word
from hooks.rules.shell.options import has_option, plain
from hooks.rules.shell.unwrap import SHELLS, effective

ALWAYS: Final = frozenset(
    (
        "ls dir vdir pwd cat head tail wc nl tac rev cut tr paste join fold fmt expand unexpand comm cmp diff"
        " grep egrep fgrep zgrep zcat bzcat xzcat stat du df free uptime whoami id groups uname nproc lscpu lsblk"
        " cal basename dirname realpath readlink md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum"
        " sum od hexdump strings true false test [ [[ seq sleep which type whereis ps pgrep cd : arch tty locale"
        " getconf ss netstat echo printf exit return for column numfmt tsort"
    ).split()
)
"""Programs none of whose options writes a file, sends something or runs another program."""
SPEAKING: Final = frozenset("echo printf [ [[ test for : true false exit return seq sleep cd".split())
"""Commands that open no file named by their words, so that a word not known beforehand does no harm."""
SAFE_VARIABLES: Final = frozenset(
    "HOME PWD OLDPWD USER LOGNAME SHELL LANG TERM HOSTNAME OSTYPE RANDOM UID EUID PATH ? # @ * ! $ - 0 1 2 3".split()
)
SAFE_ASSIGNMENTS: Final = re.compile(
    r"LANG|LC_[A-Z]+|TZ|NO_COLOR|FORCE_COLOR|CLICOLOR|TERM|COLUMNS|LINES|CI|PYTHONUNBUFFERED|POSIXLY_CORRECT|[a-z][a-z0-9_]*"
)
FOLDERS: Final = ("/bin/", "/usr/bin/", "/sbin/", "/usr/sbin/", "/usr/local/bin/", "/opt/homebrew/bin/")
HARMLESS_TARGETS: Final = frozenset(("/dev/null", "/dev/stdout", "/dev/stderr"))
RECURSIVE: Final = frozenset("grep egrep fgrep zgrep rg ag ack find fd tree du diff".split())
TRANSPARENT: Final = frozenset("nohup nice timeout gtimeout time stdbuf command builtin xargs env setsid".split())
"""Wrappers that add nothing of their own: what counts is what they run."""
AWK_WORDS: Final = re.compile(r"system|getline|print[^;{}]*[>|]|close|@|\||ENVIRON|ARGV|ARGC|PROCINFO", re.IGNORECASE)
JQ_WORDS: Final = re.compile(r"\benv\b|\$ENV|\$__loc__|\binclude\b|\bimport\b")
SED_SCRIPT: Final = re.compile(
    r"(?:(?:\d+|\$|/[^/]*/)(?:,(?:\+?\d+|\$|/[^/]*/))?)?!?\s*(?:[pdq=]|s([/|#,])(?:(?!\1).)*\1(?:(?!\1).)*\1[gip0-9]*)"
)
DATE_SETTING: Final = ("--set", "--file", "--reference")
MANAGERS: Final[dict[str, frozenset[str]]] = {
    "docker": frozenset("ps images version info top port diff".split()),
    "podman": frozenset("ps images version info top port diff".split()),
    "kubectl": frozenset("version cluster-info api-resources api-versions explain top".split()),
    "systemctl": frozenset("status is-active is-enabled is-failed list-units list-unit-files list-timers".split()),
    "pip": frozenset("list freeze show check --version".split()),
    "pip3": frozenset("list freeze show check --version".split()),
    "npm": frozenset("ls list --version -v".split()),
    "pnpm": frozenset("ls list --version -v".split()),
    "cargo": frozenset("--version -V version".split()),
    "go": frozenset("version".split()),
    "brew": frozenset("list --version".split()),
    "apt": frozenset("list show --version".split()),
    "dpkg": frozenset("-l -L -s --list --listfiles --status --version".split()),
    "rpm": frozenset(("--version",)),
    "ip": frozenset("addr address a route r link".split()),
    "apt-cache": frozenset("policy show search".split()),
}
VERSIONED: Final = frozenset(
    "python python2 python3 node nodejs ruby perl php java javac gcc g++ clang make cmake rustc tsc uv poetry terraform"
    " helm gh bun deno dotnet swift kotlin scala lua psql mysql sqlite3 redis-server nginx curl wget openssl".split()
)


def is_read_only(script: Script) -> bool:
    """Whether nothing in a script writes, sends, runs what is not known, or opens what can't be named beforehand."""
    commands = effective(script)
    if script.reasons() or not commands:
        return False
    return all(not item.opaque and _looks(item.simple) for item in commands)


def _looks(simple: Simple) -> bool:
    if any(not SAFE_ASSIGNMENTS.fullmatch(name) for name, _ in simple.assignments):
        return False
    if not all(redirect_looks(simple, at) for at in range(len(simple.redirects))):
        return False
    if not simple.words:
        return not any(word.dynamic and not _is_known(word) for _, word in simple.assignments)
    first = simple.words[0]
    if first.text == "(":
        return len(simple.words) == 1
    if first.dynamic or (first.globbed and first.text not in ("[", "[[")) or not _is_plain_program(first.text):
        return False
    if simple.name not in SPEAKING and any(_is_open(word) for word in simple.args):
        return False
    return _program_looks(simple) and not (simple.name in SPEAKING and any(_tells(word) for word in simple.args))


def redirect_looks(simple: Simple, at: int) -> bool:
    """Whether a redirection writes no file and its target is known."""
    redirect = simple.redirects[at]
    target = redirect.target
    if redirect.op in ("<<", "<<-", "<<<"):
        return True
    if redirect.op in (">&", "<&") and (target.text.isdigit() or target.text == "-"):
        return True
    if target.dynamic or target.globbed or target.text.startswith(("/dev/tcp", "/dev/udp")):
        return False
    return target.text in HARMLESS_TARGETS if redirect.writes else redirect.op == "<"


def _is_plain_program(text: str) -> bool:
    if "/" in text:
        return text.startswith(FOLDERS) and ".." not in text
    return "\\" not in text and text.isascii()


def _is_open(word: Word) -> bool:
    """Whether a word depends on what is not known: except for the home folder, of which the name is known."""
    return word.dynamic and not _is_known(word)


def _is_known(word: Word) -> bool:
    return UNKNOWN not in word.text and set(word.variables) <= {"HOME"}


def _tells(word: Word) -> bool:
    """Whether a word would tell the value of a variable that may be a secret."""
    return any(name not in SAFE_VARIABLES and not name.islower() for name in word.variables)


def _program_looks(simple: Simple) -> bool:
    name, args = simple.name, simple.args
    if name in RECURSIVE and _searches_everything(args):
        return False
    if name in ALWAYS:
        return _quirks(name, args)
    if name in TRANSPARENT:
        # Their inner command is judged by itself; without one they would tell or open something else.
        return _wraps(simple)
    if name in SHELLS:
        return len(args) == 2 and args[0].text == "-c" and not args[1].dynamic
    if name in SPECIAL:
        return SPECIAL[name](args)
    if name in MANAGERS:
        return bool(args) and args[0].text in MANAGERS[name] and not _changes(name, args)
    return name in VERSIONED and len(args) == 1 and args[0].text in ("--version", "-V", "-v", "-version", "version")


def _quirks(name: str, args: list[Word]) -> bool:
    """What programs that mostly look could still do."""
    if name == "diff":
        return not has_option(args, "", ("--output",))
    if name == "printf":
        return not (args and args[0].text == "-v")
    if name == "tail":
        return not has_option(args, "fF", ("--follow", "--retry"))
    if name == "ps":  # an e without a dash, and E, show the environment of processes
        return not has_option(args, "E") and not any("e" in word.text for word in plain(args))
    if name == "ss":
        return not has_option(args, "KD", ("--kill", "--diag"))
    return name != "arch" or not args


def _searches_everything(args: list[Word]) -> bool:
    """A search below a home or the root reads what nobody may read."""
    return any(
        re.fullmatch(r"(?:~[^/]*|/|/\*|/home(?:/[^/]+)?|/root|/Users(?:/[^/]+)?|/etc|/proc)/*(?:\*)?", word.text)
        for word in args
    )


def _wraps(simple: Simple) -> bool:
    words = plain(simple.args)
    if simple.name in ("command",) and has_option(simple.args, "vV"):
        return True
    if simple.name == "xargs":
        # What xargs adds is not known: only programs that open no file by their words may get it.
        inner = [word.text for word in words if not word.text.isdigit()]
        return (
            bool(inner)
            and inner[0] in ("echo", "printf", "basename", "dirname")
            and not has_option(simple.args, "a", ("--arg-file",))
        )
    if simple.name == "time":
        return bool(words) and not has_option(simple.args, "o", ("--output",))
    if simple.name == "env":
        return bool([word for word in words if "=" not in word.text])
    return bool(words)


def _changes(name: str, args: list[Word]) -> bool:
    if name == "ip":
        return any(w.text in ("add", "del", "delete", "set", "flush", "change", "replace") for w in args[1:])
    return name == "kubectl" and any("secret" in word.text.lower() for word in args)


def _find(args: list[Word]) -> bool:
    writing = ("-delete", "-fprint", "-fprint0", "-fprintf", "-fls", "-ok", "-okdir")
    return not any(word.text in writing for word in args) and not any(
        word.text in ("-exec", "-execdir") and not _execs_speaker(args, at) for at, word in enumerate(args)
    )


def _execs_speaker(args: list[Word], at: int) -> bool:
    """What find hands on is not known: the program may look at it, but sensitive names may be among it."""
    following = args[at + 1].text if at + 1 < len(args) else ""
    return following in ("echo", "printf", "basename", "dirname", "stat", "wc", "ls", "file", "du")


def _sed(args: list[Word]) -> bool:
    if has_option(args, "ifsw", ("--in-place", "--file", "--separate")):
        return False
    if has_option(args, "e", ("--expression",)):
        return False
    words = plain(args)
    if not words or "\n" in words[0].text:
        return False
    return all(SED_SCRIPT.fullmatch(piece.strip()) for piece in words[0].text.split(";"))


def _awk(args: list[Word]) -> bool:
    if has_option(args, "fielE", ("--file", "--exec", "--include", "--load", "--inplace")):
        return False
    return bool(plain(args)) and not any(AWK_WORDS.search(word.text) for word in args)


def _jq(args: list[Word]) -> bool:
    if has_option(args, "fL", ("--from-file", "--rawfile", "--slurpfile")):
        return False
    return not any(JQ_WORDS.search(word.text) for word in args)


def _date(args: list[Word]) -> bool:
    if has_option(args, "sfr", DATE_SETTING):
        return False
    return all(word.text.startswith("+") or _follows_d(args, word) for word in plain(args))


def _follows_d(args: list[Word], word: Word) -> bool:
    at = args.index(word)
    return at > 0 and args[at - 1].text in ("-d", "--date")


def _without(letters: str, *names: str) -> Callable[[list[Word]], bool]:
    def looks(args: list[Word]) -> bool:
        return not has_option(args, letters, names)

    return looks


def _uniq(args: list[Word]) -> bool:
    return len(plain(args)) <= 1


def _xxd(args: list[Word]) -> bool:
    return not has_option(args, "r", ("-revert",)) and len(plain(args)) <= 1


def _hostname(args: list[Word]) -> bool:
    return not plain(args) and not has_option(args, "Fb", ("--file", "--boot"))


def _tar(args: list[Word]) -> bool:
    """Listing an archive, with no program of the archive's or the caller's choice."""
    if not args or has_option(args, "I", ("--use-compress-program", "--to-command", "--checkpoint-action")):
        return False
    first = args[0].text.lstrip("-")
    lists = args[0].text == "--list" or (first.isalpha() and "t" in first and not set(first) & set("cxruAd"))
    return lists and not has_option(args[1:], "cxruAdIF", ("--info-script", "--new-volume-script", "--rsh-command"))


SPECIAL: Final[dict[str, Callable[[list[Word]], bool]]] = {
    "git": git_only_looks,
    "find": _find,
    "sed": _sed,
    "awk": _awk,
    "gawk": _awk,
    "mawk": _awk,
    "date": _date,
    "uniq": _uniq,
    "xxd": _xxd,
    "hostname": _hostname,
    "tar": _tar,
    "sort": _without("oST", "--output", "--compress-program", "--temporary-directory", "--files0-from"),
    "rg": _without("", "--pre", "--hostname-bin", "--search-zip"),
    "ag": _without("", "--pager"),
    "ack": _without("", "--pager", "--output", "--ackrc"),
    "fd": _without("xX", "--exec", "--exec-batch"),
    "tree": _without("oR", "--output"),
    "file": _without("Cm", "--compile", "--magic-file"),
    "jq": _jq,
    "unzip": lambda args: bool(args) and args[0].text in ("-l", "-v", "-t", "-Z"),
    "zipinfo": lambda args: bool(args),
    "journalctl": _without("", "--vacuum-size", "--vacuum-time", "--vacuum-files", "--rotate", "--flush", "--sync",
                           "--relinquish-var", "--smart-relinquish-var", "--setup-keys", "--update-catalog"),
}  # fmt: skip
