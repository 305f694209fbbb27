"""Contexts put together: which blocks, in which order, and who has the first claim on the characters there are.

The order in which blocks stand is that of the reference specification. They are made in another one: what must not be
missing first, so that a long conversation or a long catalogue can't push a correction out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from kirocrew.context import frame_blocks, memory_blocks, person_blocks, skill_blocks, thread_blocks, workspace_blocks
from kirocrew.context.asking import Asked
from kirocrew.context.blocks import JOINT, Block, Group, Pool, whole, withheld
from kirocrew.context.caps import Caps
from kirocrew.context.markers import CONTEXT_BEGINS, CONTEXT_ENDS
from kirocrew.context.tokens import ESTIMATE, Counter

Maker = Callable[[Asked, int], Block]


@dataclass(frozen=True, slots=True)
class Slot:
    """A block's place: its name, who makes it, how much it may have, and when it is made: the lowest claim first."""

    name: str
    make: Maker
    cap: Callable[[Caps], int]
    claim: int


SESSION: Final = (
    Slot("rules", frame_blocks.rules, lambda caps: caps.preamble, 0),
    Slot("date", frame_blocks.date, lambda caps: caps.preamble, 0),
    Slot("runtime", frame_blocks.runtime, lambda caps: caps.preamble, 0),
    Slot("language", frame_blocks.language, lambda caps: caps.preamble, 0),
    Slot("scope", frame_blocks.scope, lambda caps: caps.preamble, 0),
    Slot("profile", person_blocks.profile, lambda caps: caps.preferences, 2),
    Slot("workspace", workspace_blocks.workspace, lambda caps: caps.preamble, 0),
    Slot("docs", workspace_blocks.docs, lambda caps: caps.preamble, 0),
    Slot("steering", workspace_blocks.steering, lambda caps: caps.steering, 2),
    Slot("thread", thread_blocks.thread, lambda caps: caps.compressed, 4),
    Slot("stops", thread_blocks.stops, lambda caps: caps.preamble, 4),
    Slot("preferences", memory_blocks.preferences, lambda caps: caps.preferences, 2),
    Slot("projects", memory_blocks.projects, lambda caps: caps.projects, 2),
    Slot("history", memory_blocks.history, lambda caps: caps.history, 5),
    Slot("facts", memory_blocks.facts, lambda caps: caps.facts, 3),
    Slot("episodes", memory_blocks.episodes, lambda caps: caps.episodes, 3),
    Slot("memory_end", memory_blocks.memory_end, lambda caps: caps.preamble, 0),
    Slot("skills", skill_blocks.listing, lambda caps: caps.skills, 6),
    Slot("lessons", memory_blocks.lessons, lambda caps: caps.lessons, 1),
    Slot("recent", thread_blocks.recent, lambda caps: caps.preamble, 7),
)
"""The blocks of a new session, in the order in which they stand."""

MINIMAL: Final = frozenset({"date", "runtime", "language"})
MEMORY: Final = ("preferences", "projects", "history", "facts", "episodes")
"""Blocks after which the end of memory is marked."""


@dataclass(frozen=True, slots=True)
class Built:
    """A context: its text, and every block in order, also those with nothing in them. `ceiling` is in characters."""

    text: str
    blocks: tuple[Block, ...]
    ceiling: int
    counter: Counter = ESTIMATE
    tokens: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tokens", self.counter.count(self.text))


def session_build(asked: Asked) -> Built:
    """The context of a new session. Raises Forbidden for who may not read memory, unless memory is withheld.

    It is never longer than the base of the caps, whatever the blocks hold.
    """
    ceiling = asked.caps.base
    slots = [slot for slot in SESSION if slot.name in MINIMAL] if asked.minimal else list(SESSION)
    pool = Pool(ceiling - len(CONTEXT_BEGINS) - len(CONTEXT_ENDS) - 2 * len(JOINT))
    blocks = _made(asked, slots, pool)
    if not any(blocks[name].text for name in MEMORY if name in blocks) and "memory_end" in blocks:
        blocks["memory_end"] = _nothing_to_end(blocks["memory_end"])
    return built([blocks[slot.name] for slot in slots], ceiling, framed=True, counter=asked.counter)


def built(blocks: Sequence[Block], ceiling: int, *, framed: bool, counter: Counter = ESTIMATE) -> Built:
    """The text of blocks that stand in order; `framed` marks it as background."""
    parts = [block.text for block in blocks if block.text]
    if framed and parts:
        parts = [CONTEXT_BEGINS, *parts, CONTEXT_ENDS]
    return Built(JOINT.join(parts), tuple(blocks), ceiling, counter)


def _made(asked: Asked, slots: Sequence[Slot], pool: Pool) -> dict[str, Block]:
    made: dict[str, Block] = {}
    for slot in sorted(slots, key=lambda one: one.claim):  # stable: within a claim as they stand
        made[slot.name] = pool.take(slot.make(asked, pool.room(slot.cap(asked.caps))))
    return made


def _nothing_to_end(block: Block) -> Block:
    if block.withheld:
        return withheld(block.name, Group.MEMORY, block.why)
    return whole(block.name, Group.MEMORY, "", room=0, why="There is no memory above it.")
