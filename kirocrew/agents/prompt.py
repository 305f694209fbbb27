"""The system prompt of an agent: its sections in order, the stable ones first, and where each of them stands."""

from dataclasses import dataclass
from typing import Final

from channels_bridge.actors import Actor, Permission
from kirocrew.agents.files import files_of
from kirocrew.agents.names import MINIMAL_SESSIONS
from kirocrew.agents.prompt_sections import SLOTS, WRITE_FILE, WRITERS, PromptAsked, Slot, Told, ToolLine
from kirocrew.agents.rights import person_checked
from kirocrew.agents.ritual import ritual_of
from kirocrew.agents.truncation import files_fitted
from kirocrew.agents.wrapping import unmarked
from kirocrew.base.fencing import fenced
from kirocrew.context.blocks import JOINT
from kirocrew.context.tokens import counter_for
from kirocrew.models import Agent, PromptMode
from memory.services.settings import settings_all

BOUNDARY: Final = "[kirocrew: what stands above stays the same from call to call]"


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a prompt: its text is that from `start` up to, not including, `end`, in code points."""

    name: str
    start: int
    end: int
    is_stable: bool


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt. `text` up to `boundary` is the same for every call with the same agent, tools, skills and project.

    `tokens_are` says how `tokens` were counted. `tools` are the names of those the prompt speaks of.
    """

    text: str
    mode: PromptMode
    sections: tuple[Section, ...]
    boundary: int
    tokens: int
    tokens_are: str
    tools: tuple[str, ...]


def prompt_build(*, actor: Actor, agent: Agent, asked: PromptAsked) -> Prompt:
    """The prompt of an agent for one call. The agent is one that `agent_get` gave the actor. Reads only.

    A sub-agent's and a scheduled run's are minimal whatever is asked for. Raises Forbidden, Invalid for a name of a
    person that can't be one.
    """
    actor.require(Permission.AGENTS_READ)
    told = _told(actor, agent, asked, person_checked(asked.person))
    is_short = told.mode is PromptMode.MINIMAL or told.is_slim
    slots = [slot for slot in SLOTS if slot.in_minimal or not is_short]
    text, sections, boundary = _joined([(slot, made) for slot in slots if (made := slot.make(told))])
    counter = counter_for(asked.model or agent.model, settings_all())
    names = tuple(tool.name for tool in told.tools)
    return Prompt(text, told.mode, sections, boundary, counter.count(text), counter.method, names)


def mode_of(agent: Agent, asked: PromptAsked) -> PromptMode:
    """Minimal for what runs without a person; else what is asked for; else the agent's own."""
    if asked.session in MINIMAL_SESSIONS:
        return PromptMode.MINIMAL
    return PromptMode(asked.mode or agent.mode)


def _told(actor: Actor, agent: Agent, asked: PromptAsked, person: str) -> Told:
    mode = mode_of(agent, asked)
    files = files_of(
        agent=agent, person=person, session=asked.session, mode=mode, team=asked.team, delegates=asked.delegates
    )
    ritual = ritual_of(agent=agent, person=person, session=asked.session)
    told = Told(actor, agent, asked, mode, tuple(files_fitted(files)), ritual, ())
    return Told(actor, agent, asked, mode, told.files, ritual, _tools(told))


def _tools(told: Told) -> tuple[ToolLine, ...]:
    """The tools by name, each once; in an open agent's first run the one that writes files."""
    given = told.asked.tools
    if given is None:
        # Imported here: the tools of MCP are above what an agent is made of.
        from kirocrew.mcp.server import TOOLS

        known = [tool for tool in TOOLS.values() if told.actor.may(tool.permission)]
        given = tuple(ToolLine(tool.name, tool.description) for tool in known)
    if told.is_slim:
        writing = tuple(tool for tool in given if tool.name in WRITERS)
        given = writing or (ToolLine(WRITE_FILE, "Write one of your files: its name, and its whole text."),)
    named = {fenced(tool.name): tool for tool in given if tool.name.strip()}
    return tuple(ToolLine(unmarked(name), named[name].description) for name in sorted(named))


def _joined(made: list[tuple[Slot, str]]) -> tuple[str, tuple[Section, ...], int]:
    """The text, where each section stands in it, and where the stable part ends."""
    text, sections, boundary = "", list[Section](), 0
    for slot, part in made:
        if not slot.is_stable and not boundary:
            boundary = len(text)
            text += f"{JOINT}{BOUNDARY}"
        text += JOINT if text else ""
        sections.append(Section(slot.name, len(text), len(text) + len(part), slot.is_stable))
        text += part
    return text, tuple(sections), boundary or len(text)
