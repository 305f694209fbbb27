"""What goes along with one message: what was said around it, what hooks add, and the request itself, always last."""

from dataclasses import dataclass, field, replace
from typing import Final

from channels_bridge.actors import Permission
from hooks.models import Outcome
from hooks.services.evaluate import message_evaluate, message_try
from kirocrew.base.fencing import fenced, unframed
from kirocrew.base.text import clean, cut
from kirocrew.context import frame_blocks, person_blocks, skill_blocks, thread_blocks, workspace_blocks
from kirocrew.context.asking import Asked
from kirocrew.context.blocks import Block, Group, Item, Pool, whole
from kirocrew.context.build import Built, built
from kirocrew.context.frame_blocks import label
from kirocrew.context.markers import REQUEST
from kirocrew.context.workspace_blocks import Folder
from skills.matching.slash import SlashKind
from skills.services.slash import SlashAnswer, slash_read

HOOKS: Final = "[kirocrew: added by the owner's hooks]"
OPTIONS: Final = (
    "[kirocrew: the person can choose: where you offer choices, end with one line `Options: first | second | third`, "
    "two to five of a few words each]"
)
ACTION: Final = 500
"""Characters of what set the message off that are shown."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message on its way to an agent. `around` is what the caller knows of the chat, line by line: text of others.

    `is_first` is whether the session's context went along just now, so that the runtime need not be said again;
    `is_compacted` that the conversation was shortened just now, so that the list of skills is. `loaded` are skills the
    conversation holds already. `reply_style` is the person's wish, `folder` what the message is about, `action` what
    set it off; `is_interactive` whether the person can pick one of some choices.
    """

    text: str
    around: str = ""
    reply_style: str = ""
    folder: Folder = field(default_factory=Folder)
    action: str = ""
    is_interactive: bool = False
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
    allowed = asked.actor.permissions | {Permission.HOOKS_EVALUATE, Permission.HOOKS_READ}
    judge, words = replace(asked.actor, permissions=allowed), clean(message.text)
    verdict = (
        message_try(actor=judge, text=words) if asked.is_trial else message_evaluate(actor=judge, text=words).verdict
    )
    if verdict.outcome == Outcome.REPLY:
        return MessageBuilt(Built("", (), asked.caps.base), verdict.outcome.value, verdict.reply, verdict.rules)
    slash = _slash(asked, verdict.text)
    last, hint = _request(slash.message), [Block("options", Group.CONDUCT, OPTIONS)] if message.is_interactive else []
    pool = Pool(max(0, asked.caps.base - last.chars), taken=True)
    for block in hint:
        pool.take(block)
    # Who has the first claim is not who stands first: the owner's hooks and the skills, then what others said.
    hooked = pool.take(_hooked(verdict.context, verdict.rules, pool.room(asked.caps.steering)))
    skills = _skills(asked, message, slash, pool)
    small = asked.caps.preamble
    blocks = [
        pool.take(_runtime(asked, message, pool)),
        pool.take(_index(asked, message, pool)),
        pool.take(thread_blocks.channel(asked, pool.room(asked.caps.raw))),
        pool.take(thread_blocks.around(message.around, pool.room(asked.caps.raw))),
        pool.take(workspace_blocks.project(asked, pool.room(small))),
        pool.take(person_blocks.style(message.reply_style, pool.room(small))),
        pool.take(workspace_blocks.folder(asked, message.folder, pool.room(asked.caps.projects))),
        skills,
        hooked,
        pool.take(_action(message, pool.room(small))),
        pool.take(_where(asked, pool.room(small))),
        pool.take(person_blocks.who(asked.user, pool.room(small))),
        last,
        *hint,
    ]
    made = built(blocks, asked.caps.base, framed=False, counter=asked.counter)
    return MessageBuilt(made, verdict.outcome.value, rules=verdict.rules)


def _slash(asked: Asked, text: str) -> SlashAnswer:
    """What becomes of a message that calls a skill by name."""
    if asked.minimal or asked.why_withheld(Group.PROJECT) or not asked.actor.may(Permission.SKILLS_READ):
        return SlashAnswer(SlashKind.ORDINARY, text)
    return slash_read(
        actor=asked.actor, message=text, project=asked.project, only=asked.only, record=not asked.is_trial
    )


def _skills(asked: Asked, message: Message, slash: SlashAnswer, pool: Pool) -> Block:
    """The skill that is called, which may have all there is, or those the message brings, which leave half of it."""
    if asked.minimal:
        return Block("skills", Group.PROJECT, why="A minimal context has none.")
    if slash.body:
        return pool.take(skill_blocks.called(slash, pool.room(asked.caps.base)))
    if not asked.has_crew_context and not asked.why_withheld(Group.PROJECT):
        return Block("skills", Group.PROJECT, why="The agent takes no skills that a message brings.")
    room = pool.room(max(asked.caps.skills, asked.caps.base // 2))
    return pool.take(skill_blocks.brought(asked, slash.message, room, loaded=message.loaded))


def _index(asked: Asked, message: Message, pool: Pool) -> Block:
    """The list of skills once more, after the conversation was compacted."""
    if asked.minimal:
        return Block("skills_index", Group.PROJECT, why="A minimal context has none.")
    if not message.is_compacted and not asked.why_withheld(Group.PROJECT):
        return Block("skills_index", Group.PROJECT, why="The conversation was not compacted just now.")
    return replace(skill_blocks.listing(asked, pool.room(asked.caps.skills)), name="skills_index")


def _runtime(asked: Asked, message: Message, pool: Pool) -> Block:
    if message.is_first:
        return Block("runtime", Group.CONDUCT, why="The session's context has just said it.")
    return frame_blocks.runtime(asked, pool.room(asked.caps.preamble))


def _hooked(context: str, rules: tuple[str, ...], room: int) -> Block:
    items = [Item(rule, "hook", "its rule hits the message") for rule in rules]
    text = f"{HOOKS}\n{context}" if context else ""
    return whole("hooks", Group.CONDUCT, text, room=room, why="" if context else "No hook adds anything.", items=items)


def _action(message: Message, room: int) -> Block:
    text = f"What set this off: {cut(fenced(message.action), ACTION)}" if message.action.strip() else ""
    return whole("action", Group.CONDUCT, text, room=room, why="" if text else "Nobody says.")


def _where(asked: Asked, room: int) -> Block:
    """What is known of the thread: where it is, and how long."""
    conversation = asked.conversation
    if conversation is None:
        return Block("where", Group.CONDUCT, why="No conversation is named.")
    parts = [("surface", conversation.surface), ("channel", conversation.channel), ("thread", conversation.key)]
    text = ", ".join(f"{name} {label(value)}" for name, value in parts if value)
    return whole("where", Group.CONDUCT, f"Where: {text}, {conversation.next_position} turns so far.", room=room)


def _request(text: str) -> Block:
    return Block("request", Group.CONDUCT, f"{REQUEST}\n{unframed(text)}", why="The message itself.")
