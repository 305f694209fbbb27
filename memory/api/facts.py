"""Facts over HTTP."""

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from channels_bridge.actors import Permission
from channels_bridge.api.idempotency import idempotent
from kirocrew.base.problems import PreconditionFailed
from memory.api.answers import answer
from memory.api.base import MemoryView, expected_revision, page
from memory.api.drafts import fact_draft
from memory.api.moments import (
    OneQuerySerializer,
    PastListQuerySerializer,
    TimedRecordPageSerializer,
    TimedRecordSerializer,
    moment_of,
    page_data,
    then_data,
)
from memory.api.serializers import (
    FactWriteSerializer,
    OutcomeSerializer,
    RecordSerializer,
)
from memory.models import Kind, Record
from memory.services.facts import facts_write
from memory.services.moments import Moment
from memory.services.records import fact_by_key, record_forget
from memory.services.timeline import PastPage, Wanted, fact_at, records_at

EXAMPLE = OpenApiExample("A fact", value={"key": "user.home_city", "value": "Lisbon"}, request_only=True)


class FactsView(MemoryView):
    """Active facts, newest first; write one."""

    @extend_schema(
        operation_id="list_facts",
        tags=["facts"],
        parameters=[PastListQuerySerializer],
        responses=TimedRecordPageSerializer,
    )
    def get(self, request: Request) -> Response:
        self.actor.require(Permission.MEMORY_READ)
        query = self.query(PastListQuerySerializer)
        if moment := moment_of(query):
            return Response(page_data(_facts_then(self, query, moment), moment))
        rows = Record.objects.visible_to(self.actor).live().with_content().filter(store=self.store(), kind=Kind.FACT)
        if text := query.get("q", "").strip():
            rows = rows.filter(key__contains=text)
        entries, following = page(rows, limit=query["limit"], offset=query["offset"], cursor=query.get("cursor"))
        return Response({"entries": RecordSerializer(entries, many=True).data, "next": following})

    @extend_schema(tags=["facts"], request=FactWriteSerializer, responses=OutcomeSerializer, examples=[EXAMPLE])
    @idempotent
    def put(self, request: Request) -> Response:
        draft = fact_draft(self.body(FactWriteSerializer), expected_revision=expected_revision(request))
        return answer(facts_write(actor=self.actor, store=self.store(), drafts=[draft])[0])


class FactView(MemoryView):
    """One fact by its key."""

    @extend_schema(tags=["facts"], parameters=[OneQuerySerializer], responses=TimedRecordSerializer)
    def get(self, request: Request, key: str) -> Response:
        if moment := moment_of(self.query(OneQuerySerializer)):
            then = fact_at(actor=self.actor, store=self.store(), key=key, moment=moment)
            return Response(then_data(then, moment))
        record = fact_by_key(actor=self.actor, store=self.store(), key=key)
        return Response(RecordSerializer(record).data, headers={"ETag": f'"{record.revision}"'})

    @extend_schema(tags=["facts"], request=None, responses=OutcomeSerializer)
    @idempotent
    def delete(self, request: Request, key: str) -> Response:
        record = fact_by_key(actor=self.actor, store=self.store(), key=key, any_time=True)
        expected = expected_revision(request)
        if expected is not None and expected != record.revision:
            raise PreconditionFailed(
                f"The fact is at revision {record.revision}. Read it again and repeat the request.",
                type="stale-revision",
            )
        return answer(record_forget(actor=self.actor, uid=record.uid, expected_revision=record.revision))


def _facts_then(view: MemoryView, query: dict[str, Any], moment: Moment) -> PastPage:
    return records_at(
        actor=view.actor,
        stores=[view.store()],
        moment=moment,
        wanted=Wanted(kind=Kind.FACT, key=query.get("q", "").strip()),
        limit=query["limit"],
        offset=query["offset"],
        below=query.get("cursor"),
    )
