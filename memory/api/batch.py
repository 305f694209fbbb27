"""Many writes in one request: one result per item, and one bad item stops no other."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from channels_bridge.actors import Actor, Permission
from channels_bridge.api.fields import checked
from channels_bridge.api.idempotency import idempotent
from memory.api.answers import batch_answer
from memory.api.base import MemoryView, claim_event
from memory.api.drafts import episode_draft, fact_draft, lesson_draft
from memory.api.serializers import (
    BatchOutcomeSerializer,
    BatchSerializer,
    EpisodeWriteSerializer,
    FactWriteSerializer,
    LessonWriteSerializer,
)
from memory.gate.outcomes import Outcome, OutcomeStatus, Refusal, RefusalCode
from memory.models import Event, Kind, Store
from memory.services.episodes import episodes_prepare, episodes_settle
from memory.services.facts import facts_prepare, facts_settle
from memory.services.journal import events_write
from memory.services.lessons import lessons_prepare, lessons_settle


@dataclass(frozen=True, slots=True)
class KindOfItem:
    """How an item of one kind is checked, made a draft, judged and written."""

    serializer: type[serializers.Serializer[Any]]
    draft: Callable[..., Any]
    prepare: Callable[..., Any]
    settle: Callable[..., list[Outcome]]


KINDS = {
    Kind.FACT.value: KindOfItem(FactWriteSerializer, fact_draft, facts_prepare, facts_settle),
    Kind.LESSON.value: KindOfItem(LessonWriteSerializer, lesson_draft, lessons_prepare, lessons_settle),
    Kind.EPISODE.value: KindOfItem(EpisodeWriteSerializer, episode_draft, episodes_prepare, episodes_settle),
}
EXAMPLE = OpenApiExample(
    "Three kinds",
    value={
        "items": [
            {"kind": "fact", "key": "pref.editor", "value": "helix"},
            {"kind": "lesson", "rule": "Prefer small commits"},
            {"kind": "episode", "text": "We chose SQLite for the first release."},
        ]
    },
    request_only=True,
)


class BatchView(MemoryView):
    """Write 1 to 500 items in one transaction."""

    @extend_schema(tags=["memory"], request=BatchSerializer, responses=BatchOutcomeSerializer, examples=[EXAMPLE])
    @idempotent
    def post(self, request: Request) -> Response:
        items = self.body(BatchSerializer)["items"]
        return batch_answer(batch_write(actor=self.actor, store=self.store(), items=items))


def batch_write(*, actor: Actor, store: Store, items: list[Any]) -> list[Outcome]:
    """Check each item on its own, then write those of a kind together. Raises Forbidden without permission."""
    outcomes: dict[int, Outcome] = {}
    drafts: dict[str, list[tuple[int, Any]]] = defaultdict(list)
    events: list[Event] = []
    for index, item in enumerate(items):
        if not isinstance(item, dict):
            outcomes[index] = _refused("", "items", "An item is an object with a 'kind'.")
            continue
        kind = str(item.get("kind", ""))
        if kind not in KINDS:
            outcomes[index] = _refused("", "kind", f"'kind' is one of {', '.join(KINDS)}.")
            continue
        draft = _draft(actor, store, kind, {name: value for name, value in item.items() if name != "kind"})
        if isinstance(draft, Outcome):
            outcomes[index] = draft
            if draft.refusal and draft.refusal.code is RefusalCode.AUTHORITY:
                events.append(claim_event(actor, store, str(item.get("source"))))
        else:
            drafts[kind].append((index, draft))
    if drafts.keys() - {Kind.LESSON.value}:
        actor.require(Permission.MEMORY_WRITE)
    if Kind.LESSON.value in drafts:
        actor.require(Permission.LESSONS_WRITE)
    # Judged before the lock is taken, since that is most of the work and may load vectors.
    judged = {
        kind: KINDS[kind].prepare(actor=actor, store=store, drafts=[draft for _, draft in numbered])
        for kind, numbered in drafts.items()
    }
    with transaction.atomic():
        events_write(events)
        for kind, numbered in drafts.items():
            written = KINDS[kind].settle(actor=actor, store=store, judged=judged[kind])
            outcomes |= dict(zip((index for index, _ in numbered), written, strict=True))
    return [outcomes[index] for index in range(len(items))]


def _draft(actor: Actor, store: Store, kind: str, values: dict[str, Any]) -> Any:
    try:
        data = checked(KINDS[kind].serializer, values)
    except ValidationError as error:
        field, messages = next(iter(error.detail.items()))  # type: ignore[union-attr]  # of an object they are by field
        first = messages[0] if isinstance(messages, list) and messages else "It is missing or not acceptable."
        return _refused(kind, field, f"'{field}': {first}")
    if data.pop("store", store.slug) != store.slug:
        return _refused(kind, "store", "All items of a batch go to one store; name it beside 'items'.")
    claimed = data.pop("source", None)
    if claimed is not None and claimed != actor.source:
        refusal = Refusal(RefusalCode.AUTHORITY, "The source is stamped by the server. Leave it out.", "source")
        return Outcome(OutcomeStatus.REFUSED, kind, refusal=refusal)
    return KINDS[kind].draft(data)


def _refused(kind: str, field: str, message: str) -> Outcome:
    return Outcome(OutcomeStatus.REFUSED, kind, refusal=Refusal(RefusalCode.METADATA, message, field))
