"""The little of the Model Context Protocol a probe speaks: initialize, initialized, tools/list."""

import json
from dataclasses import dataclass, field
from typing import Any, Final

from hooks.redaction.engine import redact
from hooks.screening.engine import screen
from hooks.screening.verdict import Origin
from kirocrew.base.text import clean

VERSION: Final = "2025-06-18"
"""The revision that is asked for; every server since answers with one it speaks."""
TOOLS_MAX: Final = 1_000
PAGES_MAX: Final = 20  # of tools/list
NAME_MAX: Final = 200  # characters
DESCRIPTION_MAX: Final = 500  # characters
METHOD_NOT_FOUND: Final = -32601


class ProbeFailed(Exception):
    """The server did not answer as the protocol says; the message says how."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool as its server describes it. `level` is what the injection screen makes of the description."""

    name: str
    description: str = ""
    level: str = "clear"

    def as_dict(self) -> dict[str, str]:
        return {"name": self.name, "description": self.description, "level": self.level}


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server is and can do."""

    server: str
    version: str
    protocol: str
    tools: list[Tool] = field(default_factory=list)


def initialize() -> dict[str, Any]:
    """The parameters of `initialize`."""
    return {
        "protocolVersion": VERSION,
        "capabilities": {},
        "clientInfo": {"name": "kirocrew-probe", "version": "1"},
    }


def request(ident: int, method: str, params: dict[str, Any] | None = None) -> bytes:
    """A request as JSON in one line."""
    message = {"jsonrpc": "2.0", "id": ident, "method": method}
    return json.dumps(message | ({"params": params} if params is not None else {})).encode()


def notification(method: str) -> bytes:
    """A notification as JSON in one line."""
    return json.dumps({"jsonrpc": "2.0", "method": method}).encode()


def refusal(message: dict[str, Any]) -> bytes | None:
    """The answer to a request of the server; a probe does nothing for it but to answer a ping. None for all else."""
    if "method" not in message or "id" not in message:
        return None
    head = {"jsonrpc": "2.0", "id": message["id"]}
    if message["method"] == "ping":
        return json.dumps(head | {"result": {}}).encode()
    error = {"code": METHOD_NOT_FOUND, "message": "A probe has no methods."}
    return json.dumps(head | {"error": error}).encode()


def message_of(line: bytes | str) -> dict[str, Any] | None:
    """A JSON-RPC message; None for a line that is none, such as what a server logs to the wrong stream."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and value.get("jsonrpc") == "2.0" else None


def result_of(message: dict[str, Any]) -> dict[str, Any]:
    """The result of an answer. Raises ProbeFailed for an error or no object."""
    if "error" in message:
        error = message["error"]
        said = error.get("message") if isinstance(error, dict) else ""
        raise ProbeFailed(f"The server answered with an error: {shown(said, 200) or 'it says no more'}.")
    result = message.get("result")
    if not isinstance(result, dict):
        raise ProbeFailed("The server's answer holds no result.")
    return result


def about(result: dict[str, Any]) -> tuple[str, str, str]:
    """Name, version and protocol revision of an answer to `initialize`."""
    info = result.get("serverInfo")
    info = info if isinstance(info, dict) else {}
    return shown(info.get("name"), NAME_MAX), shown(info.get("version"), 60), shown(result.get("protocolVersion"), 40)


def tools_of(result: dict[str, Any]) -> tuple[list[Tool], str]:
    """The tools of one page, and the cursor of the next, empty at the end. Raises ProbeFailed."""
    entries = result.get("tools")
    if not isinstance(entries, list):
        raise ProbeFailed("The server's list of tools is no list.")
    tools = [_tool(entry) for entry in entries if isinstance(entry, dict) and isinstance(entry.get("name"), str)]
    cursor = result.get("nextCursor")
    return tools, cursor if isinstance(cursor, str) else ""


def _tool(entry: dict[str, Any]) -> Tool:
    """A description is a text of somebody else's that would enter a prompt: all of it is screened, then cut."""
    text = entry.get("description")
    level = screen(clean(text), origin=Origin.TOOL).level if isinstance(text, str) and text else "clear"
    return Tool(shown(entry["name"], NAME_MAX), shown(text, DESCRIPTION_MAX), level)


def shown(text: object, limit: int) -> str:
    """A text of the server's for people: cleaned, redacted, cut; empty for what is no text."""
    return redact(clean(text)).text.strip()[:limit] if isinstance(text, str) else ""
