"""Finding skills over HTTP: what a message brings, search, slash commands, the list for a prompt, the budget."""

from typing import Final

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from skills.api.base import SkillsView, asked_for
from skills.api.finding_serializers import (
    SkillBudgetQuerySerializer,
    SkillBudgetSerializer,
    SkillHitsSerializer,
    SkillListingQuerySerializer,
    SkillListingSerializer,
    SkillMatchAskSerializer,
    SkillMatchesSerializer,
    SkillMessageSerializer,
    SkillSearchQuerySerializer,
    SkillSlashSerializer,
)
from skills.services.listing import ListingMode, skills_listing
from skills.services.matching import skills_match
from skills.services.searching import skill_search
from skills.services.slash import slash_read
from skills.services.usage import LEDGER_DAYS, budget

MESSAGE: Final = OpenApiExample(
    "A message", value={"message": "Erstelle eine Rechnung für Beispiel GmbH als PDF."}, request_only=True
)
COMMAND: Final = OpenApiExample("A command", value={"message": "/tidy-csv the columns of sales.csv"}, request_only=True)


class SkillMatchView(SkillsView):
    """Which skills a message brings, as body or pointer, and why. Counts what it delivers unless it is a trial."""

    @extend_schema(
        operation_id="match_skills",
        tags=["skills"],
        request=SkillMatchAskSerializer,
        responses=SkillMatchesSerializer,
        examples=[MESSAGE],
    )
    def post(self, request: Request) -> Response:
        values = self.body(SkillMatchAskSerializer)
        found = skills_match(
            actor=self.actor,
            message=values["message"],
            project=values["project"],
            only=values["only"],
            loaded=values["loaded"],
            record=not values["trial"],
        )
        denied = [{"slug": one.skill.slug, "phrase": phrase} for one, phrase in found.denied]
        return Response(
            SkillMatchesSerializer(
                {
                    "entries": found.matches,
                    "denied": denied,
                    "by_meaning": found.by_meaning,
                    "is_current": found.is_current,
                }
            ).data
        )


class SkillSlashView(SkillsView):
    """What a message that begins with a slash means. Counts a called skill unless it is a trial."""

    @extend_schema(
        operation_id="read_slash_command",
        tags=["skills"],
        request=SkillMessageSerializer,
        responses=SkillSlashSerializer,
        examples=[COMMAND],
    )
    def post(self, request: Request) -> Response:
        values = self.body(SkillMessageSerializer)
        found = slash_read(
            actor=self.actor,
            message=values["message"],
            project=values["project"],
            only=values["only"],
            record=not values["trial"],
        )
        return Response(
            {
                "kind": found.kind.value,
                "message": found.message,
                "slug": found.skill.skill.slug if found.skill else "",
                "version": found.skill.version if found.skill else None,
                "body": found.body,
                "only": None if found.only is None else list(found.only),
                "suggestions": list(found.suggestions),
            }
        )


class SkillSearchView(SkillsView):
    """Look a skill up by words: in names and descriptions, and only when they say nothing, in the text."""

    @extend_schema(
        operation_id="search_skills",
        tags=["skills"],
        parameters=[SkillSearchQuerySerializer],
        responses=SkillHitsSerializer,
    )
    def get(self, request: Request) -> Response:
        values = self.query(SkillSearchQuerySerializer)
        project, only = asked_for(request)
        hits = skill_search(actor=self.actor, query=values["q"], project=project, only=only, limit=values["limit"])
        return Response(SkillHitsSerializer({"entries": hits}).data)


class SkillListingView(SkillsView):
    """The list of skills as an agent is told of it."""

    @extend_schema(
        operation_id="list_skills_for_prompt",
        tags=["skills"],
        parameters=[SkillListingQuerySerializer],
        responses=SkillListingSerializer,
    )
    def get(self, request: Request) -> Response:
        values = self.query(SkillListingQuerySerializer)
        project, only = asked_for(request)
        found = skills_listing(
            actor=self.actor,
            project=project,
            only=only,
            budget_chars=values.get("budget"),
            mode=ListingMode(values["mode"]),
        )
        return Response(SkillListingSerializer(found).data)


class SkillBudgetView(SkillsView):
    """What skills cost in the last 30 days: size by deliveries. What was never delivered is null, not 0."""

    @extend_schema(
        operation_id="skills_budget",
        tags=["skills"],
        parameters=[SkillBudgetQuerySerializer],
        responses=SkillBudgetSerializer,
    )
    def get(self, request: Request) -> Response:
        costs = budget(actor=self.actor, project=self.query(SkillBudgetQuerySerializer)["project"])
        total = sum(cost.chars or 0 for cost in costs)
        return Response(SkillBudgetSerializer({"entries": costs, "chars": total, "days": LEDGER_DAYS}).data)
