"""What was learned from conversations, over HTTP: ask for it, see each reading and what it came to, take it back."""

from typing import Any, Final
from uuid import UUID

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from memory.api.base import MemoryView
from memory.api.fields import StrictSerializer, TextField
from memory.api.serializers import ReasonSerializer
from memory.models import ConsolidationPass, PassPath, PassState
from memory.services.consolidation import (
    backlog_of,
    consolidation_request,
    pass_get,
    pass_retry,
    pass_undo,
    passes_visible_to,
)
from memory.services.conversations import conversation_get

PAGE_MOST: Final = 100


class ConsolidateSerializer(StrictSerializer):
    """What to read for: both paths when left out."""

    path = serializers.ChoiceField(PassPath.choices, required=False)


class AskedSerializer(serializers.Serializer[Any]):
    """The jobs that read what is new; none when nothing is, and then the last reading of each path."""

    jobs = serializers.ListField(child=serializers.UUIDField())
    last = serializers.ListField(child=serializers.UUIDField())


class ItemSerializer(serializers.Serializer[Any]):
    """What one item came to; never its words."""

    kind = serializers.CharField()
    by = serializers.CharField(help_text="`rules` or `model`")
    status = serializers.CharField()
    code = serializers.CharField(help_text="A refusal code, or why it was written, waits or came to nothing")
    key = serializers.CharField(required=False)
    turn = serializers.IntegerField(required=False, help_text="Position of the turn it rests on")
    record = serializers.UUIDField(required=False)
    revision = serializers.IntegerField(required=False, allow_null=True)
    entry = serializers.IntegerField(required=False, help_text="Journal entry, by which it is undone")
    proposal = serializers.IntegerField(required=False)


class CountsSerializer(serializers.Serializer[Any]):
    """How many items came to what."""

    statuses = serializers.DictField(child=serializers.IntegerField(), required=False)
    codes = serializers.DictField(child=serializers.IntegerField(), required=False)


class LeftSerializer(serializers.Serializer[Any]):
    """A record that an undo left, and why."""

    record = serializers.UUIDField()
    kind = serializers.CharField()
    key = serializers.CharField(allow_blank=True)
    why = serializers.CharField()


class PassSerializer(serializers.ModelSerializer[ConsolidationPass]):
    """One reading of a conversation, without its items."""

    conversation = serializers.CharField(source="conversation.key", read_only=True)
    conversation_uid = serializers.UUIDField(source="conversation.uid", read_only=True)
    store = serializers.CharField(source="store.slug", read_only=True)
    counts = CountsSerializer(read_only=True)

    class Meta:
        model = ConsolidationPass
        fields = (
            "uid",
            "conversation",
            "conversation_uid",
            "store",
            "path",
            "state",
            "first",
            "last",
            "turns_read",
            "turns_hash",
            "reason",
            "attempts",
            "retry_at",
            "model",
            "prompt_tokens",
            "answer_tokens",
            "seconds",
            "cost",
            "counts",
            "churn",
            "created_at",
            "finished_at",
            "set_aside_at",
            "undone_at",
            "undone_by",
        )


class PassDetailSerializer(PassSerializer):
    """One reading of a conversation with what became of each item."""

    items = ItemSerializer(many=True, read_only=True)
    history_entry = serializers.UUIDField(read_only=True, allow_null=True)
    left = LeftSerializer(many=True, read_only=True)

    class Meta(PassSerializer.Meta):
        fields = (*PassSerializer.Meta.fields, "items", "history_entry", "left")  # type: ignore[assignment]


class UnreadSerializer(serializers.Serializer[Any]):
    """What a path has not read yet."""

    path = serializers.CharField()
    conversations = serializers.IntegerField()
    turns = serializers.IntegerField()
    has_model = serializers.BooleanField(help_text="Whether a language model is there; history needs one")
    failing = serializers.IntegerField(help_text="Readings that are tried again")
    set_aside = serializers.IntegerField(help_text="Readings that were given up")


class PassPageSerializer(serializers.Serializer[Any]):
    """A page of readings, newest first, and what waits to be read."""

    entries = PassSerializer(many=True)
    next = serializers.CharField(allow_blank=True, help_text="`cursor` of the next page, empty at the end")
    backlog = UnreadSerializer(many=True)


class PassQuerySerializer(StrictSerializer):
    """Which readings are listed."""

    store = TextField(max_length=60, required=False)
    conversation = TextField(max_length=1000, required=False, help_text="Its key or uid")
    path = serializers.ChoiceField(PassPath.choices, required=False)
    state = serializers.ChoiceField(PassState.choices, required=False)
    limit = serializers.IntegerField(min_value=1, max_value=PAGE_MOST, default=50)
    cursor = serializers.IntegerField(min_value=1, required=False)


class ConsolidateView(MemoryView):
    """Read what is new in a conversation now."""

    @extend_schema(
        tags=["conversations"],
        request=ConsolidateSerializer,
        responses={200: AskedSerializer, 202: OpenApiResponse(AskedSerializer, description="Jobs were asked for")},
    )
    def post(self, request: Request, key: str) -> Response:
        wanted = self.body(ConsolidateSerializer)
        conversation = conversation_get(actor=self.actor, name=key)
        paths = [PassPath(wanted["path"])] if "path" in wanted else []
        jobs = consolidation_request(actor=self.actor, conversation=conversation, paths=paths)
        last: list[UUID] = []
        for path in [] if jobs else paths or list(PassPath):
            mine = passes_visible_to(self.actor).filter(conversation=conversation, path=path)
            last += mine.values_list("uid", flat=True)[:1]
        data = AskedSerializer({"jobs": [job.uid for job in jobs], "last": last}).data
        return Response(data, status=status.HTTP_202_ACCEPTED if jobs else status.HTTP_200_OK)


class ConsolidationsView(MemoryView):
    """Readings of conversations, newest first."""

    @extend_schema(
        tags=["conversations"],
        parameters=[PassQuerySerializer],
        responses=PassPageSerializer,
        operation_id="list_consolidations",
    )
    def get(self, request: Request) -> Response:
        wanted = self.query(PassQuerySerializer)
        rows = passes_visible_to(self.actor)
        store = self.store() if "store" in wanted else None
        if store is not None:
            rows = rows.filter(store=store)
        if "conversation" in wanted:
            rows = rows.filter(conversation=conversation_get(actor=self.actor, name=wanted["conversation"]))
        rows = rows.filter(**{name: wanted[name] for name in ("path", "state") if name in wanted})
        if "cursor" in wanted:
            rows = rows.filter(pk__lt=wanted["cursor"])
        found = list(rows[: wanted["limit"] + 1])
        more = str(found[wanted["limit"] - 1].pk) if len(found) > wanted["limit"] else ""
        backlog = backlog_of(actor=self.actor, store=store)
        page = {"entries": found[: wanted["limit"]], "next": more, "backlog": backlog}
        return Response(PassPageSerializer(page).data)


class ConsolidationView(MemoryView):
    """One reading with what became of each item."""

    @extend_schema(tags=["conversations"], responses=PassDetailSerializer, operation_id="get_consolidation")
    def get(self, request: Request, uid: UUID) -> Response:
        return Response(PassDetailSerializer(pass_get(actor=self.actor, uid=uid)).data)


class ConsolidationUndoView(MemoryView):
    """Take back all that one reading wrote. Once more answers with the same."""

    @extend_schema(tags=["conversations"], request=ReasonSerializer, responses=PassDetailSerializer)
    def post(self, request: Request, uid: UUID) -> Response:
        reason = self.body(ReasonSerializer).get("reason", "")
        return Response(PassDetailSerializer(pass_undo(actor=self.actor, uid=uid, reason=reason)).data)


class ConsolidationRetryView(MemoryView):
    """Read a span again that failed or was set aside."""

    @extend_schema(tags=["conversations"], request=None, responses={202: AskedSerializer})
    def post(self, request: Request, uid: UUID) -> Response:
        job = pass_retry(actor=self.actor, uid=uid)
        return Response(AskedSerializer({"jobs": [job.uid], "last": []}).data, status=status.HTTP_202_ACCEPTED)
