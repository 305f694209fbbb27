"""The files an agent and its people begin with."""

import re
from collections.abc import Iterable
from typing import Final

from channels_bridge.actors import Actor
from kirocrew.agents.events import event_of
from kirocrew.agents.names import (
    template,
)
from kirocrew.base.clock import now
from kirocrew.models import Agent, AgentFile, AgentFileRevision
from memory.services.journal import events_write

TRIES: Final = 3
PAUSE_S: Final = 0.5
"""How often, and how far apart, a busy database is asked again."""
UNKNOWN_ZONE: Final = "(unknown)"
DISPLAY_LIMIT: Final = 120
_MARKUP: Final = re.compile(r"[*_`#\[\]()<>|~\\!{}]")


def agent_seeded(*, actor: Actor, agent: Agent, names: Iterable[str]) -> None:
    """Give an agent the templates of files it has not. Call it in the transaction that makes it."""
    _seed(actor, agent, "", {name: template(name, agent.kind) for name in names})


def _seed(actor: Actor, agent: Agent, person: str, texts: dict[str, str]) -> list[str]:
    """Store the texts of files that are not there, and return their names. What is there is never written over."""
    there = {file.name: file for file in AgentFile.objects.filter(agent=agent, person=person)}
    moment, seeded = now(), []
    for name, text in texts.items():
        file = there.get(name)
        if not text.strip() or (file is not None and (file.text.strip() or file.revision)):
            continue
        number = file.revisions.count() + 1 if file is not None else 1  # a text may wait there already
        file = file or AgentFile(agent=agent, person=person, name=name)
        file.text, file.revision, file.source, file.updated_at, file.removed_at = (
            text,
            number,
            actor.source,
            moment,
            None,
        )
        file.save()
        AgentFileRevision.objects.create(
            file=file, number=number, operation="seed", source=actor.source, text=text, recorded_at=moment
        )
        seeded.append(name)
    if seeded:
        detail = ", ".join(seeded) + (f" of {person}" if person else "")
        events_write([event_of(actor=actor, agent=agent, code="agent_files_seeded", detail=detail)])
    return seeded
