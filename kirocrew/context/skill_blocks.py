"""Skills in a context: the list of those on offer, and those a message brings."""

from collections.abc import Collection
from functools import partial
from typing import Final

from channels_bridge.actors import Permission
from kirocrew.base.fencing import unframed
from kirocrew.context.asking import Asked
from kirocrew.context.blocks import Block, Group, Item, Line, of_items, withheld
from kirocrew.context.markers import SKILLS_TRUNCATED
from skills.services.listing import ListingMode, skills_listing
from skills.services.matching import Delivery, Matched, pointer_line, skills_match
from skills.services.slash import SlashAnswer

POINTERS: Final = "[Relevant skills for this message]"
NO_KEY: Final = "The key may not read skills."


def listing(asked: Asked, room: int) -> Block:
    """The skills on offer: all of them in short, or how to find them where there are many."""
    if why := asked.why_withheld(Group.PROJECT):
        return withheld("skills", Group.PROJECT, why)
    if not asked.actor.may(Permission.SKILLS_READ):
        return Block("skills", Group.PROJECT, why=NO_KEY)
    listed = partial(skills_listing, actor=asked.actor, project=asked.project, only=asked.only)
    found = listed(budget_chars=room)
    if cut := found.withheld and found.mode is not ListingMode.SEARCH:
        found = listed(budget_chars=room - len(SKILLS_TRUNCATED) - 1)
    text = f"{found.text}\n{SKILLS_TRUNCATED}" if found.text and cut else found.text
    items = tuple(Item(slug, "skill", "on offer") for slug in found.shown)
    why = "" if found.text else ("There is no skill." if not found.total else "No list fits.")
    left_out = (f"{found.withheld} skills",) if found.withheld else ()
    return Block("skills", Group.PROJECT, unframed(text), items, found.total, left_out, why=why)


def brought(asked: Asked, message: str, room: int, *, loaded: Collection[str] = ()) -> Block:
    """What a message brings: whole skills, and lines that point to others. What was loaded before is not sent again."""
    if why := asked.why_withheld(Group.PROJECT):
        return withheld("skills", Group.PROJECT, why)
    if not asked.actor.may(Permission.SKILLS_READ):
        return Block("skills", Group.PROJECT, why=NO_KEY)
    found = skills_match(
        actor=asked.actor,
        message=message,
        project=asked.project,
        only=asked.only,
        loaded=loaded,
        record=not asked.is_trial,
    ).matches
    bodies = [one for one in found if one.delivery is Delivery.BODY]
    block = _lines([Line(_body(one.usable.skill.slug, one.text), _item(one)) for one in bodies], room)
    # A skill that is too long for this window is pointed to: better a line than nothing of it.
    pointers = [one for one in found if one.delivery is Delivery.POINTER or one.usable.skill.slug in block.left_out]
    rest = room - block.chars - (1 if block.text else 0)
    pointed = of_items("skills", Group.PROJECT, POINTERS, [_pointer(one) for one in pointers], room=rest)
    text = "\n".join(part for part in (block.text, pointed.text) if part)
    return Block(
        "skills",
        Group.PROJECT,
        text,
        (*block.items, *pointed.items),
        len(found),
        pointed.left_out,
        why="" if found else "The message brings none.",
    )


def called(slash: SlashAnswer, room: int) -> Block:
    """The skill a message calls by its name, whole, for this turn only."""
    if slash.skill is None:
        return Block("skills", Group.PROJECT, why="The message calls none.")
    item = Item(slash.skill.skill.slug, "skill", "called by name", slash.skill.version)
    return _lines([Line(_body(slash.skill.skill.slug, slash.body), item)], room)


def _pointer(one: Matched) -> Line:
    skill = one.usable.skill
    if one.delivery is Delivery.POINTER:
        return Line(f"- {unframed(one.text)}", _item(one))
    words = f"{pointer_line(skill.slug, skill.description)} (too long to be here; read it before you begin)"
    return Line(f"- {unframed(words)}", _item(one))


def _lines(lines: list[Line], room: int) -> Block:
    kept, items, left_out = list[str](), list[Item](), list[str]()
    for line in lines:
        size = len(line.text) + (1 if kept else 0)
        if line.item and size <= room:
            kept.append(line.text)
            items.append(line.item)
            room -= size
        elif line.item:
            left_out.append(line.item.id)
    return Block("skills", Group.PROJECT, "\n".join(kept), tuple(items), len(lines), tuple(left_out))


def _body(slug: str, body: str) -> str:
    return f"[Skill: {slug}]\n{unframed(body).strip()}\n[kirocrew: end of the skill]"


def _item(one: Matched) -> Item:
    return Item(one.usable.skill.slug, "skill", one.reason, one.usable.version)
