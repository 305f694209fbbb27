"""A message of a channel that was delivered becomes a turn of a conversation."""

from dataclasses import dataclass

from channels_bridge.actors import Actor, Permission
from channels_bridge.models import Channel, Conversation, MemoryMode, Role
from channels_bridge.services.channel_gates import Decision, Message, Verdict, channel_message
from channels_bridge.services.channel_senders import Listed
from memory.models import Store
from memory.services.conversations import TurnDraft, TurnOutcome, conversation_open, turns_record


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of a message, and of it as a turn; None unless it was delivered and a conversation was named."""

    decision: Decision
    turn: TurnOutcome | None = None


def channel_message_take(
    *, actor: Actor, channel: Channel, message: Message, conversation: str = "", store: Store | None = None
) -> Taken:
    """Take a message through the gates; what is delivered is recorded as a turn of the conversation of this key.

    It counts as the owner's where the sender's id is one of the owner's and the key may say so. Raises as
    `channel_message`, `conversation_open` and `turns_record`.
    """
    if conversation:
        actor.require(Permission.MEMORY_WRITE)
    decision = channel_message(actor=actor, channel=channel, message=message)
    if decision.verdict is not Verdict.DELIVER or not conversation:
        return Taken(decision)
    opened = conversation_open(actor=actor, key=conversation, store=store, surface=channel.surface, channel=channel.key)
    is_owner = Listed(decision.channel).is_owner(message.sender)
    may_say_so = actor.is_owner or Permission.TURNS_RECORD in actor.permissions
    draft = TurnDraft(
        role=Role.OWNER if is_owner and may_say_so else Role.USER,
        text=message.text,
        key=message.key,
        author=message.author,
        said_at=message.said_at,
    )
    return Taken(decision, turns_record(actor=actor, conversation=opened, drafts=[draft])[0])


def keeps_nothing(actor: Actor, conversation: str) -> bool:
    """Whether the actor's conversation of this key is one of which nothing is kept, not even a request."""
    named = Conversation.objects.filter(started_by=actor.source, started_ident=actor.ident, key=conversation)
    return named.exclude(mode=MemoryMode.NORMAL).exists()
