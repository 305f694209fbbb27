"""The memory tool of Claude as a tool of the protocol: six commands over a directory, answered in plain text."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from channels_bridge.actors import Actor, Permission
from kirocrew.mcp.table import Asked, ToolRefused, tool
from memory.gate.checks import DOCUMENT_MAX
from memory.services.memory_tool import MemoryCommand, memory_command
from memory.services.stores import store_get

Path = Annotated[str, Meta(max_length=1_000, description="Begins with /memories.")]
Text = Annotated[str, Meta(max_length=2 * DOCUMENT_MAX)]


class Memory(Asked):
    """One command with what it takes."""

    command: Literal["view", "create", "str_replace", "insert", "delete", "rename"]
    path: Path = ""
    view_range: Annotated[list[int] | None, Meta(description="view: first and last line, -1 for the end.")] = None
    file_text: Annotated[Text | None, Meta(description="create: the whole text.")] = None
    old_str: Annotated[Text | None, Meta(description="str_replace: what stands there, once.")] = None
    new_str: Annotated[Text | None, Meta(description="str_replace: what replaces it.")] = None
    insert_line: Annotated[int | None, Meta(description="insert: after which line, 0 for the beginning.")] = None
    insert_text: Annotated[Text | None, Meta(description="insert: the new lines.")] = None
    old_path: Annotated[Path, Meta(description="rename: from.")] = ""
    new_path: Annotated[Path, Meta(description="rename: to.")] = ""


@tool(
    "memory",
    title="Memory directory",
    description="""Your notes as files under /memories: view, create, str_replace, insert, delete, rename. View
    /memories first. preferences.md and projects.md are the store's documents, history/ can only be read, everything
    else is yours. Every change passes a gate and is kept as a revision.""",
    arguments=Memory,
    permission=Permission.MEMORY_READ,
    read_only=False,
    destructive=True,
)
def memory_tool(actor: Actor, asked: Memory) -> str:
    command = MemoryCommand(**msgspec.structs.asdict(asked))
    found = memory_command(actor=actor, store=store_get(actor=actor), asked=command)
    if found.is_error:
        raise ToolRefused(found.text)
    return found.text
