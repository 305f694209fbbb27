"""The owner's rules: one row for one entry of the `hooks` section, in the order in which they are tried."""

from typing import Final, Self

from django.db import models

from channels_bridge.actors import OWNER_SOURCE
from kirocrew.base.clock import now
from kirocrew.base.ids import new_uid

PATTERN_LIMIT: Final = 500  # characters
TEXT_LIMIT: Final = 8_000
"""Characters of a reply, prefix, suffix or context: what one rule may put into a conversation."""
TRIGGERS_LIMIT: Final = 50
NOTE_LIMIT: Final = 500


class Section(models.TextChoices):
    """The lists of the `hooks` section."""

    AUTO_APPROVE_TOOLS = "auto_approve_tools", "Approve a tool"
    AUTO_DENY_TOOLS = "auto_deny_tools", "Deny a tool"
    AUTO_APPROVE_SOURCES = "auto_approve_sources", "Approve whoever asks"
    DENIED_COMMANDS = "denied_commands", "Deny a command"
    AUTO_REPLIES = "auto_replies", "Reply at once"
    TRANSFORMS = "transforms", "Wrap a message"
    CONTEXT_RULES = "context_rules", "Add context"


TOOL_SECTIONS: Final = (
    Section.AUTO_DENY_TOOLS,
    Section.DENIED_COMMANDS,
    Section.AUTO_APPROVE_TOOLS,
    Section.AUTO_APPROVE_SOURCES,
)
MESSAGE_SECTIONS: Final = (Section.AUTO_REPLIES, Section.TRANSFORMS, Section.CONTEXT_RULES)


class RuleQuerySet(models.QuerySet["Rule"]):
    def in_order(self) -> Self:
        """As they are tried: by section, then position."""
        return self.order_by("section", "position", "pk")

    def live(self) -> Self:
        """Those that count."""
        return self.filter(enabled=True)


class Rule(models.Model):
    """One rule. Which of the fields a section uses is in hooks/rules/shapes.py; the others are empty."""

    uid = models.UUIDField(default=new_uid, unique=True, editable=False)
    section = models.CharField(max_length=20, choices=Section.choices)
    position = models.PositiveIntegerField(default=0)
    enabled = models.BooleanField(default=True)
    pattern = models.CharField(max_length=PATTERN_LIMIT, blank=True)
    exact = models.BooleanField(default=False)
    triggers = models.JSONField(default=list, blank=True)
    reply = models.TextField(blank=True)
    prefix = models.TextField(blank=True)
    suffix = models.TextField(blank=True)
    context = models.TextField(blank=True)
    note = models.CharField(max_length=NOTE_LIMIT, blank=True)
    revision = models.PositiveIntegerField(default=1)
    made_by = models.CharField(max_length=200, default=OWNER_SOURCE)
    made_at = models.DateTimeField(default=now)
    changed_at = models.DateTimeField(default=now)
    hits = models.PositiveBigIntegerField(default=0)
    last_hit_at = models.DateTimeField(null=True, blank=True)

    objects = RuleQuerySet.as_manager()

    class Meta:
        indexes = (models.Index(fields=("section", "position", "id"), name="rule_in_order"),)
        constraints = (models.CheckConstraint(condition=models.Q(revision__gte=1), name="rule_revision_positive"),)

    def __str__(self) -> str:
        return f"{self.section}: {self.pattern or ', '.join(map(str, self.triggers))}"


class Malformed(models.Model):
    """An entry of an imported section that could not be read: shown with its reason, and without any effect."""

    section = models.CharField(max_length=60)
    position = models.PositiveIntegerField(default=0)
    original = models.TextField(blank=True)
    """The entry as JSON, redacted first, then cut."""
    reason = models.CharField(max_length=500)
    imported_by = models.CharField(max_length=200)
    imported_at = models.DateTimeField(default=now)

    def __str__(self) -> str:
        return f"{self.section}: {self.reason}"


class ProtectionOff(models.Model):
    """A built-in protection the owner switched off, by its stable id."""

    protection = models.CharField(max_length=60, unique=True)
    note = models.CharField(max_length=NOTE_LIMIT, blank=True)
    switched_by = models.CharField(max_length=200)
    switched_at = models.DateTimeField(default=now)

    def __str__(self) -> str:
        return f"{self.protection} is off"


class HookSetting(models.Model):
    """An owner's value for a switch of hooks; without a row the default holds."""

    name = models.CharField(max_length=60, primary_key=True)
    value = models.JSONField()
    changed_by = models.CharField(max_length=200)
    changed_at = models.DateTimeField(default=now)

    def __str__(self) -> str:
        return self.name
