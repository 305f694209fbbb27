"""The registry of MCP servers: made, imported, followed from files, switched; each change on record."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import transaction

from channels_bridge.actors import Actor
from hooks.mcp.definitions import (
    STDIO,
    BadMcpFile,
    BadServer,
    Defined,
    Definition,
    Refused,
    definition_of,
    definitions_of,
)
from hooks.models import McpOrigin, McpServer
from hooks.reading.reader import safe_read_file
from hooks.reading.refusals import ReadReason, ReadRefused
from hooks.redaction.engine import redact
from hooks.services.events import event_write, require_owner
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, Invalid, NotFound

FILE_BYTES_MAX: Final = 1024 * 1024
SERVERS_MAX: Final = 500
"""Definitions the registry holds."""
GLOBAL_FILE: Final = Path(".kiro/settings/mcp.json")
"""Below the home of the user the server runs as."""
HOME_FILE: Final = "mcp.json"


@dataclass(slots=True)
class McpReport:
    """What an import or a synchronisation did, or would do: names of servers, and those refused with the reason."""

    added: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)


def mcp_servers_list(*, actor: Actor, merged: bool = True) -> list[McpServer]:
    """Servers by name: the definition that counts of each, or with `merged` false all of them. Raises Forbidden."""
    require_owner(actor)
    return McpServer.objects.merged() if merged else list(McpServer.objects.order_by("canonical", "pk"))


def mcp_server_get(*, actor: Actor, uid: UUID) -> McpServer:
    """One server. Raises Forbidden, NotFound."""
    require_owner(actor)
    server = McpServer.objects.filter(uid=uid).first()
    if server is None:
        raise NotFound("There is no MCP server of this id.", type="unknown-mcp-server")
    return server


def mcp_server_create(*, actor: Actor, name: str, entry: dict[str, Any]) -> McpServer:
    """Make a server from `command` and `args`, or `url`; it starts switched off.

    Raises Forbidden, Invalid for one that would be refused in an import, Conflict for a name that is taken.
    """
    require_owner(actor)
    try:
        definition = definition_of(name, entry)
    except BadServer as error:
        raise Invalid(str(error), type="invalid-mcp-server") from error
    with transaction.atomic():
        if McpServer.objects.filter(canonical=definition.canonical).exists():
            raise Conflict("A server of this name, but for case and hyphens, exists.", type="mcp-server-exists")
        _require_room(1)
        server = _new(actor, definition, McpOrigin.OWNER)
        event_write(actor=actor, code="mcp_created", key=server.name, new=_in_short(definition))
    return server


def mcp_server_enable(*, actor: Actor, uid: UUID, enabled: bool) -> McpServer:
    """Switch a server on or off. Raises Forbidden, NotFound."""
    require_owner(actor)
    with transaction.atomic():
        server = mcp_server_get(actor=actor, uid=uid)
        if server.enabled == enabled:
            return server
        server.enabled = enabled
        _revise(server, "enabled")
        event_write(actor=actor, code="mcp_enabled" if enabled else "mcp_disabled", key=server.name)
    return server


def mcp_tool_enable(*, actor: Actor, uid: UUID, tool: str, enabled: bool) -> McpServer:
    """Switch one tool of a server on or off. Raises Forbidden, NotFound for a tool the last probe did not see."""
    require_owner(actor)
    with transaction.atomic():
        server = mcp_server_get(actor=actor, uid=uid)
        if tool not in {one["name"] for one in server.tools}:
            raise NotFound("The server had no such tool when it was last asked.", type="unknown-mcp-tool")
        off = [name for name in server.tools_off if name != tool] + ([] if enabled else [tool])
        if off == server.tools_off:
            return server
        server.tools_off = off
        _revise(server, "tools_off")
        code = "mcp_tool_enabled" if enabled else "mcp_tool_disabled"
        event_write(actor=actor, code=code, key=f"{server.name}/{tool}")
    return server


def mcp_server_delete(*, actor: Actor, uid: UUID) -> None:
    """Remove a server; one that follows a file comes back with the next synchronisation. Raises as above."""
    require_owner(actor)
    with transaction.atomic():
        server = mcp_server_get(actor=actor, uid=uid)
        event_write(actor=actor, code="mcp_deleted", key=server.name, old=_in_short(server.definition))
        server.delete()


def mcp_import(*, actor: Actor, text: str, file: str = "", apply: bool = False) -> McpReport:
    """Take servers of another tool's configuration over, switched off; without `apply` only say what would happen.

    It only ever adds: a name that any definition has already, but for case and hyphens, is refused, and so is
    a server with variables, headers, a credential, or a setting nobody here knows. Raises Forbidden, Invalid.
    """
    require_owner(actor)
    try:
        defined = definitions_of(text)
    except BadMcpFile as error:
        raise Invalid(str(error), type="invalid-mcp-file") from error
    report = McpReport(refused=list(defined.refused))
    with transaction.atomic():
        taken = set(McpServer.objects.values_list("canonical", flat=True))
        for definition in defined.servers:
            if definition.canonical in taken:
                report.refused.append(Refused(definition.name, "A server of this name is there already."))
                continue
            report.added.append(definition.name)
            if apply:
                _new(actor, definition, McpOrigin.IMPORT, file)
        if apply:
            _require_room(0)
            event_write(
                actor=actor,
                code="mcp_imported",
                key=file,
                new=f"{len(report.added)} added, {len(report.refused)} refused",
            )
    return report


def mcp_sources() -> list[tuple[McpOrigin, Path]]:
    """The files definitions are followed from, weakest first."""
    return [
        (McpOrigin.GLOBAL, Path.home() / GLOBAL_FILE),
        (McpOrigin.HOME, Path(settings.KIROCREW_HOME) / HOME_FILE),
    ]


def mcp_sync(*, actor: Actor, sources: Sequence[tuple[McpOrigin, Path]] | None = None) -> McpReport:
    """Bring the definitions in line with the files they follow.

    New servers and those whose definition changed are switched off until the owner looks at them; those a file does
    not name any more are removed. A file that can't be read leaves its servers as they are, and says so. Raises
    Forbidden.
    """
    require_owner(actor)
    report = McpReport()
    for origin, path in mcp_sources() if sources is None else sources:
        defined = _read(path, report)
        if defined is not None:
            report.refused.extend(defined.refused)
            with transaction.atomic():
                _follow(actor, origin, path, defined, report)
                _require_room(0)
    if report.added or report.changed or report.removed:
        told = f"added {report.added}, changed {report.changed}, removed {report.removed}"
        event_write(actor=actor, code="mcp_synced", new=told)
    return report


def _read(path: Path, report: McpReport) -> Defined | None:
    """What a file defines: nothing when it is not there, None when it can't be read, which the report says."""
    try:
        return definitions_of(safe_read_file(path, limit=FILE_BYTES_MAX))
    except ReadRefused as error:
        if error.reason is ReadReason.MISSING:
            return Defined()
        report.refused.append(Refused(path.name, error.detail))
    except BadMcpFile as error:
        report.refused.append(Refused(path.name, str(error)))
    return None


def _follow(actor: Actor, origin: McpOrigin, path: Path, defined: Defined, report: McpReport) -> None:
    held = {server.canonical: server for server in McpServer.objects.filter(origin=origin)}
    for definition in defined.servers:
        server = held.pop(definition.canonical, None)
        if server is None:
            _new(actor, definition, origin, str(path))
            report.added.append(definition.name)
        elif server.definition != definition:
            _redefine(server, definition)
            report.changed.append(definition.name)
    kept = {refused.name for refused in defined.refused}
    for server in held.values():
        if server.name in kept:
            continue  # still named, only not in a way that is taken: what is known of it stays
        report.removed.append(server.name)
        server.delete()


def _redefine(server: McpServer, definition: Definition) -> None:
    """Another command under a known name is another server: off, and unknown until it is asked."""
    server.name, server.transport = definition.name, definition.transport
    server.command, server.args, server.url = definition.command, list(definition.args), definition.url
    server.enabled, server.tools, server.tools_off = False, [], []
    server.probed_at, server.probe_error = None, ""
    _revise(server, "name", "transport", "command", "args", "url", "enabled", "tools", "tools_off", "probed_at",
            "probe_error")  # fmt: skip


def mcp_config(*, actor: Actor) -> dict[str, Any]:
    """The enabled servers as a configuration that agents read, with the tools that are off. Raises Forbidden."""
    require_owner(actor)
    servers: dict[str, Any] = {}
    for server in McpServer.objects.merged():
        if not server.enabled:
            continue
        is_stdio = server.transport == STDIO
        entry: dict[str, Any] = {"command": server.command, "args": server.args} if is_stdio else {"url": server.url}
        if server.tools_off:
            entry["disabledTools"] = server.tools_off
        servers[server.name] = entry
    return {"mcpServers": servers}


def _new(actor: Actor, definition: Definition, origin: McpOrigin, file: str = "") -> McpServer:
    return McpServer.objects.create(
        name=definition.name,
        canonical=definition.canonical,
        origin=origin,
        origin_file=redact(file).text[-300:],
        transport=definition.transport,
        command=definition.command,
        args=list(definition.args),
        url=definition.url,
        made_by=actor.source,
    )


def _revise(server: McpServer, *fields: str) -> None:
    server.revision += 1
    server.changed_at = now()
    server.save(update_fields=(*fields, "revision", "changed_at"))


def _require_room(more: int) -> None:
    if McpServer.objects.count() + more > SERVERS_MAX:
        raise Conflict(f"The registry holds {SERVERS_MAX} servers. Remove some first.", type="too-many-mcp-servers")


def _in_short(definition: Definition) -> str:
    if definition.transport == STDIO:
        return json.dumps([definition.command, *definition.args], ensure_ascii=False)
    return definition.url
