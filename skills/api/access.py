"""Who may use a skill, over HTTP: grants, allow lists, and the reason of an access. The owner decides."""

from dataclasses import asdict

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from channels_bridge.api.idempotency import idempotent
from channels_bridge.models import Bot
from kirocrew.base.problems import NotFound
from skills.api.base import SkillsView, shown
from skills.api.serializers import (
    SkillAccessQuerySerializer,
    SkillAccessSerializer,
    SkillAllowListSerializer,
    SkillAllowListsSerializer,
    SkillAllowListWriteSerializer,
    SkillGrantListSerializer,
    SkillGrantNamedSerializer,
    SkillGrantSerializer,
    SkillGrantWriteSerializer,
)
from skills.services.access import effective_access
from skills.services.events import require_owner
from skills.services.grants import allow_list_set, allow_lists, grant_give, grant_revoke, grants_list


class SkillGrantsView(SkillsView):
    """Who was given a skill; give it, take it back."""

    @extend_schema(operation_id="list_skill_grants", tags=["skills"], responses=SkillGrantListSerializer)
    def get(self, request: Request, name: str) -> Response:
        skill = self.entry(name).skill
        return shown(
            {"entries": SkillGrantSerializer(grants_list(actor=self.actor, skill=skill), many=True).data}, skill
        )

    @extend_schema(
        operation_id="grant_skill", tags=["skills"], request=SkillGrantWriteSerializer, responses=SkillGrantSerializer
    )
    @idempotent
    def post(self, request: Request, name: str) -> Response:
        values = self.body(SkillGrantWriteSerializer)
        grant = grant_give(
            actor=self.actor,
            skill=self.entry(name).skill,
            kind=values["kind"],
            name=values["name"],
            pinned_version=values.get("pinned_version"),
            can_manage=values["can_manage"],
        )
        return Response(SkillGrantSerializer(grant).data)

    @extend_schema(
        operation_id="revoke_skill", tags=["skills"], request=SkillGrantNamedSerializer, responses={204: None}
    )
    @idempotent
    def delete(self, request: Request, name: str) -> Response:
        values = self.body(SkillGrantNamedSerializer)
        grant_revoke(actor=self.actor, skill=self.entry(name).skill, kind=values["kind"], name=values["name"])
        return Response(status=status.HTTP_204_NO_CONTENT)


class SkillAccessView(SkillsView):
    """Whether a skill is offered to who asks, or, for the owner, to a bot; and why, in one word."""

    @extend_schema(operation_id="skill_access", tags=["skills"], parameters=[SkillAccessQuerySerializer],
                   responses=SkillAccessSerializer)  # fmt: skip
    def get(self, request: Request, name: str) -> Response:
        query = self.query(SkillAccessQuerySerializer)
        entry = self.entry(name, narrowed=query)
        who = self.actor
        if "bot" in query:
            require_owner(self.actor)
            bot = Bot.objects.filter(name=query["bot"]).first()
            if bot is None:
                raise NotFound("There is no such bot.", type="unknown-principal")
            who = bot.actor
        found = effective_access(actor=who, skill=entry.skill, project=query.get("project", ""))
        return shown(SkillAccessSerializer(asdict(found)).data, entry.skill)


class AllowListsView(SkillsView):
    """Which skills bots, members and persons are limited to."""

    @extend_schema(operation_id="list_skill_allow_lists", tags=["skills"], responses=SkillAllowListsSerializer)
    def get(self, request: Request) -> Response:
        return Response({"entries": SkillAllowListSerializer(allow_lists(actor=self.actor), many=True).data})

    @extend_schema(operation_id="set_skill_allow_list", tags=["skills"], request=SkillAllowListWriteSerializer,
                   responses={200: SkillAllowListSerializer, 204: None})  # fmt: skip
    @idempotent
    def put(self, request: Request) -> Response:
        values = self.body(SkillAllowListWriteSerializer)
        row = allow_list_set(actor=self.actor, kind=values["kind"], name=values["name"], slugs=values["slugs"])
        return (
            Response(status=status.HTTP_204_NO_CONTENT) if row is None else Response(SkillAllowListSerializer(row).data)
        )
