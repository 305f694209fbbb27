"""The record editor over HTTP: find, look, apply, take back. The owner's alone."""

from typing import Any, Final
from uuid import UUID

from django.db.models import Count, Q
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from kirocrew.base.problems import Invalid, TooLarge
from memory.api.base import MemoryView
from memory.api.fields import EndField, JsonValueField, StrictSerializer, TextField
from memory.api.serializers import ReasonSerializer, RecordSerializer
from memory.models import Edit, Kind, Record, Revision
from memory.services.editor import (
    Preview,
    Search,
    Selection,
    edit_apply,
    edit_get,
    edit_preview,
    edit_undo,
    operation_read,
    owner_require,
    preview_page,
    records_page,
)
from memory.services.timeline_steps import Effect

BODY_MAX: Final = 512 * 1024  # bytes of a request
ITEMS_MAX: Final = 500
PAGE_MAX: Final = 100
RECORDS_NAMED: Final = 100  # of a receipt


class SearchSerializer(StrictSerializer):
    """Active records in which all words of `q` stand: in key, content, tags, category, subject or predicate."""

    q = TextField(max_length=2000, required=False, allow_blank=True, default="")
    kind = serializers.ChoiceField(("all", *Kind.values), required=False, default="all")
    store = TextField(max_length=60, required=False, default="", help_text="Every store when left out")
    project = TextField(max_length=200, required=False, allow_blank=True, allow_null=True, default=None)


class FindSerializer(SearchSerializer):
    """A search, and which page of what it finds."""

    limit = serializers.IntegerField(min_value=1, max_value=PAGE_MAX, default=50)
    offset = serializers.IntegerField(min_value=0, max_value=10_000, default=0)


class EditableSerializer(RecordSerializer):
    """A record as the editor shows it, with the number of proposals that wait for it."""

    pending_proposals = serializers.IntegerField(read_only=True)


class FoundSerializer(serializers.Serializer[Any]):
    """A page of what was found, oldest first, and how much there is; `next` is null on the last page."""

    entries = EditableSerializer(many=True)
    total = serializers.IntegerField()
    next = serializers.IntegerField(allow_null=True)


class ItemSerializer(StrictSerializer):
    """A record and the revision at which it was seen."""

    uid = serializers.UUIDField()
    revision = serializers.IntegerField(min_value=1, max_value=2**31 - 1)


class RefreshSerializer(StrictSerializer):
    """Records to read again."""

    items = serializers.ListField(child=serializers.UUIDField(), min_length=1, max_length=ITEMS_MAX)


class SelectionSerializer(StrictSerializer):
    """Either `items`, or a `query` and what to `exclude` from it."""

    items = serializers.ListField(child=ItemSerializer(), required=False, max_length=ITEMS_MAX)
    query = SearchSerializer(required=False)
    exclude = serializers.ListField(child=serializers.UUIDField(), required=False, max_length=ITEMS_MAX)


class OperationSerializer(StrictSerializer):
    """What is to be done; which fields go with which `type` is in the reference of the editor."""

    type = serializers.ChoiceField(("set", "forget", "replace_text", "metadata", "window", "move"))
    value = JsonValueField(required=False, help_text="set: a fact's value")
    text = TextField(required=False, help_text="set: an episode's text")
    rule = TextField(required=False, help_text="set: a lesson's rule")
    negative = TextField(required=False, allow_blank=True, help_text="set: what a lesson says not to do")
    find = TextField(required=False, trim_whitespace=False, help_text="replace_text: what is looked for, literally")
    replacement = TextField(required=False, trim_whitespace=False, allow_blank=True)
    match_case = serializers.BooleanField(required=False)
    effect = serializers.ChoiceField(
        [effect.value for effect in Effect],
        required=False,
        help_text="set, replace_text: whether the old content was true until now (change) or never was (correction)",
    )
    values = serializers.DictField(required=False, help_text="metadata: what is put in place")
    valid_from = serializers.DateTimeField(required=False, allow_null=True, help_text="window; null opens the end")
    valid_until = EndField(required=False, allow_null=True, help_text="window; 9999-12-31 or later is null")
    store = TextField(max_length=60, required=False, help_text="move: the name of the other store")
    project = TextField(max_length=200, required=False, allow_blank=True)
    scope = TextField(max_length=1024, required=False, allow_blank=True)


class PreviewRequestSerializer(StrictSerializer):
    """A new preview of a `selection` and an `operation`, or another page of one that is there."""

    selection = SelectionSerializer(required=False)
    operation = OperationSerializer(required=False)
    preview_id = TextField(max_length=256_000, required=False)
    offset = serializers.IntegerField(required=False, default=0, min_value=0, max_value=10_000)


class PairSerializer(serializers.Serializer[Any]):
    """A record before and after."""

    uid = serializers.UUIDField(source="record.uid")
    kind = serializers.CharField(source="record.kind")
    key = serializers.CharField(source="record.key")
    store = serializers.CharField(source="record.store.slug")
    moves_to = serializers.CharField(help_text="The store it goes to; empty where it stays")
    before = serializers.JSONField()
    after = serializers.JSONField()
    doubts = serializers.ListField(child=serializers.CharField(), help_text="Why the screen finds it suspicious")
    redacted = serializers.ListField(child=serializers.CharField(), help_text="Kinds of credentials taken out")
    pending_proposals = serializers.ListField(child=serializers.IntegerField())


class PreviewSerializer(serializers.Serializer[Any]):
    """What an edit would do. Apply it with `preview_id` before `expires`; `next` is the offset of the next page."""

    preview_id = serializers.CharField(source="token")
    expires = serializers.DateTimeField()
    matched = serializers.IntegerField(help_text="Records chosen")
    changed = serializers.IntegerField(help_text="Those of them that would be other than they are")
    pending_proposals = serializers.IntegerField(source="pending")
    pairs = PairSerializer(many=True)
    offset = serializers.IntegerField()
    next = serializers.IntegerField(source="following", allow_null=True)


class ApplySerializer(ReasonSerializer):
    """The preview that was looked at."""

    preview_id = TextField(max_length=256_000)


class EditedSerializer(serializers.Serializer[Any]):
    """A record that an edit changed, and the revision it got."""

    uid = serializers.UUIDField(source="record.uid")
    kind = serializers.CharField(source="record.kind")
    key = serializers.CharField(source="record.key")
    revision = serializers.IntegerField(source="number")


class ReceiptSerializer(serializers.Serializer[Any]):
    """An applied edit. `records` names the first hundred that it changed."""

    uid = serializers.UUIDField()
    operation = serializers.CharField()
    fields_named = serializers.ListField(source="fields", child=serializers.CharField())
    matched = serializers.IntegerField()
    changed = serializers.IntegerField()
    reason = serializers.CharField()
    applied_by = serializers.CharField()
    applied_at = serializers.DateTimeField()
    undone_by = serializers.CharField()
    undone_at = serializers.DateTimeField(allow_null=True)
    records = EditedSerializer(many=True)


class ReceiptPageSerializer(serializers.Serializer[Any]):
    """The latest edits, newest first."""

    entries = ReceiptSerializer(many=True)


PREVIEW: Final = OpenApiExample(
    "Replace a word in all facts about a place but one",
    value={
        "selection": {
            "query": {"q": "berlin", "kind": "fact"},
            "exclude": ["0199b9c5-6c1e-7d1f-a1a8-0d6e5f0b7c11"],
        },
        "operation": {"type": "replace_text", "find": "Berlin", "replacement": "Lisbon", "match_case": True},
    },
    request_only=True,
)


class EditorView(MemoryView):
    """The owner's alone, and no body above 512 KiB."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        owner_require(self.actor)
        if int(request.META.get("CONTENT_LENGTH") or 0) > BODY_MAX:
            raise TooLarge("The body is larger than 512 KiB. Choose by a query instead.", type="too-large")


class RecordsFindView(EditorView):
    """Active records that the editor can change, with what waits for each."""

    @extend_schema(tags=["editor"], parameters=[FindSerializer], responses=FoundSerializer)
    def get(self, request: Request) -> Response:
        query = self.query(FindSerializer)
        limit, offset = query.pop("limit"), query.pop("offset")
        keys, total = records_page(actor=self.actor, search=_search(query), limit=limit, offset=offset)
        following = offset + limit if offset + limit < total else None
        return Response({"entries": _shown(Q(pk__in=keys)), "total": total, "next": following})


class RecordsRefreshView(EditorView):
    """The records named, as they are now: after a preview that was stale. Those that are gone are left out."""

    @extend_schema(tags=["editor"], request=RefreshSerializer, responses=EditableSerializer(many=True))
    def post(self, request: Request) -> Response:
        return Response(_shown(Q(uid__in=self.body(RefreshSerializer)["items"])))


class BulkPreviewView(EditorView):
    """What an edit would make of the chosen records, 25 changed ones a page. Writes nothing."""

    @extend_schema(tags=["editor"], request=PreviewRequestSerializer, responses=PreviewSerializer, examples=[PREVIEW])
    def post(self, request: Request) -> Response:
        wanted = self.body(PreviewRequestSerializer)
        if "preview_id" in wanted:
            if "selection" in wanted or "operation" in wanted:
                raise _invalid("Name a 'preview_id', or a 'selection' and an 'operation'; not both.")
            preview = preview_page(actor=self.actor, token=wanted["preview_id"], offset=wanted["offset"])
        elif "selection" in wanted and "operation" in wanted:
            data: Any = request.data  # as it was sent: which fields are there decides what is done
            operation = operation_read(data["operation"])
            selection = _selection(wanted["selection"])
            preview = edit_preview(actor=self.actor, selection=selection, operation=operation)
        else:
            raise _invalid("Name a 'selection' and an 'operation', or a 'preview_id'.")
        return Response(PreviewSerializer(_serializable(preview)).data)


class BulkApplyView(EditorView):
    """Make a previewed edit, all of it or nothing. The same preview again answers with the same receipt."""

    @extend_schema(tags=["editor"], request=ApplySerializer, responses=ReceiptSerializer)
    def post(self, request: Request) -> Response:
        wanted = self.body(ApplySerializer)
        edit = edit_apply(actor=self.actor, token=wanted["preview_id"], reason=wanted.get("reason", ""))
        return Response(ReceiptSerializer(_with_records(edit)).data)


class EditsView(EditorView):
    """The last hundred edits, without the records they changed."""

    @extend_schema(tags=["editor"], responses=ReceiptPageSerializer)
    def get(self, request: Request) -> Response:
        edits = list(Edit.objects.order_by("-pk")[:PAGE_MAX])
        for edit in edits:
            edit.records = []  # type: ignore[attr-defined]
        return Response({"entries": ReceiptSerializer(edits, many=True).data})


class EditView(EditorView):
    """The receipt of an edit."""

    @extend_schema(tags=["editor"], responses=ReceiptSerializer, operation_id="get_edit")
    def get(self, request: Request, uid: UUID) -> Response:
        return Response(ReceiptSerializer(_with_records(edit_get(actor=self.actor, uid=uid))).data)


class EditUndoView(EditorView):
    """Take an edit back, all of it or nothing. Once more answers with the same receipt."""

    @extend_schema(tags=["editor"], request=ReasonSerializer, responses=ReceiptSerializer)
    def post(self, request: Request, uid: UUID) -> Response:
        reason = self.body(ReasonSerializer).get("reason", "")
        return Response(ReceiptSerializer(_with_records(edit_undo(actor=self.actor, uid=uid, reason=reason))).data)


def _search(values: dict[str, Any]) -> Search:
    kind = "" if values["kind"] == "all" else values["kind"]
    return Search(q=values["q"], kind=kind, store=values["store"], project=values["project"])


def _selection(values: dict[str, Any]) -> Selection:
    if ("items" in values) == ("query" in values):
        raise _invalid("A selection has 'items' or a 'query', one of the two.")
    if "items" in values:
        if "exclude" in values:
            raise _invalid("'exclude' goes with a 'query'.")
        return Selection(items=tuple((item["uid"], item["revision"]) for item in values["items"]))
    return Selection(search=_search(values["query"]), excluded=frozenset(values.get("exclude", ())))


def _shown(wanted: Q) -> list[dict[str, Any]]:
    waiting = Count(
        "revisions",
        filter=Q(revisions__status=Revision.Status.PROPOSED, revisions__answer__isnull=True),
    )
    rows = Record.objects.with_content().filter(wanted).annotate(pending_proposals=waiting).order_by("pk")
    return [dict(entry) for entry in EditableSerializer(rows, many=True).data]


def _serializable(preview: Preview) -> Any:
    return {
        "token": preview.token,
        "expires": preview.expires,
        "matched": preview.matched,
        "changed": preview.changed,
        "pending": preview.pending,
        "offset": preview.offset,
        "following": preview.following,
        "pairs": [
            {
                "record": pair.record,
                "moves_to": pair.store,
                "before": pair.before,
                "after": pair.after,
                "doubts": list(pair.doubts),
                "redacted": list(pair.redacted),
                "pending_proposals": list(pair.pending),
            }
            for pair in preview.pairs
        ],
    }


def _with_records(edit: Edit) -> Edit:
    rows = Revision.objects.filter(edited_by__edit=edit).select_related("record").order_by("id")
    edit.records = list(rows[:RECORDS_NAMED])  # type: ignore[attr-defined]
    return edit


def _invalid(detail: str) -> Invalid:
    return Invalid(detail, type="invalid-memory-edit")
