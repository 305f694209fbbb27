"""How a record and its journal read on a page. Everything is text; the templates escape it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils import timezone

from kirocrew.base.canonical import canonical_json, json_equal
from kirocrew.base.diffs import Piece, shortened, word_diff
from memory.models import Fact, Lesson, Record, Revision
from memory.services.snapshots import Snapshot

LONG: Final = 600  # characters from which a value gets a frame that scrolls
SHOWN: Final = ("category", "subject", "predicate", "scope", "project", "valid_from", "valid_until", "status")
CONTENT: Final = ("value", "rule", "negative", "text", "tags", "importance", "repo_scope", "applies", "speaker")
ASIDE: Final = ("observed_at", "source_ref")
"""What nearly every change brings with it: shown where it is all that changes, or was meant to."""
JUDGED: Final = ("value", "rule", "text")
TIMES: Final = ("valid_from", "valid_until", "observed_at")
NAMES: Final = {
    "observed_at": "observed",
    "source_ref": "reference",
    "valid_from": "from",
    "valid_until": "until",
    "repo_scope": "repository",
    "negative": "instead of",
}


@dataclass(frozen=True, slots=True)
class FieldDiff:
    """One field that a revision changed."""

    name: str
    pieces: list[Piece]


@dataclass(frozen=True, slots=True)
class RevisionView:
    """A revision and what it changed, field by field."""

    revision: Revision
    title: str
    fields: list[FieldDiff]


OPERATIONS: Final = {
    "create": "written",
    "update": "changed",
    "forget": "forgotten",
    "restore": "restored",
    "supersede": "superseded",
    "evict": "evicted",
    "expire": "expired",
    "merge": "merged",
    "correct": "corrected on a person's word",
    "hold": "taken back: it says what was refused",
}


def value_text(value: Any) -> str:
    """A fact's value as it reads: text as it is, anything else as JSON."""
    return value if isinstance(value, str) else canonical_json(value)


def record_words(record: Record) -> str:
    """The content of a record in one string."""
    content = record.content
    if isinstance(content, Fact):
        return value_text(content.value)
    return content.rule if isinstance(content, Lesson) else content.text


def words_between(old: Record, new: Record) -> list[Piece]:
    """How the contents of two states of a record differ, a type alone included; long stretches that stay are folded.

    A lesson is its rule and what not to do.
    """
    one, other = _all_words(old), _all_words(new)
    if one == other and isinstance(old.content, Fact) and isinstance(new.content, Fact):  # "1" and 1
        one, other = canonical_json(old.content.value), canonical_json(new.content.value)
    return shortened(word_diff(one, other))


def _all_words(record: Record) -> str:
    content = record.content
    negative = content.negative if isinstance(content, Lesson) else ""
    return f"{record_words(record)} ({NAMES['negative']}: {negative})" if negative else record_words(record)


def revision_views(revisions: Sequence[Revision]) -> list[RevisionView]:
    """What each revision changed; a first one is compared with nothing."""
    return [RevisionView(item, _title(item), _fields(item)) for item in revisions]


def marked(text: str, spans: Sequence[Sequence[int]]) -> list[Piece]:
    """The text with the stretches marked that made the gate doubt; spans are ranges of code points."""
    pieces, at = list[Piece](), 0
    for start, end in sorted((int(span[0]), int(span[1])) for span in spans):
        start, end = max(start, at), min(end, len(text))
        if start < end:
            pieces += [Piece("same", text[at:start]), Piece("mark", text[start:end])]
            at = end
    return [piece for piece in (*pieces, Piece("same", text[at:])) if piece.text]


def _title(revision: Revision) -> str:
    done = OPERATIONS.get(revision.operation, revision.operation.replace("_", " "))
    if revision.metadata.get("effect") == "correction":
        done = "corrected: the old value never held"
    if revision.status == Revision.Status.PROPOSED:
        return f"proposed: {done}"
    return done if revision.status == Revision.Status.ACCEPTED else f"{revision.status}: {done}"


def _fields(revision: Revision) -> list[FieldDiff]:
    if revision.before is None:
        return _first_fields(revision)
    fields = fields_between(revision.before, revision.after or {}, (*CONTENT, *SHOWN))
    return fields or fields_between(revision.before, revision.after or {}, ASIDE)


def fields_between(before: Snapshot, after: Snapshot, names: Sequence[str]) -> list[FieldDiff]:
    """Those of the named fields in which two states differ, long stretches that stay folded."""
    fields, old, new = [], _values(before), _values(after)
    for name in names:
        if json_equal(old.get(name), new.get(name)):
            continue
        one, other = _shown(name, old.get(name)), _shown(name, new.get(name))
        if one == other:  # "1" and 1, or two instants of one minute
            one, other = _exact(name, old.get(name)), _exact(name, new.get(name))
        if one != other:
            fields.append(FieldDiff(NAMES.get(name, name), shortened(word_diff(one, other))))
    return fields


def _first_fields(revision: Revision) -> list[FieldDiff]:
    fields = []
    for name, value in _values(revision.after or {}).items():
        text = _shown(name, value)
        if text and name not in ("status", "importance", *ASIDE):
            spans = revision.metadata.get("spans", []) if name in JUDGED else []
            fields.append(FieldDiff(NAMES.get(name, name), marked(text, spans)))
    return fields


def _values(snapshot: Snapshot) -> dict[str, Any]:
    """The fields of a snapshot, those of its content before those of the record."""
    content = snapshot.get("content") or {}
    found = {name: content[name] for name in CONTENT if name in content}
    return found | {name: snapshot.get(name) for name in (*SHOWN, *ASIDE)}


def _shown(name: str, value: Any) -> str:
    return _when(value) if name in TIMES else _text(value)


def _exact(name: str, value: Any) -> str:
    """A value so that no other one looks like it: JSON, and an instant to the microsecond."""
    if value is None:
        return ""
    return (
        f"{timezone.localtime(datetime.fromisoformat(value)).isoformat(' ')}"
        if name in TIMES
        else canonical_json(value)
    )


def _when(value: str | None) -> str:
    """An instant of a snapshot in the owner's zone, to the minute."""
    return f"{timezone.localtime(datetime.fromisoformat(value)):%Y-%m-%d %H:%M}" if value else ""


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return ", ".join(value)
    return value_text(value)
