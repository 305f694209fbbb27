"""Keeping what was believed when a stored state is replaced, in the transaction that replaces it.

New records cost nothing here: their only state is the record itself.
"""

# ruff: noqa: S608
# Statements are put together from constants and placeholders; every value is a parameter.

import json
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kirocrew.db.inserts import insert_rows
from kirocrew.db.updates import update_rows
from memory.models import Belief, Revision, Status
from memory.recall.past_index import states_keep
from memory.recall.statements import GIVEN, fetch_all, given
from memory.services.timeline_steps import Segment, State, Stretch, Timeline, replay, state_of, worth_keeping

if TYPE_CHECKING:
    from memory.services.journal import Change

_OPEN: Final = (
    "SELECT record_id, id, revision_id, valid_from, valid_until, known_from, is_present FROM memory_belief"
    f" WHERE record_id IN ({GIVEN}) AND known_until IS NULL ORDER BY id"
)
_ENTRIES: Final = (
    "SELECT record_id, number, id, recorded_at FROM memory_revision"
    f" WHERE record_id IN ({GIVEN}) AND number IN ({GIVEN}) ORDER BY id"
)
_JOURNAL: Final = (
    "SELECT record_id, id, recorded_at, status, after, metadata, answers_id FROM memory_revision"
    f" WHERE record_id IN ({GIVEN}) AND number > 0 ORDER BY record_id, id"
)


@dataclass(slots=True)
class _Row:
    """A belief before it is stored, with the attributes of `Belief`: an instance takes longer to make than to store."""

    record_id: int
    revision_id: int
    known_from: datetime
    known_until: datetime | None
    valid_from: datetime | None
    valid_until: datetime | None
    is_present: bool
    store_id: int = 0
    kind: str = ""


@dataclass(slots=True)
class _End:
    """A stored belief that gets another end."""

    pk: int
    known_until: datetime | None
    is_present: bool = False


class _Open(NamedTuple):
    """A segment believed until now; `belief` is its row, None for the only state of a record."""

    belief: int | None
    segment: Segment
    known_from: datetime
    is_present: bool


def timeline_keep(changes: "Sequence[Change]", moment: datetime) -> None:
    """Bring beliefs in line with changes that are in the journal already and not yet in the text index."""
    kept = [change for change in changes if change.was_stored and not change.is_entry_only]
    if not kept:
        return
    known = _believed([change.record.pk for change in kept])
    active = [change for change in kept if (change.before or {}).get("status") == Status.ACTIVE]
    lone = [change for change in active if not any(one.is_present for one in known[change.record.pk])]
    for change, state in zip(lone, _only_states(lone), strict=True):
        known[change.record.pk].append(state)
    states_keep([(known[change.record.pk][-1].segment.entry, change.record.pk) for change in active])
    going = [change for change in active if change.status != Revision.Status.UNDONE]
    closed: list[_End] = []
    added: list[_Row] = []
    for change in going:
        _go_on(change, known[change.record.pk], moment, closed=closed, added=added)
    update_rows(Belief, closed, ("known_until", "is_present"))
    insert_rows(Belief, added)
    plain = {change.record.pk for change in going}
    beliefs_remake([change.record.pk for change in kept if change.record.pk not in plain])


def beliefs_remake(record_ids: Collection[int]) -> None:
    """Work the beliefs of these records out from their whole journal."""
    if not record_ids:
        return
    Belief.objects.filter(record_id__in=record_ids).delete()
    rows: list[_Row] = []
    for record_id, states in journals(record_ids).items():
        present = states[-1]
        rows += [
            _belief(record_id, stretch, present.entry if present.is_active else 0)
            for stretch in worth_keeping(replay(states).stretches())
        ]
    _insert(rows, record_ids)


def journals(record_ids: Collection[int]) -> dict[int, list[State]]:
    """The states of these records in their order."""
    found: dict[int, list[State]] = defaultdict(list)
    for record_id, *row in fetch_all(_JOURNAL, [given(record_ids)]):
        found[record_id].append(state_of_row(row))
    return found


def state_of_row(row: Sequence[Any]) -> State:
    """The state of a row of the journal: id, recorded_at, status, after, metadata, answers_id."""
    entry, at, status, after, metadata, answers = row
    undoes = answers if status == Revision.Status.UNDONE else None
    return state_of(entry=entry, at=moment_of(at), snapshot=_json(after), metadata=_json(metadata) or {}, undoes=undoes)


def moment_of(stored: Any) -> datetime:
    """An instant as a raw statement returns it."""
    moment = stored if isinstance(stored, datetime) else datetime.fromisoformat(stored)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _json(raw: Any) -> Any:
    return json.loads(raw) if isinstance(raw, str) else raw


def _believed(record_ids: Collection[int]) -> dict[int, list[_Open]]:
    found: dict[int, list[_Open]] = defaultdict(list)
    for record, belief, entry, start, end, known, present in fetch_all(_OPEN, [given(record_ids)]):
        segment = Segment(entry, moment_of(start) if start else None, moment_of(end) if end else None)
        found[record].append(_Open(belief, segment, moment_of(known), bool(present)))
    for segments in found.values():
        segments.sort(key=lambda one: one.is_present)  # the present state is the last one
    return found


def _only_states(changes: "Sequence[Change]") -> list[_Open]:
    """What is believed of records that were never replaced: the state of each, since that was recorded."""
    entries: dict[tuple[int, int], tuple[int, datetime]] = {}
    if changes:
        wanted = {(change.record.pk, change.base_revision) for change in changes}
        numbers = sorted({change.base_revision for change in changes})
        keys = [change.record.pk for change in changes]
        for record, number, entry, at in fetch_all(_ENTRIES, [given(keys), given(numbers)]):
            if (record, number) in wanted:
                entries[record, number] = entry, moment_of(at)
    states = []
    for change in changes:
        entry, at = entries[change.record.pk, change.base_revision]
        state = state_of(entry=entry, at=at, snapshot=change.before, metadata={})
        states.append(_Open(None, Segment(entry, *state.window), state.at, is_present=True))
    return states


def _go_on(change: "Change", segments: list[_Open], moment: datetime, *, closed: list[_End], added: list[_Row]) -> None:
    """Note what one plain change makes of what was believed: rows that get another end, and new ones."""
    record, entry = change.record.pk, change.revision_id or 0
    present = segments[-1]
    before = state_of(entry=present.segment.entry, at=present.known_from, snapshot=change.before, metadata={})
    after = state_of(entry=entry, at=moment, snapshot=change.after, metadata=change.metadata)
    timeline = Timeline.standing([one.segment for one in segments], before, present.known_from)
    timeline.take(after)
    known, left = timeline.known or moment, timeline.segments
    rows: list[_Row] = []
    for one in segments:
        stays = one.segment in left
        if one.belief is None:
            rows.append(_belief(record, Stretch(one.segment, one.known_from, None if stays else known), 0))
        elif not stays or one.is_present:
            closed.append(_End(one.belief, None if stays else known))
    believed = [one.segment for one in segments]
    rows += [_belief(record, Stretch(one, known, None), entry) for one in left if one not in believed]
    for row in rows:
        row.store_id, row.kind = change.record.store_id, change.record.kind
    added += rows


def _belief(record_id: int, stretch: Stretch, present: int) -> _Row:
    segment = stretch.segment
    return _Row(
        record_id=record_id,
        revision_id=segment.entry,
        known_from=stretch.known_from,
        known_until=stretch.known_until,
        valid_from=segment.valid_from,
        valid_until=segment.valid_until,
        is_present=stretch.known_until is None and segment.entry == present,
    )


def _insert(rows: Sequence[_Row], record_ids: Collection[int]) -> None:
    statement = f"SELECT id, store_id, kind FROM memory_record WHERE id IN ({GIVEN})"
    places = {pk: (store, kind) for pk, store, kind in fetch_all(statement, [given(record_ids)])}
    for row in rows:
        row.store_id, row.kind = places[row.record_id]
    insert_rows(Belief, rows)
