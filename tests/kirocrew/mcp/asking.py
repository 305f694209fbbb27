"""A client of the protocol, as plain as can be."""

import json
from typing import Any

from django.test import Client

from channels_bridge.actors import Actor
from channels_bridge.services.bots import bot_create
from memory.models import BotStore, Store

MODERN = "2026-07-28"
LEGACY = "2025-06-18"
ALL = ("memory:read", "memory:write", "lessons:write", "hooks:evaluate")


def key_of(name: str, store: Store | None, *permissions: str) -> str:
    """A new bot's key, bound to a store."""
    bot, key = bot_create(actor=Actor.owner("alice", "1"), name=name, permissions=list(permissions or ALL))
    if store is not None:
        BotStore.objects.create(bot=bot, store=store, is_default=True)
    return key


class Asking:
    """Requests with one key, in one revision of the protocol."""

    def __init__(self, key: str, revision: str = MODERN) -> None:
        self.client, self.key, self.revision = Client(), key, revision

    def send(self, method: str, headers: dict[str, str] | None = None, **params: Any) -> Any:
        """The response to one request."""
        sent = {"Authorization": f"Bearer {self.key}", "MCP-Protocol-Version": self.revision}
        if self.revision == MODERN:
            meta = "io.modelcontextprotocol/"
            params["_meta"] = {f"{meta}protocolVersion": MODERN, f"{meta}clientCapabilities": {}}
            sent |= {"Mcp-Method": method, "Mcp-Name": str(params.get("name") or params.get("uri") or "")}
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        return self.client.post(
            "/mcp", json.dumps(body), content_type="application/json", headers=sent | (headers or {})
        )

    def ask(self, method: str, **params: Any) -> Any:
        """The result of one request."""
        answer = self.send(method, **params).json()
        assert "result" in answer, answer
        return answer["result"]

    def call(self, tool: str, **arguments: Any) -> Any:
        """What a tool answers; its message when it refuses."""
        result = self.ask("tools/call", name=tool, arguments=arguments)
        return result["content"][0]["text"] if result["isError"] else result["structuredContent"]
