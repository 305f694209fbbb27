"""What a shell command would do, by the built-in protections alone: no rules of the owner, nothing recorded."""

from dataclasses import dataclass

from hooks.rules.commands import Commandline
from hooks.rules.protections import PROTECTIONS


@dataclass(frozen=True, slots=True)
class CommandDanger:
    """A protection that a command would meet: its id and what it is about."""

    id: str
    title: str


def command_dangers(text: str) -> list[CommandDanger]:
    """Name every built-in protection that a command, or a script of several, would meet. Takes about 1 ms a line."""
    line = Commandline(text)
    return [CommandDanger(one.id, one.title) for one in PROTECTIONS.values() if one.test(line)]
