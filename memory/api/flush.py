"""Saving memory before an agent compacts its context, over HTTP."""

from typing import Any, Final

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from channels_bridge.api.idempotency import idempotent
from channels_bridge.models import Role
from memory.api.base import MemoryView
from memory.api.fields import StrictSerializer, TextField
from memory.consolidation.flush import MESSAGE_READ, MESSAGES_READ, Message
from memory.gate.checks import ENTRY_MAX
from memory.models.documents import PROJECT_LIMIT
from memory.services.flushing import EXTRACTED, NOTHING, REFUSED, WRITTEN, Context, flush_asked, flush_take

ROLES: Final = {"user": Role.USER, "assistant": Role.ASSISTANT, "tool": Role.MACHINE, "system": Role.MACHINE}
TOKENS_MOST: Final = 1_000_000_000


class FlushMessageSerializer(StrictSerializer):
    """One message of the conversation; `content` beyond 20,000 characters is not read."""

    role = serializers.ChoiceField(list(ROLES))
    content = TextField(allow_blank=True, max_length=10 * MESSAGE_READ)
    at = serializers.DateTimeField(required=False)


class FlushSerializer(StrictSerializer):
    """How full a context is; with `result` or `messages` what is to be kept of it."""

    conversation = TextField(max_length=200)
    total_tokens = serializers.IntegerField(min_value=0, max_value=TOKENS_MOST)
    window_tokens = serializers.IntegerField(min_value=1, max_value=TOKENS_MOST)
    compaction = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, help_text="How often it was compacted so far"
    )
    store = serializers.CharField(max_length=60, required=False)
    project = TextField(max_length=PROJECT_LIMIT, required=False, default="", allow_blank=True)
    result = TextField(
        max_length=4 * ENTRY_MAX,
        required=False,
        allow_blank=True,
        allow_null=True,
        help_text="The agent's answer to the prompt, or NO_REPLY",
    )
    messages = FlushMessageSerializer(
        many=True, required=False, help_text=f"The last ones, for the fallback by rules; {MESSAGES_READ} are read"
    )


class FlushAnswerSerializer(serializers.Serializer[Any]):
    """Whether it is time, and what to ask; or what became of a result."""

    due = serializers.BooleanField()
    reason = serializers.CharField(allow_blank=True, help_text="not_full or flushed, where it is not due")
    threshold = serializers.IntegerField(help_text="Tokens from which on memory is saved")
    prompt = serializers.CharField(allow_blank=True)
    outcome = serializers.ChoiceField([WRITTEN, EXTRACTED, NOTHING, REFUSED], allow_null=True)
    entry = serializers.UUIDField(allow_null=True)
    code = serializers.CharField(allow_null=True, help_text="Why the result was refused")
    message = serializers.CharField(allow_null=True)


EXAMPLE: Final = OpenApiExample(
    "Is it time?",
    value={"conversation": "c-1", "total_tokens": 177_000, "window_tokens": 200_000, "compaction": 0},
    request_only=True,
)


class FlushView(MemoryView):
    """Ask whether memory is to be saved before a compaction, then send the result: today's history gets it."""

    @extend_schema(
        operation_id="flush_memory",
        tags=["documents"],
        request=FlushSerializer,
        responses=FlushAnswerSerializer,
        examples=[EXAMPLE],
    )
    @idempotent
    def post(self, request: Request) -> Response:
        values, store = self.body(FlushSerializer), self.store()
        context = Context(values["conversation"], values["total_tokens"], values["window_tokens"], values["compaction"])
        asked = flush_asked(actor=self.actor, store=store, context=context)
        answer = {"due": asked.due, "reason": asked.reason, "threshold": asked.threshold, "prompt": asked.prompt}
        outcome: dict[str, Any] = {"outcome": None, "entry": None, "code": None, "message": None}
        if "result" in values or "messages" in values:
            flushed = flush_take(
                actor=self.actor,
                store=store,
                context=context,
                result=values.get("result"),
                messages=[_message(item) for item in values.get("messages", ())],
                project=values["project"],
            )
            refusal = flushed.refusal
            outcome = {
                "outcome": flushed.outcome,
                "entry": flushed.entry,
                "code": refusal.code.value if refusal else None,
                "message": refusal.message if refusal else None,
            }
            answer |= {"due": False, "reason": "flushed" if flushed.outcome != REFUSED else asked.reason, "prompt": ""}
        return Response(answer | outcome)


def _message(values: dict[str, Any]) -> Message:
    return Message(ROLES[values["role"]], values["content"], values.get("at"))
