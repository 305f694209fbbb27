"""The catalogue of skills: folders that are read, skills, their versions and files."""

from typing import Final, Self

from django.db import models
from django.db.models import Q

from kirocrew.base.clock import now
from kirocrew.base.ids import new_uid

SLUG_LIMIT: Final = 64
KEY_LIMIT: Final = 200
HASH_LENGTH: Final = 64
"""Characters of a sha256 in hex."""


class Tier(models.IntegerChoices):
    """Where a skill comes from. Of two of one slug the lower number is the one that is used; the other is shadowed."""

    WORKSPACE = 1, "Workspace"
    PROJECT = 2, "Project"
    PERSONAL = 3, "Personal"
    MANAGED = 4, "Managed"
    BUILTIN = 5, "Built in"


class Origin(models.TextChoices):
    """How a skill came here. FOLDER and BUILTIN are files somebody else keeps, which are only indexed."""

    FOLDER = "folder", "A folder"
    BUILTIN = "builtin", "Built in"
    WRITTEN = "written", "Written here"
    UPLOADED = "uploaded", "Uploaded"
    LEARNED = "learned", "Learned from work"
    IMPORTED = "imported", "Imported from another agent"
    DISCOVERED = "discovered", "Installed from a registry"


class SkillState(models.TextChoices):
    """Only an ACTIVE skill is offered. ARCHIVED says in `state_reason` why; UNREADABLE keeps the last index entry."""

    ACTIVE = "active", "Active"
    ARCHIVED = "archived", "Archived"
    UNREADABLE = "unreadable", "Unreadable"
    DELETED = "deleted", "Deleted"


class Visibility(models.TextChoices):
    """Who may use a skill: its owner, those with a grant, or every agent."""

    PRIVATE = "private", "Owner only"
    INTERNAL = "internal", "Granted agents"
    PUBLIC = "public", "All agents"


class SkillRoot(models.Model):
    """A folder whose skills are indexed, and watched. `project` is the project they are for, empty for all.

    A project's folder is read only once the owner agreed to it (`consented_at`).
    """

    uid = models.UUIDField(default=new_uid, unique=True, editable=False)
    path = models.CharField(max_length=1000, unique=True)
    tier = models.PositiveSmallIntegerField(choices=Tier.choices)
    project = models.CharField(max_length=200, blank=True)
    enabled = models.BooleanField(default=True)
    consented_at = models.DateTimeField(null=True, blank=True)
    scanned_at = models.DateTimeField(null=True, blank=True)
    problem = models.CharField(max_length=500, blank=True)
    """Why the last reading failed or was cut short; empty when all is well."""
    created_at = models.DateTimeField(default=now)

    class Meta:
        ordering = ("tier", "path")
        constraints = (models.CheckConstraint(condition=Q(tier__in=Tier.values), name="skill_root_tier_known"),)

    def __str__(self) -> str:
        return self.path


class SkillQuerySet(models.QuerySet["Skill"]):
    def live(self) -> Self:
        """What may be offered at all: active and switched on. Who may see it is `skills.services.access`."""
        return self.filter(state=SkillState.ACTIVE, enabled=True)

    def kept(self) -> Self:
        """All but the deleted."""
        return self.exclude(state=SkillState.DELETED)


class Skill(models.Model):
    """One skill of one place: who it is and what is indexed of its current version.

    `key` is its folder below the root, or its path among the managed (`auto/tidy-csv`, `imported/claude/pdf`); `slug`
    is the last part of it, the name agents call it by. `body` is SKILL.md without its frontmatter. `content_hash` is
    the sha256 over all files, `size` the characters of the body. What is read on the way of a message stands here, so
    that no file is opened.
    """

    uid = models.UUIDField(default=new_uid, unique=True, editable=False)
    tier = models.PositiveSmallIntegerField(choices=Tier.choices)
    root = models.ForeignKey(SkillRoot, null=True, blank=True, on_delete=models.CASCADE, related_name="skills")
    key = models.CharField(max_length=KEY_LIMIT)
    slug = models.CharField(max_length=SLUG_LIMIT, db_index=True)
    origin = models.CharField(max_length=12, choices=Origin.choices)
    origin_detail = models.CharField(max_length=300, blank=True)
    """Which conversation, archive, registry or other agent it came from."""
    state = models.CharField(max_length=12, choices=SkillState.choices, default=SkillState.ACTIVE)
    state_reason = models.CharField(max_length=500, blank=True)
    enabled = models.BooleanField(default=True)

    name = models.CharField(max_length=200)
    description = models.TextField(blank=True)
    triggers = models.JSONField(default=list)
    """Phrases, a list of texts."""
    negative_triggers = models.JSONField(default=list)
    """Phrases after which it does not come, without the `!`."""
    tags = models.JSONField(default=list)
    always = models.BooleanField(default=False)
    inject_on_trigger = models.BooleanField(default=True)
    repo_scope = models.CharField(max_length=200, blank=True)
    frontmatter = models.JSONField(default=dict)
    body = models.TextField(blank=True)
    size = models.PositiveIntegerField(default=0)
    content_hash = models.CharField(max_length=HASH_LENGTH, blank=True)
    diagnostics = models.JSONField(default=list)
    """A list of {code, level, message, line}; level is `note`, `warning` or `error`."""
    missing = models.JSONField(default=list)
    """Dependencies that are not here: `pip:x`, `npm:x`, or the name of a program."""

    version = models.PositiveIntegerField(default=1)
    revision = models.PositiveIntegerField(default=1)
    """Grows with every change, also of who may use it; what `If-Match` names."""
    pinned = models.BooleanField(default=False)
    visibility = models.CharField(max_length=10, choices=Visibility.choices, default=Visibility.PUBLIC)
    owned_by = models.CharField(max_length=200, blank=True)
    """`source` of the actor who brought it."""
    owner_ident = models.CharField(max_length=60, blank=True)
    created_at = models.DateTimeField(default=now)
    changed_at = models.DateTimeField(default=now)
    last_used_at = models.DateTimeField(null=True, blank=True)

    objects = SkillQuerySet.as_manager()

    class Meta:
        ordering = ("tier", "slug", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("key",),
                condition=Q(tier=Tier.MANAGED) & ~Q(state=SkillState.DELETED),
                name="skill_managed_key_once",
            ),
            models.UniqueConstraint(
                fields=("root", "key"), condition=~Q(state=SkillState.DELETED), name="skill_key_once_per_root"
            ),
            models.CheckConstraint(condition=Q(tier__in=Tier.values), name="skill_tier_known"),
            models.CheckConstraint(condition=Q(state__in=SkillState.values), name="skill_state_known"),
            models.CheckConstraint(condition=Q(visibility__in=Visibility.values), name="skill_visibility_known"),
            models.CheckConstraint(condition=Q(origin__in=Origin.values), name="skill_origin_known"),
        )

    def __str__(self) -> str:
        return self.key


class SkillVersion(models.Model):
    """One state of a managed skill's files. It is never changed; the highest number of a skill is never used twice."""

    skill = models.ForeignKey(Skill, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    content_hash = models.CharField(max_length=HASH_LENGTH)
    reason = models.CharField(max_length=500, blank=True)
    source = models.CharField(max_length=200)
    """`source` of the actor who made it."""
    created_at = models.DateTimeField(default=now)

    class Meta:
        ordering = ("skill", "-number")
        constraints = (models.UniqueConstraint(fields=("skill", "number"), name="skill_version_once"),)

    def __str__(self) -> str:
        return f"{self.skill_id} v{self.number}"


class SkillFile(models.Model):
    """One file of a version of a managed skill. It is in the database: a version is there whole or not at all."""

    version = models.ForeignKey(SkillVersion, on_delete=models.CASCADE, related_name="files")
    path = models.CharField(max_length=300)
    content = models.BinaryField()
    size = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=HASH_LENGTH)
    executable = models.BooleanField(default=False)

    class Meta:
        ordering = ("version", "path")
        constraints = (models.UniqueConstraint(fields=("version", "path"), name="skill_file_once"),)

    def __str__(self) -> str:
        return self.path


class CatalogueMark(models.Model):
    """One row with a value that is new after every change of what is offered or to whom, set in its transaction.

    A process that read the catalogue under the value that still stands there need not read it again.
    """

    value = models.UUIDField(default=new_uid)

    def __str__(self) -> str:
        return str(self.value)
