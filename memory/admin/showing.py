"""How a record and its journal read on a page. Everything is text; the templates escape it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils import timezone

from kirocrew.base.canonical import canonical_json
from memory.admin.diffs import Piece, word_diff
from memory.models import Fact, Lesson, Record, Revision

LONG: Final = 600  # characters from which a value gets a frame that scrolls
SHOWN: Final = ("category", "subject", "predicate", "scope", "project", "valid_from", "valid_until", "status")
CONTENT: Final = ("value", "rule", "negative", "text", "tags", "importance", "repo_scope", "applies", "speaker")
JUDGED: Final = ("value", "rule", "text")
TIMES: Final = ("valid_from", "valid_until")
NAMES: Final = {
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
    before, after = _flat(revision.before), _flat(revision.after)
    fields = []
    for name in (*CONTENT, *SHOWN):
        old, new = before.get(name, ""), after.get(name, "")
        if old == new or (revision.before is None and name in ("status", "importance")):
            continue
        if revision.before is None:
            spans = revision.metadata.get("spans", []) if name in JUDGED else []
            pieces = marked(new, spans)
        else:
            pieces = word_diff(old, new)
        fields.append(FieldDiff(NAMES.get(name, name), pieces))
    return fields


def _flat(snapshot: dict[str, Any] | None) -> dict[str, str]:
    """The fields of a snapshot as text, those of its content beside those of the record."""
    if not snapshot:
        return {}
    content = snapshot.get("content") or {}
    values = {name: snapshot.get(name) for name in SHOWN} | {name: content[name] for name in CONTENT if name in content}
    return {name: _when(value) if name in TIMES else _text(value) for name, value in values.items()}


def _when(value: str | None) -> str:
    """An instant of a snapshot in the owner's zone, to the minute."""
    return f"{timezone.localtime(datetime.fromisoformat(value)):%Y-%m-%d %H:%M}" if value else ""


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return ", ".join(value)
    return value_text(value)
