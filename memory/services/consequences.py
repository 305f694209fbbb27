"""What a change of one record means for others, whichever way it was made: done in the same transaction."""

from collections.abc import Sequence

from channels_bridge.actors import Actor
from memory.models import EvidenceLink, Record, Retirement, Revision, Status
from memory.services.evidence import MOVED, derived_forget, derived_return, links_unmark, places_of
from memory.services.journal import Change
from memory.services.retirement import outdated_retire, value_changes

FORGETTING = frozenset({"forget"})
"""Operations by which somebody takes a record out of memory. One that gives way to a newer wording, or leaves a full
store, says nothing against what came out of it."""
DECIDED_AGAINST = frozenset({Revision.Status.REJECTED, Revision.Status.UNDONE})
"""Entries by which the owner takes out what was proposed, or what came in."""


def consequences(*, actor: Actor, changes: Sequence[Change]) -> None:
    """Retire what asserts a changed value; forget what rests on what was forgotten; take marks off what came back.

    What an undone forgetting took along comes back with the record.
    """
    stored = [change for change in changes if change.was_stored and not change.is_entry_only]
    if not stored:
        return
    if changed := value_changes(stored):
        outdated_retire(actor=actor, changes=changed)
    gone = [change.record for change in stored if _is_forgotten(change)]
    back = [change.record for change in stored if _is_back(change)]
    for record in _with_derived([*gone, *back]):
        if record in gone:
            derived_forget(actor=actor, record=record)
        else:
            links_unmark(record)
    for change in _having_taken_along(stored):
        if number := change.undone_number():
            derived_return(actor=actor, record=change.record, forgotten_at=number)


def _is_forgotten(change: Change) -> bool:
    was = (change.before or {}).get("status")
    if change.record.status != Status.FORGOTTEN or was not in (Status.ACTIVE, Status.PROPOSED):
        return False
    return change.operation in FORGETTING or (change.status in DECIDED_AGAINST and MOVED not in change.metadata)


def _is_back(change: Change) -> bool:
    return change.record.status == Status.ACTIVE and (change.before or {}).get("status") not in (
        Status.ACTIVE,
        Status.PROPOSED,
    )


def _having_taken_along(changes: Sequence[Change]) -> list[Change]:
    """Those of the changes that undo a forgetting by which other records went: few of many, so asked for at once."""
    back = {
        change.record.pk: change for change in changes if change.status == Revision.Status.UNDONE and _is_back(change)
    }
    if not back:
        return []
    went = Retirement.objects.filter(by__in=list(back), cause=Retirement.Cause.SOURCE_FORGOTTEN)
    return [back[key] for key in sorted(set(went.values_list("by", flat=True)))]


def _with_derived(records: Sequence[Record]) -> list[Record]:
    if not records:
        return []
    places = places_of(records)
    sources = EvidenceLink.objects.filter(source__in=places).values_list("source_id", flat=True)
    return list({record.pk: record for record in (places[key] for key in sources)}.values())
