"""Servers as configurations of other tools define them; whatever could carry a secret refuses the whole server."""

import json
import re
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from hooks.redaction.engine import redact

SERVERS_MAX: Final = 200  # of one file
NAME_MAX: Final = 100  # characters
ARGUMENTS_MAX: Final = 50
ARGUMENT_MAX: Final = 1_000  # characters
URL_MAX: Final = 1_000  # characters
STDIO, HTTP = "stdio", "http"

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*\Z")
_TRANSPORTS: Final = {"stdio": STDIO, "local": STDIO, "http": HTTP, "streamable-http": HTTP, "streamableHttp": HTTP}
_KNOWN: Final = frozenset({"command", "args", "url", "type", "transport", "disabled", "description"})
_SECRET_KEYS: Final = {
    "env": "environment variables",
    "envFile": "environment variables",
    "headers": "headers",
    "headersHelper": "headers",
    "oauth": "a sign-in",
    "auth": "a sign-in",
    "authorization": "a sign-in",
    "token": "a credential",
    "apiKey": "a credential",
    "cwd": "a folder to run in",
    "tools": "a filter of tools",
    "disabledTools": "a filter of tools",
    "autoApprove": "approvals of tools",
    "alwaysAllow": "approvals of tools",
}


@dataclass(frozen=True, slots=True)
class Definition:
    """One server: a command with arguments, or a URL."""

    name: str
    transport: str
    command: str = ""
    args: tuple[str, ...] = ()
    url: str = ""

    @property
    def canonical(self) -> str:
        """The name without case and separators: two names that agree in it are one server's."""
        return canonical_name(self.name)


@dataclass(frozen=True, slots=True)
class Refused:
    """A server that is not taken, and why."""

    name: str
    reason: str


@dataclass(slots=True)
class Defined:
    """What one configuration holds."""

    servers: list[Definition] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)


class BadMcpFile(ValueError):
    """The configuration as a whole can't be read; the message says why."""


class BadServer(ValueError):
    """The server can't be taken; the message says why."""


def canonical_name(name: str) -> str:
    """A name as it is compared."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


def definitions_of(text: str) -> Defined:
    """The servers of a configuration with `mcpServers` (or `servers`). Raises BadMcpFile."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadMcpFile(f"It can't be read: {error}.") from error
    section = document.get("mcpServers", document.get("servers")) if isinstance(document, dict) else None
    if not isinstance(section, dict):
        raise BadMcpFile("There is no object 'mcpServers' in it.")
    found = Defined()
    seen: set[str] = set()
    for number, (name, entry) in enumerate(section.items()):
        shown = name[:NAME_MAX]
        if number >= SERVERS_MAX:
            found.refused.append(Refused(shown, f"A file may hold {SERVERS_MAX} servers."))
            continue
        try:
            server = definition_of(name, entry)
        except BadServer as error:
            found.refused.append(Refused(shown, str(error)))
            continue
        if server.canonical in seen:
            found.refused.append(Refused(shown, "Another server of the file has this name, but for case and hyphens."))
            continue
        seen.add(server.canonical)
        found.servers.append(server)
    return found


def definition_of(name: str, entry: object) -> Definition:
    """One checked server. Raises BadServer, which refuses it whole."""
    if len(name) > NAME_MAX or not _NAME.match(name) or not canonical_name(name):
        raise BadServer("Its name is not made of letters, digits, '_', '.' and '-'.")
    if redact(name).findings:
        raise BadServer("Its name holds a credential.")
    if not isinstance(entry, dict):
        raise BadServer("An object belongs here.")
    for key in entry:
        if what := _SECRET_KEYS.get(key):
            raise BadServer(f"It has {what} ('{key}'), which are not taken over. Add the server by hand.")
        if key not in _KNOWN:
            raise BadServer(f"It has a setting nobody here knows ('{str(key)[:40]}').")
    has_command, has_url = bool(entry.get("command")), bool(entry.get("url"))
    if has_command == has_url:
        raise BadServer("It needs either a command or a URL.")
    said = entry.get("type", entry.get("transport"))
    transport = STDIO if has_command else HTTP
    if said is not None and (not isinstance(said, str) or _TRANSPORTS.get(said) != transport):
        raise BadServer(f"Its transport '{str(said)[:40]}' is not {transport}.")
    return _over_stdio(name, entry) if has_command else _over_http(name, entry)


def _over_stdio(name: str, entry: dict[str, Any]) -> Definition:
    command, args = entry["command"], entry.get("args", [])
    if not isinstance(args, list) or len(args) > ARGUMENTS_MAX or not all(isinstance(one, str) for one in args):
        raise BadServer(f"Its arguments are no list of at most {ARGUMENTS_MAX} texts.")
    for text in (command, *args):
        if not isinstance(text, str) or len(text) > ARGUMENT_MAX or "\0" in text or "\n" in text:
            raise BadServer(f"Its command and arguments are single lines of at most {ARGUMENT_MAX:,} characters.")
    if redact(" ".join((command, *args))).findings:
        raise BadServer("Its arguments hold a credential, which is not taken over.")
    return Definition(name, STDIO, command=command, args=tuple(args))


def _over_http(name: str, entry: dict[str, Any]) -> Definition:
    url = entry["url"]
    if entry.get("args"):
        raise BadServer("A URL has no arguments.")
    if not isinstance(url, str) or len(url) > URL_MAX:
        raise BadServer(f"Its URL is no text of at most {URL_MAX:,} characters.")
    try:
        parts = urlsplit(url)
        host = parts.hostname
    except ValueError as error:
        raise BadServer("Its URL can't be read.") from error
    if parts.scheme not in ("http", "https") or not host:
        raise BadServer("Its URL does not start with http:// or https:// and a host.")
    if parts.username or parts.password:
        raise BadServer("Its URL holds a sign-in, which is not taken over.")
    if parts.query or parts.fragment or "?" in url or "#" in url:
        raise BadServer("Its URL has a query or a fragment, which may be a credential.")
    if redact(url).findings:
        raise BadServer("Its URL holds a credential, which is not taken over.")
    return Definition(name, HTTP, url=url)
