"""Contexts over HTTP: what an agent is given, and why."""

from dataclasses import replace
from typing import Any, Final
from uuid import UUID

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from channels_bridge.models.conversations import KEY_LIMIT
from kirocrew.context.asking import Asked
from kirocrew.context.blocks import SWITCHABLE, Group
from kirocrew.context.build import Built, session_build
from kirocrew.context.messages import Message, message_build
from kirocrew.context.receipts import (
    MESSAGE,
    SESSION,
    block_json,
    receipt_get,
    receipt_replay,
    receipt_write,
)
from kirocrew.context.requests import ContextRequest, asked_for
from kirocrew.context.tokens import METHOD
from kirocrew.models import ContextReceipt
from memory.api.base import MemoryView
from memory.api.fields import StrictSerializer, TextField
from memory.services.moments import moment_named

LABEL_MOST: Final = 200
QUERY_MOST: Final = 4_000
MESSAGE_MOST: Final = 100_000
AROUND_MOST: Final = 60_000
SKILLS_MOST: Final = 500
"""Most characters, and names, that a request may have."""


class ContextRequestSerializer(StrictSerializer):
    """Who the context is for. The store and the project are the conversation's, or the key's own."""

    conversation = TextField(max_length=KEY_LIMIT, required=False, default="", allow_blank=True)
    channel = TextField(max_length=LABEL_MOST, required=False, default="", allow_blank=True)
    store = serializers.CharField(max_length=60, required=False, allow_null=True, default=None)
    agent = TextField(max_length=LABEL_MOST, required=False, default="", allow_blank=True)
    model = TextField(max_length=LABEL_MOST, required=False, default="", allow_blank=True)
    window = serializers.IntegerField(min_value=1, max_value=100_000_000, required=False, allow_null=True, default=None)
    language = TextField(max_length=LABEL_MOST, required=False, default="", allow_blank=True)
    project_dir = TextField(max_length=1_000, required=False, default="", allow_blank=True)
    groups = serializers.ListField(
        child=serializers.ChoiceField([group.value for group in Group]),
        required=False,
        allow_null=True,
        default=None,
        help_text=f"Groups that are not withheld; all when left out. Can be withheld: {', '.join(SWITCHABLE)}.",
    )
    skills = serializers.ListField(
        child=TextField(max_length=64), max_length=SKILLS_MOST, required=False, allow_null=True, default=None,
        help_text="Names of skills this is limited to; an empty list leaves none.",
    )  # fmt: skip
    minimal = serializers.BooleanField(required=False, default=False)


class SessionRequestSerializer(ContextRequestSerializer):
    """What a session begins with."""

    query = TextField(max_length=QUERY_MOST, required=False, default="", allow_blank=True)
    resumed = serializers.BooleanField(required=False, default=False)
    conduct = serializers.BooleanField(
        required=False, default=True, help_text="False for an agent that has rules of its own."
    )
    as_of = serializers.CharField(max_length=60, required=False, default="", allow_blank=True)
    known_at = serializers.CharField(max_length=60, required=False, default="", allow_blank=True)


class MessageRequestSerializer(ContextRequestSerializer):
    """A message on its way to an agent."""

    message = TextField(max_length=MESSAGE_MOST)
    user = TextField(max_length=LABEL_MOST, required=False, default="", allow_blank=True)
    around = TextField(max_length=AROUND_MOST, required=False, default="", allow_blank=True)
    is_first = serializers.BooleanField(required=False, default=False)
    is_compacted = serializers.BooleanField(required=False, default=False)
    loaded = serializers.ListField(
        child=TextField(max_length=64), max_length=SKILLS_MOST, required=False, default=list,
        help_text="Names of skills that the conversation holds already.",
    )  # fmt: skip


class ContextItemSerializer(serializers.Serializer[Any]):
    """One thing in a block and why it is there."""

    id = serializers.CharField()
    kind = serializers.CharField()
    revision = serializers.IntegerField(allow_null=True)
    why = serializers.CharField(allow_blank=True)


class ContextBlockSerializer(serializers.Serializer[Any]):
    """One part of a context. `left_out` names what did not fit; a withheld block says nothing but that."""

    name = serializers.CharField()
    group = serializers.CharField()
    chars = serializers.IntegerField()
    tokens = serializers.IntegerField()
    items = ContextItemSerializer(many=True)
    total = serializers.IntegerField()
    left_out = serializers.ListField(child=serializers.CharField())
    withheld = serializers.BooleanField()
    why = serializers.CharField(allow_blank=True)


class BuiltContextSerializer(serializers.Serializer[Any]):
    """A context. `ceiling` is what it may have in characters; `tokens` are estimated."""

    receipt = serializers.UUIDField()
    text = serializers.CharField()
    chars = serializers.IntegerField()
    tokens = serializers.IntegerField()
    tokens_are = serializers.CharField()
    ceiling = serializers.IntegerField()
    window = serializers.IntegerField(allow_null=True)
    mode = serializers.CharField(help_text="hybrid, or keyword with the reason.")
    mode_reason = serializers.CharField(allow_blank=True)
    blocks = ContextBlockSerializer(many=True)


class MessageBuiltSerializer(BuiltContextSerializer):
    """A message's context. With a `reply` the turn ends, and there is no text."""

    outcome = serializers.CharField()
    reply = serializers.CharField(allow_blank=True)
    rules = serializers.ListField(child=serializers.CharField())


class ContextReceiptSerializer(serializers.ModelSerializer[ContextReceipt]):
    """What a context was made of, without its words."""

    id = serializers.UUIDField(source="uid")
    store = serializers.CharField(source="store.slug")
    conversation = serializers.CharField(source="conversation.uid", default=None)
    blocks = ContextBlockSerializer(many=True)

    class Meta:
        model = ContextReceipt
        fields = (
            "id", "kind", "source", "store", "conversation", "asked", "blocks", "chars", "tokens", "text_hash",
            "created_at",
        )  # fmt: skip


class ContextReplayRequestSerializer(StrictSerializer):
    """The question that was asked then, to the letter: only its hash was kept."""

    query = TextField(max_length=QUERY_MOST, required=False, default="", allow_blank=True)


class ContextReplaySerializer(serializers.Serializer[Any]):
    """The context as of then. `added` and `missing` name items by block that differ from the receipt."""

    text = serializers.CharField()
    blocks = ContextBlockSerializer(many=True)
    same = serializers.BooleanField()
    added = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))
    missing = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))


class SessionContextView(MemoryView):
    """What an agent is given when a session begins."""

    @extend_schema(
        tags=["context"],
        request=SessionRequestSerializer,
        responses=BuiltContextSerializer,
        examples=[
            OpenApiExample(
                "A session",
                {
                    "conversation": "chat-1",
                    "agent": "gardener",
                    "model": "claude-sonnet-4-5",
                    "query": "Where is the shed?",
                },
                request_only=True,
            )
        ],
    )
    def post(self, request: Request) -> Response:
        values = self.body(SessionRequestSerializer)
        moment = moment_named(values.pop("as_of"), values.pop("known_at"))
        asked = asked_for(actor=self.actor, request=_request(values, moment=moment))
        made = session_build(asked)
        receipt = receipt_write(asked=asked, kind=SESSION, built=made, words=asked.query)
        return Response(_context(asked, made, receipt))


class MessageContextView(MemoryView):
    """What goes along with one message; a hook's reply ends the turn."""

    @extend_schema(
        tags=["context"],
        request=MessageRequestSerializer,
        responses=MessageBuiltSerializer,
        examples=[
            OpenApiExample("A message", {"conversation": "chat-1", "message": "Paint it green."}, request_only=True)
        ],
    )
    def post(self, request: Request) -> Response:
        values = self.body(MessageRequestSerializer)
        message = Message(
            text=values.pop("message"),
            user=values.pop("user"),
            around=values.pop("around"),
            is_first=values.pop("is_first"),
            is_compacted=values.pop("is_compacted"),
            loaded=tuple(values.pop("loaded")),
        )
        asked = asked_for(actor=self.actor, request=_request(values))
        done = message_build(asked, message)
        receipt = receipt_write(asked=asked, kind=MESSAGE, built=done.built, words=message.text)
        more = {"outcome": done.outcome, "reply": done.reply, "rules": list(done.rules)}
        return Response(_context(asked, done.built, receipt) | more)


class ReceiptView(MemoryView):
    """Why each item of a context was there."""

    @extend_schema(tags=["context"], responses=ContextReceiptSerializer)
    def get(self, request: Request, uid: UUID) -> Response:
        return Response(ContextReceiptSerializer(receipt_get(actor=self.actor, uid=uid)).data)


class ReceiptReplayView(MemoryView):
    """The context of a session once more, as of then."""

    @extend_schema(tags=["context"], request=ContextReplayRequestSerializer, responses=ContextReplaySerializer)
    def post(self, request: Request, uid: UUID) -> Response:
        values = self.body(ContextReplayRequestSerializer)
        receipt = receipt_get(actor=self.actor, uid=uid)
        replay = receipt_replay(actor=self.actor, receipt=receipt, query=values["query"])
        return Response(
            {
                "text": replay.built.text,
                "blocks": [block_json(block) for block in replay.built.blocks],
                "same": replay.is_same,
                "added": replay.added,
                "missing": replay.missing,
            }
        )


def _request(values: dict[str, Any], **more: Any) -> ContextRequest:
    groups = values.pop("groups")
    chosen = None if groups is None else frozenset(Group(name) for name in groups)
    return replace(ContextRequest(groups=chosen), **values, **more)


def _context(asked: Asked, made: Built, receipt: ContextReceipt) -> dict[str, Any]:
    return {
        "receipt": str(receipt.uid),
        "text": made.text,
        "chars": len(made.text),
        "tokens": made.tokens,
        "tokens_are": METHOD,
        "ceiling": made.ceiling,
        "window": asked.window,
        "mode": "hybrid" if asked.vector is not None else "keyword",
        "mode_reason": asked.mode_reason,
        "blocks": [block_json(block) for block in made.blocks],
    }
