"""The one queue of what waits for the owner. Kinds of cases are registered, each by the app that has them.

Memory brings proposals: changes, doubtful texts, revivals, paraphrases of refused values. An app above brings its own
by calling `queue_register` in its `apps.py`; the Review page and the daily digest show what is registered and know
nothing else of it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Min

from channels_bridge.actors import Actor
from memory.models import Store
from memory.services.proposals import proposals_pending
from memory.services.statistics import stores_of


@dataclass(frozen=True, slots=True)
class Waiting:
    """How many cases of one kind wait, and since when the oldest does."""

    name: str
    label: str
    count: int
    oldest: datetime | None


@dataclass(frozen=True, slots=True)
class QueueKind:
    """A kind of case.

    `counted` answers how many wait and since when; `cases` returns up to so many, oldest first, for `template`, which
    is included once for all of them with `cases` in its context. A kind without one is drawn by the page itself.
    `decided` returns what was decided lately and can be taken back, newest first, each with its `decided_at`; the
    template gets it under that name.
    """

    name: str
    label: str
    counted: Callable[[Actor, Store | None], tuple[int, datetime | None]]
    cases: Callable[[Actor, Store | None, int], Sequence[Any]] | None = None
    template: str = ""
    decided: Callable[[Actor, Store | None], Sequence[Any]] | None = None


PROPOSALS = "proposals"

_kinds: dict[str, QueueKind] = {}


def queue_register(kind: QueueKind) -> None:
    """Add a kind of case, or put it in place of the one of that name."""
    _kinds[kind.name] = kind


def queue_forget(name: str) -> None:
    """Take a kind of case out."""
    _kinds.pop(name, None)


def queue_kinds() -> list[QueueKind]:
    """The kinds there are, memory's own first."""
    return sorted(_kinds.values(), key=lambda kind: (kind.name != PROPOSALS, kind.name))


def queue_waiting(*, actor: Actor, store: Store | None = None) -> list[Waiting]:
    """What waits of each kind that has anything."""
    found = [(kind, *kind.counted(actor, store)) for kind in queue_kinds()]
    return [Waiting(kind.name, kind.label, count, oldest) for kind, count, oldest in found if count]


def _proposals(actor: Actor, store: Store | None) -> tuple[int, datetime | None]:
    rows = proposals_pending().filter(record__store__in=stores_of(actor, store))
    found = rows.order_by().aggregate(n=Count("pk"), oldest=Min("recorded_at"))
    return found["n"], found["oldest"]


queue_register(QueueKind(PROPOSALS, "changes of memory", _proposals))
