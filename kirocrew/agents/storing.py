"""How a text that was let through becomes a file's: row, revision and audit entry together."""

from typing import Final

from django.db.models import Max

from channels_bridge.actors import Actor
from kirocrew.agents.events import event_of
from kirocrew.agents.identity import field_of
from kirocrew.agents.names import BOOTSTRAP, USER
from kirocrew.base.clock import now
from kirocrew.models import AgentFile, AgentFileRevision, AgentPerson
from memory.services.journal import events_write, reason_text

ERASE: Final = "erase"
"""The operation that takes a text out which must stand nowhere, so its entry does not show it either."""


def file_commit(*, actor: Actor, file: AgentFile, text: str, operation: str, reason: str = "") -> None:
    """Make a text the file's, as its next revision; blank takes it away. Call it in a transaction."""
    before, moment = file.text, now()
    number = next_number(file)
    file.text, file.revision, file.source, file.updated_at = text, number, actor.source, moment
    file.removed_at = None if text else moment
    file_stored(file)
    AgentFileRevision.objects.create(
        file=file, number=number, operation=operation, source=actor.source, reason=reason_text(reason), text=text,
        recorded_at=moment,
    )  # fmt: skip
    code = "agent_file_written" if text else "agent_file_removed"
    entry = event_of(
        actor=actor,
        agent=file.agent,
        code=code,
        key=key_of(file),
        old="" if operation == ERASE else before,
        new=text,
        detail=reason,
    )
    events_write([entry])
    _followed(actor, file)


def key_of(file: AgentFile) -> str:
    """How an audit entry calls a file."""
    return f"{file.agent.slug}/{file.name}{f' of {file.person}' if file.person else ''}"


def next_number(file: AgentFile) -> int:
    """The number of the file's next revision, those that wait counted."""
    if file._state.adding:
        return 1
    return (AgentFileRevision.objects.filter(file=file).aggregate(last=Max("number"))["last"] or 0) + 1


def file_stored(file: AgentFile) -> None:
    """Store the row of a file."""
    if file._state.adding:
        file.save(force_insert=True)
    else:
        file.save(update_fields=["text", "revision", "source", "updated_at", "removed_at"])


def _followed(actor: Actor, file: AgentFile) -> None:
    """A finished first run is noted, and a name that is there is no longer asked for."""
    if file.name == BOOTSTRAP and not file.text and file.revision > 1:
        detail = f"{file.person}: BOOTSTRAP.md is gone"
        events_write([event_of(actor=actor, agent=file.agent, code="agent_ritual_ended", detail=detail)])
    if file.name == USER and field_of(file.text, "Name"):
        AgentPerson.objects.filter(agent=file.agent, person=file.person, must_name=True).update(must_name=False)
