"""Whether changed records may stand where they would: free keys, identities and texts, and no refused values."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, Final

from memory.gate.outcomes import Refusal, RefusalCode
from memory.models import Kind, Record, Status
from memory.services.fact_rules import IDENTITY_TAKEN, identity_of
from memory.services.preparing import REFUSED_VALUE
from memory.services.records import is_same_event
from memory.services.refused import Refused
from memory.services.snapshots import Snapshot

PART: Final = 2_000  # values asked for at once

KEY_TAKEN: Final = Refusal(
    RefusalCode.CONFLICT,
    "Another active record of that store holds this key. Leave this one out, or edit that one.",
    "key",
)
RULE_TAKEN: Final = Refusal(
    RefusalCode.DUPLICATE, "It would say the same as another lesson. Forget one of the two instead.", "rule"
)
TEXT_TAKEN: Final = Refusal(
    RefusalCode.DUPLICATE, "It would say the same as another episode. Forget one of the two instead.", "text"
)

# A stored record, the record as it will be (the same, or a new one in another store), and the stored state.
Wanted = tuple[Record, Record, Snapshot]


def occupied(wanted: Sequence[Wanted]) -> dict[int, Refusal]:
    """Refusals by the primary key of the stored record.

    A place counts as taken while any active record holds it, be it one that the same edit would take away from there:
    rows are written one after the other, and each has to fit.
    """
    active = [item for item in wanted if item[1].status == Status.ACTIVE]
    return _keys(active) | _identities(active) | _texts(active)


def refused_values(records: Iterable[tuple[int, Record]], *, counted: bool) -> dict[int, Refusal]:
    """Those of the active records whose value the owner refused for good, by the number they come with."""
    asked: dict[int, Refused] = {}
    found: dict[int, Refusal] = {}
    for number, record in records:
        if record.status != Status.ACTIVE:
            continue
        if record.store_id not in asked:
            asked[record.store_id] = Refused(record.store)
        if asked[record.store_id].record(record) is not None:
            found[number] = REFUSED_VALUE
    if counted:
        for refused in asked.values():
            refused.count()
    return found


def _keys(wanted: Iterable[Wanted]) -> dict[int, Refusal]:
    places = {
        stored.pk: (new.store_id, str(new.kind), new.key)
        for stored, new, before in wanted
        if new.key and _arrives(stored, new, before, "key")
    }
    taken = _doubles(places)
    for (store, kind), keys in _grouped(places).items():
        for part in _parts(keys):
            rows = Record.objects.filter(store=store, kind=kind, status=Status.ACTIVE, key__in=part)
            held = {(store, kind, key): pk for pk, key in rows.values_list("pk", "key")}
            taken |= {pk for pk, place in places.items() if held.get(place, pk) != pk}
    return {pk: RULE_TAKEN if places[pk][1] == Kind.LESSON else KEY_TAKEN for pk in taken}


def _identities(wanted: Iterable[Wanted]) -> dict[int, Refusal]:
    places: dict[int, Any] = {}
    for stored, new, before in wanted:
        identity = identity_of(new) if new.kind == Kind.FACT else None
        if identity is not None and _arrives(stored, new, before, "scope", "subject", "predicate"):
            places[stored.pk] = (new.store_id, identity)
    taken = _doubles(places)
    subjects: dict[int, set[str]] = defaultdict(set)
    for store, identity in places.values():
        subjects[store].add(identity[1])
    for store, names in subjects.items():
        for part in _parts(names):
            rows = Record.objects.filter(store=store, kind=Kind.FACT, status=Status.ACTIVE, subject__in=part)
            held = {
                (store, (scope, subject, predicate)): pk
                for pk, scope, subject, predicate in rows.values_list("pk", "scope", "subject", "predicate")
            }
            taken |= {pk for pk, place in places.items() if held.get(place, pk) != pk}
    return dict.fromkeys(taken, IDENTITY_TAKEN)


def _texts(wanted: Iterable[Wanted]) -> dict[int, Refusal]:
    """Episodes that would tell the event another one tells: the same text in the same project, but not two turns."""
    asked = {
        stored.pk: new
        for stored, new, before in wanted
        if new.kind == Kind.EPISODE
        and (_arrives(stored, new, before, "project") or new.episode.text != before["content"]["text"])
    }
    others: dict[tuple[int, str, str], list[Record]] = defaultdict(list)
    for new in asked.values():
        others[_text_place(new)].append(new)
    hashes = defaultdict(set)
    for store, _, text_hash in others:
        hashes[store].add(text_hash)
    for store, texts in hashes.items():
        for part in _parts(texts):
            alike = Record.objects.filter(
                store=store, kind=Kind.EPISODE, status=Status.ACTIVE, episode__text_hash__in=part
            )
            for row in alike.select_related("episode"):
                if row.pk not in asked:  # those are counted by what they will say
                    others[_text_place(row)].append(row)
    return {
        pk: TEXT_TAKEN
        for pk, new in asked.items()
        if any(other is not new and is_same_event(new, other) for other in others[_text_place(new)])
    }


def _arrives(stored: Record, new: Record, before: Snapshot, *names: str) -> bool:
    """Whether the record takes a place that it did not hold: it is new there, it returns, or one of these changed."""
    return (
        new is not stored
        or before["status"] != Status.ACTIVE
        or any(before[name] != getattr(new, name) for name in names)
    )


def _text_place(record: Record) -> tuple[int, str, str]:
    return record.store_id, record.project, record.episode.text_hash


def _doubles(places: dict[int, Any]) -> set[int]:
    """Those that want a place which another of the same edit wants as well."""
    wanting: dict[Any, list[int]] = defaultdict(list)
    for pk, place in places.items():
        wanting[place].append(pk)
    return {pk for keys in wanting.values() if len(keys) > 1 for pk in keys}


def _grouped(places: dict[int, tuple[int, str, str]]) -> dict[tuple[int, str], set[str]]:
    groups: dict[tuple[int, str], set[str]] = defaultdict(set)
    for store, kind, key in places.values():
        groups[store, kind].add(key)
    return groups


def _parts(values: Iterable[str]) -> Iterable[list[str]]:
    listed = sorted(values)
    return (listed[start : start + PART] for start in range(0, len(listed), PART))
