"""The protocol over standard input and output, for a client on this machine: the same table, the official SDK."""

import json
import logging
from collections.abc import Callable
from typing import Any, TypeVar

import mcp_types as types
from asgiref.sync import sync_to_async
from django.db import close_old_connections
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from channels_bridge.actors import Actor
from channels_bridge.services.bots import bot_authenticate
from kirocrew.base.problems import Forbidden, Problem
from kirocrew.mcp.http import NOT_FOUND
from kirocrew.mcp.prompts import PROMPTS, prompt_get
from kirocrew.mcp.resources import resource_read, resources_for
from kirocrew.mcp.server import INSTRUCTIONS, NAME, TITLE, VERSION
from kirocrew.mcp.table import Told, Tool, ToolRefused, told, tool_call, tools_for

logger = logging.getLogger(__name__)
T = TypeVar("T")


class Session:
    """Who asks through this process. The key is looked up at every call: a revoked one is refused at once."""

    def __init__(self, key: str) -> None:
        self._key = key

    def actor(self) -> Actor:
        """The bot behind the key. Raises Forbidden."""
        actor = bot_authenticate(self._key)
        if actor is None:
            raise Forbidden("The key is unknown, malformed, expired or revoked. Ask the owner for a new one.")
        return actor

    async def run(self, work: Callable[[Actor], T]) -> T:
        """Do database work in a thread of its own. A Problem becomes an error of the protocol."""
        try:
            return await sync_to_async(self._work, thread_sensitive=True)(work)
        except Problem as problem:
            raise MCPError(NOT_FOUND if problem.status == 404 else types.INVALID_PARAMS, told(problem)) from problem

    def _work(self, work: Callable[[Actor], T]) -> T:
        close_old_connections()
        try:
            return work(self.actor())
        finally:
            close_old_connections()


def server_for(session: Session) -> Server[Any]:
    """A server of the SDK that answers for one key."""

    async def list_tools(ctx: Any, params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_described(tool) for tool in await session.run(tools_for)])

    async def call_tool(ctx: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        def work(actor: Actor) -> Told:
            return tool_call(actor=actor, name=params.name, arguments=params.arguments or {})

        try:
            found = await session.run(work)
        except ToolRefused as refused:
            return types.CallToolResult(content=[types.TextContent(type="text", text=str(refused))], is_error=True)
        return _answer(found)

    async def list_resources(ctx: Any, params: Any) -> types.ListResourcesResult:
        found = await session.run(resources_for)
        resources = [
            types.Resource(uri=one.uri, name=one.name, description=one.description, mime_type=one.mime_type)
            for one in found
        ]
        return types.ListResourcesResult(resources=resources)

    async def read_resource(ctx: Any, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        uri = str(params.uri)
        text = await session.run(lambda actor: resource_read(actor=actor, uri=uri))
        contents = types.TextResourceContents(uri=uri, mime_type="text/markdown", text=text)
        return types.ReadResourceResult(contents=[contents])

    async def list_prompts(ctx: Any, params: Any) -> types.ListPromptsResult:
        await session.run(lambda actor: None)
        prompts = [
            types.Prompt(name=one.name, title=one.title, description=one.description) for one in PROMPTS.values()
        ]
        return types.ListPromptsResult(prompts=prompts)

    async def get_prompt(ctx: Any, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        def work(actor: Actor) -> tuple[str, str]:
            found = prompt_get(actor=actor, name=params.name)
            return found.description, found.text(actor)

        description, text = await session.run(work)
        content = types.TextContent(type="text", text=text)
        return types.GetPromptResult(
            description=description, messages=[types.PromptMessage(role="user", content=content)]
        )

    return Server(
        NAME,
        version=VERSION,
        title=TITLE,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_read_resource=read_resource,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
    )


async def serve(key: str) -> None:
    """Answer on standard output until standard input ends."""
    server = server_for(Session(key))
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


def _answer(found: Told) -> types.CallToolResult:
    """An object twice, as structure and as text; a text as it is."""
    if isinstance(found, str):
        return types.CallToolResult(content=[types.TextContent(type="text", text=found)])
    text = json.dumps(found, ensure_ascii=False)
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)], structured_content=found)


def _described(tool: Tool) -> types.Tool:
    hints = types.ToolAnnotations(
        read_only_hint=tool.read_only, destructive_hint=tool.destructive, open_world_hint=False
    )
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.schema,
        annotations=hints,
    )
