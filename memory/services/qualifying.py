"""What must be said beside a hit: that it is disputed, and what became of it since the instant asked for."""

# Statements are put together from constants and placeholders; every value is a parameter.

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final
from uuid import UUID

from kirocrew.base.clock import now
from memory.models import Record, Status
from memory.recall.hits import Hit
from memory.recall.qualifiers import Qualifier, QualifierCode
from memory.recall.statements import fetch_all, stored
from memory.services.moments import Moment
from memory.services.timeline_keeping import journals, moment_of
from memory.services.timeline_steps import State, Stretch, replay, stretch_at

_DISPUTED: Final = (
    "SELECT r.uid, MIN(v.recorded_at) FROM json_each(%s) g CROSS JOIN memory_record r ON r.uid = g.value"
    " CROSS JOIN memory_revision v ON v.record_id = r.id AND v.status = 'proposed'"
    " LEFT JOIN memory_revision a ON a.answers_id = v.id"
    " WHERE v.recorded_at <= %s AND (a.id IS NULL OR a.recorded_at > %s) GROUP BY r.uid"
)
_GONE: Final = {
    Status.FORGOTTEN: QualifierCode.FORGOTTEN,
    Status.SUPERSEDED: QualifierCode.SUPERSEDED,
    Status.EXPIRED: QualifierCode.EXPIRED,
}
_WORDS: Final = {
    QualifierCode.DISPUTED: ("A change of this waits for review since {day}.", "disputed"),
    QualifierCode.CHANGED: ("It held until {day}; another value holds since.", "held until {day}"),
    QualifierCode.CORRECTED: ("It was corrected on {day}: it is not believed any more.", "corrected {day}"),
    QualifierCode.SUPERSEDED: ("Another record took its place on {day}.", "replaced {day}"),
    QualifierCode.EXPIRED: ("Its time was over on {day}.", "over since {day}"),
    QualifierCode.FORGOTTEN: ("It was forgotten on {day}.", "forgotten {day}"),
}


def qualified_then(hits: tuple[Hit, ...], moment: Moment | None) -> tuple[Hit, ...]:
    """The hits with what must be known beside them; of the present only whether a change of them waits for a person."""
    if not hits:
        return hits
    found = qualifiers_of({hit.id: hit.revision for hit in hits}, moment)
    return tuple(replace(hit, qualifiers=(*hit.qualifiers, *found[hit.id])) if hit.id in found else hit for hit in hits)


def qualifiers_of(revisions: Mapping[UUID, int], moment: Moment | None) -> dict[UUID, tuple[Qualifier, ...]]:
    """Qualifiers of records, each as one of its revisions left it; records without one are left out."""
    disputed = disputes(revisions, moment.known_at if moment else now())
    found = {uid: [_qualifier(QualifierCode.DISPUTED, since)] for uid, since in disputed.items()}
    if moment is not None:
        for uid, qualifier in _since_then(revisions, moment).items():
            found.setdefault(uid, []).append(qualifier)
    return {uid: tuple(qualifiers) for uid, qualifiers in found.items()}


def disputes(uids: Collection[UUID], known_at: datetime) -> dict[UUID, datetime]:
    """Records a change of which waited for a person at that instant, and since when."""
    known = stored(known_at)
    rows = fetch_all(_DISPUTED, [json.dumps([uid.hex for uid in uids]), known, known])
    return {UUID(uid): moment_of(since) for uid, since in rows}


def _since_then(revisions: Mapping[UUID, int], moment: Moment) -> dict[UUID, Qualifier]:
    records = {record.uid: record for record in Record.objects.filter(uid__in=revisions)}
    histories = journals([record.pk for record in records.values()])
    present, found = now(), dict[UUID, Qualifier]()
    for uid, record in records.items():
        states = histories.get(record.pk, [])
        qualifier = _since(record, states, revisions[uid], moment, present)
        if qualifier is not None:
            found[uid] = qualifier
    return found


def _since(
    record: Record, states: Sequence[State], revision: int, moment: Moment, present: datetime
) -> Qualifier | None:
    """What became of the state a revision left: gone with its record, never true after all, changed, or over."""
    if record.status in _GONE:
        return _qualifier(_GONE[Status(record.status)], record.updated_at)
    if not 1 <= revision <= len(states):
        return None
    by_entry = {state.entry: state for state in states}
    shown, stretches = states[revision - 1], replay(states).stretches()
    believed = stretch_at(stretches, moment.as_of, present)
    if believed is None or by_entry[believed.segment.entry].says != shown.says:
        return _qualifier(QualifierCode.CORRECTED, _unlearned(stretches, shown, moment))
    latest = stretch_at(stretches, present, present)
    if latest is None or by_entry[latest.segment.entry].says != shown.says:
        ended = believed.segment.valid_until
        over = ended is not None and ended <= present
        is_changed = latest is not None or record.valid_until != ended
        code = QualifierCode.CHANGED if is_changed else QualifierCode.EXPIRED
        return _qualifier(code, ended) if over and ended is not None else None
    return None


def _qualifier(code: QualifierCode, since: datetime) -> Qualifier:
    text, short = (words.format(day=f"{since:%Y-%m-%d}") for words in _WORDS[code])
    return Qualifier(code, text, short, None, since)


def _unlearned(stretches: Sequence[Stretch], shown: State, moment: Moment) -> datetime:
    """When it was no longer believed that this state held at the asked instant."""
    ends = [one.known_until for one in stretches if one.segment.entry == shown.entry and one.known_until is not None]
    return min((end for end in ends if end > moment.known_at), default=moment.known_at)
