"""What is asked to be written, before the gate has seen it."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import Enum
from typing import Any
from uuid import UUID

from kirocrew.base.clock import is_forever
from memory.models import EvidenceKind
from memory.services.recorded_turns import Evidence, TurnRef


class WriteMode(Enum):
    """PRESERVE is for imports: it never overwrites, supersedes or evicts what is there.

    PROPOSE leaves a change of a stored fact to the owner's review, whoever writes it.
    """

    NORMAL = "normal"
    PRESERVE = "preserve"
    PROPOSE = "propose"


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """What a record came out of, and how: another record, or a turn of a conversation."""

    kind: EvidenceKind = EvidenceKind.EXTRACTED
    record: UUID | None = None
    turn: TurnRef | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """Metadata common to the three kinds. Times are aware; `observed_at` None means now, or unknown in an import.

    A `valid_until` on 9999-12-31 in any zone, or later, is taken as None: no end.

    `derived_from` names what the record came out of: with it the record is marked, or goes.
    """

    category: str = ""
    subject: str = ""
    predicate: str = ""
    scope: str = ""
    project: str = ""
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    observed_at: datetime | None = None
    source_ref: str = ""
    derived_from: tuple[Source, ...] = ()

    def __post_init__(self) -> None:
        if self.valid_until is not None and is_forever(self.valid_until):
            object.__setattr__(self, "valid_until", None)


@dataclass(frozen=True, slots=True, kw_only=True)
class FactDraft(Draft):
    """A JSON value under a key; confidence from 0 to 1.

    An end of the window that is not named stays as it is stored, unless the draft `replaces_window`. `evidence` names
    the turn in which a person asked for the change. `effect` says what a new value means for the stored one: `change`,
    it was true until now or until `valid_from`; `correction`, it never was. Left empty it is a change.
    """

    key: str
    value: Any
    confidence: Decimal = Decimal("1")
    expected_revision: int | None = None
    replaces_window: bool = False
    evidence: Evidence | None = None
    effect: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonDraft(Draft):
    """A rule, with what not to do in `negative`. Rule and negative are at most 500 characters each.

    A new rule without a category is knowledge; a stored one keeps what a draft does not name. `taught_in` names the
    turn in which the owner taught the rule.
    """

    rule: str
    negative: str = ""
    repo_scope: str = ""
    applies: str = ""
    taught_in: TurnRef | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodeDraft(Draft):
    """A text of 10 to 2,000 characters; importance from 0 to 1; `position` is the turn's ordinal."""

    text: str
    tags: tuple[str, ...] = ()
    importance: float = 0.5
    conversation: str = ""
    session: str = ""
    position: int | None = None
    speaker: str = ""
