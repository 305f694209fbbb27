"""How each entry of a record's journal changes what is believed of it. Pure: nothing here reads or writes a table.

Two axes, both half-open. Across is when a state was true, down is when it was believed. A change ends the old value's
time; a correction says that the old value never held; forgetting ends believing in all of it.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from kirocrew.base.canonical import canonical_json
from memory.models.records import Kind, Status

Window = tuple[datetime | None, datetime | None]

MAIN = {Kind.FACT: ("value",), Kind.LESSON: ("rule", "negative"), Kind.EPISODE: ("text",)}
"""What a record says, of all that its content holds."""


class Effect(StrEnum):
    """What a new state means for the old one: it was true until then, or it never was."""

    CHANGE = "change"
    CORRECTION = "correction"


class State(NamedTuple):
    """A state of a record, left by the entry with that id.

    `says` is its text in canonical form. `effect` is what the entry was declared to be, empty for the usual; `since`
    the instant from which it was said to hold; `undoes` the id of the entry it took back.
    """

    entry: int
    at: datetime
    is_active: bool
    window: Window
    says: str
    kind: str = Kind.FACT
    effect: str = ""
    since: datetime | None = None
    undoes: int | None = None


class Segment(NamedTuple):
    """A stretch of time for which a state is believed to be true."""

    entry: int
    valid_from: datetime | None
    valid_until: datetime | None


class Stretch(NamedTuple):
    """A segment with the time for which it was believed."""

    segment: Segment
    known_from: datetime
    known_until: datetime | None


def state_of(
    *,
    entry: int,
    at: datetime,
    snapshot: dict[str, Any] | None,
    metadata: dict[str, Any],
    undoes: int | None = None,
    kind: str = "",
) -> State:
    """The state a snapshot of the journal holds; one whose content was erased is not active."""
    if not snapshot or not snapshot.get("content"):
        return State(entry, at, False, (None, None), "", kind)
    kind, content = snapshot["kind"], snapshot["content"]
    since = metadata.get("since")
    return State(
        entry,
        at,
        snapshot["status"] == Status.ACTIVE,
        (_instant(snapshot["valid_from"]), _instant(snapshot["valid_until"])),
        canonical_json([content.get(name) for name in MAIN[Kind(kind)]]),
        kind,
        metadata.get("effect", ""),
        _instant(since),
        undoes,
    )


def effect_of(before: State, after: State) -> Effect:
    """What was declared; else a new value of a fact or lesson is a change, everything else corrects what is stored.

    What happened does not change afterwards: another text of an episode corrects it.
    """
    if after.effect:
        return Effect(after.effect)
    is_new = before.says != after.says and after.kind != Kind.EPISODE
    return Effect.CHANGE if is_new else Effect.CORRECTION


def effect_kept(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """What of an entry's metadata says how its state was meant, for an entry that does what that one proposed."""
    return {name: metadata[name] for name in ("effect", "since") if name in metadata}


def cut(segments: Iterable[Segment], at: datetime | None) -> list[Segment]:
    """What is left of segments that end at an instant; None is before all time."""
    if at is None:
        return []
    return [
        segment._replace(valid_until=at if segment.valid_until is None else min(at, segment.valid_until))
        for segment in segments
        if segment.valid_from is None or segment.valid_from < at
    ]


def replaced(segments: list[Segment], before: State, after: State, known: datetime) -> list[Segment]:
    """What is believed once an active state, the last segment, gives way to another active one."""
    present, end = segments[-1], after.window[1]
    is_moved = after.window[0] != before.window[0]
    if effect_of(before, after) is Effect.CHANGE:
        named = after.since or (after.window[0] if is_moved else None)
        start: datetime | None = named or max(known, present.valid_from or known)
        if end is None or (start is not None and start < end):
            return [*cut(segments, start), Segment(after.entry, start, end)]
        # Over before it began: it is said of the old value's own time.
    start = after.since or (after.window[0] if is_moved else present.valid_from)
    return [*cut(segments[:-1], start), Segment(after.entry, start, end)]


_Before = tuple[list[Segment], list[Segment]]
"""Segments and parked ones."""


class Timeline:
    """What is believed of one record while its journal is read, entry after entry.

    `segments` are believed now, in the order of time, the last one being the record's state while that is active.
    `parked` are those that come back if the record is restored as it was.
    """

    def __init__(self) -> None:
        self.segments: list[Segment] = []
        self.parked: list[Segment] = []
        self.known: datetime | None = None
        self._last: State | None = None
        self._lasting: State | None = None  # the last active state
        self._standing: list[tuple[int, _Before]] = []  # entries that are in force, each with what it was made upon
        self._undone: dict[int, _Before] = {}  # entries that took one back, each with what was believed until then
        self._since: dict[Segment, datetime] = {}
        self._ended: list[Stretch] = []

    @classmethod
    def standing(cls, segments: list[Segment], state: State, known: datetime) -> "Timeline":
        """A timeline that stands where a record does, to take one plain entry more."""
        timeline = cls()
        timeline.segments, timeline._last, timeline._lasting, timeline.known = segments, state, state, known
        return timeline

    def take(self, state: State) -> None:
        """Go on by one entry that left a state."""
        self.known = known = max(state.at, self.known or state.at)
        earlier: _Before = (self.segments, self.parked)
        segments = self._next(state, known, self._taken_back(state, earlier))
        for segment in earlier[0]:
            if segment not in segments:
                self._ended.append(Stretch(segment, self._since.pop(segment, known), known))
        for segment in segments:
            self._since.setdefault(segment, known)
        if not state.is_active and earlier[0]:
            self.parked = earlier[0]
        self.segments, self._last = segments, state
        if state.is_active:
            self._lasting = state

    def stretches(self) -> list[Stretch]:
        """All that was ever believed, what ended first."""
        return [*self._ended, *(Stretch(segment, self._since[segment], None) for segment in self.segments)]

    def _taken_back(self, state: State, earlier: _Before) -> _Before | None:
        """What was believed before the entry that this one takes back, when it is the last one in force."""
        undoes, last = state.undoes, self._last
        if undoes is not None and self._standing and self._standing[-1][0] == undoes:
            self._undone[state.entry] = earlier
            return self._standing.pop()[1]
        self._standing.append((state.entry, earlier))
        return self._undone.get(undoes) if undoes is not None and last is not None and undoes == last.entry else None

    def _next(self, state: State, known: datetime, before: _Before | None) -> list[Segment]:
        last = self._last
        if before is not None and before[0]:
            segments, self.parked = before
            if state.is_active:  # what an undoing left is what was there before
                return [*segments[:-1], segments[-1]._replace(entry=state.entry)]
        if not state.is_active:
            return cut(self.segments, self._ending(state, known))
        if last is not None and last.is_active and self.segments:
            return replaced(self.segments, last, state, known)
        lasting = self._lasting
        if self.parked and lasting is not None and lasting.says == state.says:
            return replaced(self.parked, lasting, state._replace(effect=Effect.CORRECTION, since=None), known)
        start, end = state.window
        if self.segments:  # it left memory by a change, and its past is still believed
            start = state.since or start or known
        return [*cut(self.segments, start), Segment(state.entry, start, end)]

    def _ending(self, state: State, known: datetime) -> datetime | None:
        """When what was believed ends for a record that leaves memory: it never held, unless that is declared."""
        return (state.since or known) if state.effect == Effect.CHANGE else None


def replay(states: Iterable[State]) -> Timeline:
    """The timeline of a whole journal, whose entries come in their order."""
    timeline = Timeline()
    for state in states:
        timeline.take(state)
    return timeline


def worth_keeping(stretches: list[Stretch]) -> Iterator[Stretch]:
    """The stretches to keep: none of a record that only ever had the state it has."""
    if len(stretches) > 1 or any(stretch.known_until is not None for stretch in stretches):
        yield from stretches


def _instant(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def stretch_at(stretches: Iterable[Stretch], as_of: datetime, known_at: datetime) -> Stretch | None:
    """The stretch that holds a point, of which there is one at most; half-open on both axes."""
    for stretch in stretches:
        _, start, end = stretch.segment
        is_known = stretch.known_from <= known_at and (stretch.known_until is None or known_at < stretch.known_until)
        if is_known and (start is None or start <= as_of) and (end is None or as_of < end):
            return stretch
    return None
