"""Which context files there are: which an agent has, which a person has, and which a session is given."""

import re
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

from kirocrew.base.problems import Invalid
from kirocrew.models import AgentKind, PromptMode

AGENTS: Final = "AGENTS.md"
SOUL: Final = "SOUL.md"
TOOLS: Final = "TOOLS.md"
IDENTITY: Final = "IDENTITY.md"
USER: Final = "USER.md"
BOOTSTRAP: Final = "BOOTSTRAP.md"
USER_PREDEFINED: Final = "USER_PREDEFINED.md"
CAPABILITIES: Final = "CAPABILITIES.md"
HEARTBEAT: Final = "HEARTBEAT.md"
DELEGATION: Final = "DELEGATION.md"
TEAM: Final = "TEAM.md"
AVAILABILITY: Final = "AVAILABILITY.md"

ORDER: Final = (AGENTS, SOUL, TOOLS, IDENTITY, USER, BOOTSTRAP, USER_PREDEFINED, CAPABILITIES, HEARTBEAT)
"""Every file that can be stored, in the order they are loaded."""
VIRTUAL: Final = (DELEGATION, TEAM, AVAILABILITY)
"""Files that are made for a prompt and never stored."""
SEEDED_AGENT: Final = (AGENTS, SOUL, IDENTITY, USER_PREDEFINED)
"""What a predefined agent begins with."""
SEEDED_OPEN: Final = (AGENTS, SOUL, TOOLS, IDENTITY, USER, BOOTSTRAP)
"""What a person begins with at an open agent."""
SEEDED_PREDEFINED: Final = (USER, BOOTSTRAP)
"""What a person begins with at a predefined agent."""
EVOLVING: Final = frozenset({SOUL, CAPABILITIES})
"""What a chat may propose to change of a predefined agent with `self_evolve`."""
GUARDED: Final = frozenset({SOUL, IDENTITY, AGENTS, USER, USER_PREDEFINED, CAPABILITIES})
"""What in a group only its writers change, and a run without a person never."""
FOR_NOBODY: Final = frozenset({USER_PREDEFINED, HEARTBEAT})
"""What no person has a copy of."""
FOR_PERSONS: Final = frozenset({BOOTSTRAP})
"""What an agent has none of: it is always one person's."""
MINIMAL: Final = frozenset({AGENTS, TOOLS, CAPABILITIES})
"""What a sub-agent and a scheduled run are given."""

_TEMPLATES: Final = Path(__file__).parent / "templates"
_KNOWN: Final = {name.casefold(): name for name in (*ORDER, *VIRTUAL)}
_PARTS: Final = re.compile(r"[\\/]")


class Session(StrEnum):
    """In what a prompt is used or a file is written: a talk with one person or many, or a run without any."""

    DIRECT = "direct"
    GROUP = "group"
    TEAM = "team"
    SUBAGENT = "subagent"
    CRON = "cron"
    HEARTBEAT = "heartbeat"


MINIMAL_SESSIONS: Final = frozenset({Session.SUBAGENT, Session.CRON, Session.HEARTBEAT})


def session_of(key: str) -> Session:
    """What kind of session a key `agent:<agent>:<rest>` names: its rest begins with it, else people talk directly."""
    rest = [*key.split(":", 2), "", ""][2].casefold()
    for kind in (Session.SUBAGENT, Session.CRON, Session.HEARTBEAT, Session.TEAM, Session.GROUP):
        if rest.startswith(kind if kind is Session.HEARTBEAT else f"{kind}:"):
            return kind
    return Session.DIRECT


def name_checked(path: str) -> str:
    """The name of the file that a path means: its last part, in capitals as ours are written.

    Raises Invalid for one that no agent has.
    """
    known = _KNOWN.get(_PARTS.split(path.strip())[-1].casefold())
    if known is None:
        raise Invalid(f"Agents have the files {', '.join(ORDER)}.", type="unknown-agent-file")
    return known


def names_in(session: Session, mode: str) -> frozenset[str]:
    """The names of files that a session is given in a mode of prompt."""
    names = MINIMAL if session in MINIMAL_SESSIONS or mode == PromptMode.MINIMAL else frozenset(ORDER) - {HEARTBEAT}
    if session is Session.HEARTBEAT:
        names |= {HEARTBEAT}
    return names if session is Session.DIRECT else names - {BOOTSTRAP}


@cache
def template(name: str, kind: str = AgentKind.OPEN) -> str:
    """Our own text of a file to begin with, empty where there is none."""
    special = "BOOTSTRAP_PREDEFINED.md" if (name, kind) == (BOOTSTRAP, AgentKind.PREDEFINED) else name
    file = _TEMPLATES / special
    return file.read_text(encoding="utf-8").strip("\n") if file.is_file() else ""
