"""Letting the language model write an agent's files, over HTTP."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from channels_bridge.api.authentication import actor_of
from channels_bridge.api.fields import StrictSerializer, TextField, checked
from channels_bridge.api.idempotency import idempotent
from channels_bridge.api.serializers import JobSerializer
from channels_bridge.api.throttling import BotThrottle
from kirocrew.agents.agents import agent_get
from kirocrew.agents.rights import owner_only
from kirocrew.agents.summoning.running import INSTRUCTION_LIMIT, agent_regenerate, agent_summon


class InstructionSerializer(StrictSerializer):
    """What to change in the files."""

    instruction = TextField(max_length=INSTRUCTION_LIMIT)


class SummonView(APIView):
    """An agent's files from its description."""

    throttle_classes = (BotThrottle,)

    @extend_schema(operation_id="summon_agent", tags=["agents"], request=None, responses={202: JobSerializer})
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        """Let the language model write the files that still are as they began. The owner's; answers with the job."""
        actor = actor_of(request)
        owner_only(actor)
        job = agent_summon(actor=actor, agent=agent_get(actor=actor, slug=slug))
        return Response(JobSerializer(job).data, status=status.HTTP_202_ACCEPTED)


class RegenerateView(APIView):
    """An agent's files changed by an instruction."""

    throttle_classes = (BotThrottle,)

    @extend_schema(
        operation_id="regenerate_agent", tags=["agents"], request=InstructionSerializer, responses={202: JobSerializer}
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        """Let the language model change the files as you say; the rest stays. The owner's; answers with the job."""
        actor = actor_of(request)
        owner_only(actor)
        data = checked(InstructionSerializer, request.data)
        job = agent_regenerate(actor=actor, agent=agent_get(actor=actor, slug=slug), instruction=data["instruction"])
        return Response(JobSerializer(job).data, status=status.HTTP_202_ACCEPTED)
