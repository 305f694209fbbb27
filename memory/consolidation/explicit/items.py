"""What goes into the extractor, and what comes out."""

from dataclasses import dataclass
from datetime import date, datetime

from channels_bridge.models import Role
from memory.models import Kind


@dataclass(frozen=True, slots=True)
class Said:
    """One turn of a conversation. `at` is when it was said, where that is known.

    Days are counted from the day it has in its own zone: give it in the owner's.
    """

    position: int
    role: Role
    text: str
    at: datetime | None = None
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing a person said, and the words it rests on.

    `start` and `end` are code points of the turn's text. A fact's value, a rule without a negative and an episode's
    text are exactly the words between them; with a negative, these begin with the rule and end with the negative.
    `day` is the day the words name, where they can name only one.
    """

    kind: Kind
    position: int
    start: int
    end: int
    form: str
    language: str
    speaker: str = ""
    key: str = ""
    value: str = ""
    rule: str = ""
    negative: str = ""
    text: str = ""
    day: date | None = None

    @property
    def said(self) -> tuple[str, ...]:
        """What is kept of it, for telling whether two items are the same."""
        return (str(self.kind), self.key, self.value, self.rule, self.negative, self.text)
