"""Who acts. Every service takes an Actor; nothing in a payload can change who that is."""

from dataclasses import dataclass, field
from enum import StrEnum

from kirocrew.base.problems import Forbidden

OWNER_SOURCE = "user_explicit"


class ActorKind(StrEnum):
    OWNER = "owner"
    BOT = "bot"
    MEMBER = "member"
    SYSTEM = "system"


class Permission(StrEnum):
    """What a bot's key may be allowed to do. `admin:*` includes all the others but `turns:record`.

    With `turns:record` the turns a bot records count as what people said; no other permission gives that.
    """

    MEMORY_READ = "memory:read"
    MEMORY_WRITE = "memory:write"
    LESSONS_WRITE = "lessons:write"
    TURNS_RECORD = "turns:record"
    CHANNELS_SERVE = "channels:serve"
    IMPORT_WRITE = "import:write"
    JOBS_READ = "jobs:read"
    HOOKS_READ = "hooks:read"
    HOOKS_EVALUATE = "hooks:evaluate"
    SKILLS_READ = "skills:read"
    SKILLS_WRITE = "skills:write"
    AGENTS_READ = "agents:read"
    AGENTS_WRITE = "agents:write"
    ADMIN = "admin:*"


@dataclass(frozen=True, slots=True)
class Actor:
    """An authenticated owner, bot or member, or a task of the system.

    `ident` is the primary key of the user or bot as text, empty for the system. `project` narrows a bot to
    one project; empty means every project of its stores. `member` is the agent whose key this is: it reaches that
    agent's own store and no other; empty for a key of nobody's.
    """

    kind: ActorKind
    name: str
    ident: str = ""
    permissions: frozenset[str] = field(default_factory=frozenset)
    project: str = ""
    member: str = ""

    @classmethod
    def owner(cls, name: str, ident: str = "") -> "Actor":
        return cls(ActorKind.OWNER, name, ident)

    @classmethod
    def system(cls, task: str) -> "Actor":
        """A task; its name is stamped as the source: `migration`, `import:mem0`, `consolidation:<conversation>`."""
        return cls(ActorKind.SYSTEM, task)

    @property
    def is_owner(self) -> bool:
        return self.kind is ActorKind.OWNER

    @property
    def is_system(self) -> bool:
        return self.kind is ActorKind.SYSTEM

    @property
    def source(self) -> str:
        """What is stamped on everything this actor writes."""
        if self.is_owner:
            return OWNER_SOURCE
        if self.is_system:
            return self.name
        return f"{self.kind.value}:{self.name}"

    def may(self, permission: Permission) -> bool:
        """Owners and the system's own tasks may do all; a bot or member what its key says."""
        if self.kind in (ActorKind.OWNER, ActorKind.SYSTEM):
            return True
        return permission in self.permissions or Permission.ADMIN in self.permissions

    def require(self, permission: Permission) -> None:
        """Raise Forbidden unless the actor may."""
        if not self.may(permission):
            raise Forbidden(
                f"This key lacks the permission '{permission}'. The owner can add it to the bot in the admin.",
                type="missing-permission",
            )
