"""How skills look over HTTP, and what may be sent."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from channels_bridge.api.fields import StrictSerializer, TextField
from skills.api.base import PROJECT_LIMIT, TIER_NAMES, TIERS
from skills.models import PrincipalKind, SkillGrant, SkillState, SkillVersion, Visibility
from skills.packages.diagnostics import Level
from skills.packages.limits import MAX_SKILL_FILE
from skills.services.access import Reason
from skills.services.catalogue import Entry
from skills.services.roots import TIERS as ROOTS_OF
from skills.services.uploads import Fate

NAMES: Any = {number: name for name, number in TIERS.items()}
FILES_MOST = 200
REASONS = tuple(reason.value for reason in Reason)
FATES = tuple(fate.value for fate in Fate)
LEVELS = tuple(level.value for level in Level)
ROOT_TIERS = tuple(NAMES[tier] for tier in ROOTS_OF)


class SkillSerializer(serializers.Serializer[Any]):
    """A skill in a list. `usable`: it is offered to who asks, in `version`; `reason` says why, or why not."""

    uid = serializers.UUIDField(source="skill.uid")
    name = serializers.CharField(source="skill.key", help_text="What it is called in an address")
    slug = serializers.CharField(source="skill.slug", help_text="What agents call it by")
    title = serializers.CharField(source="skill.name")
    description = serializers.CharField(source="skill.description", allow_blank=True)
    tier = serializers.SerializerMethodField()
    state = serializers.ChoiceField(SkillState.choices, source="skill.state")
    state_reason = serializers.CharField(source="skill.state_reason", allow_blank=True)
    enabled = serializers.BooleanField(source="skill.enabled")
    usable = serializers.BooleanField()
    reason = serializers.ChoiceField(REASONS)
    shadowed_by = serializers.UUIDField(source="shadowed_by.uid", allow_null=True, default=None)
    manages = serializers.BooleanField(help_text="Whether who asks may change it")
    version = serializers.IntegerField()
    revision = serializers.IntegerField(source="skill.revision")
    triggers = serializers.ListField(child=serializers.CharField(), source="skill.triggers")
    negative_triggers = serializers.ListField(child=serializers.CharField(), source="skill.negative_triggers")
    tags = serializers.ListField(child=serializers.CharField(), source="skill.tags")
    always = serializers.BooleanField(source="skill.always")
    inject_on_trigger = serializers.BooleanField(source="skill.inject_on_trigger")
    pinned = serializers.BooleanField(source="skill.pinned")
    repo_scope = serializers.CharField(source="skill.repo_scope", allow_blank=True)
    visibility = serializers.ChoiceField(Visibility.choices, source="skill.visibility")
    origin = serializers.CharField(source="skill.origin")
    size = serializers.IntegerField(source="skill.size", help_text="Characters of the body")
    missing = serializers.ListField(child=serializers.CharField(), source="skill.missing")
    changed_at = serializers.DateTimeField(source="skill.changed_at")

    @extend_schema_field(serializers.ChoiceField(TIER_NAMES))
    def get_tier(self, entry: Entry) -> str:
        return str(NAMES[entry.skill.tier])


class SkillDiagnosticSerializer(serializers.Serializer[Any]):
    """Something found in SKILL.md. `line` counts from 1; 0 means no line."""

    code = serializers.CharField()
    level = serializers.ChoiceField(LEVELS)
    message = serializers.CharField()
    line = serializers.IntegerField()


class SkillDetailSerializer(SkillSerializer):
    """A skill with its text, in the version that is meant."""

    body = serializers.CharField(source="skill.body", allow_blank=True)
    frontmatter = serializers.DictField(source="skill.frontmatter")
    diagnostics = SkillDiagnosticSerializer(many=True, source="skill.diagnostics")


class SkillListSerializer(serializers.Serializer[Any]):
    """The skills who asks may know of."""

    entries = SkillSerializer(many=True)


class SkillsQuerySerializer(StrictSerializer):
    """For which project, and narrowed to which names."""

    project = TextField(max_length=PROJECT_LIMIT, required=False, help_text="Whose folder is offered, too")
    only = TextField(max_length=20_000, required=False, allow_blank=True, help_text="Names, divided by commas")
    tier = serializers.ChoiceField(TIER_NAMES, required=False)
    usable = serializers.BooleanField(default=False, help_text="true: what is offered, and nothing else")


class SkillNamedQuerySerializer(StrictSerializer):
    """Which of several skills of one name."""

    project = TextField(max_length=PROJECT_LIMIT, required=False)
    only = TextField(max_length=20_000, required=False, allow_blank=True)
    tier = serializers.ChoiceField(TIER_NAMES, required=False)


class SkillFileQuerySerializer(SkillNamedQuerySerializer):
    """A file of a skill by its path."""

    path = serializers.CharField(max_length=300)


class SkillExportQuerySerializer(StrictSerializer):
    """Which skills, and whether with the six fields of the Agent Skills specification alone."""

    names = TextField(max_length=20_000, help_text="Names, divided by commas")
    strict = serializers.BooleanField(default=False)
    project = TextField(max_length=PROJECT_LIMIT, required=False)
    only = TextField(max_length=20_000, required=False, allow_blank=True)


class SkillFileWriteSerializer(StrictSerializer):
    """A file beside SKILL.md, as text or as base64."""

    path = serializers.CharField(max_length=300)
    text = serializers.CharField(required=False, allow_blank=True, trim_whitespace=False)
    base64 = serializers.CharField(required=False, allow_blank=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("text" in attrs) == ("base64" in attrs):
            raise serializers.ValidationError("Give a file's 'text' or its 'base64', one of the two.")
        return attrs


class SkillWriteSerializer(StrictSerializer):
    """A new skill: SKILL.md as `content`, files beside it."""

    name = serializers.CharField(max_length=200)
    content = serializers.CharField(max_length=MAX_SKILL_FILE, trim_whitespace=False)
    files = SkillFileWriteSerializer(many=True, required=False, default=list, max_length=FILES_MOST)  # type: ignore[call-arg]
    visibility = serializers.ChoiceField(Visibility.choices, required=False)
    reason = TextField(max_length=500, required=False, default="", allow_blank=True)


class SkillChangeSerializer(StrictSerializer):
    """What is to change: the whole SKILL.md or fields of it, files, the switch, who may use it.

    A field leaves every other byte of SKILL.md as it was; null takes it out.
    """

    content = serializers.CharField(max_length=MAX_SKILL_FILE, required=False, trim_whitespace=False)
    fields = serializers.DictField(required=False)  # type: ignore[assignment]
    files = SkillFileWriteSerializer(many=True, required=False, default=list, max_length=FILES_MOST)  # type: ignore[call-arg]
    remove = serializers.ListField(child=serializers.CharField(max_length=300), required=False, default=list)
    enabled = serializers.BooleanField(required=False)
    visibility = serializers.ChoiceField(Visibility.choices, required=False)
    reason = TextField(max_length=500, required=False, default="", allow_blank=True)


class SkillReasonSerializer(StrictSerializer):
    """Why."""

    reason = TextField(max_length=500, required=False, default="", allow_blank=True)


class SkillTreeFileSerializer(serializers.Serializer[Any]):
    """A file of a skill. `size` in bytes."""

    path = serializers.CharField()
    size = serializers.IntegerField()
    is_text = serializers.BooleanField()


class SkillTreeSerializer(serializers.Serializer[Any]):
    """The files of a skill in the version that is meant."""

    version = serializers.IntegerField()
    files = SkillTreeFileSerializer(many=True)


class SkillFileSerializer(SkillTreeFileSerializer):
    """One file: a text, or base64 of a binary one."""

    text = serializers.CharField(required=False, allow_blank=True)
    base64 = serializers.CharField(required=False, allow_blank=True)


class SkillVersionSerializer(serializers.ModelSerializer[SkillVersion]):
    """A version of a managed skill."""

    class Meta:
        model = SkillVersion
        fields = ("number", "content_hash", "reason", "source", "created_at")


class SkillVersionListSerializer(serializers.Serializer[Any]):
    """Newest first."""

    entries = SkillVersionSerializer(many=True)


class SkillRollbackSerializer(SkillReasonSerializer):
    """The version whose files come back as a new one."""

    version = serializers.IntegerField(min_value=1, max_value=2**31 - 1)


class SkillGrantSerializer(serializers.ModelSerializer[SkillGrant]):
    """Who was given a skill. `pinned_version` null: the newest."""

    kind = serializers.ChoiceField(PrincipalKind.choices, source="principal_kind")

    class Meta:
        model = SkillGrant
        fields = ("kind", "name", "pinned_version", "can_manage", "granted_by", "granted_at")


class SkillGrantListSerializer(serializers.Serializer[Any]):
    """Everybody who was given a skill."""

    entries = SkillGrantSerializer(many=True)


class SkillGrantWriteSerializer(StrictSerializer):
    """Who gets a skill, in which version (the newest when left out), and whether they may change it."""

    kind = serializers.ChoiceField(PrincipalKind.choices)
    name = TextField(max_length=100)
    pinned_version = serializers.IntegerField(min_value=1, max_value=2**31 - 1, required=False, allow_null=True)
    can_manage = serializers.BooleanField(required=False, allow_null=True, default=None)


class SkillGrantNamedSerializer(StrictSerializer):
    """Whose grant is meant."""

    kind = serializers.ChoiceField(PrincipalKind.choices)
    name = TextField(max_length=100)


class SkillAccessQuerySerializer(StrictSerializer):
    """Of whom, when the owner asks: a bot by name. Everybody else asks about themselves."""

    bot = serializers.CharField(max_length=60, required=False)
    project = TextField(max_length=PROJECT_LIMIT, required=False)
    tier = serializers.ChoiceField(TIER_NAMES, required=False)


class SkillAccessSerializer(serializers.Serializer[Any]):
    """Whether a skill is offered, and the reason in one word."""

    usable = serializers.BooleanField()
    reason = serializers.ChoiceField(REASONS)
    version = serializers.IntegerField(allow_null=True)
    shadowed_by = serializers.CharField(allow_blank=True)


class SkillAllowListSerializer(serializers.Serializer[Any]):
    """Names a principal is limited to."""

    kind = serializers.ChoiceField(PrincipalKind.choices, source="principal_kind")
    name = serializers.CharField()
    slugs = serializers.ListField(child=serializers.CharField())
    changed_at = serializers.DateTimeField()


class SkillAllowListsSerializer(serializers.Serializer[Any]):
    """Everybody who is limited."""

    entries = SkillAllowListSerializer(many=True)


class SkillAllowListWriteSerializer(StrictSerializer):
    """null: no limit; an empty list: nothing."""

    kind = serializers.ChoiceField(PrincipalKind.choices)
    name = TextField(max_length=100)
    slugs = serializers.ListField(child=TextField(max_length=100), allow_null=True, max_length=1_000)


class SkillPinSerializer(StrictSerializer):
    """Which skill, and whether it is pinned."""

    name = serializers.CharField(max_length=200)
    pinned = serializers.BooleanField(default=True)


class SkillInjectSerializer(StrictSerializer):
    """Which skill, and whether a message brings its body or a pointer."""

    name = serializers.CharField(max_length=200)
    inject = serializers.BooleanField()


class SkillUploadedSerializer(serializers.Serializer[Any]):
    """What became of one package of an archive."""

    folder = serializers.CharField(allow_blank=True)
    key = serializers.CharField(allow_blank=True)
    fate = serializers.ChoiceField(FATES)
    version = serializers.IntegerField(allow_null=True)
    state = serializers.CharField(allow_blank=True)
    message = serializers.CharField(allow_blank=True)
    code = serializers.CharField(allow_blank=True)


class SkillUploadAnswerSerializer(serializers.Serializer[Any]):
    """Few packages: what became of each. More: the job that writes them."""

    packages = SkillUploadedSerializer(many=True, required=False)
    job = serializers.UUIDField(required=False)


class SkillUploadSerializer(serializers.Serializer[Any]):
    """A ZIP of at most 50 packages."""

    file = serializers.FileField()


class SkillRootSerializer(serializers.Serializer[Any]):
    """A folder of skills."""

    uid = serializers.UUIDField()
    path = serializers.CharField()
    tier = serializers.SerializerMethodField()
    project = serializers.CharField(allow_blank=True)
    enabled = serializers.BooleanField()
    consented = serializers.SerializerMethodField()
    scanned_at = serializers.DateTimeField(allow_null=True)
    problem = serializers.CharField(allow_blank=True)

    @extend_schema_field(serializers.ChoiceField(TIER_NAMES))
    def get_tier(self, root: Any) -> str:
        return str(NAMES[root.tier])

    def get_consented(self, root: Any) -> bool:
        return root.consented_at is not None


class SkillRootListSerializer(serializers.Serializer[Any]):
    """All folders of skills."""

    entries = SkillRootSerializer(many=True)


class SkillRootWriteSerializer(StrictSerializer):
    """A folder to add. `consent`: that a project's folder may be read."""

    path = serializers.CharField(max_length=1000)
    tier = serializers.ChoiceField(ROOT_TIERS)
    project = TextField(max_length=PROJECT_LIMIT, required=False, default="", allow_blank=True)
    consent = serializers.BooleanField(default=False)


class SkillRootChangeSerializer(StrictSerializer):
    """Switch a folder on or off, agree to its reading or take that back."""

    enabled = serializers.BooleanField(required=False)
    consent = serializers.BooleanField(required=False)


class SkillJobNamedSerializer(serializers.Serializer[Any]):
    """The job that does it."""

    job = serializers.UUIDField()
