"""Skills of other agents on this machine, over HTTP: which there are, what an import would do, and asking for it."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from channels_bridge.api.fields import StrictSerializer, TextField
from channels_bridge.api.idempotency import idempotent
from channels_bridge.api.schema import IDEMPOTENCY_PARAMETER
from channels_bridge.api.serializers import JobSerializer
from skills.api.base import SkillsView
from skills.services.importing import PATH_LIMIT, Fate, Source, Strategy, import_detect, import_preview, import_request

SOURCES = [source.value for source in Source]
IMPORT_FATES = [fate.value for fate in Fate]
STRATEGIES = [strategy.value for strategy in Strategy]


class SkillImportFolderSerializer(StrictSerializer):
    """A folder on the server's machine by its whole path: a home, an agent's folder, or a folder of skills."""

    path = TextField(max_length=PATH_LIMIT)


class SkillImportAskedSerializer(StrictSerializer):
    """What to import. `existing` is what is done where a skill of that name was imported and is another one now."""

    path = TextField(max_length=PATH_LIMIT, help_text="A folder on the server's machine by its whole path")
    source = serializers.ChoiceField(SOURCES)  # type: ignore[assignment]
    existing = serializers.ChoiceField(STRATEGIES, default=Strategy.SKIP.value)


class SkillImportDetectedSerializer(serializers.Serializer[Any]):
    """Skills of one agent that were found."""

    source = serializers.ChoiceField(SOURCES)  # type: ignore[assignment]
    folder = serializers.CharField()
    skills = serializers.IntegerField()


class SkillImportFoundSerializer(serializers.Serializer[Any]):
    """The agents that have skills in a folder."""

    found = SkillImportDetectedSerializer(many=True)


class SkillImportRowSerializer(serializers.Serializer[Any]):
    """What would be done with one package. `stripped` are fields that are not taken from another agent."""

    folder = serializers.CharField()
    key = serializers.CharField(allow_blank=True)
    name = serializers.CharField(allow_blank=True)
    description = serializers.CharField(allow_blank=True)
    fate = serializers.ChoiceField(IMPORT_FATES)
    message = serializers.CharField(allow_blank=True)
    code = serializers.CharField(allow_blank=True)
    stripped = serializers.ListField(child=serializers.CharField())
    notes = serializers.ListField(child=serializers.CharField())


class SkillImportPreviewSerializer(serializers.Serializer[Any]):
    """Every package that was found."""

    packages = SkillImportRowSerializer(many=True)


class SkillImportDetectView(SkillsView):
    """Which agents have skills in a folder."""

    @extend_schema(
        operation_id="detect_foreign_skills",
        tags=["skills"],
        request=SkillImportFolderSerializer,
        responses=SkillImportFoundSerializer,
    )
    def post(self, request: Request) -> Response:
        found = import_detect(actor=self.actor, path=self.body(SkillImportFolderSerializer)["path"])
        return Response({"found": SkillImportDetectedSerializer(found, many=True).data})


class SkillImportPreviewView(SkillsView):
    """What an import would do; nothing is written."""

    @extend_schema(
        operation_id="preview_skill_import",
        tags=["skills"],
        request=SkillImportAskedSerializer,
        responses=SkillImportPreviewSerializer,
    )
    def post(self, request: Request) -> Response:
        rows = import_preview(actor=self.actor, **_asked(self.body(SkillImportAskedSerializer)))
        return Response({"packages": SkillImportRowSerializer(rows, many=True).data})


class SkillImportView(SkillsView):
    """Import in the background; the folder is read again then."""

    @extend_schema(
        operation_id="import_skills",
        tags=["skills"],
        parameters=[IDEMPOTENCY_PARAMETER],
        request=SkillImportAskedSerializer,
        responses={202: JobSerializer},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        asked = _asked(self.body(SkillImportAskedSerializer))
        job = import_request(actor=self.actor, path=asked["path"], source=asked["source"], strategy=asked["strategy"])
        return Response(JobSerializer(job).data, status=status.HTTP_202_ACCEPTED)


def _asked(values: dict[str, Any]) -> dict[str, str]:
    return {"path": values["path"], "source": values["source"], "strategy": values["existing"]}
