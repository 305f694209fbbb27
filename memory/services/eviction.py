"""Room in a full shared store: which episodes leave it, and how that is journalled."""

import heapq
from collections.abc import Callable

from channels_bridge.actors import OWNER_SOURCE, Actor
from memory.models import Episode, Kind, Record, Status, Store
from memory.recall.statements import fetch_all
from memory.services.journal import Change, changes_commit, snapshot

CHUNK = 1_000  # records that leave at once, when the owner has lowered the limit
_NEWEST = "SELECT max(id) FROM memory_record"
_ACTIVE = "SELECT count(*) FROM memory_record WHERE store_id = %s AND kind = %s AND status = %s"
_LEAST = (
    "SELECT r.source = %s, e.importance, r.id FROM memory_record r JOIN memory_episode e ON e.record_id = r.id "
    "WHERE r.store_id = %s AND r.kind = %s AND r.status = %s ORDER BY 1, 2, 3 LIMIT %s"
)

Leaving = int | Record  # a stored one by its primary key, or one of the batch
# A place in the order of leaving: the owner's last, then by importance, then by age, the batch's own after stored ones.
_Place = tuple[bool, float, bool, int]


class Room:
    """How many episodes a store holds, and which of them leave it when it is full. A private store is never full."""

    def __init__(self, store: Store, capacity: int) -> None:
        self._store, self._capacity = store, capacity
        self._held = 0
        self._is_limited = False
        self._queue: list[_Place] | None = None
        self._added: list[Record] = []
        self._leaving: list[Leaving] = []

    def expect(self, number: int) -> None:
        """Learn how many more episodes may come, and count what is held when they might not all find room.

        There are at most as many episodes as the newest record's number, which is read at once; counting takes longer
        the fuller the store is, and would be repeated for every write.
        """
        if self._store.is_private or self._is_limited:
            return
        if self._number(_NEWEST) + self._held + number > self._capacity:
            self._held += self._number(_ACTIVE, self._store.pk, str(Kind.EPISODE), str(Status.ACTIVE))
            self._is_limited = True

    @property
    def is_full(self) -> bool:
        return self._is_limited and self._held >= self._capacity

    def add(self, record: Record, *, instead: bool) -> None:
        """Count an unsaved episode in; `instead` of another that leaves by itself."""
        if self._store.is_private:
            return
        self._added.append(record)
        if self._queue is not None:
            heapq.heappush(self._queue, self._place(len(self._added) - 1))
        if not instead:
            self._held += 1

    def make(self, *, expected: int, is_gone: Callable[[Leaving], bool], leave: Callable[[Leaving], None]) -> None:
        """Let go of as many as it takes for one more; `leave` hears of each, as primary key or unsaved record.

        `expected` is how many more may still come, so that the store is asked once.
        """
        over = self._held - self._capacity + 1
        queue = self._queue if self._queue is not None else self._read(over + expected)
        while over > 0 and queue:
            _, _, is_added, number = heapq.heappop(queue)
            item = self._added[number] if is_added else number
            if is_gone(item):
                continue
            leave(item)
            self._leaving.append(item)
            self._held -= 1
            over -= 1

    def flush(self) -> None:
        """Write who left. What the batch adds is written before."""
        if not self._leaving:
            return
        keys = [item if isinstance(item, int) else item.pk for item in self._leaving]
        self._leaving.clear()
        for start in range(0, len(keys), CHUNK):
            records = Record.objects.filter(pk__in=keys[start : start + CHUNK]).select_related("episode").order_by("id")
            changes_commit(actor=Actor.system("capacity"), changes=[_eviction(record) for record in records])

    def _number(self, question: str, *values: int | str) -> int:
        return int(fetch_all(question, values)[0][0] or 0)

    def _read(self, limit: int) -> list[_Place]:
        values = (OWNER_SOURCE, self._store.pk, str(Kind.EPISODE), str(Status.ACTIVE), limit)
        stored = fetch_all(_LEAST, values)
        own = {record.pk for record in self._added}
        self._queue = [(bool(owners), weight, False, key) for owners, weight, key in stored if key not in own]
        self._queue += [self._place(number) for number in range(len(self._added))]
        heapq.heapify(self._queue)
        return self._queue

    def _place(self, number: int) -> _Place:
        record = self._added[number]
        return (record.source == OWNER_SOURCE, record.episode.importance, True, number)


def _eviction(record: Record) -> Change:
    episode: Episode = record.episode
    before = snapshot(record, episode)
    record.status = Status.EXPIRED
    return Change(
        record,
        episode,
        "expire",
        before=before,
        base_revision=record.revision,
        reason="capacity",
        event="evicted",
        old_text=episode.text,
        text_changed=False,
    )
