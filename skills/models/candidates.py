"""Skills that wait for a person."""

from django.db import models
from django.db.models import Q

from channels_bridge.models import Conversation
from kirocrew.base.clock import now
from kirocrew.base.ids import new_uid
from skills.models.catalogue import SLUG_LIMIT, Skill


class CandidateKind(models.TextChoices):
    NEW = "new", "A new skill"
    UPDATE = "update", "A new version"


class CandidateState(models.TextChoices):
    WAITING = "waiting", "Waiting"
    APPROVED = "approved", "Approved"
    REJECTED = "rejected", "Rejected"
    EXPIRED = "expired", "Expired"


class SkillCandidate(models.Model):
    """A learned skill, or a new version of one, with all its files, redacted. It acts on nothing until it is approved.

    `files` is an object of path to text; SKILL.md is one of them. `base_version` is the version of `target` it was
    written against. `findings` is what the policy of scripts and the screen found: a list of {path, line, code,
    message}. `similar` is a list of {key, score}. `conversation` is the uid of the conversation it came from,
    `first_turn` and `last_turn` are the positions that were read of it. `version_made` is the version of `target` that
    its approval made, so that the approval can be taken back.
    """

    uid = models.UUIDField(default=new_uid, unique=True, editable=False)
    slug = models.CharField(max_length=SLUG_LIMIT)
    kind = models.CharField(max_length=10, choices=CandidateKind.choices)
    target = models.ForeignKey(Skill, null=True, blank=True, on_delete=models.SET_NULL, related_name="candidates")
    base_version = models.PositiveIntegerField(null=True, blank=True)
    name = models.CharField(max_length=200)
    description = models.TextField(blank=True)
    triggers = models.JSONField(default=list)
    files = models.JSONField(default=dict)
    findings = models.JSONField(default=list)
    similar = models.JSONField(default=list)
    is_suspicious = models.BooleanField(default=False)
    origin = models.CharField(max_length=12)
    source = models.CharField(max_length=200)
    conversation = models.UUIDField(null=True, blank=True)
    first_turn = models.PositiveIntegerField(null=True, blank=True)
    last_turn = models.PositiveIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(default=now)
    expires_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=CandidateState.choices, default=CandidateState.WAITING)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.CharField(max_length=200, blank=True)
    reason_code = models.CharField(max_length=40, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    version_made = models.PositiveIntegerField(null=True, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("created_at", "id")
        constraints = (
            models.UniqueConstraint(fields=("slug",), condition=Q(state="waiting"), name="skill_candidate_slug_once"),
            models.CheckConstraint(condition=Q(kind__in=CandidateKind.values), name="skill_candidate_kind_known"),
            models.CheckConstraint(condition=Q(state__in=CandidateState.values), name="skill_candidate_state_known"),
        )
        indexes = (models.Index(fields=("state", "created_at"), name="skill_candidate_queue"),)

    def __str__(self) -> str:
        return self.slug


class LearningMark(models.Model):
    """How far a conversation was looked at for a skill, so that nothing is judged twice, and what that came to.

    Turns up to, not including, `judged_to` were. A look that failed for a reason that passes is tried again at
    `retry_at`; `attempts` counts those the turns may be to blame for.
    """

    conversation = models.OneToOneField(Conversation, primary_key=True, on_delete=models.CASCADE, related_name="+")
    judged_to = models.PositiveIntegerField(default=0)
    outcome = models.CharField(max_length=40, blank=True)
    detail = models.CharField(max_length=500, blank=True)
    candidate = models.ForeignKey(SkillCandidate, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    attempts = models.PositiveSmallIntegerField(default=0)
    retry_at = models.DateTimeField(null=True, blank=True)
    at = models.DateTimeField(default=now)

    class Meta:
        ordering = ("-at",)

    def __str__(self) -> str:
        return f"{self.conversation_id}: {self.outcome}"
