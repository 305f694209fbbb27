"""What hooks decided: append-only, redacted and hashed."""

from typing import Any, Final, Self

from django.db import models

from channels_bridge.actors import Actor, ActorKind, Permission
from kirocrew.base.clock import now
from kirocrew.base.ids import new_uid

SNIPPET_LIMIT: Final = 200  # characters, after redaction
REASON_LIMIT: Final = 500


class Subject(models.TextChoices):
    """What was decided about."""

    TOOL = "tool", "Tool call"
    MESSAGE = "message", "Message"
    SCRIPT = "script", "Script hook"


class Outcome(models.TextChoices):
    """What was decided. The first four are about tool calls, the others about messages."""

    ALLOW = "allow", "allowed"
    APPROVE = "approve", "approved"
    DENY = "deny", "denied"
    ASK = "ask", "asked"
    REPLY = "reply", "replied"
    TRANSFORM = "transform", "wrapped"
    CONTEXT = "context", "context added"
    PASS = "pass", "passed on"


class DecisionQuerySet(models.QuerySet["Decision"]):
    def visible_to(self, actor: Actor) -> Self:
        """All for the owner and for `admin:*`; others see what they asked themselves."""
        if actor.kind in (ActorKind.OWNER, ActorKind.SYSTEM) or Permission.ADMIN in actor.permissions:
            return self
        return self.filter(source=actor.source)


class Decision(models.Model):
    """One decision. It is written once and never changed; pruning takes the oldest away."""

    uid = models.UUIDField(default=new_uid, unique=True, editable=False)
    at = models.DateTimeField(default=now)
    source = models.CharField(max_length=200)
    kind = models.CharField(max_length=8, choices=Subject.choices)
    tool = models.CharField(max_length=200, blank=True)
    subject_hash = models.CharField(max_length=64)
    """HMAC-SHA256 of what was asked, in hex: equal for equal content, and no way back to it."""
    snippet = models.CharField(max_length=SNIPPET_LIMIT, blank=True)
    call = models.JSONField(default=dict, blank=True)
    """The question as it can be asked again: redacted first, empty when it was too long to keep."""
    is_exact = models.BooleanField(default=True)
    """Whether `call` is what was asked, with nothing redacted or left out."""
    outcome = models.CharField(max_length=10, choices=Outcome.choices)
    stage = models.CharField(max_length=30, blank=True)
    rule = models.CharField(max_length=80, blank=True)
    """A protection's id, or a rule's uid; empty when no rule decided."""
    reason = models.CharField(max_length=REASON_LIMIT, blank=True)
    is_security_denial = models.BooleanField(default=False)
    read_only = models.BooleanField(default=False)
    identity_grant = models.BooleanField(default=False)

    objects = DecisionQuerySet.as_manager()

    class Meta:
        indexes = (
            models.Index(fields=("source", "-id"), name="decision_of_source"),
            models.Index(fields=("outcome", "-id"), name="decision_by_outcome"),
            models.Index(fields=("rule", "-id"), name="decision_by_rule"),
            models.Index(fields=("at",), name="decision_by_time"),
            models.Index(fields=("subject_hash",), name="decision_by_content"),
        )

    def __str__(self) -> str:
        return f"{self.outcome} {self.tool or self.kind}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write the row once. Raises TypeError for a second time."""
        if not self._state.adding:
            raise TypeError("A decision is never changed.")
        super().save(*args, **kwargs)
