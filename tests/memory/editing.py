"""What tests of the record editor share."""

from typing import Any

from channels_bridge.actors import Actor
from memory.gate.outcomes import Outcome
from memory.models import Edit, Record, Status, Store
from memory.services.drafts import EpisodeDraft, FactDraft, LessonDraft
from memory.services.editor import Preview, Search, Selection, edit_apply, edit_preview, operation_read
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write
from memory.services.lessons import lessons_write

OWNER = Actor.owner("alice", "1")


def fact(store: Store, key: str, value: Any, actor: Actor = OWNER, **metadata: Any) -> Record:
    """Write a fact and return its record."""
    return _of(facts_write(actor=actor, store=store, drafts=[FactDraft(key=key, value=value, **metadata)]))


def lesson(store: Store, rule: str, actor: Actor = OWNER, **metadata: Any) -> Record:
    """Write a lesson and return its record."""
    return _of(lessons_write(actor=actor, store=store, drafts=[LessonDraft(rule=rule, **metadata)]))


def episode(store: Store, text: str, actor: Actor = OWNER, **metadata: Any) -> Record:
    """Write an episode and return its record."""
    return _of(episodes_write(actor=actor, store=store, drafts=[EpisodeDraft(text=text, **metadata)]))


def named(*records: Record) -> Selection:
    """Those records, as they are now."""
    rows = Record.objects.filter(pk__in=[record.pk for record in records]).order_by("pk")
    return Selection(items=tuple(rows.values_list("uid", "revision")))


def found(q: str = "", **search: Any) -> Selection:
    """All that a search finds."""
    return Selection(search=Search(q=q, **search))


def preview(selection: Selection, actor: Actor = OWNER, **operation: Any) -> Preview:
    """Look at an edit given as JSON values."""
    return edit_preview(actor=actor, selection=selection, operation=operation_read(operation))


def apply(selection: Selection, actor: Actor = OWNER, **operation: Any) -> Edit:
    """Look at an edit and make it."""
    return edit_apply(actor=actor, token=preview(selection, actor, **operation).token)


def now_is(record: Record) -> Record:
    """The record as it is stored."""
    return Record.objects.with_content().get(pk=record.pk)


def active(store: Store) -> list[Record]:
    """The active records of a store in the order of their making."""
    rows = Record.objects.with_content().filter(store=store, status=Status.ACTIVE)
    return list(rows.order_by("pk"))


def _of(outcomes: list[Outcome]) -> Record:
    uid = outcomes[0].uid
    assert uid is not None, outcomes[0].refusal
    return Record.objects.with_content().get(uid=uid)
