"""The turn of a conversation that a proposed change came from, with those around it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from channels_bridge.actors import Actor
from channels_bridge.models import Turn
from memory.models import EvidenceLink, Kind, Record, Revision, Status
from memory.models.records import RecordQuerySet
from memory.services.recorded_turns import turns_said

AROUND: Final = 2  # turns shown before and after it

_UID: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_PLACE: Final = re.compile(r"(?P<conversation>.+?)(?:#message)?[#/:](?P<position>\d{1,9})(?::.*)?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class CaseTurn:
    """One turn, an episode or one of a recorded conversation, and whether it is the one the change came from."""

    record: Record | None
    is_source: bool
    said: Turn | None = None


def case_turns(proposal: Revision) -> list[CaseTurn]:
    """The turn that the proposal names, with two around it in the order in which they were said.

    An episode without a conversation stands alone. Empty when nothing leads to a recorded turn: then the word of who
    proposed it is all there is.
    """
    source = _source(proposal)
    if source is None:
        said = _said(proposal)
        return _around(said) if said is not None else []
    episode = source.episode
    if not episode.conversation or episode.position is None:
        return [CaseTurn(source, is_source=True)]
    near = range(episode.position - AROUND, episode.position + AROUND + 1)
    rows = (
        _episodes(source.store_id)
        .filter(episode__conversation=episode.conversation, episode__position__in=[n for n in near if n >= 0])
        .order_by("episode__position", "id")
    )
    return [CaseTurn(row, is_source=row.pk == source.pk) for row in rows]


def _said(proposal: Revision) -> Turn | None:
    """The turn of a recorded conversation that it names; none where it might be one of several."""
    store = proposal.record.store
    for place in _places(proposal):
        if not isinstance(place, UUID):
            system = Actor.system("review")
            rows = turns_said(actor=system, store=store, conversation=place[0]).filter(position=place[1])[:2]
            if len(rows) == 1:
                return rows[0]
    link = EvidenceLink.objects.filter(record=proposal.record, said__isnull=False).order_by("id").first()
    return link.said if link is not None else None


def _around(said: Turn) -> list[CaseTurn]:
    near = range(max(said.position - AROUND, 0), said.position + AROUND + 1)
    rows = Turn.objects.filter(conversation=said.conversation_id, position__in=near).select_related("conversation")
    return [CaseTurn(None, is_source=row.pk == said.pk, said=row) for row in rows.order_by("position")]


def _source(proposal: Revision) -> Record | None:
    record, episodes = proposal.record, _episodes(proposal.record.store_id)
    for place in _places(proposal):
        if isinstance(place, UUID):
            found = episodes.filter(uid=place).first()
        else:
            found = episodes.filter(episode__conversation=place[0], episode__position=place[1]).first()
        if found is not None:
            return found
    link = EvidenceLink.objects.filter(record=record, source__kind=Kind.EPISODE).order_by("id").first()
    if link is not None and link.source_id is not None:
        return episodes.filter(pk=link.source_id).first()
    if record.kind == Kind.EPISODE and record.episode.conversation:
        return episodes.filter(pk=record.pk).first()
    return None


def _places(proposal: Revision) -> list[UUID | tuple[str, int]]:
    """Where the proposal says it comes from: what a recorded turn proved, then what the writer refers to."""
    found: list[UUID | tuple[str, int]] = []
    for notes in proposal.metadata.values():
        if isinstance(notes, Mapping) and isinstance(notes.get("position"), int):
            found.append((str(notes.get("conversation", "")), int(notes["position"])))
    state: Mapping[str, Any] = proposal.after or {}
    for reference in (proposal.metadata.get("evidence"), state.get("source_ref")):
        text = reference if isinstance(reference, str) else ""
        if uid := _UID.search(text):
            found.append(UUID(uid.group()))
        if place := _PLACE.fullmatch(text):
            found.append((place["conversation"], int(place["position"])))
    return found


def _episodes(store_id: int) -> RecordQuerySet:
    rows: RecordQuerySet = Record.objects.filter(store_id=store_id, kind=Kind.EPISODE).exclude(status=Status.ERASED)
    return rows.select_related("store", "episode")
