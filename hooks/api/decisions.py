"""What was decided, over HTTP."""

from typing import Any

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from hooks.api.base import HooksView
from hooks.api.serializers import DecisionPageSerializer, DecisionQuerySerializer, DecisionSerializer
from hooks.services.decisions import DecisionFilter, decisions_export, decisions_visible


def wanted_of(query: dict[str, Any]) -> DecisionFilter:
    """The filter a query asks for."""
    names = ("outcome", "kind", "rule", "source", "content", "security", "since", "until")
    return DecisionFilter(text=query.get("q", "").strip(), **{name: query[name] for name in names if name in query})


class DecisionsView(HooksView):
    """Decisions, newest first: all for the owner, a bot's own for a bot."""

    @extend_schema(operation_id="list_decisions", tags=["hooks"], parameters=[DecisionQuerySerializer],
                   responses=DecisionPageSerializer)  # fmt: skip
    def get(self, request: Request) -> Response:
        query = self.query(DecisionQuerySerializer)
        rows = decisions_visible(actor=self.actor, wanted=wanted_of(query))
        if "cursor" in query:
            rows = rows.filter(pk__lt=query["cursor"])
        found = list(rows[: query["limit"] + 1])
        page = found[: query["limit"]]
        following = str(page[-1].pk) if len(found) > len(page) else ""
        return Response({"entries": DecisionSerializer(page, many=True).data, "next": following})


class DecisionsExportView(HooksView):
    """The same as JSON lines, all of them, with the question as it was kept."""

    @extend_schema(operation_id="export_decisions", tags=["hooks"], parameters=[DecisionQuerySerializer],
                   responses={(200, "application/x-ndjson"): OpenApiTypes.STR})  # fmt: skip
    def get(self, request: Request) -> StreamingHttpResponse:
        lines = decisions_export(actor=self.actor, wanted=wanted_of(self.query(DecisionQuerySerializer)))
        return StreamingHttpResponse(lines, content_type="application/x-ndjson")
