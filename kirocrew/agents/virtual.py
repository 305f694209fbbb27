"""Files that are made for a prompt and never stored: what the agent may count on besides itself."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kirocrew.agents.names import AVAILABILITY, DELEGATION, TEAM
from kirocrew.agents.truncation import ContextFile
from kirocrew.base.text import clean

INLINE_MOST: Final = 15
"""Agents that are listed one by one."""


@dataclass(frozen=True, slots=True)
class Mate:
    """Another agent, as this one knows it: its name and one line on what it does."""

    name: str
    description: str = ""


@dataclass(frozen=True, slots=True)
class Team:
    """The team an agent works in, and as what."""

    name: str
    role: str
    mates: tuple[Mate, ...] = ()


def virtual_files(*, team: Team | None = None, delegates: Sequence[Mate] = ()) -> list[ContextFile]:
    """What an agent may delegate to, its team, and always what there is not."""
    files = []
    if delegates:
        files.append(_file(DELEGATION, _delegation(delegates)))
    if team is not None:
        files.append(_file(TEAM, _team(team)))
    files.append(_file(AVAILABILITY, _availability(team, delegates)))
    return files


def _file(name: str, lines: Sequence[str]) -> ContextFile:
    return ContextFile(name, "\n".join((f"# {name}", "", *lines)), is_virtual=True)


def _delegation(delegates: Sequence[Mate]) -> list[str]:
    if len(delegates) > INLINE_MOST:
        return [f"You may hand work to {len(delegates)} other agents. Search for the one that fits by what it does."]
    return ["You may hand work to these agents:", "", *map(_line, delegates)]


def _team(team: Team) -> list[str]:
    lines = [f"You work in the team '{_label(team.name)}' as {_label(team.role)}."]
    if team.mates:
        lines += ["", "With you:", "", *map(_line, team.mates)]
    return [*lines, "", "Take a task, do it, and report what came of it to whoever gave it to you."]


def _availability(team: Team | None, delegates: Sequence[Mate]) -> list[str]:
    lacking = []
    if not delegates:
        lacking.append("There are no agents you could hand work to. Do not offer it.")
    if team is None:
        lacking.append("You are in no team. There are no team mates and no shared tasks.")
    return lacking or ["What is named above is all there is. Do not speak of other agents or teams."]


def _line(mate: Mate) -> str:
    return f"- **{_label(mate.name)}**{f': {_label(mate.description)}' if mate.description else ''}"


def _label(text: str) -> str:
    return " ".join(clean(text).split())
