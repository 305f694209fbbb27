"""The endpoints of channels: register, list, change, say who may speak, see what would go along."""

from typing import Any, Final

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from channels_bridge.actors import Permission
from channels_bridge.api.authentication import actor_of
from channels_bridge.api.fields import StrictSerializer, TextField, checked
from channels_bridge.api.idempotency import idempotent
from channels_bridge.api.throttling import BotThrottle
from channels_bridge.models import Activation, Bot, Channel, ChannelEvent, ChannelSender
from channels_bridge.models.channels import KEY_LIMIT, SENDER_LIMIT, SURFACE_LIMIT
from channels_bridge.services.channel_audit import channel_events
from channels_bridge.services.channel_gates import context_for
from channels_bridge.services.channel_paces import DEFAULT_RATE, MAX_RATE
from channels_bridge.services.channel_senders import (
    SENDERS_LIMIT,
    channel_senders,
    channel_senders_set,
    senders_require_owner,
    surface_senders,
    surface_senders_set,
)
from channels_bridge.services.channels import (
    CHANNEL_NAME_LIMIT,
    channel_change,
    channel_get,
    channel_register,
    channels_visible_to,
)
from channels_bridge.services.mentions import NAME_LIMIT, NAMES_LIMIT
from kirocrew.base.problems import NotFound

EVENTS_SHOWN: Final = 200
SURFACE_PARAMETER: Final = OpenApiParameter(
    "surface", str, description="Where several surfaces have a channel of this key"
)


class ChannelSerializer(serializers.ModelSerializer[Channel]):
    """A channel and how the bot takes part in it."""

    bot = serializers.CharField(source="bot.name")
    rate_per_minute = serializers.SerializerMethodField()

    class Meta:
        model = Channel
        fields = (
            "uid",
            "surface",
            "key",
            "bot",
            "name",
            "names",
            "activation",
            "is_direct",
            "rate_per_minute",
            "heard_at",
            "created_at",
        )
        read_only_fields = fields

    def get_rate_per_minute(self, channel: Channel) -> int:
        return int(channel.settings.get("rate_per_minute", DEFAULT_RATE))


class ChannelRegisterSerializer(StrictSerializer):
    """A channel that a bot serves. The owner names the bot; a bot registers its own."""

    surface = TextField(max_length=SURFACE_LIMIT, help_text="`slack`, `telegram`, `terminal`")
    key = TextField(max_length=KEY_LIMIT, help_text="The surface's own id of the room; no slash")
    name = TextField(max_length=CHANNEL_NAME_LIMIT, required=False, allow_blank=True)
    is_direct = serializers.BooleanField(default=False, help_text="Whoever speaks there addresses the bot")
    bot = TextField(max_length=60, required=False)


class ChannelChangeSerializer(StrictSerializer):
    """What is to be changed; what is left out stays."""

    activation = serializers.ChoiceField(Activation.choices, required=False)
    name = TextField(max_length=CHANNEL_NAME_LIMIT, required=False, allow_blank=True)
    names = serializers.ListField(
        child=TextField(max_length=NAME_LIMIT),
        max_length=NAMES_LIMIT,
        required=False,
        help_text="What the bot is called there, beside its own name",
    )
    is_direct = serializers.BooleanField(required=False)
    rate_per_minute = serializers.IntegerField(
        min_value=1, max_value=MAX_RATE, required=False, help_text="Messages a minute of one sender"
    )


class ChannelFilterSerializer(StrictSerializer):
    """Which channels are asked for."""

    surface = TextField(max_length=SURFACE_LIMIT, required=False)
    activation = serializers.ChoiceField(Activation.choices, required=False)


class SendersSerializer(StrictSerializer):
    """Who may speak, by the surface's own ids. `*` among the senders of one channel is everyone."""

    senders = serializers.ListField(child=TextField(max_length=SENDER_LIMIT), max_length=SENDERS_LIMIT)
    owners = serializers.ListField(
        child=TextField(max_length=SENDER_LIMIT), max_length=SENDERS_LIMIT, help_text="The owner's own ids"
    )


class ContextSerializer(serializers.Serializer[Any]):
    """What would go along with the next message, as data; `text` has its header."""

    lines = serializers.ListField(child=serializers.CharField())
    text = serializers.CharField(allow_blank=True)


class ChannelEventSerializer(serializers.ModelSerializer[ChannelEvent]):
    """An entry of the channels' audit; `who` is a digest for somebody who was turned away."""

    class Meta:
        model = ChannelEvent
        fields = ("code", "who", "at", "last_at", "times", "detail")
        read_only_fields = fields


class ChannelEventsSerializer(serializers.Serializer[Any]):
    """The newest entries of a channel's audit."""

    events = ChannelEventSerializer(many=True)


class ChannelPagination(CursorPagination):
    ordering = "-id"
    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200


class ChannelView(APIView):
    """What the endpoints of one channel share."""

    throttle_classes = (BotThrottle,)

    def channel(self, key: str) -> Channel:
        """The channel of the address. Raises NotFound, Invalid, Forbidden."""
        actor = actor_of(self.request)
        actor.require(Permission.CHANNELS_SERVE)
        return channel_get(actor=actor, key=key, surface=self.request.query_params.get("surface", ""))


@extend_schema(tags=["channels"])
class ChannelsView(ListAPIView[Channel]):
    """Channels, newest first: all for the owner, those it serves for a bot; register one."""

    serializer_class = ChannelSerializer
    pagination_class = ChannelPagination
    throttle_classes = (BotThrottle,)

    def get_queryset(self) -> QuerySet[Channel]:
        if getattr(self, "swagger_fake_view", False):
            return Channel.objects.none()
        actor = actor_of(self.request)
        actor.require(Permission.CHANNELS_SERVE)
        wanted = {name: value for name, value in self.request.query_params.items() if name in ("surface", "activation")}
        return channels_visible_to(actor).filter(**checked(ChannelFilterSerializer, wanted))

    @extend_schema(operation_id="list_channels", parameters=[ChannelFilterSerializer])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="register_channel",
        request=ChannelRegisterSerializer,
        responses={200: ChannelSerializer, 201: ChannelSerializer},
        examples=[
            OpenApiExample("A room", value={"surface": "slack", "key": "C0123", "name": "Kitchen"}, request_only=True)
        ],
    )
    @idempotent
    def post(self, request: Request) -> Response:
        actor = actor_of(request)
        actor.require(Permission.CHANNELS_SERVE)
        values = checked(ChannelRegisterSerializer, request.data)
        named = values.pop("bot", None)
        bot = Bot.objects.live().filter(name=named).first() if named else None
        if named and bot is None:
            raise NotFound("There is no bot of this name whose key works.")
        channel, is_new = channel_register(actor=actor, bot=bot, **values)
        return Response(ChannelSerializer(channel).data, status=201 if is_new else 200)


class ChannelDetailView(ChannelView):
    """One channel, by its key or uid."""

    @extend_schema(tags=["channels"], parameters=[SURFACE_PARAMETER], responses=ChannelSerializer)
    def get(self, request: Request, key: str) -> Response:
        return Response(ChannelSerializer(self.channel(key)).data)

    @extend_schema(
        tags=["channels"],
        parameters=[SURFACE_PARAMETER],
        request=ChannelChangeSerializer,
        responses=ChannelSerializer,
        examples=[OpenApiExample("Listen only", value={"activation": "observe"}, request_only=True)],
    )
    @idempotent
    def patch(self, request: Request, key: str) -> Response:
        channel = self.channel(key)
        values = checked(ChannelChangeSerializer, request.data)
        changed = channel_change(actor=actor_of(request), channel=channel, values=values)
        return Response(ChannelSerializer(changed).data)


class ChannelSendersView(ChannelView):
    """Who may speak in one channel, for the owner."""

    @extend_schema(tags=["channels"], parameters=[SURFACE_PARAMETER], responses=SendersSerializer)
    def get(self, request: Request, key: str) -> Response:
        return Response(_listed(channel_senders(actor=actor_of(request), channel=self.channel(key))))

    @extend_schema(
        tags=["channels"], parameters=[SURFACE_PARAMETER], request=SendersSerializer, responses=SendersSerializer
    )
    @idempotent
    def put(self, request: Request, key: str) -> Response:
        channel, values = self.channel(key), checked(SendersSerializer, request.data)
        return Response(_listed(channel_senders_set(actor=actor_of(request), channel=channel, **values)))


class SurfaceSendersView(APIView):
    """Who may speak in every channel of a surface, for the owner."""

    throttle_classes = (BotThrottle,)

    @extend_schema(tags=["channels"], responses=SendersSerializer)
    def get(self, request: Request, surface: str) -> Response:
        return Response(_listed(surface_senders(actor=actor_of(request), surface=surface)))

    @extend_schema(tags=["channels"], request=SendersSerializer, responses=SendersSerializer)
    @idempotent
    def put(self, request: Request, surface: str) -> Response:
        actor = actor_of(request)
        senders_require_owner(actor)
        values = checked(SendersSerializer, request.data)
        return Response(_listed(surface_senders_set(actor=actor, surface=surface, **values)))


class ChannelContextView(ChannelView):
    """What was overheard since a message was last delivered. Reading leaves it there."""

    @extend_schema(tags=["channels"], parameters=[SURFACE_PARAMETER], responses=ContextSerializer)
    def get(self, request: Request, key: str) -> Response:
        context = context_for(self.channel(key))
        return Response({"lines": list(context.lines), "text": context.text})


class ChannelEventsView(ChannelView):
    """The audit of one channel, newest first, for the owner."""

    @extend_schema(tags=["channels"], parameters=[SURFACE_PARAMETER], responses=ChannelEventsSerializer)
    def get(self, request: Request, key: str) -> Response:
        rows = channel_events(actor=actor_of(request), channel=self.channel(key))[:EVENTS_SHOWN]
        return Response({"events": ChannelEventSerializer(rows, many=True).data})


def _listed(rows: list[ChannelSender]) -> dict[str, list[str]]:
    return {
        "senders": [row.sender for row in rows if not row.is_owner],
        "owners": [row.sender for row in rows if row.is_owner],
    }
