"""What was retired, what records rest on, and what contradicts each other, over HTTP."""

from typing import Any, Final
from uuid import UUID

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from channels_bridge.api.idempotency import idempotent
from memory.api.base import MemoryView
from memory.api.fields import StrictSerializer
from memory.api.records import SHOWN_TO_BOTS, shown_record
from memory.api.serializers import ReasonSerializer, RecordSerializer
from memory.models import Contradiction, EvidenceKind, EvidenceLink, Record, Retirement
from memory.services.contradictions import KEEP, contradiction_decide, contradictions, told_in
from memory.services.evidence import derived_from, evidence_of
from memory.services.retirement import retirements


class DecayQuerySerializer(StrictSerializer):
    """Which part of a list, newest first."""

    store = serializers.CharField(max_length=60, required=False)
    limit = serializers.IntegerField(min_value=1, max_value=100, default=50)
    cursor = serializers.IntegerField(min_value=0, max_value=2**63 - 1, required=False)


class RetirementQuerySerializer(DecayQuerySerializer):
    """Which retirements."""

    cause = serializers.ChoiceField(Retirement.Cause.choices, required=False)


class ContradictionQuerySerializer(DecayQuerySerializer):
    """Which contradictions: those that are open, or those somebody decided."""

    decided = serializers.BooleanField(default=False)


class RetirementSerializer(serializers.Serializer[Any]):
    """A record that was retired, and what by. Restore it under its id."""

    id = serializers.IntegerField()
    cause = serializers.ChoiceField(Retirement.Cause.choices)
    at = serializers.DateTimeField()
    by = serializers.UUIDField(source="by.uid", help_text="The fact that changed, or the source that was forgotten")
    by_key = serializers.CharField(source="by.key")
    record = RecordSerializer()


class RetirementPageSerializer(serializers.Serializer[Any]):
    """A page of retirements; ask again with `cursor` = `next` until it is empty."""

    entries = RetirementSerializer(many=True)
    next = serializers.CharField(allow_blank=True)


class ContradictionSerializer(serializers.Serializer[Any]):
    """Two live records that cannot both hold."""

    id = serializers.IntegerField()
    cause = serializers.ChoiceField(Contradiction.Cause.choices)
    found_at = serializers.DateTimeField()
    verdict = serializers.ChoiceField(Contradiction.Verdict.choices)
    decided_at = serializers.DateTimeField(allow_null=True)
    decided_by = serializers.CharField(allow_blank=True)
    reason = serializers.CharField(allow_blank=True)
    first = RecordSerializer()
    second = RecordSerializer()
    says = serializers.SerializerMethodField(help_text="The value an episode (second) says the fact (first) has")

    def get_says(self, row: Contradiction) -> str | None:
        return told_in(row)


class ContradictionPageSerializer(serializers.Serializer[Any]):
    """A page of contradictions; ask again with `cursor` = `next` until it is empty."""

    entries = ContradictionSerializer(many=True)
    next = serializers.CharField(allow_blank=True)


class ContradictionDecisionSerializer(ReasonSerializer):
    """Which of the two stays; the other is forgotten, and can be restored.

    Where an episode says otherwise than a fact, `second` proposes the episode's value for the fact.
    """

    keep = serializers.ChoiceField(KEEP)


class SourceLinkSerializer(serializers.Serializer[Any]):
    """A link between a record and what it rests on."""

    kind = serializers.ChoiceField(EvidenceKind.choices)
    record = serializers.UUIDField(allow_null=True, help_text="The source, or what came out of it; null for a turn")
    turn = serializers.CharField(allow_blank=True, help_text="Conversation and ordinal of a turn that was not recorded")
    gone = serializers.ChoiceField(EvidenceLink.Gone.choices, allow_blank=True)
    made_at = serializers.DateTimeField()
    made_by = serializers.CharField()


class RecordEvidenceSerializer(serializers.Serializer[Any]):
    """What a record rests on, and what came out of it, oldest first."""

    rests_on = SourceLinkSerializer(many=True)
    derived = SourceLinkSerializer(many=True)


DECIDE: Final = OpenApiExample("One stays", value={"keep": "first", "reason": "She moved"}, request_only=True)


class RetirementsView(MemoryView):
    """What was taken out of memory because something else changed, newest first. What somebody deleted is not in it."""

    @extend_schema(tags=["records"], parameters=[RetirementQuerySerializer], responses=RetirementPageSerializer)
    def get(self, request: Request) -> Response:
        query = self.query(RetirementQuerySerializer)
        store = self.store() if "store" in query else None
        rows = retirements(actor=self.actor, cause=query.get("cause", ""), store=store)
        found, following = _page(rows, query)
        return Response({"entries": RetirementSerializer(found, many=True).data, "next": following})


class ContradictionsView(MemoryView):
    """Two live records that cannot both hold, newest first; a job looks for them once a day."""

    @extend_schema(tags=["records"], parameters=[ContradictionQuerySerializer], responses=ContradictionPageSerializer)
    def get(self, request: Request) -> Response:
        query = self.query(ContradictionQuerySerializer)
        store = self.store() if "store" in query else None
        rows = contradictions(actor=self.actor, store=store, decided=query["decided"])
        found, following = _page(rows, query)
        return Response({"entries": ContradictionSerializer(found, many=True).data, "next": following})


class ContradictionDecideView(MemoryView):
    """Decide which of the two stays. The owner's alone."""

    @extend_schema(
        tags=["records"],
        request=ContradictionDecisionSerializer,
        responses=ContradictionSerializer,
        examples=[DECIDE],
    )
    @idempotent
    def post(self, request: Request, number: int) -> Response:
        wanted = self.body(ContradictionDecisionSerializer)
        row = contradiction_decide(
            actor=self.actor, number=number, keep=wanted["keep"], reason=wanted.get("reason", "")
        )
        decided = contradictions(actor=self.actor, decided=True).get(pk=row.pk)
        return Response(ContradictionSerializer(decided).data)


class RecordEvidenceView(MemoryView):
    """What a record rests on and what came out of it, as far as the caller may see it."""

    @extend_schema(tags=["records"], responses=RecordEvidenceSerializer)
    def get(self, request: Request, uid: UUID) -> Response:
        record = shown_record(self, uid)
        sources, results = evidence_of(record), derived_from(record)
        seen = self._seen({row.source_id for row in sources} | {row.record_id for row in results})
        return Response(
            {
                "rests_on": [_link(row, row.source) for row in sources if row.source_id in seen],
                "derived": [_link(row, row.record) for row in results if row.record_id in seen],
            }
        )

    def _seen(self, keys: set[int | None]) -> set[int | None]:
        """Those of the records that the caller may know of; turns that were not recorded, which have none, as well."""
        known = [key for key in keys if key is not None]
        rows = Record.objects.visible_to(self.actor).filter(pk__in=known, store__in=self.stores())
        if not self.actor.is_owner:
            rows = rows.filter(status__in=SHOWN_TO_BOTS)
        return {None, *rows.values_list("pk", flat=True)}


def _page(rows: Any, query: dict[str, Any]) -> tuple[list[Any], str]:
    if "cursor" in query:
        rows = rows.filter(pk__lt=query["cursor"])
    limit = query["limit"]
    found = list(rows[: limit + 1])
    return found[:limit], str(found[limit - 1].pk) if len(found) > limit else ""


def _link(row: EvidenceLink, other: Any) -> dict[str, Any]:
    return {
        "kind": row.kind,
        "record": str(other.uid) if other else None,
        "turn": row.turn,
        "gone": row.gone,
        "made_at": row.made_at,
        "made_by": row.made_by,
    }
