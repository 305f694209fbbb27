"""What is asked for: who the context is for, in which conversation, and what is to be left away."""

from collections.abc import Collection
from dataclasses import dataclass, field

from channels_bridge.actors import Actor
from channels_bridge.models import Channel, Conversation, MemoryMode
from kirocrew.context.blocks import SWITCHABLE, Group
from kirocrew.context.caps import Caps
from kirocrew.context.tokens import ESTIMATE, Counter
from kirocrew.models import Agent
from memory.inference.models import SpaceKey
from memory.models import Store
from memory.recall.engine import Vector
from memory.services.moments import Moment


@dataclass(frozen=True, slots=True)
class Passed:
    """What only the caller can know: a document's name and its text."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A context that is asked for. `window` is the model's in tokens, None where nobody knows it.

    `groups` are those that are not withheld. `vector` is the question's and `space` whose it
    is, None without an embedding in time. `only`
    limits the skills. `moment` builds it as of then. `resumed` says that the runtime holds the conversation already.
    `profiled` is the agent of ours that is named, `user` the person who speaks. `compressed` is the conversation in
    short, `stops` what the person stopped, `steering` the documents that the runtime does not load itself. A trial
    (`is_trial`) counts no use of a skill and writes no decision of a hook down.
    """

    actor: Actor
    store: Store
    caps: Caps
    window: int | None = None
    conversation: Conversation | None = None
    channel: Channel | None = None
    agent: str = ""
    model: str = ""
    language: str = ""
    project: str = ""
    project_dir: str = ""
    query: str = ""
    vector: Vector | None = None
    space: SpaceKey | None = None
    mode_reason: str = ""
    moment: Moment | None = None
    groups: frozenset[Group] = field(default_factory=lambda: frozenset(Group))
    resumed: bool = False
    minimal: bool = False
    conduct: bool = True
    only: Collection[str] | None = None
    profiled: Agent | None = None
    user: str = ""
    compressed: str = ""
    stops: tuple[str, ...] = ()
    steering: tuple[Passed, ...] = ()
    counter: Counter = ESTIMATE
    is_trial: bool = False

    @property
    def is_temporary(self) -> bool:
        """Whether the conversation neither reads nor writes memory."""
        return self.conversation is not None and self.conversation.mode == MemoryMode.TEMPORARY

    def why_withheld(self, group: Group) -> str:
        """Why a group is kept back, empty when it is not."""
        if group in (Group.MEMORY, Group.LESSONS) and self.is_temporary:
            return "The conversation is temporary: it reads no memory."
        return "" if group in self.groups else f"The group '{group.value}' is withheld."

    @property
    def has_crew_context(self) -> bool:
        """Whether the agent takes what all agents are told: our rules, and skills that a message brings."""
        return self.profiled is None or self.profiled.crew_context

    @property
    def withheld_groups(self) -> list[Group]:
        return [group for group in SWITCHABLE if self.why_withheld(group)]
