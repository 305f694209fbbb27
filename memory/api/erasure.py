"""Erasing over HTTP: what it would reach, and the certificate of what it did. The owner's alone."""

from typing import Any, Final
from uuid import UUID

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from channels_bridge.models import JobState
from memory.api.base import MemoryView
from memory.api.fields import TextField
from memory.api.serializers import ReasonSerializer
from memory.services.erasing.certificate import STATES
from memory.services.erasure import erase_certificate, erase_preview, record_erase


class EraseSerializer(ReasonSerializer):
    """Erase a record, for good."""

    confirm = TextField(max_length=200, help_text="The record's key or id, typed by a person")
    with_copies = serializers.BooleanField(
        default=False, help_text="Erase other records that say it word for word as well, instead of naming them"
    )


class PlaceSerializer(serializers.Serializer[Any]):
    """One place that was looked into."""

    place = serializers.CharField()
    title = serializers.CharField()
    state = serializers.ChoiceField(
        STATES, help_text="pending: a job looks through it; failed: it could not, and the note says why"
    )
    count = serializers.IntegerField()
    hits = serializers.ListField(child=serializers.CharField())
    note = serializers.CharField(allow_blank=True)


class RemainingSerializer(serializers.Serializer[Any]):
    """The job that looks through databases and large files of the home after the erase."""

    job = serializers.UUIDField()
    state = serializers.ChoiceField(JobState.choices)
    done = serializers.IntegerField()
    total = serializers.IntegerField(allow_null=True)
    message = serializers.CharField(allow_blank=True)
    error = serializers.CharField(allow_blank=True)
    worker = serializers.BooleanField(help_text="Whether a worker is there to do it")


class CertificateSerializer(serializers.Serializer[Any]):
    """What an erase came to, place by place. There is no text of the record in it."""

    record = serializers.UUIDField()
    kind = serializers.CharField()
    store = serializers.CharField()
    at = serializers.DateTimeField()
    by = serializers.CharField()
    reason = serializers.CharField(allow_blank=True)
    clear = serializers.BooleanField(help_text="Every place was looked at, and none has it")
    lines = PlaceSerializer(many=True)
    erased = serializers.ListField(child=serializers.UUIDField(), help_text="The record and what went with it")
    marked = serializers.ListField(child=serializers.UUIDField(), help_text="Records that lost a source and stay")
    copies = serializers.ListField(child=serializers.UUIDField(), help_text="Records that say the same and were kept")
    mentions = serializers.ListField(
        child=serializers.UUIDField(), help_text="Records that hold it as a part of their text and were kept"
    )
    emptied = serializers.ListField(
        child=serializers.UUIDField(), help_text="Records that stay, of whose history entries that said the same went"
    )
    changed = serializers.ListField(child=serializers.CharField(), help_text="Files that were rewritten or removed")
    remaining = RemainingSerializer(allow_null=True, help_text="The job of the places that are pending, if any")


class EmptiedEntriesSerializer(serializers.Serializer[Any]):
    """Entries of another record's history that say the same, and would be emptied; the record stays."""

    record = serializers.UUIDField()
    entries = serializers.ListField(child=serializers.IntegerField())


class ErasePreviewSerializer(serializers.Serializer[Any]):
    """What an erase would reach."""

    record = serializers.UUIDField()
    confirm = serializers.CharField(help_text="What has to be typed")
    erased = serializers.ListField(child=serializers.UUIDField())
    marked = serializers.ListField(child=serializers.UUIDField())
    copies = serializers.ListField(child=serializers.UUIDField(), help_text="Say the same; stay, unless with_copies")
    mentions = serializers.ListField(child=serializers.UUIDField(), help_text="Hold it as a part; stay")
    emptied = EmptiedEntriesSerializer(many=True)


ERASE: Final = OpenApiExample(
    "Erased", value={"confirm": "user.home_city", "reason": "She asked for it"}, request_only=True
)


class RecordEraseView(MemoryView):
    """Erase a record from every place, for good. The owner's alone; it can't be undone and is not repeated by a key."""

    @extend_schema(tags=["records"], responses=ErasePreviewSerializer, operation_id="preview_erase")
    def get(self, request: Request, uid: UUID) -> Response:
        plan = erase_preview(actor=self.actor, uid=uid)
        return Response(
            {
                "record": str(plan.record.uid),
                "confirm": plan.record.key or str(plan.record.uid),
                "erased": [str(record.uid) for record in plan.targets],
                "marked": [str(link.record.uid) for link in plan.marked],
                "copies": [str(record.uid) for record in plan.others.copies],
                "mentions": [str(record.uid) for record in plan.others.mentions],
                "emptied": [
                    {"record": str(record.uid), "entries": [entry.pk for entry in entries]}
                    for record, entries in plan.entries
                ],
            }
        )

    @extend_schema(
        tags=["records"],
        request=EraseSerializer,
        responses=CertificateSerializer,
        examples=[ERASE],
        operation_id="erase_record",
    )
    def post(self, request: Request, uid: UUID) -> Response:
        values = self.body(EraseSerializer)
        made = record_erase(
            actor=self.actor,
            uid=uid,
            confirm=values["confirm"],
            reason=values.get("reason", ""),
            with_copies=values["with_copies"],
        )
        return Response(made.as_json())


class RecordCertificateView(MemoryView):
    """What was found of an erased record, place by place; pending places are told as their job has got on."""

    @extend_schema(tags=["records"], responses=CertificateSerializer, operation_id="erase_certificate")
    def get(self, request: Request, uid: UUID) -> Response:
        return Response(erase_certificate(actor=self.actor, uid=uid).as_json())
