"""The registry of MCP servers over HTTP. The owner's alone: a server is a command on this machine, or a way out."""

from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from channels_bridge.api.fields import StrictSerializer, TextField
from channels_bridge.api.idempotency import idempotent
from hooks.api.base import HooksView
from hooks.api.serializers import RawTextField
from hooks.mcp.definitions import ARGUMENT_MAX, ARGUMENTS_MAX, NAME_MAX, URL_MAX
from hooks.models import McpServer
from hooks.services.mcp import (
    FILE_BYTES_MAX,
    McpReport,
    mcp_config,
    mcp_import,
    mcp_server_create,
    mcp_server_delete,
    mcp_server_enable,
    mcp_server_get,
    mcp_servers_list,
    mcp_sync,
    mcp_tool_enable,
)
from hooks.services.mcp_probes import FRESH, mcp_is_stale, mcp_probe

EXAMPLE: Final = OpenApiExample(
    "A server", value={"name": "weather", "command": "uvx", "args": ["weather-mcp"]}, request_only=True
)
FRESH_MINUTES: Final = FRESH // timedelta(minutes=1)


class McpToolSerializer(serializers.Serializer[Any]):
    """A tool as its server describes it; `level` is what the injection screen makes of the description."""

    name = serializers.CharField()
    description = serializers.CharField(allow_blank=True)
    level = serializers.CharField(help_text="clear, suspicious or hostile")


class McpServerSerializer(serializers.ModelSerializer[McpServer]):
    """A server, and what it answered when it was last asked."""

    tools = McpToolSerializer(many=True)
    args = serializers.ListField(child=serializers.CharField())
    tools_off = serializers.ListField(child=serializers.CharField())
    is_stale = serializers.SerializerMethodField(help_text=f"Whether the answer is older than {FRESH_MINUTES} minutes")

    class Meta:
        model = McpServer
        fields = (
            "uid",
            "name",
            "origin",
            "origin_file",
            "transport",
            "command",
            "args",
            "url",
            "enabled",
            "tools",
            "tools_off",
            "probed_at",
            "probe_error",
            "probe_ms",
            "is_stale",
            "server_name",
            "server_version",
            "protocol",
            "revision",
            "made_by",
            "made_at",
            "changed_at",
        )
        read_only_fields = fields

    def get_is_stale(self, server: McpServer) -> bool:
        return mcp_is_stale(server)


class McpServerListSerializer(serializers.Serializer[Any]):
    """One definition for each name, the strongest."""

    entries = McpServerSerializer(many=True)


class McpServerWriteSerializer(StrictSerializer):
    """A command with arguments, or a URL. Nothing that could be a secret."""

    name = TextField(max_length=NAME_MAX)
    command = RawTextField(max_length=ARGUMENT_MAX, required=False)
    args = serializers.ListField(child=RawTextField(max_length=ARGUMENT_MAX), max_length=ARGUMENTS_MAX, required=False)
    url = RawTextField(max_length=URL_MAX, required=False)


class McpToggleSerializer(StrictSerializer):
    """On or off."""

    enabled = serializers.BooleanField()


class McpToolToggleSerializer(McpToggleSerializer):
    """One tool on or off."""

    tool = RawTextField(max_length=200)


class McpImportSerializer(StrictSerializer):
    """Another tool's configuration; nothing is written unless `apply`."""

    text = RawTextField(max_length=FILE_BYTES_MAX)
    file = TextField(max_length=300, default="", allow_blank=True, help_text="Where it lay")
    apply = serializers.BooleanField(default=False)


class McpRefusedSerializer(serializers.Serializer[Any]):
    """A server that was not taken, and why."""

    name = serializers.CharField()
    reason = serializers.CharField()


class McpReportSerializer(serializers.Serializer[Any]):
    """Names of servers."""

    added = serializers.ListField(child=serializers.CharField())
    changed = serializers.ListField(child=serializers.CharField())
    removed = serializers.ListField(child=serializers.CharField())
    refused = McpRefusedSerializer(many=True)


def _report(report: McpReport) -> Response:
    refused = [{"name": one.name, "reason": one.reason} for one in report.refused]
    return Response({"added": report.added, "changed": report.changed, "removed": report.removed, "refused": refused})


def _shown(server: McpServer, *, code: int = status.HTTP_200_OK) -> Response:
    return Response(McpServerSerializer(server).data, status=code)


class McpServersView(HooksView):
    """All servers; make one, switched off."""

    @extend_schema(operation_id="list_mcp_servers", tags=["mcp"], responses=McpServerListSerializer)
    def get(self, request: Request) -> Response:
        return Response({"entries": McpServerSerializer(mcp_servers_list(actor=self.actor), many=True).data})

    @extend_schema(operation_id="create_mcp_server", tags=["mcp"], request=McpServerWriteSerializer,
                   responses={201: McpServerSerializer}, examples=[EXAMPLE])  # fmt: skip
    @idempotent
    def post(self, request: Request) -> Response:
        values = self.body(McpServerWriteSerializer)
        name = values.pop("name")
        return _shown(mcp_server_create(actor=self.actor, name=name, entry=values), code=status.HTTP_201_CREATED)


class McpServerView(HooksView):
    """One server: look, remove."""

    @extend_schema(operation_id="get_mcp_server", tags=["mcp"], responses=McpServerSerializer)
    def get(self, request: Request, uid: UUID) -> Response:
        return _shown(mcp_server_get(actor=self.actor, uid=uid))

    @extend_schema(operation_id="delete_mcp_server", tags=["mcp"], request=None, responses={204: None})
    @idempotent
    def delete(self, request: Request, uid: UUID) -> Response:
        mcp_server_delete(actor=self.actor, uid=uid)
        return Response(status=status.HTTP_204_NO_CONTENT)


class McpProbeView(HooksView):
    """What a server answered last, at once; or ask it now, which takes up to 30 seconds."""

    @extend_schema(operation_id="get_mcp_probe", tags=["mcp"], responses=McpServerSerializer)
    def get(self, request: Request, uid: UUID) -> Response:
        return _shown(mcp_server_get(actor=self.actor, uid=uid))

    @extend_schema(operation_id="probe_mcp_server", tags=["mcp"], request=None, responses=McpServerSerializer)
    def post(self, request: Request, uid: UUID) -> Response:
        return _shown(mcp_probe(actor=self.actor, uid=uid))


class McpToggleView(HooksView):
    """Switch a server on or off."""

    @extend_schema(operation_id="toggle_mcp_server", tags=["mcp"], request=McpToggleSerializer,
                   responses=McpServerSerializer)  # fmt: skip
    @idempotent
    def post(self, request: Request, uid: UUID) -> Response:
        enabled = self.body(McpToggleSerializer)["enabled"]
        return _shown(mcp_server_enable(actor=self.actor, uid=uid, enabled=enabled))


class McpToolToggleView(HooksView):
    """Switch one tool of a server on or off."""

    @extend_schema(operation_id="toggle_mcp_tool", tags=["mcp"], request=McpToolToggleSerializer,
                   responses=McpServerSerializer)  # fmt: skip
    @idempotent
    def post(self, request: Request, uid: UUID) -> Response:
        values = self.body(McpToolToggleSerializer)
        return _shown(mcp_tool_enable(actor=self.actor, uid=uid, tool=values["tool"], enabled=values["enabled"]))


class McpImportView(HooksView):
    """Take servers over, switched off; any that could carry a secret is refused whole."""

    @extend_schema(operation_id="import_mcp_servers", tags=["mcp"], request=McpImportSerializer,
                   responses=McpReportSerializer)  # fmt: skip
    @idempotent
    def post(self, request: Request) -> Response:
        return _report(mcp_import(actor=self.actor, **self.body(McpImportSerializer)))


class McpSyncView(HooksView):
    """Bring the registry in line with the files it follows."""

    @extend_schema(operation_id="sync_mcp_servers", tags=["mcp"], request=None, responses=McpReportSerializer)
    def post(self, request: Request) -> Response:
        return _report(mcp_sync(actor=self.actor))


class McpConfigView(HooksView):
    """The enabled servers as a configuration agents read."""

    @extend_schema(operation_id="get_mcp_config", tags=["mcp"], responses=OpenApiTypes.OBJECT)
    def get(self, request: Request) -> Response:
        return Response(mcp_config(actor=self.actor))
