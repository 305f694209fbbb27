"""Who the person is and how they want to be answered."""

from typing import Final

from kirocrew.agents.names import USER, Session
from kirocrew.agents.rights import is_shared
from kirocrew.base.fencing import PROFILE_HEADER, fenced, fenced_lines
from kirocrew.base.text import cut
from kirocrew.context.asking import Asked
from kirocrew.context.blocks import Block, Group, Item, from_the_head, whole, withheld
from kirocrew.context.frame_blocks import label
from kirocrew.models import Agent, AgentFile

STYLE: Final = 500
"""Characters of a wish for the style of replies."""


def profile(asked: Asked, room: int) -> Block:
    """What the agent wrote down of the person who speaks, else of any person. It goes with the lessons."""
    if why := asked.why_withheld(Group.LESSONS):
        return withheld("profile", Group.LESSONS, why)
    if asked.profiled is None:
        return Block("profile", Group.LESSONS, why="No agent of ours is named.")
    found = _newest(asked, asked.profiled)
    if found is None:
        return Block("profile", Group.LESSONS, why="The agent has no profile of the person.")
    row, text, revision = found
    lines = [PROFILE_HEADER, *fenced_lines(text)]
    items = [
        Item(f"{USER}:{row.person}" if row.person else USER, "profile", "what the agent knows of the person", revision)
    ]
    return from_the_head("profile", Group.LESSONS, lines, items, room=room, frame=1)


def style(wish: str, room: int) -> Block:
    """How the person wants replies, as the caller says."""
    text = f"Style of the reply the person wants: {cut(fenced(wish), STYLE)}" if wish.strip() else ""
    return whole("reply_style", Group.CONDUCT, text, room=room, why="" if text else "Nobody says.")


def who(user: str, room: int) -> Block:
    """Who speaks, as the caller says."""
    text = f"Who speaks (as the caller says): {label(user)}." if user.strip() else ""
    return whole("who", Group.CONDUCT, text, room=room, why="" if text else "Nobody says.")


def _newest(asked: Asked, agent: Agent) -> tuple[AgentFile, str, int] | None:
    """The person's own profile before the one for everybody, as it stood at the moment that is asked for."""
    persons = {"", "" if is_shared(agent, asked.user, Session.DIRECT) else asked.user}
    rows = AgentFile.objects.filter(person__in=persons, agent=agent, name=USER)
    for row in rows.order_by("-person"):
        text, revision = row.text, row.revision
        if asked.moment is not None:
            then = row.revisions.filter(recorded_at__lte=asked.moment.known_at, erased_at=None, waits="")
            at = then.order_by("-number").first()
            text, revision = (at.text, at.number) if at is not None else ("", 0)
        if text.strip():
            return row, text, revision
    return None
