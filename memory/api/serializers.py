"""What the API takes and what it answers."""

from decimal import Decimal
from typing import Any, Final

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from memory.api.fields import EndField, JsonValueField, StrictSerializer, TextField, WordsField
from memory.gate.outcomes import OutcomeStatus
from memory.models import Category, EvidenceKind, Kind, Status
from memory.services.settings import SETTINGS
from memory.services.timeline_steps import Effect

PAGE_MAX = 1000
BATCH_MAX = 500

STATUSES: Final = tuple(status.value for status in OutcomeStatus)


class TurnSerializer(StrictSerializer):
    """A recorded turn: its conversation and its ordinal there. It counts only if somebody else recorded it."""

    conversation = TextField(max_length=200)
    position = serializers.IntegerField(min_value=0, max_value=2**31 - 1)


class SourceSerializer(StrictSerializer):
    """What a record came out of: another record, or a turn of a conversation."""

    record = serializers.UUIDField(required=False)
    turn = TurnSerializer(required=False)
    kind = serializers.ChoiceField(
        EvidenceKind.choices, default=EvidenceKind.EXTRACTED, help_text="What becomes of it when the source goes"
    )


class MetadataSerializer(StrictSerializer):
    """Metadata that any record may carry. Times without a zone are UTC."""

    category = TextField(max_length=1024, required=False, allow_blank=True)
    subject = TextField(max_length=1024, required=False, allow_blank=True)
    predicate = TextField(max_length=1024, required=False, allow_blank=True)
    scope = TextField(max_length=1024, required=False, allow_blank=True)
    project = TextField(max_length=200, required=False, allow_blank=True)
    valid_from = serializers.DateTimeField(required=False, allow_null=True)
    valid_until = EndField(required=False, allow_null=True, help_text="9999-12-31 or later is null: no end")
    observed_at = serializers.DateTimeField(required=False, allow_null=True)
    source_ref = TextField(max_length=1024, required=False, allow_blank=True)
    derived_from = serializers.ListField(
        child=SourceSerializer(), required=False, max_length=50, help_text="Goes, or is marked, when its sources go"
    )
    store = TextField(max_length=60, required=False, help_text="Your own when left out")
    source = TextField(  # type: ignore[assignment]
        max_length=200,
        required=False,
        help_text="Stamped by the server. May be left out; naming another source than your own is refused.",
    )


class EvidenceSerializer(TurnSerializer):
    """The turn in which a person asked for the change, and the revision of the fact that was seen then."""

    revision = serializers.IntegerField(
        min_value=1, max_value=2**31 - 1, required=False, help_text="The fact's that you saw; or send If-Match"
    )


class FactWriteSerializer(MetadataSerializer):
    """A fact to write."""

    key = TextField(max_length=1000, trim_whitespace=False, help_text="Such as user.home_city")
    value = JsonValueField(help_text="Any JSON value but null and blank text, at most 4,096 bytes")
    confidence = serializers.DecimalField(
        max_digits=4, decimal_places=3, min_value=Decimal(0), max_value=Decimal(1), default=Decimal(1)
    )
    effect = serializers.ChoiceField(
        [effect.value for effect in Effect],
        required=False,
        help_text="What a new value means for the stored one. change: it was true until now, or until `valid_from`; "
        "correction: it never was. change when left out",
    )
    evidence = EvidenceSerializer(required=False, help_text="Where a person said that the value is to change")


class LessonWriteSerializer(MetadataSerializer):
    """A lesson to write."""

    rule = TextField(max_length=5000, allow_blank=True, help_text="At most 500 characters")
    negative = TextField(max_length=5000, required=False, allow_blank=True, allow_null=True)
    category = TextField(
        max_length=100, required=False, help_text=f"One of {', '.join(Category.values)}; anything else is knowledge"
    )
    repo_scope = TextField(max_length=1024, required=False, allow_blank=True, allow_null=True)
    applies = serializers.ChoiceField(("always", "on_topic"), required=False, allow_blank=True)
    workspace = TextField(
        max_length=200, required=False, allow_blank=True, allow_null=True, help_text="Another name of `project`"
    )
    taught_in = TurnSerializer(required=False, help_text="Where the owner taught it; what is not proved waits")


class EpisodeWriteSerializer(MetadataSerializer):
    """An episode to write."""

    text = TextField(max_length=20_000, allow_blank=True, help_text="10 to 2,000 characters")
    tags = serializers.ListField(child=TextField(max_length=500, allow_blank=True), required=False)
    importance = serializers.FloatField(min_value=0, max_value=1, required=False)
    conversation = TextField(max_length=200, required=False, allow_blank=True)
    session = TextField(max_length=200, required=False, allow_blank=True)
    position = serializers.IntegerField(min_value=0, max_value=2**31 - 1, required=False, allow_null=True)
    speaker = TextField(max_length=200, required=False, allow_blank=True)


class BatchSerializer(StrictSerializer):
    """1 to 500 items of one store; each is checked and answered on its own."""

    items = serializers.ListField(child=JsonValueField(), min_length=1, max_length=BATCH_MAX)
    store = TextField(max_length=60, required=False)


class SupersededSerializer(serializers.Serializer[Any]):
    """A record that gave way; restore it under its id."""

    uid = serializers.UUIDField()
    key = serializers.CharField()
    text = serializers.CharField()
    reason = serializers.CharField()


WRITTEN: Final = {
    "status": "written",
    "kind": "episode",
    "uid": "0199b9c5-6c1e-7d1f-a1a8-0d6e5f0b7c11",
    "key": "",
    "revision": 1,
    "reason": "created",
    "proposal": None,
    "superseded": [],
    "redacted": [],
    "code": None,
    "message": None,
    "field": None,
}


@extend_schema_serializer(examples=[OpenApiExample("Written", value=WRITTEN, response_only=True)])
class OutcomeSerializer(serializers.Serializer[Any]):
    """The answer to one write."""

    status = serializers.ChoiceField(STATUSES)
    kind = serializers.ChoiceField(Kind.choices)
    uid = serializers.UUIDField(allow_null=True)
    key = serializers.CharField()
    revision = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField()
    proposal = serializers.IntegerField(allow_null=True, help_text="Waits for the owner under this id")
    superseded = SupersededSerializer(many=True)
    redacted = serializers.ListField(child=serializers.CharField(), help_text="Kinds of credentials taken out")
    code = serializers.CharField(allow_null=True, help_text="Of a refusal; see the reference of refusal codes")
    message = serializers.CharField(allow_null=True)
    field = serializers.CharField(allow_null=True)


class BatchOutcomeSerializer(serializers.Serializer[Any]):
    """One result per item, in order."""

    results = OutcomeSerializer(many=True)
    counts = serializers.DictField(child=serializers.IntegerField())


class ListQuerySerializer(StrictSerializer):
    """Which part of a list."""

    store = serializers.CharField(max_length=60, required=False)
    limit = serializers.IntegerField(min_value=1, max_value=PAGE_MAX, default=100)
    offset = serializers.IntegerField(min_value=0, max_value=10_000, default=0)
    cursor = serializers.IntegerField(min_value=0, max_value=2**63 - 1, required=False)
    q = TextField(max_length=2000, required=False, allow_blank=True)


class EpisodeListQuerySerializer(ListQuerySerializer):
    """Which part of the episodes; tags are any-of, comma separated or repeated."""

    limit = serializers.IntegerField(min_value=1, max_value=100, default=50)
    tags = WordsField(required=False)
    conversation = serializers.CharField(max_length=200, required=False)


class EventQuerySerializer(ListQuerySerializer):
    """Which part of the audit log."""

    limit = serializers.IntegerField(min_value=1, max_value=200, default=50)
    code = serializers.CharField(max_length=40, required=False)


class RecordQuerySerializer(ListQuerySerializer):
    """Which records."""

    kind = serializers.ChoiceField(Kind.choices, required=False)
    status = serializers.ChoiceField(Status.choices, required=False)
    limit = serializers.IntegerField(min_value=1, max_value=100, default=50)


RECORD: Final = {
    "uid": "0199b9c5-6c1e-7d1f-a1a8-0d6e5f0b7c11",
    "kind": "fact",
    "store": "main",
    "key": "user.home_city",
    "revision": 2,
    "status": "active",
    "category": "",
    "subject": "",
    "predicate": "",
    "scope": "",
    "project": "",
    "valid_from": None,
    "valid_until": None,
    "observed_at": "2026-11-02T09:30:00Z",
    "source": "bot:botty",
    "source_ref": "",
    "email_addresses": [],
    "created_at": "2026-11-02T09:30:01Z",
    "updated_at": "2026-11-14T18:02:40Z",
    "value": "Lisbon",
    "confidence": "0.9",
}


@extend_schema_serializer(examples=[OpenApiExample("A fact", value=RECORD, response_only=True)])
class RecordSerializer(serializers.Serializer[Any]):
    """A record with its metadata and the content of its kind."""

    uid = serializers.UUIDField()
    kind = serializers.CharField()
    store = serializers.CharField(source="store.slug")
    key = serializers.CharField()
    revision = serializers.IntegerField()
    status = serializers.CharField()
    category = serializers.CharField()
    subject = serializers.CharField()
    predicate = serializers.CharField()
    scope = serializers.CharField()
    project = serializers.CharField()
    valid_from = serializers.DateTimeField(allow_null=True)
    valid_until = serializers.DateTimeField(allow_null=True)
    observed_at = serializers.DateTimeField()
    source = serializers.CharField()  # type: ignore[assignment]
    source_ref = serializers.CharField()
    email_addresses = serializers.ListField(child=serializers.CharField())
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()

    def to_representation(self, instance: Any) -> dict[str, Any]:
        content: dict[str, Any] = instance.content.snapshot()
        return super().to_representation(instance) | content


class RecordPageSerializer(serializers.Serializer[Any]):
    """A page of records; ask again with `cursor` = `next` until it is empty."""

    entries = RecordSerializer(many=True)
    next = serializers.CharField(allow_blank=True)


class RevisionSerializer(serializers.Serializer[Any]):
    """One entry of a record's journal."""

    id = serializers.IntegerField()
    number = serializers.IntegerField()
    base_revision = serializers.IntegerField()
    status = serializers.CharField()
    operation = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]
    reason = serializers.CharField()
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)
    metadata = serializers.JSONField()
    recorded_at = serializers.DateTimeField()
    previous_hash = serializers.CharField()
    hash = serializers.CharField()


class EventSerializer(serializers.Serializer[Any]):
    """An audit entry; values are redacted and cut at 200 characters."""

    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    code = serializers.CharField()
    kind = serializers.CharField()
    store = serializers.CharField(source="store.slug", default="")
    record_uid = serializers.UUIDField(allow_null=True)
    key = serializers.CharField()
    old_value = serializers.CharField()
    new_value = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]
    detail = serializers.CharField()
    is_refusal = serializers.BooleanField()
    is_security = serializers.BooleanField()


class EventPageSerializer(serializers.Serializer[Any]):
    """A page of audit entries, newest first."""

    entries = EventSerializer(many=True)
    next = serializers.CharField(allow_blank=True)


class HistoryQuerySerializer(StrictSerializer):
    """Which page of a record's journal."""

    cursor = serializers.IntegerField(min_value=0, max_value=2**63 - 1, required=False)
    limit = serializers.IntegerField(min_value=1, max_value=200, default=50)


class HistorySerializer(serializers.Serializer[Any]):
    """A record and a page of its journal, newest first; ask again with `cursor` = `next` until it is empty.

    The first page has the latest audit entries, 200 at most.
    """

    record = RecordSerializer()
    revisions = RevisionSerializer(many=True)
    events = EventSerializer(many=True)
    next = serializers.CharField(allow_blank=True)


class StoreSerializer(serializers.Serializer[Any]):
    """A store the caller may use."""

    slug = serializers.CharField()
    name = serializers.CharField()
    policy = serializers.CharField()
    secrets_policy = serializers.CharField()


class ReasonSerializer(StrictSerializer):
    """Why something is done; kept in the journal."""

    reason = TextField(max_length=500, required=False, allow_blank=True)


class SettingsSerializer(serializers.Serializer[Any]):
    """The owner's settings; see the reference for units and ranges."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {name: serializers.JSONField(required=False, help_text=spec.help) for name, spec in SETTINGS.items()}


class CountsByStatusSerializer(serializers.Serializer[Any]):
    """Records of one kind by status."""

    proposed = serializers.IntegerField()
    active = serializers.IntegerField()
    superseded = serializers.IntegerField()
    forgotten = serializers.IntegerField()
    expired = serializers.IntegerField()
    erased = serializers.IntegerField()


class RecordCountsSerializer(serializers.Serializer[Any]):
    """Records by kind and status."""

    fact = CountsByStatusSerializer()
    lesson = CountsByStatusSerializer()
    episode = CountsByStatusSerializer()


class BacklogSerializer(serializers.Serializer[Any]):
    """What waits for the owner."""

    count = serializers.IntegerField()
    oldest_seconds = serializers.IntegerField(allow_null=True, help_text="Age of the oldest; null when nothing waits")


class CoverageSerializer(serializers.Serializer[Any]):
    """Active records of one kind, and how many of them can be found by meaning."""

    total = serializers.IntegerField()
    embedded = serializers.IntegerField()
    waiting = serializers.IntegerField()
    failed = serializers.IntegerField()


class CoveragesSerializer(serializers.Serializer[Any]):
    """Coverage by kind."""

    fact = CoverageSerializer()
    lesson = CoverageSerializer()
    episode = CoverageSerializer()


class ModelStateSerializer(serializers.Serializer[Any]):
    """The embedding model of this process."""

    status = serializers.CharField()
    reason = serializers.CharField(allow_blank=True)


class EmbeddingStatusSerializer(serializers.Serializer[Any]):
    """How far embedding is, and with which model."""

    space = serializers.CharField(allow_null=True, help_text="Null before anything was embedded")
    model = ModelStateSerializer()
    kinds = CoveragesSerializer()


class StatsSerializer(serializers.Serializer[Any]):
    """What the stores hold and what waits."""

    records = RecordCountsSerializer()
    backlog = BacklogSerializer()
    rejections = serializers.DictField(child=serializers.IntegerField(), help_text="By code, of the last 30 days")
    embeddings = EmbeddingStatusSerializer()
