"""Records with their history, the audit log, stores and statistics over HTTP."""

from typing import Any
from uuid import UUID

from django.db.models import Q
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from channels_bridge.actors import Permission
from channels_bridge.api.idempotency import idempotent
from kirocrew.base.problems import NotFound
from memory.api.answers import answer
from memory.api.base import MemoryView, page
from memory.api.moments import (
    OneQuerySerializer,
    PastRecordQuerySerializer,
    TimedRecordPageSerializer,
    TimedRecordSerializer,
    TimelineSerializer,
    moment_of,
    page_data,
    refuse_status,
    then_data,
)
from memory.api.serializers import (
    EmbeddingStatusSerializer,
    EventPageSerializer,
    EventQuerySerializer,
    EventSerializer,
    HistoryQuerySerializer,
    HistorySerializer,
    OutcomeSerializer,
    ReasonSerializer,
    RecordSerializer,
    RevisionSerializer,
    SettingsSerializer,
    StatsSerializer,
    StoreSerializer,
)
from memory.models import Event, Record, Status
from memory.services import statistics
from memory.services.events_told import events_told
from memory.services.moments import Moment
from memory.services.records import record_get, record_history, record_restore
from memory.services.settings import settings_all, settings_change
from memory.services.timeline import PastPage, Then, Wanted, record_at, records_at, timeline_of

# What the owner took out of memory is the owner's alone to look at.
SHOWN_TO_BOTS = (Status.ACTIVE, Status.PROPOSED)


def shown_record(view: MemoryView, uid: UUID) -> Record:
    """The record, for the owner whatever its status. Raises NotFound."""
    record = record_get(actor=view.actor, uid=uid)
    if not view.actor.is_owner and record.status not in SHOWN_TO_BOTS:
        raise NotFound("There is no such record for you.", type="unknown-record")
    return record


class RecordsView(MemoryView):
    """Records of every kind, newest first; `q` is looked for in keys, rules and episodes. Bots see active ones and
    proposals, the owner every status."""

    @extend_schema(
        operation_id="list_records",
        tags=["records"],
        parameters=[PastRecordQuerySerializer],
        responses=TimedRecordPageSerializer,
    )
    def get(self, request: Request) -> Response:
        self.actor.require(Permission.MEMORY_READ)
        query = self.query(PastRecordQuerySerializer)
        if moment := moment_of(query):
            return Response(page_data(self._then(query, moment), moment))
        rows = Record.objects.visible_to(self.actor).with_content().filter(store__in=self.stores())
        if not self.actor.is_owner:
            rows = rows.filter(status__in=SHOWN_TO_BOTS)
        for name in ("kind", "status"):
            if name in query:
                rows = rows.filter(**{name: query[name]})
        if text := query.get("q", "").strip():
            rows = rows.filter(
                Q(key__icontains=text) | Q(episode__text__icontains=text) | Q(lesson__rule__icontains=text)
            )
        entries, following = page(rows, limit=query["limit"], offset=query["offset"], cursor=query.get("cursor"))
        return Response({"entries": RecordSerializer(entries, many=True).data, "next": following})

    def _then(self, query: dict[str, Any], moment: Moment) -> PastPage:
        refuse_status(query)
        return records_at(
            actor=self.actor,
            stores=self.stores(),
            moment=moment,
            wanted=Wanted(kind=query.get("kind", ""), anywhere=query.get("q", "").strip()),
            limit=query["limit"],
            offset=query["offset"],
            below=query.get("cursor"),
        )


class RecordView(MemoryView):
    """One record."""

    @extend_schema(tags=["records"], parameters=[OneQuerySerializer], responses=TimedRecordSerializer)
    def get(self, request: Request, uid: UUID) -> Response:
        if moment := moment_of(self.query(OneQuerySerializer)):
            return Response(then_data(record_at(actor=self.actor, uid=uid, moment=moment), moment))
        record = shown_record(self, uid)
        return Response(RecordSerializer(record).data, headers={"ETag": f'"{record.revision}"'})


class RecordHistoryView(MemoryView):
    """A record with its journal, a page at a time, and with the first page its latest audit entries."""

    @extend_schema(tags=["records"], parameters=[HistoryQuerySerializer], responses=HistorySerializer)
    def get(self, request: Request, uid: UUID) -> Response:
        shown_record(self, uid)
        query = self.query(HistoryQuerySerializer)
        history = record_history(actor=self.actor, uid=uid, before=query.get("cursor"), limit=query["limit"])
        return Response(
            {
                "record": RecordSerializer(history.record).data,
                "revisions": RevisionSerializer(history.revisions, many=True).data,
                "events": EventSerializer(history.events, many=True).data,
                "next": str(history.older or ""),
            }
        )


class RecordTimelineView(MemoryView):
    """What was ever believed of a record, on both axes of time; the latest 1,000 stretches."""

    @extend_schema(tags=["records"], responses=TimelineSerializer)
    def get(self, request: Request, uid: UUID) -> Response:
        return Response({"stretches": [_stretch_data(then) for then in timeline_of(actor=self.actor, uid=uid)]})


class RecordRestoreView(MemoryView):
    """Bring a forgotten or superseded record back; a bot's wish becomes a proposal."""

    @extend_schema(tags=["records"], request=ReasonSerializer, responses=OutcomeSerializer)
    @idempotent
    def post(self, request: Request, uid: UUID) -> Response:
        reason = self.body(ReasonSerializer).get("reason", "")
        return answer(record_restore(actor=self.actor, uid=uid, reason=reason))


class EventsView(MemoryView):
    """The audit log, newest first, refusals included."""

    @extend_schema(tags=["audit"], parameters=[EventQuerySerializer], responses=EventPageSerializer)
    def get(self, request: Request) -> Response:
        self.actor.require(Permission.MEMORY_READ)
        query = self.query(EventQuerySerializer)
        rows = Event.objects.visible_to(self.actor).select_related("store")
        if "store" in query:
            rows = rows.filter(store=self.store())
        if "code" in query:
            rows = rows.filter(code=query["code"])
        if "cursor" in query:
            rows = rows.filter(pk__lt=query["cursor"])
        limit = query["limit"]
        found = list(rows.order_by("-pk")[query["offset"] : query["offset"] + limit + 1])
        following = str(found[limit - 1].pk) if len(found) > limit else ""
        told = events_told(actor=self.actor, events=found[:limit])
        return Response({"entries": EventSerializer(told, many=True).data, "next": following})


class StoresView(MemoryView):
    """The stores the caller may use."""

    @extend_schema(tags=["memory"], responses=StoreSerializer(many=True))
    def get(self, request: Request) -> Response:
        return Response(StoreSerializer(self.stores(), many=True).data)


class StatsView(MemoryView):
    """Counts per kind and status, refusals by code, backlog, embedding coverage."""

    @extend_schema(tags=["memory"], responses=StatsSerializer)
    def get(self, request: Request) -> Response:
        named = self.store() if request.query_params.get("store") else None
        return Response(statistics.counts(actor=self.actor, store=named))


class EmbeddingStatusView(MemoryView):
    """How many records of each kind have a vector, wait for one, or failed."""

    @extend_schema(tags=["memory"], responses=EmbeddingStatusSerializer)
    def get(self, request: Request) -> Response:
        named = self.store() if request.query_params.get("store") else None
        return Response(statistics.embedding_status(actor=self.actor, store=named))


class SettingsView(MemoryView):
    """The owner's settings; change some of them."""

    @extend_schema(tags=["memory"], responses=SettingsSerializer)
    def get(self, request: Request) -> Response:
        self.actor.require(Permission.ADMIN)
        return Response(settings_all())

    @extend_schema(tags=["memory"], request=SettingsSerializer, responses=SettingsSerializer)
    @idempotent
    def put(self, request: Request) -> Response:
        if not isinstance(request.data, dict):
            raise serializers.ValidationError({"non_field_errors": ["Send an object of names and values."]})
        settings_change(actor=self.actor, values=dict(request.data))
        return Response(settings_all())


def _stretch_data(then: Then) -> dict[str, Any]:
    record = then.record
    return {
        "revision": record.revision,
        "known_from": then.known_from,
        "known_until": then.known_until,
        "valid_from": record.valid_from,
        "valid_until": record.valid_until,
        "source": record.source,
        "content": record.content.snapshot(),
    }
