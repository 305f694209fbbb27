"""The memory tool of Claude over HTTP: what the model sent in, and what it is told, as a tool result has it."""

from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from channels_bridge.api.fields import StrictSerializer, TextField
from channels_bridge.api.idempotency import idempotent
from memory.api.base import MemoryView
from memory.gate.checks import DOCUMENT_MAX
from memory.services.memory_tool import COMMANDS, MemoryCommand, memory_command

PATH_MOST = 1_000
TEXT_MOST = 2 * DOCUMENT_MAX


class MemoryToolSerializer(StrictSerializer):
    """The input of one tool call, as the model wrote it."""

    command = serializers.ChoiceField(COMMANDS)
    path = TextField(max_length=PATH_MOST, required=False, trim_whitespace=False)
    view_range = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2, required=False)
    file_text = TextField(max_length=TEXT_MOST, required=False, allow_blank=True, trim_whitespace=False)
    old_str = TextField(max_length=TEXT_MOST, required=False, allow_blank=True, trim_whitespace=False)
    new_str = TextField(max_length=TEXT_MOST, required=False, allow_blank=True, trim_whitespace=False)
    insert_line = serializers.IntegerField(required=False)
    insert_text = TextField(max_length=TEXT_MOST, required=False, allow_blank=True, trim_whitespace=False)
    old_path = TextField(max_length=PATH_MOST, required=False, trim_whitespace=False)
    new_path = TextField(max_length=PATH_MOST, required=False, trim_whitespace=False)
    store = serializers.CharField(max_length=60, required=False)


class MemoryToolAnswerSerializer(serializers.Serializer[Any]):
    """The content of the tool result, to hand to the model as it is."""

    content = serializers.CharField(source="text")
    is_error = serializers.BooleanField()
    revision = serializers.IntegerField(allow_null=True, help_text="Of the document that was read or written")
    redacted = serializers.ListField(child=serializers.CharField(), help_text="Credentials that were taken out")


CREATE = OpenApiExample(
    "Create",
    value={"command": "create", "path": "/memories/notes/shed.md", "file_text": "The shed is green.\n"},
    request_only=True,
)


class MemoryToolView(MemoryView):
    """One command of the memory tool. An error of the tool is an answer, not an error of HTTP."""

    @extend_schema(
        operation_id="memory_tool",
        tags=["documents"],
        request=MemoryToolSerializer,
        responses=MemoryToolAnswerSerializer,
        examples=[CREATE],
    )
    @idempotent
    def post(self, request: Request) -> Response:
        values = self.body(MemoryToolSerializer)
        values.pop("store", None)
        found = memory_command(actor=self.actor, store=self.store(), asked=MemoryCommand(**values))
        return Response(MemoryToolAnswerSerializer(asdict(found)).data)
