"""Agents: who they are, the files their prompts are made of, and the people they know."""

from typing import Final, Self

from django.db import models
from django.db.models import Q

from channels_bridge.actors import Actor, ActorKind, Permission
from kirocrew.base.clock import now
from kirocrew.base.ids import new_uid
from memory.models import Store

EXPERTISE_LIMIT: Final = 200
"""Characters of the one line that says what an agent is good at (facts of goclaw §3)."""
PERSON_LIMIT: Final = 200
"""Characters of the name by which a bot knows a person; as many as a turn's author has."""


class AgentKind(models.TextChoices):
    """OPEN: every person has a copy of the files. PREDEFINED: the files are the agent's, read-only for chats."""

    OPEN = "open", "Open"
    PREDEFINED = "predefined", "Predefined"


class AgentStatus(models.TextChoices):
    ACTIVE = "active", "Active"
    SUMMONING = "summoning", "Being written"


class PromptMode(models.TextChoices):
    FULL = "full", "Full"
    MINIMAL = "minimal", "Minimal"


class AgentQuerySet(models.QuerySet["Agent"]):
    def live(self) -> Self:
        """Those that nobody retired."""
        return self.filter(retired_at__isnull=True)

    def visible_to(self, actor: Actor) -> Self:
        """All for the owner and the system; a member's key sees that member alone, another key those without a store.

        A key without the permission `agents:read` sees none.
        """
        if actor.kind in (ActorKind.OWNER, ActorKind.SYSTEM):
            return self
        if not actor.may(Permission.AGENTS_READ):
            return self.none()
        return self.filter(slug=actor.member) if actor.member else self.filter(store__isnull=True)


class Agent(models.Model):
    """Somebody a prompt is made for. With a `store` of its own it is a member: its keys reach that store and no other.

    `expertise` is one line of at most 200 characters. `status` is never a reason not to serve an agent: one that is
    being written has the files it had before. `mode` is the prompt it gets where the caller names none.

    Direct messages (`shared_dm`), groups (`shared_group`) or the people in `shared_people` have the agent's files
    instead of a copy of their own.
    """

    uid = models.UUIDField(default=new_uid, unique=True, editable=False)
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=120)
    name_typed = models.BooleanField(default=False)
    kind = models.CharField(max_length=10, choices=AgentKind.choices, default=AgentKind.PREDEFINED)
    description = models.TextField(blank=True)
    expertise = models.CharField(max_length=EXPERTISE_LIMIT, blank=True)
    status = models.CharField(max_length=10, choices=AgentStatus.choices, default=AgentStatus.ACTIVE)
    status_note = models.CharField(max_length=500, blank=True)
    mode = models.CharField(max_length=10, choices=PromptMode.choices, default=PromptMode.FULL)
    model = models.CharField(max_length=120, blank=True)
    self_evolve = models.BooleanField(default=False)
    crew_context = models.BooleanField(default=True)
    shared_dm = models.BooleanField(default=False)
    shared_group = models.BooleanField(default=False)
    shared_people = models.JSONField(default=list, blank=True)
    store = models.OneToOneField(Store, null=True, blank=True, on_delete=models.PROTECT, related_name="agent")
    created_by = models.CharField(max_length=200)
    created_at = models.DateTimeField(default=now)
    changed_at = models.DateTimeField(default=now)
    retired_at = models.DateTimeField(null=True, blank=True)

    objects = AgentQuerySet.as_manager()

    class Meta:
        ordering = ("slug",)
        constraints = (
            models.CheckConstraint(condition=Q(kind__in=AgentKind.values), name="agent_kind_known"),
            models.CheckConstraint(condition=Q(status__in=AgentStatus.values), name="agent_status_known"),
            models.CheckConstraint(condition=Q(mode__in=PromptMode.values), name="agent_mode_known"),
        )

    def __str__(self) -> str:
        return self.slug

    @property
    def is_predefined(self) -> bool:
        return self.kind == AgentKind.PREDEFINED

    @property
    def is_being_written(self) -> bool:
        return self.status == AgentStatus.SUMMONING


class AgentFile(models.Model):
    """One context file of an agent, or with a `person` of an agent and that person: the text that is in force.

    `revision` is the number of that text, 0 while there was none. What waits for the owner is a revision with a later
    number and never here, so what is read from here may stand in a prompt. `removed_at` is when the file was taken
    away, as a finished BOOTSTRAP.md is; then `text` is empty and the history stays.
    """

    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, related_name="files")
    person = models.CharField(max_length=PERSON_LIMIT, blank=True)
    name = models.CharField(max_length=60)
    text = models.TextField(blank=True)
    revision = models.PositiveIntegerField(default=1)
    source = models.CharField(max_length=200)
    updated_at = models.DateTimeField(default=now)
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("agent", "person", "name")
        constraints = (models.UniqueConstraint(fields=("agent", "person", "name"), name="agent_file_once"),)

    def __str__(self) -> str:
        return f"{self.agent_id}: {self.name}"


class AgentFileRevision(models.Model):
    """One whole text a file had, or was to have: append-only.

    `operation` is seed, write, remove, restore, allow, summon, regenerate or erase. `waits` says why a text was kept
    out of the file until the owner decides, `decided_at` when that was; `doubts` are the screen's.
    """

    file = models.ForeignKey(AgentFile, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    operation = models.CharField(max_length=20)
    source = models.CharField(max_length=200)
    reason = models.CharField(max_length=500, blank=True)
    text = models.TextField(blank=True)
    waits = models.CharField(max_length=20, blank=True)
    doubts = models.JSONField(default=list, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    recorded_at = models.DateTimeField(default=now)
    erased_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("file", "number")
        constraints = (models.UniqueConstraint(fields=("file", "number"), name="agent_file_revision_once"),)

    def __str__(self) -> str:
        return f"{self.file_id}@{self.number}"


class AgentPerson(models.Model):
    """A person whom an agent met: when, under which name, and how far the first run with them is.

    `ritual_turns` counts the person's turns while BOOTSTRAP.md is there; `must_name` is whether the prompt still asks
    to fill in a name in USER.md. `may_write` makes the person one of those who may change the agent in a group.
    """

    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, related_name="people")
    person = models.CharField(max_length=PERSON_LIMIT)
    display_name = models.CharField(max_length=120, blank=True)
    workspace = models.CharField(max_length=500, blank=True)
    ritual_turns = models.PositiveIntegerField(default=0)
    must_name = models.BooleanField(default=False)
    may_write = models.BooleanField(default=False)
    first_seen_at = models.DateTimeField(default=now)
    last_seen_at = models.DateTimeField(default=now)

    class Meta:
        ordering = ("agent", "person")
        constraints = (models.UniqueConstraint(fields=("agent", "person"), name="agent_person_once"),)

    def __str__(self) -> str:
        return f"{self.agent_id}: {self.person}"
