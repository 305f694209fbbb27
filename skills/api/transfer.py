"""Archives and folders of skills over HTTP."""

from uuid import UUID

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from channels_bridge.actors import Permission
from channels_bridge.api.idempotency import idempotent
from kirocrew.base.clock import now
from kirocrew.base.problems import Invalid
from skills.api.base import TIERS, SkillsView, asked_for
from skills.api.serializers import (
    SkillExportQuerySerializer,
    SkillJobNamedSerializer,
    SkillRootChangeSerializer,
    SkillRootListSerializer,
    SkillRootSerializer,
    SkillRootWriteSerializer,
    SkillUploadAnswerSerializer,
    SkillUploadSerializer,
)
from skills.services.exporting import skills_export
from skills.services.roots import (
    root_add,
    root_consent,
    root_enable,
    root_get,
    root_remove,
    roots_list,
    scan_asked,
)
from skills.services.uploads import archive_upload


class SkillUploadView(SkillsView):
    """Write the packages of a ZIP: a few at once, more as a job to be followed."""

    parser_classes = (MultiPartParser,)

    @extend_schema(operation_id="upload_skills", tags=["skills"],
                   request={"multipart/form-data": SkillUploadSerializer},
                   responses={200: SkillUploadAnswerSerializer, 202: SkillUploadAnswerSerializer})  # fmt: skip
    @idempotent
    def post(self, request: Request) -> Response:
        self.actor.require(Permission.SKILLS_WRITE)
        file = request.FILES.get("file")
        if file is None:
            raise Invalid("Send a ZIP as the field 'file'.", type="nothing-to-upload")
        upload = archive_upload(actor=self.actor, stream=file, name=file.name or "upload.zip")
        if upload.job is None:
            return Response({"packages": [package.as_json() for package in upload.packages]})
        return Response(
            {"job": str(upload.job.uid)},
            status=status.HTTP_202_ACCEPTED,
            headers={"Location": reverse("job", kwargs={"uid": upload.job.uid})},
        )


class SkillExportView(SkillsView):
    """Skills as a ZIP, each in a folder of its name."""

    @extend_schema(operation_id="export_skills", tags=["skills"], parameters=[SkillExportQuerySerializer],
                   responses={(200, "application/zip"): OpenApiTypes.BINARY})  # fmt: skip
    def get(self, request: Request) -> HttpResponseBase:
        query = self.query(SkillExportQuerySerializer)
        project, only = asked_for(request)
        names = [name.strip() for name in query["names"].split(",") if name.strip()]
        content = skills_export(actor=self.actor, names=names, strict=query["strict"], project=project, only=only)
        response = HttpResponse(content, content_type="application/zip")
        response["Content-Disposition"] = f'attachment; filename="skills-{now():%Y%m%d}.zip"'
        return response


class SkillRootsView(SkillsView):
    """The folders whose skills are read. The owner's."""

    @extend_schema(operation_id="list_skill_roots", tags=["skills"], responses=SkillRootListSerializer)
    def get(self, request: Request) -> Response:
        return Response({"entries": SkillRootSerializer(roots_list(actor=self.actor), many=True).data})

    @extend_schema(operation_id="add_skill_root", tags=["skills"], request=SkillRootWriteSerializer,
                   responses={201: SkillRootSerializer})  # fmt: skip
    @idempotent
    def post(self, request: Request) -> Response:
        values = self.body(SkillRootWriteSerializer)
        values["tier"] = TIERS[values["tier"]]
        root = root_add(actor=self.actor, **values)
        return Response(SkillRootSerializer(root).data, status=status.HTTP_201_CREATED)


class SkillRootView(SkillsView):
    """One folder: switch it, agree to it, forget it."""

    @extend_schema(operation_id="change_skill_root", tags=["skills"], request=SkillRootChangeSerializer,
                   responses=SkillRootSerializer)  # fmt: skip
    @idempotent
    def patch(self, request: Request, uid: UUID) -> Response:
        values = self.body(SkillRootChangeSerializer)
        root = root_get(actor=self.actor, uid=uid)
        if "enabled" in values:
            root = root_enable(actor=self.actor, root=root, enabled=values["enabled"])
        if "consent" in values:
            root = root_consent(actor=self.actor, root=root, agreed=values["consent"])
        return Response(SkillRootSerializer(root).data)

    @extend_schema(operation_id="remove_skill_root", tags=["skills"], request=None, responses={204: None})
    @idempotent
    def delete(self, request: Request, uid: UUID) -> Response:
        root_remove(actor=self.actor, root=root_get(actor=self.actor, uid=uid))
        return Response(status=status.HTTP_204_NO_CONTENT)


class SkillScanView(SkillsView):
    """Read all folders now."""

    @extend_schema(operation_id="scan_skills", tags=["skills"], request=None, responses={202: SkillJobNamedSerializer})
    @idempotent
    def post(self, request: Request) -> Response:
        job = scan_asked(actor=self.actor)
        return Response({"job": str(job.uid)}, status=status.HTTP_202_ACCEPTED)
