"""A channel of botty's with people in it."""

from typing import Any

from channels_bridge.actors import Actor
from channels_bridge.models import Bot, Channel
from channels_bridge.services.bots import bot_create
from channels_bridge.services.channel_gates import Decision, Message, channel_message
from channels_bridge.services.channel_senders import channel_senders_set
from channels_bridge.services.channels import channel_change, channel_register

ALICE, BOB, MALLORY = "U-alice", "U-bob", "U-mallory"
SECRET = "ghp_" + "R7q2mZx9LkV4tBn8WcY1sHd6PfJ3aGe5UoTi"


def server_of(name: str = "botty") -> Actor:
    """A bot that may serve channels."""
    bot, _ = bot_create(actor=Actor.owner("alice", "1"), name=name, permissions=["channels:serve"])
    return bot.actor


def channel_of(actor: Actor, key: str = "room-1", surface: str = "slack", **values: Any) -> Channel:
    """A channel with Alice as its owner and Bob among those who may speak."""
    alice = Actor.owner("alice", "1")
    channel, _ = channel_register(
        actor=alice, surface=surface, key=key, bot=Bot.objects.get(pk=actor.ident), name="The kitchen"
    )
    channel_senders_set(actor=alice, channel=channel, senders=[BOB], owners=[ALICE])
    return channel_change(actor=alice, channel=channel, values=values) if values else channel


def say(actor: Actor, channel: Channel, sender: str, text: str, **values: Any) -> Decision:
    """Somebody says something in the channel."""
    return channel_message(actor=actor, channel=channel, message=Message(sender=sender, text=text, **values))
