"""Turns that one pass reads: a snapshot of a conversation, without what must not be learned from."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Q

from channels_bridge.models import Conversation, Origin, Role, Turn
from kirocrew.base.canonical import canonical_json
from memory.consolidation.limits import SPAN_CHARACTERS, SPAN_TURNS, TURN_CHARACTERS
from memory.services.recorded_turns import MACHINE_OPENINGS


@dataclass(frozen=True, slots=True)
class Span:
    """The turns from `first` up to, not including, `last` that may be learned from, and how many may not.

    `read_to` is the position the next turn would have got when this was read. `people` are the roles and names of all
    persons who spoke in the conversation.
    """

    first: int
    last: int
    read_to: int
    turns: tuple[Turn, ...]
    left_out: int
    people: frozenset[tuple[Role, str]]

    @property
    def hash(self) -> str:
        """The sha256 (hex) of what is read."""
        return turns_hash(self.turns)

    def at(self, position: int | None) -> Turn | None:
        """The turn at a position, if it is one that may be learned from."""
        return next((turn for turn in self.turns if turn.position == position), None)


def span_read(
    conversation: Conversation,
    first: int,
    *,
    last: int | None = None,
    characters: int = SPAN_CHARACTERS,
    gap: timedelta | None = None,
) -> Span | None:
    """Read what was said from `first` on, as far as the caps go or up to `last`; None where there is nothing.

    With a `gap` it ends before a turn that was said so much later than the one before. Call it in a transaction: turns
    and the conversation's next position are one snapshot.
    """
    read_to = Conversation.objects.values_list("next_position", flat=True).get(pk=conversation.pk)
    end = min(read_to, first + SPAN_TURNS) if last is None else last
    if first >= end:
        return None
    rows = list(conversation.turns.filter(position__gte=first, position__lt=end).order_by("position"))
    kept = [turn for turn in rows if _may_be_learned(turn)]
    if last is None:
        kept, end = _within(kept, end, characters, gap)
    return Span(first, end, read_to, tuple(kept), end - first - len(kept), _people(conversation))


def turns_hash(turns: Iterable[Turn]) -> str:
    """The sha256 (hex) of turns: who said what, when and where it came from."""
    digest = hashlib.sha256()
    for turn in turns:
        row = [
            turn.position,
            str(turn.role),
            str(turn.origin),
            turn.author,
            turn.said_at.isoformat(),
            turn.text,
            turn.tool_calls,
        ]
        digest.update(canonical_json(row).encode())
    return digest.hexdigest()


def is_answered(span: Span, conversation: Conversation) -> bool:
    """Whether a person said something since the span was read."""
    persons = Q(role__in=(Role.OWNER, Role.USER), erased_at__isnull=True)
    return conversation.turns.filter(persons, position__gte=span.read_to).exists()


def is_person(turn: Turn) -> bool:
    """Whether a person typed it: what they pasted, or a tool put in their place, is not their word."""
    return Role(turn.role).is_person and turn.origin == Origin.TYPED


def _may_be_learned(turn: Turn) -> bool:
    """Not what was recalled, gives orders to the machine, was erased, or comes from a machine in a person's place."""
    return not (
        turn.origin == Origin.RECALLED
        or turn.is_suspicious
        or turn.erased_at is not None
        or turn.role == Role.MACHINE
        or (Role(turn.role).is_person and turn.text.lstrip().casefold().startswith(MACHINE_OPENINGS))
    )


def _within(turns: Sequence[Turn], end: int, characters: int, gap: timedelta | None) -> tuple[list[Turn], int]:
    """As many of the turns as fit, at least one, and where the span ends then."""
    size = 0
    for number, turn in enumerate(turns):
        size += min(len(turn.text), TURN_CHARACTERS)
        is_apart = gap is not None and number > 0 and turn.said_at - turns[number - 1].said_at >= gap
        if number and (size > characters or is_apart):
            return list(turns[:number]), turn.position
    return list(turns), end


def _people(conversation: Conversation) -> frozenset[tuple[Role, str]]:
    persons = conversation.turns.filter(role__in=(Role.OWNER, Role.USER), erased_at__isnull=True)
    return frozenset((Role(role), author) for role, author in persons.values_list("role", "author").distinct())
