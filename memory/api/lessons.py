"""Lessons over HTTP."""

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from channels_bridge.actors import Permission
from channels_bridge.api.idempotency import idempotent
from kirocrew.base.problems import NotFound
from kirocrew.base.text import clean
from memory.api.answers import answer
from memory.api.base import MemoryView, page
from memory.api.drafts import lesson_draft
from memory.api.moments import PastListQuerySerializer, TimedRecordPageSerializer, moment_of, page_data
from memory.api.serializers import (
    LessonWriteSerializer,
    OutcomeSerializer,
    RecordSerializer,
)
from memory.gate.checks import RULE_LIMIT
from memory.models import Kind, Record
from memory.services.lesson_rules import repo_scope_of
from memory.services.lessons import lessons_write
from memory.services.records import record_forget
from memory.services.timeline import Wanted, records_at

EXAMPLE = OpenApiExample(
    "A lesson",
    value={"rule": "Run the tests before pushing", "negative": "push first and look later", "category": "tool"},
    request_only=True,
)


class LessonSelectSerializer(serializers.Serializer[object]):
    """The lesson that is meant, by its key, or by its rule and the path it is bound to."""

    key = serializers.CharField(max_length=100, required=False)
    rule = serializers.CharField(max_length=RULE_LIMIT, required=False, help_text="The whole rule as it is stored")
    repo_scope = serializers.CharField(max_length=200, required=False, help_text="Of the rule; none when left out")
    store = serializers.CharField(max_length=60, required=False)

    def validate(self, attrs: dict[str, str]) -> dict[str, str]:
        if ("key" in attrs) == ("rule" in attrs):
            raise serializers.ValidationError("Name the lesson by its 'key' or by its 'rule', one of the two.")
        if "repo_scope" in attrs and "rule" not in attrs:
            raise serializers.ValidationError("'repo_scope' belongs to a 'rule'; a key names one lesson by itself.")
        return attrs


class LessonsView(MemoryView):
    """Active lessons, newest first; write one, forget one by its key or its rule."""

    @extend_schema(
        operation_id="list_lessons",
        tags=["lessons"],
        parameters=[PastListQuerySerializer],
        responses=TimedRecordPageSerializer,
    )
    def get(self, request: Request) -> Response:
        self.actor.require(Permission.MEMORY_READ)
        query = self.query(PastListQuerySerializer)
        if moment := moment_of(query):
            found = records_at(
                actor=self.actor,
                stores=[self.store()],
                moment=moment,
                wanted=Wanted(kind=Kind.LESSON, rule=query.get("q", "").strip()),
                limit=query["limit"],
                offset=query["offset"],
                below=query.get("cursor"),
            )
            return Response(page_data(found, moment))
        rows = Record.objects.visible_to(self.actor).live().with_content().filter(store=self.store(), kind=Kind.LESSON)
        if text := query.get("q", "").strip():
            rows = rows.filter(lesson__rule__icontains=text)
        entries, following = page(rows, limit=query["limit"], offset=query["offset"], cursor=query.get("cursor"))
        return Response({"entries": RecordSerializer(entries, many=True).data, "next": following})

    @extend_schema(tags=["lessons"], request=LessonWriteSerializer, responses=OutcomeSerializer, examples=[EXAMPLE])
    @idempotent
    def post(self, request: Request) -> Response:
        draft = lesson_draft(self.body(LessonWriteSerializer))
        return answer(lessons_write(actor=self.actor, store=self.store(), drafts=[draft])[0])

    @extend_schema(tags=["lessons"], parameters=[LessonSelectSerializer], request=None, responses=OutcomeSerializer)
    @idempotent
    def delete(self, request: Request) -> Response:
        wanted = self.query(LessonSelectSerializer)
        rows = Record.objects.visible_to(self.actor).live().filter(store=self.store(), kind=Kind.LESSON)
        if "key" in wanted:
            rows = rows.filter(key=wanted["key"])
        else:
            rule = " ".join(clean(wanted["rule"]).split())
            bound_to, _ = repo_scope_of(clean(wanted.get("repo_scope", "")))
            rows = rows.filter(lesson__rule=rule, lesson__repo_scope=bound_to)
        record = rows.first()
        if record is None:
            raise NotFound("There is no active lesson of this key or rule.", type="unknown-record")
        return answer(record_forget(actor=self.actor, uid=record.uid))
