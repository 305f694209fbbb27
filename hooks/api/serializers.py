"""What the API of hooks takes and what it answers."""

from typing import Any, Final

from rest_framework import serializers

from channels_bridge.api.fields import StrictSerializer, TextField
from hooks.models import Decision, Outcome, Rule, Section, Subject
from hooks.models.rules import NOTE_LIMIT, PATTERN_LIMIT, TEXT_LIMIT, TRIGGERS_LIMIT
from hooks.rules.sections import FIELDS

COMMAND_CHARACTERS: Final = 200_000
"""Of a title or a message; a body as a whole is held to the server's limit."""


class RawTextField(serializers.CharField):
    """Text as it came: what is judged must be what would run, blanks and odd characters included."""

    def __init__(self, **options: Any) -> None:
        super().__init__(trim_whitespace=False, allow_blank=True, **options)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return data

    def run_validation(self, data: Any = serializers.empty) -> Any:
        """DRF would refuse a NUL; here it is part of what is judged."""
        (is_empty, data) = self.validate_empty_values(data)
        if is_empty:
            return data
        value = self.to_internal_value(data)
        if self.max_length is not None and len(value) > self.max_length:
            self.fail("max_length", max_length=self.max_length)
        return value


class McpSerializer(StrictSerializer):
    """Whose tool it is. `verified`: server and tool come from the connection, not from a text of the model."""

    server = RawTextField(max_length=200)
    tool = RawTextField(max_length=200)
    verified = serializers.BooleanField(default=False)


class ToolCallSerializer(StrictSerializer):
    """A tool call as a harness reports it. What Claude Code and Kiro give a PreToolUse hook may be sent as it is."""

    tool_name = RawTextField(max_length=500, required=False)
    tool_input = serializers.JSONField(required=False, allow_null=True, help_text="The arguments as they would be used")
    title = RawTextField(max_length=COMMAND_CHARACTERS, required=False, help_text="Shown to people; never approves")
    kind = RawTextField(max_length=40, required=False, help_text="Of the Agent Client Protocol, such as execute")
    mcp = McpSerializer(required=False, allow_null=True)
    cwd = RawTextField(max_length=4096, required=False, help_text="Where relative paths begin")
    is_subagent = serializers.BooleanField(default=False)
    agent_id = RawTextField(max_length=200, required=False, help_text="Present for a sub-agent")
    agent_type = RawTextField(max_length=200, required=False, help_text="Not looked at")
    session_id = RawTextField(max_length=200, required=False, help_text="Not looked at")
    prompt_id = RawTextField(max_length=200, required=False, help_text="Not looked at")
    tool_use_id = RawTextField(max_length=200, required=False, help_text="Not looked at")
    transcript_path = RawTextField(max_length=4096, required=False, help_text="Not looked at")
    permission_mode = RawTextField(max_length=60, required=False, help_text="Not looked at")
    hook_event_name = RawTextField(max_length=60, required=False, help_text="Not looked at")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """A question about nothing has no answer."""
        if not (attrs.get("tool_name") or attrs.get("title") or attrs.get("kind") or attrs.get("mcp")):
            raise serializers.ValidationError("Say which tool: tool_name, mcp, or title and kind.", "required")
        return attrs


class VerdictSerializer(serializers.Serializer[Any]):
    """The decision. Anything but `allow` and `approve` means that the tool must not run without a person."""

    decision = serializers.ChoiceField(("allow", "approve", "deny", "ask"))
    stage = serializers.CharField(help_text="Where in the order it was decided")
    rule = serializers.CharField(help_text="A protection's id, a rule's uid, or empty", allow_blank=True)
    reason = serializers.CharField()
    is_security_denial = serializers.BooleanField()
    read_only = serializers.BooleanField()  # type: ignore[assignment]
    identity_grant = serializers.BooleanField()
    uid = serializers.UUIDField(allow_null=True, help_text="Under which it was written down")


class MessageSerializer(StrictSerializer):
    """A message before it reaches the model."""

    text = RawTextField(max_length=COMMAND_CHARACTERS)


class MessageVerdictSerializer(serializers.Serializer[Any]):
    """What happens to a message: `reply` ends the turn; else `text` goes on, with `context` beside it."""

    outcome = serializers.ChoiceField(("reply", "transform", "context", "pass"))
    text = serializers.CharField(allow_blank=True)
    reply = serializers.CharField(allow_blank=True)
    context = serializers.CharField(allow_blank=True)  # type: ignore[assignment]
    rules = serializers.ListField(child=serializers.UUIDField())
    uid = serializers.UUIDField()


class RuleFieldsSerializer(StrictSerializer):
    """The fields of a rule; which of them a section uses is in the reference of hooks."""

    pattern = TextField(max_length=PATTERN_LIMIT, required=False)
    exact = serializers.BooleanField(required=False)
    triggers = serializers.ListField(
        child=TextField(max_length=PATTERN_LIMIT), max_length=TRIGGERS_LIMIT, required=False
    )
    reply = TextField(max_length=TEXT_LIMIT, required=False, trim_whitespace=False)
    prefix = TextField(max_length=TEXT_LIMIT, required=False, allow_blank=True, trim_whitespace=False)
    suffix = TextField(max_length=TEXT_LIMIT, required=False, allow_blank=True, trim_whitespace=False)
    context = TextField(max_length=TEXT_LIMIT, required=False, trim_whitespace=False)  # type: ignore[assignment]
    note = TextField(max_length=NOTE_LIMIT, required=False, allow_blank=True)
    enabled = serializers.BooleanField(required=False)


class RuleWriteSerializer(RuleFieldsSerializer):
    """A rule to make."""

    section = serializers.ChoiceField(Section.choices)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """A field that the section does not use would be kept and never looked at."""
        refuse_foreign(Section(attrs["section"]), attrs)
        return attrs


def refuse_foreign(section: Section, values: dict[str, Any]) -> None:
    """Raise ValidationError for fields of another section."""
    known = {*FIELDS[section], "note", "enabled", "section", "position"}
    if foreign := [name for name in values if name not in known]:
        message = f"The section {section} has no such field."
        raise serializers.ValidationError({name: [message] for name in foreign}, "unknown_field")


class RuleChangeSerializer(RuleFieldsSerializer):
    """What to change; what is left out stays. `position` counts from 0 within the section."""

    position = serializers.IntegerField(min_value=0, max_value=10_000, required=False)


class RuleQuerySerializer(StrictSerializer):
    """Which rules."""

    section = serializers.ChoiceField(Section.choices, required=False)


class RuleSerializer(serializers.ModelSerializer[Rule]):
    """A rule, with the fields its section uses."""

    class Meta:
        model = Rule
        fields = (
            "uid", "section", "position", "enabled", "pattern", "exact", "triggers", "reply", "prefix", "suffix",
            "context", "note", "revision", "made_by", "made_at", "changed_at", "hits", "last_hit_at",
        )  # fmt: skip
        read_only_fields = fields

    def to_representation(self, instance: Rule) -> dict[str, Any]:
        unused = {name for names in FIELDS.values() for name in names} - set(FIELDS[Section(instance.section)])
        return {name: value for name, value in super().to_representation(instance).items() if name not in unused}


class RuleListSerializer(serializers.Serializer[Any]):
    """All rules, in the order in which they are tried."""

    entries = RuleSerializer(many=True)


class ImportQuerySerializer(StrictSerializer):
    """How to import. `replace`: a section that is given holds its entries alone."""

    replace = serializers.BooleanField(default=False)
    dry_run = serializers.BooleanField(default=False)


class IssueSerializer(serializers.Serializer[Any]):
    """An entry that was kept aside, or (`skipped` false) read in part."""

    section = serializers.CharField()
    position = serializers.IntegerField()
    reason = serializers.CharField()
    original = serializers.CharField(allow_blank=True, help_text="Redacted and cut")
    skipped = serializers.BooleanField()


class ImportReportSerializer(serializers.Serializer[Any]):
    """What an import did; counts are by section."""

    added = serializers.DictField(child=serializers.IntegerField())
    unchanged = serializers.DictField(child=serializers.IntegerField())
    removed = serializers.DictField(child=serializers.IntegerField())
    switched = serializers.DictField(child=serializers.BooleanField())
    protections_off = serializers.ListField(child=serializers.CharField())
    issues = IssueSerializer(many=True)
    dry_run = serializers.BooleanField()


class DecisionQuerySerializer(StrictSerializer):
    """Which decisions. `since` is inclusive, `until` exclusive."""

    outcome = serializers.ChoiceField(Outcome.choices, required=False)
    kind = serializers.ChoiceField(Subject.choices, required=False)
    rule = serializers.CharField(max_length=80, required=False)
    source = serializers.CharField(max_length=200, required=False)  # type: ignore[assignment]
    content = serializers.CharField(max_length=64, required=False, help_text="The hash of what was asked")
    security = serializers.BooleanField(required=False, allow_null=True, default=None)
    q = TextField(max_length=200, required=False, allow_blank=True)
    since = serializers.DateTimeField(required=False)
    until = serializers.DateTimeField(required=False)
    cursor = serializers.IntegerField(min_value=0, max_value=2**63 - 1, required=False)
    limit = serializers.IntegerField(min_value=1, max_value=500, default=50)


class DecisionSerializer(serializers.ModelSerializer[Decision]):
    """A decision; texts are redacted, `content` is the hash of what was asked."""

    content = serializers.CharField(source="subject_hash")

    class Meta:
        model = Decision
        fields = (
            "uid", "at", "source", "kind", "tool", "content", "snippet", "is_exact", "outcome", "stage", "rule",
            "reason", "is_security_denial", "read_only", "identity_grant",
        )  # fmt: skip
        read_only_fields = fields


class DecisionPageSerializer(serializers.Serializer[Any]):
    """A page of decisions, newest first; ask again with `cursor` = `next` until it is empty."""

    entries = DecisionSerializer(many=True)
    next = serializers.CharField(allow_blank=True)


class ProtectionSerializer(serializers.Serializer[Any]):
    """A built-in protection."""

    id = serializers.CharField()
    title = serializers.CharField()
    example = serializers.CharField(allow_blank=True)
    is_on = serializers.BooleanField()
    can_be_off = serializers.BooleanField()


class ProtectionListSerializer(serializers.Serializer[Any]):
    """All built-in protections, in the order in which they are tried."""

    entries = ProtectionSerializer(many=True)


class ProtectionSwitchSerializer(StrictSerializer):
    """Switch a protection on or off."""

    is_on = serializers.BooleanField()
    note = TextField(max_length=NOTE_LIMIT, required=False, allow_blank=True, default="")
