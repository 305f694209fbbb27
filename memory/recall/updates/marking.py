"""Hits marked with what newer statements, and their own words, say about them. Nothing is left out or deleted."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time
from functools import cached_property
from typing import Final
from uuid import UUID

from memory.models.records import Kind
from memory.recall.engine import Content, PoolRow, SearchEngine
from memory.recall.hits import ArmScores, Hit
from memory.recall.qualifiers import Qualifier, QualifierCode
from memory.recall.scope import Scope
from memory.recall.updates.cues import Cue, has_reserve
from memory.recall.updates.finding import SHORT, newer_near
from memory.recall.updates.reading import COMMON, Statement, statements
from memory.recall.updates.until import last_day
from memory.recall.updates.verdict import is_special_case, supersedes

SPARES: Final = 6
"""Hits beyond the limit that are read as well: what changes the last one shown may come right after it."""
TERMS_PER_HIT: Final = 4  # of a hit's words by which statements that announce a change are looked for
TERMS: Final = 32  # of all hits
NEWER: Final = "newer_statement"
"""Why a hit is here that was not found itself: it changes one that was."""


class Said:
    """A hit with what it states. That is only read where it can matter: reading takes half a millisecond."""

    def __init__(self, hit: Hit, row: PoolRow) -> None:
        self.hit = hit
        self.may_change = len(hit.text) <= SHORT or row.announces
        """Whether it can change another one: a long text does so only with a word of change."""

    @cached_property
    def parts(self) -> tuple[Statement, ...]:
        return statements(self.hit.text)

    @cached_property
    def subjects(self) -> frozenset[str]:
        """What two statements must share to be about one thing, in all its forms."""
        names = [part.subjects | part.single | part.concepts | part.verbs for part in self.parts]
        denied = [values for part in self.parts for values in part.denied.values()]
        return frozenset().union(*names, *denied)

    @property
    def when(self) -> tuple[datetime, UUID]:
        return self.hit.observed_at, self.hit.id


def qualified(
    engine: SearchEngine, scope: Scope, found: Sequence[tuple[Hit, PoolRow]], *, limit: int
) -> tuple[Hit, ...]:
    """Return at most `limit` of the hits found, best first, with their qualifiers.

    What changes a hit stands before it, also when it was not found itself. The hits beyond the limit are only read.
    """
    shown = [hit for hit, _ in found[:limit]]
    looked_at = [(hit, row) for hit, row in found[:limit] if hit.kind == Kind.EPISODE]
    if not looked_at:
        return tuple(shown)
    said = {hit.id: Said(hit, row) for hit, row in found if hit.kind == Kind.EPISODE}
    follows: set[tuple[UUID, UUID]] = set()
    if scope.point is None:  # of the past only what was found is compared: the index is that of today
        keys = {row.record_id: hit.id for hit, row in looked_at}
        near, follows = newer_near(engine, scope, keys, _terms(row for _, row in looked_at))
        said |= {
            content.uid: Said(_hit(row, content), row) for row, content in near.values() if content.uid not in said
        }
    changing = [one for one in said.values() if one.may_change]
    marked = [
        _marked(said[hit.id], changing, follows, scope.instant) if hit.id in said else (hit, None) for hit in shown
    ]
    return _in_order(marked, limit)


def _terms(rows: Iterable[PoolRow]) -> list[str]:
    """The longest words of the hits, which are their rarest."""
    terms = dict.fromkeys(
        term
        for row in rows
        # Sorted twice, since a key of two parts for every word takes longer; what is equally long stays in order.
        for term in sorted(sorted({*row.terms} - COMMON), key=_bytes_of, reverse=True)[:TERMS_PER_HIT]
    )
    return list(terms)[:TERMS]


def _bytes_of(term: str) -> int:
    return len(term) if term.isascii() else len(term.encode())


def _marked(
    own: Said, changing: Sequence[Said], follows: set[tuple[UUID, UUID]], instant: datetime
) -> tuple[Hit, Said | None]:
    """The hit with its qualifiers, and what supersedes it."""
    hit = own.hit
    others = [other for other in changing if other.hit.id != hit.id and _comparable(own, other)]
    newer = [
        other
        for other in others
        if own.when < other.when
        and other.hit.observed_at <= instant
        and _supersedes(other, own, (hit.id, other.hit.id) in follows)
    ]
    latest = max(newer, key=lambda other: other.when, default=None)
    qualifiers = [] if latest is None else [_superseded(latest.hit)]
    qualifiers += _by_its_words(own, instant)
    if latest is None and (general := _general(own, others)) is not None:
        qualifiers.append(_limited(general.hit))
    return (replace(hit, qualifiers=tuple(qualifiers)) if qualifiers else hit), latest


def _comparable(one: Said, other: Said) -> bool:
    """Two speakers say "I" of two people; statements of different stores are not held against each other."""
    return one.hit.store == other.hit.store and not (
        one.hit.speaker and other.hit.speaker and one.hit.speaker != other.hit.speaker
    )


def _supersedes(newer: Said, older: Said, follows: bool) -> bool:
    if not follows and newer.subjects.isdisjoint(older.subjects):
        return False
    return any(supersedes(one, other, follows=follows) for one in newer.parts for other in older.parts)


def _by_its_words(said: Said, instant: datetime) -> list[Qualifier]:
    """What a text says of itself: until when it holds, that it tells of the past, or only supposes."""
    qualifiers = []
    if (day := last_day(said.hit.text, said.hit.observed_at.date())) is not None:
        qualifiers.append(_until(day, instant))
    if not has_reserve(said.hit.text):
        return qualifiers
    half = len(said.parts) / 2
    if sum(Cue.PAST in part.cues and not part.changes for part in said.parts) >= max(half, 1):
        qualifiers.append(Qualifier(QualifierCode.PAST, "Tells of an earlier time.", "of an earlier time"))
    if sum(Cue.SUPPOSED in part.cues for part in said.parts) >= max(half, 1):
        text = "Supposes something; it does not say that it is so."
        qualifiers.append(Qualifier(QualifierCode.SUPPOSED, text, "supposed"))
    if sum(Cue.ONLY in part.cues for part in said.parts) >= max(half, 1):
        qualifiers.append(Qualifier(QualifierCode.LIMITED, "Holds for one case only.", "for one case only"))
    return qualifiers


def _general(own: Said, others: Sequence[Said]) -> Said | None:
    """What holds in general where this one speaks of one case, for a short text only."""
    short = [other for other in others if len(other.hit.text) <= SHORT]
    if not short or len(own.hit.text) > 2 * SHORT or len(own.parts) != 1 or Cue.ONLY in own.parts[0].cues:
        return None
    return next((other for other in short if len(other.parts) == 1 and _beside(own, other)), None)


def _beside(special: Said, general: Said) -> bool:
    return (
        not special.subjects.isdisjoint(general.subjects)
        and is_special_case(special.parts[0], general.parts[0])
        and not _supersedes(special, general, False)
    )


def _superseded(newer: Hit) -> Qualifier:
    return Qualifier(
        QualifierCode.SUPERSEDED,
        f"A newer statement of {newer.observed_at:%Y-%m-%d} says otherwise.",
        f"changed {newer.observed_at:%Y-%m-%d} by memory:{newer.id}",
        newer.id,
        newer.observed_at,
    )


def _limited(general: Hit) -> Qualifier:
    said = f"{general.observed_at:%Y-%m-%d}"
    return Qualifier(
        QualifierCode.LIMITED,
        f"Holds for one case only; what holds in general was said on {said}.",
        f"one case only, in general see memory:{general.id}",
        general.id,
        general.observed_at,
    )


def _until(day: date, instant: datetime) -> Qualifier:
    over = day < instant.date()
    end = datetime.combine(day, time.max, tzinfo=UTC)
    text = f"Held until {day}, which is over." if over else f"Holds until {day}."
    return Qualifier(QualifierCode.UNTIL, text, f"until {day}{', over' if over else ''}", None, end)


def _in_order(marked: Sequence[tuple[Hit, Said | None]], limit: int) -> tuple[Hit, ...]:
    """Put what changes a hit before it; at most `limit` of them."""
    ready = {hit.id: hit for hit, _ in marked}
    order: dict[UUID, Hit] = {}
    for hit, newer in marked:
        if newer is not None and newer.hit.id not in order:
            order[newer.hit.id] = ready.get(newer.hit.id) or replace(newer.hit, score=hit.score, why=NEWER)
        order.setdefault(hit.id, hit)
    return tuple(order.values())[:limit]


def _hit(row: PoolRow, content: Content) -> Hit:
    """What was not found by the question, as a hit."""
    return Hit(
        id=content.uid,
        kind=row.kind,
        store=content.store,
        text=content.text,
        source=content.source,
        source_ref=content.source_ref,
        observed_at=content.observed_at,
        valid_from=content.valid_from,
        valid_until=content.valid_until,
        revision=content.revision,
        score=0.0,
        arms=ArmScores(0.0, row.cosine, 0.0),
        why=NEWER,
        tags=row.tags,
        conversation=row.conversation,
        session=row.session,
        position=row.position,
        speaker=row.speaker,
    )
