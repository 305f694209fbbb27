"""What goes along with one message: what was said around it, what hooks add, and the request itself, always last."""

from dataclasses import dataclass, replace
from typing import Final

from channels_bridge.actors import Permission
from hooks.models import Outcome
from hooks.services.evaluate import message_evaluate
from kirocrew.base.fencing import fenced, unframed
from kirocrew.base.text import clean, cut
from kirocrew.context import frame_blocks, skill_blocks, thread_blocks
from kirocrew.context.asking import Asked
from kirocrew.context.blocks import Block, Group, Item, Pool, whole
from kirocrew.context.build import Built, built
from kirocrew.context.frame_blocks import LABEL
from kirocrew.context.markers import REQUEST
from skills.matching.slash import SlashKind
from skills.services.slash import SlashAnswer, slash_read

HOOKS: Final = "[kirocrew: added by the owner's hooks]"


@dataclass(frozen=True, slots=True)
class Message:
    """A message on its way to an agent. `around` is what the caller knows of the chat, line by line: text of others.

    `is_first` is whether the session's context went along just now, so that the runtime need not be said again;
    `is_compacted` that the conversation was shortened just now, so that the list of skills is. `loaded` are skills the
    conversation holds already.
    """

    text: str
    user: str = ""
    around: str = ""
    is_first: bool = False
    is_compacted: bool = False
    loaded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MessageBuilt:
    """A hook's reply ends the turn: then there is no context. `outcome` is what the hooks did with the message."""

    built: Built
    outcome: str
    reply: str = ""
    rules: tuple[str, ...] = ()


def message_build(asked: Asked, message: Message) -> MessageBuilt:
    """The context of a message, its text last. The owner's hooks are asked first, whoever calls.

    The request is never cut; everything else shares what the base of the caps leaves. Raises Unavailable when the
    hooks' decision can't be written down.
    """
    # The owner's rules hold for every caller; whether its key may ask what they say is another matter.
    judge = replace(asked.actor, permissions=asked.actor.permissions | {Permission.HOOKS_EVALUATE})
    verdict = message_evaluate(actor=judge, text=clean(message.text)).verdict
    if verdict.outcome == Outcome.REPLY:
        return MessageBuilt(Built("", (), asked.caps.base), verdict.outcome.value, verdict.reply, verdict.rules)
    slash = _slash(asked, verdict.text)
    last = _request(slash.message)
    pool = Pool(max(0, asked.caps.base - last.chars), taken=True)
    hooked = pool.take(_hooked(verdict.context, verdict.rules, pool.room(asked.caps.steering)))
    # A skill the message calls may have all there is; those that come by themselves leave room for the rest.
    share = asked.caps.base if slash.body else max(asked.caps.skills, asked.caps.base // 2)
    skills = pool.take(_skills(asked, message, slash, pool.room(share)))
    blocks = [
        pool.take(_runtime(asked, message, pool)),
        skills,
        pool.take(thread_blocks.channel(asked, pool.room(asked.caps.raw))),
        pool.take(thread_blocks.around(message.around, pool.room(asked.caps.raw))),
        hooked,
        pool.take(_where(asked, pool.room(asked.caps.preamble))),
        pool.take(_who(message.user, pool.room(asked.caps.preamble))),
        last,
    ]
    return MessageBuilt(built(blocks, asked.caps.base, framed=False), verdict.outcome.value, rules=verdict.rules)


def _slash(asked: Asked, text: str) -> SlashAnswer:
    """What becomes of a message that calls a skill by name."""
    if asked.minimal or asked.why_withheld(Group.PROJECT) or not asked.actor.may(Permission.SKILLS_READ):
        return SlashAnswer(SlashKind.ORDINARY, text)
    return slash_read(actor=asked.actor, message=text, project=asked.project, only=asked.only)


def _skills(asked: Asked, message: Message, slash: SlashAnswer, room: int) -> Block:
    if asked.minimal:
        return Block("skills", Group.PROJECT, why="A minimal context has none.")
    if slash.body:
        return skill_blocks.called(slash, room)
    if message.is_compacted:
        return skill_blocks.listing(asked, room)
    return skill_blocks.brought(asked, slash.message, room, loaded=message.loaded)


def _runtime(asked: Asked, message: Message, pool: Pool) -> Block:
    if message.is_first:
        return Block("runtime", Group.CONDUCT, why="The session's context has just said it.")
    return frame_blocks.runtime(asked, pool.room(asked.caps.preamble))


def _hooked(context: str, rules: tuple[str, ...], room: int) -> Block:
    items = [Item(rule, "hook", "its rule hits the message") for rule in rules]
    text = f"{HOOKS}\n{context}" if context else ""
    return whole("hooks", Group.CONDUCT, text, room=room, why="" if context else "No hook adds anything.", items=items)


def _where(asked: Asked, room: int) -> Block:
    conversation = asked.conversation
    parts = [("surface", conversation.surface), ("channel", conversation.channel)] if conversation else []
    text = ", ".join(f"{name} {cut(fenced(value), LABEL)}" for name, value in parts if value)
    return whole(
        "where", Group.CONDUCT, f"Where: {text}." if text else "", room=room, why="" if text else "Nobody says."
    )


def _who(user: str, room: int) -> Block:
    text = f"Who speaks (as the caller says): {cut(fenced(user), LABEL)}." if user.strip() else ""
    return whole("who", Group.CONDUCT, text, room=room, why="" if text else "Nobody says.")


def _request(text: str) -> Block:
    return Block("request", Group.CONDUCT, f"{REQUEST}\n{unframed(text)}", why="The message itself.")
