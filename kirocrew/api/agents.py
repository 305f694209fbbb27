"""Agents and their context files over HTTP."""

from typing import Any, Final

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from channels_bridge.actors import Actor
from channels_bridge.api.authentication import actor_of
from channels_bridge.api.fields import checked
from channels_bridge.api.idempotency import idempotent
from channels_bridge.api.throttling import BotThrottle
from kirocrew.agents import files, people
from kirocrew.agents.agents import (
    agent_change,
    agent_create,
    agent_get,
    agent_retire,
    agent_return,
    agents_visible,
)
from kirocrew.agents.names import Session
from kirocrew.agents.rights import decides, owner_only
from kirocrew.agents.ritual import turn_begun
from kirocrew.api.agent_serializers import (
    AgentFieldsSerializer,
    AgentFileEntrySerializer,
    AgentFileListSerializer,
    AgentFileSerializer,
    AgentListSerializer,
    AgentPeopleSerializer,
    AgentPersonSerializer,
    AgentReasonSerializer,
    AgentRevisionSerializer,
    AgentRevisionsQuerySerializer,
    AgentRevisionsSerializer,
    AgentSerializer,
    AgentsQuerySerializer,
    AgentWriteSerializer,
    FileDecisionSerializer,
    FilePlaceSerializer,
    FileRestoreSerializer,
    FileWriteSerializer,
    FileWrittenSerializer,
    IdentityFieldSerializer,
    RitualSerializer,
    TurnBegunSerializer,
    WaitingTextSerializer,
    WaitingTextsSerializer,
    WriterSerializer,
)
from kirocrew.models import AgentFile
from memory.api.answers import answer
from memory.api.base import expected_revision
from memory.api.serializers import OutcomeSerializer

IF_MATCH: Final = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, description='The ETag of the file you read, such as "3"; "0" for none'
)


class AgentsView(APIView):
    """A view that knows its actor and the agent that is meant."""

    throttle_classes = (BotThrottle,)

    @property
    def actor(self) -> Actor:
        return actor_of(self.request)

    def query(self, serializer: type[Serializer[Any]]) -> dict[str, Any]:
        """The checked query parameters. Raises ValidationError."""
        return checked(serializer, self.request.query_params)

    def body(self, serializer: type[Serializer[Any]]) -> dict[str, Any]:
        """The checked body. Raises ValidationError."""
        return checked(serializer, self.request.data)

    def place(self) -> dict[str, Any]:
        """Whose file is meant, and in what session: `?person=`, `?session=`. Raises ValidationError."""
        values = self.query(FilePlaceSerializer)
        return {"person": values["person"], "session": Session(values["session"])}

    def expected(self, values: dict[str, Any]) -> int | None:
        """The revision a change is made on, as the header or the body says. Raises Invalid."""
        header, said = expected_revision(self.request), values.pop("revision", None)
        return header if header is not None else said


class AgentsListView(AgentsView):
    """The agents who asks may know of; make one."""

    @extend_schema(operation_id="list_agents", tags=["agents"], parameters=[AgentsQuerySerializer],
                   responses=AgentListSerializer)  # fmt: skip
    def get(self, request: Request) -> Response:
        rows = agents_visible(self.actor, with_retired=self.query(AgentsQuerySerializer)["retired"])
        return Response({"entries": AgentSerializer(rows, many=True).data})

    @extend_schema(
        operation_id="create_agent",
        tags=["agents"],
        request=AgentWriteSerializer,
        responses={201: AgentSerializer},
        examples=[
            OpenApiExample("An agent", {"slug": "gardener", "name": "Gardener", "kind": "open"}, request_only=True)
        ],
    )
    @idempotent
    def post(self, request: Request) -> Response:
        agent = agent_create(actor=self.actor, **self.body(AgentWriteSerializer))
        return Response(AgentSerializer(agent).data, status=status.HTTP_201_CREATED)


class AgentView(AgentsView):
    """One agent: read it, change it, retire it."""

    @extend_schema(operation_id="get_agent", tags=["agents"], responses=AgentSerializer)
    def get(self, request: Request, slug: str) -> Response:
        return Response(AgentSerializer(agent_get(actor=self.actor, slug=slug)).data)

    @extend_schema(operation_id="change_agent", tags=["agents"], request=AgentFieldsSerializer,
                   responses=AgentSerializer)  # fmt: skip
    @idempotent
    def patch(self, request: Request, slug: str) -> Response:
        agent = agent_get(actor=self.actor, slug=slug)
        changed = agent_change(actor=self.actor, agent=agent, **self.body(AgentFieldsSerializer))
        return Response(AgentSerializer(changed).data)

    @extend_schema(operation_id="retire_agent", tags=["agents"], request=AgentReasonSerializer,
                   responses=AgentSerializer)  # fmt: skip
    @idempotent
    def delete(self, request: Request, slug: str) -> Response:
        agent = agent_get(actor=self.actor, slug=slug)
        retired = agent_retire(actor=self.actor, agent=agent, **self.body(AgentReasonSerializer))
        return Response(AgentSerializer(retired).data)


class AgentReturnView(AgentsView):
    """Serve a retired agent again."""

    @extend_schema(operation_id="return_agent", tags=["agents"], request=AgentReasonSerializer,
                   responses=AgentSerializer)  # fmt: skip
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        agent = agent_get(actor=self.actor, slug=slug)
        returned = agent_return(actor=self.actor, agent=agent, **self.body(AgentReasonSerializer))
        return Response(AgentSerializer(returned).data)


class AgentFilesView(AgentsView):
    """The files of an agent, with those of a person: for a bot what a prompt has, for the owner all with what waits."""

    @extend_schema(operation_id="list_agent_files", tags=["agents"], parameters=[FilePlaceSerializer],
                   responses=AgentFileListSerializer)  # fmt: skip
    def get(self, request: Request, slug: str) -> Response:
        agent, place = agent_get(actor=self.actor, slug=slug), self.place()
        if decides(self.actor):
            rows = files.files_stored(actor=self.actor, agent=agent, person=place["person"] or None)
            waiting = {one.file_id: one.number for one in files.waiting_texts(actor=self.actor, agent=agent)}
            entries = [_stored(row, waiting.get(row.pk)) for row in rows]
        else:
            entries = [
                {"name": one.name, "person": one.person, "revision": one.revision, "chars": len(one.text),
                 "removed": False, "waiting": None}
                for one in files.files_of(agent=agent, **place)
            ]  # fmt: skip
        return Response({"entries": AgentFileEntrySerializer(entries, many=True).data})


class AgentFileView(AgentsView):
    """One file: read it, write it whole, take it away."""

    @extend_schema(operation_id="get_agent_file", tags=["agents"], parameters=[FilePlaceSerializer],
                   responses=AgentFileSerializer)  # fmt: skip
    def get(self, request: Request, slug: str, name: str) -> Response:
        agent = agent_get(actor=self.actor, slug=slug)
        found = files.file_read(actor=self.actor, agent=agent, name=name, **self.place())
        return Response(AgentFileSerializer(found).data, headers={"ETag": f'"{found.revision}"'})

    @extend_schema(operation_id="write_agent_file", tags=["agents"], parameters=[FilePlaceSerializer, IF_MATCH],
                   request=FileWriteSerializer,
                   responses={200: FileWrittenSerializer, 202: FileWrittenSerializer})  # fmt: skip
    @idempotent
    def put(self, request: Request, slug: str, name: str) -> Response:
        agent, place, values = agent_get(actor=self.actor, slug=slug), self.place(), self.body(FileWriteSerializer)
        if values["propagate"]:
            owner_only(self.actor)
        outcome = files.file_write(
            actor=self.actor,
            agent=agent,
            name=name,
            text=values["content"],
            reason=values["reason"],
            expected=self.expected(values),
            **place,
        )
        response = answer(outcome)
        spreads = values["propagate"] and outcome.proposal is None
        copies = files.file_spread(actor=self.actor, agent=agent, name=name, reason=values["reason"]) if spreads else 0
        response.data["copies"] = copies
        return response

    @extend_schema(operation_id="remove_agent_file", tags=["agents"], parameters=[FilePlaceSerializer, IF_MATCH],
                   request=AgentReasonSerializer, responses={200: OutcomeSerializer})  # fmt: skip
    @idempotent
    def delete(self, request: Request, slug: str, name: str) -> Response:
        agent, values = agent_get(actor=self.actor, slug=slug), self.body(AgentReasonSerializer)
        outcome = files.file_write(
            actor=self.actor, agent=agent, name=name, text="", expected=self.expected({}), **values, **self.place()
        )
        return answer(outcome)


class AgentFileRevisionsView(AgentsView):
    """Every text a file had, for the owner."""

    @extend_schema(operation_id="agent_file_revisions", tags=["agents"], parameters=[AgentRevisionsQuerySerializer],
                   responses=AgentRevisionsSerializer)  # fmt: skip
    def get(self, request: Request, slug: str, name: str) -> Response:
        agent, values = agent_get(actor=self.actor, slug=slug), self.query(AgentRevisionsQuerySerializer)
        limit = values.pop("limit")
        rows = files.file_revisions(actor=self.actor, agent=agent, name=name, limit=limit + 1, **values)
        following = rows[limit - 1].number if len(rows) > limit else None
        return Response({"entries": AgentRevisionSerializer(rows[:limit], many=True).data, "next": following})


class AgentFileRestoreView(AgentsView):
    """Write an earlier text again."""

    @extend_schema(operation_id="restore_agent_file", tags=["agents"], parameters=[FilePlaceSerializer, IF_MATCH],
                   request=FileRestoreSerializer, responses=OutcomeSerializer)  # fmt: skip
    @idempotent
    def post(self, request: Request, slug: str, name: str) -> Response:
        agent, values = agent_get(actor=self.actor, slug=slug), self.body(FileRestoreSerializer)
        expected, person = self.expected(values), self.place()["person"]
        outcome = files.file_restore(
            actor=self.actor, agent=agent, name=name, person=person, expected=expected, **values
        )
        return answer(outcome)


class AgentFileDecisionView(AgentsView):
    """Let a text that waits into its file, or dismiss it."""

    @extend_schema(operation_id="decide_agent_file", tags=["agents"], parameters=[FilePlaceSerializer],
                   request=FileDecisionSerializer, responses=OutcomeSerializer)  # fmt: skip
    @idempotent
    def post(self, request: Request, slug: str, name: str) -> Response:
        agent, values = agent_get(actor=self.actor, slug=slug), self.body(FileDecisionSerializer)
        outcome = files.waiting_decide(
            actor=self.actor, agent=agent, name=name, person=self.place()["person"], number=values["number"],
            is_allowed=values["allow"], reason=values["reason"],
        )  # fmt: skip
        return answer(outcome)


class AgentIdentityView(AgentsView):
    """Set one field of IDENTITY.md."""

    @extend_schema(operation_id="set_agent_identity", tags=["agents"], request=IdentityFieldSerializer,
                   responses={200: OutcomeSerializer, 202: OutcomeSerializer})  # fmt: skip
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        agent, values = agent_get(actor=self.actor, slug=slug), self.body(IdentityFieldSerializer)
        session = Session(values.pop("session"))
        return answer(files.identity_set(actor=self.actor, agent=agent, session=session, **values))


class AgentTurnView(AgentsView):
    """A person speaks to an agent: they get their first files, and the first run goes on or ends."""

    @extend_schema(operation_id="begin_agent_turn", tags=["agents"], request=TurnBegunSerializer,
                   responses=RitualSerializer)  # fmt: skip
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        agent, values = agent_get(actor=self.actor, slug=slug), self.body(TurnBegunSerializer)
        session = Session(values.pop("session"))
        return Response(RitualSerializer(turn_begun(actor=self.actor, agent=agent, session=session, **values)).data)


class AgentPeopleView(AgentsView):
    """The people an agent met, for the owner; say who may change it in a group."""

    @extend_schema(operation_id="list_agent_people", tags=["agents"], responses=AgentPeopleSerializer)
    def get(self, request: Request, slug: str) -> Response:
        rows = people.people_of(actor=self.actor, agent=agent_get(actor=self.actor, slug=slug))
        return Response({"entries": AgentPersonSerializer(rows, many=True).data})

    @extend_schema(operation_id="set_agent_writer", tags=["agents"], request=WriterSerializer,
                   responses=AgentPersonSerializer)  # fmt: skip
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        agent = agent_get(actor=self.actor, slug=slug)
        return Response(
            AgentPersonSerializer(people.writer_set(actor=self.actor, agent=agent, **self.body(WriterSerializer))).data
        )


class WaitingTextsView(AgentsView):
    """The texts of all agents that wait for the owner."""

    @extend_schema(operation_id="list_waiting_agent_texts", tags=["agents"], responses=WaitingTextsSerializer)
    def get(self, request: Request) -> Response:
        rows = files.waiting_texts(actor=self.actor)[: files.WAITING_SHOWN]
        return Response({"entries": WaitingTextSerializer(rows, many=True).data})


def _stored(file: AgentFile, waiting: int | None) -> dict[str, Any]:
    return {
        "name": file.name,
        "person": file.person,
        "revision": file.revision,
        "chars": len(file.text),
        "removed": file.removed_at is not None,
        "waiting": waiting,
    }
