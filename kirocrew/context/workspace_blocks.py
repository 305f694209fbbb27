"""Where the work is done: the workspace, the product's documentation, steering documents, project and folder."""

from dataclasses import dataclass
from typing import Final

from hooks.services import Origin, screen
from kirocrew.base.fencing import FOLDER_HEADER, STEERING_HEADER, fenced, fenced_lines
from kirocrew.base.text import cut
from kirocrew.context.asking import Asked
from kirocrew.context.blocks import Block, Group, Item, from_the_head, whole, withheld
from kirocrew.context.markers import STEERING_TRUNCATED

DOCS: Final = (
    "About this memory: GET /api/docs/ describes every call, GET /api/schema/ the same for machines. Over MCP the "
    "tools describe themselves. Do not guess what it can do."
)
PATH: Final = 300
"""Characters of a path or a note that are shown."""


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder the message is about: its path, and what stands in it as the caller passes it."""

    path: str = ""
    text: str = ""


def workspace(asked: Asked, room: int) -> Block:
    """Which memory, project and folder this is. An agent of ours has an identity of its own in its files."""
    if why := asked.why_withheld(Group.PROJECT):
        return withheld("workspace", Group.PROJECT, why)
    if asked.profiled is not None:
        return Block("workspace", Group.PROJECT, why="The agent has an identity of its own.")
    text = _places([("memory", asked.store.name), ("project", asked.project), ("folder", asked.project_dir)])
    return whole("workspace", Group.PROJECT, f"Workspace: {text}.", room=room)


def docs(asked: Asked, room: int) -> Block:
    """Where it is written what this server can do."""
    if why := asked.why_withheld(Group.PROJECT):
        return withheld("docs", Group.PROJECT, why)
    return whole("docs", Group.PROJECT, DOCS, room=room)


def steering(asked: Asked, room: int) -> Block:
    """Steering documents that the runtime does not load itself, from their head on."""
    if why := asked.why_withheld(Group.PROJECT):
        return withheld("steering", Group.PROJECT, why)
    lines, items = [STEERING_HEADER], list[Item]()
    for number, document in enumerate(asked.steering):
        if document.text.strip():
            lines += [f"[kirocrew: document {titled(document.name)}]", *fenced_lines(document.text)]
            items.append(Item(str(number), "steering", "passed on by the caller"))  # no name: receipts keep no words
    if not items:
        return Block("steering", Group.PROJECT, why="The caller passes none.")
    return from_the_head("steering", Group.PROJECT, lines, items, room=room, frame=2, mark=STEERING_TRUNCATED)


def project(asked: Asked, room: int) -> Block:
    """The project a message is about."""
    if why := asked.why_withheld(Group.PROJECT):
        return withheld("project", Group.PROJECT, why)
    text = _places([("project", asked.project), ("folder", asked.project_dir)])
    return whole(
        "project", Group.PROJECT, f"Work is on: {text}." if text else "", room=room, why="" if text else "Nobody says."
    )


def folder(asked: Asked, given: Folder, room: int) -> Block:
    """What stands in the folder, from its head on; one in which the screen finds orders is not passed on."""
    if why := asked.why_withheld(Group.PROJECT):
        return withheld("folder", Group.PROJECT, why)
    if not given.text.strip():
        return Block("folder", Group.PROJECT, why="The caller passes none.")
    if screen(f"{given.path}\n{given.text}", origin=Origin.FILE).level != "clear":
        return Block("folder", Group.PROJECT, total=1, left_out=("folder",), why="The screen found orders in it.")
    lines = [FOLDER_HEADER, f"[kirocrew: folder {titled(given.path)}]", *fenced_lines(given.text)]
    items = [Item("folder", "folder", "passed on by the caller")]
    return from_the_head("folder", Group.PROJECT, lines, items, room=room, frame=2)


def _places(parts: list[tuple[str, str]]) -> str:
    return ", ".join(f"{name} {cut(fenced(value), PATH)}" for name, value in parts if value)


def titled(name: str) -> str:
    """A name as it stands in a mark of ours, which it can't end."""
    return cut(fenced(name), PATH).replace("[", "(").replace("]", ")")
