"""What is different now from a point of the past, record by record, what changed last first."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Q

from channels_bridge.actors import Actor, Permission
from kirocrew.base.clock import now
from memory.models import Record, Revision, Status, Store
from memory.models.records import RecordQuerySet
from memory.services.moments import Moment
from memory.services.timeline import HIDDEN, Then, then_of
from memory.services.timeline_keeping import journals
from memory.services.timeline_steps import Stretch, replay, stretch_at

ENTRIES_AT_ONCE: Final = 200
RECORDS_READ: Final = 2_000  # that are looked at; where more changed, the list is told in part


@dataclass(frozen=True, slots=True)
class Difference:
    """A record then and now; None where it was not known or not true."""

    record: Record
    then: Then | None
    now: Then | None

    @property
    def word(self) -> str:
        if self.then is None:
            return "new"
        return "gone" if self.now is None else "changed"


@dataclass(frozen=True, slots=True)
class Compared:
    """The differences, and whether there are more than were asked for or looked at."""

    differences: list[Difference]
    more: bool


def compare_with_now(*, actor: Actor, stores: Sequence[Store], moment: Moment, limit: int) -> Compared:
    """Return records that say something else now, or are new or gone; those that changed last come first."""
    actor.require(Permission.MEMORY_READ)
    present = now()
    today = Moment(present, present)
    visible = Record.objects.visible_to(actor).filter(store__in=stores)
    visible = visible.exclude(status__in=HIDDEN[:1] if actor.is_owner else HIDDEN)
    found: list[Difference] = []
    looked_at = 0
    for batch in _candidates(visible, moment, today):
        found += _differences(actor, batch, moment, today, room=limit + 1 - len(found))
        looked_at += len(batch)
        if len(found) > limit or looked_at >= RECORDS_READ:
            return Compared(found[:limit], more=True)
    return Compared(found, more=False)


def _candidates(visible: RecordQuerySet, moment: Moment, today: Moment) -> Iterator[list[Record]]:
    """Records with entries after the point, newest first, then those whose time began or ended in between."""
    seen: set[int] = set()
    below: int | None = None
    while True:
        rows = Revision.objects.filter(number__gt=0, recorded_at__gt=moment.known_at)
        rows = rows if below is None else rows.filter(pk__lt=below)
        batch = list(rows.order_by("-pk").values_list("pk", "record")[:ENTRIES_AT_ONCE])
        fresh = list(dict.fromkeys(record for _, record in batch if record not in seen))
        seen.update(fresh)
        records = visible.select_related("store").in_bulk(fresh)
        yield [records[pk] for pk in fresh if pk in records]
        if len(batch) < ENTRIES_AT_ONCE:
            break
        below = batch[-1][0]
    begun = Q(valid_from__gt=moment.as_of, valid_from__lte=today.as_of)
    ended = Q(valid_until__gt=moment.as_of, valid_until__lte=today.as_of)
    dated = visible.filter(begun | ended, status=Status.ACTIVE).exclude(pk__in=seen).select_related("store")
    yield list(dated.order_by("-pk")[:RECORDS_READ])


def _differences(
    actor: Actor, records: Sequence[Record], moment: Moment, today: Moment, *, room: int
) -> list[Difference]:
    """Those of the records that say something else at the two points, the first `room` of them."""
    histories = journals([record.pk for record in records])
    pairs: list[tuple[Record, Stretch | None, Stretch | None]] = []
    for record in records:
        says = {state.entry: state.says for state in histories.get(record.pk, [])}
        stretches = replay(histories.get(record.pk, [])).stretches()
        then, current = (stretch_at(stretches, point.as_of, point.known_at) for point in (moment, today))
        if (then and says[then.segment.entry]) != (current and says[current.segment.entry]):
            pairs.append((record, then, current))
        if len(pairs) >= room:
            break
    entries = {stretch.segment.entry for _, *both in pairs for stretch in both if stretch}
    revisions = Revision.objects.in_bulk(entries)

    def shown(record: Record, stretch: Stretch | None) -> Then | None:
        then = then_of(record, stretch, revisions[stretch.segment.entry]) if stretch else None
        return then if then and (not actor.project or then.record.project in ("", actor.project)) else None

    told = [(record, shown(record, then), shown(record, current)) for record, then, current in pairs]
    return [
        Difference(known.record, then, current) for _, then, current in told if (known := current or then) is not None
    ]
