"""Putting a state that the journal holds back on a record, or the difference between two of them."""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any

from kirocrew.base.canonical import json_equal
from memory.gate.fingerprints import text_hash, words_hash
from memory.models import Episode, Fact, Lesson, Record
from memory.services.emails import emails_in
from memory.services.fact_drafts import value_text
from memory.services.near_copies import Meaning, known_words

Snapshot = Mapping[str, Any]

_TIMES = ("valid_from", "valid_until", "observed_at")
_FIELDS = ("key", "status", "category", "subject", "predicate", "scope", "project", "source", "source_ref")


def merged(current: Snapshot, before: Snapshot | None, after: Snapshot) -> dict[str, Any]:
    """What `after` changed of `before`, done to `current`; all of `after` when there was nothing before.

    Values are compared as JSON: what was 1 and is to be true is a change.
    """
    if before is None:
        return dict(after)
    taken = {name: value for name, value in after.items() if name != "content" and value != before.get(name)}
    old, new = before.get("content") or {}, after.get("content") or {}
    content = {name: value for name, value in new.items() if not json_equal(value, old.get(name))}
    return {**current, **taken, "content": {**current["content"], **content}}


def says_otherwise(before: Snapshot, after: Snapshot) -> bool:
    """Whether the words by which a record is found differ, as JSON: 1 is neither true nor 1.0."""
    return not all(json_equal(before[name], after[name]) for name in ("content", "subject", "predicate"))


def snapshot_apply(record: Record, state: Snapshot) -> None:
    """Put a snapshot on a record and its content, in memory, with all that follows from the text."""
    for name in _FIELDS:
        setattr(record, name, state[name])
    for name in _TIMES:
        setattr(record, name, datetime.fromisoformat(state[name]) if state[name] else None)
    content, values = record.content, dict(state["content"])
    if "confidence" in values:
        values["confidence"] = Decimal(values["confidence"])
    for name, value in values.items():
        setattr(content, name, value)
    record.email_addresses = emails_in(_all_text(record, content))
    if isinstance(content, Episode):
        content.text_hash = text_hash(content.text)
        content.words_hash = words_hash(known_words(content.text, Meaning.of(content.text)))


def _all_text(record: Record, content: Fact | Lesson | Episode) -> str:
    if isinstance(content, Fact):
        return f"{record.key} {value_text(content.value)}"
    return f"{content.rule} {content.negative}" if isinstance(content, Lesson) else content.text
