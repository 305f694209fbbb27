"""Documents and the history of days over HTTP."""

from typing import Any, Final
from uuid import UUID

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from channels_bridge.api.idempotency import idempotent
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, NotFound
from memory.api.answers import answer, refusal_problem
from memory.api.base import MemoryView, expected_revision
from memory.api.fields import StrictSerializer, TextField
from memory.api.serializers import OutcomeSerializer, ReasonSerializer
from memory.gate.checks import DOCUMENT_MAX, ENTRY_MAX
from memory.gate.outcomes import Outcome, OutcomeStatus, Refusal, RefusalCode
from memory.models import DocumentContradiction, DocumentKind
from memory.models.documents import KINDS as STORED_KINDS
from memory.models.documents import PROJECT_LIMIT
from memory.recall.document_index import HISTORY
from memory.services.document_contradictions import (
    KEEP,
    document_contradiction_decide,
    document_contradictions,
)
from memory.services.document_gate import EVENT_KIND
from memory.services.document_search import KINDS, MOST, documents_search
from memory.services.documents import (
    REVISIONS_PAGE,
    document_get,
    document_restore,
    document_revisions,
    document_write,
    documents_visible_to,
)
from memory.services.history import (
    Citation,
    history_append,
    history_days,
    history_of_day,
    history_remove,
    owner_day,
)
from memory.services.history_context import HISTORY_CAP, history_context

CONTRADICTIONS_SHOWN: Final = 100
IF_MATCH: Final = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, description='The ETag of the document you read, such as "3"'
)


class DocumentsQuerySerializer(StrictSerializer):
    """Which documents."""

    store = serializers.CharField(max_length=60, required=False)


class DocumentQuerySerializer(DocumentsQuerySerializer):
    """Which document."""

    project = TextField(max_length=PROJECT_LIMIT, required=False, default="", allow_blank=True)


class DocumentEntrySerializer(serializers.Serializer[Any]):
    """A document without its text."""

    id = serializers.UUIDField(source="uid")
    kind = serializers.ChoiceField(STORED_KINDS)
    store = serializers.CharField(source="store.slug")
    project = serializers.CharField(allow_blank=True)
    path = serializers.CharField(allow_blank=True, help_text="Of a file in the memory directory, empty else")
    revision = serializers.IntegerField()
    source = serializers.CharField()  # type: ignore[assignment]
    updated_at = serializers.DateTimeField()


class DocumentSerializer(DocumentEntrySerializer):
    """A document."""

    content = serializers.CharField(source="text", allow_blank=True)


class DocumentListSerializer(serializers.Serializer[Any]):
    """The documents of the store."""

    entries = DocumentEntrySerializer(many=True)


class DocumentWriteSerializer(StrictSerializer):
    """The whole text, on the revision it was made from; the header If-Match says the same as `revision`."""

    content = TextField(max_length=2 * DOCUMENT_MAX, allow_blank=True, trim_whitespace=False)
    store = serializers.CharField(max_length=60, required=False)
    project = TextField(max_length=PROJECT_LIMIT, required=False, default="", allow_blank=True)
    revision = serializers.IntegerField(min_value=0, max_value=2**31 - 1, required=False)
    reason = TextField(max_length=500, required=False, default="", allow_blank=True)
    source = serializers.CharField(max_length=200, required=False)  # type: ignore[assignment]


class DocumentRevisionSerializer(serializers.Serializer[Any]):
    """One text a document had, and the one before it."""

    number = serializers.IntegerField(source="revision.number")
    base_revision = serializers.IntegerField(source="revision.base_revision")
    operation = serializers.CharField(source="revision.operation")
    by = serializers.CharField(source="revision.source")
    reason = serializers.CharField(source="revision.reason", allow_blank=True)
    recorded_at = serializers.DateTimeField(source="revision.recorded_at")
    hash = serializers.CharField(source="revision.hash")
    before = serializers.CharField(allow_blank=True)
    after = serializers.CharField(source="revision.text", allow_blank=True)


class DocumentRevisionsSerializer(serializers.Serializer[Any]):
    """Revisions, newest first; ask again with `before` = `next` until it is null."""

    entries = DocumentRevisionSerializer(many=True)
    next = serializers.IntegerField(allow_null=True)


class DocumentRevisionsQuerySerializer(DocumentQuerySerializer):
    """Which part of the revisions."""

    before = serializers.IntegerField(min_value=1, max_value=2**31 - 1, required=False)
    limit = serializers.IntegerField(min_value=1, max_value=100, default=REVISIONS_PAGE)


class DocumentRestoreSerializer(ReasonSerializer):
    """The revision whose text comes back, on the revision that is there now."""

    number = serializers.IntegerField(min_value=1, max_value=2**31 - 1)
    revision = serializers.IntegerField(min_value=1, max_value=2**31 - 1, required=False)


class DocumentSearchQuerySerializer(StrictSerializer):
    """A question about documents and history."""

    q = TextField(max_length=2000)
    store = serializers.CharField(max_length=60, required=False)
    kinds = serializers.ListField(child=serializers.ChoiceField(KINDS), required=False)
    project = TextField(max_length=PROJECT_LIMIT, required=False)
    limit = serializers.IntegerField(min_value=1, max_value=MOST, default=10)


class DocumentHitSerializer(serializers.Serializer[Any]):
    """A document or an entry that was found."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(KINDS)
    store = serializers.CharField()
    project = serializers.CharField(allow_blank=True)
    snippet = serializers.CharField()
    score = serializers.FloatField()
    source = serializers.CharField()  # type: ignore[assignment]
    revision = serializers.IntegerField(allow_null=True)
    line = serializers.IntegerField(allow_null=True, help_text="Where the snippet begins in a document")
    day = serializers.DateField(allow_null=True)
    conversation = serializers.CharField(allow_blank=True)
    path = serializers.CharField(allow_blank=True, help_text="Of a file")


class DocumentHitsSerializer(serializers.Serializer[Any]):
    """What was found, best first."""

    hits = DocumentHitSerializer(many=True)


class DocumentContradictionSerializer(serializers.Serializer[Any]):
    """A line of a document, and the fact that says another value."""

    id = serializers.IntegerField(source="pk")
    document = serializers.UUIDField(source="document.uid")
    kind = serializers.ChoiceField(DocumentKind.choices, source="document.kind")
    line = serializers.CharField()
    fact = serializers.UUIDField(source="fact.uid")
    key = serializers.CharField(source="fact.key")
    value = serializers.JSONField(source="fact.fact.value", allow_null=True)
    found_at = serializers.DateTimeField()
    verdict = serializers.ChoiceField(DocumentContradiction.Verdict.choices)


class DocumentContradictionListSerializer(serializers.Serializer[Any]):
    """The newest hundred that are open."""

    entries = DocumentContradictionSerializer(many=True)


class DocumentContradictionDecisionSerializer(ReasonSerializer):
    """Keep the fact: its value is put into the line. Keep the document: its value is proposed for the fact."""

    keep = serializers.ChoiceField(KEEP)


class HistoryDaysQuerySerializer(DocumentsQuerySerializer):
    """A day, or all days."""

    day = serializers.DateField(required=False)


class HistoryEntrySerializer(serializers.Serializer[Any]):
    """One entry of a day."""

    id = serializers.UUIDField(source="uid")
    day = serializers.DateField()
    at = serializers.DateTimeField()
    zone = serializers.CharField()
    project = serializers.CharField(allow_blank=True)
    content = serializers.CharField(source="text")
    conversation = serializers.CharField(allow_blank=True)
    citations = serializers.ListField(child=serializers.DictField())
    source = serializers.CharField()  # type: ignore[assignment]
    source_ref = serializers.CharField(allow_blank=True)


class HistoryDaySerializer(serializers.Serializer[Any]):
    """A day that has entries."""

    day = serializers.DateField()
    entries = serializers.IntegerField()


class HistoryDaysSerializer(serializers.Serializer[Any]):
    """The days that have entries, newest first, and the entries of the day that was named."""

    days = HistoryDaySerializer(many=True)
    entries = HistoryEntrySerializer(many=True)


class CitationSerializer(StrictSerializer):
    """A turn by its position, or a record."""

    position = serializers.IntegerField(min_value=0, max_value=2**31 - 1, required=False, allow_null=True)
    conversation = TextField(max_length=200, required=False, default="", allow_blank=True)
    record = serializers.UUIDField(required=False, allow_null=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if (attrs.get("position") is None) == (attrs.get("record") is None):
            raise serializers.ValidationError("Name a turn by its 'position' or a 'record', one of the two.")
        return attrs


class HistoryAppendSerializer(StrictSerializer):
    """An entry for the day of `at`, now when it is left out."""

    content = TextField(max_length=2 * ENTRY_MAX)
    at = serializers.DateTimeField(required=False)
    store = serializers.CharField(max_length=60, required=False)
    project = TextField(max_length=PROJECT_LIMIT, required=False, default="", allow_blank=True)
    conversation = TextField(max_length=200, required=False, default="", allow_blank=True)
    citations = CitationSerializer(many=True, required=False, default=())
    source_ref = TextField(max_length=1024, required=False, default="", allow_blank=True)
    source = serializers.CharField(max_length=200, required=False)  # type: ignore[assignment]


class HistoryContextQuerySerializer(StrictSerializer):
    """Up to which day, in how many characters."""

    today = serializers.DateField(required=False, help_text="A day of the owner's calendar; today when left out")
    project = TextField(max_length=PROJECT_LIMIT, required=False)
    limit = serializers.IntegerField(min_value=0, max_value=200_000, default=HISTORY_CAP)
    store = serializers.CharField(max_length=60, required=False)


class HistoryContextSerializer(serializers.Serializer[Any]):
    """The block for a prompt: whole items only, fenced as data."""

    text = serializers.CharField(allow_blank=True)
    chars = serializers.IntegerField()
    days = serializers.IntegerField()
    entries = serializers.IntegerField()
    left_out = serializers.IntegerField()
    ids = serializers.ListField(child=serializers.CharField())


WRITE: Final = OpenApiExample(
    "Preferences", value={"content": "# Preferences\n\n- Editor: Vim", "revision": 3}, request_only=True
)
APPEND: Final = OpenApiExample(
    "An entry",
    value={"content": "Ada moved the release to Friday.", "conversation": "c-1", "citations": [{"position": 4}]},
    request_only=True,
)


def known_kind(kind: str) -> None:
    """Raise NotFound for a document of no kind there is."""
    if kind not in DocumentKind.values:
        raise NotFound(f"There are {' and '.join(DocumentKind.values)}.", type="unknown-document")


def document_answer(outcome: Outcome, *, by_header: bool) -> Response:
    """As every outcome; a stale revision is 409 where the body named it, 412 where If-Match did."""
    refusal = outcome.refusal
    if refusal is not None and refusal.code is RefusalCode.STALE and not by_header:
        raise Conflict(
            refusal.message,
            type="stale-revision",
            extra={"code": refusal.code.value, "revision": outcome.revision or 0},
        )
    return answer(outcome)


class DocumentsView(MemoryView):
    """The documents of a store, without their texts."""

    @extend_schema(
        operation_id="list_documents",
        tags=["documents"],
        parameters=[DocumentsQuerySerializer],
        responses=DocumentListSerializer,
    )
    def get(self, request: Request) -> Response:
        self.query(DocumentsQuerySerializer)
        rows = documents_visible_to(self.actor).filter(store__in=self.stores())
        return Response({"entries": DocumentEntrySerializer(rows, many=True).data})


class DocumentView(MemoryView):
    """One document: read it, write it whole."""

    @extend_schema(tags=["documents"], parameters=[DocumentQuerySerializer], responses=DocumentSerializer)
    def get(self, request: Request, kind: str) -> Response:
        known_kind(kind)
        query = self.query(DocumentQuerySerializer)
        document = document_get(actor=self.actor, store=self.store(), kind=kind, project=query["project"])
        return Response(DocumentSerializer(document).data, headers={"ETag": f'"{document.revision}"'})

    @extend_schema(
        tags=["documents"],
        parameters=[IF_MATCH],
        request=DocumentWriteSerializer,
        responses=OutcomeSerializer,
        examples=[WRITE],
    )
    @idempotent
    def put(self, request: Request, kind: str) -> Response:
        known_kind(kind)
        values = self.body(DocumentWriteSerializer)
        named = expected_revision(request)
        outcome = document_write(
            actor=self.actor,
            store=self.store(),
            kind=kind,
            text=values["content"],
            project=values["project"],
            base_revision=values.get("revision") if named is None else named,
            reason=values["reason"],
        )
        return document_answer(outcome, by_header=named is not None)


class DocumentRevisionsView(MemoryView):
    """Every text a document had, newest first."""

    @extend_schema(
        tags=["documents"], parameters=[DocumentRevisionsQuerySerializer], responses=DocumentRevisionsSerializer
    )
    def get(self, request: Request, kind: str) -> Response:
        query = self.query(DocumentRevisionsQuerySerializer)
        document = document_get(actor=self.actor, store=self.store(), kind=kind, project=query["project"])
        found = document_revisions(document=document, before=query.get("before"), limit=query["limit"])
        last = found[-1].revision.number if found else 1
        following = last if last > 1 else None
        return Response({"entries": DocumentRevisionSerializer(found, many=True).data, "next": following})


class DocumentRestoreView(MemoryView):
    """Write the text of an earlier revision again."""

    @extend_schema(
        tags=["documents"], parameters=[IF_MATCH], request=DocumentRestoreSerializer, responses=OutcomeSerializer
    )
    @idempotent
    def post(self, request: Request, uid: UUID) -> Response:
        values = self.body(DocumentRestoreSerializer)
        named = expected_revision(request)
        outcome = document_restore(
            actor=self.actor,
            uid=uid,
            number=values["number"],
            base_revision=(values.get("revision") if named is None else named) or 0,
            reason=values.get("reason", ""),
        )
        return document_answer(outcome, by_header=named is not None)


class DocumentSearchView(MemoryView):
    """Search documents and history by their words, in any script."""

    @extend_schema(tags=["documents"], parameters=[DocumentSearchQuerySerializer], responses=DocumentHitsSerializer)
    def get(self, request: Request) -> Response:
        query = self.query(DocumentSearchQuerySerializer)
        hits = documents_search(
            actor=self.actor,
            query=query["q"],
            stores=self.stores(),
            kinds=query.get("kinds") or KINDS,
            project=query.get("project"),
            limit=query["limit"],
        )
        return Response({"hits": DocumentHitSerializer(hits, many=True).data})


class DocumentContradictionsView(MemoryView):
    """Lines of documents that a live fact contradicts, newest first; a job looks for them once a day."""

    @extend_schema(tags=["documents"], responses=DocumentContradictionListSerializer)
    def get(self, request: Request) -> Response:
        rows = document_contradictions(actor=self.actor)[:CONTRADICTIONS_SHOWN]
        return Response({"entries": DocumentContradictionSerializer(rows, many=True).data})


class DocumentContradictionDecideView(MemoryView):
    """Keep the fact, the document, or both. Owner only."""

    @extend_schema(
        tags=["documents"], request=DocumentContradictionDecisionSerializer, responses=DocumentContradictionSerializer
    )
    @idempotent
    def post(self, request: Request, number: int) -> Response:
        values = self.body(DocumentContradictionDecisionSerializer)
        row = document_contradiction_decide(
            actor=self.actor, number=number, keep=values["keep"], reason=values.get("reason", "")
        )
        return Response(DocumentContradictionSerializer(row).data)


class HistoryView(MemoryView):
    """The history: its days and the entries of one; append an entry."""

    @extend_schema(
        operation_id="read_history",
        tags=["documents"],
        parameters=[HistoryDaysQuerySerializer],
        responses=HistoryDaysSerializer,
    )
    def get(self, request: Request) -> Response:
        query, store = self.query(HistoryDaysQuerySerializer), self.store()
        days = history_days(actor=self.actor, store=store)
        entries = history_of_day(actor=self.actor, store=store, day=query["day"]) if "day" in query else []
        data = {"days": days, "entries": entries}
        return Response(HistoryDaysSerializer(data).data)

    @extend_schema(tags=["documents"], request=HistoryAppendSerializer, responses=OutcomeSerializer, examples=[APPEND])
    @idempotent
    def post(self, request: Request) -> Response:
        values = self.body(HistoryAppendSerializer)
        entry = history_append(
            actor=self.actor,
            store=self.store(),
            entry=values["content"],
            at=values.get("at") or now(),
            conversation=values["conversation"],
            source_ref=values["source_ref"],
            project=values["project"],
            citations=[Citation(**citation) for citation in values["citations"]],
        )
        if isinstance(entry, Refusal):
            raise refusal_problem(entry, Outcome(OutcomeStatus.REFUSED, EVENT_KIND, key=HISTORY, refusal=entry))
        return answer(Outcome(OutcomeStatus.WRITTEN, EVENT_KIND, key=HISTORY, uid=entry.uid))


class HistoryEntryView(MemoryView):
    """One entry; the owner removes it."""

    @extend_schema(tags=["documents"], request=ReasonSerializer, responses=OutcomeSerializer)
    @idempotent
    def delete(self, request: Request, uid: UUID) -> Response:
        values = self.body(ReasonSerializer)
        history_remove(actor=self.actor, uid=uid, reason=values.get("reason", ""))
        return answer(Outcome(OutcomeStatus.WRITTEN, EVENT_KIND, key=HISTORY, uid=uid, reason="removed"))


class HistoryContextView(MemoryView):
    """The history as an agent is given it: the older a day, the less of it."""

    @extend_schema(tags=["documents"], parameters=[HistoryContextQuerySerializer], responses=HistoryContextSerializer)
    def get(self, request: Request) -> Response:
        query = self.query(HistoryContextQuerySerializer)
        block = history_context(
            actor=self.actor,
            store=self.store(),
            today=query.get("today") or owner_day(now()),
            project=query.get("project"),
            limit=query["limit"],
        )
        return Response(HistoryContextSerializer(block).data)
