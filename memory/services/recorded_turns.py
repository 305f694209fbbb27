"""Turns of conversations as the server recorded them, and whose word each is.

What a bot says that a person said is the bot's word. A turn speaks for a person only if somebody else recorded it:
the owner, or a bot that the owner lets record turns (`turns:record`) and that is not the one who now refers to it.
Turns are what was recorded of conversations, or episodes with a conversation, a position and a speaker.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import Q, QuerySet

from channels_bridge.actors import OWNER_SOURCE, Actor, ActorKind, Permission
from channels_bridge.models import Conversation, MemoryMode, Origin, Role
from channels_bridge.models import Turn as SaidTurn
from channels_bridge.services.bots import bot_may
from memory.gate.fingerprints import text_hash
from memory.models import Erasure, Kind, Record, Status, Store
from memory.models.records import RecordQuerySet
from memory.services.unkept_turns import HUMAN_SPEAKERS, is_followed_by_unkept

OWNER_SPEAKERS: Final = frozenset({"owner"})
MACHINE_PLACES: Final = ("cron:", "cron/", "task:", "subagent:", "sub-agent:", "nudge:", "job:", "hook:")
"""How conversations and sessions begin that no person writes in."""
MACHINE_TAGS: Final = frozenset({"cron", "subagent", "sub-agent", "nudge", "auto-nudge", "automated", "scheduled"})
MACHINE_OPENINGS: Final = (
    "[cron", "[scheduled", "[subagent", "[sub-agent", "[task", "[auto", "[nudge", "[system", "[hook", "<system",
    "<task", "<subagent", "<cron", "subagent completed", "sub-agent completed", "auto-nudge", "cron job",
)  # fmt: skip
"""How messages begin that a machine put into a conversation in a person's place. Small letters."""


@dataclass(frozen=True, slots=True)
class TurnRef:
    """Which turn is meant: a conversation of the store, and the turn's ordinal in it."""

    conversation: str
    position: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a bot offers for a change: the turn, and the fact's revision that the model saw when it read the turn."""

    turn: TurnRef
    revision: int | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn as it was recorded. `said_at` is the earlier of when it was said and when the server wrote it down.

    `is_latest` is whether it is surely the latest word of a person in its conversation.
    """

    text: str
    role: Role
    ref: TurnRef
    said_at: datetime
    is_latest: bool
    recorded_by: str
    uid: UUID

    def as_evidence(self) -> dict[str, object]:
        """What the journal keeps of it: where it is and its hash, never its text, which can be erased."""
        return {
            "turn": str(self.uid),
            "conversation": self.ref.conversation,
            "position": self.ref.position,
            "said_at": self.said_at.isoformat(),
            "role": str(self.role),
            "recorded_by": self.recorded_by,
            "text_hash": text_hash(self.text),
        }


NOT_RECORDED: Final = "the turn is not recorded in this store"
NOT_INDEPENDENT: Final = "nobody else who may record turns recorded it"
AMBIGUOUS: Final = "two turns are recorded at this position"
CHANGED: Final = "the recorded turn was changed afterwards"
MARKED: Final = "the screen found orders to the agent in the turn"
SEVERAL: Final = 20  # turns at one position that are looked at


def turn_find(*, actor: Actor, store: Store, ref: TurnRef) -> Turn | str:
    """The turn that may speak for a person when this actor refers to it, or why there is none."""
    rows = _rows(store, ref.conversation).filter(
        pk__in=Record.objects.visible_to(actor), episode__position=ref.position
    )
    said = turns_said(actor=actor, store=store, conversation=ref.conversation).filter(
        position=ref.position, erased_at__isnull=True
    )
    found: list[Record | SaidTurn] = [*rows[:SEVERAL], *said[:SEVERAL]]
    if not found:
        return NOT_RECORDED
    trusted = [one for one in found if _is_independent(_recorder(one), actor)]
    if not trusted:
        return NOT_INDEPENDENT
    if len(trusted) > 1:
        return AMBIGUOUS
    one = trusted[0]
    return _of_said(one, actor, store, ref) if isinstance(one, SaidTurn) else _of_episode(one, actor, ref)


def _of_episode(row: Record, actor: Actor, ref: TurnRef) -> Turn | str:
    if row.revision != 1 or row.status != Status.ACTIVE:
        return CHANGED
    said_at = min(row.created_at, row.observed_at)
    return Turn(
        text=row.episode.text,
        role=role_of(row),
        ref=ref,
        said_at=said_at,
        is_latest=not _may_be_followed(row.store, ref, actor, said_at=said_at, written_at=row.created_at),
        recorded_by=row.source,
        uid=row.uid,
    )


def _of_said(row: SaidTurn, actor: Actor, store: Store, ref: TurnRef) -> Turn | str:
    """Words that a person did not type themselves, as those of a page they read, are not their word."""
    if row.is_suspicious:
        return MARKED
    said_at = min(row.recorded_at, row.said_at)
    return Turn(
        text=row.text,
        role=Role(row.role) if row.origin == Origin.TYPED else Role.MACHINE,
        ref=ref,
        said_at=said_at,
        is_latest=not _may_be_followed(store, ref, actor, said_at=said_at, written_at=row.recorded_at),
        recorded_by=row.recorded_by,
        uid=row.uid,
    )


def role_of(record: Record) -> Role:
    """Who speaks in a recorded turn: a person only where nothing speaks for a machine."""
    episode = record.episode
    speaker = episode.speaker.strip().casefold()
    if is_machines(episode.text, (episode.conversation, episode.session), episode.tags):
        return Role.MACHINE
    if speaker in OWNER_SPEAKERS:
        return Role.OWNER
    return Role.USER if speaker in HUMAN_SPEAKERS else Role.ASSISTANT


def is_machines(text: str, places: Iterable[str], tags: Iterable[str] = ()) -> bool:
    """Whether a machine put a text in a person's place, by where it stands, its tags or how it begins."""
    return (
        any(place.casefold().startswith(MACHINE_PLACES) for place in places)
        or not MACHINE_TAGS.isdisjoint(tags)
        or text.lstrip().casefold().startswith(MACHINE_OPENINGS)
    )


def _rows(store: Store, conversation: str) -> RecordQuerySet:
    """All turns, also those that wait or were forgotten: a later word counts whatever became of it."""
    turns = Record.objects.filter(store=store, kind=Kind.EPISODE, episode__conversation=conversation)
    return turns.select_related("episode")


def _said(store: Store, conversation: str) -> QuerySet[SaidTurn]:
    """The turns of every conversation of this key or uid that is bound to the store, erased ones too."""
    named = Q(conversation__key=conversation)
    if uid := uid_of(conversation):
        named |= Q(conversation__uid=uid)
    return SaidTurn.objects.filter(named, conversation__binding__store=store)


def turns_said(*, actor: Actor, store: Store, conversation: str) -> QuerySet[SaidTurn]:
    """Those an actor may refer to: of stores it may enter, and of its project or none."""
    turns = _said(store, conversation).filter(conversation__binding__store__in=Store.objects.visible_to(actor))
    return turns.filter(conversation__project__in=("", actor.project)) if actor.project else turns


def uid_of(text: str) -> UUID | None:
    """The uid a text is, if it is one."""
    try:
        return UUID(text)
    except ValueError:
        return None


def _recorder(one: Record | SaidTurn) -> str:
    return one.recorded_by if isinstance(one, SaidTurn) else one.source


def _may_be_followed(store: Store, ref: TurnRef, actor: Actor, *, said_at: datetime, written_at: datetime) -> bool:
    """Whether a person said something in the conversation after this turn, or nobody can tell any more.

    Later is what stands further down, and what others than the actor wrote down afterwards, as where the counting began
    anew. An erased episode leaves neither words nor place: any of the store erased since may have been a turn. Where
    nothing is kept any more nobody knows what was said.
    """
    if Erasure.objects.filter(store=store, kind=Kind.EPISODE, at__gte=said_at).exists():
        return True
    if is_followed_by_unkept(store, (ref.conversation, ref.position), since=written_at):
        return True
    same = Conversation.objects.filter(key=ref.conversation, binding__store=store)
    if same.exclude(mode=MemoryMode.NORMAL).exists():
        return True
    afterwards = ~Q(episode__position=ref.position) | Q(episode__position__isnull=True)
    later = _rows(store, ref.conversation).filter(
        Q(episode__position__gt=ref.position) | Q(created_at__gt=written_at) & afterwards & ~Q(source=actor.source)
    )
    if any(role_of(other).is_person for other in later.iterator(chunk_size=100)):
        return True
    elsewhere = Q(recorded_at__gt=written_at) & ~Q(position=ref.position) & ~Q(recorded_by=actor.source)
    people = [role for role in Role if role.is_person]
    return _said(store, ref.conversation).filter(Q(position__gt=ref.position) | elsewhere, role__in=people).exists()


def _is_independent(source: str, actor: Actor) -> bool:
    """Whether who recorded it is trusted to, and another than who refers to it."""
    if source == actor.source:
        return False
    if source == OWNER_SOURCE:
        return True
    kind, _, name = source.partition(":")
    return kind == ActorKind.BOT and bot_may(name, Permission.TURNS_RECORD)
