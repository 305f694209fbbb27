"""Backups, and one of them put back at the next start, over HTTP. The owner's alone."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from channels_bridge.api.authentication import actor_of
from channels_bridge.api.fields import StrictSerializer, TextField, checked
from channels_bridge.api.idempotency import idempotent
from channels_bridge.api.serializers import JobSerializer
from channels_bridge.api.throttling import BotThrottle
from kirocrew.backup.shelf import STATES, backup_request, backups_listed
from kirocrew.backup.staging import restore_cancel, restore_preview, restore_stage, restore_status

NAME_LIMIT = 200  # characters


class BackupFileSerializer(serializers.Serializer[Any]):
    """A backup in the home, and what was counted in it."""

    name = serializers.CharField()
    kind = serializers.CharField(help_text="daily, on demand, before a migration, before a restore, brought here")
    size = serializers.IntegerField(help_text="Bytes")
    at = serializers.DateTimeField()
    state = serializers.ChoiceField(STATES)
    checked_at = serializers.DateTimeField(source="counts.checked", default=None, allow_null=True)
    problem = serializers.CharField(source="counts.problem", default="")
    tables = serializers.DictField(source="counts.tables", child=serializers.IntegerField(), default=dict)


class BackupsSerializer(serializers.Serializer[Any]):
    """The backups, newest first."""

    items = BackupFileSerializer(many=True)


class RestoreLineSerializer(serializers.Serializer[Any]):
    """What is compared: how many now, in the backup, only now, only there, and with another content."""

    title = serializers.CharField()
    now = serializers.IntegerField()
    then = serializers.IntegerField()
    lost = serializers.IntegerField()
    back = serializers.IntegerField()
    changed = serializers.IntegerField()
    newest_now = serializers.DateTimeField(allow_null=True)
    newest_then = serializers.DateTimeField(allow_null=True)


class RestorePreviewSerializer(serializers.Serializer[Any]):
    """What putting the backup back would do."""

    backup = serializers.CharField()
    problem = serializers.CharField(help_text="Why it can't be put back; empty when it can")
    migrations = serializers.ListField(
        source="fit.missing", child=serializers.CharField(), help_text="Those that are applied to it"
    )
    erased = serializers.IntegerField(help_text="Records in it that were erased since, and are erased again")
    refused = serializers.IntegerField(help_text="Values refused today, which hold over it")
    lines = RestoreLineSerializer(many=True)


class RestoreRequestSerializer(StrictSerializer):
    """Which backup, by its name."""

    backup = TextField(max_length=NAME_LIMIT)


class RestoreSerializer(serializers.Serializer[Any]):
    """What waits to be put back at the next start; `backup` is empty when nothing does."""

    backup = serializers.CharField(default="")
    by = serializers.CharField(default="")
    at = serializers.DateTimeField(default=None, allow_null=True)
    problem = serializers.CharField(default="", help_text="Why the last start could not put it back")


class BackupsView(APIView):
    """The backups there are."""

    throttle_classes = (BotThrottle,)

    @extend_schema(operation_id="list_backups", tags=["backups"], responses=BackupsSerializer)
    def get(self, request: Request) -> Response:
        """The home's backups with what was counted in each. Owner only."""
        return Response(BackupsSerializer({"items": backups_listed(actor=actor_of(request))}).data)

    @extend_schema(operation_id="make_backup", tags=["backups"], request=None, responses={202: JobSerializer})
    @idempotent
    def post(self, request: Request) -> Response:
        """Copy the database, check and count the copy. Owner only; answers with the job."""
        job = backup_request(actor=actor_of(request))
        return Response(JobSerializer(job).data, status=status.HTTP_202_ACCEPTED)


class BackupPreviewView(APIView):
    """One backup held against the present."""

    throttle_classes = (BotThrottle,)

    @extend_schema(operation_id="preview_restore", tags=["backups"], responses=RestorePreviewSerializer)
    def get(self, request: Request, name: str) -> Response:
        """What would be lost and what would come back. Owner only; changes nothing."""
        return Response(RestorePreviewSerializer(restore_preview(actor=actor_of(request), name=name)).data)


class RestoreView(APIView):
    """What waits to be put back."""

    throttle_classes = (BotThrottle,)

    @extend_schema(operation_id="get_restore", tags=["backups"], responses=RestoreSerializer)
    def get(self, request: Request) -> Response:
        """What the next start puts back, if anything. Owner only."""
        return Response(RestoreSerializer(restore_status(actor=actor_of(request)) or {}).data)

    @extend_schema(
        operation_id="stage_restore",
        tags=["backups"],
        request=RestoreRequestSerializer,
        responses=RestorePreviewSerializer,
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Have a backup put back at the next start. Owner only; nothing changes until then."""
        name = checked(RestoreRequestSerializer, request.data)["backup"]
        return Response(RestorePreviewSerializer(restore_stage(actor=actor_of(request), name=name)).data)

    @extend_schema(operation_id="cancel_restore", tags=["backups"], responses={204: None})
    def delete(self, request: Request) -> Response:
        """Call it off: the present stays. Owner only."""
        restore_cancel(actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
