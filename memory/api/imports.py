"""Imports and exports over HTTP: a rehearsal first, then a job; an export streams."""

import json
from tempfile import TemporaryFile
from typing import Any, Final

from django.core.files.uploadedfile import UploadedFile
from django.http import FileResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from channels_bridge.actors import Permission
from channels_bridge.api.idempotency import idempotent
from channels_bridge.api.parsing import StrictJSONParser
from channels_bridge.api.schema import IDEMPOTENCY_PARAMETER
from kirocrew.base.clock import now
from kirocrew.base.problems import Invalid, TooLarge
from memory.api.base import MemoryView
from memory.api.fields import TextField
from memory.models import Kind, Store
from memory.services.exports import FORMS, MARKDOWN, export_form, export_markdown, export_stream
from memory.services.importing.results import Action
from memory.services.importing.sources import Upload
from memory.services.imports import import_apply
from memory.services.imports_preview import import_preview
from memory.transfer.formats import formats
from memory.transfer.sources import DEFAULT_LIMITS, MIB
from memory.transfer.writer import FORMAT_NAME, FORMAT_VERSION

ITEMS_MAX: Final = 10_000
PREVIEW_SECONDS: Final = 20.0
"""How long a request may rehearse; a larger import is rehearsed as far as that goes and says so."""


class ImportSerializer(serializers.Serializer[Any]):
    """What to import: a file's `content`, or `items`, or the lists of an export; as a form, one or more files."""

    store = TextField(max_length=60, required=False, help_text="Your own when left out")
    dry_run = serializers.BooleanField(default=True, help_text="false: import; else say what would become of each item")
    format = serializers.CharField(max_length=40, required=False, allow_blank=True, default="")
    user = serializers.CharField(
        max_length=200,
        required=False,
        allow_blank=True,
        default="",
        help_text="Whose memories of a file with several people, as the store's own; otherwise all, each kept apart",
    )
    name = serializers.CharField(
        max_length=200, required=False, allow_blank=True, default="", help_text="The file's name, such as CLAUDE.md"
    )
    content = serializers.CharField(required=False, trim_whitespace=False, help_text="The file's text")
    items = serializers.ListField(
        child=serializers.DictField(),
        required=False,
        min_length=1,
        max_length=ITEMS_MAX,
        help_text="Records with a `kind`, as in an export",
    )
    semantic = serializers.ListField(child=serializers.DictField(), required=False, max_length=ITEMS_MAX)
    episodic = serializers.ListField(child=serializers.DictField(), required=False, max_length=ITEMS_MAX)
    limit = serializers.IntegerField(
        min_value=0, max_value=ITEMS_MAX, default=500, help_text="How many items a dry run lists; all are counted"
    )


class ImportItemSerializer(serializers.Serializer[Any]):
    """What would become of one item, and why."""

    action = serializers.ChoiceField(tuple(Action))
    code = serializers.CharField(allow_blank=True)
    message = serializers.CharField(allow_blank=True)
    kind = serializers.ChoiceField(Kind.choices, allow_blank=True)
    text = serializers.CharField(allow_blank=True)
    origin = serializers.CharField()


class ImportCountsSerializer(serializers.Serializer[Any]):
    """How many items came to what, and the same by kind and code."""

    actions = serializers.DictField(child=serializers.IntegerField())
    rows = serializers.ListField(child=serializers.DictField())


class ImportAnswerSerializer(serializers.Serializer[Any]):
    """A dry run lists items and counts; otherwise the job that imports is named."""

    dry_run = serializers.BooleanField()
    store = serializers.CharField()
    total = serializers.IntegerField(required=False)
    counts = ImportCountsSerializer(required=False)
    shown = serializers.IntegerField(required=False)
    complete = serializers.BooleanField(required=False, help_text="false: too large to rehearse to its end")
    items = ImportItemSerializer(many=True, required=False)
    job = serializers.UUIDField(required=False)


class FormatSerializer(serializers.Serializer[Any]):
    """A format an import understands."""

    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]


STORE: Final = OpenApiParameter("store", str, description="The store that is meant; your own when left out")
FORM: Final = OpenApiParameter("form", str, enum=FORMS, description="JSON when left out")
EXAMPLE: Final = OpenApiExample(
    "A file, rehearsed",
    value={"name": "CLAUDE.md", "content": "# Rules\n\n- Always run the tests before you push.\n"},
    request_only=True,
)


class ImportView(MemoryView):
    """Import memories of other tools, conversations and exports."""

    parser_classes = (StrictJSONParser, MultiPartParser)

    @extend_schema(tags=["transfer"], responses=FormatSerializer(many=True))
    def get(self, request: Request) -> Response:
        return Response([{"name": known.name, "label": known.label} for _, known in sorted(formats().items())])

    @extend_schema(
        tags=["transfer"],
        parameters=[STORE, IDEMPOTENCY_PARAMETER],
        request={"application/json": ImportSerializer, "multipart/form-data": ImportSerializer},
        responses={200: ImportAnswerSerializer, 202: ImportAnswerSerializer},
        examples=[EXAMPLE],
    )
    def post(self, request: Request) -> Response:
        self.actor.require(Permission.IMPORT_WRITE)
        checked = ImportSerializer(data=request.data)
        checked.is_valid(raise_exception=True)
        self.wanted = dict(checked.validated_data)
        return self._rehearse(request) if self.wanted["dry_run"] else self._apply(request)

    def _rehearse(self, request: Request) -> Response:
        store, limit = self.store(), self.wanted["limit"]
        preview = import_preview(
            actor=self.actor,
            store=store,
            sources=uploads_of(request, self.wanted),
            format_name=self.wanted["format"],
            user=self.wanted["user"],
            seconds=PREVIEW_SECONDS,
        )
        return Response({"dry_run": True, "store": store.slug} | preview.as_json(limit))

    @idempotent
    def _apply(self, request: Request) -> Response:
        store, uploads = self.store(), uploads_of(request, self.wanted)
        job = import_apply(
            actor=self.actor,
            store=store,
            sources=uploads,
            format_name=self.wanted["format"],
            user=self.wanted["user"],
        )
        answer = {"dry_run": False, "store": store.slug, "job": str(job.uid)}
        return Response(
            answer, status=status.HTTP_202_ACCEPTED, headers={"Location": reverse("job", kwargs={"uid": job.uid})}
        )


class ExportView(MemoryView):
    """Everything a store remembers, as one JSON document; or what is in memory, as Markdown in a zip."""

    @extend_schema(
        tags=["transfer"],
        parameters=[STORE, FORM],
        responses={(200, "application/json"): dict, (200, "application/zip"): bytes},
    )
    def get(self, request: Request) -> HttpResponseBase:
        store = self.store()
        if export_form(request.query_params.get("form", "")) == MARKDOWN:
            return self._markdown(store)
        pieces = export_stream(actor=self.actor, store=store)
        response = StreamingHttpResponse(pieces, content_type="application/json")
        response["Content-Disposition"] = f'attachment; filename="kirocrew-{store.slug}-{now():%Y%m%d}.json"'
        return response

    def _markdown(self, store: Store) -> HttpResponseBase:
        handle = TemporaryFile()  # noqa: SIM115  (the response closes it)
        export_markdown(actor=self.actor, store=store, handle=handle)
        handle.seek(0)
        name = f"kirocrew-{store.slug}-{now():%Y%m%d}.zip"
        return FileResponse(handle, as_attachment=True, filename=name, content_type="application/zip")


def uploads_of(request: Request, wanted: dict[str, Any]) -> list[Upload]:
    """What a request brings along, as uploads. Raises Invalid for nothing at all, TooLarge for too much."""
    files: list[UploadedFile[Any]] = [file for _, group in request.FILES.lists() for file in group]
    if sum(file.size or 0 for file in files) > DEFAULT_LIMITS.total_bytes:
        limit = DEFAULT_LIMITS.total_bytes // MIB
        raise TooLarge(f"An import takes {limit} MiB in total. Import the rest next.", type="import-too-large")
    found = [Upload(file.name or "upload", file.read()) for file in files]
    if content := wanted.get("content"):
        found.append(Upload(wanted["name"] or _name_for(content), content.encode()))
    if items := wanted.get("items"):
        found.append(Upload("items.json", _json(_document(items))))
    lists = {name: wanted[name] for name in ("semantic", "episodic") if wanted.get(name)}
    if lists:
        found.append(Upload("memory.json", _json(lists)))
    if not found:
        raise Invalid("Send a file, or its 'content', or 'items'.", type="nothing-to-import")
    return found


def _name_for(content: str) -> str:
    return "upload.json" if content.lstrip()[:1] in ("{", "[") else "upload.md"


def _document(items: list[dict[str, Any]]) -> dict[str, Any]:
    counts = {kind.value: sum(item.get("kind") == kind.value for item in items) for kind in Kind}
    return {"format": FORMAT_NAME, "version": FORMAT_VERSION, "records": items, "counts": counts}


def _json(value: dict[str, Any]) -> bytes:
    return json.dumps(value).encode()
