"""From what a source holds to what is asked to be written."""

from typing import Any

from kirocrew.base.clock import now
from memory.models.records import TEXT_FIELD_LIMIT
from memory.services.drafts import EpisodeDraft, FactDraft, LessonDraft
from memory.services.importing.entries import Entry
from memory.transfer.items import DocumentItem, EpisodeItem, FactItem, HistoryItem, LessonItem, Record, Text

# How the time was found when the item states none: it stands behind the origin in `source_ref`.
DATED_BY_FILE = " (dated by its file)"
UNDATED = " (undated)"


def draft_of(entry: Entry, item: Record) -> FactDraft | LessonDraft | EpisodeDraft:
    """The draft of an item. Its time is the source's own, else that of the file, else now and marked as undated."""
    common = _common(entry, item)
    match item:
        case FactItem():
            return FactDraft(
                key=item.key,
                value=item.value,
                confidence=item.confidence,
                category=item.category,
                subject=item.subject,
                predicate=item.predicate,
                **common,
            )
        case LessonItem():
            return LessonDraft(
                rule=item.rule,
                negative=item.negative,
                category=item.category,
                repo_scope=item.repo_scope,
                applies=item.applies,
                **common,
            )
        case EpisodeItem():
            return EpisodeDraft(
                text=item.text,
                tags=item.tags,
                importance=item.importance,
                conversation=item.conversation,
                session=item.session,
                position=item.position,
                speaker=item.speaker,
                **common,
            )


def item_text(item: Record | Text) -> str:
    """What a person would call the item's content."""
    match item:
        case DocumentItem() | HistoryItem():
            return item.text
        case FactItem():
            return f"{item.key} = {item.value}"
        case LessonItem():
            return f"{item.rule} (not: {item.negative})" if item.negative else item.rule
        case EpisodeItem():
            return f"{item.speaker}: {item.text}" if item.speaker else item.text


def _common(entry: Entry, item: Record) -> dict[str, Any]:
    mark = ""
    if item.observed_at is None:
        mark = DATED_BY_FILE if entry.file_time else UNDATED
    return {
        "scope": item.scope,
        "project": item.project,
        "valid_from": item.valid_from,
        "valid_until": item.valid_until,
        "observed_at": item.observed_at or entry.file_time or now(),
        "source_ref": item.origin_ref[: TEXT_FIELD_LIMIT - len(DATED_BY_FILE)] + mark,
    }
