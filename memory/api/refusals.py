"""Refused values over HTTP: what is refused, how often it came back, and lifting a refusal. The owner's alone."""

from typing import Any, Final

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from channels_bridge.api.idempotency import idempotent
from memory.api.base import MemoryView
from memory.api.fields import StrictSerializer, TextField
from memory.api.serializers import PAGE_MAX
from memory.services.refusals import refusal_lift, refusals_of

STATES: Final = ("refused", "lifted", "all")


class RefusalQuerySerializer(StrictSerializer):
    """Which refusals."""

    store = TextField(max_length=60, required=False)
    state = serializers.ChoiceField(STATES, default="refused")
    limit = serializers.IntegerField(min_value=1, max_value=PAGE_MAX, default=100)
    cursor = serializers.IntegerField(min_value=0, max_value=2**63 - 1, required=False)


class RefusalSerializer(serializers.Serializer[Any]):
    """A value the owner refused for good. The value itself is not kept with it."""

    id = serializers.IntegerField()
    store = serializers.CharField(source="store.slug")
    kind = serializers.CharField()
    key = serializers.CharField()
    subject = serializers.CharField()
    predicate = serializers.CharField()
    record = serializers.UUIDField(
        source="record.uid", allow_null=True, default=None, help_text="The record that held it"
    )
    reason = serializers.CharField()
    refused_by = serializers.CharField()
    refused_at = serializers.DateTimeField()
    hits = serializers.IntegerField(help_text="How often it was written again, quoted or said in other words")
    last_hit_at = serializers.DateTimeField(allow_null=True)
    lifted_by = serializers.CharField()
    lifted_at = serializers.DateTimeField(allow_null=True)
    lifted_reason = serializers.CharField()


class RefusalPageSerializer(serializers.Serializer[Any]):
    """Refusals, newest first; ask again with `cursor` = `next` until it is empty."""

    entries = RefusalSerializer(many=True)
    next = serializers.CharField(allow_blank=True)


class LiftSerializer(StrictSerializer):
    """Why the value may be written again; kept with the refusal and in the audit log."""

    reason = TextField(max_length=500)


LIFT: Final = OpenApiExample("Lifted", value={"reason": "She moved there after all"}, request_only=True)


class RefusalsView(MemoryView):
    """Values the owner refused for good, newest first."""

    @extend_schema(tags=["refusals"], parameters=[RefusalQuerySerializer], responses=RefusalPageSerializer)
    def get(self, request: Request) -> Response:
        query = self.query(RefusalQuerySerializer)
        rows = refusals_of(actor=self.actor, store=self.store() if "store" in query else None)
        if query["state"] != "all":
            rows = rows.filter(lifted_at__isnull=query["state"] == "refused")
        if "cursor" in query:
            rows = rows.filter(pk__lt=query["cursor"])
        limit = query["limit"]
        found = list(rows[: limit + 1])
        following = str(found[limit - 1].pk) if len(found) > limit else ""
        return Response({"entries": RefusalSerializer(found[:limit], many=True).data, "next": following})


class RefusalLiftView(MemoryView):
    """Let a refused value be written again. The owner's alone."""

    @extend_schema(tags=["refusals"], request=LiftSerializer, responses=RefusalSerializer, examples=[LIFT])
    @idempotent
    def post(self, request: Request, number: int) -> Response:
        reason = self.body(LiftSerializer)["reason"]
        return Response(RefusalSerializer(refusal_lift(actor=self.actor, number=number, reason=reason)).data)
