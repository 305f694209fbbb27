"""A Markdown text in pieces: code blocks with commands, code blocks with other code, inline code, prose."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from skills.packages.guard_rules import NEGATED, TOLD_TO

Kind = Literal["shell", "code", "inline", "prose"]

_FENCE: Final = re.compile(
    r"^(?P<lead>[ \t>]*(?:[-*+] |\d+[.)] )?[ \t]*)(?P<fence>`{3,}|~{3,})[ \t]*(?P<info>[^`\n]*)$"
)
_INLINE: Final = re.compile(r"(?<!`)(`{1,2})(?!`)(.{2,400}?)(?<!`)\1(?!`)")
_LOOKS_SHELL: Final = re.compile(
    r"^\s*(?:\$ |sudo |curl |wget |rm |echo |bash |sh |npm |npx |pip3? |git |cd |export |python3? )", re.MULTILINE
)
_ABOVE: Final = 2
"""Lines above a code block that may say it is not to be run."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a file. `line` is its first line, from 1.

    `negated`: the text around says not to do it. `told`: the text before inline code says to run it.
    """

    line: int
    text: str
    kind: Kind
    negated: bool = False
    told: bool = False


def pieces_of(text: str, shells: Collection[str]) -> Iterator[Piece]:
    """Part a Markdown text. A code block without a language counts as commands when it looks like them."""
    fence, info, start = "", "", 0
    block: list[str] = []
    above: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        matched = _FENCE.match(line)
        if fence:
            if matched and matched["fence"].startswith(fence) and not matched["info"].strip():
                yield _block(start, block, info, shells, above)
                fence, above = "", []
            else:
                block.append(line)
        elif matched:
            fence, info, start, block = matched["fence"], matched["info"], number + 1, []
        else:
            if line.strip():
                above = [*above, line][-_ABOVE:]
            yield from _inline(number, line)
    if fence:
        yield _block(start, block, info, shells, above)


def _block(start: int, lines: list[str], info: str, shells: Collection[str], above: list[str]) -> Piece:
    language = re.split(r"[\s,{:]", info.strip().lstrip("{."), maxsplit=1)[0].lower()
    text = "\n".join(lines)
    is_shell = language in shells or (not language and _LOOKS_SHELL.search(text) is not None)
    return Piece(start, text, "shell" if is_shell else "code", bool(NEGATED.search(" ".join(above))))


def _inline(number: int, line: str) -> Iterator[Piece]:
    for found in _INLINE.finditer(line):
        told = TOLD_TO.search(line[: found.start()]) is not None
        yield Piece(number, found[2], "inline", bool(NEGATED.search(line)), told)
    if line.startswith(("    ", "\t")) and _LOOKS_SHELL.match(line):
        yield Piece(number, line.strip(), "shell", bool(NEGATED.search(line)))
