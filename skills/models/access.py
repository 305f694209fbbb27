"""Who may use which skill."""

from django.db import models
from django.db.models import Q

from kirocrew.base.clock import now
from skills.models.catalogue import Skill


class PrincipalKind(models.TextChoices):
    """Who a grant is for: the key of a bot, a member agent, or a person who signs in."""

    BOT = "bot", "Bot"
    MEMBER = "member", "Member"
    USER = "user", "Person"


class SkillGrant(models.Model):
    """One principal may use one skill. `principal` is an actor's `ident` (a name for a member), `name` how it is shown.

    `pinned_version` is the version this principal gets, null for the newest.
    """

    skill = models.ForeignKey(Skill, on_delete=models.CASCADE, related_name="grants")
    principal_kind = models.CharField(max_length=10, choices=PrincipalKind.choices)
    principal = models.CharField(max_length=100)
    name = models.CharField(max_length=200)
    pinned_version = models.PositiveIntegerField(null=True, blank=True)
    can_manage = models.BooleanField(default=False)
    granted_by = models.CharField(max_length=200)
    granted_at = models.DateTimeField(default=now)

    class Meta:
        ordering = ("skill", "principal_kind", "name")
        constraints = (
            models.UniqueConstraint(fields=("skill", "principal_kind", "principal"), name="skill_grant_once"),
            models.CheckConstraint(condition=Q(principal_kind__in=PrincipalKind.values), name="skill_grant_kind_known"),
        )

    def __str__(self) -> str:
        return f"{self.skill_id}: {self.name}"


class SkillAllowList(models.Model):
    """Which skills a principal is limited to. No row: everything it may see; an empty list: none."""

    principal_kind = models.CharField(max_length=10, choices=PrincipalKind.choices)
    principal = models.CharField(max_length=100)
    name = models.CharField(max_length=200)
    slugs = models.JSONField(default=list)
    changed_by = models.CharField(max_length=200)
    changed_at = models.DateTimeField(default=now)

    class Meta:
        ordering = ("principal_kind", "name")
        constraints = (models.UniqueConstraint(fields=("principal_kind", "principal"), name="skill_allow_list_once"),)

    def __str__(self) -> str:
        return self.name
