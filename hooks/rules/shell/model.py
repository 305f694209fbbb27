"""What a shell command is made of, as far as it can be known without running it."""

from dataclasses import dataclass, field
from typing import Final

UNKNOWN: Final = "\x00"
"""Stands in a word for what only the shell will know. No argument of a program can hold this character."""

TOO_LONG: Final = "it is too long"
TOO_DEEP: Final = "it is nested too deeply"
UNJUDGED: Final = frozenset((TOO_LONG, TOO_DEEP))
"""Reasons that no honest command gives: what can't be read for one of them is refused."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word with its quotes taken off.

    `dynamic`: a part of it depends on a variable or a substitution. `globbed`: it holds an unquoted pattern.
    """

    text: str
    dynamic: bool = False
    globbed: bool = False
    quoted: bool = False
    variables: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Redirect:
    """`op` as written without its number, `target` the word behind it; `body` of a here-document."""

    op: str
    target: Word
    body: str = ""

    @property
    def writes(self) -> bool:
        """Whether the operator opens its target for writing."""
        return ">" in self.op


@dataclass(slots=True)
class Simple:
    """One simple command. `nested` are the scripts substituted into its words."""

    words: list[Word] = field(default_factory=list)
    assignments: list[tuple[str, Word]] = field(default_factory=list)
    redirects: list[Redirect] = field(default_factory=list)
    nested: list["Script"] = field(default_factory=list)
    reads_pipe: bool = False
    feeds_pipe: bool = False

    @property
    def name(self) -> str:
        """The program, in lower case and without its folder; empty without one."""
        return program(self.words[0].text) if self.words else ""

    @property
    def args(self) -> list[Word]:
        return self.words[1:]

    def is_empty(self) -> bool:
        return not (self.words or self.assignments or self.redirects)


@dataclass(slots=True)
class Script:
    """Pipelines in the order in which they are written, those of subshells and loops among them.

    `opaque` names what could not be read: the script may do more than is seen here.
    """

    pipelines: list[list[Simple]] = field(default_factory=list)
    opaque: set[str] = field(default_factory=set)

    def simples(self) -> list[Simple]:
        """Every simple command, also those substituted into others."""
        found = []
        for pipeline in self.pipelines:
            for simple in pipeline:
                found.append(simple)
                for nested in simple.nested:
                    found += nested.simples()
        return found

    def reasons(self) -> set[str]:
        """What could not be read, here and in what is substituted."""
        return self.opaque.union(*(n.reasons() for line in self.pipelines for s in line for n in s.nested))


def program(text: str) -> str:
    """`/usr/bin/RM.exe` is `rm`: file systems of two of three systems know no case."""
    name = text.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1].lower()
    return name.removesuffix(".exe")
