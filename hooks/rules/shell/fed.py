"""Scripts that a command line makes on the way: text piped into a shell, and commands in code of other languages."""

import re
from collections.abc import Iterator
from typing import Final

from hooks.rules.shell.model import Script, Simple, Word
from hooks.rules.shell.parser import parse
from hooks.rules.shell.said import said_by_pipeline
from hooks.rules.shell.unwrap import INTERPRETERS, SHELLS, Effective, effective, executed_by

LITERALS_MAX: Final = 40
LITERAL: Final = re.compile(r"\"((?:[^\"\\]|\\.){2,2000})\"|'((?:[^'\\]|\\.){2,2000})'|`([^`]{2,2000})`")
BRACED: Final = re.compile(r"\{([^{}]{2,500})\}")  # q{…} and %x{…}
LIST: Final = re.compile(r"\[([^\[\]]{2,2000})\]")
STARTS: Final = re.compile(
    r"system|exec|popen|spawn|\brun\b|\bcall\b|check_output|subprocess|open3|\bqx\b|`|%x|getline|\|"
)
CODED: Final = (INTERPRETERS - SHELLS) | frozenset("awk gawk mawk vim vi ed gdb make expect emacs sqlite3".split())


def fed_scripts(script: Script) -> Iterator[Script]:
    """What a pipeline prints into a shell, or hands to xargs, as the script it becomes."""
    for pipeline in script.pipelines:
        for at, simple in enumerate(pipeline[1:], start=1):
            runs = [item.simple for item in effective(Script([[simple]]))]
            is_fed = any(run.name in SHELLS and not _has_script(run) for run in runs)
            spreads = [run for run in runs if run.name == "xargs"]
            text = said_by_pipeline(pipeline[:at]) if is_fed or spreads else None
            if text is None:
                continue
            if is_fed:
                yield parse(text)
            for run in spreads:
                yield from _spread(run, text)


def _has_script(simple: Simple) -> bool:
    return any(not word.text.startswith("-") for word in simple.args)


def _spread(xargs: Simple, text: str) -> Iterator[Script]:
    for inner in executed_by(xargs):
        for simple in inner.simples():
            yield Script([[Simple(words=[*simple.words, *(Word(word, dynamic=True) for word in text.split())])]])


def coded_scripts(item: Effective) -> Iterator[Script]:
    """Texts in the code of an interpreter that it may hand to a shell; guesses, to forbid only."""
    if item.simple.name not in CODED:
        return
    code = "\n".join([*(w.text for w in item.simple.args), *(r.body for r in item.simple.redirects)])
    if not STARTS.search(code.lower()):
        return
    for found in [*LITERAL.finditer(code), *BRACED.finditer(code)][:LITERALS_MAX]:
        yield parse(next(group for group in found.groups() if group))
    for found in list(LIST.finditer(code))[:LITERALS_MAX]:
        words = [a or b for a, b in re.findall(r"\"([^\"]*)\"|'([^']*)'", found[1])]
        if words:
            yield Script([[Simple(words=[Word(word) for word in words])]])
