"""Texts for documents that wait for the owner, over HTTP."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from channels_bridge.api.idempotency import idempotent
from kirocrew.base.problems import Forbidden
from memory.api.base import MemoryView
from memory.api.serializers import ReasonSerializer
from memory.models import DocumentKind, DocumentProposal
from memory.services.document_proposals import document_decide, document_proposals

SHOWN: Final = 100
DECISIONS: Final = ("accept", "reject")


class DocumentProposalSerializer(serializers.Serializer[Any]):
    """A whole text that would become a document's; empty once it is decided."""

    id = serializers.IntegerField(source="pk")
    kind = serializers.ChoiceField(DocumentKind.choices)
    store = serializers.CharField(source="store.slug")
    project = serializers.CharField(allow_blank=True)
    content = serializers.CharField(source="text", allow_blank=True)
    base_revision = serializers.IntegerField()
    by = serializers.CharField(source="source")
    why = serializers.CharField()
    citations = serializers.ListField(child=serializers.DictField())
    recorded_at = serializers.DateTimeField()
    state = serializers.ChoiceField(DocumentProposal.State.choices)


class DocumentProposalListSerializer(serializers.Serializer[Any]):
    """The oldest hundred that wait."""

    entries = DocumentProposalSerializer(many=True)


class DocumentProposalDecisionSerializer(ReasonSerializer):
    """Accept the text on the revision of the document that you read, 0 where there is none; or reject it."""

    decision = serializers.ChoiceField(DECISIONS)
    revision = serializers.IntegerField(min_value=0, max_value=2**31 - 1, required=False, default=0)


class DocumentProposalsView(MemoryView):
    """Texts for documents that wait, oldest first. Owner only."""

    @extend_schema(tags=["documents"], responses=DocumentProposalListSerializer)
    def get(self, request: Request) -> Response:
        if not self.actor.is_owner:
            raise Forbidden("Only the owner sees what waits for the owner.", type="owner-only")
        store = self.store() if "store" in request.query_params else None
        rows = document_proposals(self.actor, store)[:SHOWN]
        return Response({"entries": DocumentProposalSerializer(rows, many=True).data})


class DocumentProposalDecideView(MemoryView):
    """Accept or reject a text that waits. Owner only."""

    @extend_schema(tags=["documents"], request=DocumentProposalDecisionSerializer, responses=DocumentProposalSerializer)
    @idempotent
    def post(self, request: Request, number: int) -> Response:
        values = self.body(DocumentProposalDecisionSerializer)
        row = document_decide(
            actor=self.actor,
            number=number,
            accept=values["decision"] == "accept",
            base_revision=values["revision"],
            reason=values.get("reason", ""),
        )
        return Response(DocumentProposalSerializer(row).data)
