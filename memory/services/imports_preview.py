"""What an import would do, item by item, told without writing anything."""

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from channels_bridge.actors import Actor, Permission
from memory.models import Store
from memory.services.importing.deciding import BATCH, Rehearsing, prepare, settle
from memory.services.importing.entries import Entry, check_format, read_entries
from memory.services.importing.ledger import KnownElsewhere
from memory.services.importing.persons import only_of
from memory.services.importing.results import ItemResult, Tally
from memory.services.importing.sources import Source, check_sources

SHOWN: Final = 10_000  # items a preview lists; all are counted


@dataclass(slots=True)
class ImportPreview:
    """The items in the order of the sources, and how many would come to what.

    `complete` is False when there was not time enough to go through all of it.
    """

    items: list[ItemResult] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    complete: bool = True

    def as_json(self, shown: int = SHOWN) -> dict[str, Any]:
        """The preview as JSON values, with at most `shown` items."""
        items = [item.as_json() for item in self.items[:shown]]
        return {
            "total": self.tally.total,
            "counts": self.tally.as_json(),
            "complete": self.complete,
            "shown": len(items),
            "items": items,
        }


def import_preview(
    *,
    actor: Actor,
    store: Store,
    sources: Sequence[Source],
    format_name: str = "",
    user: str = "",
    seconds: float = math.inf,
) -> ImportPreview:
    """Rehearse an import by the gate and the services that would write it; nothing is stored, locked or asked for.

    `user` as in import_apply. What comes earlier in the sources counts as there for what comes later. It stops after
    so many `seconds`. Raises Forbidden without permission, Invalid for a format that is none or no source, TooLarge
    for uploads over the limits.
    """
    preview = ImportPreview()
    ends = time.monotonic() + seconds
    for results in rehearse(actor=actor, store=store, sources=sources, format_name=format_name, user=user):
        if time.monotonic() > ends:
            preview.complete = False
            break
        preview.tally.add(results)
        preview.items += results[: max(0, SHOWN - len(preview.items))]
    return preview


def rehearse(
    *, actor: Actor, store: Store, sources: Sequence[Source], format_name: str = "", user: str = ""
) -> Iterator[list[ItemResult]]:
    """Yield the results batch after batch, for callers that show how far they are. Raises as import_preview."""
    actor.require(Permission.IMPORT_WRITE)
    check_sources(sources)
    check_format(format_name)
    entries = read_entries(sources, format_name=format_name, known=KnownElsewhere(store))
    return _rehearse(actor, store, only_of(user, entries) if user else entries)


def _rehearse(actor: Actor, store: Store, entries: Iterator[Entry]) -> Iterator[list[ItemResult]]:
    rehearsing, seen = Rehearsing(store), set[str]()
    while batch := list(islice(entries, BATCH)):
        yield settle(prepare(batch, store=store, project=actor.project, seen=seen), rehearsing)
