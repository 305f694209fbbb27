"""The first run of an agent with a person: what the prompt is told of it, and how it ends."""

from channels_bridge.actors import Actor
from kirocrew.models import AgentFile


def file_written(*, actor: Actor, file: AgentFile) -> None:
    """What follows from a file's new text. Call it in the transaction of the write."""
