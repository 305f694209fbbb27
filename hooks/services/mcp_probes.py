"""Asking MCP servers what they are and which tools they have; an answer counts for ten minutes."""

import time
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from channels_bridge.actors import Actor
from hooks.egress.client import Egress
from hooks.mcp.definitions import STDIO, Definition
from hooks.mcp.http import probe_http
from hooks.mcp.protocol import Answer, ProbeFailed
from hooks.mcp.stdio import probe_stdio
from hooks.models import McpServer
from hooks.services.events import event_write, require_owner
from hooks.services.mcp import mcp_server_get
from hooks.services.scripts import hooks_folder
from kirocrew.base.clock import now

PROBE_SECONDS: Final = 30.0
FRESH: Final = timedelta(minutes=10)
"""How long an answer is taken for the present one."""
CLAIM: Final = timedelta(seconds=60)
"""After this long, whoever was asking is taken for gone."""
ERROR_MAX: Final = 500  # characters


def mcp_is_stale(server: McpServer) -> bool:
    """Whether the last answer is too old to be taken for the present one, or there is none."""
    return server.probed_at is None or now() - server.probed_at > FRESH


def mcp_probe(*, actor: Actor, uid: UUID, seconds: float = PROBE_SECONDS, egress: Egress | None = None) -> McpServer:
    """Ask a server now, enabled or not, and keep what it says; at most `seconds` long. Raises Forbidden, NotFound.

    A server that is being asked by somebody else is not asked twice: what is known of it is returned. What the server
    does wrong is kept in `probe_error` and never raised.
    """
    require_owner(actor)
    server = mcp_server_get(actor=actor, uid=uid)
    free = Q(probing_since__isnull=True) | Q(probing_since__lt=now() - CLAIM)
    if not McpServer.objects.filter(free, pk=server.pk).update(probing_since=now()):
        return server
    started = time.monotonic()
    answer, error = None, ""
    try:
        answer = _ask(server.definition, seconds, egress)
    except ProbeFailed as failure:
        error = str(failure)[:ERROR_MAX]
    finally:
        McpServer.objects.filter(pk=server.pk).update(probing_since=None)
    elapsed = round((time.monotonic() - started) * 1000)
    with transaction.atomic():
        kept = McpServer.objects.filter(pk=server.pk).first()
        if kept is None or kept.definition != server.definition:
            return server  # removed or redefined meanwhile: the answer is about nothing that is there
        _keep(kept, answer, error, elapsed)
        event_write(actor=actor, code="mcp_probed", key=kept.name, new=error or f"{len(kept.tools)} tools")
    return kept


def _ask(definition: Definition, seconds: float, egress: Egress | None) -> Answer:
    if definition.transport == STDIO:
        return probe_stdio(
            command=definition.command, args=definition.args, cwd=hooks_folder(settings.KIROCREW_HOME), seconds=seconds
        )
    return probe_http(url=definition.url, seconds=seconds, egress=egress)


def _keep(server: McpServer, answer: Answer | None, error: str, elapsed: int) -> None:
    """Write down what was learned. A tool that is new and whose description is not clear starts switched off."""
    server.probed_at, server.probing_since = now(), None
    server.probe_error, server.probe_ms = error, elapsed
    fields = ["probed_at", "probing_since", "probe_error", "probe_ms"]
    if answer is not None:
        known = {tool["name"]: tool for tool in server.tools}
        wary = [
            tool.name
            for tool in answer.tools
            if tool.level != "clear" and known.get(tool.name, {}).get("description") != tool.description
        ]
        names = {tool.name for tool in answer.tools}
        off = [name for name in server.tools_off if name in names]
        server.tools_off = [*off, *(name for name in dict.fromkeys(wary) if name not in off)]
        server.tools = [tool.as_dict() for tool in answer.tools]
        server.server_name, server.server_version, server.protocol = answer.server, answer.version, answer.protocol
        fields += ["tools", "tools_off", "server_name", "server_version", "protocol"]
    server.save(update_fields=fields)
