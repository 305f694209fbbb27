"""What was said, where, and by whom: conversations and their turns."""

from typing import Final, Self

from django.db import models

from channels_bridge.actors import Actor, ActorKind, Permission
from kirocrew.base.clock import now
from kirocrew.base.ids import new_uid

KEY_LIMIT: Final = 200
"""Characters of a conversation's or a turn's key; as many as an episode keeps of its conversation's name."""


class MemoryMode(models.TextChoices):
    """What a conversation may do with memory. It is kept with the conversation, so a restart does not change it."""

    NORMAL = "normal", "Reads and writes"
    INCOGNITO = "incognito", "Reads only"
    TEMPORARY = "temporary", "Neither reads nor writes"


class Role(models.TextChoices):
    """Who speaks in a turn. OWNER is said only by who records it; a USER is a person, not always the owner."""

    OWNER = "owner", "Owner"
    USER = "user", "A person"
    ASSISTANT = "assistant", "Assistant"
    MACHINE = "machine", "A machine"

    @property
    def is_person(self) -> bool:
        return self in (Role.OWNER, Role.USER)


class Origin(models.TextChoices):
    """Where the words of a turn come from. What was recalled is never learned again."""

    TYPED = "typed", "Typed"
    TOOL = "tool", "From a tool"
    FILE = "file", "From a file"
    PAGE = "page", "From a page"
    RECALLED = "recalled", "From memory"


class ConversationQuerySet(models.QuerySet["Conversation"]):
    def visible_to(self, actor: Actor) -> Self:
        """All for the owner and the system; a bot that may read memory sees those it began, in its project."""
        if actor.kind in (ActorKind.OWNER, ActorKind.SYSTEM):
            return self
        if actor.may(Permission.MEMORY_READ) or actor.may(Permission.MEMORY_WRITE):
            mine = self.filter(started_by=actor.source, started_ident=actor.ident)
            return mine.filter(project=actor.project) if actor.project else mine
        return self.none()


class Conversation(models.Model):
    """What was said in one place, from beginning to end.

    `key` is the name its bot gave it, unique among what that bot began. `next_position` is the position the next turn
    gets; it only grows. Which store it is bound to is a row of memory, made when it begins and never changed.
    """

    uid = models.UUIDField(default=new_uid, unique=True, editable=False)
    key = models.CharField(max_length=KEY_LIMIT)
    surface = models.CharField(max_length=60, blank=True)
    channel = models.CharField(max_length=200, blank=True)
    project = models.CharField(max_length=200, blank=True)
    agent = models.CharField(max_length=100, blank=True)
    member = models.CharField(max_length=100, blank=True)
    mode = models.CharField(max_length=10, choices=MemoryMode.choices, default=MemoryMode.NORMAL)
    started_by = models.CharField(max_length=200)
    started_ident = models.CharField(max_length=60, blank=True)
    next_position = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=now)
    last_turn_at = models.DateTimeField(default=now)
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = ConversationQuerySet.as_manager()

    class Meta:
        ordering = ("-last_turn_at", "-id")
        constraints = (
            models.UniqueConstraint(
                fields=("started_by", "started_ident", "key"), name="conversation_key_once_per_bot"
            ),
            models.CheckConstraint(condition=models.Q(mode__in=MemoryMode.values), name="conversation_mode_known"),
        )
        indexes = (
            models.Index(fields=("-last_turn_at", "-id"), name="conversation_latest"),
            models.Index(
                fields=("started_by", "started_ident", "-last_turn_at", "-id"), name="conversation_latest_of_bot"
            ),
        )

    def __str__(self) -> str:
        return self.key


class Turn(models.Model):
    """One thing that was said. `text` is kept with its secrets taken out; a turn is never changed, only erased.

    `said_at` is when it was said by its bot's word, `recorded_at` when the server wrote it down. `key` is the bot's own
    name of it, under which it is recorded once. `is_suspicious` is whether the screen found orders in it.
    """

    uid = models.UUIDField(default=new_uid, unique=True, editable=False)
    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="turns")
    position = models.PositiveIntegerField()
    key = models.CharField(max_length=KEY_LIMIT, blank=True)
    author = models.CharField(max_length=200, blank=True)
    role = models.CharField(max_length=10, choices=Role.choices)
    origin = models.CharField(max_length=10, choices=Origin.choices, default=Origin.TYPED)
    text = models.TextField()
    tool_calls = models.JSONField(default=list)
    is_suspicious = models.BooleanField(default=False)
    said_at = models.DateTimeField()
    recorded_at = models.DateTimeField(default=now)
    recorded_by = models.CharField(max_length=200)
    erased_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("conversation", "position")
        constraints = (
            models.UniqueConstraint(fields=("conversation", "position"), name="turn_position_once"),
            models.UniqueConstraint(fields=("conversation", "key"), condition=~models.Q(key=""), name="turn_key_once"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="turn_role_known"),
            models.CheckConstraint(condition=models.Q(origin__in=Origin.values), name="turn_origin_known"),
        )

    def __str__(self) -> str:
        return f"{self.conversation_id}:{self.position}"
