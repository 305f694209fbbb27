"""What is said beside a hit that must not be taken as it stands."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID


class QualifierCode(StrEnum):
    """Why a hit is not simply so."""

    SUPERSEDED = "superseded"  # a newer statement says otherwise
    UNTIL = "until"  # holds until a day by its own words
    PAST = "past"  # tells of an earlier time
    SUPPOSED = "supposed"  # supposes, and does not say that it is so
    LIMITED = "limited"  # one case or occasion, beside what holds in general
    DISPUTED = "disputed"  # a change of it waits for a person
    CHANGED = "changed"  # it held then, and another value holds since
    CORRECTED = "corrected"  # it was believed then, and is not any more
    EXPIRED = "expired"  # its time was over since
    FORGOTTEN = "forgotten"  # its owner took it out of memory since


@dataclass(frozen=True, slots=True)
class Qualifier:
    """One reserve about a hit. `text` says it in words, `short` in the few of a prompt.

    `by` is the record that says otherwise, `at` when that was said, or the last day on which the hit holds.
    """

    code: QualifierCode
    text: str
    short: str
    by: UUID | None = None
    at: datetime | None = None
