"""A state the journal holds as a record in memory, to be shown or indexed as the record itself would be."""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any, Final

from memory.models import Episode, Fact, Kind, Lesson, Record
from memory.services.emails import emails_in
from memory.services.fact_drafts import value_text

CONTENTS: Final[dict[str, type[Fact] | type[Lesson] | type[Episode]]] = {
    Kind.FACT: Fact,
    Kind.LESSON: Lesson,
    Kind.EPISODE: Episode,
}
_PLAIN: Final = (
    "kind",
    "key",
    "status",
    "category",
    "subject",
    "predicate",
    "scope",
    "project",
    "source",
    "source_ref",
)
_TIMES: Final = ("valid_from", "valid_until", "observed_at")


def record_then(snapshot: Mapping[str, Any], **identity: Any) -> Record:
    """Return an unsaved record in that state, its content beside it. `identity` is what no state changes: pk, uid,
    store, created_at; and the revision and its instant."""
    values = {name: snapshot[name] for name in _PLAIN}
    values |= {name: datetime.fromisoformat(snapshot[name]) if snapshot[name] else None for name in _TIMES}
    record = Record(**values, **identity)
    content = dict(snapshot["content"])
    if "confidence" in content:
        content["confidence"] = Decimal(content["confidence"])
    CONTENTS[record.kind](record=record, **content)
    record.email_addresses = emails_in(_words(record))
    return record


def _words(record: Record) -> str:
    content = record.content
    if isinstance(content, Fact):
        return f"{record.key} {value_text(content.value)}"
    return f"{content.rule} {content.negative}" if isinstance(content, Lesson) else content.text
