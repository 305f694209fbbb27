"""MCP servers the owner's agents may use: where each is defined, and what it answered when it was last asked."""

from typing import Final, Self

from django.db import models

from channels_bridge.actors import OWNER_SOURCE
from hooks.mcp.definitions import HTTP, NAME_MAX, STDIO, URL_MAX, Definition
from kirocrew.base.clock import now
from kirocrew.base.ids import new_uid

COMMAND_LIMIT: Final = 1_000  # characters


class Origin(models.TextChoices):
    """Where a definition comes from, weakest first: of two with one name the later counts."""

    BUNDLED = "bundled", "bundled"
    AGENT = "agent", "an agent's file"
    IMPORT = "import", "imported"
    GLOBAL = "global", "Kiro's own mcp.json"
    HOME = "home", "mcp.json in the home"
    OWNER = "owner", "made here"


STRENGTH: Final = {origin.value: place for place, origin in enumerate(Origin)}


class McpServerQuerySet(models.QuerySet["McpServer"]):
    def merged(self) -> "list[McpServer]":
        """One server for each name, the strongest definition of it, by name."""
        best: dict[str, McpServer] = {}
        for server in self.all():
            other = best.get(server.canonical)
            if other is None or STRENGTH[server.origin] > STRENGTH[other.origin]:
                best[server.canonical] = server
        return sorted(best.values(), key=lambda server: server.name.lower())

    def from_files(self) -> Self:
        """Definitions that follow a file; `mcp_sync` brings them in line with it."""
        return self.filter(origin__in=(Origin.GLOBAL, Origin.HOME))


class McpServer(models.Model):
    """One definition of a server. It has neither variables nor headers: nothing secret is kept here."""

    uid = models.UUIDField(default=new_uid, unique=True, editable=False)
    name = models.CharField(max_length=NAME_MAX)
    canonical = models.CharField(max_length=NAME_MAX)
    """The name without case and separators."""
    origin = models.CharField(max_length=8, choices=Origin.choices, default=Origin.OWNER)
    origin_file = models.CharField(max_length=300, blank=True)
    transport = models.CharField(max_length=5, choices=[(STDIO, STDIO), (HTTP, HTTP)])
    command = models.CharField(max_length=COMMAND_LIMIT, blank=True)
    args = models.JSONField(default=list, blank=True)
    url = models.CharField(max_length=URL_MAX, blank=True)
    enabled = models.BooleanField(default=False)
    tools_off = models.JSONField(default=list, blank=True)
    """Names of tools that are not used, by the owner's wish or because their description is not clear."""
    probed_at = models.DateTimeField(null=True, blank=True)
    probing_since = models.DateTimeField(null=True, blank=True)
    probe_error = models.CharField(max_length=500, blank=True)
    probe_ms = models.PositiveIntegerField(default=0)
    server_name = models.CharField(max_length=200, blank=True)
    server_version = models.CharField(max_length=60, blank=True)
    protocol = models.CharField(max_length=40, blank=True)
    tools = models.JSONField(default=list, blank=True)
    revision = models.PositiveIntegerField(default=1)
    made_by = models.CharField(max_length=200, default=OWNER_SOURCE)
    made_at = models.DateTimeField(default=now)
    changed_at = models.DateTimeField(default=now)

    objects = McpServerQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("canonical", "origin"), name="mcp_server_once_per_origin"),
            models.CheckConstraint(
                condition=models.Q(transport=STDIO, url="") & ~models.Q(command="")
                | models.Q(transport=HTTP, command="") & ~models.Q(url=""),
                name="mcp_server_one_transport",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def definition(self) -> Definition:
        """What is started or asked."""
        return Definition(self.name, self.transport, self.command, tuple(self.args), self.url)
