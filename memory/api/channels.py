"""What becomes of a message in a channel, over HTTP. It stands here since a delivered one may become a turn."""

from typing import Any, Final

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from channels_bridge.actors import Permission
from channels_bridge.api.channels import SURFACE_PARAMETER
from channels_bridge.api.idempotency import idempotent
from channels_bridge.api.schema import IDEMPOTENCY_PARAMETER
from channels_bridge.models import Activation, Channel
from channels_bridge.services.channel_gates import Message, Reason, Verdict
from channels_bridge.services.channel_senders import Listed
from channels_bridge.services.channels import channel_get
from memory.api.base import MemoryView
from memory.api.conversations import TurnOutcomeSerializer, outcome_data
from memory.api.fields import StrictSerializer, TextField
from memory.services.channel_turns import Taken, channel_message_take, keeps_nothing

TEXT_MOST: Final = 65_536


class ChannelMessageSerializer(StrictSerializer):
    """What a bot received. Nothing of it is kept when its sender may not speak."""

    sender = TextField(max_length=1000, help_text="The surface's own id of who wrote it")
    text = TextField(max_length=TEXT_MOST, allow_blank=True)
    author = TextField(max_length=1000, required=False, allow_blank=True, help_text="What they are called")
    key = TextField(max_length=200, required=False, allow_blank=True, help_text="The surface's own id of the message")
    said_at = serializers.DateTimeField(required=False, allow_null=True, help_text="Now when left out")
    is_addressed = serializers.BooleanField(
        default=False, help_text="The surface says that the bot is meant: a reply to it, a mention it marks"
    )
    conversation = TextField(
        max_length=200, required=False, allow_blank=True, help_text="Record what is delivered as a turn of it"
    )
    store = TextField(max_length=60, required=False, help_text="Where the conversation begins")


class ChannelDecisionSerializer(serializers.Serializer[Any]):
    """What becomes of a message."""

    verdict = serializers.ChoiceField([verdict.value for verdict in Verdict])
    reason = serializers.ChoiceField([reason.value for reason in Reason])
    activation = serializers.ChoiceField(Activation.choices)
    context = serializers.CharField(  # type: ignore[assignment]
        allow_blank=True, help_text="What was overheard, as data, to stand before the message"
    )
    reply = serializers.CharField(allow_blank=True, help_text="The answer to the owner's command")
    reply_after = serializers.IntegerField(
        allow_null=True, help_text="Seconds before which a denied sender gets no answer; null: never"
    )
    turn = TurnOutcomeSerializer(allow_null=True)


class ChannelMessagesView(MemoryView):
    """Ask what becomes of a message. The answer to a sender who may not speak is not kept under an Idempotency-Key."""

    @extend_schema(
        tags=["channels"],
        parameters=[SURFACE_PARAMETER, IDEMPOTENCY_PARAMETER],
        request=ChannelMessageSerializer,
        responses=ChannelDecisionSerializer,
        examples=[
            OpenApiExample(
                "A question", value={"sender": "U0BOB", "author": "Bob", "text": "@botty is it red?"}, request_only=True
            )
        ],
    )
    def post(self, request: Request, key: str) -> Response:
        self.actor.require(Permission.CHANNELS_SERVE)
        values = self.body(ChannelMessageSerializer)
        channel = channel_get(actor=self.actor, key=key, surface=request.query_params.get("surface", ""))
        # A kept answer remembers a digest of the request, and of a stranger's words not even that is kept.
        is_kept = Listed(channel).may_speak(values["sender"])
        if is_kept and not keeps_nothing(self.actor, values.get("conversation", "")):
            return self._take_once(request, channel, values)
        return self._take(request, channel, values)

    @idempotent
    def _take_once(self, request: Request, channel: Channel, values: dict[str, Any]) -> Response:
        return self._take(request, channel, values)

    def _take(self, request: Request, channel: Channel, values: dict[str, Any]) -> Response:
        conversation = values.get("conversation", "")
        message = Message(
            sender=values["sender"],
            text=values["text"],
            author=values.get("author", ""),
            key=values.get("key", ""),
            said_at=values.get("said_at"),
            is_addressed=values["is_addressed"],
        )
        store = self.store() if conversation and values.get("store") else None
        taken = channel_message_take(
            actor=self.actor, channel=channel, message=message, conversation=conversation, store=store
        )
        return Response(_taken_data(taken))


def _taken_data(taken: Taken) -> dict[str, Any]:
    decision = taken.decision
    return {
        "verdict": decision.verdict,
        "reason": decision.reason,
        "activation": decision.channel.activation,
        "context": decision.context.text,
        "reply": decision.reply,
        "reply_after": decision.reply_after,
        "turn": outcome_data(taken.turn) if taken.turn is not None else None,
    }
