"""Conversations and what is said in them, over HTTP."""

from collections.abc import Sequence
from typing import Any, Final

from drf_spectacular.utils import OpenApiExample, PolymorphicProxySerializer, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from channels_bridge.actors import Permission
from channels_bridge.api.idempotency import idempotent
from channels_bridge.api.schema import IDEMPOTENCY_PARAMETER
from channels_bridge.models import Conversation, MemoryMode, Origin, Role
from memory.api.base import MemoryView
from memory.api.fields import JsonValueField, StrictSerializer, TextField
from memory.services.conversation_reading import PAGE_MOST, TURNS_MOST, Wanted, conversations_page, turns_page
from memory.services.conversations import (
    BATCH_LIMIT,
    TurnDraft,
    TurnOutcome,
    TurnStatus,
    conversation_end,
    conversation_get,
    conversation_open,
    turns_judge,
    turns_settle,
)
from memory.services.turns_erasing import turns_erase


class ConversationWriteSerializer(StrictSerializer):
    """A conversation to begin, or to open again under its key."""

    key = TextField(max_length=1000, help_text="Your own name of it, 1 to 200 characters")
    store = TextField(max_length=60, required=False, help_text="Frozen at the start; your own when left out")
    surface = TextField(max_length=1000, required=False, allow_blank=True, help_text="Where it takes place: `cli`")
    channel = TextField(max_length=1000, required=False, allow_blank=True)
    project = TextField(max_length=1000, required=False, allow_blank=True, help_text="Frozen at the start")
    agent = TextField(max_length=1000, required=False, allow_blank=True)
    member = TextField(max_length=1000, required=False, allow_blank=True)
    mode = serializers.ChoiceField(
        MemoryMode.choices,
        required=False,
        help_text="`incognito` reads only, `temporary` does neither; it can be made stricter, never looser",
    )


class TurnWriteSerializer(StrictSerializer):
    """One thing that was said. Text or tool calls are needed."""

    role = serializers.ChoiceField(Role.choices, help_text="`owner` needs the permission `turns:record`")
    text = TextField(required=False, allow_blank=True, help_text="At most 65,536 characters")
    key = TextField(max_length=1000, required=False, allow_blank=True, help_text="Under it the turn is recorded once")
    author = TextField(max_length=1000, required=False, allow_blank=True)
    origin = serializers.ChoiceField(Origin.choices, default=Origin.TYPED, help_text="Where the words come from")
    tool_calls = serializers.ListField(
        child=JsonValueField(), required=False, help_text="At most 50, of 16,384 bytes together"
    )
    said_at = serializers.DateTimeField(required=False, allow_null=True, help_text="Now when left out")


class TurnBatchSerializer(StrictSerializer):
    """1 to 500 turns in the order in which they were said. All are recorded, or none."""

    turns = serializers.ListField(child=TurnWriteSerializer(), min_length=1, max_length=BATCH_LIMIT)


TURNS_BODY: Final = PolymorphicProxySerializer(
    component_name="TurnsWrite", serializers=[TurnWriteSerializer, TurnBatchSerializer], resource_type_field_name=None
)


class ConversationSerializer(serializers.Serializer[Any]):
    """A conversation. `turns` is how many were recorded."""

    uid = serializers.UUIDField()
    key = serializers.CharField()
    store = serializers.CharField(source="binding.store.slug")
    surface = serializers.CharField(allow_blank=True)
    channel = serializers.CharField(allow_blank=True)
    project = serializers.CharField(allow_blank=True)
    agent = serializers.CharField(allow_blank=True)
    member = serializers.CharField(allow_blank=True)
    mode = serializers.ChoiceField(MemoryMode.choices)
    started_by = serializers.CharField()
    turns = serializers.IntegerField(source="next_position")
    created_at = serializers.DateTimeField()
    last_turn_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)


class ConversationPageSerializer(serializers.Serializer[Any]):
    """A page of conversations; ask again with `cursor` = `next` until it is empty."""

    entries = ConversationSerializer(many=True)
    next = serializers.CharField(allow_blank=True)


class SaidSerializer(serializers.Serializer[Any]):
    """A recorded turn. `erased_at` says when its words were taken out."""

    uid = serializers.UUIDField()
    key = serializers.CharField(allow_blank=True)
    position = serializers.IntegerField()
    role = serializers.ChoiceField(Role.choices)
    origin = serializers.ChoiceField(Origin.choices)
    author = serializers.CharField(allow_blank=True)
    text = serializers.CharField(allow_blank=True)
    tool_calls = serializers.ListField(child=JsonValueField())
    is_suspicious = serializers.BooleanField(help_text="The screen found orders to the agent in it")
    said_at = serializers.DateTimeField()
    recorded_at = serializers.DateTimeField()
    recorded_by = serializers.CharField()
    erased_at = serializers.DateTimeField(allow_null=True)


class SaidPageSerializer(serializers.Serializer[Any]):
    """A page of turns in their order; ask again with `cursor` = `next` until it is empty."""

    entries = SaidSerializer(many=True)
    next = serializers.CharField(allow_blank=True)


class TurnOutcomeSerializer(serializers.Serializer[Any]):
    """What became of one turn, without its text."""

    status = serializers.ChoiceField([status.value for status in TurnStatus])
    kept = serializers.BooleanField()
    uid = serializers.UUIDField(allow_null=True)
    key = serializers.CharField(allow_blank=True)
    position = serializers.IntegerField(allow_null=True)
    role = serializers.ChoiceField(Role.choices, allow_null=True)
    origin = serializers.ChoiceField(Origin.choices, allow_null=True)
    is_suspicious = serializers.BooleanField()
    redacted = serializers.ListField(child=serializers.CharField(), help_text="Kinds of credentials taken out")


class TurnsOutcomeSerializer(serializers.Serializer[Any]):
    """One result per turn, in order. `kept` is false where the conversation keeps nothing."""

    kept = serializers.BooleanField()
    mode = serializers.ChoiceField(MemoryMode.choices)
    results = TurnOutcomeSerializer(many=True)


class TurnsEraseSerializer(StrictSerializer):
    """Erase what was said in a conversation."""

    confirm = TextField(max_length=200, help_text="The conversation's key or uid, typed by a person")
    reason = TextField(max_length=2000, required=False, allow_blank=True)


class TurnsErasedSerializer(serializers.Serializer[Any]):
    """How many turns lost their words. The records that rest on them stay and are marked; erase each by itself."""

    turns = serializers.IntegerField()
    resting = serializers.ListField(child=serializers.UUIDField())
    job = serializers.UUIDField(help_text="Goes through the backups in the home")


class ConversationQuerySerializer(StrictSerializer):
    """Which conversations, that with the latest turn first."""

    store = serializers.CharField(max_length=60, required=False)
    surface = TextField(max_length=60, required=False)
    project = TextField(max_length=200, required=False)
    mode = serializers.ChoiceField(MemoryMode.choices, required=False)
    ended = serializers.BooleanField(required=False, allow_null=True, default=None)
    limit = serializers.IntegerField(min_value=1, max_value=PAGE_MOST, default=50)
    cursor = serializers.CharField(max_length=40, required=False)


class TurnQuerySerializer(StrictSerializer):
    """Which part of a conversation: turns after the position `cursor`."""

    limit = serializers.IntegerField(min_value=1, max_value=TURNS_MOST, default=100)
    cursor = serializers.IntegerField(min_value=0, max_value=2**31 - 1, required=False)


BEGIN: Final = OpenApiExample(
    "A conversation", value={"key": "telegram:4711:2026-11-30", "surface": "telegram"}, request_only=True
)
SAID: Final = {"role": "user", "text": "We use pnpm, not npm.", "key": "m-17", "author": "Bob"}
ONE: Final = OpenApiExample("One turn", value=SAID, request_only=True)
MANY: Final = OpenApiExample(
    "Several turns",
    value={"turns": [SAID, {"role": "assistant", "text": "Noted: pnpm.", "key": "m-18"}]},
    request_only=True,
)


class ConversationsView(MemoryView):
    """Conversations, that with the latest turn first; begin one."""

    @extend_schema(
        operation_id="list_conversations",
        tags=["conversations"],
        parameters=[ConversationQuerySerializer],
        responses=ConversationPageSerializer,
    )
    def get(self, request: Request) -> Response:
        query = self.query(ConversationQuerySerializer)
        wanted = Wanted(
            store=self.store() if query.get("store") else None,
            surface=query.get("surface", ""),
            project=query.get("project", ""),
            mode=MemoryMode(query["mode"]) if query.get("mode") else None,
            has_ended=query["ended"],
        )
        found, following = conversations_page(
            actor=self.actor, wanted=wanted, limit=query["limit"], cursor=query.get("cursor", "")
        )
        return Response({"entries": ConversationSerializer(found, many=True).data, "next": following})

    @extend_schema(
        tags=["conversations"],
        request=ConversationWriteSerializer,
        responses=ConversationSerializer,
        examples=[BEGIN],
    )
    @idempotent
    def post(self, request: Request) -> Response:
        values = self.body(ConversationWriteSerializer)
        names = ("surface", "channel", "project", "agent", "member")
        conversation = conversation_open(
            actor=self.actor,
            key=values["key"],
            store=self.store() if values.get("store") or request.query_params.get("store") else None,
            mode=MemoryMode(values["mode"]) if values.get("mode") else None,
            **{name: values.get(name, "") for name in names},
        )
        return Response(ConversationSerializer(conversation).data)


class ConversationView(MemoryView):
    """One conversation, by its key or uid."""

    @extend_schema(tags=["conversations"], responses=ConversationSerializer)
    def get(self, request: Request, key: str) -> Response:
        self.actor.require(Permission.MEMORY_READ)
        return Response(ConversationSerializer(conversation_get(actor=self.actor, name=key)).data)


class TurnsView(MemoryView):
    """What was said in a conversation, in order; record a turn, or several at once."""

    @extend_schema(
        operation_id="list_turns",
        tags=["conversations"],
        parameters=[TurnQuerySerializer],
        responses=SaidPageSerializer,
    )
    def get(self, request: Request, key: str) -> Response:
        query = self.query(TurnQuerySerializer)
        conversation = conversation_get(actor=self.actor, name=key)
        found, following = turns_page(
            actor=self.actor, conversation=conversation, limit=query["limit"], after=query.get("cursor")
        )
        return Response({"entries": SaidSerializer(found, many=True).data, "next": following})

    @extend_schema(
        tags=["conversations"],
        request=TURNS_BODY,
        responses=TurnsOutcomeSerializer,
        parameters=[IDEMPOTENCY_PARAMETER],
        examples=[ONE, MANY],
    )
    def post(self, request: Request, key: str) -> Response:
        is_batch = isinstance(request.data, dict) and "turns" in request.data
        turns = self.body(TurnBatchSerializer)["turns"] if is_batch else [self.body(TurnWriteSerializer)]
        conversation = conversation_get(actor=self.actor, name=key)
        # Judged before the lock is taken, and where nothing is kept not even the request is remembered.
        judged = turns_judge(actor=self.actor, conversation=conversation, drafts=[_draft(turn) for turn in turns])
        if conversation.mode != MemoryMode.NORMAL:
            return self._settle(request, conversation, judged)
        return self._settle_once(request, conversation, judged)

    @idempotent
    def _settle_once(self, request: Request, conversation: Conversation, judged: Any) -> Response:
        return self._settle(request, conversation, judged)

    def _settle(self, request: Request, conversation: Conversation, judged: Any) -> Response:
        outcomes = turns_settle(actor=self.actor, conversation=conversation, judged=judged)
        conversation.refresh_from_db(fields=["mode"])
        return Response(_outcomes_data(conversation, outcomes))


class ConversationEndView(MemoryView):
    """Say that a conversation has ended. A later turn takes it up again."""

    @extend_schema(tags=["conversations"], request=None, responses=ConversationSerializer)
    @idempotent
    def post(self, request: Request, key: str) -> Response:
        conversation = conversation_get(actor=self.actor, name=key)
        return Response(ConversationSerializer(conversation_end(actor=self.actor, conversation=conversation)).data)


class TurnsEraseView(MemoryView):
    """Take every word of a conversation away, for good. The owner's alone; it is not repeated by a key."""

    @extend_schema(tags=["conversations"], request=TurnsEraseSerializer, responses=TurnsErasedSerializer)
    def post(self, request: Request, key: str) -> Response:
        values = self.body(TurnsEraseSerializer)
        conversation = conversation_get(actor=self.actor, name=key)
        erased = turns_erase(
            actor=self.actor,
            conversation=conversation,
            confirm=values["confirm"],
            reason=values.get("reason", ""),
        )
        return Response({"turns": erased.turns, "resting": list(map(str, erased.resting)), "job": str(erased.job.uid)})


def _draft(values: dict[str, Any]) -> TurnDraft:
    return TurnDraft(
        role=Role(values["role"]),
        text=values.get("text", ""),
        key=values.get("key", ""),
        author=values.get("author", ""),
        origin=Origin(values["origin"]),
        tool_calls=values.get("tool_calls", ()),
        said_at=values.get("said_at"),
    )


def _outcomes_data(conversation: Conversation, outcomes: Sequence[TurnOutcome]) -> dict[str, Any]:
    return {
        "kept": all(outcome.is_kept for outcome in outcomes),
        "mode": conversation.mode,
        "results": [outcome_data(outcome) for outcome in outcomes],
    }


def outcome_data(outcome: TurnOutcome) -> dict[str, Any]:
    """What became of one turn, without its text."""
    turn = outcome.turn
    return {
        "status": outcome.status.value,
        "kept": outcome.is_kept,
        "uid": str(turn.uid) if turn else None,
        "key": turn.key if turn else "",
        "position": turn.position if turn else None,
        "role": turn.role if turn else None,
        "origin": turn.origin if turn else None,
        "is_suspicious": turn.is_suspicious if turn else False,
        "redacted": list(outcome.redacted),
    }
