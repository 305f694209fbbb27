"""Registries of skills over HTTP: search and read for agents, install for people."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from channels_bridge.api.fields import StrictSerializer, TextField
from channels_bridge.api.idempotency import idempotent
from skills.api.base import SkillsView
from skills.services.discovering import (
    ID_LIMIT,
    LIMIT_DEFAULT,
    LIMIT_MOST,
    QUERY_LIMIT,
    UNTRUSTED,
    preview_json,
    providers,
    skill_install,
    skill_preview,
    skills_discover,
)

PROVIDER_LIMIT = 40


class DiscoverQuerySerializer(StrictSerializer):
    """What to look for, and where; without `provider` the first registry."""

    q = TextField(max_length=QUERY_LIMIT)
    limit = serializers.IntegerField(min_value=1, max_value=LIMIT_MOST, default=LIMIT_DEFAULT)
    provider = serializers.CharField(max_length=PROVIDER_LIMIT, default="", allow_blank=True)


class DiscoveredSkillSerializer(serializers.Serializer[Any]):
    """A skill that a registry names. `suspicious`: its words read like instructions, and are not shown."""

    id = serializers.CharField()
    name = serializers.CharField()
    author = serializers.CharField(allow_blank=True)
    description = serializers.CharField(allow_blank=True)
    installs = serializers.IntegerField(allow_null=True)
    suspicious = serializers.BooleanField()


class DiscoverSerializer(serializers.Serializer[Any]):
    """What a registry has. `untrusted` says that all of it is."""

    untrusted = serializers.CharField()
    providers = serializers.ListField(child=serializers.CharField())
    entries = DiscoveredSkillSerializer(many=True)


class DiscoveredQuerySerializer(StrictSerializer):
    """A skill of a registry by the id that a search gave."""

    id = serializers.CharField(max_length=ID_LIMIT)
    provider = serializers.CharField(max_length=PROVIDER_LIMIT, default="", allow_blank=True)


class DiscoveredFileSerializer(serializers.Serializer[Any]):
    """A file, its size in bytes."""

    path = serializers.CharField()
    size = serializers.IntegerField()


class GuardFindingSerializer(serializers.Serializer[Any]):
    """What the guard found; `refuses`: it cannot be installed because of it."""

    path = serializers.CharField()
    line = serializers.IntegerField()
    code = serializers.CharField()
    message = serializers.CharField()
    refuses = serializers.BooleanField()


class DiscoveredDiagnosticSerializer(serializers.Serializer[Any]):
    """What is not as it should be in SKILL.md."""

    code = serializers.CharField()
    level = serializers.CharField()
    message = serializers.CharField()
    line = serializers.IntegerField()


class DiscoveredPreviewSerializer(serializers.Serializer[Any]):
    """A skill of a registry, not installed. `untrusted` says so first; `text` is its SKILL.md, at most 32 KiB."""

    untrusted = serializers.CharField()
    id = serializers.CharField()
    provider = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField(allow_blank=True)
    suspicious = serializers.BooleanField()
    installable = serializers.BooleanField()
    refused = serializers.CharField(allow_blank=True)
    diagnostics = DiscoveredDiagnosticSerializer(many=True)
    findings = GuardFindingSerializer(many=True)
    files = DiscoveredFileSerializer(many=True)
    content_hash = serializers.CharField()
    cut = serializers.BooleanField()
    text = serializers.CharField(allow_blank=True)


class DiscoveredInstallSerializer(StrictSerializer):
    """Which skill to install, and under which name; without one its own."""

    id = serializers.CharField(max_length=ID_LIMIT)
    provider = serializers.CharField(max_length=PROVIDER_LIMIT, default="", allow_blank=True)
    name = serializers.CharField(max_length=ID_LIMIT, default="", allow_blank=True)


class DiscoveredInstalledSerializer(serializers.Serializer[Any]):
    """The skill that came of it. `changed` is false where the same files were installed already."""

    name = serializers.CharField()
    version = serializers.IntegerField()
    state = serializers.CharField()
    state_reason = serializers.CharField(allow_blank=True)
    enabled = serializers.BooleanField()
    created = serializers.BooleanField()
    changed = serializers.BooleanField()


class DiscoverView(SkillsView):
    """Search a registry of skills."""

    @extend_schema(operation_id="discover_skills", tags=["skills"], parameters=[DiscoverQuerySerializer],
                   responses=DiscoverSerializer)  # fmt: skip
    def get(self, request: Request) -> Response:
        query = self.query(DiscoverQuerySerializer)
        found = skills_discover(actor=self.actor, query=query["q"], limit=query["limit"], provider=query["provider"])
        entries = DiscoveredSkillSerializer(found, many=True).data
        return Response({"untrusted": UNTRUSTED, "providers": list(providers()), "entries": entries})


class DiscoverPreviewView(SkillsView):
    """Read a skill of a registry before anybody installs it."""

    @extend_schema(operation_id="preview_discovered_skill", tags=["skills"], parameters=[DiscoveredQuerySerializer],
                   responses=DiscoveredPreviewSerializer)  # fmt: skip
    def get(self, request: Request) -> Response:
        query = self.query(DiscoveredQuerySerializer)
        preview = skill_preview(actor=self.actor, ident=query["id"], provider=query["provider"])
        return Response(DiscoveredPreviewSerializer(preview_json(preview)).data)


class DiscoverInstallView(SkillsView):
    """Install a skill of a registry. Only a person may."""

    @extend_schema(operation_id="install_discovered_skill", tags=["skills"], request=DiscoveredInstallSerializer,
                   responses={200: DiscoveredInstalledSerializer, 201: DiscoveredInstalledSerializer})  # fmt: skip
    @idempotent
    def post(self, request: Request) -> Response:
        given = self.body(DiscoveredInstallSerializer)
        written = skill_install(actor=self.actor, ident=given["id"], provider=given["provider"], name=given["name"])
        skill = written.skill
        data = {
            "name": skill.key,
            "version": skill.version,
            "state": skill.state,
            "state_reason": skill.state_reason,
            "enabled": skill.enabled,
            "created": written.created,
            "changed": written.changed,
        }
        return Response(data, status=status.HTTP_201_CREATED if written.created else status.HTTP_200_OK)
