"""Giving an agent a store of its own, and what a member must always have before it."""

from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from channels_bridge.actors import Actor
from channels_bridge.api.authentication import actor_of
from channels_bridge.api.fields import StrictSerializer, TextField, checked
from channels_bridge.api.idempotency import idempotent
from channels_bridge.api.throttling import BotThrottle
from kirocrew.agents.agents import agent_get
from kirocrew.agents.essentials import essentials_build
from kirocrew.agents.members import KEYS_MOST, SEEDS_MOST, move_apply, move_preview, move_undo
from kirocrew.agents.rights import owner_only
from kirocrew.models import Agent
from kirocrew.models.agents import PERSON_LIMIT
from memory.models import Kind


class MovePreviewRequestSerializer(StrictSerializer):
    """Which keys go along, by name, and which records the agent begins with."""

    keys = serializers.ListField(child=TextField(max_length=60), max_length=KEYS_MOST, default=list)
    seeds = serializers.ListField(child=serializers.UUIDField(), max_length=SEEDS_MOST, default=list)
    reason = TextField(max_length=500, required=False, default="", allow_blank=True)


class MovedKeySerializer(serializers.Serializer[Any]):
    """A key that goes along: what it reaches now, and how many of its conversations stay behind."""

    name = serializers.CharField()
    stores = serializers.ListField(child=serializers.CharField())
    conversations = serializers.IntegerField()


class SeedSerializer(serializers.Serializer[Any]):
    """A record that is copied."""

    id = serializers.UUIDField(source="uid")
    kind = serializers.ChoiceField(Kind.choices)
    store = serializers.CharField()
    text = serializers.CharField()


class MovePreviewSerializer(serializers.Serializer[Any]):
    """What a move would do. Send `token` to do it."""

    agent = serializers.CharField()
    store = serializers.CharField()
    is_back = serializers.BooleanField(help_text="Whether the agent had this store before")
    keys = MovedKeySerializer(many=True)
    seeds = SeedSerializer(many=True)
    token = serializers.CharField()
    expires = serializers.DateTimeField()


class MoveRequestSerializer(StrictSerializer):
    """The token of a preview."""

    token = serializers.CharField(max_length=100_000)


class MoveUndoSerializer(StrictSerializer):
    """Why."""

    reason = TextField(max_length=500, required=False, default="", allow_blank=True)


class CopiedSerializer(serializers.Serializer[Any]):
    """A record and its copy."""

    record = serializers.UUIDField()
    kind = serializers.ChoiceField(Kind.choices)
    became = serializers.UUIDField()


class MoveSerializer(serializers.Serializer[Any]):
    """A move that was made."""

    id = serializers.UUIDField(source="uid")
    agent = serializers.CharField(source="agent.slug")
    store = serializers.CharField(source="store.slug")
    keys = serializers.SerializerMethodField()
    seeds = CopiedSerializer(many=True)
    made_at = serializers.DateTimeField()
    undone_at = serializers.DateTimeField(allow_null=True)

    def get_keys(self, move: Any) -> list[str]:
        return [key["name"] for key in move.keys]


class EssentialsRequestSerializer(StrictSerializer):
    """Who speaks, and what the agent was given before."""

    person = TextField(max_length=PERSON_LIMIT, required=False, default="", allow_blank=True)
    known = serializers.DictField(child=serializers.CharField(max_length=64), required=False)
    compacted = serializers.BooleanField(default=False)


class EssentialSerializer(serializers.Serializer[Any]):
    """One source. `is_sent`: its text is in this answer."""

    name = serializers.CharField()
    hash = serializers.CharField()
    is_sent = serializers.BooleanField()
    chars = serializers.SerializerMethodField()

    def get_chars(self, one: Any) -> int:
        return len(one["text"])


class EssentialsSerializer(serializers.Serializer[Any]):
    """What is new or changed, and the hashes to send back."""

    text = serializers.CharField(allow_blank=True)
    sources = EssentialSerializer(many=True)


class MemberView(APIView):
    """A view about one agent."""

    throttle_classes = (BotThrottle,)

    @property
    def actor(self) -> Actor:
        return actor_of(self.request)

    def agent(self, slug: str, *, owner: bool) -> Agent:
        """The agent of that name. Raises Forbidden before it says whether there is one."""
        if owner:
            owner_only(self.actor)
        return agent_get(actor=self.actor, slug=slug)


class MovePreviewView(MemberView):
    """What it would mean to give an agent a store of its own. Owner only; changes nothing."""

    @extend_schema(tags=["agents"], request=MovePreviewRequestSerializer, responses=MovePreviewSerializer)
    def post(self, request: Request, slug: str) -> Response:
        agent = self.agent(slug, owner=True)
        found = move_preview(actor=self.actor, agent=agent, **checked(MovePreviewRequestSerializer, request.data))
        return Response(MovePreviewSerializer(asdict(found)).data)


class MoveView(MemberView):
    """Give an agent a store of its own, as it was shown. Owner only."""

    @extend_schema(tags=["agents"], request=MoveRequestSerializer, responses=MoveSerializer)
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        agent = self.agent(slug, owner=True)
        token = checked(MoveRequestSerializer, request.data)["token"]
        return Response(MoveSerializer(move_apply(actor=self.actor, agent=agent, token=token)).data)


class MoveUndoView(MemberView):
    """Give the keys back what they had. Owner only."""

    @extend_schema(tags=["agents"], request=MoveUndoSerializer, responses=MoveSerializer)
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        agent = self.agent(slug, owner=True)
        reason = checked(MoveUndoSerializer, request.data)["reason"]
        return Response(MoveSerializer(move_undo(actor=self.actor, agent=agent, reason=reason)).data)


class EssentialsView(MemberView):
    """What a member must always have before it, whole."""

    @extend_schema(tags=["agents"], request=EssentialsRequestSerializer, responses=EssentialsSerializer)
    def post(self, request: Request, slug: str) -> Response:
        values = checked(EssentialsRequestSerializer, request.data)
        found = essentials_build(actor=self.actor, agent=self.agent(slug, owner=False), **values)
        return Response(EssentialsSerializer(asdict(found)).data)
