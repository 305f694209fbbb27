"""What was said: in this conversation, in others of late, and around a message in a channel."""

from typing import Final

from channels_bridge.models import Conversation, Turn
from channels_bridge.services.channel_gates import context_for
from kirocrew.base.fencing import (
    CHANNEL_HEADER,
    COMPRESSED_HEADER,
    RECENT_HEADER,
    STOPS_HEADER,
    THREAD_HEADER,
    THREAD_OF_OTHERS_HEADER,
    fenced,
    fenced_lines,
)
from kirocrew.base.text import cut
from kirocrew.context.asking import Asked
from kirocrew.context.blocks import Block, Group, Item, Line, from_the_head, of_items, withheld
from kirocrew.context.markers import TRUNCATED, cut_message
from memory.services.conversation_reading import turns_before
from memory.services.conversations import conversations_recent

TURNS: Final = 20
"""Turns of a conversation that are given, the newest."""
CONVERSATIONS: Final = 5
LINE: Final = 300
"""Characters of a line of others that is passed on."""
LINES: Final = 200
STOPS: Final = 3
"""Notes of what the person stopped that are given, the newest."""


def thread(asked: Asked, room: int) -> Block:
    """The conversation in short where the caller has that, else the last turns word for word, the newest that fit."""
    if asked.resumed:
        return Block("thread", Group.CONDUCT, why="The conversation is resumed: who runs it holds the turns.")
    if asked.compressed.strip():
        told = [COMPRESSED_HEADER, *fenced_lines(asked.compressed)]
        items = [Item("compressed", "summary", "the conversation in short, as the caller passes it")]
        return from_the_head("thread", Group.CONDUCT, told, items, room=room, frame=1)
    room = min(room, asked.caps.raw)
    if asked.conversation is None:
        return Block("thread", Group.CONDUCT, why="No conversation is named.")
    turns = [
        turn for turn in turns_before(conversation=asked.conversation, limit=TURNS)[-TURNS:] if _is_shown(asked, turn)
    ]
    lines = [Line(_turn_line(turn, asked.caps.message), Item(str(turn.uid), "turn", "recent")) for turn in turns]
    kept, left_out, free = list[Line](), list[str](), room - len(THREAD_HEADER)
    header = THREAD_HEADER
    if sum(len(line.text) + 1 for line in lines) > free:
        header = f"{THREAD_HEADER}\n{TRUNCATED}"  # before the turns: what is missing was said before them
        free = room - len(header)
    for line in reversed(lines):
        if left_out or len(line.text) + 1 > free:
            left_out.append(line.item.id if line.item else "")
            continue
        kept.append(line)
        free -= len(line.text) + 1
    block = of_items("thread", Group.CONDUCT, header, reversed(kept), room=room)
    why = block.why if kept or not lines else "No turn fits."
    return Block("thread", Group.CONDUCT, block.text, block.items, len(lines), tuple(reversed(left_out)), why=why)


def stops(asked: Asked, room: int) -> Block:
    """What the person stopped of late, as the caller says: the newest, at most three."""
    notes = [cut(fenced(note), LINE) for note in asked.stops if note.strip()][-STOPS:]
    lines = [Line(f"- {note}", Item(str(number), "stop", "stopped of late")) for number, note in enumerate(notes)]
    why = "" if lines else "The caller tells of none."
    return of_items("stops", Group.CONDUCT, STOPS_HEADER, lines, room=room, why=why)


def recent(asked: Asked, room: int) -> Block:
    """Which other conversations there were of late, without their words."""
    if why := asked.why_withheld(Group.MEMORY):
        return withheld("recent", Group.MEMORY, why)
    found = conversations_recent(
        actor=asked.actor,
        store=asked.store,
        project=asked.project,
        without=asked.conversation,
        until=asked.moment.known_at if asked.moment else None,
        limit=CONVERSATIONS,
    )
    lines = [
        Line(
            f"- [{row.last_turn_at:%Y-%m-%d}] {cut(fenced(row.key), LINE)}, {_where(row)}{row.next_position} turns",
            Item(str(row.uid), "conversation", "recent"),
        )
        for row in found
    ]
    return of_items("recent", Group.MEMORY, RECENT_HEADER, lines, room=room)


def channel(asked: Asked, room: int) -> Block:
    """What was overheard in the channel since the last message, by those who may speak."""
    if asked.channel is None:
        return Block("channel", Group.CONDUCT, why="No channel is named.")
    heard = context_for(asked.channel).lines
    lines = [Line(line, Item(str(number), "overheard", "in the channel")) for number, line in enumerate(heard)]
    return of_items("channel", Group.CONDUCT, CHANNEL_HEADER, lines, room=room)


def around(text: str, room: int) -> Block:
    """What the caller passes on of the chat around a message: text of others, line by line."""
    said = [cut(fenced(line), LINE) for line in text.splitlines() if line.strip()][-LINES:]
    lines = [Line(line, Item(str(number), "line", "passed on by the caller")) for number, line in enumerate(said)]
    return of_items("around", Group.CONDUCT, THREAD_OF_OTHERS_HEADER, lines, room=room)


def _where(row: Conversation) -> str:
    """Where another conversation was, and with which agent."""
    known = [cut(fenced(part), LINE) for part in (row.surface, f"with {row.agent}" if row.agent else "") if part]
    return ", ".join([*known, ""])


def _is_shown(asked: Asked, turn: Turn) -> bool:
    """Neither erased ones nor those the screen found orders in; and as of an instant, those that were there."""
    is_there = asked.moment is None or turn.recorded_at <= asked.moment.known_at
    return is_there and turn.erased_at is None and not turn.is_suspicious


def _turn_line(turn: Turn, limit: int) -> str:
    who = f"{turn.role} {fenced(turn.author)}".strip().replace("[", "(").replace("]", ")")
    origin = "" if turn.origin == "typed" else f" from a {turn.origin}"
    return f"[said by {who}{origin}, {turn.said_at:%Y-%m-%d %H:%M}] {cut_message(fenced(turn.text), limit)}"
