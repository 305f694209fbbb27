"""Who may read and write which file of an agent, and whose copy that is."""

from dataclasses import dataclass
from typing import Final

from channels_bridge.actors import Actor
from hooks.services import redact
from kirocrew.agents.events import event_of
from kirocrew.agents.names import (
    BOOTSTRAP,
    EVOLVING,
    FOR_NOBODY,
    FOR_PERSONS,
    GUARDED,
    HEARTBEAT,
    USER,
    USER_PREDEFINED,
    VIRTUAL,
    Session,
)
from kirocrew.base.problems import Forbidden, Invalid
from kirocrew.base.text import clean
from kirocrew.models import Agent, AgentFile, AgentKind, AgentPerson
from kirocrew.models.agents import PERSON_LIMIT
from memory.gate.checks import is_blank
from memory.services.journal import events_write

SHARED_WAITS: Final = "shared"
"""Why a chat's text for a file that everybody's prompts have waits: one person's talk would change all others'."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a text goes: whose copy, empty for the agent's; and why it waits for the owner there, if it does."""

    person: str
    waits: str = ""


def owner_only(actor: Actor) -> None:
    """Raise Forbidden unless the owner or the system acts: no key decides which agents there are."""
    if not (actor.is_owner or actor.is_system):
        raise Forbidden("Only the owner makes and changes agents. A bot may write their files.", type="owner-only")


def person_checked(person: str) -> str:
    """The name of a person as a key of files: cleaned, on one line. Raises Invalid for one that can't be one."""
    cleaned = " ".join(clean(person).split())
    if len(cleaned) > PERSON_LIMIT or (person and is_blank(cleaned)) or redact(cleaned).findings:
        raise Invalid(f"A person is a name of 1 to {PERSON_LIMIT} characters and no secret.", type="agent-invalid")
    return cleaned


def decides(actor: Actor) -> bool:
    """Whether rights of chats are none of its concern: the owner's and the system's tasks'."""
    return actor.is_owner or actor.is_system


def is_shared(agent: Agent, person: str, session: Session) -> bool:
    """Whether who speaks has the agent's own files instead of a copy."""
    if person in agent.shared_people:
        return True
    return agent.shared_group if session in (Session.GROUP, Session.TEAM) else agent.shared_dm


def place_for(*, actor: Actor, agent: Agent, name: str, person: str, session: Session) -> Place:
    """Where an actor's text for a file goes.

    Raises Invalid for a file that nobody has there, Forbidden (and writes it down) for one a chat may not change.
    """
    if name in VIRTUAL:
        raise Forbidden(f"{name} is made for each prompt and can't be written.", type="agent-file-closed")
    if decides(actor):
        return Place(_fitting(agent, name, person))
    if reason := _closed(agent, name, person, session):
        closed = event_of(
            actor=actor,
            agent=agent,
            code="agent_file_closed",
            key=f"{agent.slug}/{name}",
            detail=reason,
            is_security=True,
            is_refusal=True,
        )
        events_write([closed])
        raise Forbidden(reason, type="agent-file-closed")
    if agent.kind == AgentKind.PREDEFINED and name in EVOLVING:
        return Place("", SHARED_WAITS)
    if name == HEARTBEAT:
        return Place("")
    if name != BOOTSTRAP and is_shared(agent, person, session):
        return Place(_fitting(agent, name, ""))
    if not person:
        raise Invalid("Say whose copy it is with 'person'.", type="agent-person-missing")
    return Place(_fitting(agent, name, person))


def _fitting(agent: Agent, name: str, person: str) -> str:
    """Whose copy is meant. Raises Invalid where there is none such."""
    if name == USER_PREDEFINED and agent.kind == AgentKind.OPEN:
        raise Invalid(f"Only predefined agents have {name}.", type="agent-file-misplaced")
    if person and name in FOR_NOBODY:
        raise Invalid(f"{name} is the agent's; no person has a copy.", type="agent-file-misplaced")
    if not person and name in FOR_PERSONS:
        raise Invalid(f"{name} is always one person's; the agent has none.", type="agent-file-misplaced")
    return person


def _closed(agent: Agent, name: str, person: str, session: Session) -> str:
    """Why a chat may not write a file, empty when it may."""
    if agent.kind == AgentKind.PREDEFINED and not _is_open_to_chats(agent, name):
        return f"{name} of this agent is its owner's. What you learn about the person belongs into {USER}."
    if name not in GUARDED:
        return ""
    if not person:
        return f"Nobody speaks in this run, so {name} can't be changed."
    if session is Session.GROUP and not may_write(agent, person, name):
        return f"In a group only the people the owner named change {name}."
    return ""


def _is_open_to_chats(agent: Agent, name: str) -> bool:
    return name in (USER, HEARTBEAT) or (agent.self_evolve and name in EVOLVING)


def may_write(agent: Agent, person: str, name: str = "") -> bool:
    """Whether a person may change an agent's files in a group: one of its writers, or anybody where there are none.

    What is written of the person themselves in the first run is not kept from them.
    """
    if name == USER and _in_ritual(agent, person):
        return True
    writers = set(AgentPerson.objects.filter(agent=agent, may_write=True).values_list("person", flat=True))
    return not writers or person in writers


def _in_ritual(agent: Agent, person: str) -> bool:
    return AgentFile.objects.filter(agent=agent, person=person, name=BOOTSTRAP, removed_at__isnull=True).exists()


def is_readable(*, actor: Actor, agent: Agent, name: str) -> bool:
    """Whether a chat may read a file by name; the shared ones of a predefined agent stand in its prompt already."""
    if decides(actor) or agent.kind == AgentKind.OPEN:
        return True
    return name == BOOTSTRAP or _is_open_to_chats(agent, name)
