"""What real clients send first, as they were recorded in public. Each says where it is from.

The words are the clients' own: ids that begin with 0, capabilities nobody here knows, a progress token of 0. Versions
are those of the recordings.
"""

from dataclasses import dataclass
from typing import Any, Final

Message = dict[str, Any]
INITIALIZED: Final[Message] = {"jsonrpc": "2.0", "method": "notifications/initialized"}
METHOD: Final = {"method": "notifications/initialized", "jsonrpc": "2.0"}


@dataclass(frozen=True, slots=True)
class Handshake:
    """One client: its messages in order, and the headers it sends beside every one after the first."""

    name: str
    source: str
    messages: tuple[Message, ...]
    user_agent: str = ""


def begin(ident: int, version: str, capabilities: Message, info: Message) -> Message:
    """The first request."""
    params = {"protocolVersion": version, "capabilities": capabilities, "clientInfo": info}
    return {"method": "initialize", "params": params, "jsonrpc": "2.0", "id": ident}


def ask(ident: int, method: str, **params: Any) -> Message:
    """A request; one without parameters leaves them out, as most clients do."""
    return {"method": method, "jsonrpc": "2.0", "id": ident} | ({"params": params} if params else {})


HANDSHAKES: Final = (
    Handshake(
        "claude-code",
        "Claude Code 2.1.221 and 2.1.233, captured by probe servers and published in two repositories in 2026: "
        "the initialize message to the letter, then tools, prompts and resources; ids count from 0",
        (
            begin(
                0,
                "2025-11-25",
                {"roots": {"listChanged": True}, "elicitation": {}},
                {
                    "name": "claude-code",
                    "title": "Claude Code",
                    "version": "2.1.221",
                    "description": "Anthropic's agentic coding tool",
                    "websiteUrl": "https://claude.com/claude-code",
                },
            ),
            METHOD,
            ask(1, "tools/list"),
            ask(2, "prompts/list"),
            ask(3, "resources/list"),
        ),
        "claude-code/2.1.221 (sdk-cli)",
    ),
    Handshake(
        "claude-code of 2025",
        "Claude Code 1.0.61, from the notes of an MCP server's makers who logged it; capabilities with empty roots",
        (
            begin(0, "2025-06-18", {"roots": {}}, {"name": "claude-code", "version": "1.0.61"}),
            METHOD,
            ask(1, "tools/list"),
        ),
    ),
    Handshake(
        "cursor",
        "Cursor 3.20 by a stdio probe, and the recorded order of its requests: resources before tools, then prompts",
        (
            begin(
                0,
                "2025-11-25",
                {"roots": {"listChanged": False}},
                {"name": "cursor-vscode", "version": "1.0.0"},
            ),
            METHOD,
            ask(1, "resources/list"),
            ask(2, "tools/list"),
            ask(4, "prompts/list"),
        ),
    ),
    Handshake(
        "cursor of 2025",
        "Cursor in March 2025, from a server's log of that day: booleans among the capabilities, the revision of 2024",
        (
            begin(
                0,
                "2024-11-05",
                {
                    "tools": True,
                    "prompts": False,
                    "resources": True,
                    "logging": False,
                    "roots": {"listChanged": False},
                },
                {"name": "cursor-vscode", "version": "1.0.0"},
            ),
            METHOD,
            ask(1, "tools/list"),
        ),
    ),
    Handshake(
        "codex",
        "Codex 0.158.0, from the log of a shim between it and a server: an experimental capability, a progress token 0",
        (
            begin(
                0,
                "2025-06-18",
                {"experimental": {"codex/auth-change": {}}, "elicitation": {"form": {}, "url": {}}},
                {"name": "codex-mcp-client", "title": "Codex", "version": "0.158.0"},
            ),
            INITIALIZED,
            ask(1, "tools/list", _meta={"progressToken": 0}),
        ),
    ),
    Handshake(
        "vscode",
        "Visual Studio Code 1.138.0, from a test that keeps the line it sent; its trace log shows prompts before tools",
        (
            begin(
                1,
                "2025-11-25",
                {
                    "roots": {"listChanged": True},
                    "sampling": {},
                    "elicitation": {"form": {}, "url": {}},
                    "tasks": {
                        "list": {},
                        "cancel": {},
                        "requests": {"sampling": {"createMessage": {}}, "elicitation": {"create": {}}},
                    },
                    "extensions": {"io.modelcontextprotocol/ui": {"mimeTypes": ["text/html;profile=mcp-app"]}},
                },
                {"name": "Visual Studio Code", "version": "1.138.0"},
            ),
            METHOD,
            ask(2, "prompts/list", _meta={}),
            ask(3, "tools/list", _meta={}),
        ),
    ),
    Handshake(
        "zed",
        "Zed's own source, crates/context_server/src/protocol.rs, and the database of clients kept by Apify, which has "
        "its revision; no capability of its own",
        (
            begin(1, "2025-03-26", {}, {"name": "Zed", "version": "0.199.0"}),
            INITIALIZED,
            ask(2, "tools/list"),
            ask(3, "prompts/list"),
        ),
    ),
    Handshake(
        "kiro",
        "Kiro CLI 2.3.0: its revision from issue 8412 of kirodotdev/Kiro; its name as the program it was "
        "made from gives it in the database of clients kept by Apify (Amazon Q Developer CLI)",
        (
            begin(0, "2025-06-18", {}, {"name": "Q-DEV-CLI", "version": "1.0.0"}),
            INITIALIZED,
            ask(1, "tools/list"),
            ask(2, "prompts/list"),
        ),
    ),
    Handshake(
        "kirocrew",
        "KiroCrew 0.6.0, which asks every server for the revision of 2024: issue 11306 of kirodotdev/KiroCrew",
        (
            begin(1, "2024-11-05", {}, {"name": "kirocrew", "version": "0.6.0"}),
            INITIALIZED,
            ask(2, "tools/list"),
        ),
    ),
)
