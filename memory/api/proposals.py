"""What waits for the owner, and their decisions, over HTTP."""

from typing import Any, Final

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from channels_bridge.actors import Permission
from channels_bridge.api.idempotency import idempotent
from kirocrew.base.problems import NotFound, Problem
from memory.api.answers import answer, outcome_data
from memory.api.base import MemoryView
from memory.api.fields import JsonValueField, StrictSerializer, TextField
from memory.api.serializers import PAGE_MAX, OutcomeSerializer, ReasonSerializer
from memory.models import Record, Revision
from memory.services.decisions import (
    MOST_AT_ONCE,
    Decision,
    proposal_accept,
    proposal_reject,
    proposals_decide,
    revision_undo,
)
from memory.services.events_told import proposals_told

STATES: Final = ("waiting", "accepted", "rejected")


class ProposalQuerySerializer(StrictSerializer):
    """Which proposals."""

    store = TextField(max_length=60, required=False)
    state = serializers.ChoiceField(STATES, default="waiting")
    limit = serializers.IntegerField(min_value=1, max_value=PAGE_MAX, default=100)
    cursor = serializers.IntegerField(min_value=0, max_value=2**63 - 1, default=0)


class ProposalSerializer(serializers.Serializer[Any]):
    """A change that somebody asked for: the record as it was then, and as it would be."""

    id = serializers.IntegerField()
    state = serializers.ChoiceField(STATES)
    stale = serializers.BooleanField(help_text="The record was changed since; accepting it needs the present revision")
    record = serializers.UUIDField(source="record.uid")
    store = serializers.CharField(source="record.store.slug")
    kind = serializers.CharField(source="record.kind")
    key = serializers.CharField(source="record.key")
    revision = serializers.IntegerField(source="record.revision", help_text="The record's at present")
    base_revision = serializers.IntegerField()
    operation = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]
    reason = serializers.CharField()
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)
    metadata = serializers.JSONField()
    recorded_at = serializers.DateTimeField()

    def to_representation(self, instance: Revision) -> dict[str, Any]:
        decided = getattr(instance, "answer", None)
        state = "waiting" if decided is None else "accepted" if decided.status == "accepted" else "rejected"
        instance.state = state  # type: ignore[attr-defined]
        instance.stale = state == "waiting" and instance.base_revision != instance.record.revision  # type: ignore[attr-defined]
        return super().to_representation(instance)


class ProposalPageSerializer(serializers.Serializer[Any]):
    """Proposals, oldest first; ask again with `cursor` = `next` until it is empty."""

    entries = ProposalSerializer(many=True)
    next = serializers.CharField(allow_blank=True)


class EditedSerializer(StrictSerializer):
    """New content in place of what was proposed: of a fact its value, of a lesson its rule, of an episode its text."""

    value = JsonValueField(required=False)
    rule = TextField(max_length=500, required=False)
    negative = TextField(max_length=500, required=False, allow_blank=True)
    text = TextField(max_length=2000, required=False)


class AcceptSerializer(ReasonSerializer):
    """Accept it as it is, or as edited."""

    edited = EditedSerializer(required=False)
    revision = serializers.IntegerField(
        min_value=0, required=False, help_text="The record's that you saw: needed where the proposal is stale"
    )


class RejectSerializer(ReasonSerializer):
    """Leave memory as it is."""

    for_good = serializers.BooleanField(default=False, help_text="Refuse the value from now on, whoever writes it")


class DecisionSerializer(AcceptSerializer):
    """One of many decisions."""

    proposal = serializers.IntegerField(min_value=1)
    accept = serializers.BooleanField()
    for_good = serializers.BooleanField(default=False)


class DecisionsSerializer(StrictSerializer):
    """Many decisions, each for itself."""

    decisions = serializers.ListField(child=DecisionSerializer(), min_length=1, max_length=MOST_AT_ONCE)


class DecidedSerializer(serializers.Serializer[Any]):
    """One result per decision, in order: an outcome, or the problem that stood in its way."""

    results = serializers.ListField(child=serializers.DictField())


ACCEPT: Final = OpenApiExample("Accepted", value={"reason": "She told me so"}, request_only=True)
REJECT: Final = OpenApiExample("Rejected", value={"reason": "Never was there", "for_good": True}, request_only=True)


class ProposalsView(MemoryView):
    """Changes that wait for the owner, oldest first. A bot sees those it asked for."""

    @extend_schema(tags=["proposals"], parameters=[ProposalQuerySerializer], responses=ProposalPageSerializer)
    def get(self, request: Request) -> Response:
        query = self.query(ProposalQuerySerializer)
        rows = self.proposals().filter(record__store__in=self.stores(), pk__gt=query["cursor"]).order_by("pk")
        if query["state"] == "waiting":
            rows = rows.filter(answer__isnull=True)
        else:
            rows = rows.filter(answer__status=query["state"])
        found = list(rows[: query["limit"] + 1])
        following = str(found[query["limit"] - 1].pk) if len(found) > query["limit"] else ""
        told = proposals_told(actor=self.actor, proposals=found[: query["limit"]])
        shown = ProposalSerializer(told, many=True).data
        return Response({"entries": shown, "next": following})

    def proposals(self) -> QuerySet[Revision]:
        """The proposals the caller may see."""
        self.actor.require(Permission.MEMORY_READ)
        rows = Revision.objects.filter(
            status=Revision.Status.PROPOSED, record__in=Record.objects.visible_to(self.actor)
        )
        rows = rows.select_related("record", "record__store", "answer")
        return rows if self.actor.is_owner else rows.filter(source=self.actor.source)


class ProposalView(ProposalsView):
    """One proposal, and the record as it is now."""

    @extend_schema(tags=["proposals"], responses=ProposalSerializer, operation_id="get_proposal")
    def get(self, request: Request, number: int) -> Response:  # type: ignore[override]
        proposal = self.proposals().filter(pk=number).first()
        if proposal is None:
            raise NotFound("There is no such proposal for you.", type="unknown-proposal")
        (told,) = proposals_told(actor=self.actor, proposals=[proposal])
        return Response(ProposalSerializer(told).data)


class ProposalAcceptView(MemoryView):
    """Do what was proposed. The owner's alone."""

    @extend_schema(tags=["proposals"], request=AcceptSerializer, responses=OutcomeSerializer, examples=[ACCEPT])
    @idempotent
    def post(self, request: Request, number: int) -> Response:
        wanted = self.body(AcceptSerializer)
        return answer(proposal_accept(actor=self.actor, decision=Decision(number, accept=True, **wanted)))


class ProposalRejectView(MemoryView):
    """Leave memory as it is. The owner's alone."""

    @extend_schema(tags=["proposals"], request=RejectSerializer, responses=OutcomeSerializer, examples=[REJECT])
    @idempotent
    def post(self, request: Request, number: int) -> Response:
        wanted = self.body(RejectSerializer)
        return answer(proposal_reject(actor=self.actor, decision=Decision(number, accept=False, **wanted)))


class ProposalsDecideView(MemoryView):
    """Decide on up to 500 proposals, each for itself. The owner's alone."""

    @extend_schema(tags=["proposals"], request=DecisionsSerializer, responses=DecidedSerializer)
    @idempotent
    def post(self, request: Request) -> Response:
        wanted = self.body(DecisionsSerializer)["decisions"]
        results = proposals_decide(actor=self.actor, decisions=[Decision(**item) for item in wanted])
        return Response(
            {"results": [item.to_dict() if isinstance(item, Problem) else outcome_data(item) for item in results]}
        )


class RevisionUndoView(MemoryView):
    """Take a record's last change back. The owner's alone."""

    @extend_schema(tags=["proposals"], request=ReasonSerializer, responses=OutcomeSerializer)
    @idempotent
    def post(self, request: Request, number: int) -> Response:
        reason = self.body(ReasonSerializer).get("reason", "")
        return answer(revision_undo(actor=self.actor, revision_id=number, reason=reason))
