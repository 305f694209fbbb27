"""The protocol over HTTP: a Django view like any other, for bots with a key.

The library serves tools. Resources and prompts are served here, on the same checks and in the same two kinds of
revisions: those of 2025, which begin with a handshake, and that of 2026, in which every request stands alone.
"""

import json
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django_mcpz.jsonrpc import (
    INVALID_PARAMS,
    Message,
    MessageError,
    decode_message,
    error_response,
    result_response,
)
from django_mcpz.legacy import LEGACY_PROTOCOL_VERSIONS, is_legacy_request
from django_mcpz.server import MCPServer, ToolError
from msgspec import UnsetType

from channels_bridge.actors import Actor, ActorKind
from channels_bridge.services.bots import bot_authenticate
from channels_bridge.services.rates import token_take
from kirocrew.base.problems import Problem
from kirocrew.mcp.prompts import PROMPTS, prompt_get
from kirocrew.mcp.resources import resource_read, resources_for
from kirocrew.mcp.server import INSTRUCTIONS, NAME, TITLE, TOOLS, VERSION
from kirocrew.mcp.table import Told, Tool, ToolRefused, told, tool_call

CAPABILITIES: Final[dict[str, Any]] = {"tools": {}, "resources": {}, "prompts": {}}
UNCACHED: Final[dict[str, Any]] = {"ttlMs": 0, "cacheScope": "private"}
"""Documents change between two requests, and are for one key only."""
NOT_FOUND: Final = -32002
"""What the protocol answers for a resource there is not."""
REALM: Final = 'Bearer realm="kirocrew"'

Params = dict[str, Any]


def admitted(request: HttpRequest) -> HttpResponse | None:
    """Let a bot with a good key in, at its rate; the answer for everybody else."""
    scheme, _, key = request.headers.get("Authorization", "").partition(" ")
    actor = bot_authenticate(key.strip()) if scheme.lower() == "bearer" else None
    if actor is None:
        return _problem(401, "Send the key of a bot as 'Authorization: Bearer KEY'.", {"WWW-Authenticate": REALM})
    wait = token_take(int(actor.ident)) if actor.kind is ActorKind.BOT else None
    if wait is not None:
        return _problem(429, "This key asks faster than its rate.", {"Retry-After": str(max(1, round(wait)))})
    request.auth = actor  # type: ignore[attr-defined]
    return None


def actor_in(request: HttpRequest) -> Actor:
    """The bot that was let in."""
    actor: Actor = request.auth  # type: ignore[attr-defined]
    return actor


class MemoryServer(MCPServer):
    """The library's server with resources and prompts."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        message = _peeked(request)
        ours = message is not None and message.method in (*_MORE, "initialize") and self._origin_allowed(request)
        if message is None or not ours or isinstance(message.id, UnsetType):
            return super().__call__(request)
        if (refused := self.auth(request)) is not None:
            return refused
        method = message.method
        params = {} if isinstance(message.params, UnsetType) else message.params
        legacy = is_legacy_request(request)
        if method == "initialize":
            return self._initialized(request, message.id, params) if legacy else super().__call__(request)
        wrong = None if legacy else self._validate_metadata(request, message.id, method, params)
        return wrong or self._more(request, message.id, method, params)

    def _discover(self, request: HttpRequest, request_id: str | int) -> HttpResponse:
        response = super()._discover(request, request_id)
        answer = json.loads(response.content)
        answer["result"]["capabilities"] = CAPABILITIES
        return result_response(request_id, answer["result"])

    def _initialized(self, request: HttpRequest, request_id: str | int, params: Params) -> HttpResponse:
        asked = params.get("protocolVersion")
        version = asked if asked in LEGACY_PROTOCOL_VERSIONS else LEGACY_PROTOCOL_VERSIONS[0]
        result = {"protocolVersion": version, "capabilities": CAPABILITIES, "serverInfo": self.server_info_for(request)}
        return result_response(request_id, result | {"instructions": INSTRUCTIONS})

    def _more(self, request: HttpRequest, request_id: str | int, method: str, params: Params) -> HttpResponse:
        try:
            result = _MORE[method](actor_in(request), params)
        except Problem as problem:
            code = NOT_FOUND if problem.status == HTTPStatus.NOT_FOUND else INVALID_PARAMS
            return error_response(request_id, code, told(problem))
        return self._result(request, request_id, result)


def _peeked(request: HttpRequest) -> Message | None:
    """The message, None where there is no readable one: then the library answers."""
    if request.method != "POST":
        return None
    try:
        return decode_message(request.body)
    except MessageError:
        return None


def _resources(actor: Actor, params: Params) -> dict[str, Any]:
    found = [
        {"uri": one.uri, "name": one.name, "description": one.description, "mimeType": one.mime_type}
        for one in resources_for(actor)
    ]
    return {"resources": found, **UNCACHED}


def _templates(actor: Actor, params: Params) -> dict[str, Any]:
    return {"resourceTemplates": [], **UNCACHED}


def _read(actor: Actor, params: Params) -> dict[str, Any]:
    uri = str(params.get("uri", ""))
    text = resource_read(actor=actor, uri=uri)
    return {"contents": [{"uri": uri, "mimeType": "text/markdown", "text": text}], **UNCACHED}


def _prompts(actor: Actor, params: Params) -> dict[str, Any]:
    known = PROMPTS.values()
    found = [{"name": one.name, "title": one.title, "description": one.description} for one in known]
    return {"prompts": found, **UNCACHED}


def _prompt(actor: Actor, params: Params) -> dict[str, Any]:
    found = prompt_get(actor=actor, name=str(params.get("name", "")))
    content = {"type": "text", "text": found.text(actor)}
    return {"description": found.description, "messages": [{"role": "user", "content": content}]}


_MORE: Final[dict[str, Callable[[Actor, Params], dict[str, Any]]]] = {
    "resources/list": _resources,
    "resources/templates/list": _templates,
    "resources/read": _read,
    "prompts/list": _prompts,
    "prompts/get": _prompt,
}


def _problem(status: int, detail: str, headers: dict[str, str]) -> HttpResponse:
    body = json.dumps({"type": "about:blank", "status": status, "detail": detail})
    return HttpResponse(body, status=status, content_type="application/problem+json", headers=headers)


def _attach(server: MCPServer, tool: Tool) -> None:
    def run(request: HttpRequest, params: dict[str, Any]) -> Told:
        try:
            return tool_call(actor=actor_in(request), name=tool.name, arguments=params)
        except ToolRefused as refused:
            raise ToolError(str(refused)) from refused

    server.tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.schema,
        read_only=tool.read_only,
        destructive=tool.destructive,
        open_world=False,
        permission=lambda request: actor_in(request).may(tool.permission),
    )(run)


def mcp_server() -> MemoryServer:
    """The view, with every tool of the table."""
    server = MemoryServer(name=NAME, version=VERSION, title=TITLE, instructions=INSTRUCTIONS, auth=admitted)
    for _, tool in sorted(TOOLS.items()):
        _attach(server, tool)
    return server
