"""What is learned from a channel in which the bot only listens, over HTTP: set, run and reviewed by the owner."""

from typing import Any, Final
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from channels_bridge.api.channels import SURFACE_PARAMETER
from channels_bridge.api.idempotency import idempotent
from channels_bridge.api.serializers import JobSerializer
from channels_bridge.models import Channel
from channels_bridge.services.channel_senders import senders_require_owner
from channels_bridge.services.channels import channel_get
from kirocrew.base.problems import NotFound
from memory.api.base import MemoryView
from memory.api.fields import StrictSerializer, TextField
from memory.models import ItemState, PassiveItem, PassiveRun, PassiveType
from memory.services.passive_items import item_approve, item_delete, item_get, item_reject, items_of
from memory.services.passive_runs import passive_backlog, passive_request_run
from memory.services.passive_settings import RANGES, passive_settings, passive_settings_set

ITEMS_MOST: Final = 200


def _whole(name: str) -> serializers.IntegerField:
    default, low, high = RANGES[name]
    return serializers.IntegerField(
        min_value=-(2**31),
        max_value=2**31 - 1,
        required=False,
        help_text=f"{low:,} to {high:,}; 0 is {default:,}; out of range is the nearest",
    )


def _texts(help_text: str) -> serializers.ListField:
    return serializers.ListField(
        child=TextField(max_length=1000, allow_blank=True), max_length=1000, required=False, help_text=help_text
    )


class PassiveChangeSerializer(StrictSerializer):
    """What is to be changed; what is left out stays."""

    enabled = serializers.BooleanField(required=False)
    review_mode = serializers.BooleanField(required=False, help_text="false: what is found is approved at once")
    interval_minutes = _whole("interval_minutes")
    message_cap = _whole("message_cap")
    retention_hours = _whole("retention_hours")
    min_messages = _whole("min_messages")
    allowed_types = _texts(f"Of {', '.join(PassiveType.values)}; unknown ones are left out")
    exclude_users = _texts("At most 50 ids or names of 255 characters")
    exclude_patterns = _texts("At most 20 regular expressions of 255 characters; broken ones are left out")
    group_only = serializers.BooleanField(required=False, help_text="Always true")


class PassiveRunSerializer(serializers.ModelSerializer[PassiveRun]):
    """A reading of a channel."""

    class Meta:
        model = PassiveRun
        fields = (
            "uid",
            "state",
            "trigger",
            "messages",
            "used",
            "redactions",
            "categories",
            "model",
            "error",
            "started_at",
            "finished_at",
        )
        read_only_fields = fields


class PassiveSettingsSerializer(serializers.Serializer[Any]):
    """The settings in force, what waits to be read, and why it is not read by itself."""

    enabled = serializers.BooleanField()
    review_mode = serializers.BooleanField()
    interval_minutes = serializers.IntegerField()
    message_cap = serializers.IntegerField()
    retention_hours = serializers.IntegerField()
    min_messages = serializers.IntegerField()
    allowed_types = serializers.ListField(child=serializers.CharField())
    exclude_users = serializers.ListField(child=serializers.CharField())
    exclude_patterns = serializers.ListField(child=serializers.CharField())
    group_only = serializers.BooleanField()
    notes = serializers.ListField(child=serializers.CharField(), help_text="What was not taken as it came")
    waiting = serializers.IntegerField(help_text="Messages that were not read yet")
    hindrance = serializers.CharField(allow_blank=True)
    last_run = PassiveRunSerializer(allow_null=True)


class PassiveItemSerializer(serializers.ModelSerializer[PassiveItem]):
    """Something that was found. `note` says why the gate did not take it."""

    topics = serializers.ListField(child=serializers.CharField())
    entities = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = PassiveItem
        fields = (
            "uid",
            "type",
            "summary",
            "topics",
            "entities",
            "confidence",
            "state",
            "record_uid",
            "note",
            "created_at",
            "decided_at",
            "decided_by",
        )
        read_only_fields = fields


class PassiveItemsSerializer(serializers.Serializer[Any]):
    """The newest items of a channel."""

    items = PassiveItemSerializer(many=True)


class ItemsQuerySerializer(StrictSerializer):
    """Which items, and in which channel where several surfaces have its key."""

    status = serializers.ChoiceField(ItemState.choices, required=False)
    surface = TextField(max_length=60, required=False)


class PassiveView(MemoryView):
    """What the endpoints share: the owner alone, and one channel."""

    def channel(self, key: str) -> Channel:
        """The channel of the address. Raises Forbidden unless the owner asks, NotFound, Invalid."""
        senders_require_owner(self.actor)
        return channel_get(actor=self.actor, key=key, surface=self.request.query_params.get("surface", ""))

    def item(self, key: str, uid: UUID) -> PassiveItem:
        """The item of the address, if it is of that channel. Raises as `channel`."""
        channel, item = self.channel(key), item_get(actor=self.actor, uid=uid)
        if item.run.channel_id != channel.pk:
            raise NotFound("There is no such item.", type="unknown-channel-item")
        return item


class ChannelMemoryView(PassiveView):
    """How a channel is learned from without being asked."""

    @extend_schema(tags=["channels"], parameters=[SURFACE_PARAMETER], responses=PassiveSettingsSerializer)
    def get(self, request: Request, key: str) -> Response:
        return Response(_settings_data(self.channel(key), []))

    @extend_schema(
        tags=["channels"],
        parameters=[SURFACE_PARAMETER],
        request=PassiveChangeSerializer,
        responses=PassiveSettingsSerializer,
    )
    @idempotent
    def put(self, request: Request, key: str) -> Response:
        channel, values = self.channel(key), self.body(PassiveChangeSerializer)
        _, notes = passive_settings_set(actor=self.actor, channel=channel, values=values)
        channel.refresh_from_db(fields=["settings"])
        return Response(_settings_data(channel, notes))


class ChannelMemoryRunView(PassiveView):
    """Have a channel read now, also where it is switched off."""

    @extend_schema(tags=["channels"], parameters=[SURFACE_PARAMETER], request=None, responses={202: JobSerializer})
    @idempotent
    def post(self, request: Request, key: str) -> Response:
        job = passive_request_run(actor=self.actor, channel=self.channel(key))
        return Response(JobSerializer(job).data, status=202)


class ChannelItemsView(PassiveView):
    """What was found in a channel, newest first."""

    @extend_schema(tags=["channels"], parameters=[ItemsQuerySerializer], responses=PassiveItemsSerializer)
    def get(self, request: Request, key: str) -> Response:
        channel, query = self.channel(key), self.query(ItemsQuerySerializer)
        rows = items_of(actor=self.actor, channel=channel, state=query.get("status", ""))[:ITEMS_MOST]
        return Response({"items": PassiveItemSerializer(rows, many=True).data})


class ChannelItemView(PassiveView):
    """Take an item back: the episode it became is forgotten."""

    @extend_schema(tags=["channels"], parameters=[SURFACE_PARAMETER], responses=PassiveItemSerializer)
    @idempotent
    def delete(self, request: Request, key: str, uid: UUID) -> Response:
        item = self.item(key, uid)
        return Response(PassiveItemSerializer(item_delete(actor=self.actor, uid=item.uid)).data)


class ChannelItemApproveView(PassiveView):
    """Remember an item for 90 days."""

    @extend_schema(tags=["channels"], parameters=[SURFACE_PARAMETER], request=None, responses=PassiveItemSerializer)
    @idempotent
    def post(self, request: Request, key: str, uid: UUID) -> Response:
        item = self.item(key, uid)
        return Response(PassiveItemSerializer(item_approve(actor=self.actor, uid=item.uid)).data)


class ChannelItemRejectView(PassiveView):
    """Leave an item out of memory, also when it is found again."""

    @extend_schema(tags=["channels"], parameters=[SURFACE_PARAMETER], request=None, responses=PassiveItemSerializer)
    @idempotent
    def post(self, request: Request, key: str, uid: UUID) -> Response:
        item = self.item(key, uid)
        return Response(PassiveItemSerializer(item_reject(actor=self.actor, uid=item.uid)).data)


def _settings_data(channel: Channel, notes: list[str]) -> dict[str, Any]:
    settings, backlog = passive_settings(channel), passive_backlog(channel)
    return {
        **{name: getattr(settings, name) for name in settings.__dataclass_fields__},
        "notes": notes,
        "waiting": backlog.messages,
        "hindrance": backlog.hindrance,
        "last_run": PassiveRunSerializer(backlog.last).data if backlog.last else None,
    }
