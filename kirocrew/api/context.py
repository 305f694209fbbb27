"""Contexts over HTTP: what an agent is given, and why."""

from dataclasses import asdict, replace
from typing import Any, Final
from uuid import UUID

from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from channels_bridge.actors import Actor
from channels_bridge.models.conversations import KEY_LIMIT
from kirocrew.context.asking import Asked, Passed
from kirocrew.context.blocks import SWITCHABLE, Group
from kirocrew.context.build import Built, session_build
from kirocrew.context.messages import Message, message_build
from kirocrew.context.receipts import (
    blocks_json,
    receipt_get,
    receipt_replay,
    receipt_turns,
    receipt_write,
)
from kirocrew.context.requests import MESSAGE, SESSION, ContextRequest, asked_for
from kirocrew.context.workspace_blocks import Folder
from kirocrew.models import ContextReceipt
from memory.api.base import MemoryView
from memory.api.fields import StrictSerializer, TextField
from memory.services.moments import moment_named

LABEL_MOST: Final = 200
QUERY_MOST: Final = 4_000
MESSAGE_MOST: Final = 100_000
AROUND_MOST: Final = 60_000
COMPRESSED_MOST: Final = 60_000
STEERING_MOST: Final = 60_000
FOLDER_MOST: Final = 8_000
STYLE_MOST: Final = 500
STOPS_MOST: Final = 20
DOCUMENTS_MOST: Final = 50
SKILLS_MOST: Final = 500
"""Most characters, and names, that a request may have."""


class FolderSerializer(StrictSerializer):
    """The folder a message is about."""

    path = TextField(max_length=1_000, required=False, default="", allow_blank=True)
    text = TextField(max_length=FOLDER_MOST, required=False, default="", allow_blank=True)


class SteeringSerializer(StrictSerializer):
    """A steering document that the runtime does not load itself."""

    name = TextField(max_length=LABEL_MOST)
    text = TextField(max_length=STEERING_MOST)


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
    user = TextField(
        max_length=LABEL_MOST, required=False, default="", allow_blank=True, help_text="The person who speaks."
    )
    minimal = serializers.BooleanField(required=False, default=False)


class SessionRequestSerializer(ContextRequestSerializer):
    """What a session begins with."""

    query = TextField(max_length=QUERY_MOST, required=False, default="", allow_blank=True)
    resumed = serializers.BooleanField(required=False, default=False)
    conduct = serializers.BooleanField(
        required=False, default=True, help_text="False for an agent that has rules of its own."
    )
    compressed = TextField(
        max_length=COMPRESSED_MOST, required=False, default="", allow_blank=True,
        help_text="The conversation in short; it stands in place of its last turns.",
    )  # fmt: skip
    stops = serializers.ListField(
        child=TextField(max_length=STYLE_MOST), max_length=STOPS_MOST, required=False, default=list,
        help_text="What the person stopped, oldest first; the last three are given.",
    )  # fmt: skip
    steering = serializers.ListField(
        child=SteeringSerializer(), max_length=DOCUMENTS_MOST, required=False, default=list
    )
    as_of = serializers.CharField(max_length=60, required=False, default="", allow_blank=True)
    known_at = serializers.CharField(max_length=60, required=False, default="", allow_blank=True)


class MessageRequestSerializer(ContextRequestSerializer):
    """A message on its way to an agent."""

    message = TextField(max_length=MESSAGE_MOST)
    around = TextField(max_length=AROUND_MOST, required=False, default="", allow_blank=True)
    is_first = serializers.BooleanField(required=False, default=False)
    is_compacted = serializers.BooleanField(required=False, default=False)
    reply_style = TextField(max_length=STYLE_MOST, required=False, default="", allow_blank=True)
    folder = FolderSerializer(required=False, default=dict)
    action = TextField(max_length=STYLE_MOST, required=False, default="", allow_blank=True)
    is_interactive = serializers.BooleanField(required=False, default=False)
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
    """A context. `ceiling` is what it may have in characters; `tokens_are` says how they were counted."""

    receipt = serializers.UUIDField()
    text = serializers.CharField()
    chars = serializers.IntegerField()
    tokens = serializers.IntegerField()
    tokens_are = serializers.CharField(help_text="estimate, or whose vocabulary they were counted by.")
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


class ContextTurnSerializer(serializers.Serializer[Any]):
    """A turn that a fact, lesson or episode of the context was learned from."""

    record = serializers.UUIDField()
    turn = serializers.CharField()
    conversation = serializers.CharField(allow_blank=True)
    position = serializers.IntegerField(allow_null=True)
    role = serializers.CharField(allow_blank=True)
    said_at = serializers.DateTimeField(allow_null=True)
    kind = serializers.CharField()


class ContextReceiptSerializer(serializers.ModelSerializer[ContextReceipt]):
    """What a context was made of, without its words."""

    id = serializers.UUIDField(source="uid")
    store = serializers.CharField(source="store.slug")
    conversation = serializers.CharField(source="conversation.uid", default=None)
    blocks = ContextBlockSerializer(many=True)
    turns = serializers.SerializerMethodField()

    class Meta:
        model = ContextReceipt
        fields = (
            "id", "kind", "source", "store", "conversation", "asked", "blocks", "turns", "chars", "tokens", "text_hash",
            "created_at",
        )  # fmt: skip

    @extend_schema_field(ContextTurnSerializer(many=True))
    def get_turns(self, receipt: ContextReceipt) -> list[dict[str, Any]]:
        return [asdict(one) for one in receipt_turns(actor=self.context["actor"], receipt=receipt)]


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
        values["steering"] = tuple(Passed(**one) for one in values["steering"])
        values["stops"] = tuple(values["stops"])
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
            around=values.pop("around"),
            is_first=values.pop("is_first"),
            is_compacted=values.pop("is_compacted"),
            loaded=tuple(values.pop("loaded")),
            reply_style=values.pop("reply_style"),
            folder=Folder(**values.pop("folder")),
            action=values.pop("action"),
            is_interactive=values.pop("is_interactive"),
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
        return Response(_receipt(self.actor, receipt_get(actor=self.actor, uid=uid)))


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
                "blocks": blocks_json(replay.built),
                "same": replay.is_same,
                "added": replay.added,
                "missing": replay.missing,
            }
        )


def _receipt(actor: Actor, receipt: ContextReceipt) -> dict[str, Any]:
    return dict(ContextReceiptSerializer(receipt, context={"actor": actor}).data)


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
        "tokens_are": made.counter.method,
        "ceiling": made.ceiling,
        "window": asked.window,
        "mode": "hybrid" if asked.vector is not None else "keyword",
        "mode_reason": asked.mode_reason,
        "blocks": blocks_json(made),
    }
