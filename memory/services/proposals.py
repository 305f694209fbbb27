"""Changes that wait for the owner."""

from typing import Any

from django.db.models import QuerySet

from kirocrew.base.canonical import json_equal
from memory.models import Record, Revision, Store

_NOT_COMPARED = ("observed_at", "source_ref")


def proposals_pending() -> QuerySet[Revision]:
    """Proposals nobody has answered, oldest first."""
    return Revision.objects.filter(status=Revision.Status.PROPOSED, answer__isnull=True).order_by("id")


def proposal_find(*, store: Store, key: str, record: Record | None, after: dict[str, Any]) -> int | None:
    """Return the id of a waiting proposal for the same change, so that asking twice makes one case.

    For a change of a stored record the base revision must be the same; for a new one the key.
    """
    waiting = proposals_pending()
    if record is None:
        waiting = waiting.filter(record__store=store, record__key=key, base_revision=0)
    else:
        waiting = waiting.filter(record=record, base_revision=record.revision)
    wanted = _comparable(after)
    for row in waiting:
        if json_equal(_comparable(row.after or {}), wanted):
            return row.pk
    return None


def _comparable(after: dict[str, Any]) -> dict[str, Any]:
    # A state that was never stored has members of enumerations where a stored one has texts.
    plain = {name: str(value) if isinstance(value, str) else value for name, value in after.items()}
    return {name: value for name, value in plain.items() if name not in _NOT_COMPARED}
