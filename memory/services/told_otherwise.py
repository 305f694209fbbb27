"""Live facts of which a newer live episode says outright that they have another value."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from channels_bridge.models import Role
from kirocrew.base.text import normal_form
from memory.models import Contradiction, Kind, Record, Status, Store
from memory.services.corrections import scalar_text
from memory.services.fact_claims import Claim, Known, differs, key_claims, replacement_claims, subject_claims
from memory.services.recorded_turns import role_of
from memory.services.retirement_rules import Parts, key_parts
from memory.services.windows import windows_apart

BEAT_EVERY: Final = 500  # episodes
_OF_THE_PAST: Final = re.compile(
    r"(?:^|[._])(?:birth\w*|born|origin\w*|native|home_?town|first|previous|prior|former|last|old|history|past)(?:$|[._])"
)
"""Keys of what does not change when somebody moves on: a sentence that puts one value in the place of another is not
about them."""


@dataclass(slots=True)
class _Facts:
    """The facts of a store that have one value, by what an episode may call them."""

    by_parts: dict[Parts, list[Record]] = field(default_factory=lambda: defaultdict(list))
    by_value: dict[str, list[Record]] = field(default_factory=lambda: defaultdict(list))
    by_subject: dict[str, list[Record]] = field(default_factory=lambda: defaultdict(list))
    known: dict[int, Known] = field(default_factory=dict)

    def add(self, record: Record) -> None:
        """Take up a fact, if it has one value."""
        value = record.fact.value
        text = "" if isinstance(value, bool) else scalar_text(value)
        if not text:
            return
        known = Known(key_parts(record.key), text, record.subject, record.predicate)
        self.known[record.pk] = known
        self.by_parts[known.parts].append(record)
        self.by_value[normal_form(text)].append(record)
        if record.subject and record.predicate:
            self.by_subject[record.subject.casefold()].append(record)


def otherwise_pairs(store: Store, *, heartbeat: Callable[[], None] = lambda: None) -> Iterator[tuple[Record, Record]]:
    """Facts and the oldest newer episode that says another value, one for each value; decided ones are left out.

    Reads every active episode of the store once.
    """
    facts = _facts(store)
    if not facts.known:
        return
    settled = _settled(store, facts)
    found: dict[tuple[int, str], tuple[Record, Record]] = {}
    episodes = Record.objects.filter(store=store, kind=Kind.EPISODE, status=Status.ACTIVE)
    rows = episodes.select_related("store", "episode").order_by("observed_at", "pk")
    for number, episode in enumerate(rows.iterator(chunk_size=BEAT_EVERY)):
        if number % BEAT_EVERY == 0:
            heartbeat()
        for fact, claim in _claims(facts, episode):
            if _is_newer(episode, fact) and differs(claim, facts.known[fact.pk]):
                found.setdefault((fact.pk, normal_form(claim.value)), (fact, episode))
    yield from (pair for key, pair in found.items() if key not in settled)


def value_told(fact: Record, episode: Record) -> Any:
    """The value that an episode says a fact has, as a JSON value of the fact's type; None when it says none."""
    facts = _Facts()
    facts.add(fact)
    for _, claim in _claims(facts, episode):
        if differs(claim, facts.known[fact.pk]):
            return _typed(claim.value, like=fact.fact.value)
    return None


def _facts(store: Store) -> _Facts:
    facts = _Facts()
    rows = Record.objects.filter(store=store, kind=Kind.FACT, status=Status.ACTIVE)
    for record in rows.select_related("store", "fact").order_by("pk").iterator(chunk_size=1_000):
        facts.add(record)
    return facts


def _claims(facts: _Facts, episode: Record) -> Iterator[tuple[Record, Claim]]:
    """What an episode says of which facts. What a machine wrote counts for nothing, and "my" is a person's word."""
    role, text = role_of(episode), episode.episode.text
    if role is Role.MACHINE:
        return
    is_person = role.is_person or not episode.episode.speaker
    for claim in key_claims(text):
        if is_person or not claim.is_first_person:
            yield from ((fact, claim) for fact in facts.by_parts.get(claim.parts, ()))
    lower = text.casefold()
    for subject, members in facts.by_subject.items():
        if subject in lower:
            for fact in members:
                yield from ((fact, claim) for claim in subject_claims(text, facts.known[fact.pk]))
    for claim in replacement_claims(text) if is_person else ():
        holders = facts.by_value.get(normal_form(claim.old), [])
        if len(holders) == 1 and not _OF_THE_PAST.search(holders[0].key):
            yield holders[0], claim


def _is_newer(episode: Record, fact: Record) -> bool:
    """Whether the episode is of a time after the fact got its value, in which the fact still holds."""
    if episode.observed_at <= _since(fact) or windows_apart(fact, episode):
        return False
    if fact.valid_until is not None and fact.valid_until <= episode.observed_at:
        return False
    return not fact.project or not episode.project or fact.project == episode.project


def _since(fact: Record) -> datetime:
    """When the fact got its value, as far as is known: an imported one is older than its row."""
    return fact.observed_at if fact.revision == 1 else max(fact.observed_at, fact.updated_at)


def _settled(store: Store, facts: _Facts) -> set[tuple[int, str]]:
    """Facts and values about which somebody decided, the fact being as it was then."""
    cause = Contradiction.Cause.TOLD_OTHERWISE
    rows = Contradiction.objects.filter(cause=cause, first__store=store, first_id__in=list(facts.known))
    decided = rows.exclude(verdict__in=("", Contradiction.Verdict.GONE)).select_related("first", "second__episode")
    found = set()
    for row in decided:
        value = value_told(row.first, row.second) if row.first_revision == row.first.revision else None
        if value is not None:
            found.add((row.first_id, normal_form(scalar_text(value))))
    return found


def _typed(text: str, *, like: Any) -> Any:
    if isinstance(like, int | float) and not isinstance(like, bool):
        try:
            return float(text) if "." in text else int(text)
        except ValueError:
            return text
    return text
