"""What was done to agents and their files, as entries of the one audit."""

from typing import Final

from channels_bridge.actors import Actor
from hooks.services import snippet
from kirocrew.models import Agent
from memory.gate.outcomes import SECURITY_CODES, Refusal
from memory.models import Event
from memory.services.journal import events_write, reason_text

EVENT_KIND: Final = "agent"
EVENT_CODES: Final = {
    "agent_created": "An agent was made; the entry says of which kind",
    "agent_changed": "The owner changed an agent; the detail names the fields",
    "agent_retired": "An agent is served no more; its files and their history stay",
    "agent_returned": "A retired agent is served again",
    "agent_file_written": "A context file has a new text; the key names agent, file and whose copy it is",
    "agent_file_removed": "A context file was taken away; its history stays",
    "agent_file_waits": "A text for a context file waits for the owner; the detail says why",
    "agent_file_dismissed": "The owner decided that such a text is not used",
    "agent_file_closed": "A chat tried to write a context file that is not open to it",
    "agent_files_seeded": "An agent or a person got the files to begin with; the entry names them",
    "agent_ritual_ended": "A person's first run with an agent is over; the detail says how",
    "agent_moved": "An agent got a store of its own; the detail names store, keys and how many items it has",
    "agent_move_undone": "The owner took that back; what stands in the store stays there",
    "agent_writer_set": "The owner said whether a person may change an agent in a group",
}
"""Codes of the entries these services write, beside those of refusals."""


def event_of(  # noqa: PLR0913  (the columns of an audit entry)
    *,
    actor: Actor,
    agent: Agent,
    code: str,
    key: str = "",
    old: str = "",
    new: str = "",
    detail: str = "",
    is_security: bool = False,
    is_refusal: bool = False,
) -> Event:
    """An entry about an agent, not yet written. Values are redacted, then cut. It belongs to the agent's own store."""
    return Event(
        code=code,
        kind=EVENT_KIND,
        store_id=agent.store_id,
        key=snippet(key or agent.slug, 100),
        old_value=snippet(old) if old else "",
        new_value=snippet(new) if new else "",
        source=actor.source,
        detail=reason_text(detail),
        is_security=is_security,
        is_refusal=is_refusal,
    )


def refusal_written(*, actor: Actor, agent: Agent, key: str, refusal: Refusal, text: str) -> None:
    """Write down that a text was refused. Of a value the owner refused for good no text is kept."""
    is_security = refusal.code in SECURITY_CODES
    entry = event_of(
        actor=actor, agent=agent, code=refusal.code, key=key, new=text, is_security=is_security, is_refusal=True
    )
    events_write([entry])
