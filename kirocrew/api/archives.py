"""Archives of everything over HTTP: ask for one, fetch it, send one and take it in. Each of these is a job.

No answer is kept for a repeated request: what it is known by would be made of the passphrase.
"""

from typing import Any, Final
from uuid import UUID

from django.http import FileResponse
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from channels_bridge.actors import Actor, Permission
from channels_bridge.api.authentication import actor_of
from channels_bridge.api.fields import StrictSerializer, TextField, checked
from channels_bridge.api.serializers import JobSerializer
from channels_bridge.api.throttling import BotThrottle
from channels_bridge.models import Job
from hooks.services.reading import safe_open
from kirocrew.archive.exporting import archives_listed
from kirocrew.archive.jobs import archive_request, merge_request, restore_request
from kirocrew.archive.uploads import upload_drop, upload_keep, uploads_waiting
from memory.services.exports import export_file

PASSPHRASE_LIMIT: Final = 1_000  # characters
RESTORE: Final = "restore"
MERGE: Final = "merge"


class ArchiveAskSerializer(StrictSerializer):
    """How the archive is to be written."""

    passphrase = serializers.CharField(
        max_length=PASSPHRASE_LIMIT,
        required=False,
        default="",
        allow_blank=True,
        trim_whitespace=False,
        write_only=True,
        help_text="Locks it; at least 10 characters. It is written down nowhere and can't be recovered",
    )


class ArchiveSendSerializer(ArchiveAskSerializer):
    """An archive, and what opens it."""

    file = serializers.FileField()


class ArchiveWaySerializer(StrictSerializer):
    """How an archive is taken in."""

    way = serializers.ChoiceField((RESTORE, MERGE))
    confirm = TextField(
        max_length=64, required=False, default="", allow_blank=True, help_text="To restore: the beginning of its digest"
    )


class ArchiveFileSerializer(serializers.Serializer[Any]):
    """An archive in the home."""

    name = serializers.CharField()
    size = serializers.IntegerField(help_text="Bytes")
    at = serializers.DateTimeField()
    is_locked = serializers.BooleanField()


class ArchiveWaitingSerializer(serializers.Serializer[Any]):
    """An archive that was sent; `result` is what the look through it found."""

    uid = serializers.UUIDField()
    name = serializers.CharField()
    size = serializers.IntegerField(help_text="Bytes")
    at = serializers.DateTimeField()
    job = serializers.UUIDField(allow_null=True)
    state = serializers.CharField()
    error = serializers.CharField(allow_blank=True)
    result = serializers.DictField()


class ArchiveListSerializer(serializers.Serializer[Any]):
    """Archives of the home, and those that were sent, the newest first."""

    entries = ArchiveFileSerializer(many=True)
    uploads = ArchiveWaitingSerializer(many=True)


class _ArchiveBase(APIView):
    throttle_classes = (BotThrottle,)

    @property
    def actor(self) -> Actor:
        return actor_of(self.request)


class ArchivesView(_ArchiveBase):
    """The archives there are; ask for another one."""

    @extend_schema(operation_id="list_archives", tags=["transfer"], responses=ArchiveListSerializer)
    def get(self, request: Request) -> Response:
        self.actor.require(Permission.ADMIN)
        listed = {"entries": archives_listed(), "uploads": uploads_waiting()}
        return Response(ArchiveListSerializer(listed).data)

    @extend_schema(
        operation_id="write_archive", tags=["transfer"], request=ArchiveAskSerializer, responses={202: JobSerializer}
    )
    def post(self, request: Request) -> Response:
        wanted = checked(ArchiveAskSerializer, request.data)
        return _asked(archive_request(actor=self.actor, passphrase=wanted["passphrase"]))


class ArchiveFileView(_ArchiveBase):
    """One archive of the home."""

    @extend_schema(
        operation_id="fetch_archive", tags=["transfer"], responses={(200, "application/octet-stream"): bytes}
    )
    def get(self, request: Request, name: str) -> FileResponse:
        file = export_file(actor=self.actor, name=name)
        return FileResponse(safe_open(file, within=file.parent), as_attachment=True, filename=name)


class ArchiveUploadsView(_ArchiveBase):
    """Send an archive; a job looks through it. Nothing is imported by it."""

    parser_classes = (MultiPartParser,)

    @extend_schema(
        operation_id="send_archive",
        tags=["transfer"],
        request={"multipart/form-data": ArchiveSendSerializer},
        responses={202: JobSerializer},
    )
    def post(self, request: Request) -> Response:
        wanted = checked(ArchiveSendSerializer, request.data)
        file = wanted["file"]
        job = upload_keep(
            actor=self.actor, name=file.name or "archive", pieces=file.chunks(), passphrase=wanted["passphrase"]
        )
        return _asked(job)


class ArchiveUploadView(_ArchiveBase):
    """One that was sent: take it in, or drop it. The owner's alone."""

    @extend_schema(
        operation_id="take_in_archive",
        tags=["transfer"],
        request=ArchiveWaySerializer,
        responses={202: JobSerializer},
    )
    def post(self, request: Request, uid: UUID) -> Response:
        wanted = checked(ArchiveWaySerializer, request.data)
        if wanted["way"] == MERGE:
            return _asked(merge_request(actor=self.actor, upload=str(uid)))
        return _asked(restore_request(actor=self.actor, upload=str(uid), confirm=wanted["confirm"]))

    @extend_schema(operation_id="drop_archive", tags=["transfer"], request=None, responses={204: None})
    def delete(self, request: Request, uid: UUID) -> Response:
        upload_drop(actor=self.actor, uid=uid)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _asked(job: Job) -> Response:
    where = reverse("job", kwargs={"uid": job.uid})
    return Response(JobSerializer(job).data, status=status.HTTP_202_ACCEPTED, headers={"Location": where})
