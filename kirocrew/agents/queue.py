"""Texts for agents' files among what waits for the owner in Review."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Count, Min

from channels_bridge.actors import Actor
from kirocrew.agents.files import waiting_texts
from kirocrew.base.diffs import Piece, shortened, word_diff
from kirocrew.models import AgentFileRevision
from memory.models import Store
from memory.services.review_queue import QueueKind, queue_register

QUEUE: Final = "agents"


@dataclass(frozen=True, slots=True)
class Case:
    """A text that waits, and what it would change in the file."""

    revision: AgentFileRevision
    pieces: Sequence[Piece]


def _counted(actor: Actor, store: Store | None) -> tuple[int, datetime | None]:
    """Files are of no store but a member's own; the crew's are shown with all stores only."""
    if not (actor.is_owner or actor.is_system):
        return 0, None
    rows = waiting_texts(actor=actor)
    rows = rows if store is None else rows.filter(file__agent__store=store)
    found = rows.order_by().aggregate(n=Count("pk"), oldest=Min("recorded_at"))
    return found["n"], found["oldest"]


def _cases(actor: Actor, store: Store | None, limit: int) -> list[Case]:
    rows = waiting_texts(actor=actor)
    rows = rows if store is None else rows.filter(file__agent__store=store)
    return [Case(row, shortened(word_diff(row.file.text, row.text))) for row in rows[:limit]]


queue_register(QueueKind(QUEUE, "texts for agents", _counted, _cases, "kirocrew/agents/cases.html"))
