"""The tools there are. One table for both transports: each is a thin wrapper of a service."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import msgspec
from django_mcpz.schemas import type_schema

from channels_bridge.actors import Actor, Permission
from kirocrew.base.problems import Problem

Arguments = TypeVar("Arguments", bound=msgspec.Struct)
Answered = TypeVar("Answered", bound="dict[str, Any] | str")
Told = dict[str, Any] | str
"""What a tool answers: an object, or plain text where the text is the answer."""
Run = Callable[[Actor, Any], Told]


class Asked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Arguments of a tool: what is not known is refused, so that a misspelt one is not lost."""


class ToolRefused(Exception):
    """A call that came to nothing; the message is for the model, and says what to do next."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: what it says of itself to a model, what it takes, and what its key must be allowed to do."""

    name: str
    title: str
    description: str
    arguments: type[msgspec.Struct]
    run: Run
    permission: Permission
    read_only: bool
    destructive: bool

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of its arguments."""
        return type_schema(self.arguments)


TOOLS: Final[dict[str, Tool]] = {}


def tool(  # noqa: PLR0913  (what a tool says of itself)
    name: str,
    *,
    title: str,
    description: str,
    arguments: type[Arguments],
    permission: Permission,
    read_only: bool = True,
    destructive: bool = False,
) -> Callable[[Callable[[Actor, Arguments], Answered]], Callable[[Actor, Arguments], Answered]]:
    """Put a function into the table under a name."""

    def register(run: Callable[[Actor, Arguments], Answered]) -> Callable[[Actor, Arguments], Answered]:
        TOOLS[name] = Tool(
            name, title, " ".join(description.split()), arguments, run, permission, read_only, destructive
        )
        return run

    return register


def tools_for(actor: Actor) -> list[Tool]:
    """The tools a key may call, by name."""
    return [known for _, known in sorted(TOOLS.items()) if actor.may(known.permission)]


def tool_call(*, actor: Actor, name: str, arguments: Mapping[str, Any]) -> Told:
    """What a tool answers. Raises ToolRefused for a tool this key has not, and for what the service refuses."""
    known = TOOLS.get(name)
    if known is None or not actor.may(known.permission):
        raise ToolRefused(f"There is no tool '{name[:60]}' for this key. tools/list names those there are.")
    try:
        asked = msgspec.convert(dict(arguments), known.arguments)
    except msgspec.ValidationError as error:
        raise ToolRefused(f"Invalid arguments: {error}. The tool's schema says what it takes.") from error
    try:
        return known.run(actor, asked)
    except Problem as problem:
        raise ToolRefused(told(problem)) from problem


def told(problem: Problem) -> str:
    """A problem in words, with what else it says."""
    more = {name: value for name, value in problem.extra.items() if name != "errors" and value not in ("", None)}
    words = problem.detail or problem.title
    return f"{words} ({problem.type}{': ' + json.dumps(more, ensure_ascii=False) if more else ''})"
