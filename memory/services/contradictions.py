"""Pairs of live records that cannot both hold: found by a job, decided by the owner, closed when one changes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet

from channels_bridge.actors import Actor, Permission
from kirocrew.base.canonical import json_equal
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, Forbidden, Invalid, NotFound
from memory.gate.outcomes import OutcomeStatus
from memory.models import Contradiction, Event, Kind, Record, Status, Store
from memory.services.corrections import scalar_text
from memory.services.drafts import FactDraft, WriteMode
from memory.services.facts import facts_write
from memory.services.journal import events_write, reason_text
from memory.services.records import record_forget
from memory.services.rule_signs import Stance, opposite, stances_of
from memory.services.statistics import stores_of
from memory.services.told_otherwise import otherwise_pairs, value_told
from memory.services.windows import windows_apart

CONTRADICTIONS_JOB: Final = "memory.contradictions"
OPEN_MOST: Final = 1_000
"""Pairs that are open at most; a list nobody can read finds nothing."""
GROUP_MOST: Final = (
    50  # records of one subject and predicate, or of one set of words, that are compared with each other
)
KEEP: Final = ("first", "second", "both")
SHOWN_TO_OTHERS: Final = (Status.ACTIVE, Status.PROPOSED)
"""What anybody but the owner sees of a pair: the loser was taken out of memory, and its text is the owner's alone."""

Pair = tuple[Record, Record, Contradiction.Cause]


@dataclass(frozen=True, slots=True)
class Scan:
    """What one look came to: pairs that are new, those that hold no more, and all that are open now."""

    found: int
    closed: int
    open: int


def contradictions_scan(*, heartbeat: Callable[[], None] = lambda: None) -> Scan:
    """Look for pairs in every store, note those that are new, and close those that hold no more.

    A pair that somebody decided stays decided until one of the two is changed.
    """
    pairs: dict[tuple[int, int, str], Pair] = {}
    for store in Store.objects.order_by("pk"):
        for pair in _pairs(store, heartbeat):
            first, second, cause = pair
            pairs.setdefault((first.pk, second.pk, str(cause)), pair)
            if len(pairs) >= OPEN_MOST:
                break
        heartbeat()
    with transaction.atomic():
        closed = _close(set(pairs))
        found = sum(_note(pair) for pair in pairs.values())
    return Scan(found, closed, Contradiction.objects.filter(verdict="").count())


def contradictions(*, actor: Actor, store: Store | None = None, decided: bool = False) -> QuerySet[Contradiction]:
    """The open pairs, or those somebody decided, newest first. Raises Forbidden without the permission to read.

    A pair of which one side was forgotten is the owner's alone to look at.
    """
    actor.require(Permission.MEMORY_READ)
    seen = Record.objects.visible_to(actor).filter(store__in=stores_of(actor, store))
    if not actor.is_owner:
        seen = seen.filter(status__in=SHOWN_TO_OTHERS)
    rows = Contradiction.objects.filter(first__in=seen, second__in=seen)
    if decided:
        rows = rows.exclude(verdict__in=("", Contradiction.Verdict.GONE))
    else:
        # What changed since the last look is not shown as it was.
        live = Q(first__status=Status.ACTIVE, second__status=Status.ACTIVE)
        same = Q(first__revision=F("first_revision"), second__revision=F("second_revision"))
        rows = rows.filter(live, same, verdict="")
    sides = [f"{side}__{part}" for side in ("first", "second") for part in ("store", "fact", "lesson", "episode")]
    return rows.select_related(*sides).order_by("-id")


def told_in(row: Contradiction) -> str | None:
    """The value that the episode of a pair says the fact has, as text; None where there is no such episode."""
    if row.cause != Contradiction.Cause.TOLD_OTHERWISE:
        return None
    value = value_told(row.first, row.second)
    return None if value is None else scalar_text(value)


def contradiction_decide(*, actor: Actor, number: int, keep: str, reason: str = "") -> Contradiction:
    """Decide on a pair: keep the `first`, the `second` or `both`. The other one is forgotten, which can be undone.

    Where an episode says otherwise than a fact, to keep the `second` proposes its value for the fact. Raises Forbidden
    for anybody but the owner, Invalid for another word, NotFound, and Conflict when it was decided already, one of the
    two was changed since, or the value can't be proposed.
    """
    if not actor.is_owner:
        raise Forbidden("Only the owner decides on contradictions.", type="owner-only")
    if keep not in KEEP:
        raise Invalid(f"Keep one of {', '.join(KEEP)}.", type="invalid-decision")
    with transaction.atomic():
        row = Contradiction.objects.select_related("first__store", "second__store").filter(pk=number).first()
        if row is None:
            raise NotFound("There is no such contradiction.", type="unknown-contradiction")
        if not contradictions(actor=actor).filter(pk=number).exists():
            raise Conflict(
                "This was decided already, or one of the two was changed since. Look at the list again.",
                type="contradiction-settled",
            )
        row.verdict = Contradiction.Verdict.BOTH_HOLD if keep == "both" else Contradiction.Verdict.ONE_KEPT
        row.decided_at, row.decided_by, row.reason = now(), actor.source, reason_text(reason)
        row.save(update_fields=("verdict", "decided_at", "decided_by", "reason"))
        if keep == "second" and row.cause == Contradiction.Cause.TOLD_OTHERWISE:
            _propose_told(actor, row, row.reason)
        elif keep != "both":
            loser = row.second if keep == "first" else row.first
            record_forget(actor=actor, uid=loser.uid, reason=reason or "contradicts another record")
        events_write([_event(actor, record, row) for record in (row.first, row.second)])
    return row


def _propose_told(actor: Actor, row: Contradiction, reason: str) -> None:
    """Propose the episode's value for the fact, as any writer's that waits. Raises Conflict when it can't be."""
    fact, episode = row.first, row.second
    value = value_told(fact, episode)
    draft = FactDraft(
        key=fact.key,
        value=value,
        confidence=fact.fact.confidence,
        observed_at=episode.observed_at,
        source_ref=str(episode.uid),
        expected_revision=fact.revision,
    )
    why = reason or "a newer episode says so"
    outcome = facts_write(actor=actor, store=fact.store, drafts=[draft], mode=WriteMode.PROPOSE, reason=why)[0]
    if value is None or outcome.status is not OutcomeStatus.PROPOSED:
        told = outcome.refusal.message if outcome.refusal else "The episode says no value any more."
        raise Conflict(f"It can't be proposed. {told}", type="contradiction-settled")


def _pairs(store: Store, heartbeat: Callable[[], None]) -> Iterator[Pair]:
    yield from _two_values(store)
    yield from _opposite_rules(store)
    for fact, episode in otherwise_pairs(store, heartbeat=heartbeat):
        yield fact, episode, Contradiction.Cause.TOLD_OTHERWISE


def _two_values(store: Store) -> Iterator[Pair]:
    """Facts of one subject and predicate that say different things at the same time."""
    facts = Record.objects.filter(store=store, kind=Kind.FACT, status=Status.ACTIVE).exclude(subject="")
    groups = facts.exclude(predicate="").order_by().values("subject", "predicate").annotate(n=Count("id"))
    for group in groups.filter(n__gt=1):
        about = {"subject": group["subject"], "predicate": group["predicate"]}
        members = facts.filter(**about).select_related("store", "fact").order_by("pk")[:GROUP_MOST]
        for one, other in combinations(members, 2):
            if not json_equal(one.fact.value, other.fact.value) and _meet(one, other):
                yield one, other, Contradiction.Cause.TWO_VALUES


def _opposite_rules(store: Store) -> Iterator[Pair]:
    """Lessons of which one asks for what the other forbids."""
    lessons = Record.objects.filter(store=store, kind=Kind.LESSON, status=Status.ACTIVE)
    groups: dict[frozenset[str], list[tuple[Record, Stance]]] = {}
    for record in lessons.select_related("store", "lesson").order_by("pk").iterator(chunk_size=1_000):
        for stance in stances_of(record.lesson.rule, record.lesson.negative):
            groups.setdefault(stance.words, []).append((record, stance))
    for members in groups.values():
        for (one, first), (other, second) in combinations(members[:GROUP_MOST], 2):
            if one.pk != other.pk and opposite(first, second) and _meet(one, other) and _share_a_place(one, other):
                yield one, other, Contradiction.Cause.OPPOSITE_RULES


def _meet(one: Record, other: Record) -> bool:
    """Whether both hold at some instant, in some project."""
    return not windows_apart(one, other) and (not one.project or not other.project or one.project == other.project)


def _share_a_place(one: Record, other: Record) -> bool:
    scopes = {one.lesson.repo_scope, other.lesson.repo_scope}
    return "" in scopes or len(scopes) == 1


def _note(pair: Pair) -> bool:
    """Note a pair; True when it is open anew."""
    first, second, cause = pair
    seen = {"first_revision": first.revision, "second_revision": second.revision}
    row, made = Contradiction.objects.get_or_create(first=first, second=second, cause=cause, defaults=seen)
    if made:
        return True
    if (row.first_revision, row.second_revision) == (first.revision, second.revision):
        return False
    Contradiction.objects.filter(pk=row.pk).update(
        **seen, verdict=Contradiction.Verdict.OPEN, found_at=now(), decided_at=None, decided_by="", reason=""
    )
    return True


def _close(still: set[tuple[int, int, str]]) -> int:
    gone = [
        row.pk
        for row in Contradiction.objects.filter(verdict="")
        if (row.first_id, row.second_id, row.cause) not in still
    ]
    return Contradiction.objects.filter(pk__in=gone).update(verdict=Contradiction.Verdict.GONE, decided_at=now())


def _event(actor: Actor, record: Record, row: Contradiction) -> Event:
    return Event(
        code="contradiction_decided",
        kind=record.kind,
        store=record.store,
        record_uid=record.uid,
        key=record.key,
        source=actor.source,
        detail=row.reason or str(row.verdict),
    )
