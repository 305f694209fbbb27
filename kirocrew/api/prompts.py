"""The system prompt of an agent over HTTP, with where each section stands."""

from dataclasses import asdict
from typing import Any, Final

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from channels_bridge.api.fields import StrictSerializer, TextField
from kirocrew.agents.agents import agent_get
from kirocrew.agents.names import Session
from kirocrew.agents.prompt import Prompt, prompt_build
from kirocrew.agents.prompt_sections import PromptAsked, ToolLine
from kirocrew.agents.virtual import Mate, Team
from kirocrew.api.agents import AgentsView
from kirocrew.models import PromptMode
from kirocrew.models.agents import PERSON_LIMIT

LABEL_MOST: Final = 200
PATH_MOST: Final = 1_000
WORDS_MOST: Final = 2_000
EXTRA_MOST: Final = 20_000
TOOLS_MOST: Final = 500
NAMES_MOST: Final = 100
"""Most characters, tools and names that a request may have."""


class PromptToolSerializer(StrictSerializer):
    """A tool the agent has in this call."""

    name = TextField(max_length=LABEL_MOST)
    description = TextField(max_length=WORDS_MOST, required=False, default="", allow_blank=True)


class PromptMateSerializer(StrictSerializer):
    """Another agent, and what it does."""

    name = TextField(max_length=LABEL_MOST)
    description = TextField(max_length=WORDS_MOST, required=False, default="", allow_blank=True)


class PromptTeamSerializer(StrictSerializer):
    """The team an agent works in, and as what."""

    name = TextField(max_length=LABEL_MOST)
    role = TextField(max_length=LABEL_MOST)
    mates = serializers.ListField(child=PromptMateSerializer(), max_length=NAMES_MOST, required=False, default=list)


class PromptRequestSerializer(StrictSerializer):
    """What the prompt is for. All of it is the caller's word, and is data in the prompt."""

    person = TextField(max_length=PERSON_LIMIT, required=False, default="", allow_blank=True)
    session = serializers.ChoiceField([one.value for one in Session], default=Session.DIRECT.value)
    mode = serializers.ChoiceField(
        PromptMode.choices, required=False, default="", allow_blank=True, help_text="The agent's own when left out."
    )
    channel = TextField(max_length=LABEL_MOST, required=False, default="", allow_blank=True)
    tools = serializers.ListField(
        child=PromptToolSerializer(), max_length=TOOLS_MOST, required=False, allow_null=True, default=None,
        help_text="Those the key has over MCP when left out.",
    )  # fmt: skip
    project = TextField(max_length=LABEL_MOST, required=False, default="", allow_blank=True)
    project_dir = TextField(max_length=PATH_MOST, required=False, default="", allow_blank=True)
    sandbox = TextField(max_length=WORDS_MOST, required=False, default="", allow_blank=True)
    owners = serializers.ListField(
        child=TextField(max_length=LABEL_MOST), max_length=NAMES_MOST, required=False, default=list
    )
    extra = TextField(max_length=EXTRA_MOST, required=False, default="", allow_blank=True)
    can_spawn = serializers.BooleanField(required=False, default=False)
    model = TextField(max_length=LABEL_MOST, required=False, default="", allow_blank=True)
    team = PromptTeamSerializer(required=False, allow_null=True, default=None)
    delegates = serializers.ListField(child=PromptMateSerializer(), max_length=TOOLS_MOST, required=False, default=list)


class PromptSectionSerializer(serializers.Serializer[Any]):
    """A section: its text is that from `start` up to, not including, `end`, in characters (code points)."""

    name = serializers.CharField()
    start = serializers.IntegerField()
    end = serializers.IntegerField()
    is_stable = serializers.BooleanField()


class AgentPromptSerializer(serializers.Serializer[Any]):
    """A prompt. What stands before `boundary` is the same from call to call and may be kept by the provider."""

    mode = serializers.CharField()
    prompt = serializers.CharField()
    chars = serializers.IntegerField()
    token_count = serializers.IntegerField()
    tokens_are = serializers.CharField(help_text="estimate, or whose vocabulary they were counted by.")
    boundary = serializers.IntegerField()
    sections = PromptSectionSerializer(many=True)
    tools = serializers.ListField(child=serializers.CharField())


class AgentPromptView(AgentsView):
    """The system prompt of an agent for one call."""

    @extend_schema(
        operation_id="agent_prompt",
        tags=["agents"],
        request=PromptRequestSerializer,
        responses=AgentPromptSerializer,
        examples=[
            OpenApiExample(
                "A talk with Ana", {"person": "ana", "session": "direct", "channel": "web"}, request_only=True
            )
        ],
    )
    def post(self, request: Request, slug: str) -> Response:
        agent = agent_get(actor=self.actor, slug=slug)
        made = prompt_build(actor=self.actor, agent=agent, asked=_asked(self.body(PromptRequestSerializer)))
        return Response(_told(made))


def _asked(values: dict[str, Any]) -> PromptAsked:
    tools, team = values.pop("tools"), values.pop("team")
    return PromptAsked(
        session=Session(values.pop("session")),
        tools=None if tools is None else tuple(ToolLine(**one) for one in tools),
        owners=tuple(values.pop("owners")),
        team=Team(team["name"], team["role"], tuple(Mate(**one) for one in team["mates"])) if team else None,
        delegates=tuple(Mate(**one) for one in values.pop("delegates")),
        **values,
    )


def _told(made: Prompt) -> dict[str, Any]:
    return {
        "mode": made.mode.value,
        "prompt": made.text,
        "chars": len(made.text),
        "token_count": made.tokens,
        "tokens_are": made.tokens_are,
        "boundary": made.boundary,
        "sections": [asdict(section) for section in made.sections],
        "tools": list(made.tools),
    }
