"""Skills over HTTP: the catalogue, one skill, its files and versions."""

import base64
import binascii
from typing import Any, Final

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from channels_bridge.api.idempotency import idempotent
from kirocrew.base.problems import Invalid, NotFound
from skills.api.base import SkillsView, asked_for, expected_revision, shown, tier_named
from skills.api.serializers import (
    SkillChangeSerializer,
    SkillDetailSerializer,
    SkillFileQuerySerializer,
    SkillFileSerializer,
    SkillInjectSerializer,
    SkillListSerializer,
    SkillNamedQuerySerializer,
    SkillPinSerializer,
    SkillReasonSerializer,
    SkillRollbackSerializer,
    SkillSerializer,
    SkillsQuerySerializer,
    SkillTreeSerializer,
    SkillVersionListSerializer,
    SkillVersionSerializer,
    SkillWriteSerializer,
)
from skills.services.catalogue import (
    Entry,
    entry_files,
    skill_change,
    skill_create,
    skill_delete,
    skill_enable,
    skill_inject_set,
    skill_pin,
    skills_list,
)
from skills.services.grants import visibility_set
from skills.services.reading import text_of
from skills.services.versions import version_rollback, versions_of

IF_MATCH: Final = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, description="The ETag of the skill the change was made on"
)
EXAMPLE: Final = OpenApiExample(
    "A skill",
    value={
        "name": "tidy-csv",
        "content": "---\nname: tidy-csv\ndescription: Tidies a CSV file. Use it when columns are crooked.\n"
        "triggers: tidy csv, !excel\n---\n\n1. Look at the header.\n",
    },
    request_only=True,
)


def decoded(files: list[dict[str, Any]]) -> dict[str, bytes]:
    """The files of a request by path. Raises Invalid for base64 that is none, or a path given twice."""
    found: dict[str, bytes] = {}
    for file in files:
        if file["path"] in found:
            raise Invalid("A path is given twice.")
        try:
            data = file["text"].encode() if "text" in file else base64.b64decode(file["base64"], validate=True)
        except (binascii.Error, ValueError) as error:
            raise Invalid("A file's 'base64' is not base64.") from error
        found[file["path"]] = data
    return found


class SkillListView(SkillsView):
    """The skills who asks may know of; write one."""

    @extend_schema(operation_id="list_skills", tags=["skills"], parameters=[SkillsQuerySerializer],
                   responses=SkillListSerializer)  # fmt: skip
    def get(self, request: Request) -> Response:
        query = self.query(SkillsQuerySerializer)
        project, only = asked_for(request)
        entries = skills_list(actor=self.actor, project=project, only=only)
        tier = tier_named(request)
        rows = [
            entry for entry in entries if tier in (None, entry.skill.tier) and (entry.usable or not query["usable"])
        ]
        return Response({"entries": SkillSerializer(rows, many=True).data})

    @extend_schema(operation_id="create_skill", tags=["skills"], request=SkillWriteSerializer,
                   responses={201: SkillDetailSerializer}, examples=[EXAMPLE])  # fmt: skip
    @idempotent
    def post(self, request: Request) -> Response:
        values = self.body(SkillWriteSerializer)
        skill = skill_create(
            actor=self.actor,
            name=values["name"],
            content=values["content"],
            files=decoded(values["files"]),
            visibility=values.get("visibility"),
            reason=values["reason"],
        )
        return shown(SkillDetailSerializer(self.written(skill.key)).data, skill, status.HTTP_201_CREATED)

    def written(self, key: str) -> Entry:
        """The skill as its writer sees it."""
        return self.entry(key, narrowed={})


class SkillView(SkillsView):
    """One skill: read it, change it, delete it."""

    @extend_schema(operation_id="get_skill", tags=["skills"], parameters=[SkillNamedQuerySerializer],
                   responses=SkillDetailSerializer)  # fmt: skip
    def get(self, request: Request, name: str) -> Response:
        self.query(SkillNamedQuerySerializer)
        entry = self.entry(name)
        return shown(SkillDetailSerializer(entry).data, entry.skill)

    @extend_schema(operation_id="change_skill", tags=["skills"], parameters=[IF_MATCH],
                   request=SkillChangeSerializer, responses=SkillDetailSerializer)  # fmt: skip
    @idempotent
    def put(self, request: Request, name: str) -> Response:
        values, revision = self.body(SkillChangeSerializer), expected_revision(request)
        skill = self.entry(name).skill
        files: dict[str, bytes | None] = {**decoded(values["files"]), **dict.fromkeys(values["remove"])}
        if "content" in values or "fields" in values or files:
            skill = skill_change(
                actor=self.actor,
                skill=skill,
                content=values.get("content"),
                fields=values.get("fields"),
                files=files,
                reason=values["reason"],
                revision=revision,
            )
            revision = None
        if "visibility" in values:
            skill = visibility_set(actor=self.actor, skill=skill, visibility=values["visibility"], revision=revision)
            revision = None
        if "enabled" in values:
            skill = skill_enable(actor=self.actor, skill=skill, enabled=values["enabled"], revision=revision)
        return shown(SkillDetailSerializer(self.entry(name)).data, skill)

    @extend_schema(operation_id="delete_skill", tags=["skills"], parameters=[IF_MATCH], request=SkillReasonSerializer,
                   responses={204: None})  # fmt: skip
    @idempotent
    def delete(self, request: Request, name: str) -> Response:
        values = self.body(SkillReasonSerializer)
        skill_delete(
            actor=self.actor,
            skill=self.entry(name).skill,
            reason=values["reason"],
            revision=expected_revision(request),
        )
        return Response(status=status.HTTP_204_NO_CONTENT)


class SkillTreeView(SkillsView):
    """The files of a skill."""

    @extend_schema(operation_id="skill_tree", tags=["skills"], parameters=[SkillNamedQuerySerializer],
                   responses=SkillTreeSerializer)  # fmt: skip
    def get(self, request: Request, name: str) -> Response:
        self.query(SkillNamedQuerySerializer)
        entry = self.entry(name)
        files = [
            {"path": path, "size": len(content), "is_text": text_of(content) is not None}
            for path, content in sorted(entry_files(entry).items())
        ]
        return shown({"version": entry.version, "files": files}, entry.skill)


class SkillFileView(SkillsView):
    """One file of a skill."""

    @extend_schema(operation_id="skill_file", tags=["skills"], parameters=[SkillFileQuerySerializer],
                   responses=SkillFileSerializer)  # fmt: skip
    def get(self, request: Request, name: str) -> Response:
        path = self.query(SkillFileQuerySerializer)["path"]
        entry = self.entry(name)
        content = entry_files(entry).get(path)
        if content is None:
            raise NotFound("There is no such file in this skill. See its tree.", type="unknown-skill-file")
        text = text_of(content)
        data: dict[str, Any] = {"path": path, "size": len(content), "is_text": text is not None}
        data |= {"base64": base64.b64encode(content).decode()} if text is None else {"text": text}
        return shown(data, entry.skill)


class SkillVersionsView(SkillsView):
    """The versions of a managed skill, for who may change it."""

    @extend_schema(operation_id="skill_versions", tags=["skills"], parameters=[SkillNamedQuerySerializer],
                   responses=SkillVersionListSerializer)  # fmt: skip
    def get(self, request: Request, name: str) -> Response:
        self.query(SkillNamedQuerySerializer)
        skill = self.entry(name).skill
        versions = versions_of(actor=self.actor, skill=skill)
        return shown({"entries": SkillVersionSerializer(versions, many=True).data}, skill)


class SkillRollbackView(SkillsView):
    """Make a new version with the files of an earlier one."""

    @extend_schema(operation_id="rollback_skill", tags=["skills"], parameters=[IF_MATCH],
                   request=SkillRollbackSerializer, responses=SkillDetailSerializer)  # fmt: skip
    @idempotent
    def post(self, request: Request, name: str) -> Response:
        values = self.body(SkillRollbackSerializer)
        skill = version_rollback(
            actor=self.actor,
            skill=self.entry(name).skill,
            number=values["version"],
            reason=values["reason"],
            revision=expected_revision(request),
        )
        return shown(SkillDetailSerializer(self.entry(name)).data, skill)


class SkillPinView(SkillsView):
    """Pin a skill, or no longer."""

    @extend_schema(operation_id="pin_skill", tags=["skills"], request=SkillPinSerializer, responses=SkillSerializer)
    @idempotent
    def post(self, request: Request) -> Response:
        values = self.body(SkillPinSerializer)
        skill = self.entry(values["name"]).skill
        skill = skill_pin(actor=self.actor, skill=skill, pinned=values["pinned"], revision=expected_revision(request))
        return shown(SkillSerializer(self.entry(values["name"])).data, skill)


class SkillInjectView(SkillsView):
    """Say whether a message brings the skill's body or a pointer to it."""

    @extend_schema(
        operation_id="inject_skill", tags=["skills"], request=SkillInjectSerializer, responses=SkillSerializer
    )
    @idempotent
    def post(self, request: Request) -> Response:
        values = self.body(SkillInjectSerializer)
        skill = self.entry(values["name"]).skill
        skill = skill_inject_set(
            actor=self.actor, skill=skill, inject=values["inject"], revision=expected_revision(request)
        )
        return shown(SkillSerializer(self.entry(values["name"])).data, skill)
