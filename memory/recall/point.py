"""A point on both axes of time, and the conditions by which a statement keeps to it."""

# ruff: noqa: S608
# Statements are put together from constants and placeholders; every value is a parameter.

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import connection

ERASED: Final = "erased"
FORGOTTEN: Final = "forgotten"


@dataclass(frozen=True, slots=True)
class Point:
    """What was true at `as_of`, by what was known at `known_at`; both aware.

    Whose rights count now is part of it: `bound_to` is the project of one who sees no other project's records,
    `sees_forgotten` whether records are shown that are forgotten today.
    """

    as_of: datetime
    known_at: datetime
    bound_to: str = ""
    sees_forgotten: bool = False


def held(point: Point | None, record: str = "r") -> tuple[str, list[str]]:
    """A further condition on a present record: that its state was known and true at the point already."""
    if point is None:
        return "", []
    known, true = _stored(point.known_at), _stored(point.as_of)
    return (
        f" AND {record}.updated_at <= %s AND NOT EXISTS (SELECT 1 FROM memory_belief p WHERE p.record_id = {record}.id"
        " AND p.is_present AND (p.known_from > %s OR p.valid_from > %s OR p.valid_until <= %s))",
        [known, known, true, true],
    )


def held_row(point: Point | None, key: str) -> tuple[str, list[str]]:
    """The same where only the record's key is at hand, in that column."""
    condition, values = held(point, "h")
    if not condition:
        return "", []
    return f" AND EXISTS (SELECT 1 FROM memory_record h WHERE h.id = {key}{condition})", values


def believed(point: Point) -> tuple[str, list[str]]:
    """A condition on a belief `b` of a record `r`: a replaced state that was known and true at the point, and that may
    be shown today."""
    known, true = _stored(point.known_at), _stored(point.as_of)
    condition = (
        "NOT b.is_present AND b.known_from <= %s AND (b.known_until IS NULL OR b.known_until > %s)"
        " AND (b.valid_from IS NULL OR b.valid_from <= %s) AND (b.valid_until IS NULL OR b.valid_until > %s)"
    )
    hidden = [ERASED] if point.sees_forgotten else [ERASED, FORGOTTEN]
    rights, values = f" AND r.status NOT IN ({', '.join(['%s'] * len(hidden))})", list(hidden)
    if not point.sees_forgotten:  # what went to another store is not shown in the old one, nor how it was there
        rights += (
            " AND NOT EXISTS (SELECT 1 FROM memory_record m"
            " WHERE m.id = r.superseded_by_id AND m.store_id <> r.store_id)"
        )
    if point.bound_to:
        rights, values = f"{rights} AND r.project IN ('', %s)", [*values, point.bound_to]
    return condition + rights, [known, known, true, true, *values]


def _stored(moment: datetime) -> str:
    return str(connection.ops.adapt_datetimefield_value(moment))
