"""What was delivered to agents, by day, and what was done to skills."""

from django.db import models

from kirocrew.base.clock import now
from skills.models.catalogue import KEY_LIMIT, Skill


class SkillUse(models.Model):
    """How often a skill went to agents on one day (UTC), as a body, as a pointer, or because its files were read."""

    skill = models.ForeignKey(Skill, on_delete=models.CASCADE, related_name="uses")
    day = models.DateField()
    bodies = models.PositiveIntegerField(default=0)
    pointers = models.PositiveIntegerField(default=0)
    reads = models.PositiveIntegerField(default=0)
    chars = models.PositiveBigIntegerField(default=0)
    """Characters delivered as bodies."""
    last_at = models.DateTimeField(default=now)

    class Meta:
        ordering = ("skill", "-day")
        constraints = (models.UniqueConstraint(fields=("skill", "day"), name="skill_use_once_a_day"),)

    def __str__(self) -> str:
        return f"{self.skill_id} {self.day}"


class SkillEvent(models.Model):
    """What was done to a skill or refused, by whom. Values are redacted, then cut to 200 characters."""

    code = models.CharField(max_length=40, db_index=True)
    key = models.CharField(max_length=KEY_LIMIT, blank=True)
    source = models.CharField(max_length=200)
    detail = models.CharField(max_length=500, blank=True)
    at = models.DateTimeField(default=now, db_index=True)

    class Meta:
        ordering = ("-at", "-id")

    def __str__(self) -> str:
        return self.code


class ImportedSkill(models.Model):
    """What was imported from another agent, so that a second run skips it."""

    source = models.CharField(max_length=60)
    path = models.CharField(max_length=1000)
    content_hash = models.CharField(max_length=64)
    skill = models.ForeignKey(Skill, null=True, on_delete=models.SET_NULL, related_name="imports")
    outcome = models.CharField(max_length=40)
    at = models.DateTimeField(default=now)

    class Meta:
        ordering = ("source", "path")
        constraints = (models.UniqueConstraint(fields=("source", "path", "content_hash"), name="skill_imported_once"),)

    def __str__(self) -> str:
        return f"{self.source}: {self.path}"


class SkillVector(models.Model):
    """The embedding of a skill's "name: description" in one space, float32, little endian, normalised."""

    skill = models.ForeignKey(Skill, on_delete=models.CASCADE, related_name="vectors")
    space = models.CharField(max_length=120)
    text_hash = models.CharField(max_length=64)
    vector = models.BinaryField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("skill", "space"), name="skill_vector_once"),)

    def __str__(self) -> str:
        return f"{self.skill_id} {self.space}"
