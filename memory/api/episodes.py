"""Episodes over HTTP."""

import json
from typing import Any
from uuid import UUID

from django.db.models import Q, TextField
from django.db.models.functions import Cast
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from channels_bridge.actors import Permission
from channels_bridge.api.idempotency import idempotent
from kirocrew.base.problems import NotFound
from memory.api.answers import answer
from memory.api.base import MemoryView, page
from memory.api.drafts import episode_draft
from memory.api.moments import (
    MomentSerializer,
    OneQuerySerializer,
    TimedRecordPageSerializer,
    TimedRecordSerializer,
    moment_of,
    page_data,
    then_data,
)
from memory.api.serializers import (
    EpisodeListQuerySerializer,
    EpisodeWriteSerializer,
    OutcomeSerializer,
    RecordSerializer,
)
from memory.models import Kind, Record
from memory.models.records import RecordQuerySet
from memory.services.episode_drafts import tags_of
from memory.services.episodes import episodes_write
from memory.services.moments import Moment
from memory.services.records import record_forget, record_get
from memory.services.timeline import PastPage, Wanted, record_at, records_at

EXAMPLE = OpenApiExample(
    "An episode",
    value={"text": "The release went out on Friday after the index was rebuilt.", "tags": ["release"]},
    request_only=True,
)


class PastEpisodeQuerySerializer(MomentSerializer, EpisodeListQuerySerializer):
    """Which part of the episodes, and when; tags are any-of, comma separated or repeated."""


class EpisodesView(MemoryView):
    """Active episodes, newest first; write one."""

    @extend_schema(
        operation_id="list_episodes",
        tags=["episodes"],
        parameters=[PastEpisodeQuerySerializer],
        responses=TimedRecordPageSerializer,
    )
    def get(self, request: Request) -> Response:
        self.actor.require(Permission.MEMORY_READ)
        query = self.query(PastEpisodeQuerySerializer)
        if moment := moment_of(query):
            return Response(page_data(_episodes_then(self, query, moment), moment))
        rows = Record.objects.visible_to(self.actor).live().with_content().filter(store=self.store(), kind=Kind.EPISODE)
        rows = with_any_tag(rows, request.query_params.getlist("tags"))
        if conversation := query.get("conversation"):
            rows = rows.filter(episode__conversation=conversation)
        entries, following = page(rows, limit=query["limit"], offset=query["offset"], cursor=query.get("cursor"))
        return Response({"entries": RecordSerializer(entries, many=True).data, "next": following})

    @extend_schema(tags=["episodes"], request=EpisodeWriteSerializer, responses=OutcomeSerializer, examples=[EXAMPLE])
    @idempotent
    def post(self, request: Request) -> Response:
        draft = episode_draft(self.body(EpisodeWriteSerializer))
        return answer(episodes_write(actor=self.actor, store=self.store(), drafts=[draft])[0])


class EpisodeView(MemoryView):
    """One episode."""

    @extend_schema(tags=["episodes"], parameters=[OneQuerySerializer], responses=TimedRecordSerializer)
    def get(self, request: Request, uid: UUID) -> Response:
        if moment := moment_of(self.query(OneQuerySerializer)):
            return Response(then_data(record_at(actor=self.actor, uid=_episode(self, uid).uid, moment=moment), moment))
        return Response(RecordSerializer(_episode(self, uid)).data)

    @extend_schema(tags=["episodes"], request=None, responses=OutcomeSerializer)
    @idempotent
    def delete(self, request: Request, uid: UUID) -> Response:
        return answer(record_forget(actor=self.actor, uid=_episode(self, uid).uid))


def with_any_tag(rows: RecordQuerySet, values: list[str]) -> RecordQuerySet:
    """Those with any of the tags, each exactly: `cr` does not mean `cron`. All rows when no tag is given."""
    wanted = tags_of([tag for value in values for tag in value.split(",")])
    matches = Q()
    for tag in wanted:
        # Tags are stored as a JSON list, so a tag with its quotes is never a part of another one.
        matches |= Q(tags_text__contains=json.dumps(tag, ensure_ascii=False))
    return rows.annotate(tags_text=Cast("episode__tags", TextField())).filter(matches) if wanted else rows


def _episodes_then(view: MemoryView, query: dict[str, Any], moment: Moment) -> PastPage:
    tags = tags_of([tag for value in view.request.query_params.getlist("tags") for tag in value.split(",")])
    return records_at(
        actor=view.actor,
        stores=[view.store()],
        moment=moment,
        wanted=Wanted(kind=Kind.EPISODE, conversation=query.get("conversation", ""), tags=tags),
        limit=query["limit"],
        offset=query["offset"],
        below=query.get("cursor"),
    )


def _episode(view: MemoryView, uid: UUID) -> Record:
    record = record_get(actor=view.actor, uid=uid)
    if record.kind != Kind.EPISODE:
        raise NotFound("There is no such episode for you.", type="unknown-record")
    return record
